r"""Close a turn of a race at high counters, without cutting anything off.

Counters have no bound where the finish isn't exact. Beyond some counter a turn is closed in one of two
ways, *L* being the chance to win after a bust:

* **flat**: where banking is worth the same at all higher counters. That is so under the finish `first`
  (it wins), and with an offer to the other that is always as good as a fresh last turn. Then nothing
  depends on the counter; forced hot dice lead from six dice to six dice, a fixed point in one number,
  by Newton's method on a convex function.
* **tail**: where banking is surely best. Rolling wins with at most
  :math:`1 - \min_n \beta_n \, W(b, a)`, since a bust leaves the other's turn; so bank from where a
  fresh last turn gives the other no more than :math:`\min_n \beta_n \, W(b, a)`. What is left are
  forced hot dice, whose value is linear in *L* and tabulated by lead.

Under an exact finish a counter above what is needed is lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.ten_thousand.offers import Rolls
from simulators.ten_thousand.race_rules import (
    EXACT,
    FIRST,
    LAST_ROUND,
    N_LEFT,
    OFFERED,
    Race,
    last_turn,
    least_bank,
    may_be_offered,
)

_MOST_STEPS = 100


class Scratch(NamedTuple):
    """Room for one turn.

    Attributes
    ----------
    kept : ndarray of float64, shape (rows, 6, 2)
        *V* and its slope in *L*, by counter and dice left.
    rolled : ndarray of float64, shape (rows, 7)
        *R*, by counter and dice to roll.
    banks : ndarray of uint8, shape (rows,)
        Bit *l*: bank with *l* dice left.
    """

    kept: NDArray[np.float64]
    rolled: NDArray[np.float64]
    banks: NDArray[np.uint8]


@compiled
def make_scratch(race: Race, at_least: int = 0) -> Scratch:
    """Make room for the turn with most counters, and for so many at least."""
    rows = max(race.target + race.fresh.size + race.min_bank, at_least) + race.most + 2
    return Scratch(np.empty((rows, N_LEFT, 2)), np.empty((rows, 7)), np.empty(rows, dtype=np.uint8))


@compiled
def _first_below(falling: NDArray[np.float64], limit: float) -> int:
    """First place of a falling array with at most `limit`; the last one ends with 0."""
    low, high = 0, falling.size - 1
    while low < high:
        middle = (low + high) // 2
        if falling[middle] <= limit:
            high = middle
        else:
            low = middle + 1
    return low


@compiled
def is_flat(race: Race, other: int) -> bool:
    """Say in which way the turn is closed."""
    return race.finish == FIRST or may_be_offered(race, other)


@compiled
def highest_counter(race: Race, own: int, other: int, lost: float) -> int:
    """Counter up to which the turn is worked out; above it, it is closed."""
    need = race.target - own
    if race.finish == EXACT:
        return need
    top = max(need, least_bank(race, own))
    if may_be_offered(race, own):
        top = max(top, other + 1)  # the other can offer as much as the whole score
    if race.finish == LAST_ROUND:
        limit = race.surely_bust * (1.0 - lost)
        if may_be_offered(race, other):
            limit = 0.0
            if race.optional == 0:
                limit = 1.0
                for dice in range(1, OFFERED + 1):
                    limit = min(limit, last_turn(race, own - other, dice))
        top = max(top, _first_below(race.fresh, limit) + other - own)
    return top - 1


@compiled
def _flat_roll(
    rolls: Rolls, flat: NDArray[np.float64], dice: int, lost: float
) -> tuple[float, float, float]:
    """Value a roll where nothing depends on the counter: value, slope in *L*, slope in *V(0)*."""
    value, slope, hot = rolls.bust[dice] * lost, rolls.bust[dice], 0.0
    for offer in range(rolls.first_offer[dice], rolls.first_offer[dice + 1]):
        best = rolls.left[rolls.first_option[offer]]
        for option in range(rolls.first_option[offer], rolls.first_option[offer + 1]):
            left = rolls.left[option]
            if flat[left, 0] > flat[best, 0]:
                best = left
        chance = rolls.chance[offer]
        value += chance * flat[best, 0]
        slope += chance * flat[best, 1]
        hot += chance * flat[best, 2]
    return value, slope, hot


@compiled
def close_flat(race: Race, own: int, other: int, lost: float, work: Scratch, row: int) -> None:
    """Fill rows from `row` on with the values that hold at all counters above."""
    flat = np.zeros((N_LEFT, 3))
    hot_value = 0.0  # of six dice after hot dice; Newton's steps only rise from here
    banks, slope, hot = 0, 0.0, 0.0
    for _ in range(_MOST_STEPS):
        banks = race.optional
        flat[0, 0] = 1.0 if race.optional == 1 else hot_value
        flat[0, 1] = 0.0
        flat[0, 2] = 1.0 - race.optional
        for left in range(1, N_LEFT):
            value, slope, hot = _flat_roll(race.rolls, flat, left, lost)
            bank = 1.0
            if race.finish == LAST_ROUND:
                bank -= last_turn(race, own - other, left)
            if bank >= value:
                value, slope, hot = bank, 0.0, 0.0
                banks |= 1 << left
            flat[left, 0], flat[left, 1], flat[left, 2] = value, slope, hot
        value, slope, hot = _flat_roll(race.rolls, flat, 6, lost)
        better = (value - hot * hot_value) / (1.0 - hot) if hot < 1.0 else lost
        done = better <= hot_value
        hot_value = max(better, hot_value)
        if done:
            break
    if race.optional == 0:
        flat[0, 0] = hot_value
    whole = slope / (1.0 - hot) if hot < 1.0 else 1.0
    for left in range(N_LEFT):
        work.kept[row : row + race.most, left, 0] = flat[left, 0]
        work.kept[row : row + race.most, left, 1] = flat[left, 1] + flat[left, 2] * whole
    work.banks[row] = banks


@compiled
def close_tail(race: Race, lead: int, lost: float, work: Scratch, row: int) -> None:
    """Fill rows from `row` on, where the lead is `lead`, with banking whenever allowed."""
    end = race.fresh.size - 1
    for step in range(race.most):
        place = min(lead + step, end)
        bank = 1.0 - race.fresh[place]
        work.kept[row + step, 1:, 0] = bank
        work.kept[row + step, 1:, 1] = 0.0
        hot, slope = race.tail[place, 0] + race.tail[place, 1] * lost, race.tail[place, 1]
        if race.optional == 1 and bank >= hot:
            hot, slope = bank, 0.0
        work.kept[row + step, 0, 0] = hot
        work.kept[row + step, 0, 1] = slope
    surely = race.optional == 1 and race.rolls.bust[6] > 0.0
    work.banks[row] = 0b111110 | int(surely)


@compiled
def close_lost(race: Race, lost: float, work: Scratch, row: int) -> None:
    """Fill rows from `row` on with a lost counter."""
    work.kept[row : row + race.most, :, 0] = lost
    work.kept[row : row + race.most, :, 1] = 1.0
    work.banks[row] = 0
