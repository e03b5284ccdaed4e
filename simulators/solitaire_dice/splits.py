"""The ways to split a roll of five dice into two pairs and a reject.

A split is ``(reject, low, high)``: the reject's face and the two sums, ``low <= high``. A roll has
up to 15 distinct ones. They are always listed in ascending order: by reject, then low, then high.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.dice import faces_of, multiset_of_outcome, multisets

N_DICE = 5
ALL_FACES = 0b111111


@lru_cache
def splits_of(faces: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """List the distinct splits of a roll of five faces, in whatever order they fell.

    Examples
    --------
    >>> (3, 5, 11) in splits_of((6, 5, 3, 3, 2))
    True
    """
    found = set()
    for out in range(N_DICE):
        a, b, c, d = faces[:out] + faces[out + 1 :]
        for sums in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
            found.add((faces[out], min(sums), max(sums)))
    return tuple(sorted(found))


class SplitTables(NamedTuple):
    """Split lists for the kernel.

    Attributes
    ----------
    multiset : ndarray of uint8, shape (7776,)
        Multiset of each outcome of five dice.
    listing : ndarray of int32, shape (64 * 252,)
        For each set of faces that may be rejected (bit ``face - 1``) and each multiset, packed:
        start in the arrays below << 5 | number of splits << 1 | 1 if none of the faces shows, so
        that the roll is free and every split is listed.
    reject, low, high : ndarray of int8
        The splits, list after list.
    """

    multiset: NDArray[np.uint8]
    listing: NDArray[np.int32]
    reject: NDArray[np.int8]
    low: NDArray[np.int8]
    high: NDArray[np.int8]


@lru_cache
def split_tables() -> SplitTables:
    """Build the tables, about 2,100 different lists."""
    rolls = [faces_of(counts) for counts in multisets(N_DICE)]
    listing = np.zeros((ALL_FACES + 1, len(rolls)), dtype=np.int32)
    rows: list[tuple[int, int, int]] = []
    for index, faces in enumerate(rolls):
        starts: dict[frozenset[int], tuple[int, int]] = {}
        for mask in range(ALL_FACES + 1):
            shown = frozenset(face for face in faces if mask >> (face - 1) & 1)
            allowed = shown or frozenset(faces)
            if allowed not in starts:
                legal = [split for split in splits_of(faces) if split[0] in allowed]
                starts[allowed] = (len(rows), len(legal))
                rows += legal
            start, count = starts[allowed]
            listing[mask, index] = start << 5 | count << 1 | (not shown)
    columns = np.array(rows, dtype=np.int8).T.copy()
    outcome_to_multiset = multiset_of_outcome(N_DICE).astype(np.uint8)
    return SplitTables(outcome_to_multiset, listing.ravel(), *columns)
