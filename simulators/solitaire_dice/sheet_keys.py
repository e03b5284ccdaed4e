"""A sheet in one number, as the searches for bounds keep it.

Four bits for the marks of each sum, then the number of the reject sheet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.solitaire_dice.rules import N_SUMS

#: Where the number of the reject sheet starts.
SHEET_AT = 44
MARKS_BITS = (1 << SHEET_AT) - 1


@compiled
def read_marks(key: np.uint64, marks: NDArray[np.int64]) -> None:
    """Write the marks of each sum, shape (11,)."""
    for sum_ in range(N_SUMS):
        marks[sum_] = np.int64((key >> np.uint64(4 * sum_)) & np.uint64(15))


@compiled
def add_mark(key: np.uint64, sum_: int, cap: int) -> np.uint64:
    """Add a mark to a key, up to the cap."""
    at = np.uint64(4 * sum_)
    if (key >> at) & np.uint64(15) < np.uint64(cap):
        key += np.uint64(1) << at
    return key


@compiled
def find_place(taken: NDArray[np.bool_], keys: NDArray[np.uint64], key: np.uint64) -> int:
    """Find a key's place in a hash table: its own, or the free one where it belongs.

    Parameters
    ----------
    taken, keys : ndarray of bool and of uint64, shape (size,)
        A table of open addressing; the size is a power of two.
    """
    mask = np.uint64(keys.size - 1)
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    place = (mixed ^ (mixed >> np.uint64(32))) & mask
    while taken[place] and keys[place] != key:
        place = (place + np.uint64(1)) & mask
    return np.int64(place)  # type: ignore[return-value]
