"""Hands and what may be done with them.

A *hand* is the dice in play without their order, as counts of the faces 1 to 6; hands of one to
five dice are numbered from small to large. Reference player, kernels' tables and policies all take
the legal actions from here, in this order.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from simulators.dice import faces_of, multisets
from simulators.dino_dice.rules import N_DICE, TYRANNOSAUR, DinoDiceRules

Counts = tuple[int, ...]

#: Every hand of one to five dice, small ones first.
HANDS: tuple[Counts, ...] = tuple(
    hand for n_dice in range(1, N_DICE + 1) for hand in multisets(n_dice)
)
N_HANDS = len(HANDS)
#: The number of each hand: its place in `HANDS`.
NUMBER_OF = {hand: number for number, hand in enumerate(HANDS)}


class Meal(NamedTuple):
    """One way to feed the 3s.

    Attributes
    ----------
    eaten, left : tuple of int, length 6
        Counts of the plant-eaters that go, and of all dice that stay in play.
    points : int
        What the dice that stay are worth.
    """

    eaten: Counts
    left: Counts
    points: int


class Reroll(NamedTuple):
    """One way to roll again.

    Attributes
    ----------
    kept : tuple of int, length 6
        Counts of the dice that stay as they are.
    dice : int
        How many are rolled, at least one.
    points : int
        What the kept dice alone are worth.
    """

    kept: Counts
    dice: int
    points: int


def _parts(counts: Counts) -> list[Counts]:
    """List every choice of some, all or none of the dice, as counts."""
    return list(product(*(range(count + 1) for count in counts)))


def _without(counts: Counts, part: Counts) -> Counts:
    return tuple(whole - less for whole, less in zip(counts, part, strict=True))


def plant_eaters(counts: Counts) -> int:
    """Count the dice that can be eaten."""
    return sum(counts) - counts[TYRANNOSAUR - 1]


def largest_herd(counts: Counts) -> int:
    """Return the most plant-eaters alike, 5 for any five alike.

    Examples
    --------
    >>> largest_herd((0, 2, 3, 0, 0, 0)), largest_herd((0, 0, 5, 0, 0, 0))
    (2, 5)
    """
    if max(counts) == N_DICE:
        return N_DICE
    return max(count for face, count in enumerate(counts, 1) if face != TYRANNOSAUR)


@lru_cache(maxsize=4096)
def meals(rules: DinoDiceRules, counts: Counts, hungry: int) -> tuple[Meal, ...]:
    """List the ways to feed `hungry` 3s: most points left first, then the lowest faces eaten.

    Returns
    -------
    tuple of Meal
        Empty if there are fewer plant-eaters than that.
    """
    found = [
        Meal(part, _without(counts, part), rules.worth(_without(counts, part)))
        for part in _parts(counts)
        if sum(part) == hungry and part[TYRANNOSAUR - 1] == 0
    ]
    return tuple(sorted(found, key=lambda meal: (-meal.points, faces_of(meal.eaten))))


@lru_cache(maxsize=4096)
def rerolls(rules: DinoDiceRules, counts: Counts) -> tuple[Reroll, ...]:
    """List the ways to roll again: most points kept first, then the fewest dice rolled.

    Returns
    -------
    tuple of Reroll
        One to 31 of them.
    """
    found = [
        Reroll(part, sum(counts) - sum(part), rules.worth(part))
        for part in _parts(counts)
        if part != counts
    ]
    return tuple(sorted(found, key=lambda way: (-way.points, way.dice, faces_of(way.kept))))
