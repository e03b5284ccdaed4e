r"""A game that is kinder to the player than Solitaire Dice and small enough to solve: a ceiling.

Which marks each sum has is what makes the game too large. The relaxed game replaces each sum's worth
by a line through its marks that is nowhere below it: opening the sum adds one constant, every further
mark another. Then the marks themselves can be forgotten. What is left is the reject sheet, the set of
opened sums, and what the lines have added up to so far.

**mean.** That total is paid out at once, so that the state is only reject sheet and set of opened sums.
The line of a sum goes through par and the cap, or, where that would be below the penalty, from the
first mark to the cap: it forgives part of the penalty for a sum that stays below par, and nothing else.

**win.** What the total lacks to the target is a *counter*, so that the lines are in whole multiples of
a grain, 50 points under the published rules. A counter beyond the end of its range is set back to the
end; this is to the player's advantage in either direction, since at its low end the game counts as
won.

With r the reject sheet, O the set of opened sums and c the counter,

.. math:: H(r, O, c) = \sum_m p_m \max_{f, i, j} H(r + f, O \cup \{i, j\}, c'), \qquad
          V(x) \le \text{points so far} + H(r(x), O(x), c(x))

by induction over the rolls left. The free rolls' loop is iterated until float32 tells nothing apart;
what that and rounding can add up to is in `ROUNDING`, and is added to every bound.

References
----------
D. P. Bertsekas, *Dynamic Programming and Optimal Control* II, 4th ed. 2012, chapter 6 (aggregation).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.game_graph import live_sheets, rolls_table, sheet_graph
from simulators.solitaire_dice.relaxed_kernels import Relaxation, solve_counted, solve_paid
from simulators.solitaire_dice.rules import N_SUMS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.splits import ALL_FACES

N_OPEN_SETS = 1 << N_SUMS
#: Marks that are told apart, at most: four bits of a state's key.
MOST_MARKS = 15
#: Lanes of the counter for `win`.
DEFICITS = 40
#: Lanes of `DEFICITS` above the target; beyond them the game counts as won.
SPARE = 5
#: More rounding of float32 than a game's worth of sums can collect, relative to the largest value.
ROUNDING = 1e-5
#: Solved games that are kept in memory: for `win` one takes over 1 GB.
KEPT = 2
#: More live reject sheets than this aren't solved: about 1 GB of values.
MOST_SHEETS = 10_000


_SOLVED: dict[tuple[SolitaireDiceRules, str], RelaxedValues] = {}


@dataclass(frozen=True, eq=False)
class RelaxedValues:
    """The solved relaxed game.

    Attributes
    ----------
    rules : SolitaireDiceRules
    objective : str
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
    objective: str
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
        paid = sum(float(relaxation.paid[i, m]) for i, m in enumerate(counted))
        sheets = live_sheets(self.rules.reject_faces, self.rules.reject_marks)
        sheet = sheets.index(tuple(rejects[1:7]))
        opened = sum(1 << i for i, m in enumerate(counted) if m)
        if self.flipped[sheet]:
            opened = int(open_set_flips()[opened])
        found = self.values[self.row[sheet], opened, min(max(lane, 0), lanes - 1)]
        return paid + float(found) + self.margin


def mean_relaxation(rules: SolitaireDiceRules) -> Relaxation:
    """Pay by lines; see the module."""
    lines = [_line(rules, sum_) for sum_ in SUMS]
    paid = [[0.0] + [high + slope * (m - 1) for m in range(1, 16)] for high, slope in lines]
    nothing = np.zeros(N_SUMS, dtype=np.int64)
    return Relaxation(
        np.array([high for high, _ in lines]),
        np.array([slope for _, slope in lines]),
        nothing,
        nothing,
        np.zeros(1, dtype=np.float32),
        False,
        np.array(paid),
        np.zeros((N_SUMS, 16), dtype=np.int64),
        0,
    )


def _line(rules: SolitaireDiceRules, sum_: int) -> tuple[float, float]:
    """Return (first mark, each further one): the line through par and cap, or above the penalty."""
    most = rules.cap_marks or MOST_MARKS
    worth = [float(rules.worth(sum_, marks)) for marks in range(most + 1)]
    par = rules.par_marks
    slope = (worth[most] - worth[par]) / (most - par)
    if worth[par] - slope * (par - 1) < worth[1]:
        slope = (worth[most] - worth[1]) / (most - 1)
    return max(worth[m] - slope * (m - 1) for m in range(1, most + 1)), slope


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
    target = rules.target if rules.win == "reach" else rules.target + 1
    return Relaxation(
        np.zeros(N_SUMS),
        np.zeros(N_SUMS),
        np.array([-high for high, _ in lines], dtype=np.int64),
        np.array([slope for _, slope in lines], dtype=np.int64),
        (lanes <= SPARE).astype(np.float32),
        True,
        np.zeros((N_SUMS, 16)),
        np.array(counted, dtype=np.int64),
        min(max(SPARE + ceil(target / grain), 0), DEFICITS - 1),
    )


