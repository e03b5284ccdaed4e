"""The switches of 10000 and 15000, and the presets that set them."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
        On a value out of range, and on combinations that make no game: an opening or a least bank
        above the target, playing on from more than the target, four and a pair counted as three
        pairs where three pairs don't count, nothing that scores; and an exact finish that no sum of
        values can hit, that a least bank puts out of reach, or that a penalty takes off the sums.

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
        Choice(("last_round", "exact", "first")),
        "last_round: whoever reaches the target gives every other player one more turn, the "
        "highest score wins; exact: the first with exactly the target wins, a counter beyond it is "
        "lost; first: the first with the target or more wins at once",
    )
    opening: int = switch(
        1000, integer(0, MAX_TARGET), "least counter that a player with no points may bank"
    )
    min_bank: int = switch(0, integer(0, MAX_TARGET), "least counter that anybody may ever bank")
    farkle_penalty: int = switch(
        0,
        integer(0, MAX_VALUE),
        "points taken off the score for the third turn lost in a row; then the count starts again",
    )
    straight: int | None = switch(500, _OPTIONAL_VALUE, "value of 1-2-3-4-5-6; none: no such thing")
    three_pairs: int | None = switch(
        500, _OPTIONAL_VALUE, "value of three different pairs; none: no such thing"
    )
    four_and_pair_is_three_pairs: bool = switch(
        False, Flag(), "whether four of a kind and a pair also count as three pairs"
    )
    two_triplets: int | None = switch(
        None, _OPTIONAL_VALUE, "value of two different threes of a kind; none: no such thing"
    )
    nothing: int | None = switch(
        None,
        _OPTIONAL_VALUE,
        "value of six dice of which none scores, all of them used by it; none: they are a bust",
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
                "four_of_a_kind, five_of_a_kind, six_of_a_kind, straight, three_pairs, "
                "two_triplets and nothing must have a value above 0"
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
        if self.min_bank > self.target:
            raise ValueError(
                f"switch min_bank must be at most the target, {self.target}, not {self.min_bank}"
            )
        if self.exact and self.min_bank:
            raise ValueError(
                f"switch min_bank must be 0 under an exact finish, not {self.min_bank}: who needs "
                f"less could never finish"
            )
        if self.exact and self.farkle_penalty % gcd(*self.scoring_values()):
            raise ValueError(
                f"switch farkle_penalty must be a multiple of "
                f"{gcd(*self.scoring_values())} under an exact finish, as all scoring values are, "
                f"not {self.farkle_penalty}"
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
    def sudden(self) -> bool:
        """Whether the first player who reaches the target wins at once."""
        return self.finish in ("exact", "first")

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
        special = (self.straight, self.three_pairs, self.two_triplets, self.nothing)
        values = {value for group in groups for value in group}
        return {value for value in (*values, *special) if value}


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


#: What the relatives from other countries have in common: the player chooses what to set aside, may
#: bank after hot dice, needs no opening and starts every turn afresh.
_FARKLE = TenThousandRules(opening=0, set_aside="choose", hot_dice="optional", play_on="never")
#: Four, five and six of a kind are worth the same whatever their face.
_FLAT = replace(
    _FARKLE,
    four_of_a_kind=(1000,) * 6,
    five_of_a_kind=(2000,) * 6,
    six_of_a_kind=(3000,) * 6,
)

PRESETS = {
    "10000": TenThousandRules(),
    "15000": TenThousandRules(
        target=15_000, finish="exact", opening=500, straight=3000, three_pairs=None, play_on=5000
    ),
    # Facebook's Farkle, as M. Busche's strategy generator has it.
    "farkle-facebook": replace(
        _FARKLE,
        straight=1500,
        three_pairs=750,
        five_of_a_kind=(3000, 600, 900, 1200, 1500, 1800),
        six_of_a_kind=(4000, 800, 1200, 1600, 2000, 2400),
    ),
    # G. Vanhegan's Zilch, http://zilch.playr.co.uk/rules.php.
    "zilch": replace(
        _FARKLE,
        straight=1500,
        three_pairs=1500,
        four_and_pair_is_three_pairs=True,
        nothing=500,
        min_bank=300,
        farkle_penalty=500,
    ),
    # The rules that farkle-stats calls Patch.
    "patch": replace(
        _FLAT,
        straight=1500,
        three_pairs=1500,
        four_and_pair_is_three_pairs=True,
        two_triplets=2500,
        three_of_a_kind=(300, 200, 300, 400, 500, 600),
    ),
    # Farkle on cardgames.io.
    "cardgames-io": replace(
        _FLAT,
        finish="first",
        straight=2500,
        three_pairs=1500,
        four_and_pair_is_three_pairs=True,
    ),
}
