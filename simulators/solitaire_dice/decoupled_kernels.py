"""Solve what :mod:`simulators.solitaire_dice.decoupled` takes apart, and put it together again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.solitaire_dice.game_graph import (
    BARRED,
    ENDS,
    FREE,
    N_PAIRS,
    N_ROLLS,
    N_SLOTS,
    Rolls,
    SheetGraph,
    add_rolls,
    is_free,
)
from simulators.solitaire_dice.rules import N_OPEN_SETS, N_SUMS
from simulators.solitaire_dice.splits import ALL_FACES

#: A free roll's loop is iterated until it moves a value by less, at most so many times.
_CONVERGED, _MOST_ROUNDS = 1e-9, 200
#: Sets of opened sums that are worked on together: a block of all slots fits the second-level cache.
_BLOCK = 256


class Offers(NamedTuple):
    """What rolls offer the owner of one sum, rolls that offer the same taken together.

    Attributes
    ----------
    first : ndarray of int64, shape (65,)
        For each set of faces that may be rejected, where its kinds of rolls start.
    start : ndarray of int64, shape (n kinds + 1,)
        Where the choices of each kind start.
    face, marks : ndarray of int64
        Of each choice: the face that is rejected, or `FREE`, and what is marked on the sum.
    chance : ndarray of float64, shape (n kinds,)
    """

    first: NDArray[np.int64]
    start: NDArray[np.int64]
    face: NDArray[np.int64]
    marks: NDArray[np.int64]
    chance: NDArray[np.float64]


class Ceiling(NamedTuple):
    """The ceiling's tables.

    Attributes
    ----------
    prices : ndarray of float64, shape (11,)
        Points that a mark costs on each sum.
    worth : ndarray of float64, shape (11, cap + 1)
        Points of each sum by its marks.
    alone : ndarray of float64, shape (sheets, 11, cap + 1)
        Points that a sum will bring its owner, by the live reject sheet and the sum's marks.
    together : ndarray of float32, shape (rows, 2048)
        Points that the player will be paid, by the row of the reject sheet and the opened sums.
    row : ndarray of int64, shape (sheets,)
        Row of each live reject sheet; mirror images share one.
    flipped : ndarray of bool, shape (sheets,)
        Whether the row is the mirror image's, so that sets of sums have to be turned round.
    flips : ndarray of int64, shape (2048,)
        Each set of sums, turned round.
    """

    prices: NDArray[np.float64]
    worth: NDArray[np.float64]
    alone: NDArray[np.float64]
    together: NDArray[np.float32]
    row: NDArray[np.int64]
    flipped: NDArray[np.bool_]
    flips: NDArray[np.int64]


@kernel
def solve_alone(
    offers: Offers, graph: SheetGraph, tables: Ceiling, index: int, sheets: NDArray[np.int64]
) -> None:
    """Fill in ``tables.alone`` for one sum; `sheets` are all, the fullest first."""
    price, worth, alone = tables.prices[index], tables.worth[index], tables.alone[:, index]
    cap = worth.size - 1
    for sheet in sheets:
        allowed = graph.allowed[sheet]
        for marks in range(cap, -1, -1):
            here = 0.0
            for _ in range(_MOST_ROUNDS):
                total = 0.0
                for kind in range(offers.first[allowed], offers.first[allowed + 1]):
                    best = -np.inf
                    for at in range(offers.start[kind], offers.start[kind + 1]):
                        face, more = offers.face[at], offers.marks[at]
                        after = sheet if face == FREE else graph.after[sheet, face]
                        if after == BARRED:
                            continue
                        reached = min(marks + more, cap)
                        value = -price * more
                        if after == ENDS:
                            value += worth[reached]
                        elif after == sheet and reached == marks:
                            value += here
                        else:
                            value += alone[after, reached]
                        best = max(best, value)
                    total += offers.chance[kind] * best
                moved, here = abs(total - here), total
                if allowed == ALL_FACES or moved < _CONVERGED:
                    break
            alone[sheet, marks] = here


@compiled
def _opening(tables: Ceiling, sum_: int, marks: int, after: int) -> float:
    """Return what a sum is worth to its owner once it is opened with these marks."""
    marks = min(marks, tables.worth.shape[1] - 1)
    if after == ENDS:
        return float(tables.worth[sum_, marks])
    return float(tables.alone[after, sum_, marks])


@kernel
def solve_together(
    rolls: Rolls, graph: SheetGraph, tables: Ceiling, sheets: NDArray[np.int64]
) -> None:
    """Fill in the rows of ``tables.together`` of some reject sheets of equally many marks."""
    lays = np.zeros((N_SLOTS, _BLOCK), dtype=np.float32)
    others = np.zeros(N_OPEN_SETS, dtype=np.float32)
    for sheet in sheets:
        others[:] = 0.0
        for first in range(0, N_OPEN_SETS, _BLOCK):
            _lay_out(rolls, graph, tables, sheet, first, lays)
            add_rolls(rolls, graph.allowed[sheet], False, lays, others[first : first + _BLOCK])
        here = tables.together[tables.row[sheet]]
        here[:] = others
        if graph.allowed[sheet] != ALL_FACES:
            _add_free_rolls(rolls, graph.allowed[sheet], tables, sheet, others, here)


@compiled
def _lay_out(
    rolls: Rolls,
    graph: SheetGraph,
    tables: Ceiling,
    sheet: int,
    first: int,
    lays: NDArray[np.float32],
) -> None:
    """Value all slots but the free ones for a block of sets of opened sums."""
    for face in range(FREE):
        after = graph.after[sheet, face]
        if graph.allowed[sheet] >> face & 1 == 0:
            continue
        for pair in range(N_PAIRS):
            low, high = rolls.low[pair], rolls.high[pair]
            twice = 1 if low == high else 0
            opens_low = np.float32(_opening(tables, low, 1 + twice, after))
            marks_low = np.float32((1 + twice) * tables.prices[low])
            opens_high, marks_high = np.float32(0.0), np.float32(0.0)
            if twice == 0:
                opens_high = np.float32(_opening(tables, high, 1, after))
                marks_high = np.float32(tables.prices[high])
            marked, lay = 1 << low | 1 << high, lays[face * N_PAIRS + pair]
            for i in range(_BLOCK):
                opened = first + i
                value = marks_low if opened >> low & 1 else opens_low
                lay[i] = value + (marks_high if opened >> high & 1 else opens_high)
            if after == ENDS:
                continue
            source, flips = tables.together[tables.row[after]], tables.flips
            if tables.flipped[after]:
                for i in range(_BLOCK):
                    lay[i] += source[flips[first + i | marked]]
            else:
                for i in range(_BLOCK):
                    lay[i] += source[first + i | marked]


@compiled
def _add_free_rolls(
    rolls: Rolls,
    allowed: int,
    tables: Ceiling,
    sheet: int,
    others: NDArray[np.float32],
    here: NDArray[np.float32],
) -> None:
    """Solve for the value that stands on both sides where a free roll opens no sum.

    Each round is a contraction by the chance of a free roll, 0.41 at most, so that what is missing at
    the end is smaller than the last change.
    """
    opening, looping = np.empty(N_ROLLS), np.empty(N_ROLLS)
    chance, prices = np.empty(N_ROLLS), tables.prices
    opens = np.empty((2, N_SUMS))
    for sum_ in range(N_SUMS):
        for more in range(2):
            opens[more, sum_] = _opening(tables, sum_, more + 1, sheet)
    for opened in range(N_OPEN_SETS - 1, -1, -1):
        n = 0
        for roll in range(N_ROLLS):
            if not is_free(rolls, allowed, roll):
                continue
            opening[n], looping[n], chance[n] = -np.inf, -np.inf, rolls.chance[roll]
            for place in range(rolls.first[allowed, roll], rolls.first[allowed, roll + 1]):
                pair = rolls.slots[place] - FREE * N_PAIRS
                low, high = rolls.low[pair], rolls.high[pair]
                twice = 1 if low == high else 0
                reached = opened | 1 << low | 1 << high
                value = (1 + twice) * prices[low] if opened >> low & 1 else opens[twice, low]
                if twice == 0:
                    value += prices[high] if opened >> high & 1 else opens[0, high]
                if reached == opened:
                    looping[n] = max(looping[n], value)
                else:
                    opening[n] = max(opening[n], value + here[reached])
            n += 1
        value, other = float(others[opened]), float(others[opened])
        for _ in range(_MOST_ROUNDS):
            total = other
            for i in range(n):
                total += chance[i] * max(opening[i], looping[i] + value)
            moved, value = abs(total - value), total
            if moved < _CONVERGED:
                break
        here[opened] = value


@compiled
def fill_ceiling(
    graph: SheetGraph,
    tables: Ceiling,
    sheet: int,
    marks: NDArray[np.int64],
    values: NDArray[np.float64],
) -> None:
    """Work out the ceiling of every sheet that the next roll can leave.

    Parameters
    ----------
    sheet : int
        Number of the reject sheet.
    marks : ndarray of int64, shape (11,)
        Marks of each sum, the cap at most.
    values : ndarray of float64, shape (N_SLOTS,), written
        By slot; the score itself where the game ends. Slots that no roll of the sheet can take keep
        what they hold.
    """
    worth, flips, cap = tables.worth, tables.flips, tables.worth.shape[1] - 1
    opened = 0
    for sum_ in range(N_SUMS):
        if marks[sum_] > 0:
            opened |= 1 << sum_
    one, two = np.empty(N_SUMS), np.empty(N_SUMS)
    allowed = graph.allowed[sheet]
    for face in range(7):
        if allowed == ALL_FACES if face == FREE else allowed >> face & 1 == 0:
            continue
        after = sheet if face == FREE else graph.after[sheet, face]
        owned = worth if after == ENDS else tables.alone[after]
        base = 0.0
        for sum_ in range(N_SUMS):
            was = owned[sum_, marks[sum_]] if marks[sum_] > 0 else 0.0
            one[sum_] = owned[sum_, min(marks[sum_] + 1, cap)] - was
            two[sum_] = owned[sum_, min(marks[sum_] + 2, cap)] - was
            base += was
        slot = face * N_PAIRS
        if after == ENDS:
            for low in range(N_SUMS):
                for high in range(low, N_SUMS):
                    values[slot] = base + (two[low] if low == high else one[low] + one[high])
                    slot += 1
            continue
        paid, flipped = tables.together[tables.row[after]], tables.flipped[after]
        for low in range(N_SUMS):
            for high in range(low, N_SUMS):
                reached = opened | 1 << low | 1 << high
                value = paid[flips[reached] if flipped else reached]
                values[slot] = base + value + (two[low] if low == high else one[low] + one[high])
                slot += 1
