"""The game as exact computations walk through it: live reject sheets, and rolls as lists of slots.

An afterstate follows from the state by the face that is rejected and the pair of sums that is
marked. Both in one number are a *slot*: ``face * N_PAIRS + pair``, faces counted from 0, pairs of sums
as in :data:`PAIRS`; the seventh face, `FREE`, stands for a free roll, which rejects nothing. Values of
all afterstates are laid out by slot once for a state, and the best split of each of the 252 rolls is a
matter of looking through the roll's slots.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.dice import faces_of, multisets, n_ways
from simulators.solitaire_dice.rules import N_SUMS
from simulators.solitaire_dice.splits import ALL_FACES, N_DICE, splits_of

#: The pairs of sums that a split can mark, by index of the sum (0 for the sum 2).
PAIRS = tuple(combinations_with_replacement(range(N_SUMS), 2))
N_PAIRS = len(PAIRS)
FREE = 6
N_SLOTS = 7 * N_PAIRS
N_ROLLS = 252

#: Successor of a reject sheet that is full, and of one that can't take the face.
ENDS, BARRED = -1, -2

Counts = tuple[int, ...]


class Rolls(NamedTuple):
    """The 252 rolls and their slots.

    Attributes
    ----------
    chance : ndarray of float64, shape (252,)
    first : ndarray of int64, shape (64, 253)
        For each set of faces that may be rejected (bit ``face - 1``), where each roll's slots start.
    slots : ndarray of int16
    low, high : ndarray of int64, shape (66,)
        The two sums of each pair, as an index.
    """

    chance: NDArray[np.float64]
    first: NDArray[np.int64]
    slots: NDArray[np.int16]
    low: NDArray[np.int64]
    high: NDArray[np.int64]


@lru_cache
def rolls_table() -> Rolls:
    """List the slots of every roll."""
    rolls = multisets(N_DICE)
    number = {(a + 2, b + 2): pair for pair, (a, b) in enumerate(PAIRS)}
    chance = np.array([n_ways(counts) for counts in rolls]) / 6**N_DICE
    first = np.zeros((ALL_FACES + 1, len(rolls) + 1), dtype=np.int64)
    slots: list[int] = []
    for mask in range(ALL_FACES + 1):
        for roll, counts in enumerate(rolls):
            splits = splits_of(faces_of(counts))
            legal = {
                (face - 1) * N_PAIRS + number[low, high]
                for face, low, high in splits
                if mask >> (face - 1) & 1
            }
            first[mask, roll] = len(slots)
            slots += sorted(legal or {FREE * N_PAIRS + number[lo, hi] for _, lo, hi in splits})
        first[mask, -1] = len(slots)
    low, high = np.array(PAIRS, dtype=np.int64).T.copy()
    return Rolls(chance, first, np.array(slots, dtype=np.int16), low, high)


@compiled
def best_of(rolls: Rolls, allowed: int, roll: int, values: NDArray[np.float64]) -> float:
    """Return the best value among the slots of a roll."""
    best = -np.inf
    for i in range(rolls.first[allowed, roll], rolls.first[allowed, roll + 1]):
        best = max(best, values[rolls.slots[i]])
    return best


@compiled
def is_free(rolls: Rolls, allowed: int, roll: int) -> bool:
    """Tell whether a roll shows none of the faces that may be rejected."""
    return bool(rolls.slots[rolls.first[allowed, roll]] >= FREE * N_PAIRS)


@compiled
def add_rolls(
    rolls: Rolls,
    allowed: int,
    free: bool,
    lays: NDArray[np.float32],
    total: NDArray[np.float32],
) -> None:
    """Add up the best of each roll, free ones or the others, weighed by its chance, in many lanes.

    Parameters
    ----------
    lays : ndarray of float32, shape (N_SLOTS, lanes)
        Values by slot.
    total : ndarray of float32, shape (lanes,), added to
    """
    lanes = total.size
    best = np.empty(lanes, dtype=np.float32)
    for roll in range(N_ROLLS):
        first, stop = rolls.first[allowed, roll], rolls.first[allowed, roll + 1]
        if is_free(rolls, allowed, roll) != free:
            continue
        one = lays[rolls.slots[first]]
        for lane in range(lanes):
            best[lane] = one[lane]
        for place in range(first + 1, stop):
            one = lays[rolls.slots[place]]
            for lane in range(lanes):
                best[lane] = max(best[lane], one[lane])
        chance = np.float32(rolls.chance[roll])
        for lane in range(lanes):
            total[lane] += chance * best[lane]


class SheetGraph(NamedTuple):
    """The live reject sheets of some rules, fewest marks first.

    Attributes
    ----------
    after : ndarray of int64, shape (n, 6)
        Sheet after one more mark on each face; `ENDS` if that ends the game, `BARRED` if the face
        can't be opened any more.
    allowed : ndarray of int64, shape (n,)
        Set of faces that may be rejected.
    marks : ndarray of int64, shape (n,)
        Reject marks on the sheet, all faces together.
    """

    after: NDArray[np.int64]
    allowed: NDArray[np.int64]
    marks: NDArray[np.int64]


def count_sheets(reject_faces: int, reject_marks: int) -> int:
    """Count the live reject sheets.

    Examples
    --------
    >>> count_sheets(3, 8)
    7638
    """
    return sum(
        (reject_marks - 1) ** size
        for opened in range(reject_faces + 1)
        for size in [opened] * len(list(combinations(range(6), opened)))
    )


@lru_cache(maxsize=8)
def live_sheets(reject_faces: int, reject_marks: int) -> tuple[Counts, ...]:
    """List the live reject sheets as marks on each face, fewest marks in all first."""
    found = []
    for opened in range(reject_faces + 1):
        for faces in combinations(range(6), opened):
            for marks in product(range(1, reject_marks), repeat=opened):
                sheet = [0] * 6
                for face, count in zip(faces, marks, strict=True):
                    sheet[face] = count
                found.append(tuple(sheet))
    return tuple(sorted(found, key=lambda sheet: (sum(sheet), sheet)))


@lru_cache(maxsize=8)
def sheet_graph(reject_faces: int, reject_marks: int) -> SheetGraph:
    """Link the live reject sheets of some rules."""
    sheets = live_sheets(reject_faces, reject_marks)
    number = {sheet: index for index, sheet in enumerate(sheets)}
    after = np.full((len(sheets), 6), BARRED, dtype=np.int64)
    allowed = np.full(len(sheets), ALL_FACES, dtype=np.int64)
    for index, sheet in enumerate(sheets):
        opened = [face for face in range(6) if sheet[face]]
        closed = len(opened) == reject_faces
        if closed:
            allowed[index] = sum(1 << face for face in opened)
        for face in opened if closed else range(6):
            raised = (*sheet[:face], sheet[face] + 1, *sheet[face + 1 :])
            after[index, face] = number.get(raised, ENDS)
    return SheetGraph(after, allowed, np.array([sum(sheet) for sheet in sheets]))
