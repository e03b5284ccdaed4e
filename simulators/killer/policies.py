"""The policies of Killer: what to set aside, whom to attack, whether to attack again."""

from __future__ import annotations

import math

from simulators.killer.best import value_tables
from simulators.killer.decide import (
    TARGET_WORDS,
    again_from,
    attack_by_word,
    keep_any,
    keep_at_least,
    keep_by_value,
    keep_highest,
    keep_sixes,
)
from simulators.killer.limits import MAX_LIFE, N_DICE
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.values import Choice, Vector, integer, real

TARGET = Parameter(
    "target",
    Choice(TARGET_WORDS),
    "weakest",
    "whom to attack: the opponent with the fewest or the most life points, the next in seat order, "
    "any at random, or the one who last hit this player, without one the next in seat order",
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
            "best-draw",
            "Set aside as many of the highest dice as is best, by dynamic programming: in the "
            "preparation for the expected sum, in an attack for the expected strength above 0, "
            "times a weight, minus the expected loss.",
            "Exact: no policy draws more on average. With weight 1 it plays for the sum in attacks "
            "too; a point of strength does about three points of damage where attacks are repeated "
            "with the same strength or the same damage, hence the default.",
            Decision(keep_by_value, prepare=value_tables),
            Parameter(
                "weight",
                real(0, 1000),
                3.0,
                "life points of one's own that a point of strength is worth",
            ),
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
