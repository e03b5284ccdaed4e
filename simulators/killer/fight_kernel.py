"""The fight of two, compiled: what every position is worth under the best play of both.

See :mod:`simulators.killer.solve_fight` for the recurrence and why the iteration converges.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.killer.draw_states import LEAST_SUM, MOST_SUM, N_STATES, START
from simulators.killer.drawing import Rolls, fill_draw
from simulators.killer.limits import N_DICE, PAR
from simulators.killer.turn_kernel import NEW_STRENGTH, SAME_DAMAGE, SAME_STRENGTH, TurnRules

MOST_STRENGTH = MOST_SUM - PAR
MOST_DAMAGE = MOST_STRENGTH * N_DICE


class Fight(NamedTuple):
    """What positions are worth to the player whose turn it is, by own and the other's life points.

    Attributes
    ----------
    turn : ndarray of float64, shape (n, n)
        Before a turn, with *n* - 1 the most life points that a player can have.
    attack : ndarray of float64, shape (7, n, n)
        Before the six dice of an attack, by its strength.
    more : ndarray of float64, shape (37, n, n)
        Before the six dice of an attack that repeats a damage, by that damage; otherwise empty.
    """

    turn: NDArray[np.float64]
    attack: NDArray[np.float64]
    more: NDArray[np.float64]


@compiled
def again_value(
    rules: TurnRules, fight: Fight, strength: int, damage: int, a: int, b: int
) -> float:
    """Return what it is worth to attack again after a hit that left so many life points."""
    if rules.repeat == SAME_STRENGTH:
        return fight.attack[strength, a, b]  # type: ignore[no-any-return]
    if rules.repeat == SAME_DAMAGE:
        return fight.more[damage, a, b]  # type: ignore[no-any-return]
    if rules.repeat == NEW_STRENGTH:
        return fight.turn[a, b]  # type: ignore[no-any-return]
    return -np.inf


@compiled
def hit_value(
    rules: TurnRules, fight: Fight, strength: int, damage: int, first: int, a: int, b: int
) -> float:
    """Return what a hit is worth, by its damage and that of the turn's first hit."""
    if damage > b:
        return 1.0
    own = a + damage if rules.steal == 1 else a
    stop = 1.0 - fight.turn[b - damage, own]
    return max(  # type: ignore[no-any-return]
        stop, again_value(rules, fight, strength, first, own, b - damage)
    )


@compiled
def _fill_attacks(
    rules: TurnRules, matches: NDArray[np.float64], fight: Fight, a: int, b: int
) -> None:
    """Work out what attacks are worth in one position, from positions where others have less."""
    nothing = 1.0 - fight.turn[b, a]
    for strength in range(1, MOST_STRENGTH + 1):
        value = matches[0] * nothing
        for n in range(1, N_DICE + 1):
            damage = n * strength
            value += matches[n] * hit_value(rules, fight, strength, damage, damage, a, b)
        fight.attack[strength, a, b] = value
    if rules.repeat == SAME_DAMAGE:
        for damage in range(1, MOST_DAMAGE + 1):
            hit = hit_value(rules, fight, 0, damage, damage, a, b)
            fight.more[damage, a, b] = matches[0] * nothing + (1.0 - matches[0]) * hit


@compiled
def _fill_turn(
    rules: TurnRules,
    rolls: Rolls,
    matches: NDArray[np.float64],
    fight: Fight,
    a: int,
    b: int,
    draw: NDArray[np.float64],
) -> float:
    """Work out what a position is worth before a turn; `draw` takes the values of its draw."""
    _fill_attacks(rules, matches, fight, a, b)
    for total in range(LEAST_SUM, MOST_SUM + 1):
        strength = total - PAR
        if strength > 0:
            worth = fight.attack[strength, a, b]
        elif a + strength < 0:
            worth = 0.0
        else:
            worth = 1.0 - fight.turn[b, a + strength]
        draw[total - LEAST_SUM] = worth
    fill_draw(rolls, draw)
    return draw[START]  # type: ignore[no-any-return]


@kernel
def solve_fight_kernel(
    rules: TurnRules,
    rolls: Rolls,
    matches: NDArray[np.float64],
    most_together: int,
    tolerance: float,
    fight: Fight,
    draws: NDArray[np.float64],
) -> tuple[int, float]:
    """Solve all positions, those with the fewest life points together first.

    Parameters
    ----------
    matches : ndarray of float64, shape (7,)
        Chance that so many of six dice show a certain face.
    most_together : int
        Most life points that both have together.
    tolerance : float
        Sweeps over the positions with the same total end when none changes by more.
    fight : Fight
        Filled in; 1/2 before.
    draws : ndarray of float64, shape (n, n, 112)
        Takes the values of each turn's first draw.

    Returns
    -------
    sweeps : int
        The most that a total took.
    residual : float
        The most by which one more application of the recurrence changes a position.
    """
    most = fight.turn.shape[0] - 1
    most_sweeps = 0
    residual = 0.0
    draw = np.empty(N_STATES)
    for together in range(most_together + 1):
        least = max(0, together - most)
        sweeps = 0
        change = np.inf
        while change > tolerance:
            change = 0.0
            sweeps += 1
            # The other's life points rise: a hit leads to a position already done in this sweep.
            for b in range(least, together - least + 1):
                a = together - b
                value = _fill_turn(rules, rolls, matches, fight, a, b, draw)
                change = max(change, abs(value - fight.turn[a, b]))
                fight.turn[a, b] = value
        most_sweeps = max(most_sweeps, sweeps)
        for b in range(least, together - least + 1):
            a = together - b
            value = _fill_turn(rules, rolls, matches, fight, a, b, draws[a, b])
            residual = max(residual, abs(value - fight.turn[a, b]))
    return most_sweeps, residual
