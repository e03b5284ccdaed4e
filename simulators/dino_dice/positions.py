"""Which positions a turn can come to, and why others can't be."""

from __future__ import annotations

from functools import lru_cache

from simulators.dice import counts_of
from simulators.dino_dice.hands import HANDS, Counts
from simulators.dino_dice.reference import in_words
from simulators.dino_dice.rules import N_DICE, TYRANNOSAUR, DinoDiceRules
from simulators.dino_dice.turn_graph import turn_graph


@lru_cache(maxsize=64)
def hands_after(rules: DinoDiceRules, rolls: int) -> frozenset[Counts]:
    """List the hands that a turn can hold after so many rolls, once its 3s have eaten.

    Examples
    --------
    >>> rules = DinoDiceRules()
    >>> [(0, 0, 1, 0, 0, 1) in hands_after(rules, rolls) for rolls in (1, 2)]
    [False, True]
    """
    graph = turn_graph(rules)
    throws = {graph.start}
    hands: set[int] = set()
    for _ in range(rolls):
        before, hands = hands, set()
        for throw in throws:
            first, last = graph.throw_first[throw : throw + 2]
            for feeding in graph.throw_feeding[first:last].tolist():
                first, last = graph.feeding_first[feeding : feeding + 2]
                hands.update(graph.feeding_hand[first:last].tolist())
        if hands == before:
            break  # and so it will be after every further roll
        throws = set()
        for hand in hands:
            first, last = graph.hand_first[hand : hand + 2]
            throws.update(graph.hand_throw[first:last].tolist())
    return frozenset(HANDS[hand] for hand in hands)


def rolls_made(rules: DinoDiceRules, rolls_left: int | None) -> int:
    """Count the rolls made; one, where it isn't said how many are left.

    Raises
    ------
    ValueError
        If more are left than can be once dice lie on the table.
    """
    if rolls_left is None:
        return 1
    if rolls_left >= rules.rolls:
        raise ValueError(
            f"rolls left must be at most {rules.rolls - 1} once dice are rolled, not {rolls_left}: "
            f"a turn has {rules.rolls}"
        )
    return rules.rolls - rolls_left


def _after(rolls: int) -> str:
    return f"after {rolls} roll{'s' if rolls > 1 else ''}"


def check_hand(rules: DinoDiceRules, faces: tuple[int, ...], rolls: int) -> Counts:
    """Return the dice in play as counts; refuse what can't be in play after so many rolls."""
    counts = counts_of(faces)
    if counts not in hands_after(rules, rolls):
        reason = ""
        if rolls == 1 and len(faces) == N_DICE and TYRANNOSAUR in faces:
            reason = ": each 3 has eaten one of the five"
        elif rolls == 1 and len(faces) < N_DICE:
            reason = ": of five dice, there is one fewer for each 3"
        raise ValueError(f"no turn holds {in_words(counts)} {_after(rolls)}, all 3s fed{reason}")
    return counts


def check_roll(
    rules: DinoDiceRules, kept: tuple[int, ...], rolled: tuple[int, ...], rolls: int
) -> tuple[Counts, Counts]:
    """Return kept and rolled dice as counts; refuse what can't lie there after so many rolls."""
    if rolls == 1 and (kept or len(rolled) != N_DICE):
        beside = f" beside {len(kept)} kept ones" if kept else ""
        raise ValueError(
            f"the first roll is of {N_DICE} dice, not {len(rolled)}{beside}: say how many rolls are "
            "left"
        )
    lying, total = counts_of(kept), len(kept) + len(rolled)
    possible = rolls == 1 or any(
        sum(hand) == total and all(k <= held for k, held in zip(lying, hand, strict=True))
        for hand in hands_after(rules, rolls - 1)
    )
    if not possible:
        raise ValueError(
            f"no turn keeps {in_words(lying)} and rolls {len(rolled)} {_after(rolls - 1)}"
        )
    return lying, counts_of(rolled)
