"""Scoring as tables, so that a kernel reads a whole roll with one look-up.

Rolls of 1 to 6 dice lie end to end: outcome `i` of `n` dice is entry ``FIRST_OUTCOME[n] + i``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.dice import multiset_of_outcome, multisets
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.scoring import Reading, best_reading, choices

N_DICE = 6

#: ``N_OUTCOMES[n]`` outcomes of n dice, the first of them at ``FIRST_OUTCOME[n]``.
N_OUTCOMES = np.array([6**n for n in range(N_DICE + 1)], dtype=np.uint64)
FIRST_OUTCOME = np.array(
    [0, 0, *(sum(6**k for k in range(1, n)) for n in range(2, N_DICE + 1))], dtype=np.uint64
)

#: An entry packs points and dice: ``points << POINTS_SHIFT | dice set aside``; 0 is a bust.
POINTS_SHIFT = 3


class Choices(NamedTuple):
    """What may be set aside of each roll, where the player chooses.

    Attributes
    ----------
    multiset : ndarray of int16, shape (55986,)
        Which of the 923 multisets of 1 to 6 dice an outcome is.
    first : ndarray of int32, shape (924,)
        Where the choices of a multiset start; those of the next start where they end.
    points, dice, ones, fives : ndarray of int64, shape (number of choices,)
        Of each choice: points, dice set aside, and how many of those are 1s and 5s.
    """

    multiset: NDArray[np.int16]
    first: NDArray[np.int32]
    points: NDArray[np.int64]
    dice: NDArray[np.int64]
    ones: NDArray[np.int64]
    fives: NDArray[np.int64]


def _packed(reading: Reading | None) -> int:
    return reading.points << POINTS_SHIFT | reading.n_dice if reading else 0


@lru_cache(maxsize=64)
def worth_table(rules: TenThousandRules) -> NDArray[np.uint32]:
    """Pack the best reading of every outcome.

    Returns
    -------
    ndarray of uint32, shape (55986,)
    """
    rolls = []
    for n in range(1, N_DICE + 1):
        packed = [_packed(best_reading(rules, counts)) for counts in multisets(n)]
        rolls.append(np.array(packed, dtype=np.uint32)[multiset_of_outcome(n)])
    return np.concatenate(rolls)


@lru_cache(maxsize=64)
def choice_tables(rules: TenThousandRules) -> Choices:
    """List the choices of every roll."""
    numbers: list[NDArray[np.int16]] = []
    listed: list[Reading] = []
    first = [0]
    for n in range(1, N_DICE + 1):
        numbers.append(multiset_of_outcome(n) + np.int16(len(first) - 1))
        for counts in multisets(n):
            listed += choices(rules, counts)
            first.append(len(listed))
    columns = np.array([(r.points, r.n_dice, r.counts[0], r.counts[4]) for r in listed])
    points, dice, ones, fives = np.ascontiguousarray(columns.T.astype(np.int64))
    return Choices(
        np.concatenate(numbers), np.array(first, dtype=np.int32), points, dice, ones, fives
    )
