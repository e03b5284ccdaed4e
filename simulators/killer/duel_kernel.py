"""A match of two under fixed play, compiled: one sweep after another over the life points of both."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.killer.draw_states import LEAST_SUM, MOST_SUM
from simulators.killer.limits import N_DICE, PAR
from simulators.killer.turn_kernel import NEW_STRENGTH, NONE, SAME_DAMAGE, SAME_STRENGTH, TurnRules

MOST_STRENGTH = MOST_SUM - PAR
MOST_DAMAGE = MOST_STRENGTH * N_DICE


class Conduct(NamedTuple):
    """What a policy does in its turns, by own life points and the other's, and what comes of it.

    Attributes
    ----------
    sums : ndarray of float64, shape (n, n, 31)
        Chance of each sum from 6 to 36.
    again : ndarray of bool, shape (37, n, n)
        Whether it attacks again, by the life points after the hit: in the row of the strength, or
        of the damage where that repeats.
    won : ndarray of float64, shape (n, n)
        Chance to win before a turn.
    attack : ndarray of float64, shape (37, n, n)
        Chance to win before the dice of an attack: in the row of the strength, or of a damage that
        repeats.
    """

    sums: NDArray[np.float64]
    again: NDArray[np.bool_]
    won: NDArray[np.float64]
    attack: NDArray[np.float64]


@compiled
def _after_hit(
    rules: TurnRules, mover: Conduct, other: Conduct, row: int, damage: int, a: int, b: int
) -> float:
    """Return the chance to win after a hit."""
    if damage > b:
        return 1.0
    own = a + damage if rules.steal == 1 else a
    left = b - damage
    if rules.repeat == NONE or not mover.again[row, own, left]:
        return 1.0 - other.won[left, own]  # type: ignore[no-any-return]
    if rules.repeat == NEW_STRENGTH:
        return mover.won[own, left]  # type: ignore[no-any-return]
    return mover.attack[row, own, left]  # type: ignore[no-any-return]


@compiled
def _first_attack(
    rules: TurnRules,
    matches: NDArray[np.float64],
    mover: Conduct,
    other: Conduct,
    strength: int,
    a: int,
    b: int,
) -> float:
    """Return the chance to win before the dice of a turn's first attack."""
    value = matches[0] * (1.0 - other.won[b, a])
    for n in range(1, N_DICE + 1):
        damage = n * strength
        row = damage if rules.repeat == SAME_DAMAGE else strength
        value += matches[n] * _after_hit(rules, mover, other, row, damage, a, b)
    return value  # type: ignore[no-any-return]


@compiled
def _turn(
    rules: TurnRules,
    matches: NDArray[np.float64],
    mover: Conduct,
    other: Conduct,
    a: int,
    b: int,
) -> float:
    """Return the chance to win before a turn, and renew those before its attacks."""
    nothing = 1.0 - other.won[b, a]
    if rules.repeat == SAME_DAMAGE:
        for damage in range(1, MOST_DAMAGE + 1):
            hit = _after_hit(rules, mover, other, damage, damage, a, b)
            mover.attack[damage, a, b] = matches[0] * nothing + (1.0 - matches[0]) * hit
    won = 0.0
    for total in range(LEAST_SUM, MOST_SUM + 1):
        strength = total - PAR
        if strength > 0:
            value = _first_attack(rules, matches, mover, other, strength, a, b)
            if rules.repeat == SAME_STRENGTH:
                mover.attack[strength, a, b] = value
        elif a + strength < 0:
            value = 0.0
        else:
            value = 1.0 - other.won[b, a + strength]
        won += mover.sums[a, b, total - LEAST_SUM] * value
    return won


@kernel
def duel_kernel(
    rules: TurnRules,
    matches: NDArray[np.float64],
    most_together: int,
    tolerance: float,
    seat_0: Conduct,
    seat_1: Conduct,
) -> None:
    """Fill in both players' chances.

    Parameters
    ----------
    matches : ndarray of float64, shape (7,)
        Chance that so many of six dice show a certain face.
    most_together : int
        Most life points that both have together.
    tolerance : float
        Sweeps over the positions with the same total end when none changes by more.
    """
    most = seat_0.won.shape[0] - 1
    for together in range(most_together + 1):
        least = max(0, together - most)
        change = np.inf
        while change > tolerance:
            change = 0.0
            # The other's life points rise: a hit leads to a position already done in this sweep.
            for b in range(least, together - least + 1):
                a = together - b
                won = _turn(rules, matches, seat_0, seat_1, a, b)
                change = max(change, abs(won - seat_0.won[a, b]))
                seat_0.won[a, b] = won
                won = _turn(rules, matches, seat_1, seat_0, a, b)
                change = max(change, abs(won - seat_1.won[a, b]))
                seat_1.won[a, b] = won
