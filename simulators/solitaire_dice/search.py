"""Think ahead from a learned value: over every next roll, and by playing on many times.

The candidates are the splits that look best by the learned value alone. Each is valued again:

- **look-ahead**: the exact mean, over the 252 different next rolls, of the value of the best split;
- **playouts**: the mean result of games played on by the learned player, the same rolls after every
  candidate (common random numbers), which leaves the candidates' differences far less noise than their
  values. With look-ahead as well, what luck the first of these rolls brought is taken off:
  ``exact mean + mean of (result - value after the first roll)``, a control variate.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, pointer
from simulators.dice import multisets, n_ways
from simulators.solitaire_dice.afterstate import entries_sum, record_of, score_of
from simulators.solitaire_dice.by_value import best_split
from simulators.solitaire_dice.kernels import N_MULTISETS, N_OUTCOMES
from simulators.solitaire_dice.rules import MAX_ROLLS
from simulators.solitaire_dice.splits import ALL_FACES, N_DICE, split_tables
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.value_table import DECIDED, IS_WIN, WINNING_SCORE
from simulators.streams import bounded, draw, open_stream

# Behind a value's numbers: what a search looks up, and in the header where it starts.
SEARCH_AT, REJECT_FACES = 6, 7
N_CANDIDATES, LOOKS_AHEAD, N_PLAYOUTS, N_SPLITS = 8, 9, 10, 11
_LISTING = ALL_FACES + 1, N_MULTISETS

#: Chances are rounded to multiples of this: the last bits of exp() differ between machines.
_GRAIN = 2.0**-40


@lru_cache(maxsize=1)
def _roll_tables() -> NDArray[np.float64]:
    """Lay out the listing of splits, the ways of each roll, each outcome's roll, the splits."""
    tables = split_tables()
    ways = [n_ways(counts) for counts in multisets(N_DICE)]
    parts = (tables.listing, ways, tables.multiset, tables.reject, tables.low, tables.high)
    return np.concatenate([np.asarray(part, dtype=np.float64) for part in parts])


_WAYS = _LISTING[0] * _LISTING[1]
_MULTISET = _WAYS + N_MULTISETS
_SPLITS = _MULTISET + N_OUTCOMES


def search_numbers(
    numbers: NDArray[np.float64],
    reject_faces: int,
    *,
    candidates: int = 15,
    look_ahead: bool = False,
    playouts: int = 0,
) -> NDArray[np.float64]:
    """Put what a search looks up behind a value's numbers."""
    found = np.concatenate([numbers, _roll_tables()])
    found[SEARCH_AT], found[REJECT_FACES] = len(numbers), reject_faces
    found[N_CANDIDATES], found[LOOKS_AHEAD], found[N_PLAYOUTS] = candidates, look_ahead, playouts
    found[N_SPLITS] = len(split_tables().reject)
    return found


@compiled
def worth(p: Any, value: float) -> float:
    """Turn what :func:`best_split` found into points or a chance."""
    if p[IS_WIN] == 0:
        return value
    if abs(value) >= DECIDED:
        return 1.0 if value > 0 else 0.0
    return round(1.0 / (1.0 + exp(-value)) / _GRAIN) * _GRAIN


@compiled
def _best(p: Any, roll: int, marks: Any, rejects: Any, score: float) -> tuple[int, float, int]:
    """Find the best split of a roll: its index among all lists, its value, whether it is free."""
    n_open, mask = 0, 0
    for face in range(1, 7):
        if rejects[face] > 0:
            n_open += 1
            mask |= 1 << (face - 1)
    allowed = mask if n_open == p[REJECT_FACES] else ALL_FACES
    at = int(p[SEARCH_AT])
    packed = int(p[at + allowed * N_MULTISETS + roll])
    first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
    n_splits = int(p[N_SPLITS])
    start = at + _SPLITS + first
    sheet = Sheet(pointer(marks, 0), pointer(rejects, 0), n_open, 0, free, int(score), 0)
    splits = Splits(
        pointer(p, start), pointer(p, start + n_splits), pointer(p, start + 2 * n_splits), count
    )
    choice, value = best_split(sheet, splits, p)
    return first + choice, value, free


@compiled
def one_roll_value(p: Any, marks: NDArray[np.int64], rejects: NDArray[np.int64]) -> float:
    """Compute the exact mean over the next roll of the value of the best split."""
    score, total = score_of(p, marks), 0.0
    at = int(p[SEARCH_AT]) + _WAYS
    for roll in range(N_MULTISETS):
        _, value, _ = _best(p, roll, marks, rejects, score)
        total += p[at + roll] * worth(p, value)
    return total / N_OUTCOMES


