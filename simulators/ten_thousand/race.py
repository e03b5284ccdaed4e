r"""The race of two players who both play as well as possible, from every pair of scores.

With *W(a, b)* the chance to win, ties as half, of the player who begins a fresh turn with score *a*
against *b*, the turn of :mod:`simulators.ten_thousand.race_turn` gives

.. math:: W(a, b) = R_{a, b}(0, 6).

Points only come on, so every state that a turn leads to has a higher sum of scores, but for a bust,
which leads from (a, b) to (b, a). Pairs are therefore taken by descending sum; within a pair the two
unknowns hang together through the busts alone,

.. math:: x = f(1 - y), \qquad y = g(1 - x),

*f* and *g* being convex and piecewise linear with slopes below 1: the chances to bust under the best
choices. Newton's method is exact once the choices no longer change, after two or three sweeps.

Playing on: whoever banks *K* with *n* dice left offers the other his turn table at (*K*, *n*), and that
table belongs to a higher sum. What an offer is worth, the better of a fresh turn and the one taken
over, is noted down for the banker as soon as the taker's table is known.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.engine import default_workers
from simulators.ten_thousand.offers import unit_of
from simulators.ten_thousand.race_closing import Scratch, make_scratch
from simulators.ten_thousand.race_rules import (
    EXACT,
    OFFERED,
    Race,
    build_race,
    highest_offer,
    may_be_offered,
)
from simulators.ten_thousand.race_turn import work_out_turn
from simulators.ten_thousand.rules import TenThousandRules

#: A pair of scores is solved when a further sweep changes neither chance by more.
CONVERGED = 1e-14
_NEWTON, _SWEEPS = 12, 10_000
#: Most numbers that may be kept of offers: 1.4 GB.
MOST_OFFERS = 175_000_000


@dataclass
class RaceValues:
    """Every value of a race.

    Attributes
    ----------
    race : Race
    unit : int
        Points in a unit.
    win : ndarray of float64, shape (target, target)
        Chance of the player to move, by own and the other's score in units.
    starts : ndarray of int64, shape (target, target)
        Where a turn's offers start, by the banker's score before it and the taker's.
    offers : ndarray of float64
        What an offer is worth to the taker, by counter and dice.
    sweeps : int
        Turns that were worked out.
    """

    race: Race
    unit: int
    win: NDArray[np.float64]
    starts: NDArray[np.int64]
    offers: NDArray[np.float64]
    sweeps: int = 0


def offer_starts(race: Race) -> tuple[NDArray[np.int64], int]:
    """Lay out the offers of every turn; also return how many numbers they are."""
    scores = np.arange(race.target)
    most = np.broadcast_to((race.target - 1 - scores)[:, None], (race.target, race.target))
    if race.finish == EXACT:
        most = np.minimum(most, most.T)
    counts = np.where(scores[None, :] >= race.play_on_from, OFFERED * most, 0)
    ends = np.cumsum(counts.ravel())
    return np.concatenate([[0], ends[:-1]]).reshape(counts.shape), int(ends[-1])


def empty_values(rules: TenThousandRules) -> RaceValues:
    """Make room for the values of a race.

    Raises
    ------
    ValueError
        As for :func:`build_race`, and where playing on would take too much memory.
    """
    race = build_race(rules)
    starts, n_offers = offer_starts(race)
    if n_offers > MOST_OFFERS:
        raise ValueError(
            f"a race to {rules.target} in steps of {unit_of(rules)} with playing on takes too much "
            f"memory, {8 * n_offers / 1e9:.1f} GB: set play_on to never or to a higher score"
        )
    win = np.full((race.target, race.target), np.nan)
    return RaceValues(race, unit_of(rules), win, starts, np.empty(n_offers))


def solve_race(
    rules: TenThousandRules, *, least_sum: int = 0, threads: int | None = None
) -> RaceValues:
    """Solve a race down to a sum of scores.

    Parameters
    ----------
    rules : TenThousandRules
    least_sum : int
        Lowest sum of the two scores, in units.
    threads : int, optional
        The values don't depend on it.

    Returns
    -------
    RaceValues
        `win` is ``nan`` below `least_sum`.
    """
    values = empty_values(rules)
    workers = threads or min(4, default_workers())
    with ThreadPoolExecutor(workers) as pool:
        for total in range(2 * values.race.target - 2, least_sum - 1, -1):

            def solve(part: int, total: int = total) -> int:
                return int(
                    _solve_sum(
                        values.race, total, part, workers, values.win, values.offers, values.starts
                    )
                )

            values.sweeps += sum(pool.map(solve, range(workers)))
    return values


@kernel
def _solve_sum(
    race: Race,
    total: int,
    part: int,
    parts: int,
    win: NDArray[np.float64],
    offers: NDArray[np.float64],
    starts: NDArray[np.int64],
) -> int:
    """Solve every `parts`-th pair with this sum of scores; return how many turns it took."""
    one, two = make_scratch(race), make_scratch(race)
    sweeps = 0
    for low in range(max(0, total - race.target + 1) + part, total // 2 + 1, parts):
        sweeps += _solve_pair(race, low, total - low, win, offers, starts, one, two)
    return sweeps


@compiled
def _guess(race: Race, own: int, other: int, win: NDArray[np.float64]) -> float:
    """Extrapolate from higher scores; any guess will do."""
    if max(own, other) + 2 >= race.target:
        return 0.5
    guess: float = 2.0 * win[own + 1, other + 1] - win[own + 2, other + 2]
    return min(1.0, max(0.0, guess))


@compiled
def _solve_pair(
    race: Race,
    low: int,
    high: int,
    win: NDArray[np.float64],
    offers: NDArray[np.float64],
    starts: NDArray[np.int64],
    one: Scratch,
    two: Scratch,
) -> int:
    x, y = _guess(race, low, high, win), _guess(race, high, low, win)
    sweeps = 0
    for step in range(_SWEEPS):
        f, slope_f, _ = work_out_turn(
            race, low, high, 1.0 - y, win, offers, starts[low, high], one, 0
        )
        sweeps += 1
        if low == high:
            g, slope_g = f, slope_f
        else:
            g, slope_g, _ = work_out_turn(
                race, high, low, 1.0 - x, win, offers, starts[high, low], two, 0
            )
            sweeps += 1
        if abs(f - x) <= CONVERGED and abs(g - y) <= CONVERGED:
            break
        both = slope_f * slope_g
        if both >= 1.0:  # neither ever banks: nobody wins
            x, y = 0.5, 0.5
        elif step < _NEWTON:
            better = (f - slope_f * (g - y) - both * x) / (1.0 - both)
            x, y = better, g - slope_g * (better - x)
        else:  # plain iteration, a contraction, should Newton's steps ever go round in circles
            x, y = f, g
    win[low, high], win[high, low] = x, y
    _note_offers(race, low, high, x, one, offers, starts)
    if low != high:
        _note_offers(race, high, low, y, two, offers, starts)
    return sweeps


@compiled
def _note_offers(
    race: Race,
    own: int,
    other: int,
    fresh: float,
    work: Scratch,
    offers: NDArray[np.float64],
    starts: NDArray[np.int64],
) -> None:
    """Note what every offer is worth to the player to move, for the other who could have made it."""
    if not may_be_offered(race, own):
        return
    for counter in range(1, other + 1):
        before = other - counter
        if counter > highest_offer(race, before, own):
            break
        place = starts[before, own] + OFFERED * (counter - 1)
        for dice in range(1, OFFERED + 1):
            offers[place + dice - 1] = max(fresh, work.rolled[counter, dice])
