r"""One turn, compiled: the best value of every counter and number of dice, by backward induction.

With *c* points in the counter a roll of *n* dice brings one of the offers *k*, each with its options
*o* of points :math:`x_o` and dice left :math:`l_o` (none left: six fresh ones), or a bust of value *z*:

.. math::
    R(c, n) &= b_n z + \sum_k p_k \max_{o \in k} V(c + x_o, l_o), \\
    V(c, l) &= \max(B(c), R(c, l)) \text{ where banking is allowed, else } R(c, l).

*B* says what a bank is worth: the counter, the turns that are still missing after it, or a chance.
Every option scores, so counters only rise and each value is computed once. Counters have no bound;
:class:`Tail` says what all higher ones are worth.

Along with the values come the chances to lose the counter under the best choices; they are the
slopes of the values in *z*.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.ten_thousand.offers import Rolls

N_LEFT = 6


class Tail(NamedTuple):
    r"""What counters beyond the last row are worth, by dice left (0: six fresh ones).

    ``V(c, l) = fixed[l] + slope[l] * c + lost[l] * z``, *c* in points.

    Attributes
    ----------
    fixed, slope, lost : ndarray of float64, shape (6,)
        `lost` is the chance that the counter is lost.
    """

    fixed: NDArray[np.float64]
    slope: NDArray[np.float64]
    lost: NDArray[np.float64]


class Turn(NamedTuple):
    """The values of a turn; rows are counters, a unit apart, from ``offset`` on.

    Attributes
    ----------
    roll, roll_lost : ndarray of float64, shape (n_rows, 7)
        Value of rolling, and chance to lose the counter, by dice rolled; column 0 is empty.
    best, best_lost : ndarray of float64, shape (n_rows + most points of a roll, 6)
        The same for the best of banking and rolling, by dice left; its last rows are the tail.
    """

    roll: NDArray[np.float64]
    roll_lost: NDArray[np.float64]
    best: NDArray[np.float64]
    best_lost: NDArray[np.float64]


@compiled
def new_turn(n_rows: int, most: int) -> Turn:
    """Make room for `n_rows` counters, and as many beyond them as a roll can reach."""
    return Turn(
        np.zeros((n_rows, N_LEFT + 1)),
        np.zeros((n_rows, N_LEFT + 1)),
        np.zeros((n_rows + most, N_LEFT)),
        np.zeros((n_rows + most, N_LEFT)),
    )


@compiled
def value_turn(
    rolls: Rolls,
    worth: NDArray[np.float64],
    first_bank: int,
    optional: int,
    tail: Tail,
    unit: float,
    offset: float,
    bust: float,
    turn: Turn,
) -> None:
    """Fill in the values of a turn.

    Parameters
    ----------
    worth : ndarray of float64, shape (n_rows,)
        What banking each counter is worth.
    first_bank : int
        First row in which banking is allowed.
    optional : int
        1 where it is so with all six dice used.
    unit, offset : float
        Points of a row's step, and of row 0.
    bust : float
        What a bust is worth.
    turn : Turn
        Made for at least ``worth.size`` rows; further rows are left alone.
    """
    n_rows = worth.size
    most = turn.best.shape[0] - turn.roll.shape[0]
    best, lost = turn.best, turn.best_lost
    for row in range(n_rows, n_rows + most):
        points = offset + unit * row
        for left in range(N_LEFT):
            best[row, left] = tail.fixed[left] + tail.slope[left] * points + tail.lost[left] * bust
            lost[row, left] = tail.lost[left]
    for row in range(n_rows - 1, -1, -1):
        for dice in range(1, N_LEFT + 1):
            value = rolls.bust[dice] * bust
            chance_lost = rolls.bust[dice]
            for offer in range(rolls.first_offer[dice], rolls.first_offer[dice + 1]):
                option = rolls.first_option[offer]
                after, left = row + rolls.points[option], rolls.left[option]
                highest = best[after, left]
                for other in range(option + 1, rolls.first_option[offer + 1]):
                    reached = row + rolls.points[other]
                    if best[reached, rolls.left[other]] > highest:
                        after, left = reached, rolls.left[other]
                        highest = best[after, left]
                value += rolls.chance[offer] * highest
                chance_lost += rolls.chance[offer] * lost[after, left]
            turn.roll[row, dice] = value
            turn.roll_lost[row, dice] = chance_lost
        for left in range(N_LEFT):
            dice = left if left > 0 else N_LEFT
            best[row, left] = turn.roll[row, dice]
            lost[row, left] = turn.roll_lost[row, dice]
            may_bank = row >= first_bank and (left > 0 or optional == 1)
            if may_bank and worth[row] >= best[row, left]:
                best[row, left] = worth[row]
                lost[row, left] = 0.0


@kernel
def turn_kernel(
    rolls: Rolls,
    worth: NDArray[np.float64],
    first_bank: int,
    optional: int,
    tail: Tail,
    unit: float,
    offset: float,
    bust: float,
    most: int,
) -> Turn:
    """Value one turn; see :func:`value_turn`."""
    turn = new_turn(worth.size, most)
    value_turn(rolls, worth, first_bank, optional, tail, unit, offset, bust, turn)
    return turn
