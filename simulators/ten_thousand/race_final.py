r"""The last turn of a race: the other player has reached the target and must be beaten.

Only what the player still lacks counts. With *r* points lacking to a tie, a player who stops has won
where :math:`r < 0`, has half a win at :math:`r = 0`, and has lost above; so rolling *n* dice is worth

.. math:: F(r, n) = \sum_k p_k \max_{o \in k} S(r - x_o, l_o), \qquad
          S(r, l) = \max(\text{stop}(r), F(r, l)),

with :math:`x_o` points and :math:`l_o` dice left of option *o* of offer *k*, six fresh dice where none
are left. Every option scores, so each :math:`F(r, \cdot)` with :math:`r \ge 0` follows from smaller
*r*. Below 0 all are alike, and forced hot dice, which lead from there to themselves, close as
:math:`F(-, 6) = a / (1 - h)` with *a* the chance of a roll that lets one stop and *h* that of one that
only allows to roll six more.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.ten_thousand.offers import Rolls, roll_offers_of
from simulators.ten_thousand.rules import TenThousandRules

#: The chance to make up more than the table holds is less than this, and counts as 0.
NEGLIGIBLE = 1e-17
_MOST = 1 << 14
#: Whether equalling the other's score is worth half, or isn't to be had.
TIES, NO_TIES = 0, 1


@lru_cache(maxsize=32)
def final_turn(rules: TenThousandRules) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute the chance to win the last turn, from every deficit.

    Parameters
    ----------
    rules : TenThousandRules

    Returns
    -------
    roll : ndarray of float64, shape (2, n, 7)
        ``roll[TIES, r + 1, dice]``: of rolling, lacking `r` units to a tie; row 0 for all below 0.
        ``roll[NO_TIES]`` for a tie that no bank can make, for it would be too small a one.
    kept : ndarray of float64, shape (2, n, 6)
        The same after setting aside, by dice left: stop or roll, whichever is better.
    """
    roll = np.zeros((2, _MOST, 7))
    kept = np.zeros((2, _MOST, 6))
    size = _final_kernel(roll_offers_of(rules), int(rules.hot_dice == "optional"), roll, kept)
    return roll[:, :size].copy(), kept[:, :size].copy()


@compiled
def _roll_beyond(rolls: Rolls, dice: int, optional: int, hot: float) -> float:
    """Value a roll of a player who has beaten the other already."""
    value = 0.0
    for offer in range(rolls.first_offer[dice], rolls.first_offer[dice + 1]):
        best = 0.0
        for option in range(rolls.first_option[offer], rolls.first_option[offer + 1]):
            best = max(best, 1.0 if rolls.left[option] > 0 or optional == 1 else hot)
        value += rolls.chance[offer] * best
    return value


@kernel
def _final_kernel(
    rolls: Rolls, optional: int, roll: NDArray[np.float64], kept: NDArray[np.float64]
) -> int:
    allows = _roll_beyond(rolls, 6, optional, 0.0)
    forces = _roll_beyond(rolls, 6, optional, 1.0) - allows
    hot = allows / (1.0 - forces) if forces < 1.0 else 0.0
    for variant in range(2):
        for dice in range(1, 7):
            roll[variant, 0, dice] = _roll_beyond(rolls, dice, optional, hot)
        kept[variant, 0, 1:] = 1.0
        kept[variant, 0, 0] = 1.0 if optional == 1 else hot
    for row in range(1, roll.shape[1]):
        for variant in range(2):
            for dice in range(1, 7):
                value = 0.0
                for offer in range(rolls.first_offer[dice], rolls.first_offer[dice + 1]):
                    best = 0.0
                    for option in range(rolls.first_option[offer], rolls.first_option[offer + 1]):
                        after = max(0, row - rolls.points[option])
                        best = max(best, kept[variant, after, rolls.left[option]])
                    value += rolls.chance[offer] * best
                roll[variant, row, dice] = value
            for left in range(6):
                value = roll[variant, row, left if left > 0 else 6]
                may_stop = left > 0 or optional == 1
                if row == 1 and variant == TIES and may_stop:
                    value = max(value, 0.5)
                kept[variant, row, left] = value
        if roll[TIES, row, 6] < NEGLIGIBLE:
            return row + 1
    return int(roll.shape[1])
