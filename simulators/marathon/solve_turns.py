r"""The fewest turns to the finish, on average.

With :math:`V(d)` the fewest expected turns with *d* metres left, :math:`p_m` the chance of roll *m*
and *x* over the numbers that it forms,

.. math:: V(d) = 1 + \sum_m p_m \min\bigl(V(d), \min_{x \le d} V(d - x)\bigr), \qquad V(0) = 0,

which :mod:`simulators.marathon.values` solves distance by distance, as a runner never moves back.

A dead distance takes infinitely many turns: no roll leads on. From every other distance some roll
leads to another one that isn't dead, or to the finish, and may be waited for; so the best policy
never enters a dead distance, finishes surely, and its expected turns are finite. That holds whatever
the switches are, so the best chance ever to finish is 1 under all rules, and no objective of its
own. Running past the finish is never better than to stay, so the switch `overshoot` doesn't matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.marathon.distances import in_words
from simulators.marathon.rules import MarathonRules
from simulators.marathon.tables import Course, RollTables, course, roll_tables
from simulators.marathon.values import dice_of, turns_to_finish
from simulators.solution_store import stored_solution
from simulators.solving import Solution


def fewest_turns(rules: MarathonRules) -> Solution:
    """Solve for the fewest expected turns, or read what was solved before.

    Parameters
    ----------
    rules : MarathonRules

    Returns
    -------
    Solution
        Its table ``values``, float64 of shape (distance + 1,), holds them by metres left; infinity
        where that is dead.

    Examples
    --------
    >>> round(fewest_turns(MarathonRules()).value, 4)
    17.8711
    """
    asked = rules.without_overshoot
    return stored_solution("marathon turns", asked, {}, lambda: solve_turns(asked))


def solve_turns(rules: MarathonRules) -> Solution:
    """Solve for the fewest expected turns; see :func:`fewest_turns`."""
    values = turns_to_finish(rules).copy()
    alive = np.flatnonzero(np.isfinite(values))[1:]
    again = np.zeros_like(values)
    _again_kernel(course(rules), roll_tables(), values, again)
    return Solution(
        value=float(values[rules.distance]),
        states=alive.size,
        residual=float(np.abs(again - values)[alive].max()),
        details={"dead_distances": len(rules.dead), "dead": in_words(rules.dead)},
        tables={"values": values},
    )


@kernel
def _again_kernel(
    course: Course,
    rolls: RollTables,
    values: NDArray[np.float64],
    again: NDArray[np.float64],
) -> None:
    """Apply the recurrence once more."""
    for left in range(1, values.size):
        if values[left] == np.inf:
            continue
        dice = dice_of(course, left)
        again[left] = 1.0
        for multiset in range(rolls.first_multiset[dice], rolls.first_multiset[dice + 1]):
            packed = rolls.multiset_entry[multiset]
            least = values[left]
            for place in range(packed >> 8, (packed >> 8) + (packed & 255)):
                metres = rolls.metres[place]
                if metres > left:
                    break
                least = min(least, values[left - metres])
            again[left] += rolls.chance[multiset] * least
