"""Counts of faces, packed into one integer, for every outcome of six dice."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

#: Bits for the count of one face; face 1 takes the lowest.
WIDTH = 5


@lru_cache(maxsize=1)
def packed_counts() -> NDArray[np.uint32]:
    """Pack the counts of faces of each outcome of six dice.

    An outcome of fewer dice is found as well, padded with 1s: its digits are those of the same
    number, with zeros in front.

    Returns
    -------
    ndarray of uint32, shape (46656,)
        ``counts[face] << 5 * (face - 1)``, added up.
    """
    rest = np.arange(6**6)
    packed = np.zeros(rest.size, dtype=np.uint32)
    for _ in range(6):
        rest, digit = np.divmod(rest, 6)
        packed += np.uint32(1) << (WIDTH * digit).astype(np.uint32)
    packed.setflags(write=False)
    return packed
