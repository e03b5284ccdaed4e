r"""The best that a turn can bring, whatever its points are worth, by dynamic programming.

Let *w* say what a turn is worth that ends with some points: the points themselves, 1 for those that
are enough, the chance to win the match from there. In position *t* with *n* dice left above the
highest face kept *h*, *j* of them go bad with a binomial chance :math:`b_j`, and

.. math::
    V(t) &= \max(w(\text{points of } t), R(t)) \\
    R(t) &= \sum_j b_j\, C(t + j) \\
    C(t) &= \sum_s p_s \max_{f > h,\, s_f > 0} V(t \oplus s_f)

where :math:`t + j` has *j* more bad dice, *s* runs over the ways in which the dice that are left fall
on the faces above *h*, and :math:`t \oplus s_f` has the set of face *f* kept. Where no die is left,
*V* and *C* are *w*. Every set kept shows a higher face than the one before, so the positions form no
loop and each is computed once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.low_high.positions import Positions, positions_of
from simulators.low_high.rules import LowHighRules
from simulators.solving import Solution

#: No points are enough to stop without a second thought.
NEVER_ENOUGH = 1 << 20
#: Gains as small as this are 0, and rounding.
_NOTHING = 1e-9


class BestTurn(NamedTuple):
    """What every position of a turn is worth under the best choices.

    Attributes
    ----------
    best, rolling, choosing : ndarray of float64, shape (n,)
        By position: after a set was kept, when the dice left are rolled, and when a set must be kept
        of them that all lie above the highest face. `rolling` is minus infinity without a die.
    """

    best: NDArray[np.float64]
    rolling: NDArray[np.float64]
    choosing: NDArray[np.float64]

    @property
    def value(self) -> float:
        """Return what the whole turn is worth."""
        return float(self.rolling[-1])


def room_for(positions: Positions) -> BestTurn:
    """Make room for the values of a turn."""
    return BestTurn(*(np.full(positions.left.size, np.nan) for _ in range(3)))


@compiled
def _fill_choosing(
    positions: Positions,
    worth: NDArray[np.float64],
    enough: int,
    values: BestTurn,
    start: int,
    stop: int,
) -> None:
    """Value positions in which a set must be kept; those above higher faces are known.

    All ways in which the dice fall are gone through, the last two faces in a loop of their own: what
    the better of these two sets is worth is worked out once, not for each way in which the other
    dice fall.
    """
    best, after = values.best, positions.after
    falls, pair_share = positions.falls, positions.falls.pair_share
    offered = np.empty((6, positions.numbering.n_dice + 1))
    pair = np.empty(positions.numbering.n_dice + 1)
    n_faces = 6 - positions.highest[start]
    n_others = n_faces - 2
    offered[:, 0] = -np.inf
    for t in range(start, stop):
        points, left = positions.points[t], positions.left[t]
        if points >= enough:
            continue
        if left == 0 or n_faces == 0:
            values.choosing[t] = worth[points - positions.fewest]
            continue
        place = positions.keeping[t]
        for i in range(n_faces):
            for size in range(1, left + 1):
                offered[i, size] = best[after[place]]
                place += 1
        if n_faces == 1:
            values.choosing[t] = offered[0, left]
            continue
        total = 0.0
        for on_pair in range(left if n_others == 0 else 0, left + 1):
            for size in range(on_pair + 1):
                pair[size] = max(offered[n_others, size], offered[n_others + 1, on_pair - size])
            others = left - on_pair
            for fall in range(falls.first[n_others, others], falls.first[n_others, others + 1]):
                most = -np.inf
                for i in range(n_others):
                    most = max(most, offered[i, falls.sizes[fall, i]])
                value = 0.0
                for size in range(on_pair + 1):
                    value += pair_share[on_pair, size] * max(most, pair[size])
                total += falls.share[fall] * value
        values.choosing[t] = total * falls.scale[n_faces, left]


@compiled
def _fill_rolling(
    positions: Positions,
    worth: NDArray[np.float64],
    enough: int,
    values: BestTurn,
    start: int,
    stop: int,
) -> None:
    """Value rolling on, and the better of that and stopping, where choosing is known."""
    highest = positions.highest[start]
    for t in range(start, stop):
        points, left = positions.points[t], positions.left[t]
        now = worth[points - positions.fewest]
        if left == 0 or points >= enough:
            values.rolling[t] = -np.inf
            values.best[t] = now
            continue
        total = 0.0
        # Nothing goes bad on the first roll, and everything does above a 6.
        for bad in range(left if highest == 6 else 0, left + 1 if highest > 0 else 1):
            total += positions.bad_chance[highest, left, bad] * values.choosing[t + bad]
        values.rolling[t] = total
        values.best[t] = max(now, total)


@compiled
def fill_best(
    positions: Positions, worth: NDArray[np.float64], enough: int, values: BestTurn
) -> Any:
    """Compute every position's values.

    Parameters
    ----------
    positions : Positions
    worth : ndarray of float64
        ``worth[points - positions.fewest]``.
    enough : int
        From so many points on, at least 1, the turn is stopped, for nothing is worth more; what
        comes after stays unknown.
    values : BestTurn
        Filled in.

    Returns
    -------
    float
        What the whole turn is worth.
    """
    for highest in range(6, -1, -1):
        start = positions.numbering.block[highest]
        stop = positions.numbering.block[highest - 1] if highest > 0 else start + 1
        _fill_choosing(positions, worth, enough, values, start, stop)
        _fill_rolling(positions, worth, enough, values, start, stop)
    return values.rolling[positions.left.size - 1]


@kernel
def _best_turn_kernel(
    positions: Positions, worth: NDArray[np.float64], enough: int, values: BestTurn
) -> None:
    fill_best(positions, worth, enough, values)


def worth_of_points(rules: LowHighRules) -> NDArray[np.float64]:
    """Value every number of points at itself."""
    positions = positions_of(rules)
    return np.arange(positions.fewest, rules.most_points + 1, dtype=np.float64)


def best_turn(rules: LowHighRules, worth: NDArray[np.float64]) -> BestTurn:
    """Compute the best of a turn.

    Parameters
    ----------
    rules : LowHighRules
    worth : ndarray of float64
        What the turn is worth, by its points less the fewest that a position has.

    Examples
    --------
    >>> rules = LowHighRules()
    >>> round(best_turn(rules, worth_of_points(rules)).value, 4)
    4.6684
    """
    positions = positions_of(rules)
    values = room_for(positions)
    _best_turn_kernel(positions, worth, NEVER_ENOUGH, values)
    return values


@lru_cache(maxsize=4)
def best_for_points(rules: LowHighRules) -> BestTurn:
    """Compute the best of a turn that is played for its points."""
    return best_turn(rules, worth_of_points(rules))


def best_for_at_least(rules: LowHighRules, points: int) -> BestTurn:
    """Compute the best of a turn that is played to make so many points."""
    return best_turn(rules, (worth_of_points(rules) >= points).astype(np.float64))


def solve_turn(rules: LowHighRules) -> Solution:
    """Find the most expected points of a turn.

    Returns
    -------
    Solution
        Among its details, by highest face kept, the most dice left with which rolling on is better,
        whatever is on the tracks, and the fewest with which stopping is.
    """
    positions, values = positions_of(rules), best_turn(rules, worth_of_points(rules))
    rolls = values.rolling > positions.points + _NOTHING
    always, never = {}, {}
    for face in range(1, 7):
        met = positions.highest == face
        gains = [
            (rolls[here].all(), not rolls[here].any())
            for here in (met & (positions.left == dice) for dice in range(1, rules.dice))
        ]
        always[str(face)] = next((i for i, (all_, _) in enumerate(gains) if not all_), len(gains))
        never[str(face)] = next((i for i in range(len(gains), 0, -1) if not gains[i - 1][1]), 0) + 1
    details = {"rolls_with_at_most": always, "stops_from": never}
    return Solution(values.value, positions.left.size, details=details)


def solve_at_least(rules: LowHighRules, points: int) -> Solution:
    """Find the best chance that a turn makes so many points at least."""
    values = best_for_at_least(rules, points)
    return Solution(values.value, positions_of(rules).left.size)
