"""The plain functions that built-in policies decide with.

Each takes the state first and its parameters last, as a flat sequence of numbers, and is compiled
as it stands: only arithmetic, comparisons and loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.ten_thousand.state import SetAsideOptions, TurnState

Numbers = Sequence[float]

MOST_POINTS, MOST_DICE, FEWEST_DICE, ONES_FIRST, POINTS_PER_DIE = range(5)
#: The words for these codes, in their order.
SET_ASIDE_WORDS = (
    "most-points",
    "most-dice",
    "fewest-dice",
    "keep-ones-first",
    "most-points-per-die",
)


def bank_at(state: TurnState, p: Numbers) -> bool:
    """Bank from a counter on."""
    return state.counter >= p[0] or state.counter >= state.wins_at


def bank_at_dice(state: TurnState, p: Numbers) -> bool:
    """Bank from a counter on that depends on the dice left."""
    return state.counter >= p[state.dice - 1] or state.counter >= state.wins_at


def bank_after(state: TurnState, p: Numbers) -> bool:
    """Bank after some rolls."""
    return state.rolls >= p[0] or state.counter >= state.wins_at


def bank_never(state: TurnState, p: Numbers) -> bool:
    """Roll on."""
    return False


def bank_always(state: TurnState, p: Numbers) -> bool:
    """Bank."""
    return True


def bank_race(state: TurnState, p: Numbers) -> bool:
    """Bank from a counter on that depends on the others' scores; see the policy `race`."""
    if state.counter >= state.wins_at:
        return True
    behind = state.best_opponent - state.score
    if state.final_turn == 1 and state.exact == 0:
        return state.counter > behind
    leader = max(state.score, state.best_opponent)
    urgency = 1.0 + p[2] * leader / (state.score + state.need)
    return state.counter >= p[0] + p[1] * urgency * behind


def set_aside_by_word(state: TurnState, options: SetAsideOptions, p: Numbers) -> int:
    """Choose dice by one of the rules of thumb in `SET_ASIDE_WORDS`."""
    best = 0  # most points, among equals most dice
    for i in range(1, options.count):
        if p[0] == MOST_DICE:
            better = options.dice[i] > options.dice[best]
        elif p[0] == FEWEST_DICE:
            better = options.dice[i] < options.dice[best]
        elif p[0] == ONES_FIRST:
            better = options.ones[i] > options.ones[best] or (
                options.ones[i] == options.ones[best] and options.dice[i] < options.dice[best]
            )
        elif p[0] == POINTS_PER_DIE:
            better = options.points[i] * options.dice[best] > options.points[best] * options.dice[i]
        else:
            better = False
        if better:
            best = i
    return best


def set_aside_by_price(state: TurnState, options: SetAsideOptions, p: Numbers) -> int:
    """Use all dice, else reach the threshold of the dice left, else weigh points against dice.

    ``p[0]`` to ``p[5]`` are the thresholds for banking with one to six dice left, ``p[6]`` the price
    of a die.
    """
    best, highest = 0, -1e300
    for i in range(options.count):
        left = state.dice - options.dice[i]
        value = options.points[i] - p[6] * options.dice[i]
        if left == 0:
            value = 2e9 + options.points[i]
        elif state.counter + options.points[i] >= p[left - 1]:
            value = 1e9 + options.points[i]
        if value > highest:
            best, highest = i, value
    return best


def most_points(state: TurnState, options: SetAsideOptions, p: Numbers) -> int:
    """Choose the best reading."""
    return 0


def take_over_from(state: TurnState, p: Numbers) -> bool:
    """Take over from a counter on that depends on the dice that come with it."""
    return state.counter >= p[state.dice - 1]


def take_over_never(state: TurnState, p: Numbers) -> bool:
    """Start afresh."""
    return False
