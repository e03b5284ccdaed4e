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

Beyond some counter turns are closed, see :mod:`simulators.ten_thousand.race_closing`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, pointer
from simulators.ten_thousand.race_closing import (
    Scratch,
    close_flat,
    close_lost,
    close_tail,
    highest_counter,
    is_flat,
)
from simulators.ten_thousand.race_rules import (
    EXACT,
    LAST_ROUND,
    N_LEFT,
    OFFERED,
    Race,
    fresh_last_turn,
    highest_offer,
    last_turn,
    least_bank,
    may_be_offered,
)


@compiled
def _roll(race: Race, kept: NDArray[np.float64], row: int, dice: int) -> tuple[float, float]:
    """Value one roll from the rows above, without what a bust leaves: value and slope.

    Bare pointers: taking elements out of counted arrays costs several times as much.
    """
    rolls = race.rolls
    first, end = rolls.first_offer[dice], rolls.first_offer[dice + 1]
    here = pointer(kept, 2 * N_LEFT * row)
    chances, steps = pointer(rolls.chance, 0), pointer(race.steps, 0)
    value, slope = 0.0, rolls.bust[dice]
    if rolls.first_option.size == rolls.points.size + 1:  # nothing to choose: two sums at a time
        value_2, slope_2 = 0.0, 0.0
        offer = first
        while offer + 1 < end:
            step, step_2 = steps[offer], steps[offer + 1]
            chance, chance_2 = chances[offer], chances[offer + 1]
            value += chance * here[step]
            slope += chance * here[step + 1]
            value_2 += chance_2 * here[step_2]
            slope_2 += chance_2 * here[step_2 + 1]
            offer += 2
        if offer < end:
            value += chances[offer] * here[steps[offer]]
            slope += chances[offer] * here[steps[offer] + 1]
        return value + value_2, slope + slope_2
    firsts = pointer(rolls.first_option, 0)
    for offer in range(first, end):
        start, stop = firsts[offer], firsts[offer + 1]
        best = steps[start]
        most = here[best]
        for option in range(start + 1, stop):
            step = steps[option]
            if here[step] > most:
                best = step
                most = here[best]
        value += chances[offer] * most
        slope += chances[offer] * here[best + 1]
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
    at_least: int,
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
    at_least : int
        Counter up to which it is wanted at least, but for an exact finish.

    Returns
    -------
    value, slope : float
        Of a fresh turn: chance to win, and its slope in *L*.
    top : int
        Counter above which the turn is closed; ``work.banks[top + 1]`` holds for all above.
    """
    top = highest_counter(race, own, other, lost)
    if race.finish != EXACT:
        top = max(top, at_least)
    if race.finish == EXACT:
        close_lost(race, lost, work, top + 1)
    elif is_flat(race, other):
        close_flat(race, own, other, lost, work, top + 1)
    else:
        close_tail(race, own + top + 1 - other, lost, work, top + 1)
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
