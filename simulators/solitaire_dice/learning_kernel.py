"""Learn the value of afterstates by temporal differences, one game after the other.

A game is played by the values as they stand. Then its afterstates are gone through from the last to
the first: each is moved towards its successor's value, the last towards the score itself (objective
``mean``) or towards whether the game was won (``win``, where the value is the logistic function of the
sum of the entries). Every entry has a step size of its own, by temporal coherence [1]_: the size of the
sum of the errors that it has met over the sum of their sizes, which stays near 1 while they all point
the same way and falls once they only scatter.

References
----------
.. [1] D. F. Beal, M. C. Smith, "Temporal coherence and prediction decay in TD learning", IJCAI 1999.
   For 2048: W. Jaśkowski, "Mastering 2048 with delayed temporal coherence learning", IEEE
   Transactions on Games 10 (2018).
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.solitaire_dice.afterstate import reach_of
from simulators.solitaire_dice.kernels import N_MULTISETS, N_OUTCOMES
from simulators.solitaire_dice.learning_tables import Entries, Indices
from simulators.solitaire_dice.rules import MAX_ROLLS, N_SUMS
from simulators.solitaire_dice.splits import ALL_FACES, SplitTables
from simulators.solitaire_dice.value_table import DECIDED
from simulators.streams import bounded, draw, open_stream


class Goal(NamedTuple):
    """What is learned, and how fast.

    Attributes
    ----------
    reject_faces, reject_marks, n_levels : int
        Of the rules, and levels that an open reject face can have.
    win : bool
        Whether the chance to reach `winning_score` is learned, rather than the mean score.
    winning_score : float
    score_from, score_unit : float
        The score from which on scores are told apart, and the width of a step.
    rate : float
        Share of an error that an afterstate's entries take on together, at most.
    single : float
        How many times as much of an error the tables take that a sheet has one entry in.
    mixing : float
        How much of a target is what came later, rather than the successor's value: lambda of
        TD(lambda), 0 to 1.
    """

    reject_faces: int
    reject_marks: int
    n_levels: int
    win: bool
    winning_score: float
    score_from: float
    score_unit: float
    rate: float
    single: float
    mixing: float


@compiled
def sheet_number(indices: Indices, n_levels: int, rejects: NDArray[np.int64]) -> int:
    """Return the number of a reject sheet."""
    mask, digit, number = 0, 1, 0
    for face in range(1, 7):
        if rejects[face] > 0:
            mask |= 1 << (face - 1)
            number += (indices.reject_level[rejects[face]] - 1) * digit
            digit *= n_levels
    return int(indices.offset[mask] + number)


@compiled
def _stages(indices: Indices, level: NDArray[np.int64]) -> tuple[int, int, int]:
    """Return the set of opened sums, the number of all stages, and the sum of all standings."""
    mask, stages, power, standing = 0, 0, 1, 0
    for s in range(N_SUMS):
        if level[s] > 0:
            mask |= 1 << s
        stages += power * indices.stage[level[s]]
        standing += indices.standing[level[s]]
        power *= 3
    return mask, stages, standing


@compiled
def _reach(goal: Goal, score: float, standing: int) -> int:
    """Say where in the table of reaches, for its kind of reject sheet, a sheet is."""
    return reach_of(score - goal.score_from, goal.score_unit, standing)


@compiled
def weights_sum(
    w: Entries,
    indices: Indices,
    goal: Goal,
    sheet: int,
    level: NDArray[np.int64],
    score: float,
) -> float:
    """Add up all entries of an afterstate; `level` holds the marks of each sum, as levels."""
    total, step = 0.0, indices.pair_step[sheet]
    for s in range(N_SUMS):
        m = level[s]
        total += w.fine[indices.fine[sheet, s], m] + w.coarse[indices.coarse[sheet, s], m]
        for t in range(s):
            total += w.pair[step, s, m, t, level[t]]
    mask, stages, standing = _stages(indices, level)
    total += w.opened[indices.set_step[sheet], mask] + w.faces[indices.face_row[sheet], mask]
    if goal.win:
        total += w.reach[indices.kind[sheet], _reach(goal, score, standing)]
    value: float = total + w.stages[indices.stage_step[sheet], stages]
    return value


@compiled
def _row(w: Entries, step: int, s: int, m: int, level: NDArray[np.int64]) -> float:
    """Add up the pairs that sum `s` makes with the others, had it marks of level `m`."""
    total = 0.0
    for t in range(N_SUMS):
        if t != s:
            total += w.pair[step, s, m, t, level[t]]
    return total


@compiled
def _pick(
    w: Entries,
    indices: Indices,
    goal: Goal,
    tables: SplitTables,
    first: int,
    count: int,
    free: int,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    score: float,
    scratch: NDArray[np.float64],
    level: NDArray[np.int64],
) -> int:
    """Return the split, of `count` from `first`, that leaves the sheet of the highest value."""
    for s in range(N_SUMS):
        level[s] = indices.level[marks[s]]
    mask, stages, standing = _stages(indices, level)
    rows, steps = scratch[:N_SUMS], scratch[N_SUMS:]
    sheet, step, base, known, over = 0, 0, 0.0, 0, False
    best, best_value, face_before = first, -1e300, 0
    for split in range(first, first + count):
        face, a, b = (
            int(tables.reject[split]),
            int(tables.low[split]) - 2,
            int(tables.high[split]) - 2,
        )
        if face_before == 0 or (face != face_before and free == 0):
            over = free == 0 and rejects[face] + 1 >= goal.reject_marks
            if not over:
                rejects[face] += 1 - free
                sheet = sheet_number(indices, goal.n_levels, rejects)
                rejects[face] -= 1 - free
                step, base, known = indices.pair_step[sheet], 0.0, 0
                for s in range(N_SUMS):
                    rows[s] = _row(w, step, s, level[s], level)
                    base += 0.5 * rows[s]
                    base += w.fine[indices.fine[sheet, s], level[s]]
                    base += w.coarse[indices.coarse[sheet, s], level[s]]
        face_before = face
        twice = 1 if a == b else 0
        gain = indices.worth[a, marks[a] + 1 + twice] - indices.worth[a, marks[a]]
        if twice == 0:
            gain += indices.worth[b, marks[b] + 1] - indices.worth[b, marks[b]]
        if over:
            value = score + gain
            if goal.win:
                value = DECIDED if value >= goal.winning_score else -DECIDED
        else:
            for which in range(2 - twice):
                s = a if which == 0 else b
                cell = s + N_SUMS * twice
                if known >> cell & 1 == 0:
                    known |= 1 << cell
                    m = indices.level[marks[s] + 1 + twice]
                    change = _row(w, step, s, m, level) - rows[s]
                    change += w.fine[indices.fine[sheet, s], m]
                    change -= w.fine[indices.fine[sheet, s], level[s]]
                    change += w.coarse[indices.coarse[sheet, s], m]
                    change -= w.coarse[indices.coarse[sheet, s], level[s]]
                    steps[cell] = change
            m = indices.level[marks[a] + 1 + twice]
            was, now = indices.stage[level[a]], indices.stage[m]
            reached = stages + 3**a * (now - was)
            counts = standing + indices.standing[m] - indices.standing[level[a]]
            if twice == 1:
                value = base + steps[N_SUMS + a]
            else:
                n = indices.level[marks[b] + 1]
                was, now = indices.stage[level[b]], indices.stage[n]
                reached += 3**b * (now - was)
                counts += indices.standing[n] - indices.standing[level[b]]
                value = base + steps[a] + steps[b]
                value += w.pair[step, a, m, b, n] - w.pair[step, a, m, b, level[b]]
                value += w.pair[step, a, level[a], b, level[b]] - w.pair[step, a, level[a], b, n]
            marked = mask | 1 << a | 1 << b
            value += w.opened[indices.set_step[sheet], marked]
            value += w.faces[indices.face_row[sheet], marked]
            value += w.stages[indices.stage_step[sheet], reached]
            if goal.win:
                value += w.reach[indices.kind[sheet], _reach(goal, score + gain, counts)]
            else:
                value += score + gain
        if value > best_value:
            best, best_value = split, value
    return best


@compiled
def _step(net: Any, gross: Any, at: Any, error: float, step: float) -> float:
    """Return by how much an entry moves, and note the error that it has met."""
    size = abs(net[at]) / gross[at] if gross[at] > 0.0 else 1.0
    net[at] += error
    gross[at] += abs(error)
    return step * size * error


@compiled
def learn(
    w: Entries,
    net: Entries,
    gross: Entries,
    indices: Indices,
    goal: Goal,
    sheet: int,
    level: NDArray[np.int64],
    score: float,
    error: float,
    symmetric: bool,
) -> None:
    """Move all entries of an afterstate against its error."""
    n_single = 3 + int(goal.win)
    move = goal.rate / (2 * N_SUMS + N_SUMS * (N_SUMS - 1) // 2 + goal.single * n_single)
    step, last = indices.pair_step[sheet], N_SUMS - 1
    for s in range(N_SUMS):
        m = level[s]
        at = (indices.fine[sheet, s], m)
        w.fine[at] += _step(net.fine, gross.fine, at, error, move)
        at = (indices.coarse[sheet, s], m)
        w.coarse[at] += _step(net.coarse, gross.coarse, at, error, move)
        for t in range(s):
            n = level[t]
            first, k, second, j = t, n, s, m
            # Of a pair and its mirror image, the one that comes first keeps what is known.
            if symmetric and (last - s, m) < (t, n):
                first, k, second, j = last - s, m, last - t, n
            cell = (step, first, k, second, j)
            w.pair[cell] += _step(net.pair, gross.pair, cell, error, move)
            entry = w.pair[cell]
            w.pair[step, s, m, t, n] = entry
            w.pair[step, t, n, s, m] = entry
            if symmetric:
                w.pair[step, last - s, m, last - t, n] = entry
                w.pair[step, last - t, n, last - s, m] = entry
    move *= goal.single
    mask, stages, standing = _stages(indices, level)
    if goal.win:
        # For the mean, points count as they stand; entries for them only slowed learning.
        at = (indices.kind[sheet], _reach(goal, score, standing))
        w.reach[at] += _step(net.reach, gross.reach, at, error, move)
    at = (indices.set_step[sheet], mask)
    w.opened[at] += _step(net.opened, gross.opened, at, error, move)
    at = (indices.face_row[sheet], mask)
    w.faces[at] += _step(net.faces, gross.faces, at, error, move)
    at = (indices.stage_step[sheet], stages)
    w.stages[at] += _step(net.stages, gross.stages, at, error, move)


@kernel
def learn_kernel(
    key: np.uint64,
    first_game: int,
    n_games: int,
    tables: SplitTables,
    indices: Indices,
    goal: Goal,
    w: Entries,
    net: Entries,
    gross: Entries,
    symmetric: bool,
    sums: NDArray[np.float64],
) -> None:
    """Play games and learn from each.

    Parameters
    ----------
    key : uint64
        Hash of the seed, see :func:`simulators.streams.seed_key`.
    tables : SplitTables
    indices : Indices
    goal : Goal
    w, net, gross : Entries, changed
        The weights; sum of the errors that each has met, and sum of their sizes.
    symmetric : bool
        Whether mirror images are one.
    sums : ndarray of float64, shape (6,), added to
        Games, scores, wins, afterstates, squared errors, squared scores.
    """
    marks = np.zeros(N_SUMS, dtype=np.int64)
    level = np.zeros(N_SUMS, dtype=np.int64)
    rejects = np.zeros(7, dtype=np.int64)
    scratch = np.zeros(3 * N_SUMS)
    sheets = np.zeros(MAX_ROLLS, dtype=np.int64)
    scores = np.zeros(MAX_ROLLS)
    levels = np.zeros((MAX_ROLLS, N_SUMS), dtype=np.int64)
    for game in range(first_game, first_game + n_games):
        start, gamma = open_stream(key, game)
        marks[:] = 0
        rejects[:] = 0
        score, opened, open_mask, rolls = 0.0, 0, 0, 0
        # The last marks whose worth is tabulated stop a game that no policy's game comes near.
        while rolls < MAX_ROLLS and marks.max() < indices.worth.shape[1] - 3:
            allowed = open_mask if opened == goal.reject_faces else ALL_FACES
            outcome = bounded(draw(start, gamma, rolls), N_OUTCOMES)
            packed = tables.listing[allowed * N_MULTISETS + tables.multiset[outcome]]
            first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
            split = _pick(
                w, indices, goal, tables, first, count, free, marks, rejects, score, scratch, level
            )
            for sum_ in (int(tables.low[split]) - 2, int(tables.high[split]) - 2):
                score += indices.worth[sum_, marks[sum_] + 1] - indices.worth[sum_, marks[sum_]]
                marks[sum_] += 1
            if free == 0:
                face = int(tables.reject[split])
                rejects[face] += 1
                if rejects[face] == 1:
                    opened += 1
                    open_mask |= 1 << (face - 1)
                if rejects[face] >= goal.reject_marks:
                    break
            sheets[rolls] = sheet_number(indices, goal.n_levels, rejects)
            scores[rolls] = score
            for s in range(N_SUMS):
                levels[rolls, s] = indices.level[marks[s]]
            rolls += 1
        won = score >= goal.winning_score
        sums[0] += 1
        sums[1] += score
        sums[2] += won
        sums[3] += rolls
        sums[5] += score * score
        target = score
        if goal.win:
            target = 1.0 if won else 0.0
        for roll in range(rolls - 1, -1, -1):
            value = weights_sum(w, indices, goal, sheets[roll], levels[roll], scores[roll])
            value = 1.0 / (1.0 + exp(-value)) if goal.win else value + scores[roll]
            error = target - value
            sums[4] += error * error
            learn(
                w, net, gross, indices, goal, sheets[roll], levels[roll], scores[roll], error,
                symmetric,
            )  # fmt: skip
            value = weights_sum(w, indices, goal, sheets[roll], levels[roll], scores[roll])
            value = 1.0 / (1.0 + exp(-value)) if goal.win else value + scores[roll]
            target = goal.mixing * target + (1.0 - goal.mixing) * value
