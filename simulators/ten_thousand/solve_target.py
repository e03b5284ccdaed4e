r"""Alone to the target: fewest expected turns, and the best chance to be done in time.

From own score *s* after *b* turns lost in a row, the expected turns that are missing are

.. math:: E(s, b) = 1 - T(s, b), \qquad E(s, b) = 0 \text{ where the target is reached},

where :math:`T(s, b)` is the value of a fresh turn (:mod:`~simulators.ten_thousand.turn_solver`) in
which banking *c* is worth :math:`-E(s + c, 0)` and a bust :math:`-E(s, b + 1)`, or
:math:`-E(s - penalty, 0)` where the penalty is due. Without a penalty *b* stays 0: a bust leads back to
the same score, which is the one unknown, found by policy iteration from above. All other scores are
higher, so they are solved from the target down.

A penalty leads to lower scores, without end. Then all scores are swept until nothing changes; scores
below the lowest row are taken to be as far behind it as points per
turn in the long run make it, with the opening to be made again and again where there is one. That is
what the turns tend to as scores fall, so more rows change nothing that can be seen; a player who loses
more than he makes there may never come back, and such rules are refused.

The best chance to be done within *t* turns is the value of a turn in which banking *c* is worth the
chance from *s + c* within *t - 1* turns, and a bust that of the score after it.

References
----------
R. A. Howard, *Dynamic Programming and Markov Processes*, 1960 (policy iteration).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.ten_thousand.limits import PENALTY_BUSTS
from simulators.ten_thousand.offers import Rolls, roll_offers_of, unit_of
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.solve_turn import long_run
from simulators.ten_thousand.turn_solver import Tail, Turn, new_turn, turn_kernel, value_turn
from simulators.ten_thousand.turn_tail import flat_tail, lost_tail

#: Scores below 0 that have rows of their own: so many penalties, and so many openings.
LOST_PENALTIES, LOST_OPENINGS = 4, 8
#: Rows of all turns together that are solved at most, by sweep.
MAX_ROWS = 4_000_000
_CLOSE = 1e-13
_FAR = 1e7
_MOST_RATIO = 0.95
_MOST_STEPS = 200


class Road(NamedTuple):
    """The way to the target, scores in steps: score 0 is row `zero`, the target row `goal`.

    Attributes
    ----------
    stride : int
        Steps of a unit of the counter.
    goal : int
        First row at or above the target.
    n_busts : int
        Numbers of lost turns that are told apart: 3 with a penalty, else 1.
    penalty : int
        In steps.
    minimum, opening : int
        Least counters that may be banked, in units; `opening` with no points above 0.
    exact, optional : int
    """

    stride: int
    zero: int
    goal: int
    n_busts: int
    penalty: int
    minimum: int
    opening: int
    exact: int
    optional: int
    rolls: Rolls
    tail: Tail
    most: int


def make_road(rules: TenThousandRules, lost_penalties: int, done: float) -> Road:
    """Lay out the scores, down to so many penalties below 0; the target is worth `done`."""
    rolls, unit, optional = roll_offers_of(rules), unit_of(rules), rules.hot_dice == "optional"
    step = gcd(unit, rules.farkle_penalty)
    penalty = rules.farkle_penalty // step
    zero = penalty * lost_penalties
    least = max(rules.min_bank, 1)
    road = Road(
        stride=unit // step,
        zero=zero,
        goal=zero - (-rules.target // step),
        n_busts=PENALTY_BUSTS if penalty else 1,
        penalty=penalty,
        minimum=-(-least // unit),
        opening=-(-max(rules.opening, least) // unit),
        exact=int(rules.exact),
        optional=int(optional),
        rolls=rolls,
        tail=lost_tail() if rules.exact else flat_tail(rolls, optional, done),
        most=int(rolls.points.max()),
    )
    counters = (road.goal // road.stride) * (road.goal + 1) // 2 * road.n_busts
    if counters > MAX_ROWS:
        raise ValueError(
            f"the way to the target has {counters:,} counters to solve under these rules, more than "
            f"{MAX_ROWS:,}: set a lower target or coarser values"
        )
    return road


@compiled
def n_counters(road: Road, row: int) -> int:
    """Count the counters of a turn that need a row; the last one stands for all higher ones."""
    lacking = -(-(road.goal - row) // road.stride)
    if road.exact == 1:
        return lacking + 1
    return max(lacking, first_bank(road, row)) + 1


@compiled
def first_bank(road: Road, row: int) -> int:
    """Return the first counter that may be banked, in units."""
    return road.opening if row <= road.zero else road.minimum


@compiled
def bank_worth(
    road: Road, row: int, after: NDArray[np.float64], done: float, worth: NDArray[np.float64]
) -> None:
    """Fill in what banking each counter is worth: `after` by score, `done` from the target on."""
    for counter in range(worth.size):
        reached = row + counter * road.stride
        worth[counter] = after[reached, 0] if reached < road.goal else done


@kernel
def turns_kernel(road: Road, per_turn: float, turns: NDArray[np.float64]) -> float:
    """Compute the fewest expected turns by score and lost turns; return the residual.

    Parameters
    ----------
    per_turn : float
        Steps per turn in the long run, for scores below the lowest row.
    turns : ndarray of float64, shape (goal, n_busts)
        Filled in, as negative numbers: a cost.
    """
    turn = new_turn(n_counters(road, 0), road.most)
    room = np.empty(n_counters(road, 0))
    residual = np.inf
    last = np.zeros_like(turns)
    for sweep in range(_MOST_STEPS):
        changed = 0.0
        before_sweep = turns.copy()
        for row in range(road.goal - 1, -1, -1):
            worth = room[: n_counters(road, row)]
            bank_worth(road, row, turns, 0.0, worth)
            if road.n_busts == 1:
                guess = turns[row + 1, 0] - 1.0 if row + 1 < road.goal else -_FAR
                turns[row, 0], short = _loop(road, row, worth, max(guess, -_FAR), turn)
                changed = max(changed, short)
                continue
            if row >= road.penalty:
                fallen = turns[row - road.penalty, 0]
            else:
                fallen = turns[row, 0] - road.penalty / per_turn
            for busts in range(road.n_busts - 1, -1, -1):
                before = turns[row, busts]
                bust = fallen if busts == road.n_busts - 1 else turns[row, busts + 1]
                value_turn(
                    road.rolls, worth, first_bank(road, row), road.optional, road.tail, 1.0, 0.0,
                    bust, turn,
                )  # fmt: skip
                turns[row, busts] = turn.roll[0, 6] - 1.0
                changed = max(changed, abs(turns[row, busts] - before))
        residual = changed
        if road.n_busts == 1 or changed < _CLOSE * road.goal:
            break
        # Changes shrink by the same ratio from sweep to sweep: now and then, go where they lead.
        change = turns - before_sweep
        size = (last * last).sum()
        if sweep % 3 == 2 and size > 0:
            ratio = (change * last).sum() / size
            if 0 < ratio < _MOST_RATIO:
                turns += change * (ratio / (1 - ratio))
        last = change
    return residual


@compiled
def _loop(
    road: Road, row: int, worth: NDArray[np.float64], guess: float, turn: Turn
) -> tuple[float, float]:
    """Solve for a score to which a bust leads back; return its value and the residual."""
    value = guess
    for _ in range(_MOST_STEPS):
        value_turn(
            road.rolls,
            worth,
            first_bank(road, row),
            road.optional,
            road.tail,
            1.0,
            0.0,
            value,
            turn,
        )
        lost = turn.roll_lost[0, 6]
        if lost > 1 - 1e-12:
            if value <= -_FAR:
                return -np.inf, 0.0  # there is no way to the target from here
            value = -_FAR
            continue
        better = (turn.roll[0, 6] - lost * value - 1.0) / (1.0 - lost)
        short = abs(turn.roll[0, 6] - 1.0 - value)
        if short <= -_CLOSE * better:
            return better, short
        value = better
    return value, short


@kernel
def in_time_kernel(road: Road, chances: NDArray[np.float64]) -> None:
    """Compute the best chances to be done in time.

    Parameters
    ----------
    chances : ndarray of float64, shape (turns + 1, goal, n_busts)
        Filled in from row 1 on; row 0 is 0.
    """
    turn = new_turn(n_counters(road, 0), road.most)
    room = np.empty(n_counters(road, 0))
    for within in range(1, chances.shape[0]):
        before = chances[within - 1]
        for row in range(road.goal - 1, -1, -1):
            worth = room[: n_counters(road, row)]
            bank_worth(road, row, before, 1.0, worth)
            for busts in range(road.n_busts):
                bust = before[row, 0]
                if road.n_busts > 1:
                    if busts < road.n_busts - 1:
                        bust = before[row, busts + 1]
                    else:
                        # Rows below the lowest can't be reached from 0 in the turns there are.
                        bust = before[row - road.penalty, 0] if row >= road.penalty else 0.0
                value_turn(
                    road.rolls, worth, first_bank(road, row), road.optional, road.tail, 1.0, 0.0,
                    bust, turn,
                )  # fmt: skip
                chances[within, row, busts] = turn.roll[0, 6]


@dataclass(frozen=True)
class ToTarget:
    """Fewest expected turns from every score.

    Attributes
    ----------
    road : Road
    step : int
        Points of a row.
    turns : ndarray of float64, shape (goal, n_busts)
        By score, row `road.zero` for 0, and lost turns in a row.
    residual : float
    states : int
    """

    rules: TenThousandRules
    road: Road
    step: int
    turns: NDArray[np.float64]
    residual: float
    states: int

    def expected(self, score: int = 0, busts: int = 0) -> float:
        """Return the fewest expected turns from a score that turns from 0 can lead to."""
        row, rest = divmod(score, self.step)
        if rest:
            raise ValueError(f"score must be a multiple of {self.step}, not {score}")
        return float(self.turns[self.road.zero + row, busts])

    def turn(self, row: int, busts: int) -> tuple[NDArray[np.float64], Turn]:
        """Solve the turn from one score: what banking is worth by counter, and all its values."""
        road = self.road
        worth = np.empty(n_counters(road, row))
        values = -self.turns
        bank_worth(road, row, values, 0.0, worth)
        if road.n_busts == 1:
            bust = values[row, 0]
        elif busts < road.n_busts - 1:
            bust = values[row, busts + 1]
        elif row >= road.penalty:
            bust = values[row - road.penalty, 0]
        else:
            bust = values[row, 0] - road.penalty * self.step / _recovery(self.rules)
        bust = max(float(bust), -_FAR)
        return worth, turn_kernel(
            road.rolls, worth, first_bank(road, row), road.optional, road.tail, 1.0, 0.0, bust,
            road.most,
        )  # fmt: skip


def turns_to_target(rules: TenThousandRules) -> ToTarget:
    """Compute the fewest expected turns to the target, from every score.

    Raises
    ------
    ValueError
        Where there are too many states.

    Examples
    --------
    >>> round(turns_to_target(TenThousandRules(target=1000)).expected(), 3)
    3.894
    """
    below = LOST_PENALTIES
    if rules.farkle_penalty:
        below = max(below, -(-LOST_OPENINGS * rules.opening // rules.farkle_penalty))
    road = make_road(rules, below, 0.0)
    turns = np.zeros((road.goal, road.n_busts))
    step = gcd(unit_of(rules), rules.farkle_penalty)
    per_turn = 1.0
    if road.n_busts > 1:
        per_turn = _recovery(rules) / step
        lacking = road.goal - np.arange(road.goal)
        turns[:] = -(lacking / per_turn)[:, None]
    residual = turns_kernel(road, per_turn, turns)
    return ToTarget(rules, road, step, -turns, residual, _states(road))


def _recovery(rules: TenThousandRules) -> float:
    """Compute the points per turn of a player below 0, who has to open."""
    per_turn = long_run(rules, opened=False)
    if per_turn <= 0:
        raise ValueError(
            f"switch farkle_penalty, {rules.farkle_penalty}, takes more than a player below 0 makes "
            f"with an opening of {rules.opening}: the turns to the target have no bound"
        )
    return per_turn


def _states(road: Road) -> int:
    rows = sum(n_counters(road, row) for row in range(road.goal))
    return 6 * rows * road.n_busts


def chances_within(rules: TenThousandRules, turns: int) -> tuple[NDArray[np.float64], int]:
    """Compute the best chance to be at the target within so many turns.

    Returns
    -------
    chances : ndarray of float64, shape (turns + 1,)
        From score 0, by turns.
    states : int
    """
    road = make_road(rules, turns // PENALTY_BUSTS, 1.0)
    chances = np.zeros((turns + 1, road.goal, road.n_busts))
    in_time_kernel(road, chances)
    return chances[:, road.zero, 0], turns * _states(road)