RELAXATIONS = {"mean": mean_relaxation, "win": win_relaxation}


def check_relaxable(rules: SolitaireDiceRules) -> None:
    """Refuse rules that the relaxed game doesn't fit.

    Raises
    ------
    ValueError
        Naming the switch.
    """
    if rules.cap_marks is None or rules.cap_marks > MOST_MARKS:
        written = "none" if rules.cap_marks is None else rules.cap_marks
        raise ValueError(
            f"switch cap_marks must be at most {MOST_MARKS} to bound these rules, not {written}"
        )
    sheets = sum(
        (rules.reject_marks - 1) ** bin(mask).count("1")
        for mask in range(ALL_FACES + 1)
        if bin(mask).count("1") <= rules.reject_faces
    )
    if sheets > MOST_SHEETS:
        raise ValueError(
            f"these rules have {sheets:,} reject sheets, and at most {MOST_SHEETS:,} can be bounded: "
            "lower reject_faces or reject_marks"
        )


def relaxed_values(
    rules: SolitaireDiceRules, objective: str = "mean", workers: int = 1
) -> RelaxedValues:
    """Solve the relaxed game, or return what was found before.

    For parameters see :func:`solve_relaxed`.
    """
    asked = (rules, objective)
    if asked not in _SOLVED:
        solved = solve_relaxed(rules, objective, workers)
        while len(_SOLVED) >= KEPT:
            _SOLVED.pop(next(iter(_SOLVED)))
        _SOLVED[asked] = solved
    return _SOLVED[asked]


def solve_relaxed(
    rules: SolitaireDiceRules, objective: str = "mean", workers: int = 1
) -> RelaxedValues:
    """Solve the relaxed game.

    Parameters
    ----------
    rules : SolitaireDiceRules
    objective : str
        ``mean``, points, or ``win``, the chance to reach the target.
    workers : int
        Threads; the values are the same for any number.

    Raises
    ------
    ValueError
        For rules that it doesn't fit, see :func:`check_relaxable`.
    """
    if objective not in RELAXATIONS:
        raise ValueError(f"objective must be mean or win, not {objective!r}")
    check_relaxable(rules)
    relaxation = RELAXATIONS[objective](rules)
    graph = sheet_graph(rules.reject_faces, rules.reject_marks)
    row, flipped = _rows(rules)
    lanes = relaxation.ending.size
    values = np.zeros((int(row.max()) + 1, N_OPEN_SETS, lanes), dtype=np.float32)
    flips = open_set_flips()
    solve = solve_paid if lanes == 1 else solve_counted
    with ThreadPoolExecutor(workers) as pool:
        for layer in range(int(graph.marks.max()), -1, -1):
            sheets = np.flatnonzero((graph.marks == layer) & ~flipped)
            parts = np.array_split(sheets, min(4 * workers, sheets.size))
            jobs = [
                pool.submit(
                    solve, rolls_table(), graph, relaxation, part, row, flipped, flips, values
                )
                for part in parts
            ]
            for job in jobs:
                job.result()
    margin = ROUNDING * float(max(1.0, np.abs(values).max()))
    return RelaxedValues(rules, objective, relaxation, row, flipped, values, margin)


def _rows(rules: SolitaireDiceRules) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Give every reject sheet a row, mirror images one together where values are symmetric."""
    sheets = live_sheets(rules.reject_faces, rules.reject_marks)
    number = {sheet: index for index, sheet in enumerate(sheets)}
    symmetric = rules.values == rules.values[::-1]
    row = np.zeros(len(sheets), dtype=np.int64)
    flipped = np.zeros(len(sheets), dtype=np.bool_)
    rows = 0
    for index, sheet in enumerate(sheets):
        image = number[sheet[::-1]]
        if symmetric and image < index:
            row[index], flipped[index] = row[image], True
        else:
            row[index] = rows
            rows += 1
    return row, flipped


@lru_cache
def open_set_flips() -> NDArray[np.int64]:
    """Turn each set of sums round: sum s becomes 14 - s."""
    return np.array([int(f"{mask:0{N_SUMS}b}"[::-1], 2) for mask in range(N_OPEN_SETS)])
