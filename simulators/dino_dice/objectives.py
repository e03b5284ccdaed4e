"""What can be solved exactly: the turn, the chance of enough points, the race of two.

Solvers and advice are compiled code, which is loaded only once somebody asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulators.advice import Advice, Adviser, Effort
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.solved import AT_LEAST, RACE, TURN, WANTED
from simulators.policy import Parameter
from simulators.position_kinds import Faces
from simulators.solving import Objective, RuleOfThumb, Solution
from simulators.values import Flag, integer

DICE = Parameter(
    "dice", Faces(1, 5), None, "all dice in play, 3s fed; without them the turn has not begun"
)
ROLLS_LEFT = Parameter(
    "rolls_left", integer(0, 99), None, "rolls left with these dice; after the first roll without"
)


def _start(rules: DinoDiceRules, values: Mapping[str, Any]) -> tuple[tuple[int, ...], int] | None:
    """Read the state in which a turn starts."""
    from simulators.dino_dice.positions import check_hand, rolls_made

    dice, left = values["dice"], values["rolls_left"]
    if dice is None:
        if left is not None:
            raise ValueError("option rolls_left goes with dice: before the first roll all are left")
        return None
    made = rolls_made(rules, left)
    check_hand(rules, dice, made)
    return dice, rules.rolls - made


def _solve_turn(rules: Any, values: Mapping[str, Any]) -> Solution:
    from simulators.dino_dice.solve_turn import turn_solution

    return turn_solution(rules, values.get("points"), _start(rules, values))


def _solve_race(rules: Any, values: Mapping[str, Any]) -> Solution:
    from simulators.dino_dice.solve_race import chance_at, race_solution

    for name in ("first", "second"):
        if values[name] >= rules.match_target:
            raise ValueError(
                f"option {name} must be below the {rules.match_target} points that end a match, "
                f"not {values[name]}"
            )
    return chance_at(race_solution(rules), values["first"], values["second"])


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective(
            "turn",
            "the most points that a turn can make on average",
            "points",
            _solve_turn,
            (DICE, ROLLS_LEFT),
            policy=lambda values: TURN(),
        ),
        Objective(
            "at-least",
            "the greatest chance of a turn with at least so many points",
            "probability",
            _solve_turn,
            (WANTED, DICE, ROLLS_LEFT),
            policy=lambda values: AT_LEAST(points=values["points"]),
        ),
        Objective(
            "race",
            "the chance that the first of two players wins a match, ties as half, if both play as "
            "well as possible",
            "probability",
            _solve_race,
            (
                Parameter("first", integer(0, 10_000), 0, "points of the player who begins rounds"),
                Parameter("second", integer(0, 10_000), 0, "points of the other"),
            ),
            policy=lambda values: RACE(),
        ),
    )
}


def simple_rules(rules: Any) -> Sequence[RuleOfThumb]:
    """List the best rules with one, two and three numbers."""
    from simulators.dino_dice.simple import rules_of_thumb

    return rules_of_thumb(rules)


def _advise(
    rules: Any, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    from simulators.dino_dice.advise import advise

    return advise(rules, position, objective, effort)


ADVISER = Adviser(
    (
        Parameter(
            "dice", Faces(1, 5), None, "the dice just rolled; with fed=yes, all that are in play"
        ),
        Parameter(
            "kept", Faces(1, 4), None, "dice kept before, which lie beside those just rolled"
        ),
        Parameter("fed", Flag(), False, "whether the 3s have eaten, so that nobody must eat now"),
        Parameter("rolls_left", integer(0, 100), None, "rolls left; after the first roll without"),
        Parameter("points", integer(1, 10_000), None, "for at-least: points to make, or more"),
        Parameter("me", integer(0, 20_000), None, "for race: my points on the sheet"),
        Parameter("them", integer(0, 20_000), None, "for race: the other player's points"),
        Parameter("first", Flag(), None, "for race: whether I begin every round; yes without"),
    ),
    _advise,
    {
        "turn": "the most points on average",
        "at-least": "the greatest chance of at least so many points",
        "race": "the greatest chance to win a match of two, ties as half",
    },
    (
        "--dice 6,6,2,4,3 --rolls-left 2",
        "--dice 3,5 --kept 6,6,4 --rolls-left 1",
        "--dice 6,6,4,3 --fed yes --rolls-left 2",
        "--dice 6,6,2,4,3 --points 40",
        "--dice 6,6,2,4,3 --me 120 --them 131 --first no",
    ),
)
