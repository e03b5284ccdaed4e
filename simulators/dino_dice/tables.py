"""Rolls, hands and legal actions as tables, so that a kernel only looks up.

Rolls of 1 to 5 dice lie end to end: outcome `i` of `n` dice is entry ``FIRST_OUTCOME[n] + i``. What
was kept and what is rolled meet in :attr:`Tables.union`: each kept hand has a row there, as long as
there are hands that can join it, some 6000 entries in all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.dice import multiset_of_outcome, multisets
from simulators.dino_dice.hands import (
    HANDS,
    N_HANDS,
    NUMBER_OF,
    Counts,
    largest_herd,
    meals,
    plant_eaters,
    rerolls,
)
from simulators.dino_dice.rules import N_DICE, TYRANNOSAUR, DinoDiceRules
from simulators.dino_dice.state import ROW

#: ``N_OUTCOMES[n]`` outcomes of n dice, the first of them at ``FIRST_OUTCOME[n]``.
N_OUTCOMES = np.array([6**n for n in range(N_DICE + 1)], dtype=np.uint64)
FIRST_OUTCOME = np.array(
    [0, 0, *(sum(6**k for k in range(1, n)) for n in range(2, N_DICE + 1))], dtype=np.uint64
)

#: A list of meals or rerolls is ``first << COUNT_BITS | number``; in place of meals also:
COUNT_BITS = 5
NOBODY, STARVES = 0, -1
#: A reroll is ``row of the kept hand in union << DICE_BITS | dice rolled``.
DICE_BITS = 3


class Tables(NamedTuple):
    """What a kernel looks up.

    Attributes
    ----------
    rolled : ndarray of int16, shape (9330,)
        Hand of each outcome of 1 to 5 dice.
    union : ndarray of int16
        Hand that a kept and a rolled hand make: entry ``row of the kept hand + rolled hand``.
    packed : ndarray of uint64, shape (461,)
        Counts of each hand, a byte for each face: byte 6 counts the 6s.
    dice, points, threes, herd : ndarray of int64, shape (461,)
        Of each hand: its dice, what they are worth, its 3s, and the size of its largest herd, in
        which 3s count only if all five are.
    feeding : ndarray of int32, shape (6 * 461,)
        What happens with that many hungry 3s in that hand: `NOBODY`, `STARVES`, or a list of meals.
    meal_left : ndarray of int16
        Hand that each meal leaves.
    meal_points : ndarray of int64
        What that is worth.
    meal_eaten : ndarray of int8, shape (7 * number of meals,)
        Dice of each face that go.
    reroll_list : ndarray of int32, shape (461,)
        Rerolls of each hand.
    thrown : ndarray of int32
        Of each reroll: row of the kept hand, and dice rolled.
    reroll_points, reroll_dice : ndarray of int64
        What the kept dice are worth, and the dice rolled again.
    reroll_kept : ndarray of int8, shape (7 * number of rerolls,)
        Dice of each face that are kept.
    """

    rolled: NDArray[np.int16]
    union: NDArray[np.int16]
    packed: NDArray[np.uint64]
    dice: NDArray[np.int64]
    points: NDArray[np.int64]
    threes: NDArray[np.int64]
    herd: NDArray[np.int64]
    feeding: NDArray[np.int32]
    meal_left: NDArray[np.int16]
    meal_points: NDArray[np.int64]
    meal_eaten: NDArray[np.int8]
    reroll_list: NDArray[np.int32]
    thrown: NDArray[np.int32]
    reroll_points: NDArray[np.int64]
    reroll_dice: NDArray[np.int64]
    reroll_kept: NDArray[np.int8]


def _rows(flat: list[Counts]) -> NDArray[np.int8]:
    rows = np.zeros((len(flat), ROW), dtype=np.int8)
    rows[:, 1:] = flat
    return rows.ravel()


def _rolled() -> NDArray[np.int16]:
    first = [NUMBER_OF[multisets(n)[0]] for n in range(1, N_DICE + 1)]
    return np.concatenate(
        [multiset_of_outcome(n) + np.int16(first[n - 1]) for n in range(1, N_DICE + 1)]
    )


def _union() -> tuple[NDArray[np.int16], dict[Counts, int]]:
    """Build the union of hands, and say where the row of each kept hand is, none kept included."""
    entries: list[int] = []
    rows: dict[Counts, int] = {}
    for kept in ((0,) * 6, *HANDS):
        rows[kept] = len(entries)
        room = N_DICE - sum(kept)
        joining = (hand for hand in HANDS if sum(hand) <= room)
        entries += [NUMBER_OF[tuple(np.add(kept, hand).tolist())] for hand in joining]
    return np.array(entries, dtype=np.int16), rows


def _feeding(rules: DinoDiceRules) -> tuple[NDArray[np.int32], list[tuple[Counts, Counts, int]]]:
    table = np.zeros((N_DICE + 1, N_HANDS), dtype=np.int32)
    listed: list[tuple[Counts, Counts, int]] = []
    for hungry in range(1, N_DICE + 1):
        for number, counts in enumerate(HANDS):
            threes = counts[TYRANNOSAUR - 1]
            if threes == N_DICE or threes < hungry:
                table[hungry, number] = NOBODY  # a quintet, or nothing that can happen
            elif plant_eaters(counts) < hungry:
                table[hungry, number] = STARVES
            else:
                ways = meals(rules, counts, hungry)
                table[hungry, number] = len(listed) << COUNT_BITS | len(ways)
                listed += ways
    return table.ravel(), listed


@lru_cache(maxsize=64)
def tables(rules: DinoDiceRules) -> Tables:
    """Build the tables of a rule set."""
    union, rows = _union()
    feeding, fed = _feeding(rules)
    again = [rerolls(rules, hand) for hand in HANDS]
    first = np.cumsum([0, *(len(ways) for ways in again)])[:-1]
    flat = [way for ways in again for way in ways]
    hands = np.array(HANDS, dtype=np.uint64)
    shifts = np.arange(1, ROW, dtype=np.uint64) * np.uint64(8)
    return Tables(
        rolled=_rolled(),
        union=union,
        packed=(hands << shifts).sum(axis=1, dtype=np.uint64),
        dice=hands.sum(axis=1).astype(np.int64),
        points=np.array([rules.worth(hand) for hand in HANDS]),
        threes=hands[:, TYRANNOSAUR - 1].astype(np.int64),
        herd=np.array([largest_herd(hand) for hand in HANDS]),
        feeding=feeding,
        meal_left=np.array([NUMBER_OF[left] for _, left, _ in fed], dtype=np.int16),
        meal_points=np.array([points for _, _, points in fed]),
        meal_eaten=_rows([eaten for eaten, _, _ in fed]),
        reroll_list=(first << COUNT_BITS | [len(ways) for ways in again]).astype(np.int32),
        thrown=np.array([rows[way.kept] << DICE_BITS | way.dice for way in flat], dtype=np.int32),
        reroll_points=np.array([way.points for way in flat]),
        reroll_dice=np.array([way.dice for way in flat]),
        reroll_kept=_rows([way.kept for way in flat]),
    )
