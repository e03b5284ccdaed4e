"""What Killer can be asked to solve exactly. The solvers are imported when one is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.killer.draw_states import GOALS, LEAST_SUM, MOST_SUM
from simulators.killer.limits import N_DICE, PAR
from simulators.killer.policies import POLICIES
from simulators.killer.rules import KillerRules
from simulators.policy import Parameter, Policy
from simulators.solving import Objective, Solution
from simulators.values import integer

_SUM = Parameter("sum", integer(LEAST_SUM, MOST_SUM), PAR, "the sum that is wanted")
_STATE = (
    Parameter("dice", integer(1, N_DICE), N_DICE, "dice still to roll"),
    Parameter("aside", integer(0, MOST_SUM - 6), 0, "total of the dice set aside so far"),
)


def _draw(name: str, goal: str, unit: str, *parameters: Parameter) -> Objective:
    def solve(rules: Any, values: Mapping[str, Any]) -> Solution:
        from simulators.killer.solve_draw import solve_draw
        from simulators.solution_store import stored_solution

        asked = values.get("sum", PAR), values["dice"], values["aside"]
        # A draw knows no switches, so that all rules share its solutions.
        return stored_solution(
            f"killer draw {goal}", KillerRules(), values, lambda: solve_draw(goal, *asked)
        )

    def policy(values: Mapping[str, Any]) -> Policy:
        return POLICIES["optimal-draw"](goal=goal, sum=values.get("sum", PAR))

    summary = f"one draw: {GOALS[goal]}"
    return Objective(name, summary, unit, solve, (*parameters, *_STATE), policy)


def _solve_attack(rules: Any, values: Mapping[str, Any]) -> Solution:
    from simulators.killer.solve_draw import solve_attack
    from simulators.solution_store import stored_solution

    return stored_solution("killer attack", rules, values, lambda: solve_attack(rules))


def _solve_fight(rules: Any, values: Mapping[str, Any]) -> Solution:
    from simulators.killer.solve_fight import fight_solution

    return fight_solution(rules)


OBJECTIVES: dict[str, Objective] = {
    objective.name: objective
    for objective in (
        _draw("draw", "mean", "points"),
        _draw("at-least", "at-least", "probability", _SUM),
        _draw("exactly", "exactly", "probability", _SUM),
        _draw("strength", "strength", "points"),
        Objective(
            "attack",
            "one attack turn: the largest expected damage minus own loss against an opponent who "
            "can't fall",
            "life points",
            _solve_attack,
            policy=lambda values: POLICIES["optimal-draw"](),
        ),
        Objective(
            "fight",
            "a match of two, preparation and all: the largest chance to win of the player in seat 0, "
            "if both play their best",
            "probability",
            _solve_fight,
            policy=lambda values: POLICIES["optimal-fight"](),
        ),
    )
}
