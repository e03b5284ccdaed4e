"""The plain functions that built-in policies decide with.

Each takes the state first and its parameters last, as a flat sequence of numbers, and is compiled
as it stands: only arithmetic, comparisons and loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.killer.draw_states import N_STATES, PLACE
from simulators.killer.limits import PAR
from simulators.killer.state import ATTACK, HIGHEST, KillerState
from simulators.parts import part

Numbers = Sequence[float]

WEAKEST, STRONGEST, NEXT_SEAT, RANDOM, LAST_ATTACKER = range(5)
#: The words for these codes, in their order.
TARGET_WORDS = ("weakest", "strongest", "next-seat", "random", "last-attacker")


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


def keep_fives_to_finish(state: KillerState, p: Numbers) -> int:
    """Set aside every 6 or the highest die, and more only where that all but ends the draw."""
    sixes = 1
    while sixes < state.dice and state.faces[sixes] == 6:
        sixes += 1
    fives = sixes
    while fives < state.dice and state.faces[fives] >= 5:
        fives += 1
    k = fives if state.dice - fives <= p[0] else sixes
    if state.dice - k == 1 and state.faces[k] >= p[1]:
        k += 1
    if k < state.dice and state.dice - sixes > p[2]:
        k = sixes
    if p[3] == 1 and state.phase == ATTACK and k == state.dice > 1 and state.faces[k - 1] < 5:
        aside = state.aside
        for i in range(k):
            aside += state.faces[i]
        if aside == PAR:
            k -= 1
    return HIGHEST[k]


def keep_highest(state: KillerState, p: Numbers) -> int:
    """Set aside the highest die alone."""
    return HIGHEST[1]


@part
def most_of_the_highest(state: KillerState, p: Numbers, table: int) -> int:
    """Count the highest dice to set aside for the most valuable rest; of equals the most dice.

    The values of a draw's states stand in `p` from place `table` on.
    """
    aside = state.aside + state.faces[0]
    best, highest = 1, p[table + PLACE[state.dice - 1] + aside]
    for k in range(2, state.dice + 1):
        aside += state.faces[k - 1]
        value = p[table + PLACE[state.dice - k] + aside]
        if value >= highest:
            best, highest = k, value
    return best


def keep_by_value(state: KillerState, p: Numbers) -> int:
    """Set aside what leaves the most valuable rest, by the values of all states of a draw.

    `p` says first whether only the highest dice can be best in the preparation, as always in
    attacks; then come the tables for the preparation and for attacks. Among equals it takes the
    most dice.
    """
    table = 1 + (N_STATES if state.phase == ATTACK else 0)
    if state.phase == ATTACK or p[0] == 1:
        return HIGHEST[most_of_the_highest(state, p, table)]
    best, highest, rank = 1, -1e300, 0
    for choice in range(1, 1 << state.dice):
        k = 0
        aside = state.aside
        for i in range(state.dice):
            if choice >> i & 1:
                k += 1
                aside += state.faces[i]
        value = p[table + PLACE[state.dice - k] + aside]
        if value > highest or (value == highest and 64 * k + aside > rank):
            best, highest, rank = choice, value, 64 * k + aside
    return best


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
