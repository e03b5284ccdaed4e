"""Learn the value of afterstates from exact backups: what the next roll brings, without its luck.

What limits learning from played games in the end is their luck: a sheet's successor is the one that a
roll happened to lead to. Here the target of each sheet that occurs in play is the exact mean over its
next rolls instead, under a copy of the values that is kept for a round of games. All the luck that
stays is in which sheets are met, and the games of a round can be played side by side: they depend on
the copy alone.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.solitaire_dice.kernels import N_MULTISETS, N_OUTCOMES
from simulators.solitaire_dice.learning_kernel import Goal, learn, sheet_number, weights_sum
from simulators.solitaire_dice.learning_tables import Entries, Indices
from simulators.solitaire_dice.one_roll import N_CELLS, cell_of, fill_cells, mean_of_best
from simulators.solitaire_dice.rules import MAX_ROLLS, N_SUMS
from simulators.solitaire_dice.splits import ALL_FACES, SplitTables
from simulators.streams import bounded, draw, open_stream


class Visits(NamedTuple):
    """Afterstates that occurred in play, one a row.

    Attributes
    ----------
    sheet : ndarray of int32
        Number of the reject sheet.
    level : ndarray of int8, shape (n, 11)
        Marks of each sum, as levels.
    score : ndarray of float64
    target : ndarray of float64
        The exact mean of the best split's value over all next rolls: points or a chance.
    """

    sheet: NDArray[np.int32]
    level: NDArray[np.int8]
    score: NDArray[np.float64]
    target: NDArray[np.float64]

    @classmethod
    def empty(cls, n: int) -> Visits:
        """Make room for `n` rows."""
        return cls(np.empty(n, np.int32), np.empty((n, N_SUMS), np.int8), np.empty(n), np.empty(n))


@kernel
def visit_kernel(
    key: np.uint64,
    first_game: int,
    n_games: int,
    tables: SplitTables,
    indices: Indices,
    goal: Goal,
    p: Any,
    cells: NDArray[np.int32],
    visits: Visits,
    sums: NDArray[np.float64],
) -> int:
    """Play games by a learned value and back every afterstate up exactly.

    Parameters
    ----------
    key : uint64
        Hash of the seed, see :func:`simulators.streams.seed_key`.
    p : ndarray of float64
        A learned value's numbers.
    cells : ndarray of int32
        :func:`~simulators.solitaire_dice.one_roll.roll_cells`.
    visits : Visits, written
        Afterstates beyond its length are left out.
    sums : ndarray of float64, shape (6,), added to
        Games, scores, wins, 0, 0, squared scores.

    Returns
    -------
    int
        How many rows were written.
    """
    marks = np.zeros(13, dtype=np.int64)
    rejects = np.zeros(7, dtype=np.int64)
    values = np.empty(N_CELLS)
    n = 0
    for game in range(first_game, first_game + n_games):
        start, gamma = open_stream(key, game)
        marks[:] = 0
        rejects[:] = 0
        score, opened, open_mask, rolls = 0.0, 0, 0, 0
        while rolls < MAX_ROLLS and marks.max() < indices.worth.shape[1] - 3:
            allowed = open_mask if opened == goal.reject_faces else ALL_FACES
            fill_cells(p, marks, rejects, allowed, values)
            if rolls > 0 and n < len(visits.sheet):
                visits.sheet[n] = sheet_number(indices, goal.n_levels, rejects)
                for s in range(N_SUMS):
                    visits.level[n, s] = indices.level[marks[s + 2]]
                visits.score[n] = score
                visits.target[n] = mean_of_best(p, cells, allowed, values)
                n += 1
            outcome = bounded(draw(start, gamma, rolls), N_OUTCOMES)
            packed = tables.listing[allowed * N_MULTISETS + tables.multiset[outcome]]
            first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
            best, best_value = first, -1e300
            for split in range(first, first + count):
                face = 0 if free == 1 else int(tables.reject[split])
                value = values[cell_of(face, int(tables.low[split]), int(tables.high[split]))]
                if value > best_value:
                    best, best_value = split, value
            for sum_ in (int(tables.low[best]), int(tables.high[best])):
                worth = indices.worth[sum_ - 2]
                score += worth[marks[sum_] + 1] - worth[marks[sum_]]
                marks[sum_] += 1
            rolls += 1
            if free == 0:
                face = int(tables.reject[best])
                rejects[face] += 1
                if rejects[face] == 1:
                    opened += 1
                    open_mask |= 1 << (face - 1)
                if rejects[face] >= goal.reject_marks:
                    break
        sums[0] += 1
        sums[1] += score
        sums[2] += score >= goal.winning_score
        sums[5] += score * score
    return n


@kernel
def fit_kernel(
    visits: Visits,
    n: int,
    indices: Indices,
    goal: Goal,
    w: Entries,
    net: Entries,
    gross: Entries,
    symmetric: bool,
    sums: NDArray[np.float64],
) -> None:
    """Move the values of the first `n` visits towards their targets, one after the other.

    Parameters
    ----------
    w, net, gross : Entries, changed
        As in :func:`~simulators.solitaire_dice.learning_kernel.learn_kernel`.
    sums : ndarray of float64, shape (6,), added to
        The fourth and the fifth: afterstates, squared errors.
    """
    level = np.empty(N_SUMS, dtype=np.int64)
    for i in range(n):
        for s in range(N_SUMS):
            level[s] = visits.level[i, s]
        sheet, score = int(visits.sheet[i]), visits.score[i]
        value = weights_sum(w, indices, goal, sheet, level, score)
        value = 1.0 / (1.0 + exp(-value)) if goal.win else value + score
        error = visits.target[i] - value
        sums[3] += 1
        sums[4] += error * error
        learn(w, net, gross, indices, goal, sheet, level, score, error, symmetric)
