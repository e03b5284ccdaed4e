r"""Play a sheet on to its end by the learned player, and take off what its luck was worth.

Of two playouts one ends better mostly because better dice fell. What the dice brought is known: after
each roll, the value of the best split, less what it was worth on average over all rolls,

.. math:: L_t = \max_a U(x_t + a) - V_1(x_t),

has mean 0 whatever was rolled before. The result less the sum of all L_t has therefore the same mean as
the result itself, without error, but only a small part of its noise: all of it is gone if U is right
(a control variate; in poker, AIVAT [1]_).

References
----------
.. [1] N. Burch, M. Schmid, M. Moravčík, M. Bowling, "AIVAT: a new variance reduction technique for
   agent evaluation in imperfect information games", AAAI 2018.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, pointer
from simulators.solitaire_dice.afterstate import record_of, score_of
from simulators.solitaire_dice.by_value import best_split
from simulators.solitaire_dice.kernels import N_MULTISETS, N_OUTCOMES
from simulators.solitaire_dice.one_roll import allowed_faces, one_roll_value, roll_cells, worth
from simulators.solitaire_dice.rules import MAX_ROLLS
from simulators.solitaire_dice.splits import ALL_FACES, split_tables
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.value_table import IS_WIN, WINNING_SCORE
from simulators.streams import bounded, draw, open_stream

# Behind a value's numbers stands what is looked up on the way; in the header, where.
PLAYOUTS_AT, CELLS_AT, REJECT_FACES, N_SPLITS = 6, 7, 8, 9
_MULTISET = (ALL_FACES + 1) * N_MULTISETS
_SPLITS = _MULTISET + N_OUTCOMES


@lru_cache(maxsize=1)
def _tables() -> tuple[NDArray[np.float64], int]:
    """Lay out the listing of splits, each outcome's roll, the splits; and say where cells start."""
    tables = split_tables()
    parts = (tables.listing, tables.multiset, tables.reject, tables.low, tables.high, roll_cells())
    laid = [np.asarray(part, dtype=np.float64) for part in parts]
    return np.concatenate(laid), sum(len(part) for part in laid[:-1])


def playout_numbers(numbers: NDArray[np.float64], reject_faces: int) -> NDArray[np.float64]:
    """Put what playouts and look-ahead look up behind a value's numbers."""
    tables, cells = _tables()
    found = np.concatenate([numbers, tables])
    found[PLAYOUTS_AT], found[CELLS_AT] = len(numbers), len(numbers) + cells
    found[REJECT_FACES], found[N_SPLITS] = reject_faces, len(split_tables().reject)
    return found


@compiled
def look_one_roll_ahead(p: Any, marks: NDArray[np.int64], rejects: NDArray[np.int64]) -> float:
    """Compute the exact mean over the next roll of the value of the best split."""
    cells = pointer(p, int(p[CELLS_AT]))
    return one_roll_value(p, cells, int(p[REJECT_FACES]), marks, rejects)


@compiled
def best_of_roll(
    p: Any, roll: int, marks: Any, rejects: Any, score: float
) -> tuple[int, float, int]:
    """Find the best split of a roll: its index among all lists, its value, whether it is free."""
    at = int(p[PLAYOUTS_AT])
    allowed = allowed_faces(int(p[REJECT_FACES]), rejects)
    packed = int(p[at + allowed * N_MULTISETS + roll])
    first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
    n_splits = int(p[N_SPLITS])
    start = at + _SPLITS + first
    sheet = Sheet(pointer(marks, 0), pointer(rejects, 0), 0, 0, free, int(score), 0)
    splits = Splits(
        pointer(p, start), pointer(p, start + n_splits), pointer(p, start + 2 * n_splits), count
    )
    choice, value = best_split(sheet, splits, p)
    return first + choice, value, free


@compiled
def result_of(p: Any, marks: Any) -> float:
    """Say what a sheet comes to if the game ends with it: its score, or 1 or 0 for won or lost."""
    score = score_of(p, marks)
    if p[IS_WIN] != 0:
        return 1.0 if score >= p[WINNING_SCORE] else 0.0
    return score


@compiled
def luck_of_roll(p: Any, roll: int, marks: NDArray[np.int64], rejects: NDArray[np.int64]) -> float:
    """Say what a roll was worth: its best split's value less the mean of that over all rolls."""
    _, value, _ = best_of_roll(p, roll, marks, rejects, score_of(p, marks))
    return worth(p, value) - look_one_roll_ahead(p, marks, rejects)


@compiled
def play_on(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    key: np.uint64,
    game: int,
    fair: int,
) -> float:
    """Play a sheet to its end by the learned value; changes `marks` and `rejects`.

    Parameters
    ----------
    p : ndarray of float64 or pointer to it
        :func:`playout_numbers`.
    marks, rejects : ndarray of int64, shapes (13,) and (7,), changed
        By sum and by face; no face is full.
    key : uint64
        Of the seed of the rolls.
    game : int
        Which game of this seed has the rolls.
    fair : int
        Of so many rolls the luck is taken off the result.

    Returns
    -------
    float
        The score, or 1 or 0 for won or lost, less what the luck was worth.
    """
    start, gamma = open_stream(key, game)
    at = int(p[PLAYOUTS_AT])
    n_splits = int(p[N_SPLITS])
    luck, score = 0.0, score_of(p, marks)
    for roll in range(MAX_ROLLS):
        if roll < fair:
            luck -= look_one_roll_ahead(p, marks, rejects)
        outcome = bounded(draw(start, gamma, roll), N_OUTCOMES)
        split, value, free = best_of_roll(
            p, int(p[at + _MULTISET + outcome]), marks, rejects, score
        )
        if roll < fair:
            luck += worth(p, value)
        marks[int(p[at + _SPLITS + n_splits + split])] += 1
        marks[int(p[at + _SPLITS + 2 * n_splits + split])] += 1
        score = score_of(p, marks)
        if free == 0:
            rejects[int(p[at + _SPLITS + split])] += 1
            if record_of(p, rejects) < 0:
                break
    return result_of(p, marks) - luck
