r"""The race of two who watch each other: the first player's chance to win.

With :math:`W(a, b)` the chance to win of the player to move, who has *a* metres left and the opponent
*b*,

.. math:: W(a, b) = \sum_m p_m \max\Bigl(1 - W(b, a), \max_{x \le a} \bigl(1 - W(b, a - x)\bigr)\Bigr),
          \qquad W(b, 0) = 0,

over the rolls *m* and the numbers *x* that they form: to stay hands the turn over as it is. A player
on a dead distance never wins, and two of them split the win. Pairs of distances are taken in ascending
order, so that all that a number leads to is known; only :math:`w = W(a, b)` and :math:`v = W(b, a)`
depend on each other,

.. math:: w = f(1 - v), \quad v = g(1 - w), \qquad
          f(s) = \sum_m p_m \max(s, A_m), \quad g(s) = \sum_n q_n \max(s, B_n).

:math:`1 - g(1 - f(s)) - s` falls with *s*: its slope is the product of two chances to stay, less one.
Newton's method finds its root in a few steps, kept between bounds that close in on it. The root is
the only one unless both would rather stay with every roll: then nobody ever moves, and the win is
split. Such positions are counted; none has been found.

Values depend on the two distances alone, not on where the race began, so that those of a short race
are those of the end of a long one.

**What the whole race would cost.** Over 42195 metres there are 1.8 billion positions: two tables of
14 GB, of which the last 6666 metres, 2 GB, would do for the value alone, and, at the microsecond that a
position takes, half an hour. Up to 3000 metres it is seconds. :mod:`simulators.marathon.solve_plans`
bounds the value of longer races.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.marathon.rules import MarathonRules
from simulators.marathon.tables import Course, RollTables, course, roll_tables
from simulators.marathon.values import MOST_METRES, dice_of
from simulators.solution_store import stored_solution
from simulators.solving import Solution

#: The longest race that is solved, in metres.
LONGEST_RACE = 3000
_MOST_ROLLS = 126
#: Distances that are worked on side by side.
_BLOCK = 64
_MOST_STEPS = 100
_CLOSE = 1e-15


def race_values(rules: MarathonRules, metres: int) -> Solution:
    """Solve the end of a race of two, or read what was solved before.

    Parameters
    ----------
    rules : MarathonRules
        Their distance may be longer.
    metres : int
        The most that either has left, 1 to 3000.

    Returns
    -------
    Solution
        Its table ``wins``, float64 of shape (metres + 1, metres + 1), holds the chance to win of the
        player to move by his own metres left and the opponent's. The value is that of both at
        `metres`.

    Examples
    --------
    With a die each and a metre to go, whoever rolls a 1 first wins.

    >>> round(race_values(MarathonRules(), 1).value, 6) == round(6 / 11, 6)
    True
    """
    asked = rules.without_overshoot
    return stored_solution(
        "marathon endgame", asked, {"metres": metres}, lambda: solve_race(asked, metres)
    )


def solve_race(rules: MarathonRules, metres: int) -> Solution:
    """Solve the end of a race of two; see :func:`race_values`."""
    dead = np.zeros(metres + 1, dtype=np.uint8)
    dead[[left for left in rules.dead if left <= metres]] = 1
    wins, turned = np.zeros((2, metres + 1, metres + 1))
    residual, blocked = _race_kernel(course(rules), dead, roll_tables(), wins, turned)
    alive = metres - int(dead.sum())
    return Solution(
        value=float(wins[metres, metres]),
        states=alive * alive,
        residual=residual,
        details={"positions_where_nobody_moves": blocked},
        tables={"wins": wins},
    )


@kernel
def _race_kernel(
    course: Course,
    dead: NDArray[np.uint8],
    rolls: RollTables,
    wins: NDArray[np.float64],
    turned: NDArray[np.float64],
) -> tuple[float, int]:
    """Fill in ``wins[a, b]`` and ``turned[b, a]``, the same; return residual and blocked pairs."""
    mine, theirs = np.empty((_MOST_ROLLS, _BLOCK)), np.empty((_MOST_ROLLS, _BLOCK))
    # What it is worth to the opponent to come to each distance; before 0, to overshoot.
    worth = np.empty(MOST_METRES + dead.size)
    residual, blocked = 0.0, 0
    for a in range(1, dead.size):
        worth[:] = -1.0
        worth[MOST_METRES] = 1.0
        guess = 0.5
        first = 1
        while first <= a:
            dice = dice_of(course, first)
            end = _end_of_block(course, first, dice, a + 1)
            my_rolls = _options_of_one(course, rolls, a, turned, first, end, mine)
            their_rolls = _options_of_many(rolls, dice, worth, first, end, theirs)
            for b in range(first, end):
                if dead[a] == 1 or dead[b] == 1:
                    w = (1.0 + dead[b] - dead[a]) / 2
                    v = 1 - w
                else:
                    w, v, error = _meet(rolls, my_rolls, mine[:, b - first], their_rolls,
                                        theirs[:, b - first], guess)  # fmt: skip
                    guess = 1 - v
                    blocked += error < 0
                    residual = max(residual, error)
                wins[a, b] = turned[b, a] = w
                wins[b, a] = turned[a, b] = v
                worth[MOST_METRES + b] = 1 - w
            first = end
    return residual, blocked


@compiled
def _end_of_block(course: Course, first: int, dice: int, stop: int) -> int:
    """Find how many distances with equally many dice can't be run to from each other."""
    smallest = 1
    for _ in range(1, dice):
        smallest = 10 * smallest + 1
    end = min(first + min(_BLOCK, smallest), stop)
    for threshold in (course.two_dice_from, course.three_dice_from, course.four_dice_from):
        if first < threshold:
            end = min(end, threshold)
    return end


