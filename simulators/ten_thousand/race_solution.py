"""The solution of a race as it is kept: chances by scores, and every decision as a bit.

A second sweep over all turns, with every chance known, writes the decisions down and tells by how much
it changes a chance: the residual.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.engine import default_workers
from simulators.solution_store import stored_solution
from simulators.solving import Solution
from simulators.ten_thousand.race import RaceValues, empty_values, solve_race
from simulators.ten_thousand.race_closing import highest_counter, make_scratch
from simulators.ten_thousand.race_rules import EXACT, N_LEFT, OFFERED, Race, may_be_offered
from simulators.ten_thousand.race_turn import work_out_turn
from simulators.ten_thousand.rules import TenThousandRules


class Decisions(NamedTuple):
    """The decisions of every turn, by own score and the other's, row by row.

    Turn (a, b) owns rows ``start[a * target + b]`` up to the next turn's start, one for each counter
    from 1 on.

    Attributes
    ----------
    bank_start : ndarray of int64, shape (target ** 2 + 1,)
    bank : ndarray of uint8
        Bit *l*: bank with *l* dice left, 0 for six fresh ones. The last row of a turn holds for all
        counters from there on.
    take_start : ndarray of int64, shape (target ** 2 + 1,)
    take : ndarray of uint8
        Bit *n*: take the counter over with *n* dice.
    """

    bank_start: NDArray[np.int64]
    bank: NDArray[np.uint8]
    take_start: NDArray[np.int64]
    take: NDArray[np.uint8]


def race_solution(rules: TenThousandRules) -> Solution:
    """Solve a race, or look its solution up.

    Returns
    -------
    Solution
        Tables: ``win``, the chance of the player to move by own and the other's score in units, and
        the fields of :class:`Decisions`.

    Raises
    ------
    ValueError
        See :func:`simulators.ten_thousand.race.empty_values`.
    """
    return stored_solution("ten-thousand race", rules, {}, lambda: _solve(rules))


def _solve(rules: TenThousandRules) -> Solution:
    values = solve_race(rules)
    decisions, residual = decide_all(values)
    race = values.race
    states = N_LEFT * int(decisions.bank.size - race.target**2) + race.target**2
    return Solution(
        value=float(values.win[0, 0]),
        states=states,
        residual=residual,
        details={"step": values.unit, "offers": int(values.offers.size), "turns": values.sweeps},
        tables={"win": values.win, **decisions._asdict()},
    )


def decide_all(values: RaceValues) -> tuple[Decisions, float]:
    """Write down every decision; also return the residual."""
    race = values.race
    bank_start = _first_rows(_count_rows(race, values.win))
    own, other = np.divmod(np.arange(race.target**2), race.target)
    offered = [
        min(b, race.target - 1 - a if race.finish == EXACT else b) if may_be_offered(race, a) else 0
        for a, b in zip(own.tolist(), other.tolist(), strict=True)
    ]
    take_start = _first_rows(np.array(offered))
    found = Decisions(
        bank_start,
        np.empty(bank_start[-1], dtype=np.uint8),
        take_start,
        np.empty(take_start[-1], dtype=np.uint8),
    )
    ranks = np.empty((0, N_LEFT), dtype=np.uint16)
    return found, sweep_all(values, found, ranks)


def rank_all(rules: TenThousandRules, win: NDArray[np.float64]) -> NDArray[np.uint16]:
    """Rank what may be left of every roll, turn by turn, for players who choose dice.

    Returns
    -------
    ndarray of uint16, shape (number of rows of banks, 6)
        By row of :class:`Decisions` and dice left: higher is better within a turn, equals are equal.
    """
    values = empty_values(rules)
    if values.offers.size:
        values = solve_race(rules)
    else:
        values.win[:] = win
    bank_start = _first_rows(_count_rows(values.race, values.win))
    nothing = np.zeros(bank_start.size, dtype=np.int64)
    found = Decisions(
        bank_start, np.empty(bank_start[-1], np.uint8), nothing, np.empty(0, np.uint8)
    )
    ranks = np.empty((bank_start[-1], N_LEFT), dtype=np.uint16)
    sweep_all(values, found, ranks)
    return ranks


def sweep_all(values: RaceValues, found: Decisions, ranks: NDArray[np.uint16]) -> float:
    """Work out every turn once more and fill what is not empty; return the residual."""
    parts = 4 * default_workers()

    def sweep(part: int) -> float:
        return float(
            _sweep_part(
                values.race, part, parts, values.win, values.offers, values.starts, found, ranks
            )
        )

    return max(map(float, in_threads(sweep, parts)))


def in_threads(work: Callable[[int], Any], parts: int) -> list[Any]:
    """Do every part of some work, on as many threads as the process may use cores."""
    with ThreadPoolExecutor(default_workers()) as pool:
        return list(pool.map(work, range(parts)))


def _first_rows(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


@kernel
def _count_rows(race: Race, win: NDArray[np.float64]) -> NDArray[np.int64]:
    """Count the rows of banks of every turn: one for each counter, one for all above."""
    rows = np.empty(race.target**2, dtype=np.int64)
    for own in range(race.target):
        for other in range(race.target):
            top = highest_counter(race, own, other, 1.0 - win[other, own])
            rows[own * race.target + other] = top + 1
    return rows


@kernel
def _sweep_part(
    race: Race,
    part: int,
    parts: int,
    win: NDArray[np.float64],
    offers: NDArray[np.float64],
    starts: NDArray[np.int64],
    found: Decisions,
    ranks: NDArray[np.uint16],
) -> float:
    work = make_scratch(race)
    residual = 0.0
    for turn in range(part, race.target**2, parts):
        own, other = turn // race.target, turn % race.target
        lost = 1.0 - win[other, own]
        value, _, top = work_out_turn(
            race, own, other, lost, win, offers, starts[own, other], work, 0
        )
        change = abs(value - win[own, other])
        if change > residual:
            residual = change
        first = found.bank_start[turn]
        for counter in range(1, top + 2):
            found.bank[first + counter - 1] = work.banks[counter]
        if ranks.size > 0:
            _rank(work.kept[1 : top + 2, :, 0].copy(), ranks[first : first + top + 1])
        first = found.take_start[turn]
        for row in range(found.take_start[turn + 1] - first):
            bits = 0
            for dice in range(1, OFFERED + 1):
                if work.rolled[row + 1, dice] > win[own, other]:
                    bits |= 1 << dice
            found.take[first + row] = bits
    return residual


@compiled
def _rank(values: NDArray[np.float64], ranks: NDArray[np.uint16]) -> None:
    """Write ranks from 0 up, equal ones for equal values."""
    flat = values.ravel()
    order = np.argsort(flat)
    rank = 0
    for i in range(order.size):
        if i > 0 and flat[order[i]] > flat[order[i - 1]]:
            rank += 1
        ranks[order[i] // N_LEFT, order[i] % N_LEFT] = rank
