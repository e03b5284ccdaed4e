"""What can be answered exactly in Low-High: the best turn, the race of two, and what to do now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from simulators.advice import Advice, Adviser, Effort
from simulators.low_high.rules import MAX_DICE, MAX_TARGET, LowHighRules
from simulators.policy import Parameter, Policy
from simulators.position_kinds import Counts, Faces
from simulators.solution_store import stored_solution
from simulators.solving import Objective, RuleOfThumb, Solution
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
    solution = stored_race(rules)
    first, second = values["first"], values["second"]
    lowest = max(solution.details["lowest_total"], min(0, rules.fewest_points))
    for name, total in values.items():
        if not lowest <= total < rules.target:
            raise ValueError(
                f"option {name} must be from {lowest}, the lowest that one turn can lead to, and "
                f"below the target, {rules.target}, not {total}"
            )
    floor = solution.details["lowest_total"]
    value = float(solution.tables["win"][first - floor, second - floor])
    return replace(solution, value=value, details={**solution.details, "second_player": 1 - value})


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
            tuple(
                Parameter(name, integer(-MAX_DICE, MAX_TARGET - 1), 0, f"total of the {who}")
                for name, who in (("first", "player to move"), ("second", "other player"))
            ),
            policy=lambda values: _named("optimal-race"),
        ),
    )
}


def simple_rules(rules: Any) -> Sequence[RuleOfThumb]:
    """List the best rules with one, two and three numbers."""
    from simulators.low_high.rules_of_thumb import rules_of_thumb

    return rules_of_thumb(rules)


def _advise(
    rules: Any, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    from simulators.low_high.advise import advise

    return advise(rules, position, objective, effort)


_TOTAL = integer(-MAX_DICE * 100, MAX_TARGET)

ADVISER = Adviser(
    (
        Parameter("kept", Counts("face", 1, 6, MAX_DICE), {}, "good dice: how many of each face"),
        Parameter("bad", integer(0, MAX_DICE), 0, "dice on the bad track"),
        Parameter("dice", integer(1, MAX_DICE), None, "unlocked dice; may be left out"),
        Parameter(
            "roll",
            Faces(1, MAX_DICE),
            None,
            "all dice just rolled, of which a set is to be kept; those that go bad may stand here or "
            "be among the bad ones; without, the set is kept: stop or roll",
        ),
        Parameter(
            "points",
            integer(-MAX_DICE, 6 * MAX_DICE),
            None,
            "for at-least: points to make, or more",
        ),
        Parameter("me", _TOTAL, None, "for race: my total before the turn"),
        Parameter("them", _TOTAL, None, "for race: the other player's total"),
    ),
    _advise,
    {
        "turn": "the most points on average",
        "at-least": "the greatest chance of at least so many points",
        "race": "the greatest chance to win the race of two",
    },
    (
        "--roll 1,1,2,2,2,3,3,4,4,5,6,6,6",
        "--kept 1=4,2=3 --roll 1,1,2,4,4,6",
        "--kept 1=4,2=3 --dice 6 --me 22 --them 27",
        "--kept 1=4,2=3 --points 10",
    ),
)
