"""The best choices as numbers that a policy looks up; see :mod:`simulators.dino_dice.decide_solved`.

For one turn every choice is a number of its own. A race asks for some 1500 choices at each of 45000
scores, so there they are packed into the bits of whole numbers below 2 ** 53, which a float holds
exactly: 50 MB instead of half a gigabyte.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.dino_dice.decide import MAX_EATING
from simulators.dino_dice.decide_solved import MEALS_A_WORD, REROLLS_A_WORD, STOPS_A_WORD
from simulators.dino_dice.hands import N_HANDS
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.solve_race import (
    FIRST,
    LANES,
    race_solution,
    worth_in_last_round,
    worth_to_first,
    worth_to_second,
)
from simulators.dino_dice.solve_turn import worth_of_points
from simulators.dino_dice.turn_graph import TurnGraph, turn_graph
from simulators.dino_dice.turn_values import (
    Floats,
    Scratch,
    scratch,
    value_feedings,
    value_hands,
    value_last_hands,
    value_throw,
)

#: An action is better than another only by more than this, so that the last bits of a sum decide
#: nothing. Of equals, stopping comes first, and then what :mod:`simulators.dino_dice.hands` lists
#: first.
TOLERANCE = 1e-12


class Choices(NamedTuple):
    """What the three decisions look up.

    Attributes
    ----------
    stop, eat, reroll : ndarray of float64, shape (n,)
    """

    stop: Floats
    eat: Floats
    reroll: Floats


@compiled
def _choose_hands(
    graph: TurnGraph, worth: Floats, throws: Floats, hands: Floats, chosen: NDArray[np.uint8]
) -> None:
    """Choose what reaches the value of each hand: 0 to stop, 1 and up for a reroll."""
    for hand in range(hands.shape[0]):
        score, first = graph.score_of[hand], graph.hand_first[hand]
        for lane in range(hands.shape[1]):
            enough = hands[hand, lane] - TOLERANCE
            choice = 0
            if worth[score, lane] < enough:
                choice = 1
                while throws[graph.hand_throw[first + choice - 1], lane] < enough:
                    choice += 1
            chosen[hand, lane] = choice


@compiled
def _choose_meals(
    graph: TurnGraph, hands: Floats, feedings: Floats, chosen: NDArray[np.uint8]
) -> None:
    """Choose the meal that reaches the value of each feeding."""
    for feeding in range(feedings.shape[0]):
        first, last = graph.feeding_first[feeding], graph.feeding_first[feeding + 1]
        for lane in range(feedings.shape[1]):
            choice = 0
            if last > first:
                enough = feedings[feeding, lane] - TOLERANCE
                while hands[graph.feeding_hand[first + choice], lane] < enough:
                    choice += 1
            chosen[feeding, lane] = choice


@compiled
def _choose_turns(
    graph: TurnGraph,
    worth: Floats,
    room: Scratch,
    rerolls: NDArray[np.uint8],
    meals: NDArray[np.uint8],
) -> None:
    """Fill the choices by rolls left, hand or feeding, and lane."""
    for left in range(meals.shape[0]):
        if left == 0:
            value_last_hands(graph, worth, room.hands)
        else:
            for throw in range(room.throws.shape[0]):
                value_throw(graph, throw, room.feedings, room.throws[throw])
            value_hands(graph, worth, room.throws, room.hands)
            _choose_hands(graph, worth, room.throws, room.hands, rerolls[left - 1])
        value_feedings(graph, worth, room.hands, room.feedings)
        _choose_meals(graph, room.hands, room.feedings, meals[left])


@kernel
def _choose_kernel(
    graph: TurnGraph,
    worth: Floats,
    room: Scratch,
    rerolls: NDArray[np.uint8],
    meals: NDArray[np.uint8],
) -> None:
    _choose_turns(graph, worth, room, rerolls, meals)


def turn_choices(rules: DinoDiceRules, worth: Floats) -> Choices:
    """Choose for one turn.

    Parameters
    ----------
    rules : DinoDiceRules
    worth : ndarray of float64, shape (n_scores,)
        What each number of points in the `scores` of the rules' graph is worth.

    Returns
    -------
    Choices
        `stop` and `reroll` by rolls left, from 1, and hand; `eat` by rolls left, from 0, hungry 3s,
        from 1, and hand.
    """
    graph = turn_graph(rules)
    chosen = np.zeros((max(1, rules.rolls - 1), N_HANDS, 1), dtype=np.uint8)
    meals = np.zeros((rules.rolls, graph.n_feedings, 1), dtype=np.uint8)
    _choose_kernel(graph, worth[:, None].copy(), scratch(graph, 1), chosen, meals)
    numbers = graph.feeding_of[N_HANDS : (MAX_EATING + 1) * N_HANDS]
    eat = np.where(numbers >= 0, meals[:, numbers, 0], 0)
    stop = chosen == 0
    reroll = np.where(stop, 0, chosen.astype(np.int64) - 1)
    return Choices(
        stop.ravel().astype(np.float64),
        eat.ravel().astype(np.float64),
        reroll.ravel().astype(np.float64),
    )


def _words(choices: int, a_word: int) -> int:
    return -(-choices // a_word)


@lru_cache(maxsize=64)
def choices_of_turn(rules: DinoDiceRules, points: int | None = None) -> Choices:
    """Choose for one turn: for the most points, or for the greatest chance of at least so many."""
    return turn_choices(rules, worth_of_points(rules, points))


@lru_cache(maxsize=4)
def choices_of_race(rules: DinoDiceRules) -> Choices:
    """Choose for every score of a race.

    Returns
    -------
    Choices
        In front, the target and the largest deficit that has a table of its own; before the meals
        also the place of each one that leaves a choice, by hungry 3s and hand. Then a block of words
        for each score: seat in the round, own and other's points; and for each deficit in the last
        round.

    Raises
    ------
    ValueError
        Where the race is too long.
    """
    solution = race_solution(rules)
    graph, target = turn_graph(rules), rules.match_target
    chances, last = (solution.tables[name].astype(np.float64) for name in ("chances", "last"))
    numbers = graph.feeding_of[N_HANDS : (MAX_EATING + 1) * N_HANDS]
    several = (numbers >= 0) & (np.diff(graph.feeding_first)[numbers] > 1)
    places = np.where(several, np.cumsum(several) - 1, 0)
    asked = numbers[several].astype(np.int64)
    n_blocks, head = 2 * target**2 + last.size, [float(target), float(last.size - 1)]
    layers = max(1, rules.rolls - 1)
    stop = np.zeros((n_blocks, layers, _words(N_HANDS, STOPS_A_WORD)))
    reroll = np.zeros((n_blocks, layers, _words(N_HANDS, REROLLS_A_WORD)))
    eat = np.zeros((n_blocks, rules.rolls, _words(asked.size, MEALS_A_WORD)))
    room = scratch(graph, LANES)
    _race_choices_kernel(graph, chances, last, asked, room, stop, eat, reroll)
    return Choices(
        np.concatenate([head, stop.ravel()]),
        np.concatenate([head, [float(eat.shape[2])], places, eat.ravel()]),
        np.concatenate([head, reroll.ravel()]),
    )


@kernel
def _race_choices_kernel(
    graph: TurnGraph,
    chances: Floats,
    last: Floats,
    asked: NDArray[np.int64],
    room: Scratch,
    stop: Floats,
    eat: Floats,
    reroll: Floats,
) -> None:
    target, n_lanes = chances.shape[1], room.hands.shape[1]
    n_scores = 2 * target * target
    worth = np.full((graph.scores.size, n_lanes), 0.5)
    chosen = np.zeros((reroll.shape[1], room.hands.shape[0], n_lanes), dtype=np.uint8)
    meals = np.zeros((eat.shape[1], room.feedings.shape[0], n_lanes), dtype=np.uint8)
    for start in range(0, stop.shape[0], n_lanes):
        lanes = min(n_lanes, stop.shape[0] - start)
        for lane in range(lanes):
            block = start + lane
            own, other = block // target % target, block % target
            if block >= n_scores:
                worth_in_last_round(graph, block - n_scores, worth[:, lane])
            elif block // (target * target) == FIRST:
                worth_to_first(graph, chances, last, own, other, worth[:, lane])
            else:
                worth_to_second(graph, chances, own, other, worth[:, lane])
        _choose_turns(graph, worth, room, chosen, meals)
        for lane in range(lanes):
            _pack(
                chosen,
                meals,
                asked,
                lane,
                stop[start + lane],
                eat[start + lane],
                reroll[start + lane],
            )


@compiled
def _pack(
    chosen: NDArray[np.uint8],
    meals: NDArray[np.uint8],
    asked: NDArray[np.int64],
    lane: int,
    stop: Floats,
    eat: Floats,
    reroll: Floats,
) -> None:
    """Pack one lane's choices into words, the first one into the lowest bits."""
    for layer in range(chosen.shape[0]):
        for hand in range(chosen.shape[1]):
            choice = int(chosen[layer, hand, lane])
            if choice == 0:
                stop[layer, hand // STOPS_A_WORD] += float(1 << hand % STOPS_A_WORD)
            else:
                bits = (choice - 1) << 5 * (hand % REROLLS_A_WORD)
                reroll[layer, hand // REROLLS_A_WORD] += float(bits)
    for layer in range(meals.shape[0]):
        for place in range(asked.size):
            bits = int(meals[layer, asked[place], lane]) << 2 * (place % MEALS_A_WORD)
            eat[layer, place // MEALS_A_WORD] += float(bits)
