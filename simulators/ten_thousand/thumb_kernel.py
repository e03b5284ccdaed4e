"""Turns by simple rules, compiled: many thresholds in one go, each evaluated exactly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.ten_thousand.offers import Rolls
from simulators.ten_thousand.turn_solver import N_LEFT, Tail, Turn, new_turn

#: Which threshold holds with some dice left.
LOW, HIGH, NEVER = range(3)


@compiled
def take(
    rolls: Rolls, first: int, last: int, row: int, rows: NDArray[np.int64], price: float
) -> int:
    """Choose as the policy `thrifty` does; `price` in units."""
    best, highest = first, -1e300
    for option in range(first, last):
        left, points = rolls.left[option], rolls.points[option]
        value = points + price * left  # as good as a price for each die set aside
        if left == 0:
            value = 2e9 + points
        elif row + points >= rows[left]:
            value = 1e9 + points
        if value > highest:
            best, highest = option, value
    return best


@compiled
def _evaluate(
    rolls: Rolls,
    rows: NDArray[np.int64],
    price: float,
    n_rows: int,
    first_bank: int,
    limit: int,
    forced: int,
    tail: Tail,
    unit: float,
    turn: Turn,
) -> None:
    """Value a turn that banks from ``rows[left]`` on, and at `limit`."""
    most = turn.best.shape[0] - turn.roll.shape[0]
    for row in range(n_rows, n_rows + most):
        for left in range(N_LEFT):
            turn.best[row, left] = tail.fixed[left] + tail.slope[left] * unit * row
            turn.best_lost[row, left] = tail.lost[left]
    for row in range(n_rows - 1, -1, -1):
        for left in range(N_LEFT):
            may_bank = row >= first_bank and (left > 0 or forced == 0)
            if may_bank and (row >= rows[left] or row == limit):
                turn.best[row, left] = unit * row
                turn.best_lost[row, left] = 0.0
                continue
            dice = left if left > 0 else N_LEFT
            value, lost = 0.0, rolls.bust[dice]
            for offer in range(rolls.first_offer[dice], rolls.first_offer[dice + 1]):
                first, last = rolls.first_option[offer], rolls.first_option[offer + 1]
                option = take(rolls, first, last, row, rows, price)
                after, then = row + rolls.points[option], rolls.left[option]
                value += rolls.chance[offer] * turn.best[after, then]
                lost += rolls.chance[offer] * turn.best_lost[after, then]
            turn.best[row, left] = value
            turn.best_lost[row, left] = lost


@kernel
def thresholds_kernel(
    rolls: Rolls,
    which: NDArray[np.int64],
    lows: NDArray[np.int64],
    highs: NDArray[np.int64],
    price: float,
    first_bank: int,
    limit: int,
    forced: int,
    tail: Tail,
    unit: float,
    most: int,
) -> NDArray[np.float64]:
    """Evaluate every pair of thresholds.

    Parameters
    ----------
    which : ndarray of int64, shape (6,)
        `LOW`, `HIGH` or `NEVER`, by dice left (0: none).
    lows, highs : ndarray of int64
        In units.
    price : float
        Of a die set aside, in units.
    limit : int
        What an exact finish needs, in units; else -1.
    forced : int
        1 where six used dice must be rolled.
    tail : Tail
        Of a player who banks wherever `which` isn't `NEVER`.

    Returns
    -------
    ndarray of float64, shape (n_lows, n_highs, 2)
        Expected points of a fresh turn, and its chance to be lost.
    """
    found = np.empty((lows.size, highs.size, 2))
    largest = max(lows.max(), highs.max(), first_bank, limit) + 1
    turn = new_turn(largest, most)
    rows = np.empty(N_LEFT, dtype=np.int64)
    for i in range(lows.size):
        for j in range(highs.size):
            for left in range(N_LEFT):
                rows[left] = 1 << 40
                if which[left] == LOW:
                    rows[left] = lows[i]
                elif which[left] == HIGH:
                    rows[left] = highs[j]
            n_rows = limit + 1 if limit >= 0 else max(lows[i], highs[j], first_bank) + 1
            _evaluate(rolls, rows, price, n_rows, first_bank, limit, forced, tail, unit, turn)
            found[i, j, 0] = turn.best[0, 0]
            found[i, j, 1] = turn.best_lost[0, 0]
    return found
