r"""The race of two who don't look at each other, and how near that is to the race itself.

A *plan* decides by one's own distance and the number of the turn alone. All that it does to the
opponent lies in the chances of its finishing time: with :math:`f` those of the player who moves first
and :math:`g` those of the second, the first wins with chance

.. math:: P(f, g) = \sum_t f(t) \Bigl(1 - \sum_{s < t} g(s)\Bigr).

Each player replies as well as possible to the other's plan, see
:mod:`simulators.marathon.solve_reply`, from the fewest turns on, until the two replies are replies to
each other. With *f* and *g* at hand, the first can get no more than the best reply to *g* and the
second no more than the best reply to *f*: that bounds the value of the game of plans from both sides,
whether the replies come to rest or not.

**Bounds of the race.** In the race itself players see each other. Even one who knew the turn in which
the opponent will finish could do no more than try to be done before. So against *g* the first, whatever
he looks at, wins with no more than

.. math:: \sum_t g(t) \, W_t(D),

:math:`W_t(D)` being the best chance to finish the distance within *t* turns
(:mod:`simulators.marathon.solve_within`); and the second, who has a turn fewer, with no more than
:math:`\sum_t f(t) W_{t-1}(D)`. As either may play his plan in the race too, its value lies between.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.marathon.rules import MarathonRules
from simulators.marathon.solve_reply import best_reply
from simulators.marathon.times import finishing_times, look_ahead
from simulators.marathon.values import chances_in_time
from simulators.solution_store import stored_solution
from simulators.solving import Solution

#: The replies are taken to have come to rest when the bounds are as near to each other as this.
CLOSE = 1e-6
_MOST_ROUNDS = 20


def best_plans(rules: MarathonRules) -> Solution:
    """Solve the race of two plans, or read what was solved before.

    Parameters
    ----------
    rules : MarathonRules

    Returns
    -------
    Solution
        The first player's chance to win; its residual is how far off that may be. ``details`` hold the
        bounds of the race itself and how many rounds the replies took. Tables ``first`` and
        ``second``, float64 of shape (T + 1,): the chance that each plan finishes in each turn.

    Raises
    ------
    ValueError
        If the distance is too long for the tables.
    """
    asked = rules.without_overshoot
    return stored_solution("marathon plans", asked, {}, lambda: solve_plans(asked))


def solve_plans(rules: MarathonRules) -> Solution:
    """Solve the race of two plans; see :func:`best_plans`."""
    from simulators.marathon.optimal import OPTIMAL_TURNS

    start, _ = finishing_times(rules, OPTIMAL_TURNS(), look_ahead(rules, OPTIMAL_TURNS()))
    first = second = start
    low, high, rounds = 0.0, 1.0, 0
    while high - low > CLOSE and rounds < _MOST_ROUNDS:
        rounds += 1
        mine = best_reply(rules, second, "first", 1 - float(second.sum()))
        theirs = best_reply(rules, first, "second", 1 - float(first.sum()))
        low, high = max(low, 1 - theirs.value), min(high, mine.value)
        first, second = mine.finishing, theirs.finishing
    value = (low + high) / 2
    within = chances_in_time(rules, start.size - 1)[:, -1]
    return Solution(
        value=value,
        states=2 * (start.size - 1) * (rules.distance - len(rules.dead)),
        residual=(high - low) / 2,
        details={
            "rounds": rounds,
            "two_who_take_fewest_turns": first_wins(start, start),
            "race_at_least": 1 - _at_most(first, within[:-1]),
            "race_at_most": _at_most(second, within[1:]),
        },
        tables={"first": first, "second": second},
    )


def first_wins(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Compute the chance that the player who moves first is done before the other.

    Parameters
    ----------
    first, second : ndarray of float64, shape (T + 1,)
        Chance that each finishes in his turn 0, 1, ..., T.

    Examples
    --------
    >>> first_wins(np.array([0, 0.5, 0.5]), np.array([0, 0.5, 0.5]))
    0.75
    """
    before = np.concatenate([[0.0], np.cumsum(second)[:-1]])
    return float((first * (1 - before)).sum())


def _at_most(finishing: NDArray[np.float64], chances: NDArray[np.float64]) -> float:
    """Bound the chance to be done before a player, by the best chance against each of his turns."""
    late = max(0.0, 1 - float(finishing.sum()))
    return float((finishing[1:] * chances).sum()) + late
