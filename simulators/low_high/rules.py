"""The switches of Low-High, and the presets that set them."""

from __future__ import annotations

from dataclasses import dataclass

from simulators.rules import Rules, switch
from simulators.values import Choice, integer

#: Two draws of up to 13 dice each, and counts of faces that fit into five bits.
MAX_DICE = 26
#: Within reach of a match's cap even with a single die, which scores a point a turn.
MAX_TARGET = 1000


@dataclass(frozen=True)
class LowHighRules(Rules):
    """What the table agrees on before a game of Low-High.

    The defaults are the game of the source. Any target in range can be reached: a player who keeps
    a set of the first roll and stops scores at least a point a turn.

    Raises
    ------
    ValueError, TypeError
        On a value out of range, and on an order of cancelling other than the default where dice
        score: which good dice are cancelled then makes no difference.

    Examples
    --------
    >>> LowHighRules(scoring="pips", cancel="descending").most_points
    78
    """

    scoring: str = switch(
        "dice",
        Choice(("dice", "pips")),
        "dice: a turn scores good dice minus bad dice; pips: bad dice cancel good ones one for "
        "one, good dice that remain score their pips, bad dice left over cost 1 each",
    )
    cancel: str = switch(
        "ascending",
        Choice(("ascending", "descending")),
        "with pips: whether bad dice cancel the lowest good faces first or the highest",
    )
    target: int = switch(30, integer(1, MAX_TARGET), "total that wins the match at once")
    dice: int = switch(13, integer(1, MAX_DICE), "dice of the first roll of a turn")

    def check_combination(self) -> None:
        if self.cancel != "ascending" and self.scoring != "pips":
            raise ValueError(
                f"switch cancel must be ascending where scoring is dice, not {self.cancel}: "
                f"which good dice are cancelled matters with scoring=pips only"
            )

    @property
    def pips(self) -> bool:
        """Whether good dice score their pips."""
        return self.scoring == "pips"

    @property
    def descending(self) -> bool:
        """Whether bad dice cancel the highest good faces first."""
        return self.cancel == "descending"

    @property
    def most_points(self) -> int:
        """The most that a turn can score: every die is kept at once, with pips as a 6."""
        return (6 if self.pips else 1) * self.dice

    @property
    def fewest_points(self) -> int:
        """The least that a turn can score: one die kept, and all others bad."""
        return min(1, 2 - self.dice)


PRESETS = {
    "low-high": LowHighRules(),
    "pips": LowHighRules(scoring="pips"),
    "pips-descending": LowHighRules(scoring="pips", cancel="descending"),
}
