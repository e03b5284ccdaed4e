"""The built-in policies: when to bank, what to set aside, what to take over.

All of them share two parameters: `set_aside`, which matters where the rules let the player choose
dice, and `take_over`, which matters in matches. Banking is asked only where the rules allow it: not
before the opening is made, and not with all six dice used where hot dice are forced. Where a bank
wins the game at once, every policy but `always-roll` makes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from simulators.policy import Decision, Parameter, Policy, PolicyFamily
from simulators.ten_thousand.decide import (
    SET_ASIDE_WORDS,
    bank_after,
    bank_always,
    bank_at,
    bank_at_dice,
    bank_never,
    bank_race,
    set_aside_by_price,
    set_aside_by_word,
    take_over_from,
    take_over_never,
)
from simulators.ten_thousand.rules import MAX_TARGET, MAX_VALUE, TenThousandRules
from simulators.ten_thousand.solved_policies import SOLVED
from simulators.values import Choice, Number, Vector, integer, real


def _counter() -> Number:
    return integer(0, MAX_TARGET, never=math.inf)


SET_ASIDE = Parameter(
    "set_aside",
    Choice(SET_ASIDE_WORDS),
    "most-points",
    "which dice to set aside where the rules let one choose: the best reading; the most or the "
    "fewest dice (then most points); every 1 and nothing else, without a 1 the fewest dice; or the "
    "most points per die",
)
THRESHOLDS = Parameter(
    "thresholds",
    Vector(_counter(), 6),
    (300, 250, 400, 1050, 3050, 15_400),
    "least counter to bank with one to six dice to roll",
)
TAKE_OVER = Parameter(
    "take_over",
    Vector(_counter(), 5),
    (math.inf,) * 5,
    "least counter of the previous player to play on with, by the dice left with it, one to five",
)


def _family(
    name: str,
    summary: str,
    source: str,
    bank: Callable[..., Any],
    *parameters: Parameter,
) -> PolicyFamily:
    decisions = {
        "bank": Decision(bank, tuple(parameter.name for parameter in parameters)),
        "set_aside": Decision(set_aside_by_word, (SET_ASIDE.name,)),
        "take_over": Decision(take_over_from, (TAKE_OVER.name,)),
    }
    return PolicyFamily(name, summary, source, decisions, (*parameters, SET_ASIDE, TAKE_OVER))


def never_takes_over(policy: Policy, rules: TenThousandRules) -> bool:
    """Say whether a policy refuses every counter on offer, so that a kernel needn't ask."""
    decision = policy.family.decisions["take_over"]
    if decision.function is take_over_never:
        return True
    return decision.function is take_over_from and all(
        math.isinf(number) for number in policy.numbers("take_over", rules)
    )


RULES_OF_PLAY = {
    family.name: family
    for family in (
        _family(
            "bank-at",
            "Bank as soon as the counter is at least a threshold, whatever else is the case.",
            "The usual rule of thumb at the table: stop at 300, at 350, at 500.",
            bank_at,
            Parameter("threshold", _counter(), 300, "least counter to bank"),
        ),
        _family(
            "bank-at-dice",
            "Bank as soon as the counter is at least a threshold that depends on the dice left.",
            "What careful players do: fewer dice left, more danger. The defaults are where banking "
            "starts to gain more than one more roll under the rules of 10000.",
            bank_at_dice,
            THRESHOLDS,
        ),
        PolicyFamily(
            "thrifty",
            "Bank as soon as the counter is at least a threshold that depends on the dice left. Where "
            "the rules let one choose: use all dice if possible; else set aside the most points that "
            "reach the threshold; else whatever is worth most after a price for each die.",
            "Farkle players' advice: a die in the hand is worth more than a 5 on the table. The "
            "defaults are the best rule of two numbers for Farkle as on Facebook.",
            {
                "bank": Decision(bank_at_dice, (THRESHOLDS.name,)),
                "set_aside": Decision(set_aside_by_price, (THRESHOLDS.name, "price")),
                "take_over": Decision(take_over_from, (TAKE_OVER.name,)),
            },
            (
                Parameter(
                    THRESHOLDS.name,
                    THRESHOLDS.kind,
                    (350, 350, 350, math.inf, math.inf, math.inf),
                    THRESHOLDS.description,
                ),
                Parameter(
                    "price",
                    integer(0, MAX_VALUE),
                    MAX_VALUE,
                    "points that a die must bring: 0: set aside all that scores; very many: as few "
                    "dice as possible",
                ),
                TAKE_OVER,
            ),
        ),
        _family(
            "bank-after",
            "Bank after a number of rolls, whatever they brought.",
            "Beginners who count rolls instead of points: one more throw, then stop.",
            bank_after,
            Parameter("rolls", integer(1, 1000), 2, "rolls to make before banking"),
        ),
        _family(
            "always-roll",
            "Never bank, not even when the target is hit.",
            "The reckless extreme, a yardstick: every turn ends in a bust.",
            bank_never,
        ),
        _family(
            "always-bank",
            "Bank whenever the rules allow it.",
            "The timid extreme, a yardstick.",
            bank_always,
        ),
        _family(
            "race",
            "Bank at a threshold that rises when behind and falls when ahead, the more so the "
            "closer the leader is to the target: threshold + shift × (1 + urgency × leader / "
            "target) × (best opponent − own score), leader being the higher of the two scores. In "
            "the final turn after another reached the target: bank as soon as, and only if, that "
            "beats the best opponent.",
            "Match players' advice: take chances when behind, sit on a lead, and in the last round "
            "points that don't win are worth nothing.",
            bank_race,
            Parameter("threshold", integer(0, MAX_TARGET), 300, "least counter to bank at a tie"),
            Parameter(
                "shift", real(0, 10), 0.05, "points added per point behind the best opponent"
            ),
            Parameter(
                "urgency", real(0, 100), 1.0, "growth of the shift as the leader nears the end"
            ),
        ),
    )
}

POLICIES = {**RULES_OF_PLAY, **SOLVED}