@compiled
def play_on(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    key: np.uint64,
    game: int,
) -> tuple[float, float]:
    """Play a sheet to its end by the learned value; changes `marks` and `rejects`.

    Returns
    -------
    float, float
        The result: score, or 1 or 0 for won or lost. The value after the first roll.
    """
    start, gamma = open_stream(key, game)
    at = int(p[SEARCH_AT])
    n_splits = int(p[N_SPLITS])
    first_value = 0.0
    score = score_of(p, marks)
    for roll in range(MAX_ROLLS):
        outcome = bounded(draw(start, gamma, roll), N_OUTCOMES)
        split, value, free = _best(p, int(p[at + _MULTISET + outcome]), marks, rejects, score)
        if roll == 0:
            first_value = worth(p, value)
        marks[int(p[at + _SPLITS + n_splits + split])] += 1
        marks[int(p[at + _SPLITS + 2 * n_splits + split])] += 1
        score = score_of(p, marks)
        if free == 0:
            rejects[int(p[at + _SPLITS + split])] += 1
            if record_of(p, rejects) < 0:
                break
    if p[IS_WIN] != 0:
        return (1.0 if score >= p[WINNING_SCORE] else 0.0), first_value
    return score, first_value


@compiled
def value_split(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    split: tuple[int, int, int],
    free: int,
) -> float:
    """Look up the value after a split, in points or log-odds; `DECIDED` where the game ends."""
    reject, low, high = split
    marks[low] += 1
    marks[high] += 1
    rejects[reject] += 1 - free
    record, score = record_of(p, rejects), score_of(p, marks)
    if record >= 0:
        value = entries_sum(p, record, marks)
        if p[IS_WIN] == 0:
            value += score
    else:
        value = score
        if p[IS_WIN] != 0:
            value = DECIDED if score >= p[WINNING_SCORE] else -DECIDED
    marks[low] -= 1
    marks[high] -= 1
    rejects[reject] -= 1 - free
    return value


@compiled
def search_split(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    split: tuple[int, int, int],
    free: int,
    key: np.uint64,
    results: NDArray[np.float64],
) -> tuple[float, float]:
    """Value a split by look-ahead and playouts.

    Parameters
    ----------
    key : uint64
        Of the playouts' rolls: the same for all splits.
    results : ndarray of float64, written
        The result of each playout, less what its first roll's luck brought where that is known.

    Returns
    -------
    float, float
        The value (points or a chance), and its exact part: the look-ahead, or 0 without.
    """
    reject, low, high = split
    marks[low] += 1
    marks[high] += 1
    rejects[reject] += 1 - free
    value, exact = 0.0, 0.0
    record, score = record_of(p, rejects), score_of(p, marks)
    if record < 0:
        value = score
        if p[IS_WIN] != 0:
            value = 1.0 if score >= p[WINNING_SCORE] else 0.0
        results[:] = value
    else:
        if p[LOOKS_AHEAD] != 0:
            exact = one_roll_value(p, marks, rejects)
        value = exact
        if len(results) > 0:
            total = 0.0
            for game in range(len(results)):
                result, first = play_on(p, marks.copy(), rejects.copy(), key, game)
                if p[LOOKS_AHEAD] != 0:
                    result += exact - first
                results[game] = result
                total += result
            value = total / len(results)
    marks[low] -= 1
    marks[high] -= 1
    rejects[reject] -= 1 - free
    return value, exact


@compiled
def _search(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    splits: NDArray[np.int64],
    free: int,
    key: int,
) -> int:
    """Choose among the splits, shape (3, n): reject, low, high."""
    n = splits.shape[1]
    n_candidates, n_playouts = min(n, int(p[N_CANDIDATES])), int(p[N_PLAYOUTS])
    values = np.empty(n)
    for i in range(n):
        split = (splits[0, i], splits[1, i], splits[2, i])
        values[i] = value_split(p, marks, rejects, split, free)
    # A stable order, best first: of equals the first as listed.
    order = np.argsort(-values, kind="mergesort")
    if n_candidates == 1 or (p[LOOKS_AHEAD] == 0 and n_playouts == 0):
        return int(order[0])
    best, best_value = -1, -1e300
    results = np.empty(n_playouts)
    for i in np.sort(order[:n_candidates]):
        split = (splits[0, i], splits[1, i], splits[2, i])
        value, _ = search_split(p, marks, rejects, split, free, np.uint64(key), results)
        if value > best_value:
            best, best_value = int(i), value
    return best


def choose_by_search(sheet: Sheet, splits: Splits, p: Any) -> int:
    """Choose by look-ahead and playouts, as `p` says; without either, by the learned value."""
    marks = np.zeros(13, np.int64)
    rejects = np.zeros(7, np.int64)
    for sum_ in range(2, 13):
        marks[sum_] = sheet.marks[sum_]
    for face in range(1, 7):
        rejects[face] = sheet.rejects[face]
    listed = np.empty((3, splits.count), np.int64)
    for i in range(splits.count):
        listed[0, i] = splits.reject[i]
        listed[1, i] = splits.low[i]
        listed[2, i] = splits.high[i]
    return _search(p, marks, rejects, listed, sheet.free, sheet.noise)
