"""The built-in policies: when to stop, which plant-eater goes, which dice are rolled again.

The rules of thumb among them stop with five alike, and when nothing is left that they would roll.
They share the parameters `threes` and `eat`; `herd`, `loner`, `face` and `kinds` say what is kept.
The solved policies are in :mod:`simulators.dino_dice.solved`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from simulators.dino_dice.decide import (
    EAT_WORDS,
    eat_by_table,
    eat_table,
    keep_herds,
    keep_kinds,
    keep_largest,
    keep_threes_too,
    reroll_by_table,
    reroll_table,
    stop_by_table,
    stop_table,
)
from simulators.dino_dice.hands import Counts
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.solved import SOLVED
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.values import Choice, integer

Values = Mapping[str, Any]

EAT = Parameter(
    "eat",
    Choice(EAT_WORDS),
    "fewest-points",
    "who is eaten: what costs the fewest points; the lowest face; or whoever has the smallest "
    "herd, and of those the lowest face",
)
HERD = Parameter("herd", integer(2, 5), 2, "smallest herd that is kept, dice alike")
LONER = Parameter(
    "loner",
    integer(1, 6, none=None),
    5,
    "lowest face that is kept without a herd; none: no face is",
)
THREES = Parameter(
    "threes",
    integer(0, 10_000, never=math.inf),
    math.inf,
    "points of the other kept dice from which 3s in play are kept too, so that they can't bring "
    "another mouth to feed; never: they are always rolled",
)


def _keep(rules: DinoDiceRules, values: Values) -> Callable[[Counts], Counts]:
    def keep(counts: Counts) -> Counts:
        if "kinds" in values:
            kept = keep_kinds(counts, values["herd"], values["face"], values["kinds"])
        elif "herd" in values:
            kept = keep_herds(counts, values["herd"], values["loner"])
        else:
            kept = keep_largest(counts)
        return keep_threes_too(rules, counts, kept, values["threes"])

    return keep


def _family(
    name: str,
    summary: str,
    source: str,
    *parameters: Parameter,
) -> PolicyFamily:
    """Build a policy from its parameters; those it doesn't have never stop it."""

    def stop(rules: Any, values: Values) -> Any:
        points, rolls = values.get("points", math.inf), values.get("rolls", math.inf)
        return stop_table(_keep(rules, values), points, rolls, values.get("aim", 5))

    def reroll(rules: Any, values: Values) -> Any:
        return reroll_table(rules, _keep(rules, values))

    decisions = {
        "stop": Decision(stop_by_table, prepare=stop),
        "eat": Decision(eat_by_table, prepare=eat_table),
        "reroll": Decision(reroll_by_table, prepare=reroll),
    }
    return PolicyFamily(name, summary, source, decisions, (*parameters, THREES, EAT))


POLICIES = {
    family.name: family
    for family in (
        _family(
            "keep-pairs-up",
            "Keep pairs and larger herds, and high faces; roll the rest as often as one may.",
            "How a beginner who knows other dice games plays: pairs stay, the rest goes back.",
            HERD,
            LONER,
        ),
        _family(
            "stop-at",
            "Stop as soon as the dice in play are worth enough; until then as keep-pairs-up.",
            "The rule of thumb of every press-your-luck game: have a number, and stop at it.",
            Parameter(
                "points",
                integer(0, 10_000, never=math.inf),
                30,
                "least points in hand to stop with",
            ),
            HERD,
            LONER,
        ),
        _family(
            "keep-kinds",
            "Keep herds, then single dice, the highest first, until enough kinds of dice are kept.",
            "Found by search: of the rules with three numbers or fewer the one that comes nearest to "
            "the best possible turn, simulators/dino_dice/simple.py.",
            Parameter("kinds", integer(0, 5), 2, "kinds from which on no single die is kept"),
            Parameter(
                "face", integer(1, 6), 4, "lowest face of pairs and single dice that are kept"
            ),
            Parameter("herd", integer(2, 5), 3, "smallest herd that is kept of lower faces too"),
        ),
        _family(
            "one-roll",
            "Stop after a number of rolls, one by default, whatever they brought.",
            "The timid extreme, a yardstick: nothing that lies is put at risk.",
            Parameter("rolls", integer(1, 100), 1, "rolls to make before stopping"),
            HERD,
            LONER,
        ),
        _family(
            "brave",
            "Keep the largest herd only and roll everything else for five alike.",
            "The reckless extreme, a yardstick: whoever has seen 75 points wants them again.",
            Parameter("aim", integer(2, 5), 5, "dice alike with which even the brave stop"),
        ),
        *SOLVED.values(),
    )
}
