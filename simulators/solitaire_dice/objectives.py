"""What short games of Solitaire Dice can be asked to solve exactly. Solvers are imported when asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.solving import Objective, Solution


def _objective(name: str, summary: str, unit: str) -> Objective:
    def solve(rules: Any, values: Mapping[str, Any]) -> Solution:
        from simulators.solitaire_dice.exact import check_solvable, exact_values
        from simulators.solution_store import stored_solution

        def solve_now() -> Solution:
            found = exact_values(rules, name)
            return Solution(found.start, found.n_states)

        check_solvable(rules)
        return stored_solution(f"solitaire-dice {name}", rules, {}, solve_now)

    return Objective(name, summary, unit, solve)


OBJECTIVES: dict[str, Objective] = {
    objective.name: objective
    for objective in (
        _objective("mean", "a short game: the largest expected score (see reject_marks)", "points"),
        _objective("win", "a short game: the largest chance to reach the target", "probability"),
    )
}
