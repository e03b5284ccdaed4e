"""The policies of Killer: what to set aside, whom to attack, whether to attack again."""

from __future__ import annotations

import math

from simulators.killer.decide import (
    TARGET_WORDS,
    again_from,
    attack_by_word,
    keep_any,
    keep_at_least,
    keep_by_value,
    keep_fives_to_finish,
    keep_highest,
    keep_sixes,
)
from simulators.killer.decide_fight import again_in_fight, keep_in_fight
from simulators.killer.draw_states import GOALS, LEAST_SUM, MOST_SUM
from simulators.killer.limits import MAX_LIFE, N_DICE, PAR
from simulators.killer.tables import fight_draws, fight_repeats, goal_draws, weighted_draws
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.values import Choice, Flag, Vector, integer, real

TARGET = Parameter(
    "target",
    Choice(TARGET_WORDS),
    "weakest",
    "whom to attack: the opponent with the fewest or the most life points, the next in seat order, "
    "any at random, or the one who last hit this player, without one the next in seat order",
)
FIGHT_TARGET = Parameter(
    "target",
    Choice(TARGET_WORDS[:2]),
    "strongest",
    "whom to attack, and so to play as though he were the only one: the opponent with the fewest "
    "or the most life points; with three or more players the strongest wins by far more",
)
REPEAT = Parameter(
    "repeat",
    integer(0, MAX_LIFE, always=0, never=math.inf),
    0,
    "least own life points with which to attack again after a hit",
)


def _family(
    name: str, summary: str, source: str, keep: Decision, *parameters: Parameter
) -> PolicyFamily:
    decisions = {
        "keep": keep,
        "target": Decision(attack_by_word, (TARGET.name,)),
        "again": Decision(again_from, (REPEAT.name,)),
    }
    return PolicyFamily(name, summary, source, decisions, (*parameters, TARGET, REPEAT))


POLICIES = {
    family.name: family
    for family in (
        _family(
            "keep-sixes",
            "Set aside every 6; without one, the single highest die.",
            "The source's advice taken to its end: choose the dice of the highest value.",
            Decision(keep_sixes),
        ),
        _family(
            "keep-at-least",
            "Set dice aside one after another, the highest first, as long as each shows at least "
            "the minimum for the number of dice then left; if not even the highest does, only that "
            "one.",
            "Public analyses of the draw, which is often called Thirty, by threshold vectors; the "
            "default is theirs, worth 30.1026 on average.",
            Decision(keep_at_least, ("minimum",)),
            Parameter(
                "minimum",
                Vector(integer(1, 6), N_DICE),
                (6, 6, 6, 5, 5, 4),
                "least face to set aside by the dice left, six to one",
            ),
        ),
        _family(
            "fives-to-finish",
            "Set aside every 6, without one the highest die; the 5s too if at most `left` dice are "
            "then left to roll; and a last die that shows at least `last`. With more than `few` dice "
            "beside the 6s, do so only if all dice are then set aside.",
            "Found here, by reading the best draw: it goes on to 5s only where that all but ends the "
            "draw. With the defaults it draws 30.1516 on average, 0.0003 less than the best.",
            Decision(keep_fives_to_finish, ("left", "last", "few", "beyond_30")),
            Parameter(
                "left", integer(0, N_DICE - 1), 1, "most dice left to roll after the 5s, or no 5s"
            ),
            Parameter(
                "last",
                integer(1, 6, never=math.inf),
                4,
                "least face to set aside if a single die is left",
            ),
            Parameter(
                "few",
                integer(1, N_DICE),
                3,
                "most dice beside the 6s (or the highest die) with which to go on to 5s without "
                "ending the draw",
            ),
            Parameter(
                "beyond_30",
                Flag(),
                False,
                "whether to roll, in an attack, a last die below 5 again that would make exactly 30",
            ),
        ),
        _family(
            "best-draw",
            "Set aside as many of the highest dice as is best, by dynamic programming: in the "
            "preparation for the expected sum, in an attack for the expected strength above 0, "
            "times a weight, minus the expected loss.",
            "Exact: no policy draws more on average. With weight 1 it plays for the sum in attacks "
            "too; a point of strength does about three points of damage where attacks are repeated "
            "with the same strength or the same damage, hence the default.",
            Decision(keep_by_value, prepare=weighted_draws),
            Parameter(
                "weight",
                real(0, 1000),
                3.0,
                "life points of one's own that a point of strength is worth",
            ),
        ),
        _family(
            "optimal-draw",
            "Set aside what is best, exactly: in the preparation for the goal, in an attack for the "
            "expected damage minus the expected loss of the turn.",
            "Exact, by dynamic programming: no policy draws better for its goal. In matches it knows "
            "nothing of life points.",
            Decision(keep_by_value, prepare=goal_draws),
            Parameter(
                "goal",
                Choice(tuple(GOALS)),
                "mean",
                "; ".join(f"{name}: {meaning}" for name, meaning in GOALS.items()),
            ),
            Parameter(
                "sum",
                integer(LEAST_SUM, MOST_SUM),
                PAR,
                "the sum that the goals at-least and exactly are about",
            ),
        ),
        PolicyFamily(
            "optimal-fight",
            "Set aside what leaves the largest chance to win, by the life points of both, in the "
            "preparation by the life that the other drew; attack again where that is best.",
            "Exact for two players, by dynamic programming: nothing wins more against the best "
            "reply. With more players an approximation: the opponent whom it would attack counts as "
            "the only one, in the preparation the highest life drawn so far.",
            {
                "keep": Decision(keep_in_fight, prepare=fight_draws),
                "target": Decision(attack_by_word, ("target",)),
                "again": Decision(again_in_fight, prepare=fight_repeats),
            },
            (FIGHT_TARGET,),
        ),
        _family(
            "highest-only",
            "Set aside the single highest die each time, so that every draw takes six rolls.",
            "Beginners who hope for sixes to the last; a yardstick.",
            Decision(keep_highest),
        ),
        _family(
            "random",
            "Set aside any of the dice, every set of at least one equally likely.",
            "The floor to measure others against.",
            Decision(keep_any),
        ),
    )
}
