"""How good a distance is to stop at, for players who run as far as they can."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.marathon.rules import MarathonRules
from simulators.marathon.tables import Course, RollTables, course, dead_table, roll_tables
from simulators.marathon.values import dice_of

#: How good a distance is to stop at, see :func:`footing`.
DEAD, POOR_BLOCKED, POOR, GOOD, GOOD_BLOCKED = 0.0, 1.0, 2.0, 3.0, 4.0


@lru_cache(maxsize=64)
def footing(rules: MarathonRules, least: float) -> NDArray[np.float64]:
    """Grade every distance by how easily a careful runner gets away from it.

    A distance is good if at least a share `least` of the rolls from it lead to the finish or to
    another distance that isn't dead. It is blocked if no roll leads to the finish or to a good one:
    there a runner has to be content with less.

    Returns
    -------
    ndarray of float64, shape (distance + 1,)
        By metres left: `DEAD`, `POOR_BLOCKED`, `POOR`, `GOOD` or `GOOD_BLOCKED`.
    """
    return _graded(rules, least, np.zeros(rules.distance + 1, dtype=np.uint8))


@lru_cache(maxsize=64)
def clear_footing(rules: MarathonRules, metres: tuple[int, ...]) -> NDArray[np.float64]:
    """Grade every distance by whether it is clear of those where more dice begin to be rolled.

    Parameters
    ----------
    rules : MarathonRules
    metres : tuple of int
        From each distance at which two, three and four dice begin to be rolled up to so many metres
        beyond it no distance is good.

    Returns
    -------
    ndarray of float64, shape (distance + 1,)
        By metres left, as :func:`footing`.
    """
    poor = np.zeros(rules.distance + 1, dtype=np.uint8)
    for threshold, beyond in zip(rules.dice_from, metres, strict=True):
        poor[threshold : threshold + beyond + 1] = 1
    return _graded(rules, 0.0, poor)


def _graded(rules: MarathonRules, least: float, poor: NDArray[np.uint8]) -> NDArray[np.float64]:
    grades = np.empty(rules.distance + 1)
    _footing_kernel(course(rules), dead_table(rules), roll_tables(), least, poor, grades)
    grades.flags.writeable = False
    return grades


@kernel
def _footing_kernel(
    course: Course,
    dead: NDArray[np.uint8],
    rolls: RollTables,
    least: float,
    poor: NDArray[np.uint8],
    grades: NDArray[np.float64],
) -> None:
    grades[0] = GOOD
    for left in range(1, grades.size):
        if left < dead.size and dead[left] == 1:
            grades[left] = DEAD
            continue
        dice = dice_of(course, left)
        leading, blocked = 0.0, True
        for multiset in range(rolls.first_multiset[dice], rolls.first_multiset[dice + 1]):
            packed = rolls.multiset_entry[multiset]
            leads = False
            for place in range(packed >> 8, (packed >> 8) + (packed & 255)):
                metres = rolls.metres[place]
                if metres > left:
                    break
                leads = leads or grades[left - metres] != DEAD
                blocked = blocked and grades[left - metres] < GOOD
            if leads:
                leading += rolls.chance[multiset]
        # Sums of chances are short of the fraction they stand for by some 1e-16.
        if poor[left] == 0 and leading >= least - 1e-12:
            grades[left] = GOOD_BLOCKED if blocked else GOOD
        else:
            grades[left] = POOR_BLOCKED if blocked else POOR
