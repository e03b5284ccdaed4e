"""All that can happen in a turn, as lists of what leads to what.

Two kinds of states follow one another. A *hand* is dice in play that have eaten, with a choice to
stop or to throw. A *throw* is a hand of kept dice with a number of dice to be rolled beside it; each
roll leads to a *feeding*: dice in play of which some 3s must eat, which leaves one of several hands,
or none. With *u* the worth of a number of points and *l* the rolls left, ::

    hand(h, l) = max(u(points of h), max over throws t of h of throw(t, l - 1))
    throw(t, l) = sum over rolls of chance * feeding(roll, l)
    feeding(f, l) = max over hands h that it can leave of hand(h, l), u(0) if it leaves none

and ``hand(h, 0) = u(points of h)``. There are 461 hands, 330 throws and 5726 rolls.
:mod:`simulators.dino_dice.turn_values` solves it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.dice import multisets, n_ways
from simulators.dino_dice.hands import N_HANDS, NUMBER_OF
from simulators.dino_dice.rules import N_DICE, DinoDiceRules
from simulators.dino_dice.tables import (
    COUNT_BITS,
    DICE_BITS,
    NOBODY,
    STARVES,
    Tables,
    tables,
)


class TurnGraph(NamedTuple):
    """What leads to what; each list lies end to end, entry `i` from ``first[i]`` to ``first[i+1]``.

    Attributes
    ----------
    scores : ndarray of int64, shape (n_scores,)
        Every number of points that a turn can score, in order; the first is 0.
    score_of : ndarray of int16, shape (461,)
        Place of each hand's points in `scores`.
    throw_first : ndarray of int32, shape (n_throws + 1,)
    throw_feeding : ndarray of int16
        Feeding that each roll of a throw leads to.
    throw_chance : ndarray of float64
    feeding_first : ndarray of int32, shape (n_feedings + 1,)
    feeding_hand : ndarray of int16
        Hands that a feeding can leave, in the order of its meals; none: it starves.
    feeding_of : ndarray of int16, shape (6 * 461,)
        Number of the feeding of that many hungry 3s in that hand; -1 where no roll leads to it.
    hand_first : ndarray of int32, shape (462,)
    hand_throw : ndarray of int16
        Throws that a hand allows, in the order of its rerolls.
    start : int
        The throw of five dice.
    """

    scores: NDArray[np.int64]
    score_of: NDArray[np.int16]
    throw_first: NDArray[np.int32]
    throw_feeding: NDArray[np.int16]
    throw_chance: NDArray[np.float64]
    feeding_first: NDArray[np.int32]
    feeding_hand: NDArray[np.int16]
    feeding_of: NDArray[np.int16]
    hand_first: NDArray[np.int32]
    hand_throw: NDArray[np.int16]
    start: int

    @property
    def n_throws(self) -> int:
        return self.throw_first.size - 1

    @property
    def n_feedings(self) -> int:
        return self.feeding_first.size - 1


def _bounds(lengths: Iterable[int]) -> NDArray[np.int32]:
    return np.cumsum([0, *lengths]).astype(np.int32)


@lru_cache(maxsize=64)
def turn_graph(rules: DinoDiceRules) -> TurnGraph:
    """Lay out what can happen in a turn under some rules."""
    found = tables(rules)
    scores, score_of = np.unique([0, *found.points.tolist()], return_inverse=True)
    throws = np.unique(found.thrown)
    dice_of = throws & ((1 << DICE_BITS) - 1)
    ways = {n: np.array([n_ways(m) for m in multisets(n)]) / 6**n for n in range(1, N_DICE + 1)}
    rolled = {n: np.array([NUMBER_OF[m] for m in multisets(n)]) for n in range(1, N_DICE + 1)}
    led_to = []
    for row, dice in zip((throws >> DICE_BITS).tolist(), dice_of.tolist(), strict=True):
        hands = found.union[row + rolled[dice]].astype(np.int64)
        threes = found.threes[hands if rules.eats == "showing" else rolled[dice]]
        led_to.append(threes * N_HANDS + hands)
    feedings, numbers = np.unique(np.concatenate(led_to), return_inverse=True)
    feeding_of = np.full(found.feeding.size, -1, dtype=np.int16)
    feeding_of[feedings] = np.arange(feedings.size)
    left = [_left_by(found, feeding) for feeding in feedings.tolist()]
    return TurnGraph(
        scores=scores,
        score_of=score_of[1:].astype(np.int16),
        throw_first=_bounds(map(len, led_to)),
        throw_feeding=numbers.astype(np.int16),
        throw_chance=np.concatenate([ways[dice] for dice in dice_of.tolist()]),
        feeding_first=_bounds(map(len, left)),
        feeding_hand=np.array([hand for hands in left for hand in hands], dtype=np.int16),
        feeding_of=feeding_of,
        hand_first=_bounds((found.reroll_list & ((1 << COUNT_BITS) - 1)).tolist()),
        hand_throw=np.searchsorted(throws, found.thrown).astype(np.int16),
        start=int(np.searchsorted(throws, N_DICE)),  # nothing is kept in row 0
    )


def _left_by(found: Tables, feeding: int) -> list[int]:
    """List the hands that a feeding can leave."""
    code = int(found.feeding[feeding])
    if code == STARVES:
        return []
    if code == NOBODY:
        return [feeding % N_HANDS]
    first, count = code >> COUNT_BITS, code & ((1 << COUNT_BITS) - 1)
    left: list[int] = found.meal_left[first : first + count].tolist()
    return left
