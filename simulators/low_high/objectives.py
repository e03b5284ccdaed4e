"""What can be solved exactly in Low-High: the best turn, and the race of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.low_high.rules import MAX_DICE, LowHighRules
from simulators.policy import Parameter, Policy
from simulators.solution_store import stored_solution
from simulators.solving import Objective, Solution
from simulators.values import integer

POINTS = Parameter(
    "points",
    integer(-MAX_DICE, 6 * MAX_DICE),
    6,
    "points that the turn must make, at least",
)


def stored_race(rules: LowHighRules) -> Solution:
    """Solve the race, once for given rules."""
    from simulators.low_high.solve_race import solve_race

    return stored_solution("low-high race", rules, {}, lambda: solve_race(rules))


def _turn(rules: LowHighRules, values: Mapping[str, Any]) -> Solution:
    from simulators.low_high.solve_turn import solve_turn

    return stored_solution("low-high turn", rules, values, lambda: solve_turn(rules))


def _at_least(rules: LowHighRules, values: Mapping[str, Any]) -> Solution:
    from simulators.low_high.solve_turn import solve_at_least

    return stored_solution(
        "low-high at-least", rules, values, lambda: solve_at_least(rules, values["points"])
    )


def _race(rules: LowHighRules, values: Mapping[str, Any]) -> Solution:
    return stored_race(rules)


def _named(name: str, **values: Any) -> Policy:
    from simulators.low_high.policies import POLICIES

    return POLICIES[name](**values)


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective(
            "turn",
            "most expected points of a turn",
            "points",
            _turn,
            policy=lambda values: _named("optimal-turn"),
        ),
        Objective(
            "at-least",
            "the best chance that a turn makes so many points at least",
            "probability",
            _at_least,
            (POINTS,),
            policy=lambda values: _named("optimal-at-least", points=values["points"]),
        ),
        Objective(
            "race",
            "the first player's chance to win the race of two to the target, both at their best",
            "probability",
            _race,
            policy=lambda values: _named("optimal-race"),
        ),
    )
}
