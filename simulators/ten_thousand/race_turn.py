r"""One turn of a race, compiled: the best chance to win from every counter, by backward induction.

With own score *a*, the other's *b* and *W* the chance of whoever begins a fresh turn, all in units, a
turn is worth, by counter *c* and dice *n* to roll (*l* left after setting aside, six fresh for none),

.. math::
    R(c, n) &= \beta_n L + \sum_k p_k \max_{o \in k} V(c + x_o, l_o), \qquad L = 1 - W(b, a), \\
    V(c, l) &= \max(B(c, l), R(c, l)) \text{ where banking is allowed, else } R(c, l), \\
    B(c, l) &= 1 - \max(W(b, a + c), R'(c, l)),

where :math:`R'` is the other's turn at (b, a + c) from the counter and dice taken over, if that is
allowed; after the target is reached the last turn stands for it, or the win. Every option scores, so
counters only rise, and *L*, the chance after a bust, is the one number that isn't known beforehand.
With the value comes the chance to bust under the best choices, its slope in *L*.

Counters have no bound where the finish isn't exact, so beyond some counter the turn is closed, without
cutting anything off, in one of two ways:

* **flat**: where banking is worth the same at all higher counters. That is so under the finish `first`
  (it wins), and with an offer to the other that is always as good as a fresh last turn. Then
  :math:`V(\cdot, l)` doesn't depend on the counter; forced hot dice lead from six dice to six dice,
  a fixed point in one number, by Newton's method on a convex function.
* **tail**: where banking is surely best. Rolling wins with at most
  :math:`1 - \min_n \beta_n \, W(b, a)`, since a bust leaves the other's turn; so bank from where a fresh
  last turn gives the other no more than :math:`\min_n \beta_n \, W(b, a)`. What is left are forced hot
  dice, whose value is linear in *L* and tabulated by lead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.ten_thousand.race_rolls import Rolls

LAST_ROUND, EXACT, FIRST = range(3)
N_LEFT = 6  # dice left after setting aside: 0 to 5
OFFERED = 5  # dice that can come with a counter: 1 to 5
_MOST_STEPS = 100


class Race(NamedTuple):
    """The rules of a race and all that is known beforehand, in units.

    Attributes
    ----------
    target, opening, min_bank : int
    finish : int
        `LAST_ROUND`, `EXACT` or `FIRST`.
    optional : int
        1 where a player with all six dice used may bank.
    play_on_from : int
        Least own score to play on with; above every score for never.
    rolls : Rolls
    most : int
        Points of the best roll.
    surely_bust : float
        Least chance to bust with dice that one may bank with.
    last : ndarray of float64, shape (n, 7)
        Chance to win the last turn, by deficit + 1 and dice; see :mod:`race_final`.
    fresh : ndarray of float64, shape (n + 1,)
        The same for a fresh last turn, by deficit; ends with 0.
    tail : ndarray of float64, shape (n + 1, 2)
        Value and slope in *L* of rolling six dice where one banks whenever allowed, by lead.
    """

    target: int
    opening: int
    min_bank: int
    finish: int
    optional: int
    play_on_from: int
    rolls: Rolls
    most: int
    surely_bust: float
    last: NDArray[np.float64]
    fresh: NDArray[np.float64]
    tail: NDArray[np.float64]


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
def make_scratch(race: Race) -> Scratch:
    """Make room for the turn with most counters."""
    rows = race.target + race.fresh.size + race.min_bank + race.most + 2
    return Scratch(np.empty((rows, N_LEFT, 2)), np.empty((rows, 7)), np.empty(rows, dtype=np.uint8))


@compiled
def last_turn(race: Race, lacking: int, dice: int) -> float:
    """Chance to win the last turn with counter and dice taken over."""
    row = max(0, lacking + 1)
    return race.last[row, dice] if row < race.last.shape[0] else 0.0


@compiled
def fresh_last_turn(race: Race, deficit: int) -> float:
    """Chance to win a fresh last turn."""
    return race.fresh[min(deficit, race.fresh.size - 1)]


@compiled
def least_bank(race: Race, own: int) -> int:
    """Smallest counter that may be banked, at least 1."""
    return max(1, race.min_bank, race.opening if own == 0 else 0)


@compiled
def may_be_offered(race: Race, own: int) -> bool:
    """Say whether a player with this score may play on."""
    return own >= race.play_on_from


@compiled
def highest_offer(race: Race, banker: int, taker: int) -> int:
    """Largest counter that can be on offer, `banker` being the score before it was banked."""
    most = race.target - 1 - banker
    return min(most, race.target - 1 - taker) if race.finish == EXACT else most


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
def _close_flat(race: Race, own: int, other: int, lost: float, work: Scratch, row: int) -> None:
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
def _close_tail(race: Race, lead: int, lost: float, work: Scratch, row: int) -> None:
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
def _roll(race: Race, kept: NDArray[np.float64], row: int, dice: int) -> tuple[float, float]:
    """Value one roll from the rows above, without what a bust leaves: value and slope."""
    rolls = race.rolls
    first, end = rolls.first_offer[dice], rolls.first_offer[dice + 1]
    value, slope = 0.0, rolls.bust[dice]
    if rolls.first_option.size == rolls.points.size + 1:  # nothing to choose: two sums at a time
        other_value, other_slope = 0.0, 0.0
        for offer in range(first, end - 1, 2):
            place = kept[row + rolls.points[offer], rolls.left[offer]]
            chance = rolls.chance[offer]
            value += chance * place[0]
            slope += chance * place[1]
            place = kept[row + rolls.points[offer + 1], rolls.left[offer + 1]]
            chance = rolls.chance[offer + 1]
            other_value += chance * place[0]
            other_slope += chance * place[1]
        if (end - first) % 2 == 1:
            place = kept[row + rolls.points[end - 1], rolls.left[end - 1]]
            value += rolls.chance[end - 1] * place[0]
            slope += rolls.chance[end - 1] * place[1]
        return value + other_value, slope + other_slope
    for offer in range(first, end):
        chance = rolls.chance[offer]
        start = rolls.first_option[offer]
        after, left = row + rolls.points[start], rolls.left[start]
        best, bust = kept[after, left, 0], kept[after, left, 1]
        for option in range(start + 1, rolls.first_option[offer + 1]):
            after, left = row + rolls.points[option], rolls.left[option]
            if kept[after, left, 0] > best:
                best, bust = kept[after, left, 0], kept[after, left, 1]
        value += chance * best
        slope += chance * bust
    return value, slope


@compiled
def work_out_turn(
    race: Race,
    own: int,
    other: int,
    lost: float,
    win: NDArray[np.float64],
    offers: NDArray[np.float64],
    start: int,
    work: Scratch,
) -> tuple[float, float, int]:
    """Value a turn, see the module.

    Parameters
    ----------
    own, other : int
        Scores, below the target.
    lost : float
        *L*, the chance to win after a bust.
    win : ndarray of float64, shape (target, target)
        *W*, by the score of the player to move and the other's; known where the sum is higher.
    offers : ndarray of float64
        What an offer is worth to whoever gets it; this turn's from `start` on, by counter and dice.
    work : Scratch
        Filled from counter 1 up.

    Returns
    -------
    value, slope : float
        Of a fresh turn: chance to win, and its slope in *L*.
    top : int
        Counter above which the turn is closed; ``work.banks[top + 1]`` holds for all above.
    """
    top = highest_counter(race, own, other, lost)
    if race.finish == EXACT:
        work.kept[top + 1 : top + 1 + race.most, :, 0] = lost
        work.kept[top + 1 : top + 1 + race.most, :, 1] = 1.0
        work.banks[top + 1] = 0
    elif is_flat(race, other):
        _close_flat(race, own, other, lost, work, top + 1)
    else:
        _close_tail(race, own + top + 1 - other, lost, work, top + 1)
    offered = may_be_offered(race, other)
    highest = highest_offer(race, own, other) if offered else 0
    least = least_bank(race, own)
    kept, rolled = work.kept, work.rolled
    for counter in range(top, 0, -1):
        total = own + counter
        theirs = 0.0  # what the other can make of a fresh turn
        if total < race.target:
            theirs = win[other, total]
        elif race.finish == LAST_ROUND:
            theirs = fresh_last_turn(race, total - other)
        banks = 0
        for dice in range(1, 7):
            value, slope = _roll(race, kept, counter, dice)
            value += race.rolls.bust[dice] * lost
            rolled[counter, dice] = value
            left = dice % 6
            if counter >= least and (left > 0 or race.optional == 1):
                taken = theirs
                if offered and left > 0:
                    if counter <= highest:
                        taken = offers[start + OFFERED * (counter - 1) + left - 1]
                    elif race.finish == LAST_ROUND and total >= race.target:
                        taken = max(theirs, last_turn(race, own - other, left))
                if 1.0 - taken >= value:
                    value, slope = 1.0 - taken, 0.0
                    banks |= 1 << left
            kept[counter, left, 0] = value
            kept[counter, left, 1] = slope
        work.banks[counter] = banks
    value, slope = _roll(race, kept, 0, 6)
    return value + race.rolls.bust[6] * lost, slope, top
