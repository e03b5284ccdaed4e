"""What a roll is worth: the rules of scoring, once, in plain Python.

A *reading* splits dice into combinations: single dice, n of a kind, and with six dice a straight,
three pairs or two triplets. Every die of a reading scores. Six dice that have no reading at all may be
worth something as such. Dice are written as counts, ``(number of 1s, ..., 6s)``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from simulators.dice import FACES
from simulators.ten_thousand.rules import TenThousandRules

Counts = tuple[int, ...]

_SIZE_IN_WORDS = {3: "three", 4: "four", 5: "five", 6: "six"}


class Reading(NamedTuple):
    """Dice that all score, and what they are worth.

    Attributes
    ----------
    points : int
    n_dice : int
        How many dice it sets aside.
    counts : tuple of int
        Which dice.
    words : str
        The combinations, such as ``"four 2s and a 1"``.
    """

    points: int
    n_dice: int
    counts: Counts
    words: str


def group_value(rules: TenThousandRules, face: int, size: int) -> int:
    """Value of `size` dice of one face taken as one combination; 0 where it is none."""
    by_size = {
        1: rules.singles,
        3: rules.three_of_a_kind,
        4: rules.four_of_a_kind,
        5: rules.five_of_a_kind,
        6: rules.six_of_a_kind,
    }
    return by_size[size][face - 1] if size in by_size else 0


@lru_cache(maxsize=1 << 12)
def _read_face(
    rules: TenThousandRules, face: int, count: int
) -> tuple[int, tuple[int, ...]] | None:
    """Read all `count` dice of one face: the best value and its group sizes, or ``None``.

    The dice may form several groups, such as two threes of a kind.
    """
    if count == 0:
        return 0, ()
    best = None
    for size in range(count, 0, -1):
        value = group_value(rules, face, size)
        rest = _read_face(rules, face, count - size) if value else None
        if rest is not None and (best is None or value + rest[0] > best[0]):
            best = (value + rest[0], (size, *rest[1]))
    return best


def _read_by_face(rules: TenThousandRules, counts: Counts) -> tuple[int, str] | None:
    points, words = 0, []
    for face, count in zip(FACES, counts, strict=True):
        read = _read_face(rules, face, count)
        if read is None:
            return None
        points += read[0]
        words += [
            f"a {face}" if size == 1 else f"{_SIZE_IN_WORDS[size]} {face}s" for size in read[1]
        ]
    return points, " and ".join(words)


def is_straight(counts: Counts) -> bool:
    """Say whether six dice show every face."""
    return counts == (1, 1, 1, 1, 1, 1)


def is_three_pairs(rules: TenThousandRules, counts: Counts) -> bool:
    """Say whether six dice are three different pairs, or count as such."""
    shape = sorted(count for count in counts if count)
    return shape == [2, 2, 2] or (shape == [2, 4] and rules.four_and_pair_is_three_pairs)


def is_two_triplets(counts: Counts) -> bool:
    """Say whether six dice are two different threes of a kind."""
    return sorted(counts)[-2:] == [3, 3]


@lru_cache(maxsize=1 << 15)
def read_all(rules: TenThousandRules, counts: Counts) -> Reading | None:
    """Find the best reading in which every one of these dice scores.

    Returns
    -------
    Reading or None
        ``None`` if there is none, and for no dice at all.
    """
    readings = []
    if by_face := _read_by_face(rules, counts):
        readings.append(by_face)
    if is_straight(counts) and rules.straight:
        readings.append((rules.straight, "a straight"))
    if is_three_pairs(rules, counts) and rules.three_pairs:
        readings.append((rules.three_pairs, "three pairs"))
    if is_two_triplets(counts) and rules.two_triplets:
        readings.append((rules.two_triplets, "two triplets"))
    if not readings or not any(counts):
        return None
    points, words = max(readings, key=lambda reading: reading[0])
    return Reading(points, sum(counts), counts, words)


@lru_cache(maxsize=1 << 14)
def choices(rules: TenThousandRules, counts: Counts) -> tuple[Reading, ...]:
    """List every way to set dice of a roll aside: any dice that all score, at least one.

    Returns
    -------
    tuple of Reading
        One for each choice of dice, worth its best reading; most points first, among equals most
        dice first, then lowest faces first. Empty: the roll is a bust. Six dice of which none
        scores have one choice, all of them, where that is worth something.
    """
    subsets = product(*(range(count + 1) for count in counts))
    readings = [reading for subset in subsets if (reading := read_all(rules, subset))]
    if not readings and sum(counts) == 6 and rules.nothing:
        return (Reading(rules.nothing, 6, counts, "nothing that scores"),)
    return tuple(sorted(readings, key=lambda r: (-r.points, -r.n_dice, [-n for n in r.counts])))


def best_reading(rules: TenThousandRules, counts: Counts) -> Reading | None:
    """Find what a roll is worth: its best reading, the one with more dice among equals.

    Returns
    -------
    Reading or None
        ``None`` for a roll without any reading, a bust.

    Examples
    --------
    >>> best_reading(TenThousandRules(), (4, 0, 0, 0, 2, 0)).points
    2100
    """
    ways = choices(rules, counts)
    return ways[0] if ways else None
