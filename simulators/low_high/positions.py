r"""Every position of a turn, numbered, and where each set kept and each bad die leads.

What is to come depends on the dice left, the highest face kept, and what the tracks will score.
Where dice score that takes the *number* of good dice alone. Where pips score it takes the good dice
face by face: bad dice that are still to come cancel good ones that are there already, and, highest
first, good dice that are still to come are cancelled for bad ones that are there already. (Lowest
first, good dice that were cancelled could be forgotten, which would save half of the positions.)

Positions with the same highest face stand together, highest first, so every set kept leads to a
position with a smaller number. Within them good dice are in lexicographic order, and bad dice count
on: position *t* with *j* more bad dice is ``t + j``. There are :math:`\binom{D + h}{h + 1}` positions
above face *h* with *D* dice where pips score, 77,507 in all for thirteen dice, and
:math:`\binom{D + 1}{2}` where dice do, 547 in all.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.low_high.rules import LowHighRules
from simulators.low_high.turn_kernel import pips_points

N_FACES = 6


class Numbering(NamedTuple):
    """How positions are numbered.

    Attributes
    ----------
    n_dice : int
        Dice of a turn.
    pips : int
        1 where good dice are told apart by face, else 0: then all are put down to the highest face.
    block : ndarray of int64, shape (8,)
        First position above each face 0 to 6, kept sets' highest; block 0 is the last. ``block[7]``:
        0, which is where face 6 starts.
    below : ndarray of int64, shape (6, n_dice + 1, n_dice + 1)
        ``below[k, r, c]``: positions that come before those with *c* dice of a face, by the number
        of faces *k* from there to the highest and the dice *r* neither bad nor of a lower face.
    """

    n_dice: int
    pips: int
    block: NDArray[np.int64]
    below: NDArray[np.int64]


class Falls(NamedTuple):
    """How dice fall on faces.

    Attributes
    ----------
    sizes : ndarray of int8, shape (n_falls, 4)
        How *m* dice fall on *k* faces, 0 to 4 of them: how many on each.
    share : ndarray of float64, shape (n_falls,)
        One over the product of the factorials of these sizes.
    first : ndarray of int64, shape (5, n_dice + 2)
        ``first[k, m]`` to ``first[k, m + 1] - 1``: where those of *k* and *m* stand.
    pair_share : ndarray of float64, shape (n_dice + 1, n_dice + 1)
        ``1 / (s! (q - s)!)`` by *q* and *s*: the same for two faces on which *q* dice fall.
    scale : ndarray of float64, shape (7, n_dice + 1)
        ``m! / k ** m`` by *k* and *m*, which makes chances of shares.
    """

    sizes: NDArray[np.int8]
    share: NDArray[np.float64]
    first: NDArray[np.int64]
    pair_share: NDArray[np.float64]
    scale: NDArray[np.float64]


class Positions(NamedTuple):
    """All positions of a turn.

    Attributes
    ----------
    numbering : Numbering
    highest, left, points : ndarray of int8, int8, int16, shape (n,)
        Highest face kept, unlocked dice, and what the turn scores if it ends there.
    keeping : ndarray of int64, shape (n,)
        Where the position's successors start: for each higher face, `left` of them.
    after : ndarray of int32
        ``after[keeping[t] + (f - h - 1) * left[t] + s - 1]``: where keeping *s* dice of face *f* leads
        above highest face *h*.
    bad_chance : ndarray of float64, shape (7, n_dice + 1, n_dice + 1)
        By highest face, dice rolled and dice that go bad.
    falls : Falls
    fewest : int
        The fewest points of any position.
    """

    numbering: Numbering
    highest: NDArray[np.int8]
    left: NDArray[np.int8]
    points: NDArray[np.int16]
    keeping: NDArray[np.int64]
    after: NDArray[np.int32]
    bad_chance: NDArray[np.float64]
    falls: Falls
    fewest: int

    @property
    def start(self) -> int:
        """Return the position in which a turn begins: the last one."""
        return self.left.size - 1


def numbering_of(rules: LowHighRules) -> Numbering:
    """Work out how positions are numbered, without listing them."""
    n = rules.dice
    below = np.zeros((N_FACES, n + 1, n + 1), dtype=np.int64)
    for k, free in product(range(N_FACES), range(n + 1)):
        for count in range(1 if k == 0 else 0, free):
            below[k, free, count + 1] = below[k, free, count] + _completions(k, free - count)
    sizes = [1, *(_completions(h if rules.pips else 1, n) for h in range(1, N_FACES + 1))]
    block = np.array([sum(sizes[h + 1 :]) for h in range(N_FACES + 1)] + [0], dtype=np.int64)
    return Numbering(n, int(rules.pips), block, below)


def _completions(k: int, free: int) -> int:
    """Count the ways to put dice on *k* faces, on the last at least one, and on the bad track."""
    return comb(free + k, k + 1) if k else free + 1


@compiled
def position_number(numbering: Numbering, kept: NDArray[np.int64], highest: int, bad: int) -> Any:
    """Compute a position's number; `kept` are the good dice by face, none above `highest`."""
    if highest == 0:
        return numbering.block[0]
    number = numbering.block[highest] + bad
    free = numbering.n_dice
    if numbering.pips == 1:
        for face in range(1, highest + 1):
            count = kept[face - 1]
            number += numbering.below[highest - face, free, count]
            free -= count
        return number
    good = 0
    for face in range(highest):
        good += kept[face]
    return number + numbering.below[0, free, good]


