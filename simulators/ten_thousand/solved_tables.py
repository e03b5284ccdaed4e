"""Solved turns laid out as one table that policies look up.

A head of 8 numbers: the unit of counters; how a need finds its turn, ``(need + shift) // step``, and
how many there are, the last for all higher needs; how many numbers of lost turns are told apart;
whether hot dice are optional and the finish exact. Then a head of 24 numbers for each turn, then all
rows, 7 numbers each. :mod:`~simulators.ten_thousand.decide_solved` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.solution_store import stored_solution
from simulators.solving import Solution
from simulators.ten_thousand.limits import PENALTY_BUSTS
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.turn_solver import N_LEFT, Turn

HEAD, TURN_HEAD, ROW = 8, 24, N_LEFT + 1
#: Numbers in one table at most: 400 MB.
MAX_NUMBERS = 50_000_000


class Solved(NamedTuple):
    """One turn, as the table takes it.

    Attributes
    ----------
    worth : ndarray of float64, shape (n_rows,)
        What banking is worth, by counter in units; the last row is on the line of the higher ones.
    slope : float
        Of a bank's worth beyond the last row, per point.
    least_bank : int
        In points.
    turn : Turn
    """

    worth: NDArray[np.float64]
    slope: float
    least_bank: int
    turn: Turn


def lay_out(
    rules: TenThousandRules, unit: int, step: int, shift: int, turns: list[list[Solved]]
) -> NDArray[np.float64]:
    """Lay out solved turns, by row of needs and by lost turns in a row."""
    n_busts = len(turns[0])
    size = HEAD + sum(TURN_HEAD + ROW * t.worth.size for row in turns for t in row)
    if size > MAX_NUMBERS:
        raise ValueError(
            f"the table of a solved policy has {size:,} numbers under these rules, more than "
            f"{MAX_NUMBERS:,}: set a lower target or coarser values"
        )
    table = np.zeros(size)
    optional = float(rules.hot_dice == "optional")
    table[:HEAD] = (unit, step, shift, len(turns), n_busts, optional, float(rules.exact), 0.0)
    start = HEAD + TURN_HEAD * len(turns) * n_busts
    for number, solved in enumerate(turn for row in turns for turn in row):
        n_rows = solved.worth.size
        head = table[HEAD + TURN_HEAD * number :][:TURN_HEAD]
        head[:3] = start, n_rows, solved.least_bank
        rows = table[start : start + ROW * n_rows].reshape(n_rows, ROW)
        for left in range(N_LEFT):
            rows[:, left] = solved.turn.roll[:n_rows, left or N_LEFT]
            kept = 1.0 - solved.turn.roll_lost[n_rows - 1, left or N_LEFT]
            head[12 + left] = solved.slope * kept
        rows[:, N_LEFT] = solved.worth
        head[18] = solved.slope
        head[4:11] = rows[-1] - head[12:19] * unit * (n_rows - 1)
        start += ROW * n_rows
    return table


def turn_table(rules: TenThousandRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare the table of ``optimal-turn``."""

    def solve() -> Solution:
        from simulators.ten_thousand.offers import unit_of
        from simulators.ten_thousand.solve_turn import long_run

        unit = unit_of(rules)
        scores = [1, 0]  # who has opened, and who has not
        if rules.exact:
            scores = [rules.target - need for need in range(unit, rules.target + 1, unit)]
        n_busts = PENALTY_BUSTS if rules.farkle_penalty else 1
        turns = [[_turn_at(rules, score, busts) for busts in range(n_busts)] for score in scores]
        step, shift = (unit, -1) if rules.exact else (rules.target, 0)
        table = lay_out(rules, unit, step, shift, turns)
        return Solution(long_run(rules), table.size, tables={"table": table})

    return _kept("ten-thousand turn policy", rules, {}, solve)


def _turn_at(rules: TenThousandRules, score: int, busts: int) -> Solved:
    from simulators.ten_thousand.solve_turn import least_bank, turn_values

    found = turn_values(rules, score, busts=busts)
    slope = 0.0 if rules.exact else 1.0
    return Solved(found.worth, slope, least_bank(rules, score), found.turn)


def at_least_table(rules: TenThousandRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare the table of ``optimal-at-least``."""
    points = values["points"]

    def solve() -> Solution:
        from simulators.ten_thousand.offers import unit_of
        from simulators.ten_thousand.solve_turn import chance_of_at_least, least_bank

        unit = unit_of(rules)
        scores = [1, 0]
        if rules.exact:
            scores = [rules.target - need for need in range(unit, rules.target + 1, unit)]
        turns = []
        for score in scores:
            # More than is needed can't be banked: what is needed is the most to aim at.
            aim = min(points, rules.target - score) if rules.exact else points
            found = chance_of_at_least(rules, aim, score)
            turns.append([Solved(found.worth, 0.0, least_bank(rules, score), found.turn)])
        step, shift = (unit, -1) if rules.exact else (rules.target, 0)
        table = lay_out(rules, unit, step, shift, turns)
        return Solution(0.0, table.size, tables={"table": table})

    return _kept("ten-thousand at-least policy", rules, {"points": points}, solve)


def turns_table(rules: TenThousandRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare the table of ``optimal-turns``."""

    def solve() -> Solution:
        from simulators.ten_thousand.offers import unit_of
        from simulators.ten_thousand.solve_target import first_bank, turns_to_target

        unit, solved = unit_of(rules), turns_to_target(rules)
        road, turns = solved.road, []
        for row in range(road.goal - 1, -1, -1):
            least = unit * first_bank(road, row)
            own = [solved.turn(row, busts) for busts in range(road.n_busts)]
            turns.append([Solved(worth, 0.0, least, turn) for worth, turn in own])
        table = lay_out(rules, unit, solved.step, -1, turns)
        return Solution(solved.expected(), solved.states, solved.residual, tables={"table": table})

    return _kept("ten-thousand turns policy", rules, {}, solve)


def _kept(
    name: str, rules: TenThousandRules, values: Mapping[str, Any], solve: Any
) -> NDArray[np.float64]:
    return (
        stored_solution(name, rules, values, solve).tables["table"].astype(np.float64, copy=False)
    )
