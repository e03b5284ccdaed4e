r"""Look two rolls ahead of a sheet: after each next roll, the few splits that look best look on.

With U the learned value of a sheet and :math:`V_1` the exact mean of U over one roll
(:func:`~simulators.solitaire_dice.one_roll.one_roll_value`), two rolls ahead a sheet x is worth

.. math:: V_2(x) = \sum_m p_m \max_{a \in A_w(m)} V_1(x + a), \qquad V_1(\text{full sheet}) = g,

m over the 252 rolls, :math:`A_w(m)` the w legal splits of m of the highest U, g what the game came to.
No chance is sampled; that few splits are looked at is the one thing left out, and it can only make the
value smaller: :math:`V_2` grows with w, and from w = 15 on nothing is left out.

The 252 rolls leave at most 462 different sheets, and each is looked at once, whichever rolls lead to
it, and only if it is among the best w of one of them. Before all reject faces are open, that is some
110 sheets for w = 1, 260 for w = 3, 400 for w = 15, later 110, 190 and 210: each at the price of
:math:`V_1`, some 5 microseconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.solitaire_dice.kernels import N_OUTCOMES
from simulators.solitaire_dice.one_roll import (
    MOST_SPLITS,
    N_CELLS,
    N_PAIRS,
    allowed_faces,
    fill_cells,
    one_roll_value,
    worth,
)
from simulators.solitaire_dice.value_table import REJECT_MARKS


@compiled
def _sums_of_pairs() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """List the two sums of each pair, in the order in which cells are numbered."""
    low, high = np.empty(N_PAIRS, np.int64), np.empty(N_PAIRS, np.int64)
    k = 0
    for a in range(2, 13):
        for b in range(a, 13):
            low[k], high[k] = a, b
            k += 1
    return low, high


@compiled
def two_roll_value(
    p: Any,
    cells: Any,
    reject_faces: int,
    width: int,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
) -> float:
    """Compute the mean, over the next roll, of the best split's value one roll ahead.

    Parameters
    ----------
    p, cells, reject_faces
        As for :func:`~simulators.solitaire_dice.one_roll.one_roll_value`.
    width : int
        Splits of each next roll that look on, those of the highest learned value; 1 or more.
    marks, rejects : ndarray of int64, shapes (13,) and (7,)
        By sum and by face; no face is full. Changed on the way, and put back.

    Returns
    -------
    float
        Points or a chance.
    """
    allowed = allowed_faces(reject_faces, rejects)
    values = np.empty(N_CELLS, np.float64)
    fill_cells(p, marks, rejects, allowed, values)
    low, high = _sums_of_pairs()
    ahead = np.full(N_CELLS, np.nan)
    best = np.empty(MOST_SPLITS, np.int64)
    at, total = int(cells[allowed]), 0.0
    roll = at + MOST_SPLITS
    for count in range(1, MOST_SPLITS + 1):
        wide = min(width, count)
        for _ in range(int(cells[at + count - 1])):
            n = 0
            for i in range(roll + 1, roll + count + 1):
                cell = int(cells[i])
                if n == wide:
                    if values[cell] <= values[best[n - 1]]:
                        continue
                    n -= 1
                place = n
                while place > 0 and values[best[place - 1]] < values[cell]:
                    best[place] = best[place - 1]
                    place -= 1
                best[place] = cell
                n += 1
            highest = -np.inf
            for i in range(n):
                cell = best[i]
                if np.isnan(ahead[cell]):
                    face, pair = cell // N_PAIRS, cell % N_PAIRS
                    if face > 0 and rejects[face] + 1 >= p[REJECT_MARKS]:
                        ahead[cell] = worth(p, values[cell])
                    else:
                        marks[low[pair]] += 1
                        marks[high[pair]] += 1
                        rejects[face] += face > 0
                        ahead[cell] = one_roll_value(p, cells, reject_faces, marks, rejects)
                        rejects[face] -= face > 0
                        marks[low[pair]] -= 1
                        marks[high[pair]] -= 1
                highest = max(highest, ahead[cell])
            total += cells[roll] * highest
            roll += count + 1
    return total / N_OUTCOMES
