"""The policies that play what the solvers found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.dino_dice.decide_solved import (
    eat_in_race,
    eat_solved,
    reroll_in_race,
    reroll_solved,
    stop_in_race,
    stop_solved,
)
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.values import integer

Values = Mapping[str, Any]

WANTED = Parameter("points", integer(1, 10_000), 40, "points that the turn is to make, or more")


# The solvers are compiled code, which is loaded only once somebody plays what they found.
def _best_turn(decision: str) -> Any:
    def prepare(rules: Any, values: Values) -> Any:
        from simulators.dino_dice.solved_choices import choices_of_turn

        return getattr(choices_of_turn(rules, values.get("points")), decision)

    return prepare


def _best_race(decision: str) -> Any:
    def prepare(rules: Any, values: Values) -> Any:
        from simulators.dino_dice.solved_choices import choices_of_race

        return getattr(choices_of_race(rules), decision)

    return prepare


_TURN_DECISIONS = {
    "stop": Decision(stop_solved, prepare=_best_turn("stop")),
    "eat": Decision(eat_solved, prepare=_best_turn("eat")),
    "reroll": Decision(reroll_solved, prepare=_best_turn("reroll")),
}

TURN = PolicyFamily(
    "optimal-turn",
    "Make the most points a turn on average: no policy makes more. The scores play no part.",
    "Solved by dynamic programming over hands and rolls left, simulators/dino_dice/solve_turn.py.",
    _TURN_DECISIONS,
)
AT_LEAST = PolicyFamily(
    "optimal-at-least",
    "Make the chance of at least so many points as large as it can be, whatever else the turn brings.",
    "Solved by dynamic programming over hands and rolls left, simulators/dino_dice/solve_turn.py.",
    _TURN_DECISIONS,
    (WANTED,),
)
RACE = PolicyFamily(
    "optimal-race",
    "Win as many matches of two as possible, ties as half. Of several opponents it looks at the best "
    "one alone, as if that one were the next to play where somebody still plays in this round.",
    "Solved by dynamic programming over both scores and the turn, simulators/dino_dice/solve_race.py.",
    {
        "stop": Decision(stop_in_race, prepare=_best_race("stop")),
        "eat": Decision(eat_in_race, prepare=_best_race("eat")),
        "reroll": Decision(reroll_in_race, prepare=_best_race("reroll")),
    },
)

SOLVED = {family.name: family for family in (TURN, AT_LEAST, RACE)}
