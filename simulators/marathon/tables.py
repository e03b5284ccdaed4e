"""What the kernels look up for each roll."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.dice import faces_of, multiset_of_outcome, multisets, n_ways
from simulators.marathon.limits import MAX_DICE
from simulators.marathon.rules import MarathonRules

#: How the place and the number of options are packed into one entry.
COUNT_BITS = 8


class RollTables(NamedTuple):
    """Every roll of one to four dice and the numbers that it forms.

    Attributes
    ----------
    metres : ndarray of int64, shape (1554,)
        The numbers of each multiset, ascending, multiset after multiset.
    entry : ndarray of int64, shape (1554,)
        For each outcome, one die first: place of its first number, and how many there are.
    first_entry, n_outcomes : ndarray of int64, shape (5,)
        By number of dice: where its outcomes start in `entry`, and how many there are.
    multiset_entry : ndarray of int64, shape (6 + 21 + 56 + 126,)
        As `entry`, for each multiset.
    chance : ndarray of float64, the same shape
        Probability of each multiset.
    first_multiset : ndarray of int64, shape (6,)
        By number of dice: where its multisets start; they end where the next ones start.
    """

    metres: NDArray[np.int64]
    entry: NDArray[np.int64]
    first_entry: NDArray[np.int64]
    n_outcomes: NDArray[np.int64]
    multiset_entry: NDArray[np.int64]
    chance: NDArray[np.float64]
    first_multiset: NDArray[np.int64]


@lru_cache(maxsize=1)
def roll_tables() -> RollTables:
    """Build the tables; they depend on nothing."""
    metres: list[int] = []
    packed: list[int] = []
    chance: list[float] = []
    entries: list[NDArray[np.int64]] = []
    first_multiset = [0, 0]
    for n_dice in range(1, MAX_DICE + 1):
        own = []
        for counts in multisets(n_dice):
            orders = set(permutations(faces_of(counts)))
            numbers = sorted(int("".join(map(str, order))) for order in orders)
            own.append(len(metres) << COUNT_BITS | len(numbers))
            chance.append(n_ways(counts) / 6**n_dice)
            metres += numbers
        packed += own
        first_multiset.append(len(packed))
        entries.append(np.array(own, dtype=np.int64)[multiset_of_outcome(n_dice)])
    n_outcomes = np.array([0, *(entry.size for entry in entries)], dtype=np.int64)
    return RollTables(
        np.array(metres, dtype=np.int64),
        np.concatenate(entries),
        np.cumsum(n_outcomes) - n_outcomes,
        n_outcomes,
        np.array(packed, dtype=np.int64),
        np.array(chance),
        np.array(first_multiset, dtype=np.int64),
    )


class Course(NamedTuple):
    """The rules as compiled code takes them."""

    distance: int
    two_dice_from: int
    three_dice_from: int
    four_dice_from: int
    stay: int
    longest_dead: int


def course(rules: MarathonRules) -> Course:
    """Write the rules as numbers; the longest dead distance is 0 where there is none."""
    two, three, four = rules.dice_from
    stay = int(rules.overshoot == "stay")
    return Course(rules.distance, two, three, four, stay, max(rules.dead, default=0))


def dead_table(rules: MarathonRules) -> NDArray[np.uint8]:
    """Mark the dead distances, from 0 to the longest of them."""
    table = np.zeros(max(rules.dead, default=0) + 1, dtype=np.uint8)
    table[list(rules.dead)] = 1
    return table
