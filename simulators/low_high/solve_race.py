r"""The race of two to the target, both at their best, by value iteration over both totals.

With *a* points to the player to move and *b* to the other, a turn that makes *p* points is worth

.. math::
    w_{a,b}(p) = 1 \text{ if } a + p \ge T, \text{ else } 1 - W(b, a + p),

and :math:`W(a, b)` is the best that a turn can make of it, see :mod:`simulators.low_high.solve_turn`.
A turn may make no points or fewer than none, so totals run in loops; the pairs are gone through from
high totals to low ones, again and again, those only for which something has changed on which they
depend, until nothing does.

**Negative totals.** They have no bound, but a floor is put under them: a total that falls below it
counts as being there. What that falsifies is bounded by a second game, which favours one player: that
one's totals are lifted to the floor, while the other has lost who falls below it. A higher total is
never worse, for one can play as with the lower one and get there as soon. So the favoured player's
chances are at least the true ones, the other's at most, and the true ones lie between. The floor is
lowered until the two differ by less than 1e-10, for all totals down to what a single turn can lose.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.low_high.positions import Positions, positions_of
from simulators.low_high.rules import LowHighRules
from simulators.low_high.solve_turn import BestTurn, best_for_points, fill_best, room_for
from simulators.solving import Solution

#: Changes up to this are passed over.
TOLERANCE = 1e-12
#: How much the floor under totals may change a chance.
FLOOR_ERROR = 1e-10
#: Positions of a turn times pairs of totals: some minutes.
MOST_STATES = 250_000_000


class Race(NamedTuple):
    """A race, with one table for both players or one for each.

    Attributes
    ----------
    target, floor : int
        Totals below the floor don't occur.
    win : ndarray of float64, shape (1 or 2, n, n)
        Chance of the player to move to win; by that player where they differ, own total less the
        floor, and the other's.
    """

    target: int
    floor: int
    win: NDArray[np.float64]


@compiled
def fill_worth(
    race: Race, player: int, own: int, other: int, fewest: int, worth: NDArray[np.float64]
) -> None:
    """Value the points of a turn.

    Parameters
    ----------
    player : int
        Whose turn it is: 0 is lifted to the floor. 1, where there are two tables, has lost below it.
    own, other : int
        Totals less the floor.
    fewest : int
        Points of ``worth[0]``.
    """
    n = race.target - race.floor
    theirs = race.win[race.win.shape[0] - 1 - player]
    for i in range(worth.size):
        after = own + fewest + i
        if after >= n:
            worth[i] = 1.0
        elif after >= 0 or player == 0:
            worth[i] = 1.0 - theirs[other, max(after, 0)]
        else:
            worth[i] = 0.0


@kernel
def _sweep_kernel(
    positions: Positions,
    race: Race,
    changed: NDArray[np.int64],
    valued: NDArray[np.int64],
    values: BestTurn,
    worth: NDArray[np.float64],
    tolerance: float,
) -> tuple[int, float]:
    """Go through all pairs once, from high totals to low ones.

    Parameters
    ----------
    changed, valued : ndarray of int64, shape of ``race.win``
        When a chance last changed by more than `tolerance`, and when it was last computed, by a
        clock that ticks at each; 0: never.
    tolerance : float
        Below 0, every pair is computed.

    Returns
    -------
    computed : int
    change : float
        The largest.
    """
    n = race.target - race.floor
    fewest = positions.fewest
    clock = max(valued.max(), changed.max())
    computed, largest = 0, 0.0
    for both in range(2 * n - 2, -1, -1):
        for own in range(max(0, both - n + 1), min(both, n - 1) + 1):
            other = both - own
            for player in range(race.win.shape[0]):
                reads = changed[race.win.shape[0] - 1 - player, other]
                last = valued[player, own, other]
                stale = last == 0 or tolerance < 0.0
                for after in range(max(own + fewest, 0), min(own + fewest + worth.size, n)):
                    if reads[after] > last:
                        stale = True
                        break
                if not stale:
                    continue
                fill_worth(race, player, own, other, fewest, worth)
                chance = fill_best(positions, worth, n - own, values)
                computed += 1
                clock += 2
                valued[player, own, other] = clock - 1
                change = abs(chance - race.win[player, own, other])
                largest = max(largest, change)
                if change > tolerance:
                    # Later than the above: a turn without points leads from equal totals to themselves.
                    changed[player, own, other] = clock
                race.win[player, own, other] = chance
    return computed, largest


def settle(rules: LowHighRules, race: Race, valued: NDArray[np.int64]) -> None:
    """Compute chances until they no longer change; first those that `valued` says never were."""
    positions = positions_of(rules)
    changed = np.zeros_like(valued)
    values = room_for(positions)
    worth = np.empty(rules.most_points - positions.fewest + 1)
    computed = 1
    while computed:
        computed, _ = _sweep_kernel(positions, race, changed, valued, values, worth, TOLERANCE)


def residual_of(rules: LowHighRules, race: Race) -> float:
    """Compute every chance once more and return the largest change."""
    positions = positions_of(rules)
    changed, valued = np.zeros((2, *race.win.shape), dtype=np.int64)
    worth = np.empty(rules.most_points - positions.fewest + 1)
    values = room_for(positions)
    return float(_sweep_kernel(positions, race, changed, valued, values, worth, -1.0)[1])


def floor_error(rules: LowHighRules, race: Race) -> float:
    """Bound what the floor makes of any chance, for totals down to what one turn can lose."""
    if race.floor >= 0:
        return 0.0
    bounds = Race(race.target, race.floor, np.repeat(race.win, 2, axis=0))
    valued = np.ones(bounds.win.shape, dtype=np.int64)
    valued[1, : -rules.fewest_points] = 0  # who has lost below the floor
    settle(rules, bounds, valued)
    safe = rules.fewest_points - race.floor
    favoured, other = bounds.win[:, safe:, safe:]
    return max(0.0, float((favoured - other).max()))


def _guess(rules: LowHighRules, floor: int) -> NDArray[np.float64]:
    """Guess the chances from the turns that both still need; it saves half of the sweeps."""
    need = rules.target - np.arange(floor, rules.target)
    turns = np.maximum(1.0, need / best_for_points(rules).value + 0.4)
    ahead = turns[None, :] - turns[:, None] + 0.5
    spread = 0.55 * np.sqrt((turns[None, :] + turns[:, None]) / 2)
    share = [0.5 + 0.5 * erf(z / sqrt(2)) for z in (ahead / spread).ravel()]
    return np.array(share).reshape(ahead.shape)


def check_size(rules: LowHighRules) -> int:
    """Return the first floor to try: what two turns can lose.

    Raises
    ------
    ValueError
        Where the race would take too long.
    """
    floor = 2 * rules.fewest_points if rules.fewest_points < 0 else 0
    states = (rules.target - floor) ** 2 * positions_of(rules).left.size
    if states > MOST_STATES:
        raise ValueError(
            f"the race to target={rules.target} with dice={rules.dice} and "
            f"scoring={rules.scoring} has {states:.1e} states and isn't solved: at most "
            f"{MOST_STATES:.1e} are, so lower the target or take fewer dice"
        )
    return floor


def solve_race(rules: LowHighRules) -> Solution:
    """Find the first player's chance to win the race of two.

    Returns
    -------
    Solution
        Its table ``win`` holds the chances of the player to move by own total and the other's, both
        less the detail ``lowest_total``.

    Raises
    ------
    ValueError
        Where the race would take too long.
    """
    floor = check_size(rules)
    while True:
        race = Race(rules.target, floor, _guess(rules, floor)[None].copy())
        settle(rules, race, np.zeros(race.win.shape, dtype=np.int64))
        error = floor_error(rules, race)
        if error <= FLOOR_ERROR:
            break
        floor += rules.fewest_points
    win = race.win[0]
    first = float(win[-floor, -floor])
    details = {
        "second_player": 1 - first,
        "lowest_total": floor,
        "error_of_lowest_total": error,
    }
    states = win.size * positions_of(rules).left.size
    return Solution(first, states, residual_of(rules, race), details, {"win": win})
