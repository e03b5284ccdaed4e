"""The plain functions that built-in policies decide with.

Each takes the state first and its parameters last, as a flat sequence of numbers, and is compiled
as it stands: only arithmetic, comparisons and loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.killer.state import ATTACK, HIGHEST, KillerState

Numbers = Sequence[float]

WEAKEST, STRONGEST, NEXT_SEAT, RANDOM, LAST_ATTACKER = range(5)
#: The words for these codes, in their order.
TARGET_WORDS = ("weakest", "strongest", "next-seat", "random", "last-attacker")

#: Sums in one row of the tables of :func:`keep_by_value`.
N_SUMS = 37
#: Entries of one of its two tables: a row for each number of dice left.
TABLE_SIZE = 7 * N_SUMS


def keep_sixes(state: KillerState, p: Numbers) -> int:
    """Set aside every 6; without one, the highest die."""
    k = 1
    while k < state.dice and state.faces[k] == 6:
        k += 1
    return HIGHEST[k]


def keep_at_least(state: KillerState, p: Numbers) -> int:
    """Set dice aside, highest first, while each reaches the minimum for the dice still left."""
    k = 0
    while k < state.dice and state.faces[k] >= p[6 - (state.dice - k)]:
        k += 1
    return HIGHEST[max(k, 1)]


def keep_highest(state: KillerState, p: Numbers) -> int:
    """Set aside the highest die alone."""
    return HIGHEST[1]


def keep_by_value(state: KillerState, p: Numbers) -> int:
    """Set aside as many of the highest dice as leaves the most valuable rest; see `best`."""
    table = TABLE_SIZE if state.phase == ATTACK else 0
    best = 1
    aside = state.aside + state.faces[0]
    highest = p[table + (state.dice - 1) * N_SUMS + aside]
    for k in range(2, state.dice + 1):
        aside += state.faces[k - 1]
        value = p[table + (state.dice - k) * N_SUMS + aside]
        if value >= highest:
            best, highest = k, value
    return HIGHEST[best]


def keep_any(state: KillerState, p: Numbers) -> int:
    """Set aside any of the dice, at least one: each set with the same chance, within 2**-48."""
    return 1 + ((state.noise >> 15) * ((1 << state.dice) - 1) >> 48)


def attack_weakest(state: KillerState, p: Numbers) -> int:
    """Attack the opponent with the fewest life points; among equals the next in seat order."""
    found = -1
    for step in range(1, state.players):
        seat = (state.seat + step) % state.players
        if state.lives[seat] >= 0 and (found < 0 or state.lives[seat] < state.lives[found]):
            found = seat
    return found


def attack_by_word(state: KillerState, p: Numbers) -> int:
    """Choose an opponent by one of `TARGET_WORDS`; among equals the next in seat order."""
    word = p[0]
    if word == LAST_ATTACKER and state.last_attacker >= 0:
        return state.last_attacker
    skip = (state.noise >> 15) * (state.alive - 1) >> 48 if word == RANDOM else 0
    found = -1
    for step in range(1, state.players):
        seat = (state.seat + step) % state.players
        life = state.lives[seat]
        if life < 0:
            continue
        if found < 0:
            better = True
        elif word == WEAKEST:
            better = life < state.lives[found]
        elif word == STRONGEST:
            better = life > state.lives[found]
        elif word == RANDOM:
            better = skip >= 0
        else:
            better = False
        if better:
            found = seat
        skip -= 1
    return found


def again_from(state: KillerState, p: Numbers) -> bool:
    """Attack again with at least so many life points."""
    return state.life >= p[0]


def again_always(state: KillerState, p: Numbers) -> bool:
    """Attack again."""
    return True