@compiled
def _options_of_one(
    course: Course,
    rolls: RollTables,
    left: int,
    turned: NDArray[np.float64],
    first: int,
    end: int,
    best: NDArray[np.float64],
) -> tuple[int, int]:
    """Compute the best chance after each roll of one player, by the opponent's distance.

    Returns
    -------
    tuple of int
        The first of the rolls, and where they stop. Where no number fits, the best chance is -1.
    """
    dice, size = dice_of(course, left), end - first
    start, stop = rolls.first_multiset[dice], rolls.first_multiset[dice + 1]
    for multiset in range(start, stop):
        packed, row = rolls.multiset_entry[multiset], best[multiset - start]
        row[:size] = -1.0
        for place in range(packed >> 8, (packed >> 8) + (packed & 255)):
            if rolls.metres[place] > left:
                break
            theirs = turned[left - rolls.metres[place], first:end]
            for i in range(theirs.size):
                row[i] = 1 - theirs[i] if 1 - theirs[i] > row[i] else row[i]
    return start, stop


@compiled
def _options_of_many(
    rolls: RollTables,
    dice: int,
    worth: NDArray[np.float64],
    first: int,
    end: int,
    best: NDArray[np.float64],
) -> tuple[int, int]:
    """Compute the best chance after each roll of the opponent, by his distance; see above."""
    size = end - first
    start, stop = rolls.first_multiset[dice], rolls.first_multiset[dice + 1]
    for multiset in range(start, stop):
        packed, row = rolls.multiset_entry[multiset], best[multiset - start]
        row[:size] = -1.0
        for place in range(packed >> 8, (packed >> 8) + (packed & 255)):
            there = MOST_METRES + first - rolls.metres[place]
            reached = worth[there : there + size]
            for i in range(reached.size):
                row[i] = reached[i] if reached[i] > row[i] else row[i]
    return start, stop


@compiled
def _meet(
    rolls: RollTables,
    my_rolls: tuple[int, int],
    mine: NDArray[np.float64],
    their_rolls: tuple[int, int],
    theirs: NDArray[np.float64],
    guess: float,
) -> tuple[float, float, float]:
    """Solve w = f(1 - v), v = g(1 - w); return w, v and the error, -1 where nobody moves."""
    low, high, s = 0.0, 1.0, guess
    for _ in range(_MOST_STEPS):
        stay, moved = _split(rolls, my_rolls, mine, s)
        w = stay * s + moved
        their_stay, their_moved = _split(rolls, their_rolls, theirs, 1 - w)
        v = their_stay * (1 - w) + their_moved
        if moved == 0.0 and their_moved == 0.0:
            return 0.5, 0.5, -1.0
        if abs(1 - v - s) < _CLOSE:
            break
        if 1 - v > s:
            low = s
        else:
            high = s
        root = (1 - their_stay * (1 - moved) - their_moved) / (1 - stay * their_stay)
        s = root if low <= root <= high else (low + high) / 2
    return w, v, abs(1 - v - s)


@compiled
def _split(
    rolls: RollTables, which: tuple[int, int], best: NDArray[np.float64], s: float
) -> tuple[float, float]:
    """Split f(s) into the chance to stay, which `s` is multiplied with, and the rest."""
    start, stop = which
    stay, moved = 0.0, 0.0
    for i in range(stop - start):
        if best[i] > s:
            moved += rolls.chance[start + i] * best[i]
        else:
            stay += rolls.chance[start + i]
    return stay, moved
