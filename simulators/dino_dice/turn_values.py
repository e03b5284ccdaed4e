"""Value the states of a turn for any worth of points; see :mod:`simulators.dino_dice.turn_graph`.

Several worths are solved side by side, each in a *lane*: the last axis of every array. A race asks for
thousands of them, and side by side they cost a fifth of what they cost one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.dino_dice.hands import N_HANDS
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.turn_graph import TurnGraph, turn_graph

Floats = NDArray[np.float64]


class Scratch(NamedTuple):
    """What is computed with the same number of rolls left, by state and lane.

    Attributes
    ----------
    hands : ndarray of float64, shape (461, n_lanes)
    feedings : ndarray of float64, shape (n_feedings, n_lanes)
    throws : ndarray of float64, shape (n_throws, n_lanes)
    """

    hands: Floats
    feedings: Floats
    throws: Floats


def scratch(graph: TurnGraph, n_lanes: int) -> Scratch:
    """Make room for a number of lanes."""
    return Scratch(
        np.empty((N_HANDS, n_lanes)),
        np.empty((graph.n_feedings, n_lanes)),
        np.empty((graph.n_throws, n_lanes)),
    )


@compiled
def value_last_hands(graph: TurnGraph, worth: Floats, hands: Floats) -> None:
    """Value hands with which the turn ends.

    Parameters
    ----------
    worth : ndarray of float64, shape (n_scores, n_lanes)
        What each number of points in `graph.scores` is worth.
    hands : ndarray of float64, shape (461, n_lanes)
        Filled.
    """
    for hand in range(hands.shape[0]):
        score = graph.score_of[hand]
        for lane in range(hands.shape[1]):
            hands[hand, lane] = worth[score, lane]


@compiled
def value_hands(graph: TurnGraph, worth: Floats, throws: Floats, hands: Floats) -> None:
    """Value hands with a choice to stop or to throw, by the values of throws."""
    for hand in range(hands.shape[0]):
        score = graph.score_of[hand]
        for lane in range(hands.shape[1]):
            hands[hand, lane] = worth[score, lane]
        for place in range(graph.hand_first[hand], graph.hand_first[hand + 1]):
            throw = graph.hand_throw[place]
            for lane in range(hands.shape[1]):
                if throws[throw, lane] > hands[hand, lane]:
                    hands[hand, lane] = throws[throw, lane]


@compiled
def value_feedings(graph: TurnGraph, worth: Floats, hands: Floats, feedings: Floats) -> None:
    """Value what a roll leads to, by the values of the hands that can be left."""
    for feeding in range(feedings.shape[0]):
        first, last = graph.feeding_first[feeding], graph.feeding_first[feeding + 1]
        for lane in range(feedings.shape[1]):
            feedings[feeding, lane] = (
                hands[graph.feeding_hand[first], lane] if last > first else worth[0, lane]
            )
        for place in range(first + 1, last):
            hand = graph.feeding_hand[place]
            for lane in range(feedings.shape[1]):
                if hands[hand, lane] > feedings[feeding, lane]:
                    feedings[feeding, lane] = hands[hand, lane]


@compiled
def value_throw(graph: TurnGraph, throw: int, feedings: Floats, values: Floats) -> None:
    """Value one throw by the values of what its rolls lead to; `values` has one entry a lane."""
    values[:] = 0.0
    for place in range(graph.throw_first[throw], graph.throw_first[throw + 1]):
        chance, feeding = graph.throw_chance[place], graph.throw_feeding[place]
        for lane in range(values.size):
            values[lane] += chance * feedings[feeding, lane]


@compiled
def value_turns(graph: TurnGraph, worth: Floats, rolls: int, room: Scratch, values: Floats) -> None:
    """Value turns before their first roll.

    Parameters
    ----------
    worth : ndarray of float64, shape (n_scores, n_lanes)
    rolls : int
        Most rolls of a turn.
    room : Scratch
        Overwritten.
    values : ndarray of float64, shape (n_lanes,)
        Filled.
    """
    value_last_hands(graph, worth, room.hands)
    for _ in range(1, rolls):
        value_feedings(graph, worth, room.hands, room.feedings)
        for throw in range(room.throws.shape[0]):
            value_throw(graph, throw, room.feedings, room.throws[throw])
        value_hands(graph, worth, room.throws, room.hands)
    value_feedings(graph, worth, room.hands, room.feedings)
    value_throw(graph, graph.start, room.feedings, values)


class TurnValues(NamedTuple):
    """What every state of a turn is worth, for one worth of points.

    Attributes
    ----------
    hands : ndarray of float64, shape (rolls, 461)
        By rolls left, 0 to one fewer than the rules allow: hands that have eaten.
    feedings : ndarray of float64, shape (rolls, n_feedings)
        By rolls left.
    throws : ndarray of float64, shape (rolls, n_throws)
        By rolls left after the throw.
    """

    hands: Floats
    feedings: Floats
    throws: Floats


def turn_values(rules: DinoDiceRules, worth: Floats) -> TurnValues:
    """Value every state of a turn.

    Parameters
    ----------
    rules : DinoDiceRules
    worth : ndarray of float64, shape (n_scores,)
        What each number of points in the `scores` of the rules' graph is worth.

    Examples
    --------
    A turn for its points, before its first roll:

    >>> rules = DinoDiceRules()
    >>> graph = turn_graph(rules)
    >>> values = turn_values(rules, graph.scores.astype(float))
    >>> round(float(values.throws[rules.rolls - 1, graph.start]), 4)
    25.9901
    """
    graph, rolls = turn_graph(rules), rules.rolls
    found = TurnValues(
        np.empty((rolls, N_HANDS)),
        np.empty((rolls, graph.n_feedings)),
        np.empty((rolls, graph.n_throws)),
    )
    _fill_kernel(graph, worth[:, None].copy(), *(values[:, :, None] for values in found))
    return found


@compiled
def _fill_kernel(
    graph: TurnGraph, worth: Floats, hands: Floats, feedings: Floats, throws: Floats
) -> None:
    for left in range(hands.shape[0]):
        if left == 0:
            value_last_hands(graph, worth, hands[0])
        else:
            value_hands(graph, worth, throws[left - 1], hands[left])
        value_feedings(graph, worth, hands[left], feedings[left])
        for throw in range(throws.shape[1]):
            value_throw(graph, throw, feedings[left], throws[left, throw])
