"""The policies that play what the solvers found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.marathon.decide import run_to_be_in_time, run_to_least_value, run_to_win_race
from simulators.marathon.opponents import Opponent
from simulators.marathon.rules import MarathonRules
from simulators.marathon.solve_race import LONGEST_RACE, race_values
from simulators.marathon.solve_reply import SEATS, reply_to
from simulators.marathon.solve_turns import fewest_turns
from simulators.marathon.solve_within import MOST_TURNS, best_chance_within
from simulators.marathon.values import GRAIN
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.values import Choice, integer

#: How near the finish both players are when `optimal-race` begins to watch the opponent.
ENDGAME = 2000

TURNS = Parameter("turns", integer(1, MOST_TURNS), 14, "the last turn that counts as in time")
OPPONENT = Parameter(
    "opponent",
    Opponent(),
    "optimal-turns",
    "the policy whose finishing time is replied to; any that flips no coins, as it runs alone",
)
SEAT = Parameter(
    "seat",
    Choice(SEATS),
    "either",
    "who moves first: the one who replies, or the opponent (second); either: each as often",
)


def rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round values so that what is equal but for the last bits of a sum is equal."""
    return np.round(values / GRAIN) * GRAIN


def in_time_table(
    turns: int, values: NDArray[np.float64], chances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Lay out what :func:`run_to_be_in_time` reads: header, values, rows of chances."""
    header = [turns, chances.shape[1], values.size]
    return np.concatenate([header, rounded(values), rounded(chances.ravel())])


def _turns(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return rounded(fewest_turns(rules).tables["values"])  # type: ignore[arg-type]


def _within(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    turns = values["turns"]
    least = fewest_turns(rules).tables["values"]
    # When the decision falls, the turn under way is used up.
    chances = best_chance_within(rules, turns).tables["chances"][:-1]
    return in_time_table(turns, least, chances)  # type: ignore[arg-type]


def _reply(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    opponent = OPPONENT.kind.policy(values["opponent"])  # type: ignore[attr-defined]
    chances = reply_to(rules, opponent, values["seat"]).tables["chances"][:-1]
    least = fewest_turns(rules).tables["values"]
    return in_time_table(chances.shape[0], least, chances)  # type: ignore[arg-type]


def _race(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    reach = min(values["endgame"], rules.distance)
    least = fewest_turns(rules).tables["values"]
    wins = race_values(rules, reach).tables["wins"]
    return np.concatenate(
        [[reach, least.size], rounded(least), rounded(wins.ravel())]  # type: ignore[arg-type]
    )


OPTIMAL_TURNS = PolicyFamily(
    "optimal-turns",
    "finish in the fewest turns on average",
    "ours, by dynamic programming: no policy that surely finishes takes fewer",
    {"choose": Decision(run_to_least_value, prepare=_turns)},
)

OPTIMAL_WITHIN = PolicyFamily(
    "optimal-within",
    "finish within a number of turns as often as possible; after them, and among equals, as "
    "optimal-turns does",
    "ours, by dynamic programming: no policy is more often home in time",
    {"choose": Decision(run_to_be_in_time, prepare=_within)},
    (TURNS,),
)

BEST_REPLY = PolicyFamily(
    "best-reply",
    "finish before an opponent, whose policy is known, as often as possible, by distance and turn; "
    "against several it plays as against one of them",
    "ours, by dynamic programming: no policy that doesn't look at the opponent wins more",
    {"choose": Decision(run_to_be_in_time, prepare=_reply)},
    (OPPONENT, SEAT),
)

OPTIMAL_RACE = PolicyFamily(
    "optimal-race",
    "win the race of two, once both are near the finish; until then as optimal-turns. Of several "
    "opponents it minds the one in front",
    "ours, by dynamic programming: near the finish no policy wins more against its best opponent",
    {"choose": Decision(run_to_win_race, prepare=_race)},
    (
        Parameter(
            "endgame",
            integer(1, LONGEST_RACE),
            ENDGAME,
            "metres that both have left at most when it begins to look at the opponent",
        ),
    ),
)

SOLVED = (OPTIMAL_TURNS, OPTIMAL_WITHIN, BEST_REPLY, OPTIMAL_RACE)
