"""Follow a clairvoyant through a game whose rolls he knows, and learn from where he goes.

What is followed, and why the figure bounds the best possible play, is said in
:mod:`simulators.solitaire_dice.bound`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.solitaire_dice.decoupled_kernels import Ceiling, fill_ceiling
from simulators.solitaire_dice.excess import N_FEATURES, Excess, entries_of, take_off_excess
from simulators.solitaire_dice.game_graph import (
    ENDS,
    FREE,
    N_PAIRS,
    N_ROLLS,
    N_SLOTS,
    Rolls,
    SheetGraph,
    best_of,
)
from simulators.solitaire_dice.kernels import N_OUTCOMES
from simulators.solitaire_dice.one_roll import MOST_SPLITS
from simulators.solitaire_dice.rules import MAX_ROLLS, N_SUMS
from simulators.solitaire_dice.sheet_keys import (
    MARKS_BITS,
    SHEET_AT,
    add_mark,
    find_place,
    read_marks,
)
from simulators.streams import bounded, draw, open_stream


class _Found(NamedTuple):
    """Sheets that a roll has led to, in a hash table of open addressing.

    Attributes
    ----------
    taken : ndarray of bool, shape (size,)
    keys : ndarray of uint64, shape (size,)
    sums, guesses, ceilings : ndarray of float64, shape (size,)
        The largest sum on a way to the sheet, what it is guessed to be worth, and its ceiling.
    places : ndarray of int64
        The places taken, in the order in which they were.
    """

    taken: NDArray[np.bool_]
    keys: NDArray[np.uint64]
    sums: NDArray[np.float64]
    guesses: NDArray[np.float64]
    ceilings: NDArray[np.float64]
    places: NDArray[np.int64]


class _Errors(NamedTuple):
    """What the sheets of one roll say of each entry: how many there are, and their errors' sum."""

    counts: NDArray[np.int64]
    sums: NDArray[np.float64]
    touched: NDArray[np.int64]


@compiled
def _guess_next(
    rolls: Rolls,
    graph: SheetGraph,
    tables: Ceiling,
    excess: Excess,
    sheet: int,
    marks: NDArray[np.int64],
    ceilings: NDArray[np.float64],
    guesses: NDArray[np.float64],
) -> float:
    """Value all sheets that the next roll can leave; return the mean of the best guesses."""
    fill_ceiling(graph, tables, sheet, marks, ceilings)
    guesses[:] = ceilings
    take_off_excess(graph, excess, sheet, marks, guesses)
    # As best_of() does, but with what all rolls share looked up once: most of the time goes here.
    mean, first, slots, chance = 0.0, rolls.first[graph.allowed[sheet]], rolls.slots, rolls.chance
    for roll in range(N_ROLLS):
        best = guesses[slots[first[roll]]]
        for place in range(first[roll] + 1, first[roll + 1]):
            best = max(best, guesses[slots[place]])
        mean += chance[roll] * best
    return mean


@compiled
def _note_error(
    excess: Excess,
    errors: _Errors,
    n_touched: int,
    error: float,
    sheet: int,
    marks: NDArray[np.int64],
    entries: NDArray[np.int64],
) -> int:
    """Note a sheet's error at each of its entries; return how many entries have errors now."""
    entries_of(excess, sheet, marks, entries)
    for entry in entries:
        if errors.counts[entry] == 0:
            errors.touched[n_touched] = entry
            n_touched += 1
        errors.counts[entry] += 1
        errors.sums[entry] += error
    return n_touched


@compiled
def _learn(excess: Excess, errors: _Errors, n_touched: int, rate: float) -> None:
    """Move each entry against the mean of its errors, and forget them.

    The mean, since the sheets of one roll are much alike: a step for each would go too far.
    """
    for i in range(n_touched):
        entry = errors.touched[i]
        excess.entries[entry] -= rate / N_FEATURES * errors.sums[entry] / errors.counts[entry]
        errors.counts[entry], errors.sums[entry] = 0, 0.0


