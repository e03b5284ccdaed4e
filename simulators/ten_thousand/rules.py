"""The switches of 10000 and 15000, and the presets that set them."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from simulators.rules import Rules, switch
from simulators.values import Choice, Flag, Vector, integer

#: The largest value of one combination; keeps every score of a match within 32 bits.
MAX_VALUE = 50_000
MAX_TARGET = 1_000_000

_VALUE = integer(0, MAX_VALUE)
_OPTIONAL_VALUE = integer(0, MAX_VALUE, none=None)
_BY_FACE = Vector(_VALUE, 6, spread=False)
_PLAY_ON = integer(0, MAX_TARGET, always="always", never="never")


@dataclass(frozen=True)
class TenThousandRules(Rules):
    """What the table agrees on before a game of 10000.

    The defaults are the game 10000 of the source. A combination worth 0 doesn't exist: its dice
    score nothing and are left. The four values of n-of-a-kind are set independently of one another.

    Raises
    ------
    ValueError, TypeError
        On a value out of range, and on combinations that make no game: an opening above the target,
        playing on from more than the target, four and a pair counted as three pairs where three
        pairs don't count, nothing that scores, an exact finish that no sum of values can hit.

    Examples
    --------
    >>> TenThousandRules(opening=500).opening
    500
    >>> TenThousandRules(straight="none").straight is None
    True
    """

    target: int = switch(10_000, integer(1, MAX_TARGET), "points that end the game")
    finish: str = switch(
        "last_round",
        Choice(("last_round", "exact")),
        "last_round: whoever reaches the target gives every other player one more turn, the "
        "highest score wins; exact: the first with exactly the target wins, a counter beyond it is "
        "lost",
    )
    opening: int = switch(
        1000, integer(0, MAX_TARGET), "least counter that a player with score 0 may bank"
    )
    straight: int | None = switch(500, _OPTIONAL_VALUE, "value of 1-2-3-4-5-6; none: no such thing")
    three_pairs: int | None = switch(
        500, _OPTIONAL_VALUE, "value of three different pairs; none: no such thing"
    )
    four_and_pair_is_three_pairs: bool = switch(
        False, Flag(), "whether four of a kind and a pair also count as three pairs"
    )
    set_aside: str = switch(
        "all",
        Choice(("all", "choose")),
        "all: every die of the best reading is set aside; choose: the player sets aside any dice "
        "that all score, at least one",
    )
    hot_dice: str = switch(
        "forced",
        Choice(("forced", "optional")),
        "whether a player with all six dice set aside must roll six fresh ones or may bank",
    )
    play_on: str | int = switch(
        "always",
        _PLAY_ON,
        "own score from which the counter and dice of a bank just made may be taken over",
    )
    singles: tuple[int, ...] = switch(
        (100, 0, 0, 0, 50, 0), _BY_FACE, "value of a single die, by face 1 to 6"
    )
    three_of_a_kind: tuple[int, ...] = switch(
        (1000, 200, 300, 400, 500, 600), _BY_FACE, "value of three of a kind, by face 1 to 6"
    )
    four_of_a_kind: tuple[int, ...] = switch(
        (2000, 400, 600, 800, 1000, 1200), _BY_FACE, "value of four of a kind, by face 1 to 6"
    )
    five_of_a_kind: tuple[int, ...] = switch(
        (4000, 800, 1200, 1600, 2000, 2400), _BY_FACE, "value of five of a kind, by face 1 to 6"
    )
    six_of_a_kind: tuple[int, ...] = switch(
        (8000, 1600, 2400, 3200, 4000, 4800), _BY_FACE, "value of six of a kind, by face 1 to 6"
    )

    def check_combination(self) -> None:
        if not self.scoring_values():
            raise ValueError(
                "nothing scores: at least one of the switches singles, three_of_a_kind, "
                "four_of_a_kind, five_of_a_kind, six_of_a_kind, straight and three_pairs "
                "must have a value above 0"
            )
        if self.opening > self.target:
            raise ValueError(
                f"switch opening must be at most the target, {self.target}, not {self.opening}"
            )
        if isinstance(self.play_on, int) and self.play_on > self.target:
            raise ValueError(
                f"switch play_on must be at most the target, {self.target}, not {self.play_on}"
            )
        if self.four_and_pair_is_three_pairs and not self.three_pairs:
            raise ValueError(
                "switch four_and_pair_is_three_pairs must be no where three_pairs has no value"
            )
        if self.exact and not can_sum_to(self.target, self.scoring_values()):
            raise ValueError(
                f"switch target must be a sum of scoring values under an exact finish: "
                f"{self.target} is none of "
                f"{', '.join(str(value) for value in sorted(self.scoring_values()))}"
            )

    @property
    def exact(self) -> bool:
        """Whether the target must be hit exactly."""
        return self.finish == "exact"

    @property
    def play_on_from(self) -> int | None:
        """The own score from which playing on is allowed; ``None``: never."""
        words = {"always": 0, "never": None}
        return words[self.play_on] if isinstance(self.play_on, str) else self.play_on

    def scoring_values(self) -> set[int]:
        """Collect the values of every combination that scores."""
        groups = (
            self.singles,
            self.three_of_a_kind,
            self.four_of_a_kind,
            self.five_of_a_kind,
            self.six_of_a_kind,
        )
        values = {value for group in groups for value in group}
        return {value for value in values | {self.straight or 0, self.three_pairs or 0} if value}


def can_sum_to(target: int, values: set[int]) -> bool:
    """Say whether some of `values`, each used as often as one likes, add up to `target`.

    Examples
    --------
    >>> can_sum_to(10_000, {50, 100}), can_sum_to(10_025, {50, 100}), can_sum_to(7, {3, 5})
    (True, False, False)
    """
    unit = gcd(*values)
    if target % unit:
        return False
    goal = target // unit
    mask = (1 << (goal + 1)) - 1
    sums = 1  # bit s: s units can be made
    for value in values:
        step = value // unit
        while step <= goal:
            sums |= (sums << step) & mask
            step *= 2
    return bool(sums >> goal & 1)


PRESETS = {
    "10000": TenThousandRules(),
    "15000": TenThousandRules(
        target=15_000, finish="exact", opening=500, straight=3000, three_pairs=None, play_on=5000
    ),
}
