r"""A ceiling on the win rate: a game that is kinder to the player and small enough to solve.

Which marks each sum has is what makes the game too large. The relaxed game replaces each sum's worth
by a line through its marks that is nowhere below it: opening the sum adds one constant, every further
mark another. Then the marks themselves can be forgotten. What is left is the reject sheet, the set of
opened sums, and what the lines have added up to so far: what that total lacks to the target is a
*counter*, and so the lines are in whole multiples of a grain, 50 points under the published rules. A
counter beyond the end of its range is set back to the end; this is to the player's advantage in either
direction, since at its low end the game counts as won.

With r the reject sheet, O the set of opened sums and c the counter,

.. math:: H(r, O, c) = \sum_m p_m \max_{f, i, j} H(r + f, O \cup \{i, j\}, c'), \qquad
          V(x) \le H(r(x), O(x), c(x))

by induction over the rolls left. The free rolls' loop is iterated until float32 tells nothing apart;
what that and rounding can add up to is in `ROUNDING`, and is added to every bound.

References
----------
D. P. Bertsekas, *Dynamic Programming and Optimal Control* II, 4th ed. 2012, chapter 6 (aggregation).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.boundable import MOST_MARKS, check_boundable
from simulators.solitaire_dice.game_graph import live_sheets, rolls_table, sheet_graph
from simulators.solitaire_dice.mirrored import open_set_flips, sheet_rows
from simulators.solitaire_dice.relaxed_kernels import Relaxation, solve_counted
from simulators.solitaire_dice.rules import N_OPEN_SETS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.side_by_side import solve_by_layers

#: Lanes of the counter.
DEFICITS = 40
#: Lanes of `DEFICITS` above the target; beyond them the game counts as won.
SPARE = 5
#: More rounding of float32 than a game's worth of sums can collect, relative to the largest value.
ROUNDING = 1e-5


@dataclass(frozen=True, eq=False)
class RelaxedValues:
    """The solved relaxed game.

    Attributes
    ----------
    rules : SolitaireDiceRules
    relaxation : Relaxation
    row : ndarray of int64, shape (sheets,)
        Row of each live reject sheet; mirror images share one.
    flipped : ndarray of bool, shape (sheets,)
        Whether the row is the mirror image's, so that sets of sums have to be turned round.
    values : ndarray of float32, shape (rows, 2048, lanes)
    margin : float
        What has to be added to make up for rounding.
    """

    rules: SolitaireDiceRules
    relaxation: Relaxation
    row: NDArray[np.int64]
    flipped: NDArray[np.bool_]
    values: NDArray[np.float32]
    margin: float

    @property
    def start(self) -> float:
        """A ceiling on what any player can expect of a game."""
        found = float(self.values[self.row[0], 0, self.relaxation.base])
        return found + self.margin

    @property
    def n_states(self) -> int:
        return self.values.size

    def ceiling(self, marks: Sequence[int], rejects: Sequence[int]) -> float:
        """Return what no player can expect more of than from a sheet before its next roll.

        Parameters
        ----------
        marks : sequence of int
            Marks of each sum, indexed by the sum: ``marks[2]`` to ``marks[12]``.
        rejects : sequence of int
            Marks of each reject face, indexed by the face; none of them full.
        """
        cap = self.rules.cap_marks or MOST_MARKS
        counted = [min(marks[sum_], cap) for sum_ in SUMS]
        relaxation, lanes = self.relaxation, self.values.shape[2]
        lane = relaxation.base + sum(int(relaxation.counted[i, m]) for i, m in enumerate(counted))
        sheets = live_sheets(self.rules.reject_faces, self.rules.reject_marks)
        sheet = sheets.index(tuple(rejects[1:7]))
        opened = sum(1 << i for i, m in enumerate(counted) if m)
        if self.flipped[sheet]:
            opened = int(open_set_flips()[opened])
        found = self.values[self.row[sheet], opened, min(max(lane, 0), lanes - 1)]
        return float(found) + self.margin


def grain_of(rules: SolitaireDiceRules) -> int:
    """Choose the grain: a round number with which the lanes span the target and six penalties.

    Examples
    --------
    >>> grain_of(SolitaireDiceRules())
    50
    """
    least = (6 * rules.opening_penalty + abs(rules.target)) / (DEFICITS - SPARE)
    rounds = [step * 10**power for power in range(9) for step in (1, 2, 5)]
    return int(next(grain for grain in rounds if grain >= least))


def _coarse_line(rules: SolitaireDiceRules, sum_: int, grain: int) -> tuple[int, int]:
    """Return (first mark, each further one) in grains: a line above the sum's worth.

    Its slope is that from the first mark to the cap, or to par where that is steeper, in whole
    grains; its height is the least that is enough.
    """
    most = rules.cap_marks or MOST_MARKS
    worth = [rules.worth(sum_, marks) for marks in range(most + 1)]
    steepest = max((worth[m] - worth[1]) / max(m - 1, 1) for m in {rules.par_marks, most})
    slope = max(round(steepest / grain), 0)
    height = max(ceil((worth[m] - slope * grain * (m - 1)) / grain) for m in range(1, most + 1))
    return height, slope


def win_relaxation(rules: SolitaireDiceRules) -> Relaxation:
    """Count what the score lacks to the target; see the module."""
    grain = grain_of(rules)
    lines = [_coarse_line(rules, sum_, grain) for sum_ in SUMS]
    lanes = np.arange(DEFICITS)
    counted = [[0] + [-(high + slope * (m - 1)) for m in range(1, 16)] for high, slope in lines]
    return Relaxation(
        np.array([-high for high, _ in lines], dtype=np.int64),
        np.array([slope for _, slope in lines], dtype=np.int64),
        (lanes <= SPARE).astype(np.float32),
        np.array(counted, dtype=np.int64),
        min(max(SPARE + ceil(rules.winning_score / grain), 0), DEFICITS - 1),
    )


@lru_cache(maxsize=1)  # one takes over 1 GB
def relaxed_values(rules: SolitaireDiceRules, workers: int = 1) -> RelaxedValues:
    """Solve the relaxed game.

    Parameters
    ----------
    rules : SolitaireDiceRules
    workers : int
        Threads; the values are the same for any number.

    Raises
    ------
    ValueError
        For rules that it doesn't fit, see :func:`~simulators.solitaire_dice.boundable.check_boundable`.
    """
    check_boundable(rules)
    relaxation = win_relaxation(rules)
    graph = sheet_graph(rules.reject_faces, rules.reject_marks)
    row, flipped = sheet_rows(rules)
    lanes = relaxation.ending.size
    values = np.zeros((int(row.max()) + 1, N_OPEN_SETS, lanes), dtype=np.float32)
    flips = open_set_flips()

    def solve(sheets: NDArray[np.int64]) -> None:
        solve_counted(rolls_table(), graph, relaxation, sheets, row, flipped, flips, values)

    solve_by_layers(graph, flipped, workers, solve)
    margin = ROUNDING * float(max(1.0, np.abs(values).max()))
    return RelaxedValues(rules, relaxation, row, flipped, values, margin)
