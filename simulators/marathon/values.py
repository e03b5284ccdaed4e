r"""What a distance is worth to a runner who plays on as well as possible, by dynamic programming.

**Fewest turns.** With :math:`b_m(d)` the least value of a distance that multiset *m* leads to from
*d*, the expected turns to the finish are

.. math:: V(d) = 1 + \sum_m p_m \min(b_m(d), V(d)), \qquad V(0) = 0,

since a runner may decline every roll that leads to something worse than waiting. Being stuck counts
as a number of turns of its own, infinity where it is to be avoided at any price. The equation is
solved for each distance in ascending order by policy iteration: take every roll that leads
anywhere, then only those that beat the value so found, until none is left out any more.

**In time.** The chance to finish within *t* turns is

.. math:: W_t(d) = \sum_m p_m \max(W_{t-1}(d), \max_x W_{t-1}(d - x)), \qquad W_t(0) = 1.

References
----------
R. A. Howard, *Dynamic Programming and Markov Processes*, 1960 (policy iteration).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.marathon.rules import MarathonRules
from simulators.marathon.tables import Course, RollTables, course, dead_table, roll_tables

#: The most that one turn can run.
MOST_METRES = 6666
_N_MULTISETS = 126
#: Distances that are worked on side by side.
_BLOCK = 256

#: Values are rounded to a multiple of this where they are compared: what is equal but for the last
#: bits of a sum then is equal.
GRAIN = 2.0**-30


@compiled
def dice_of(course: Course, left: int) -> int:
    """Count the dice that are rolled."""
    dice = 1
    if left >= course.two_dice_from:
        dice = 2
    if left >= course.three_dice_from:
        dice = 3
    if left >= course.four_dice_from:
        dice = 4
    return dice


@lru_cache(maxsize=32)
def turns_to_finish(rules: MarathonRules, stuck_cost: float = np.inf) -> NDArray[np.float64]:
    """Compute the fewest expected turns from every distance.

    Parameters
    ----------
    rules : MarathonRules
    stuck_cost : float
        Turns that being stuck counts as; infinity: never to be risked.

    Returns
    -------
    ndarray of float64, shape (distance + 1,)
        By metres left; `stuck_cost` where that is dead.

    Examples
    --------
    One metre left is done by a 1; from two, waiting for the 2 or taking the 1 takes as long.

    >>> turns_to_finish(MarathonRules())[:3].round(6).tolist()
    [0.0, 6.0, 6.0]
    """
    values = np.empty(rules.distance + 1)
    _turns_kernel(course(rules), dead_table(rules), roll_tables(), stuck_cost, values)
    values.flags.writeable = False
    return values


@kernel
def _turns_kernel(
    course: Course,
    dead: NDArray[np.uint8],
    rolls: RollTables,
    stuck_cost: float,
    values: NDArray[np.float64],
) -> None:
    best = np.empty(_N_MULTISETS)
    values[0] = 0.0
    for left in range(1, values.size):
        if left < dead.size and dead[left] == 1:
            values[left] = stuck_cost
            continue
        dice = dice_of(course, left)
        first, stop = rolls.first_multiset[dice], rolls.first_multiset[dice + 1]
        for multiset in range(first, stop):
            packed = rolls.multiset_entry[multiset]
            least = np.inf
            for place in range(packed >> 8, (packed >> 8) + (packed & 255)):
                metres = rolls.metres[place]
                if metres > left:
                    break
                least = min(least, values[left - metres])
            best[multiset - first] = least
        value = np.inf
        while True:
            taken, cost = 0.0, 1.0
            for i in range(stop - first):
                if best[i] < value:
                    chance = rolls.chance[first + i]
                    taken += chance
                    cost += chance * best[i]
            better = cost / taken
            if better >= value:
                break
            value = better
        values[left] = value


def chances_in_time(rules: MarathonRules, turns: int) -> NDArray[np.float64]:
    """Compute the best chance to finish in time from every distance.

    Parameters
    ----------
    rules : MarathonRules
    turns : int
        Most turns that are looked ahead.

    Returns
    -------
    ndarray of float64, shape (turns + 1, n)
        By turns left and metres left, up to the distance or as far as so many turns can lead.

    Examples
    --------
    >>> chances_in_time(MarathonRules(distance=7), 2)[:, 5:].round(4).tolist()
    [[0.0, 0.0, 0.0], [0.1667, 0.1667, 0.0], [0.3056, 0.3056, 0.1667]]
    """
    chances = np.zeros((turns + 1, min(rules.distance, MOST_METRES * turns) + 1))
    chances[:, 0] = 1.0
    chances_kernel(course(rules), roll_tables(), chances)
    return chances


@kernel
def chances_kernel(course: Course, rolls: RollTables, chances: NDArray[np.float64]) -> None:
    """Fill in row after row; the first row, and what finishing is worth, are there already.

    Distances with equally many dice go side by side, so that the innermost loop runs along a row.
    """
    width = chances.shape[1]
    # Before a row of chances lie impossible ones, for numbers that overshoot.
    before = np.full(MOST_METRES + width, -1.0)
    best, total = np.empty(_BLOCK), np.empty(_BLOCK)
    for turns in range(1, chances.shape[0]):
        before[MOST_METRES:] = chances[turns - 1]
        # Beyond what so many turns can run, the chance is that of having run nothing.
        stop = min(width, MOST_METRES * turns + 1)
        left = 1
        while left < stop:
            dice = dice_of(course, left)
            end = min(left + _BLOCK, stop)
            for threshold in (course.two_dice_from, course.three_dice_from, course.four_dice_from):
                if left < threshold:
                    end = min(end, threshold)
            total[:] = 0.0
            for multiset in range(rolls.first_multiset[dice], rolls.first_multiset[dice + 1]):
                packed, chance = rolls.multiset_entry[multiset], rolls.chance[multiset]
                here = MOST_METRES + left
                best[: end - left] = before[here : here + end - left]
                for place in range(packed >> 8, (packed >> 8) + (packed & 255)):
                    there = here - rolls.metres[place]
                    reached = before[there : there + end - left]
                    for i in range(reached.size):
                        best[i] = reached[i] if reached[i] > best[i] else best[i]
                for i in range(end - left):
                    total[i] += chance * best[i]
            chances[turns, left:end] = total[: end - left]
            left = end