@lru_cache(maxsize=4)
def positions_of(rules: LowHighRules) -> Positions:
    """List every position of a turn.

    Examples
    --------
    >>> positions = positions_of(LowHighRules(dice=2))
    >>> positions.left.size, int(positions.left[positions.start])
    (19, 2)
    """
    numbering = numbering_of(rules)
    n = int(numbering.block[0]) + 1
    highest, left = np.empty(n, np.int8), np.empty(n, np.int8)
    points, keeping = np.empty(n, np.int16), np.empty(n, np.int64)
    descending = int(rules.descending)
    _list_kernel(numbering, descending, highest, left, points)
    entries = (N_FACES - highest.astype(np.int64)) * left
    keeping[0] = 0
    np.cumsum(entries[:-1], out=keeping[1:])
    after = np.empty(int(entries.sum()), dtype=np.int32)
    _link_kernel(numbering, keeping, after)
    return Positions(
        numbering, highest, left, points, keeping, after, _bad_chances(rules.dice),
        _falls(rules.dice), int(points.min()),
    )  # fmt: skip


@compiled
def _next_good(kept: NDArray[np.int64], lowest: int, highest: int, most: int) -> bool:
    """Go on to the next good dice with this highest face; false after the last."""
    total = kept.sum()
    if total < most:
        kept[highest - 1] += 1
        return True
    face = highest
    while face > lowest:
        total -= kept[face - 1]
        kept[face - 1] = 0
        face -= 1
        if total + 2 <= most:  # one more here, and one of the highest face
            kept[face - 1] += 1
            kept[highest - 1] = 1
            return True
    return False


@kernel
def _list_kernel(
    numbering: Numbering,
    descending: int,
    highest: NDArray[np.int8],
    left: NDArray[np.int8],
    points: NDArray[np.int16],
) -> None:
    kept = np.zeros(6, dtype=np.int64)
    number = 0
    for face in range(6, 0, -1):
        kept[:] = 0
        kept[face - 1] = 1
        more = True
        while more:
            good = kept.sum()
            for bad in range(numbering.n_dice - good + 1):
                highest[number] = face
                left[number] = numbering.n_dice - good - bad
                points[number] = good - bad
                if numbering.pips == 1:
                    points[number] = pips_points(kept, bad, descending)
                number += 1
            more = _next_good(kept, 1 if numbering.pips else face, face, numbering.n_dice)
    highest[number], left[number], points[number] = 0, numbering.n_dice, 0


@kernel
def _link_kernel(
    numbering: Numbering, keeping: NDArray[np.int64], after: NDArray[np.int32]
) -> None:
    kept = np.zeros(6, dtype=np.int64)
    number = 0
    for face in range(6, -1, -1):
        kept[:] = 0
        if face > 0:
            kept[face - 1] = 1
        more = True
        while more:
            good = kept.sum()
            for bad in range(numbering.n_dice - good + 1 if face > 0 else 1):
                left = numbering.n_dice - good - bad
                place = keeping[number]
                for higher in range(face + 1, 7):
                    for size in range(1, left + 1):
                        kept[higher - 1] = size
                        after[place] = position_number(numbering, kept, higher, bad)
                        place += 1
                    kept[higher - 1] = 0
                number += 1
            more = False
            if face > 0:
                more = _next_good(kept, 1 if numbering.pips else face, face, numbering.n_dice)


def _bad_chances(n_dice: int) -> NDArray[np.float64]:
    chances = np.zeros((N_FACES + 1, n_dice + 1, n_dice + 1))
    for highest, rolled in product(range(N_FACES + 1), range(n_dice + 1)):
        for bad in range(rolled + 1):
            ways = comb(rolled, bad) * highest**bad * (N_FACES - highest) ** (rolled - bad)
            chances[highest, rolled, bad] = ways / N_FACES**rolled
    return chances


@lru_cache(maxsize=4)
def _falls(n_dice: int) -> Falls:
    """List how up to so many dice fall on faces."""
    sizes: list[tuple[int, ...]] = []
    share: list[float] = []
    first = np.zeros((N_FACES - 1, n_dice + 2), dtype=np.int64)
    for k in range(N_FACES - 1):
        first[k, 0] = len(sizes)
        for m in range(n_dice + 1):
            for counts in _compositions(m, k):
                sizes.append(counts + (0,) * (N_FACES - 2 - k))
                share.append(1 / prod(map(factorial, counts)))
            first[k, m + 1] = len(sizes)
    pair_share, scale = np.zeros((n_dice + 1, n_dice + 1)), np.zeros((N_FACES + 1, n_dice + 1))
    for m in range(n_dice + 1):
        for k in range(m + 1):
            pair_share[m, k] = 1 / (factorial(k) * factorial(m - k))
        for k in range(1, N_FACES + 1):
            scale[k, m] = factorial(m) / k**m
    return Falls(np.array(sizes, dtype=np.int8), np.array(share), first, pair_share, scale)


def _compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    """List the ways to write a number as a sum of so many, zeros among them."""
    if parts == 0:
        return [] if total else [()]
    if parts == 1:
        return [(total,)]
    return [
        (first, *others)
        for first in range(total + 1)
        for others in _compositions(total - first, parts - 1)
    ]
