"""The plain functions that built-in policies decide with.

Each takes the state first and its parameters last, as a flat sequence of numbers, and is compiled
as it stands: only arithmetic, comparisons and loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.low_high.state import KeepOptions, TurnState

Numbers = Sequence[float]

LOW, HIGH = range(2)
#: The words for these codes, in their order.
TIE_WORDS = ("low", "high")


def keep_largest(state: TurnState, options: KeepOptions, p: Numbers) -> int:
    """Keep most dice; `p[0]` tells which of several largest sets."""
    best = 0
    for i in range(1, options.count):
        if options.dice[i] > options.dice[best] or (
            p[0] == HIGH and options.dice[i] == options.dice[best]
        ):
            best = i
    return best


def keep_largest_low(state: TurnState, options: KeepOptions, p: Numbers) -> int:
    """Keep most dice, the lowest of several largest sets."""
    best = 0
    for i in range(1, options.count):
        if options.dice[i] > options.dice[best]:
            best = i
    return best


def keep_low_first(state: TurnState, options: KeepOptions, p: Numbers) -> int:
    """Keep the lowest set until there are enough good dice, then the largest."""
    if state.good < p[0]:
        return 0
    best = 0
    for i in range(1, options.count):
        if options.dice[i] > options.dice[best]:
            best = i
    return best


def keep_weighed(state: TurnState, options: KeepOptions, p: Numbers) -> int:
    """Keep the set that is worth most after a price for each face that it is higher."""
    best = 0
    most = 0.0
    for i in range(options.count):
        face = options.face[i]
        value = options.dice[i] * (face if state.pips == 1 else 1) - p[0] * face
        if i == 0 or value > most:
            best = i
            most = value
    return best


def keep_by_card(state: TurnState, options: KeepOptions, p: Numbers) -> int:
    """Keep the set that is worth most with a bonus for its face."""
    best = 0
    most = 0.0
    for i in range(options.count):
        face = options.face[i]
        value = options.dice[i] * (face if state.pips == 1 else 1) + p[face - 1]
        if i == 0 or value > most:
            best = i
            most = value
    return best


def stop_after(state: TurnState, p: Numbers) -> bool:
    """Stop after some rolls."""
    return state.rolls >= p[0] or state.points >= state.need


def stop_at(state: TurnState, p: Numbers) -> bool:
    """Stop from a number of points on."""
    return state.points >= p[0] or state.points >= state.need


def stop_by_card(state: TurnState, p: Numbers) -> bool:
    """Stop with more dice left than the highest face allows."""
    return state.dice > p[state.highest - 1] or state.points >= state.need


def stop_race(state: TurnState, p: Numbers) -> bool:
    """Play by the card, and all or nothing when an opponent is about to win; see `race`."""
    if state.points >= state.need:
        return True
    target = state.score + state.need
    if target - state.best_opponent <= p[6] and state.need - state.points <= p[7]:
        return False
    return state.dice > p[state.highest - 1]


def stop_never(state: TurnState, p: Numbers) -> bool:
    """Roll on."""
    return False
