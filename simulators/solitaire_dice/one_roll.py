"""Look one roll ahead of a sheet exactly: the mean, over all next rolls, of the best split's value.

Most of the 252 different rolls allow several splits, some 2,600 in all, but together they leave few
different sheets: one for each reject face and pair of sums. Their values are worked out first, each
from what they share, and every split of every roll is then one look-up. That takes about a fifteenth
of the time that asking :func:`~simulators.solitaire_dice.by_value.best_split` for each roll does.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.dice import multisets, n_ways
from simulators.solitaire_dice.afterstate import reach_of
from simulators.solitaire_dice.kernels import N_MULTISETS, N_OUTCOMES
from simulators.solitaire_dice.rules import N_SUMS
from simulators.solitaire_dice.splits import ALL_FACES, N_DICE, split_tables
from simulators.solitaire_dice.value_table import (
    DECIDED,
    FACES_AT,
    HEADER,
    IS_WIN,
    MARK_LEVELS,
    N_LEVELS,
    N_MARKS,
    N_WORTHS,
    OFFSETS,
    PAIRS_AT,
    REACH_AT,
    RECORD,
    REJECT_LEVELS,
    REJECT_MARKS,
    SCORE_FROM,
    SCORE_UNIT,
    SET_AT,
    SHEET_AT,
    STAGE_AT,
    STAGES,
    STANDINGS,
    WINNING_SCORE,
    WORTHS,
)

#: Pairs of sums, low <= high, in ascending order.
N_PAIRS = N_SUMS * (N_SUMS + 1) // 2
#: Sheets that a roll can leave: a reject on no face (a free roll) or one of six, and a pair.
N_CELLS = 7 * N_PAIRS
#: Chances are rounded to multiples of this: the last bits of exp() differ between machines.
GRAIN = 2.0**-40

#: A roll has at most so many different splits.
MOST_SPLITS = 15


@compiled
def cell_of(reject: int, low: int, high: int) -> int:
    """Return the number of the sheet that a split leaves; `reject` is 0 on a free roll."""
    a = low - 2
    return reject * N_PAIRS + a * N_SUMS - a * (a - 1) // 2 + (high - low)


@lru_cache(maxsize=1)
def roll_cells() -> NDArray[np.int32]:
    """List the cells of every roll's splits, for each set of faces that may be rejected.

    Returns
    -------
    ndarray of int32
        First, for each of the 64 sets of faces, where its list starts. A list starts with how many
        rolls have 1, 2, ... 15 different cells; then each roll's ways to fall and its cells follow,
        the rolls with the fewest cells first: inner loops of equal length are the fast ones.
    """
    tables = split_tables()
    ways = [n_ways(counts) for counts in multisets(N_DICE)]
    found: list[int] = [0] * (ALL_FACES + 1)
    for allowed in range(ALL_FACES + 1):
        found[allowed] = len(found)
        rolls: list[tuple[int, list[int]]] = []
        for roll in range(N_MULTISETS):
            packed = int(tables.listing[allowed * N_MULTISETS + roll])
            first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
            splits = range(first, first + count)
            # On a free roll, splits that leave the same sheet differ only in the die left over.
            left = {
                cell_of(
                    0 if free else int(tables.reject[i]), int(tables.low[i]), int(tables.high[i])
                )
                for i in splits
            }
            rolls.append((ways[roll], sorted(left)))
        found += [
            sum(len(cells) == count for _, cells in rolls) for count in range(1, MOST_SPLITS + 1)
        ]
        for n, cells in sorted(rolls, key=lambda roll: len(roll[1])):
            found += [n, *cells]
    return np.array(found, dtype=np.int32)


@compiled
def allowed_faces(reject_faces: int, rejects: Any) -> int:
    """Return the set of faces that may be rejected (bit ``face - 1``)."""
    n_open, mask = 0, 0
    for face in range(1, 7):
        if rejects[face] > 0:
            n_open += 1
            mask |= 1 << (face - 1)
    return mask if n_open == reject_faces else ALL_FACES


@compiled
def _record_after(p: Any, rejects: Any, face: int) -> int:
    """Find the record of the reject sheet with one mark more on `face`; -1 if it is full."""
    mask, digit, number = 0, 1, 0
    for f in range(1, 7):
        count = rejects[f] + (1 if f == face else 0)
        if count > 0:
            if count >= p[REJECT_MARKS]:
                return -1
            mask |= 1 << (f - 1)
            number += (int(p[REJECT_LEVELS + count]) - 1) * digit
            digit *= int(p[N_LEVELS])
    return HEADER + RECORD * (int(p[OFFSETS + mask]) + number)


@compiled
def _fill_pairs(p: Any, pairs: int, level: NDArray[np.int64], shared: NDArray[np.float64]) -> None:
    """Add up the pairs of opened sums of each sheet that a roll can leave.

    Parameters
    ----------
    pairs : int
        Where the table of pairs starts, in its step.
    level : ndarray of int64, shape (3, 11)
        Level of each sum's marks, with one mark more, and with two.
    shared : ndarray of float64, shape (N_PAIRS,), written
    """
    n_marks = int(p[N_MARKS])
    wide = N_SUMS * n_marks
    base = 0.0
    step = np.zeros((2, N_SUMS))
    for s in range(N_SUMS):
        for more in range(3):
            if level[more, s] > 0:
                row, total = pairs + (s * n_marks + level[more, s]) * wide, 0.0
                for t in range(N_SUMS):
                    if level[0, t] > 0 and t != s:
                        total += p[row + t * n_marks + level[0, t]]
                if more == 0:
                    base += 0.5 * total
                    step[0, s] -= total
                    step[1, s] -= total
                else:
                    step[more - 1, s] += total
    k = 0
    for a in range(N_SUMS):
        shared[k] = base + step[1, a]
        k += 1
        now, was = level[1, a], level[0, a]
        now_row = pairs + (a * n_marks + now) * wide
        was_row = pairs + (a * n_marks + was) * wide
        for b in range(a + 1, N_SUMS):
            # Both sums change: correct for the pair that they make.
            at = b * n_marks
            value = base + step[0, a] + step[0, b] + p[now_row + at + level[1, b]]
            if level[0, b] > 0:
                value -= p[now_row + at + level[0, b]]
            if was > 0:
                value -= p[was_row + at + level[1, b]]
                if level[0, b] > 0:
                    value += p[was_row + at + level[0, b]]
            shared[k] = value
            k += 1


@compiled
def fill_cells(p: Any, marks: Any, rejects: Any, allowed: int, values: NDArray[np.float64]) -> None:
    """Value every sheet that the next roll can leave.

    Parameters
    ----------
    p : ndarray of float64 or pointer to it
        A learned value's numbers.
    marks, rejects : sequence of int
        Marks of each sum, indexed by the sum, and of each reject face, by the face.
    allowed : int
        The set of faces that may be rejected (bit ``face - 1``).
    values : ndarray of float64, shape (N_CELLS,), written
        By :func:`cell_of`: points for ``mean``, log-odds for ``win``, plus or minus `DECIDED` where
        the game ends. Cells of faces that may not be rejected keep what they hold.
    """
    is_win = p[IS_WIN] != 0
    level = np.empty((3, N_SUMS), np.int64)
    stage = np.empty((3, N_SUMS), np.int64)
    standing = np.empty((3, N_SUMS), np.int64)
    gain = np.empty((3, N_SUMS), np.float64)
    powers = np.empty(N_SUMS, np.int64)
    mask, stages, standings, power, score = 0, 0, 0, 1, 0.0
    for s in range(N_SUMS):
        at = WORTHS + (s + 2) * N_WORTHS
        worth = p[at + min(marks[s + 2], N_WORTHS - 1)]
        score += worth
        for more in range(3):
            count = min(marks[s + 2] + more, N_WORTHS - 1)
            level[more, s] = int(p[MARK_LEVELS + count])
            stage[more, s] = int(p[STAGES + level[more, s]])
            standing[more, s] = int(p[STANDINGS + level[more, s]])
            gain[more, s] = p[at + count] - worth
        if marks[s + 2] > 0:
            mask |= 1 << s
        stages += power * stage[0, s]
        standings += standing[0, s]
        powers[s] = power
        power *= 3
    sets = np.empty(N_PAIRS, np.int64)
    reached = np.empty(N_PAIRS, np.int64)
    reach = np.zeros(N_PAIRS, np.int64)
    scores = np.empty(N_PAIRS, np.float64)
    k = 0
    for a in range(N_SUMS):
        for b in range(a, N_SUMS):
            if a == b:
                after = stages + powers[a] * (stage[2, a] - stage[0, a])
                counts = standings + standing[2, a] - standing[0, a]
                scores[k] = score + gain[2, a]
            else:
                after = stages + powers[a] * (stage[1, a] - stage[0, a])
                after += powers[b] * (stage[1, b] - stage[0, b])
                counts = standings + standing[1, a] - standing[0, a]
                counts += standing[1, b] - standing[0, b]
                scores[k] = score + gain[1, a] + gain[1, b]
            sets[k] = mask | 1 << a | 1 << b
            reached[k] = after
            if is_win:
                reach[k] = reach_of(scores[k] - p[SCORE_FROM], p[SCORE_UNIT], counts)
            k += 1
    shared = np.empty(N_PAIRS, np.float64)
    one = np.empty(N_SUMS, np.float64)
    pairs = -1
    for face in range(7):
        if face > 0 and allowed >> (face - 1) & 1 == 0:
            continue
        record = _record_after(p, rejects, face)
        first = face * N_PAIRS
        if record < 0:
            for k in range(N_PAIRS):
                values[first + k] = scores[k]
                if is_win:
                    values[first + k] = DECIDED if scores[k] >= p[WINNING_SCORE] else -DECIDED
            continue
        if pairs != int(p[record + PAIRS_AT]):
            # Sheets with as many rolls left share their pairs.
            pairs = int(p[record + PAIRS_AT])
            _fill_pairs(p, pairs, level, shared)
        base = p[int(p[record + SHEET_AT])]
        for s in range(N_SUMS):
            was = 0.0
            if level[0, s] > 0:
                was = p[int(p[record + s + 2]) + level[0, s]]
            base += was
            one[s] = p[int(p[record + s + 2]) + level[1, s]] - was
        set_at, faces_at = int(p[record + SET_AT]), int(p[record + FACES_AT])
        stage_at, reach_at = int(p[record + STAGE_AT]), int(p[record + REACH_AT])
        k = 0
        for a in range(N_SUMS):
            row = int(p[record + a + 2])
            two = one[a] + p[row + level[2, a]] - p[row + level[1, a]]
            for b in range(a, N_SUMS):
                value = base + shared[k]
                value += two if a == b else one[a] + one[b]
                value += p[set_at + sets[k]] + p[faces_at + sets[k]]
                value += p[stage_at + reached[k]]
                value += p[reach_at + reach[k]] if is_win else scores[k]
                values[first + k] = value
                k += 1


@compiled
def worth(p: Any, value: float) -> float:
    """Turn points or log-odds, as best splits are compared by, into points or a chance."""
    if p[IS_WIN] == 0:
        return value
    if abs(value) >= DECIDED:
        return 1.0 if value > 0 else 0.0
    return round(1.0 / (1.0 + exp(-value)) / GRAIN) * GRAIN


@compiled
def mean_of_best(p: Any, cells: Any, allowed: int, values: NDArray[np.float64]) -> float:
    """Average the worth of the best cell of each roll over all rolls."""
    at, total = int(cells[allowed]), 0.0
    roll = at + MOST_SPLITS
    for count in range(1, MOST_SPLITS + 1):
        for _ in range(int(cells[at + count - 1])):
            best = values[int(cells[roll + 1])]
            for i in range(roll + 2, roll + count + 1):
                best = max(best, values[int(cells[i])])
            total += cells[roll] * worth(p, best)
            roll += count + 1
    return total / N_OUTCOMES


@compiled
def one_roll_value(p: Any, cells: Any, reject_faces: int, marks: Any, rejects: Any) -> float:
    """Compute the exact mean, over the next roll, of the value of the best split.

    Parameters
    ----------
    p : ndarray of float64 or pointer to it
        A learned value's numbers, see
        :attr:`~simulators.solitaire_dice.learned_value.LearnedValue.numbers`.
    cells : ndarray of a number type or pointer to it
        :func:`roll_cells`.
    reject_faces : int
        Of the rules: how many reject faces can be opened.
    marks : sequence of int
        Marks of each sum, indexed by the sum: ``marks[2]`` to ``marks[12]``.
    rejects : sequence of int
        Marks of each reject face, indexed by the face; none is full.

    Returns
    -------
    float
        Points or a chance.
    """
    allowed = allowed_faces(reject_faces, rejects)
    values = np.empty(N_CELLS, np.float64)
    fill_cells(p, marks, rejects, allowed, values)
    return mean_of_best(p, cells, allowed, values)