@kernel
def follow_kernel(
    key: np.uint64,
    games: NDArray[np.int64],
    rolls: Rolls,
    graph: SheetGraph,
    tables: Ceiling,
    excess: Excess,
    multiset: NDArray[np.uint8],
    width: int,
    rate: float,
    totals: NDArray[np.float64],
) -> None:
    """Write what the clairvoyant makes of each game; learn the excess if `rate` is above 0.

    Parameters
    ----------
    key : uint64
        Hash of the seed, see :func:`simulators.streams.seed_key`.
    games : ndarray of int64
    multiset : ndarray of uint8
        The roll that each of the 7,776 outcomes is.
    width : int
        Sheets followed at each roll.
    rate : float
        How far entries move towards what the sheets that he comes to ask for; 0 to learn nothing.
    totals : ndarray of float64, shape (games,), written
        Points.
    """
    size = 64
    while size < 2 * MOST_SPLITS * width:
        size *= 2
    found = _Found(
        np.zeros(size, dtype=np.bool_),
        np.zeros(size, dtype=np.uint64),
        np.zeros(size),
        np.zeros(size),
        np.zeros(size),
        np.zeros(MOST_SPLITS * width, dtype=np.int64),
    )
    n_entries = excess.entries.size if rate > 0.0 else 1
    errors = _Errors(
        np.zeros(n_entries, dtype=np.int64),
        np.zeros(n_entries),
        np.zeros(n_entries, dtype=np.int64),
    )
    keys, sums, guessed = np.zeros(width, dtype=np.uint64), np.zeros(width), np.zeros(width)
    marks = np.zeros(N_SUMS, dtype=np.int64)
    entries = np.zeros(N_FEATURES, dtype=np.int64)
    ceilings, guesses = np.zeros(N_SLOTS), np.zeros(N_SLOTS)
    cap, bits = tables.worth.shape[1] - 1, np.uint64(MARKS_BITS)
    for at in range(games.size):
        start, gamma = open_stream(key, games[at])
        keys[0], sums[0], n_keys = np.uint64(0), 0.0, 1
        best, first_guess = -np.inf, 0.0
        for number in range(MAX_ROLLS):
            roll = multiset[bounded(draw(start, gamma, number), N_OUTCOMES)]
            n_places, n_touched = 0, 0
            for node in range(n_keys):
                sheet: int = np.int64(keys[node] >> np.uint64(SHEET_AT))  # type: ignore[assignment]
                read_marks(keys[node], marks)
                mean = _guess_next(rolls, graph, tables, excess, sheet, marks, ceilings, guesses)
                if number == 0:
                    first_guess, guessed[node] = mean, mean
                error = mean - guessed[node]
                if rate > 0.0 and number > 0:
                    n_touched = _note_error(excess, errors, n_touched, error, sheet, marks, entries)
                allowed = graph.allowed[sheet]
                most = best_of(rolls, allowed, roll, guesses)
                for place in range(rolls.first[allowed, roll], rolls.first[allowed, roll + 1]):
                    slot = np.int64(rolls.slots[place])
                    face, pair = slot // N_PAIRS, slot % N_PAIRS
                    total = sums[node] + error + guesses[slot] - most
                    after = sheet if face == FREE else graph.after[sheet, face]
                    if after == ENDS:
                        best = max(best, total)
                        continue
                    child = add_mark(keys[node] & bits, rolls.low[pair], cap)
                    child = add_mark(child, rolls.high[pair], cap)
                    child |= np.uint64(after) << np.uint64(SHEET_AT)
                    spot = find_place(found.taken, found.keys, child)
                    if not found.taken[spot]:
                        found.taken[spot] = True
                        found.keys[spot], found.sums[spot] = child, total
                        found.guesses[spot], found.ceilings[spot] = guesses[slot], ceilings[slot]
                        found.places[n_places] = spot
                        n_places += 1
                    else:
                        found.sums[spot] = max(found.sums[spot], total)
            if rate > 0.0:
                _learn(excess, errors, n_touched, rate)
            followed = width if number < MAX_ROLLS - 1 else 0
            n_keys, best = _select(found, n_places, followed, best, keys, sums, guessed)
            if n_keys == 0:
                break
        totals[at] = first_guess + best


@compiled
def _select(
    found: _Found,
    n_places: int,
    most: int,
    best: float,
    keys: NDArray[np.uint64],
    sums: NDArray[np.float64],
    guessed: NDArray[np.float64],
) -> tuple[int, float]:
    """Choose whom to follow on, `most` sheets, by sums and so by rolls so far; empty the table.

    Returns
    -------
    int, float
        How many there are, and the best total, that of the sheets that were cut included.
    """
    credits = np.empty(n_places)
    for i in range(n_places):
        spot = found.places[i]
        credits[i] = found.sums[spot] + found.ceilings[spot] - found.guesses[spot]
    least = -np.inf
    if n_places > most > 0:
        least = np.partition(credits, n_places - most)[n_places - most]
    n_keys, cut = 0, best
    for i in range(n_places):
        spot = found.places[i]
        found.taken[spot] = False
        if credits[i] >= least and credits[i] > best and n_keys < most:
            keys[n_keys], sums[n_keys] = found.keys[spot], found.sums[spot]
            guessed[n_keys] = found.guesses[spot]
            n_keys += 1
        else:
            cut = max(cut, credits[i])
    return n_keys, cut
