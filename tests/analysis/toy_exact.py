"""The toy with an exact answer, a rule of thumb and advice: stop at a total, or roll one die more.

With a 1 busting, rolling from total t gains while (20 - t) / 6 > 0: the best is to stop at 20.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from simulators.advice import Action, Advice, Adviser, Effort, ranked
from simulators.policy import Parameter
from simulators.solution_store import stored_solution
from simulators.solving import Objective, RuleOfThumb, Solution
from simulators.values import integer
from tests.analysis import toy


@cache
def best_value(total: int) -> float:
    """Value of the best of stopping and rolling; beyond 20 rolling loses for certain."""
    return max(float(total), rolled(total)) if total < 20 else float(total)


def rolled(total: int) -> float:
    return sum(best_value(total + face) for face in range(2, 7)) / 6


def solve_turn(rules: Any, values: Mapping[str, Any]) -> Solution:
    if not rules.bust:
        raise ValueError("switch bust must be yes: without it a turn need never end")
    start = values["total"]
    return stored_solution(
        "toy turn", rules, {"total": start},
        lambda: Solution(rolled(start), 20, details={"bank_at": 20}),
    )  # fmt: skip


def fixed_value(total: int, threshold: int) -> float:
    if total >= threshold:
        return float(total)
    return sum(fixed_value(total + face, threshold) for face in range(2, 7)) / 6


def rules_of_thumb(rules: Any) -> Sequence[RuleOfThumb]:
    return [
        RuleOfThumb(
            toy.BANK_AT(threshold=15), "Stop from 15 on.", 1, "turn", fixed_value(0, 15), rolled(0)
        )
    ]


def advise(
    rules: Any, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    total = position["total"]
    if total is None:
        raise ValueError("say what the total is: --total 12")
    if total == 1:
        raise ValueError("total can't be 1: a 1 ends the turn")
    error = 1 / effort.games if objective == "guess" else None
    actions = [
        Action("stop", float(total), details={"stop": True}),
        Action("roll", rolled(total), error, error, {"stop": False}),
    ]
    notes = ("Rolled by nobody.",) if error else ()
    return Advice(f"Total {total}", objective or "turn", "points", ranked(actions), notes=notes)


TOTAL = Parameter("total", integer(0, 100), None, "points in the turn")
EXACT_TOY = replace(
    toy.TOY,
    objectives={
        "turn": Objective(
            "turn", "most expected points in a turn", "points", solve_turn,
            (Parameter("total", integer(0, 19), 0, "points at the start"),),
            lambda values: toy.BANK_AT(threshold=20),
        ),
        "nothing": Objective("nothing", "no question at all", "points", lambda *_: Solution(0.0, 1)),
    },
    rules_of_thumb=rules_of_thumb,
    adviser=Adviser((TOTAL,), advise, {"turn": "points", "guess": "a guess"}, ("--total 12",)),
)  # fmt: skip
