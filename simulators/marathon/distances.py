"""Which numbers dice can form, and from which distances nobody can ever finish."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from simulators.dice import FACES
from simulators.marathon.limits import MAX_DICE

#: Distances left from which two, three and four dice are rolled, as published.
PUBLISHED_DICE_FROM = (10, 100, 1000)


@lru_cache(maxsize=MAX_DICE)
def numbers_of(n_dice: int) -> tuple[int, ...]:
    """List every number that `n_dice` dice can form, ascending.

    Examples
    --------
    >>> numbers_of(1), numbers_of(2)[:3], numbers_of(4)[-1]
    ((1, 2, 3, 4, 5, 6), (11, 12, 13), 6666)
    """
    return tuple(
        sum(face * 10**place for place, face in enumerate(reversed(faces)))
        for faces in product(FACES, repeat=n_dice)
    )


def dice_at(left: int, dice_from: tuple[int, ...]) -> int:
    """Count the dice that are rolled with `left` metres to go, 1 to 4.

    Examples
    --------
    >>> [dice_at(left, PUBLISHED_DICE_FROM) for left in (9, 10, 99, 100, 999, 1000, 42_195)]
    [1, 2, 2, 3, 3, 4, 4]
    """
    return 1 + sum(left >= threshold for threshold in dice_from)


@lru_cache(maxsize=64)
def dead_distances(distance: int, dice_from: tuple[int, ...]) -> frozenset[int]:
    """Find every distance left, up to `distance`, from which no rolls lead to the finish.

    A distance is alive if one of the numbers of its dice leads to 0 or to a distance that is alive;
    declining leads nowhere, and running past the finish ends the run or changes nothing.

    Examples
    --------
    >>> dead = dead_distances(42_195, PUBLISHED_DICE_FROM)
    >>> len(dead), in_words(dead)
    (123, '10, 100-110 and 1000-1110')
    """
    alive = bytearray(distance + 1)
    alive[0] = 1
    for left in range(1, distance + 1):
        for number in numbers_of(dice_at(left, dice_from)):
            if number > left:
                break
            if alive[left - number]:
                alive[left] = 1
                break
    return frozenset(left for left in range(1, distance + 1) if not alive[left])


def stretches(distances: Iterable[int]) -> list[tuple[int, int]]:
    """Put neighbouring distances together: ``(first, last)`` of each stretch, ascending.

    Examples
    --------
    >>> stretches({10, 100, 101, 102})
    [(10, 10), (100, 102)]
    """
    found: list[tuple[int, int]] = []
    for left in sorted(distances):
        if found and left == found[-1][1] + 1:
            found[-1] = found[-1][0], left
        else:
            found.append((left, left))
    return found


def in_words(distances: Iterable[int], most: int = 12) -> str:
    """Write distances as stretches; where there are more than `most`, the rest as a number.

    Examples
    --------
    >>> in_words({10, 100, 101, 102}), in_words(set()), in_words({1, 3, 5, 7, 8}, most=2)
    ('10 and 100-102', 'none', '1, 3 and 3 more')
    """
    found = stretches(distances)
    words = [f"{a}" if a == b else f"{a}-{b}" for a, b in found[:most]]
    if rest := sum(b - a + 1 for a, b in found[most:]):
        words.append(f"{rest} more")
    if len(words) < 2:
        return "".join(words) or "none"
    return f"{', '.join(words[:-1])} and {words[-1]}"
