"""The rules of Solitaire Dice and their switches."""

from __future__ import annotations

from dataclasses import dataclass

from simulators.rules import Rules, switch
from simulators.values import Choice, Vector, integer

SUMS = tuple(range(2, 13))
N_SUMS = len(SUMS)
#: Sets of sums, such as the opened ones: bit 0 for the sum 2.
N_OPEN_SETS = 1 << N_SUMS

#: A game that rolls more often than this is cut. Without free rolls 22 rolls are the most under the
#: published rules, and a free roll comes about once in 32 rolls.
MAX_ROLLS = 512


@dataclass(frozen=True)
class SolitaireDiceRules(Rules):
    """Switches of Solitaire Dice; the defaults are Sackson's own game.

    Examples
    --------
    >>> rules = SolitaireDiceRules()
    >>> rules.worth(6, 8), rules.worth(6, 11), rules.worth(6, 4)
    (120, 200, -200)
    >>> SolitaireDiceRules(cap_marks=5)
    Traceback (most recent call last):
    ValueError: switch cap_marks must be above par_marks (5), not 5: no sum could ever score
    """

    reject_faces: int = switch(3, integer(1, 6), "how many reject faces can be opened")
    reject_marks: int = switch(8, integer(1, 40), "marks on one reject face that end the game")
    opening_penalty: int = switch(
        200, integer(0, 10_000), "points lost for a sum with marks, but fewer than par_marks"
    )
    par_marks: int = switch(5, integer(1, 50), "marks with which a sum is worth 0")
    cap_marks: int | None = switch(
        10, integer(1, 60, none=None), "marks beyond this add nothing; none: all count"
    )
    values: tuple[int, ...] = switch(
        (100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100),
        Vector(integer(0, 1000), N_SUMS, spread=False),
        "points per mark above par, for the sums 2 to 12",
    )
    target: int = switch(500, integer(-100_000, 100_000), "score that wins")
    win: str = switch("reach", Choice(("reach", "exceed")), "whether the target itself wins")

    def check_combination(self) -> None:
        if self.cap_marks is not None and self.cap_marks <= self.par_marks:
            raise ValueError(
                f"switch cap_marks must be above par_marks ({self.par_marks}), "
                f"not {self.cap_marks}: no sum could ever score"
            )
        if not any(self.values):
            raise ValueError("switch values must not be 0 for every sum: no sum could ever score")

    def worth(self, sum_: int, marks: int) -> int:
        """Return the points of one sum with `marks` marks.

        Parameters
        ----------
        sum_ : int
            2 to 12.
        marks : int
            0 or more.
        """
        if marks == 0:
            return 0
        if marks < self.par_marks:
            return -self.opening_penalty
        counted = marks if self.cap_marks is None else min(marks, self.cap_marks)
        return (counted - self.par_marks) * self.values[sum_ - 2]

    @property
    def winning_score(self) -> int:
        """Return the lowest final score that wins."""
        return self.target if self.win == "reach" else self.target + 1

    def is_win(self, score: int) -> bool:
        """Tell whether a final score wins."""
        return score >= self.target if self.win == "reach" else score > self.target


SACKSON = SolitaireDiceRules()

PRESETS = {"sackson": SACKSON, "brettspielwelt": SACKSON}
