"""The plain functions that built-in policies decide with, and the tables that they look up.

Which dice to keep or to give away depends on the hand alone, so it is worked out once for each of
the 461 hands; at play a decision is one look-up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.dice import faces_of
from simulators.dino_dice.hands import (
    HANDS,
    N_HANDS,
    Counts,
    Meal,
    largest_herd,
    meals,
    plant_eaters,
    rerolls,
)
from simulators.dino_dice.rules import N_DICE, TYRANNOSAUR, DinoDiceRules
from simulators.dino_dice.state import MealOptions, RerollOptions, TurnState

Numbers = Sequence[float]
#: Takes the rules and a policy's parameters; returns what a decision looks up.
Prepare = Callable[[Any, Mapping[str, Any]], NDArray[np.float64]]

EAT_WORDS = ("fewest-points", "lowest-face", "loners-first")
#: 3s that can be fed: a hand of five has no more than two with a plant-eater for each.
MAX_EATING = N_DICE // 2


def stop_by_table(state: TurnState, p: Numbers) -> bool:
    """Stop with ``p[0]`` points, after ``p[1]`` rolls, or where the table says so of the hand."""
    return state.points >= p[0] or state.rolls >= p[1] or p[2 + state.hand] != 0


def eat_by_table(state: TurnState, options: MealOptions, p: Numbers) -> int:
    """Look up what is eaten."""
    return int(p[(state.eating - 1) * 461 + state.hand])


def reroll_by_table(state: TurnState, options: RerollOptions, p: Numbers) -> int:
    """Look up what is rolled again."""
    return int(p[state.hand])


def eat_least(state: TurnState, options: MealOptions, p: Numbers) -> int:
    """Give away what leaves the most points."""
    return 0


def reroll_loners(state: TurnState, options: RerollOptions, p: Numbers) -> int:
    """Keep every herd and roll the rest; where there is no rest, keep the most points."""
    for i in range(options.count):
        as_wanted = True
        for face in range(1, 7):
            held = state.counts[face]
            wanted = held if held >= 2 and face != 3 else 0
            if options.kept[7 * i + face] != wanted:
                as_wanted = False
        if as_wanted:
            return i
    return 0


assert N_HANDS == 461, "eat_by_table has the number of hands written into it"


def keep_herds(counts: Counts, herd: int, loner: int | None) -> Counts:
    """Keep herds of at least `herd`, and single plant-eaters from face `loner` on.

    Examples
    --------
    >>> keep_herds((1, 0, 1, 0, 1, 2), 2, 5)
    (0, 0, 0, 0, 1, 2)
    """
    return tuple(
        count
        if face != TYRANNOSAUR and (count >= herd or (loner is not None and face >= loner))
        else 0
        for face, count in enumerate(counts, 1)
    )


def keep_kinds(counts: Counts, herd: int, loner: int, kinds: int) -> Counts:
    """Keep herds, then single plant-eaters, the highest first, while fewer than `kinds` are kept.

    Herds are those of at least `herd`, and of two and more from face `loner` on; single dice are
    kept from that face on.

    Examples
    --------
    >>> keep_kinds((1, 0, 0, 1, 1, 2), 3, 4, 2), keep_kinds((0, 2, 0, 1, 1, 1), 3, 4, 2)
    ((0, 0, 0, 0, 1, 2), (0, 0, 0, 0, 1, 1))
    """
    kept = [
        count if face != TYRANNOSAUR and (count >= herd or (count >= 2 and face >= loner)) else 0
        for face, count in enumerate(counts, 1)
    ]
    for face in range(6, loner - 1, -1):
        if face != TYRANNOSAUR and counts[face - 1] == 1 and sum(map(bool, kept)) < kinds:
            kept[face - 1] = 1
    return tuple(kept)


def keep_threes_too(rules: DinoDiceRules, counts: Counts, kept: Counts, least: float) -> Counts:
    """Keep the 3s as well where the other kept dice are worth at least `least` points."""
    if rules.worth(kept) < least:
        return kept
    return tuple(
        count if face == TYRANNOSAUR else other
        for face, (count, other) in enumerate(zip(counts, kept, strict=True), 1)
    )


def keep_largest(counts: Counts) -> Counts:
    """Keep the largest herd only, of several the one with the highest face."""
    count, face = max((count, face) for face, count in enumerate(counts, 1) if face != TYRANNOSAUR)
    return tuple(count if each == face else 0 for each in range(1, 7))


def _loners(counts: Counts, hungry: int) -> Counts:
    """Take dice one by one, each from the smallest herd left, the lowest face of several."""
    left = {face: count for face, count in enumerate(counts, 1) if face != TYRANNOSAUR and count}
    eaten = [0] * 6
    for _ in range(hungry):
        face = min(left, key=lambda each: (left[each], each))
        eaten[face - 1] += 1
        left[face] -= 1
        if not left[face]:
            del left[face]
    return tuple(eaten)


def choose_meal(word: str, counts: Counts, options: Sequence[Meal]) -> int:
    """Choose what is eaten by one of the rules of thumb in `EAT_WORDS`."""
    if word == "lowest-face":
        return min(range(len(options)), key=lambda i: faces_of(options[i].eaten))
    if word == "loners-first":
        wanted = _loners(counts, sum(options[0].eaten))
        return next(i for i, meal in enumerate(options) if meal.eaten == wanted)
    return 0


def eat_table(rules: DinoDiceRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Tabulate the parameter `eat`: for one 3 and for two, an option for each hand."""
    table = np.zeros((MAX_EATING, N_HANDS))
    for hungry in range(1, MAX_EATING + 1):
        for number, counts in enumerate(HANDS):
            if counts[TYRANNOSAUR - 1] >= hungry and plant_eaters(counts) >= hungry:
                options = meals(rules, counts, hungry)
                table[hungry - 1, number] = choose_meal(values["eat"], counts, options)
    return table.ravel()


def reroll_table(rules: DinoDiceRules, keep: Callable[[Counts], Counts]) -> NDArray[np.float64]:
    """Tabulate what is rolled again, given what is kept; with nothing to roll, option 0."""
    table = np.zeros(N_HANDS)
    for number, counts in enumerate(HANDS):
        kept = keep(counts)
        for i, way in enumerate(rerolls(rules, counts)):
            if way.kept == kept:
                table[number] = i
    return table


def stop_table(
    keep: Callable[[Counts], Counts], points: float, rolls: float, aim: int = N_DICE
) -> NDArray[np.float64]:
    """Tabulate when to stop: with nothing to roll, or with `aim` alike or more."""
    stops = [keep(hand) == hand or largest_herd(hand) >= aim for hand in HANDS]
    return np.array([points, rolls, *stops], dtype=np.float64)
