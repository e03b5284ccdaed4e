"""The built-in policies: which set to keep, and when to stop.

Every policy but `always-roll` also stops as soon as that wins the match.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.low_high.decide import (
    TIE_WORDS,
    keep_by_card,
    keep_largest,
    keep_low_first,
    keep_weighed,
    stop_after,
    stop_at,
    stop_by_card,
    stop_never,
    stop_race,
)
from simulators.low_high.decide_solved import keep_solved, stop_solved
from simulators.low_high.limits import MAX_ROLLS
from simulators.low_high.objectives import POINTS
from simulators.low_high.rules import MAX_DICE, MAX_TARGET
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.values import Choice, Vector, integer, real

_POINTS = integer(-MAX_DICE, 6 * MAX_DICE, never=math.inf)
_BOUND = 100


def _slope(default: float) -> Parameter:
    return Parameter(
        "slope",
        real(-_BOUND, _BOUND),
        default,
        "price of a higher face: keep the most dice (pips) minus slope × face",
    )


def _family(
    name: str,
    summary: str,
    source: str,
    keep: tuple[Callable[..., Any], tuple[Parameter, ...]],
    stop: tuple[Callable[..., Any], tuple[Parameter, ...]],
) -> PolicyFamily:
    decisions = {
        decision: Decision(function, tuple(parameter.name for parameter in parameters))
        for decision, (function, parameters) in (("keep", keep), ("stop", stop))
    }
    return PolicyFamily(name, summary, source, decisions, (*stop[1], *keep[1]))


def _solved(
    name: str,
    summary: str,
    source: str,
    prepare: Callable[[Any, Mapping[str, Any], bool], NDArray[np.float64]],
    parameters: tuple[Parameter, ...] = (),
) -> PolicyFamily:
    """Make a policy that looks up a solution; `prepare` is told whether it's for stopping."""
    names = tuple(parameter.name for parameter in parameters)
    decisions = {
        decision: Decision(function, names, prepare=partial(_prepare, prepare, decision == "stop"))
        for decision, function in (("keep", keep_solved), ("stop", stop_solved))
    }
    return PolicyFamily(name, summary, source, decisions, parameters)


def _prepare(
    prepare: Callable[[Any, Mapping[str, Any], bool], NDArray[np.float64]],
    stops: bool,
    rules: Any,
    values: Mapping[str, Any],
) -> NDArray[np.float64]:
    return prepare(rules, values, stops)


def _turn_table(rules: Any, values: Mapping[str, Any], stops: bool) -> NDArray[np.float64]:
    from simulators.low_high.solved_tables import turn_table

    return turn_table(rules, stops, values.get("points"))


def _race_table(rules: Any, values: Mapping[str, Any], stops: bool) -> NDArray[np.float64]:
    from simulators.low_high.solved_tables import race_table

    return race_table(rules, stops)


_BONUS = Parameter(
    "bonus",
    Vector(real(-_BOUND, _BOUND), 6),
    (1.6, 0.1, 0.0, 0.0, 0.0, 0.0),
    "added to the dice (pips, where pips score) of a set, by its face 1 to 6: what being able to "
    "roll on above it is worth",
)
_MOST = Parameter(
    "most",
    Vector(integer(0, MAX_DICE), 6),
    (MAX_DICE, 7, 0, 0, 0, 0),
    "most dice left to roll on with, by highest face kept, 1 to 6",
)
_THRESHOLD = Parameter("threshold", _POINTS, 3, "least points to stop with")


POLICIES = {
    family.name: family
    for family in (
        _family(
            "largest-set-stop",
            "Keep the largest set and stop.",
            'The source\'s safe player: "simply keeping the largest set out of your first roll".',
            (
                keep_largest,
                (
                    Parameter(
                        "ties",
                        Choice(TIE_WORDS),
                        "high",
                        "which of several largest sets to keep: high scores more pips, low leaves "
                        "more to come",
                    ),
                ),
            ),
            (
                stop_after,
                (Parameter("rolls", integer(1, MAX_ROLLS), 1, "rolls to make before stopping"),),
            ),
        ),
        _family(
            "low-first",
            "Build the defence first: keep the lowest set until enough good dice lie there, then "
            "the largest; stop once the turn is worth enough.",
            "The source's builder of a defence, who keeps low results \"as you pursue larger sets "
            'from future rolls".',
            (
                keep_low_first,
                (
                    Parameter(
                        "defence",
                        integer(0, MAX_DICE),
                        1,
                        "good dice that make a defence: below this the lowest set is kept",
                    ),
                ),
            ),
            (stop_at, (_THRESHOLD,)),
        ),
        _family(
            "stop-at",
            "Stop once good minus bad dice (points, where pips score) are at least a threshold. Kept "
            "is the set with the most dice (pips, where pips score) minus slope × face.",
            "The usual rule of thumb of dice games where one stops or rolls on.",
            (keep_weighed, (_slope(0.25),)),
            (stop_at, (_THRESHOLD,)),
        ),
        _family(
            "card",
            "Keep the set that is worth most with a bonus for its face; roll on only with few "
            "enough dice left for the highest face kept.",
            "What a strategy card says that is worked out beforehand. The defaults are where the "
            "exact gain of rolling on changes its sign in a turn of thirteen dice, scored by dice: "
            "nothing gains more expected points.",
            (keep_by_card, (_BONUS,)),
            (stop_by_card, (_MOST,)),
        ),
        _family(
            "race",
            "Play by the card, until an opponent is about to win: when the best one lacks at most "
            "`danger` points, and this turn at most `reach`, roll on until this turn wins.",
            "The source's warning that who plays safe \"might get outpaced by a more aggressive "
            'player": before a lost race all is risked. The defaults were '
            "found by trial in matches of two against `card`, of which they win 51 of 100.",
            (keep_by_card, (_BONUS,)),
            (
                stop_race,
                (
                    _MOST,
                    Parameter(
                        "danger",
                        integer(0, MAX_TARGET),
                        4,
                        "points that the best opponent lacks to the target, at most, to risk all",
                    ),
                    Parameter(
                        "reach",
                        integer(0, MAX_TARGET),
                        3,
                        "points that the turn itself still lacks, at most, to risk all",
                    ),
                ),
            ),
        ),
        _family(
            "always-roll",
            "Never stop, not even when that wins: the turn ends when no die is left.",
            "The reckless extreme, a yardstick.",
            (keep_weighed, (_slope(0.25),)),
            (stop_never, ()),
        ),
        _solved(
            "optimal-turn",
            "Play for the most expected points of the turn, exactly; in a match stop as soon as "
            "that wins, and mind nothing else.",
            "Solved by dynamic programming over all positions of a turn.",
            _turn_table,
        ),
        _solved(
            "optimal-at-least",
            "Play for the best chance that the turn makes so many points at least, exactly.",
            "Solved by dynamic programming over all positions of a turn.",
            _turn_table,
            (POINTS,),
        ),
        _solved(
            "optimal-race",
            "Play for the best chance to win the race of two, exactly, from both totals. Among more "
            "than two the highest of the others counts as the only one; where no match is on the "
            "turn is played for its points.",
            "Solved by value iteration over all pairs of totals and all positions of a turn.",
            _race_table,
        ),
    )
}
