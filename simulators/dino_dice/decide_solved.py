"""The plain functions of the solved policies: each decision is one look-up.

What they look up is worked out by :mod:`simulators.dino_dice.solved_choices`.
"""

from __future__ import annotations

from simulators.dino_dice.decide import Numbers
from simulators.dino_dice.hands import N_HANDS
from simulators.dino_dice.state import MealOptions, RerollOptions, TurnState

#: Choices in one number of a race's tables: one bit each for stopping, five for which of up to 31
#: rerolls, two for which of up to four meals.
STOPS_A_WORD, REROLLS_A_WORD, MEALS_A_WORD = 52, 10, 26

assert N_HANDS == 461, "the functions below have the number of hands written into them"


def stop_solved(state: TurnState, p: Numbers) -> bool:
    """Look up, by rolls left and hand, whether to stop."""
    return p[(state.rolls_left - 1) * 461 + state.hand] != 0


def eat_solved(state: TurnState, options: MealOptions, p: Numbers) -> int:
    """Look up, by rolls left, hungry 3s and hand, what is eaten."""
    return int(p[(2 * state.rolls_left + state.eating - 1) * 461 + state.hand])


def reroll_solved(state: TurnState, options: RerollOptions, p: Numbers) -> int:
    """Look up, by rolls left and hand, what is rolled again."""
    return int(p[(state.rolls_left - 1) * 461 + state.hand])


def stop_in_race(state: TurnState, p: Numbers) -> bool:
    """Look up, by both scores too, whether to stop.

    ``p[0]`` is the target, ``p[1]`` the largest deficit in the last round that has its own block.
    """
    target = int(p[0])
    block = ((1 if state.after == 0 else 0) * target + state.score) * target + state.best_opponent
    if state.best_opponent >= target:
        block = 2 * target * target + min(state.best_opponent - state.score, int(p[1]))
    layer = block * max(1, state.rolls + state.rolls_left - 1) + state.rolls_left - 1
    return (int(p[2 + 9 * layer + state.hand // 52]) >> (state.hand % 52)) & 1 == 1


def reroll_in_race(state: TurnState, options: RerollOptions, p: Numbers) -> int:
    """Look up, by both scores too, what is rolled again."""
    target = int(p[0])
    block = ((1 if state.after == 0 else 0) * target + state.score) * target + state.best_opponent
    if state.best_opponent >= target:
        block = 2 * target * target + min(state.best_opponent - state.score, int(p[1]))
    layer = block * max(1, state.rolls + state.rolls_left - 1) + state.rolls_left - 1
    return (int(p[2 + 47 * layer + state.hand // 10]) >> (5 * (state.hand % 10))) & 31


def eat_in_race(state: TurnState, options: MealOptions, p: Numbers) -> int:
    """Look up, by both scores too, what is eaten; ``p[2]`` is the number of words in a block."""
    target = int(p[0])
    block = ((1 if state.after == 0 else 0) * target + state.score) * target + state.best_opponent
    if state.best_opponent >= target:
        block = 2 * target * target + min(state.best_opponent - state.score, int(p[1]))
    layer = block * (state.rolls + state.rolls_left) + state.rolls_left
    place = int(p[3 + (state.eating - 1) * 461 + state.hand])
    word = 3 + 922 + layer * int(p[2]) + place // 26
    return (int(p[word]) >> (2 * (place % 26))) & 3
