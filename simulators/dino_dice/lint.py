"""Tell a designer what is odd about changed rules."""

from __future__ import annotations

from collections.abc import Sequence

from simulators.dino_dice.hands import HANDS
from simulators.dino_dice.rules import N_DICE, TYRANNOSAUR, DinoDiceRules
from simulators.policy import Policy

_NAMES = {2: "a pair", 3: "three", 4: "four"}


def _herd(face: int, size: int) -> tuple[int, ...]:
    return tuple(size if each == face else 0 for each in range(1, 7))


def odd_rules(rules: DinoDiceRules, policy: Policy | None = None) -> Sequence[str]:
    """List where one more die alike takes points away, and turns without a choice.

    Parameters
    ----------
    policy : Policy, optional
        Plays no part here.

    Examples
    --------
    >>> odd_rules(DinoDiceRules())
    []
    >>> odd_rules(DinoDiceRules(triple=0))
    ['three 1s score 3 points, fewer than a pair of them with 7']
    """
    found = []
    for size in (3, 4):
        for face in range(1, 7):
            fewer, more = rules.worth(_herd(face, size - 1)), rules.worth(_herd(face, size))
            if face != TYRANNOSAUR and more < fewer:
                found.append(
                    f"{_NAMES[size]} {face}s score {more} points, fewer than {_NAMES[size - 1]} of "
                    f"them with {fewer}"
                )
                break
    best = max(rules.worth(hand) for hand in HANDS if max(hand) < N_DICE)
    if rules.quintet < best:
        found.append(
            f"a quintet scores {rules.quintet} points, fewer than the best hand without one with "
            f"{best}"
        )
    if rules.rolls == 1:
        found.append("with a single roll a player chooses nothing but who is eaten")
    return found
