r"""Turns without bound, closed: what a turn is worth beyond every counter that needs a row of its own.

Let *c* grow. A player who rolls *n* dice keeps the counter with chance :math:`s_n` at best, so rolling
is worth :math:`R(c, n) = a_n + s_n c` in the end, and one point more in the counter is worth 1 to
whoever banks. Hence:

* With dice that can bust (:math:`s_n < 1`) and a bank allowed, the player banks from some counter on.
* With dice that can't, the player rolls: what comes is gained for nothing.
* Where a bank isn't allowed, with hot dice that must be rolled, the player rolls.

Which option of a roll is taken in the end is decided by the chance to keep the counter first and by
points only among equals. So the constants solve a linear system, found by policy iteration, and
:func:`closed_tail` finds the counter from which all this holds: every comparison made above is one of
two straight lines, which cross at most once. From that counter on the equations of
:mod:`~simulators.ten_thousand.turn_solver` hold exactly, and since no policy can do better than
values that satisfy them (they are an excessive majorant that a policy attains), nothing is cut off.

If every single die scores, rolling never busts and expected points have no bound. Otherwise one and
two dice can bust, so they only have none where six dice lead to six dice for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.ten_thousand.offers import Rolls
from simulators.ten_thousand.tables import N_DICE
from simulators.ten_thousand.turn_solver import N_LEFT, Tail

_MOST_STEPS = 100
_NO_BOUND = 1e12


class Closed(NamedTuple):
    """A tail, and the counter in points from which it holds."""

    tail: Tail
    start: float


def chance_to_keep(rolls: Rolls, optional: bool) -> float:
    """Compute the best chance that six fresh dice, which may have to be rolled again, end in a bank."""
    if optional:
        return 1.0
    again = sum(
        rolls.chance[offer] for offer, options in _offers(rolls, N_DICE) if not any(options[1])
    )
    kept = 1.0 - rolls.bust[N_DICE] - again
    return float(kept / (1.0 - again)) if kept > 1e-15 else 0.0


def flat_tail(rolls: Rolls, optional: bool, worth: float = 0.0) -> Tail:
    """Close a turn where every higher counter is worth the same when banked."""
    kept = np.array([chance_to_keep(rolls, optional), *[1.0] * (N_LEFT - 1)])
    return Tail(worth * kept, np.zeros(N_LEFT), 1.0 - kept)


def lost_tail() -> Tail:
    """Close a turn where every higher counter is lost."""
    return Tail(np.zeros(N_LEFT), np.zeros(N_LEFT), np.ones(N_LEFT))


def closed_tail(
    rolls: Rolls, optional: bool, unit: int, bust: float, stops: Sequence[bool] | None = None
) -> Closed:
    """Close a turn in which a bank is worth its counter.

    Parameters
    ----------
    rolls : Rolls
    optional : bool
        Whether one may bank with all six dice used.
    unit : int
        Points of a step.
    bust : float
        What a bust is worth.
    stops : sequence of bool, optional
        With which dice left (0: none) a policy banks in the end; what is best without it. Rolls must
        then leave no choice.

    Raises
    ------
    ValueError
        Where no roll can bust: expected points have no bound.
    """
    keep = chance_to_keep(rolls, optional)
    surely = np.array(
        [keep, *[1.0] * (N_LEFT - 1)]
    )  # best chance to keep the counter, by dice left
    if stops is None:
        if rolls.bust[1] == 0:
            raise ValueError(
                "a turn has no best play where every single die scores: no roll can bust, so "
                "expected points have no bound; set a face of singles to 0"
            )
        may = [optional, *[True] * (N_LEFT - 1)]
        banks = [may[left] and rolls.bust[left or N_DICE] > 0 for left in range(N_LEFT)]
        slope = np.where(banks, 1.0, surely)
    else:
        banks = list(stops)
        slope = _slopes(rolls, banks)
    fixed = np.zeros(N_LEFT)
    for _ in range(_MOST_STEPS):
        try:
            better, start = _improve(rolls, banks, slope, fixed, unit, bust)
        except np.linalg.LinAlgError:
            better, start = np.full(N_LEFT, np.inf), np.inf
        if not (np.abs(better) < _NO_BOUND).all():
            raise ValueError(
                "a turn has no best play where dice that can't bust lead to nothing but such dice: "
                "expected points have no bound"
            )
        if np.allclose(better, fixed, rtol=0, atol=1e-12):
            break
        fixed = better
    return Closed(Tail(better, slope, 1.0 - slope), start)


def _offers(rolls: Rolls, dice: int) -> Iterator[tuple[int, tuple[NDArray[np.int64], ...]]]:
    """List the offers of a roll, each as its points in units and dice left, option by option."""
    for offer in range(rolls.first_offer[dice], rolls.first_offer[dice + 1]):
        options = slice(rolls.first_option[offer], rolls.first_option[offer + 1])
        yield offer, (rolls.points[options], rolls.left[options])


def _slopes(rolls: Rolls, banks: Sequence[bool]) -> NDArray[np.float64]:
    """Compute the chance to keep the counter under a policy that has nothing to choose."""
    matrix, constant = np.eye(N_LEFT), np.zeros(N_LEFT)
    for left in range(N_LEFT):
        if banks[left]:
            constant[left] = 1.0
            continue
        for offer, (_, after) in _offers(rolls, left or N_DICE):
            matrix[left, after[0]] -= rolls.chance[offer]
    return np.linalg.solve(matrix, constant).astype(np.float64)


def _improve(
    rolls: Rolls,
    banks: Sequence[bool],
    slope: NDArray[np.float64],
    fixed: NDArray[np.float64],
    unit: int,
    bust: float,
) -> tuple[NDArray[np.float64], float]:
    """Choose options by the constants so far; return theirs, and from which counter that is right."""
    matrix, constant = np.eye(N_LEFT), np.zeros(N_LEFT)
    start, gains = 0.0, np.zeros(N_LEFT)
    for left in range(N_LEFT):
        row, gained, kept = np.zeros(N_LEFT), 0.0, 0.0
        for offer, (points, after) in _offers(rolls, left or N_DICE):
            # Values of the options at counter 0: straight lines of these slopes.
            at_zero = fixed[after] + (1 - slope[after]) * bust + slope[after] * unit * points
            steepest = slope[after] >= slope[after].max() - 1e-12
            taken = int(np.argmax(np.where(steepest, at_zero, -np.inf)))
            row[after[taken]] += rolls.chance[offer]
            gained += rolls.chance[offer] * slope[after[taken]] * unit * points[taken]
            kept += rolls.chance[offer] * slope[after[taken]]
            flatter = ~steepest
            if flatter.any():
                ahead = at_zero[flatter] - at_zero[taken]
                start = max(
                    start, float((ahead / (slope[after[taken]] - slope[after[flatter]])).max())
                )
        if banks[left]:
            # Rolling gains gained + what is lost to busts; it falls behind where that turns negative.
            gains[left] = gained + row @ fixed + (1 - kept) * bust
            if kept < 1 - 1e-12:
                start = max(start, gains[left] / (1 - kept))
        else:
            matrix[left] -= row
            constant[left] = gained
    return np.linalg.solve(matrix, constant).astype(np.float64), start
