"""What can be asked of Marathon exactly; the solvers are imported when somebody asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.marathon.optimal import (
    BEST_REPLY,
    OPPONENT,
    OPTIMAL_RACE,
    OPTIMAL_TURNS,
    OPTIMAL_WITHIN,
    SEAT,
    TURNS,
)
from simulators.marathon.rules import MarathonRules
from simulators.marathon.solve_race import LONGEST_RACE, race_values
from simulators.marathon.solve_reply import reply_to
from simulators.marathon.solve_turns import fewest_turns
from simulators.marathon.solve_within import best_chance_within
from simulators.solving import Objective, Solution


def _turns(rules: MarathonRules, values: Mapping[str, Any]) -> Solution:
    return fewest_turns(rules)


def _within(rules: MarathonRules, values: Mapping[str, Any]) -> Solution:
    return best_chance_within(rules, values["turns"])


def _reply(rules: MarathonRules, values: Mapping[str, Any]) -> Solution:
    opponent = OPPONENT.kind.policy(values["opponent"])  # type: ignore[attr-defined]
    return reply_to(rules, opponent, values["seat"])


def _plans(rules: MarathonRules, values: Mapping[str, Any]) -> Solution:
    from simulators.marathon.solve_plans import best_plans

    return best_plans(rules)


def _race(rules: MarathonRules, values: Mapping[str, Any]) -> Solution:
    if rules.distance > LONGEST_RACE:
        positions = rules.distance**2
        raise ValueError(
            f"the race over {rules.distance:,} metres is not solved: its {positions / 1e9:.2g} "
            f"billion positions would take {16 * positions / 1e9:.2g} GB and some "
            f"{positions / 6e7:.2g} minutes. It is up to {LONGEST_RACE:,} metres (switch distance); "
            f"objective plans bounds it for longer ones"
        )
    return race_values(rules, rules.distance)


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective(
            "turns",
            "fewest turns to the finish on average, for a runner who never risks to be stuck and so "
            "surely finishes",
            "turns",
            _turns,
            policy=lambda values: OPTIMAL_TURNS(),
            lower_is_better=True,
        ),
        Objective(
            "within",
            "largest chance to be done within a number of turns",
            "probability",
            _within,
            (TURNS,),
            policy=lambda values: OPTIMAL_WITHIN(**values),
        ),
        Objective(
            "reply",
            "largest chance to be done before an opponent whose policy is known, for a runner who "
            "doesn't look where he is",
            "probability",
            _reply,
            (OPPONENT, SEAT),
            policy=lambda values: BEST_REPLY(**values),
        ),
        Objective(
            "plans",
            "the first player's chance to win a race of two who don't look at each other, and "
            "bounds of the race of two who do",
            "probability",
            _plans,
        ),
        Objective(
            "race",
            f"the first player's chance to win a race of two who watch each other, up to "
            f"{LONGEST_RACE:,} metres",
            "probability",
            _race,
            policy=lambda values: OPTIMAL_RACE(endgame=LONGEST_RACE),
        ),
    )
}
