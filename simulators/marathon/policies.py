"""The built-in policies: which number to run, and when to stay.

None of them but `blunder` ever runs past the finish.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.marathon.decide import (
    run_at_random,
    run_largest,
    run_largest_that_fits,
    run_largest_to_good_footing,
    run_to_be_in_time,
    run_to_least_value,
)
from simulators.marathon.footing import clear_footing, footing
from simulators.marathon.limits import MAX_DICE, MAX_DISTANCE
from simulators.marathon.optimal import SOLVED, in_time_table, rounded
from simulators.marathon.rules import MarathonRules
from simulators.marathon.values import chances_in_time, turns_to_finish
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.values import Vector, integer, real

MOST_TURNS_AHEAD = 40


def _footing(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return footing(rules, values["least"])


def _clear(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return clear_footing(rules, values["metres"])


def _turns(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return rounded(turns_to_finish(rules, values["stuck_cost"]))


def _in_time(rules: MarathonRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    # When the decision falls, the turn under way is used up.
    chances = chances_in_time(rules, values["turns"] - 1)
    return in_time_table(values["turns"], turns_to_finish(rules), chances)


GREEDY = PolicyFamily(
    "greedy",
    "run the largest number that doesn't overshoot; stay only where every one does",
    "what everybody does in a first game; some get stuck",
    {"choose": Decision(run_largest_that_fits)},
)

SAFE = PolicyFamily(
    "safe",
    "run the largest number that doesn't lead to a dead distance, nor to one that is hard to "
    "leave; stay where every one does",
    "players who have been stuck once",
    {"choose": Decision(run_largest_to_good_footing, prepare=_footing)},
    (
        Parameter(
            "least",
            real(0, 1),
            0.0,
            "least share of the rolls that lead on from where it stops, to the finish or to a distance "
            "that isn't dead; 0: only dead distances are avoided",
        ),
    ),
)

KEEP_CLEAR = PolicyFamily(
    "keep-clear",
    "run the largest number that doesn't lead to a dead distance, nor to just beyond where more "
    "dice begin to be rolled; stay where every one does",
    "ours: safe for people, who can't compute shares of rolls at the table",
    {"choose": Decision(run_largest_to_good_footing, prepare=_clear)},
    (
        Parameter(
            "metres",
            Vector(integer(0, MAX_DISTANCE), MAX_DICE - 1, spread=False),
            (4, 40, 400),
            "how far beyond the distances from which two, three and four dice are rolled it never "
            "stops, by choice",
        ),
    ),
)

LOOKAHEAD = PolicyFamily(
    "lookahead",
    "run to the distance from which the finish takes fewest turns on average, or wait where that "
    "takes fewer",
    "ours, by dynamic programming: optimal-turns, unless being stuck is given a price",
    {"choose": Decision(run_to_least_value, prepare=_turns)},
    (
        Parameter(
            "stuck_cost",
            integer(0, 1_000_000, never=math.inf),
            math.inf,
            "turns that being stuck counts as; never: it is avoided at any price",
        ),
    ),
)

DEADLINE = PolicyFamily(
    "deadline",
    "run to where the chance to finish within a number of turns is best; after them, and among "
    "equals, as lookahead does",
    "ours, by dynamic programming: optimal-within under a player's name, for the usual distances",
    {"choose": Decision(run_to_be_in_time, prepare=_in_time)},
    (
        Parameter(
            "turns", integer(1, MOST_TURNS_AHEAD), 14, "the last turn that still counts as in time"
        ),
    ),
)

BLUNDER = PolicyFamily(
    "blunder",
    "run the largest number, past the finish too",
    "players who forget that the distance must be hit exactly; a yardstick",
    {"choose": Decision(run_largest, ("carelessness",))},
    (
        Parameter(
            "carelessness",
            real(0, 1),
            1.0,
            "chance, turn by turn, to forget the finish; else the largest number that fits is run",
        ),
    ),
)

RANDOM = PolicyFamily(
    "random",
    "run any of the numbers that fit, or stay, all equally likely",
    "the floor to measure others against",
    {"choose": Decision(run_at_random)},
)

POLICIES = {
    family.name: family
    for family in (GREEDY, SAFE, KEEP_CLEAR, LOOKAHEAD, DEADLINE, BLUNDER, RANDOM, *SOLVED)
}
