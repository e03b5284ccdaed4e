"""What solved policies look up: how good each position is, packed, for each pair of totals.

A policy needs no values, only to know which of two positions is the better one. So the places of a
turn are ranked, equals alike, and as many ranks go into one float as its 53 bits hold. Positions in
which nothing is left to decide share one place for each number of points they score, and places
stand in the order of their points: where a player lacks so many points to the target, those with
fewer are a start of the list, and all others win.

The layout, by index, in whole numbers: the header (:data:`N_DICE` to :data:`ROWS`), the numbering
(:data:`BLOCK`, :data:`BELOW`, see :mod:`simulators.low_high.positions`), the place of each position,
one row for a turn that is played for itself, and, of a race, the places that count by own total, where
the rows of that total start, and the rows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.low_high.positions import Positions, positions_of
from simulators.low_high.rules import LowHighRules
from simulators.low_high.solve_race import Race, fill_worth
from simulators.low_high.solve_turn import (
    BestTurn,
    best_for_points,
    best_turn,
    fill_best,
    room_for,
    worth_of_points,
)

#: Where each number of the header stands: dice of a turn, bits of an entry, entries per number, the
#: lowest total and the target (0 without a race), where the places start and the row of the turn for
#: itself, how many of its places don't end it, and where the lists by own total start.
N_DICE, BITS, PER_NUMBER, FLOOR, TARGET, PLACES, ALONE, ALONE_LIMIT, ROWS = range(9)
BLOCK = 9
BELOW = 17
_PRECISE = 53


class Places(NamedTuple):
    """The places of a turn, in the order of their points.

    Attributes
    ----------
    of : ndarray of int64, shape (n_positions,)
        The place of each position.
    position : ndarray of int64, shape (n_places,)
        A position of each place.
    points : ndarray of int64, shape (n_places,)
    """

    of: NDArray[np.int64]
    position: NDArray[np.int64]
    points: NDArray[np.int64]


@lru_cache(maxsize=4)
def places_of(rules: LowHighRules) -> Places:
    """Find which positions are as good as one another whatever points are worth."""
    positions = positions_of(rules)
    points = positions.points.astype(np.int64)
    # Above a 6 rolling only loses, and a place of its own goes to who may gain.
    final = (positions.left == 0) | (positions.highest == 6)
    n = points.size
    names = np.where(final, points - positions.fewest, np.arange(n) + (points.max() + 100))
    _, first, place = np.unique(names, return_index=True, return_inverse=True)
    order = np.argsort(points[first], kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return Places(rank[place], first[order], points[first][order])


@kernel
def _rank(values: NDArray[np.float64], found: NDArray[np.int64]) -> None:
    """Rank values, equals alike, the lowest 0."""
    order = np.argsort(values)
    rank = 0
    for i in range(order.size):
        if i > 0 and values[order[i]] > values[order[i - 1]]:
            rank += 1
        found[order[i]] = rank


@kernel
def _pack(
    entries: NDArray[np.int64], bits: int, per_number: int, packed: NDArray[np.float64]
) -> None:
    """Lay entries into numbers, the first in the lowest bits."""
    for i in range(packed.size):
        number = 0
        for k in range(min(per_number, entries.size - i * per_number)):
            number |= entries[i * per_number + k] << (bits * k)
        packed[i] = number


@kernel
def _rows_kernel(
    positions: Positions,
    race: Race,
    position: NDArray[np.int64],
    points: NDArray[np.int64],
    limits: NDArray[np.int64],
    starts: NDArray[np.int64],
    values: BestTurn,
    worth: NDArray[np.float64],
    bits: int,
    per_number: int,
    stops: int,
    rows: NDArray[np.float64],
) -> None:
    """Fill the rows of every pair of totals: ranks, or whether to stop."""
    n = race.target - race.floor
    ranks = np.empty(position.size, dtype=np.int64)
    known = np.empty(position.size)
    for own in range(n):
        limit = limits[own]
        length = (limit + per_number - 1) // per_number
        for other in range(n):
            fill_worth(race, 0, own, other, positions.fewest, worth)
            fill_best(positions, worth, n - own, values)
            for i in range(limit):
                if stops == 1:
                    now = worth[points[i] - positions.fewest]
                    ranks[i] = values.rolling[position[i]] <= now
                else:
                    known[i] = values.best[position[i]]
            if stops == 0:
                _rank(known[:limit], ranks)
            start = starts[own] + other * length
            _pack(ranks[:limit], bits, per_number, rows[start : start + length])


def _alone_entries(
    places: Places, worth: NDArray[np.float64], values: BestTurn, fewest: int, stops: bool
) -> NDArray[np.int64]:
    if stops:
        now = worth[places.points - fewest]
        return (values.rolling[places.position] <= now).astype(np.int64)
    ranks = np.empty(places.position.size, dtype=np.int64)
    _rank(values.best[places.position], ranks)
    return ranks


def _lay_out(
    rules: LowHighRules, stops: bool, least: int | None = None, race: Race | None = None
) -> NDArray[np.float64]:
    """Lay out the table of one decision."""
    positions, places = positions_of(rules), places_of(rules)
    numbering = positions.numbering
    n_places = places.position.size
    worth = worth_of_points(rules)
    values = best_for_points(rules)
    limit = n_places
    if least is not None:
        worth = (worth >= least).astype(np.float64)
        values = best_turn(rules, worth)
        limit = int(np.searchsorted(places.points, least))
    bits = 1 if stops else max(1, (n_places - 1).bit_length())
    per_number = _PRECISE // bits
    alone = np.empty(-(-n_places // per_number))
    _pack(_alone_entries(places, worth, values, positions.fewest, stops), bits, per_number, alone)
    header = np.zeros(BLOCK)
    header[[N_DICE, BITS, PER_NUMBER, ALONE_LIMIT]] = rules.dice, bits, per_number, limit
    parts: list[NDArray[Any]] = [header, numbering.block, numbering.below.ravel(), places.of, alone]
    header[PLACES] = BELOW + numbering.below.size
    header[ALONE] = header[PLACES] + places.of.size
    header[ROWS] = header[ALONE] + alone.size
    if race is not None:
        n = race.target - race.floor
        limits = np.searchsorted(places.points, n - np.arange(n))
        lengths = -(-limits // per_number) * n
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        rows = np.empty(int(lengths.sum()))
        _rows_kernel(
            positions, race, places.position, places.points, limits, starts, room_for(positions),
            np.empty_like(worth), bits, per_number, int(stops), rows,
        )  # fmt: skip
        header[[FLOOR, TARGET]] = race.floor, race.target
        parts += [limits, starts + int(header[ROWS]) + 2 * n, rows]
    return np.concatenate([np.asarray(part, dtype=np.float64) for part in parts])


@lru_cache(maxsize=8)
def turn_table(rules: LowHighRules, stops: bool, least: int | None = None) -> NDArray[np.float64]:
    """Lay out what the best turn looks up.

    Parameters
    ----------
    stops : bool
        For the decision whether to stop; else for which set to keep.
    least : int, optional
        Points that the turn is played to make; without, for as many as it can be expected to make.
    """
    return _lay_out(rules, stops, least)


@lru_cache(maxsize=4)
def race_table(rules: LowHighRules, stops: bool) -> NDArray[np.float64]:
    """Lay out what the best racer looks up: totals down to what one turn can lose have rows.

    Lower ones, which hardly occur, are played as the lowest that has some.
    """
    from simulators.low_high.objectives import stored_race

    solution = stored_race(rules)
    floor = solution.details["lowest_total"]
    lowest = max(floor, min(0, rules.fewest_points))
    win = np.ascontiguousarray(solution.tables["win"][lowest - floor :, lowest - floor :])
    return _lay_out(rules, stops, race=Race(rules.target, lowest, win[None]))
