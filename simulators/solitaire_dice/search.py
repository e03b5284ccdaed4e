"""Think ahead from a learned value: over every next roll or two, and by playing on many times.

The candidates are the splits that look best by the learned value alone. Each is valued again:

- **look-ahead**: the exact mean, over the 252 different next rolls, of the value of the best split
  (:mod:`~simulators.solitaire_dice.one_roll`); if so asked, for the candidates that this leaves close
  to the best, of the best split's value one roll ahead (:mod:`~simulators.solitaire_dice.two_rolls`,
  with as many candidates there as here);
- **playouts**: the mean result of games played on by the learned player, the same rolls after every
  candidate (common random numbers), which leaves the candidates' differences less noise than their
  values.

Both together: candidates that look-ahead leaves close to the best are played on, what luck every roll
brought is taken off the results (:mod:`~simulators.solitaire_dice.playouts`: nine times the work, but
a tenth to a fiftieth of the games for the same error), and the look-ahead counts as so many playouts
as it is worth, `TRUST`. A few playouts alone are worse than none: their noise is larger than what
good splits differ by.

On one core a candidate takes some 5 microseconds for one roll, 0.5 to 1.7 milliseconds for two (three
candidates), 3 to 10 microseconds for a playout, 30 to 120 for one with look-ahead.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, pointer
from simulators.solitaire_dice.afterstate import entries_sum, record_of, score_of
from simulators.solitaire_dice.playouts import (
    CELLS_AT,
    REJECT_FACES,
    look_one_roll_ahead,
    play_on,
    playout_numbers,
    result_of,
)
from simulators.solitaire_dice.rules import MAX_ROLLS
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.two_rolls import two_roll_value
from simulators.solitaire_dice.value_table import DECIDED, IS_WIN, WINNING_SCORE

# In the header of a value's numbers: how far a search goes.
N_CANDIDATES, N_ROLLS, N_PLAYOUTS = 10, 11, 14

#: Look-ahead tells close splits apart about as well as so many playouts less their luck: these err by
#: some 40 points or 0.08 of a win each, look-ahead by some 3 points or 0.005.
TRUST = 200
#: Splits that one roll puts further behind than this aren't thought about further: points, a chance.
CLOSE_POINTS, CLOSE_CHANCE = 20.0, 0.03


def search_numbers(
    numbers: NDArray[np.float64],
    reject_faces: int,
    *,
    candidates: int = 15,
    rolls: int = 0,
    playouts: int = 0,
) -> NDArray[np.float64]:
    """Put what a search looks up behind a value's numbers.

    Parameters
    ----------
    numbers : ndarray of float64
        Of a learned value.
    reject_faces : int
        Of the rules.
    candidates, rolls, playouts : int
        The budget, see :data:`~simulators.solitaire_dice.look_ahead.SEARCH`.
    """
    found = playout_numbers(numbers, reject_faces)
    found[N_CANDIDATES], found[N_ROLLS], found[N_PLAYOUTS] = candidates, rolls, playouts
    return found


@compiled
def _put(
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    split: tuple[int, int, int],
    free: int,
    times: int,
) -> None:
    """Mark a split on a sheet, or, minus once, take it back."""
    reject, low, high = split
    marks[low] += times
    marks[high] += times
    rejects[reject] += times * (1 - free)


@compiled
def value_split(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    split: tuple[int, int, int],
    free: int,
) -> float:
    """Look up the value after a split, in points or log-odds; `DECIDED` where the game ends."""
    _put(marks, rejects, split, free, 1)
    record, score = record_of(p, rejects), score_of(p, marks)
    if record >= 0:
        value = entries_sum(p, record, marks)
        if p[IS_WIN] == 0:
            value += score
    else:
        value = score
        if p[IS_WIN] != 0:
            value = DECIDED if score >= p[WINNING_SCORE] else -DECIDED
    _put(marks, rejects, split, free, -1)
    return value


@compiled
def look_after(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    split: tuple[int, int, int],
    free: int,
    rolls: int,
) -> float:
    """Look one or two rolls ahead of the sheet that a split leaves; points or a chance."""
    _put(marks, rejects, split, free, 1)
    if record_of(p, rejects) < 0:
        value = result_of(p, marks)
    elif rolls < 2:
        value = look_one_roll_ahead(p, marks, rejects)
    else:
        cells = pointer(p, int(p[CELLS_AT]))
        width = int(p[N_CANDIDATES])
        value = two_roll_value(p, cells, int(p[REJECT_FACES]), width, marks, rejects)
    _put(marks, rejects, split, free, -1)
    return value


@compiled
def play_after(
    p: Any,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    split: tuple[int, int, int],
    free: int,
    key: np.uint64,
    first_game: int,
    results: NDArray[np.float64],
) -> float:
    """Play on after a split.

    Parameters
    ----------
    key : uint64
        Of the rolls: the same for all splits.
    first_game : int
        Number of the first playout among those of this key.
    results : ndarray of float64, written
        The result of each playout: points, or 1 or 0; with look-ahead less what its luck was worth.

    Returns
    -------
    float
        The sum of the results.
    """
    _put(marks, rejects, split, free, 1)
    ended, total = record_of(p, rejects) < 0, 0.0
    fair = MAX_ROLLS if p[N_ROLLS] > 0 else 0
    for i in range(len(results)):
        if ended:
            results[i] = result_of(p, marks)
        else:
            results[i] = play_on(p, marks.copy(), rejects.copy(), key, first_game + i, fair)
        total += results[i]
    _put(marks, rejects, split, free, -1)
    return total


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
    close = CLOSE_POINTS if p[IS_WIN] == 0 else CLOSE_CHANCE
    values = np.empty(n)
    for i in range(n):
        split = (splits[0, i], splits[1, i], splits[2, i])
        values[i] = value_split(p, marks, rejects, split, free)
    # A stable order, best first: of equals the first as listed. Where the search sees no difference,
    # as after a few playouts that are all lost, the learned value's order decides.
    order = np.argsort(-values, kind="mergesort")[:n_candidates]
    if n_candidates == 1 or (p[N_ROLLS] == 0 and n_playouts == 0):
        return int(order[0])
    found, trust, least = np.zeros(n_candidates), 0, -np.inf
    for rolls in range(1, int(p[N_ROLLS]) + 1):
        for k in range(n_candidates):
            if found[k] >= least:
                split = (splits[0, order[k]], splits[1, order[k]], splits[2, order[k]])
                found[k] = look_after(p, marks, rejects, split, free, rolls)
            else:
                found[k] = -np.inf
        trust, least = TRUST, found.max() - close
        if np.sum(found >= least) == 1:
            break
    if n_playouts > 0 and np.sum(found >= least) > 1:
        results = np.empty(n_playouts)
        for k in range(n_candidates):
            if found[k] >= least:
                split = (splits[0, order[k]], splits[1, order[k]], splits[2, order[k]])
                total = play_after(p, marks, rejects, split, free, np.uint64(key), 0, results)
                found[k] = (trust * found[k] + total) / (trust + n_playouts)
            else:
                found[k] = -np.inf
    return int(order[np.argmax(found)])


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
