"""Tables of what *n* six-sided dice can show.

An *outcome* numbers an ordered roll from 0 to 6**n - 1 by its base-6 digits, first die lowest. A
*multiset* is a roll without its order, numbered in the order of its counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
from numpy.typing import NDArray

FACES = (1, 2, 3, 4, 5, 6)


def counts_of(faces: Sequence[int]) -> tuple[int, ...]:
    """Count each face of a roll: ``(number of 1s, ..., number of 6s)``."""
    seen = Counter(faces)
    return tuple(seen[face] for face in FACES)


def faces_of(counts: Sequence[int]) -> tuple[int, ...]:
    """Write counts back as a sorted roll."""
    return tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count))


def n_ways(counts: Sequence[int]) -> int:
    """Count the orders in which a multiset can fall."""
    ways = factorial(sum(counts))
    for count in counts:
        ways //= factorial(count)
    return ways


@lru_cache
def multisets(n_dice: int) -> tuple[tuple[int, ...], ...]:
    """List the multisets of `n_dice` dice as counts, in sorted order of their faces."""
    return tuple(counts_of(faces) for faces in combinations_with_replacement(FACES, n_dice))


@lru_cache
def multiset_of_outcome(n_dice: int) -> NDArray[np.int16]:
    """Map each outcome to its multiset.

    Returns
    -------
    ndarray of int16, shape (6**n_dice,)
        Index into :func:`multisets`.
    """
    outcomes = np.arange(6**n_dice)
    code = np.zeros_like(outcomes)
    rest = outcomes
    for _ in range(n_dice):
        rest, digit = np.divmod(rest, 6)
        code += (n_dice + 1) ** digit
    codes = [sum(c * (n_dice + 1) ** f for f, c in enumerate(m)) for m in multisets(n_dice)]
    order = np.argsort(codes)
    found = order[np.searchsorted(np.asarray(codes)[order], code)]
    return found.astype(np.int16)
