"""Solved policies: the best possible play, as ordinary policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.ten_thousand.decide_solved import (
    bank_by_table,
    set_aside_by_table,
    take_over_by_table,
)
from simulators.ten_thousand.race_policy import OPTIMAL_RACE
from simulators.ten_thousand.rules import MAX_TARGET, TenThousandRules
from simulators.values import integer


def solved_family(
    name: str,
    summary: str,
    source: str,
    table: Callable[[TenThousandRules, Any], Any],
    *parameters: Parameter,
) -> PolicyFamily:
    """Make a family whose decisions all read the table that `table` prepares."""
    functions: dict[str, Callable[..., Any]] = {
        "bank": bank_by_table,
        "set_aside": set_aside_by_table,
        "take_over": take_over_by_table,
    }
    decisions = {name: Decision(function, prepare=table) for name, function in functions.items()}
    return PolicyFamily(name, summary, source, decisions, parameters)


def _turn_table(rules: Any, values: Any) -> Any:
    from simulators.ten_thousand.solved_tables import turn_table

    return turn_table(rules, values)


def _turns_table(rules: Any, values: Any) -> Any:
    from simulators.ten_thousand.solved_tables import turns_table

    return turns_table(rules, values)


def _at_least_table(rules: Any, values: Any) -> Any:
    from simulators.ten_thousand.solved_tables import at_least_table

    return at_least_table(rules, values)


SOLVED = {
    family.name: family
    for family in (
        solved_family(
            "optimal-turn",
            "Bank, set aside and play on so that a turn brings the most points on average; with a "
            "penalty, the most points per turn in the long run. Looks neither at the others nor, "
            "but for an exact finish, at the target.",
            "Exact solution by dynamic programming, see simulators/ten_thousand/solve_turn.py.",
            _turn_table,
        ),
        solved_family(
            "optimal-turns",
            "Bank, set aside and play on so that a player alone reaches the target in the fewest "
            "turns on average.",
            "Exact solution by dynamic programming, see simulators/ten_thousand/solve_target.py.",
            _turns_table,
        ),
        solved_family(
            "optimal-at-least",
            "Bank, set aside and play on so that a turn has the best chance to bring at least so "
            "many points: what it takes to open, or to draw level in the last turn.",
            "Exact solution by dynamic programming, see simulators/ten_thousand/solve_turn.py.",
            _at_least_table,
            Parameter("points", integer(1, MAX_TARGET), 1000, "points to have a chance at"),
        ),
        OPTIMAL_RACE,
    )
}
