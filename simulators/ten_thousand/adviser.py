"""Which questions describe a position of 10000 or 15000."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulators.advice import Advice, Adviser, Effort
from simulators.policy import Parameter
from simulators.position_kinds import Faces
from simulators.ten_thousand.modes import BUSTS
from simulators.ten_thousand.rules import MAX_TARGET
from simulators.values import Flag, integer


def _advise(
    rules: Any, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    from simulators.ten_thousand.advise import advise

    return advise(rules, position, objective, effort)


ADVISER = Adviser(
    questions=(
        Parameter("roll", Faces(1, 6), None, "the dice just rolled, to set some aside"),
        Parameter(
            "held", integer(0, MAX_TARGET), 0, "points in the counter, before a roll just made"
        ),
        Parameter("dice", integer(1, 6), None, "dice left to roll, 6 after hot dice"),
        Parameter("me", integer(0, MAX_TARGET), None, "own score; just opened if left out"),
        Parameter("them", integer(0, MAX_TARGET), None, "the other's score, in a match of two"),
        Parameter(
            "final_turn",
            Flag(),
            None,
            "whether the other has reached the target; told by the scores",
        ),
        Parameter("offered", integer(1, MAX_TARGET), None, "counter of the other's bank just made"),
        Parameter("offered_dice", integer(1, 5), None, "dice left with it"),
        BUSTS,
    ),
    advise=_advise,
    objectives={
        "turn": "expected points of the turn, the usual one where only own points are told",
        "race": "chance to win a match of two, ties as half, the usual one where both scores are told",
    },
    examples=(
        "--held 450 --dice 3 --me 7200 --them 8900",
        "--roll 1,5,5,2,3,4",
        "--me 7200 --them 8900 --offered 400 --offered-dice 2",
    ),
)
