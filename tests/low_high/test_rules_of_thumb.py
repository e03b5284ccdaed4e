"""Rules to remember: evaluated exactly, the best of their kind, and told as they are played."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from simulators.low_high import LOW_HIGH, LowHighRules
from simulators.low_high.card_turn import card_points
from simulators.low_high.exact import turn_distribution
from simulators.low_high.rules_of_thumb import rules_of_thumb
from simulators.low_high.solve_turn import best_for_points
from tests.low_high.helpers import DESCENDING, PIPS, RULES

every_scoring = pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING], ids=LOW_HIGH.presets)


@every_scoring
@pytest.mark.parametrize("dice", [1, 2, 5, 8])
def test_card__equals_the_enumeration(rules: LowHighRules, dice: int) -> None:
    few, random = rules.with_switches({"dice": dice}), Random(dice)
    for _ in range(4):
        bonus = tuple(random.choice((0.0, 0.5, 1.0, 3.0)) for _ in range(6))
        most = tuple(random.randrange(dice + 1) for _ in range(6))
        policy = LOW_HIGH.policies["card"](bonus=bonus, most=most)
        exact = turn_distribution(few, policy).mean
        assert card_points(few, bonus, most) == pytest.approx(exact, abs=1e-12)


@every_scoring
def test_rules__cost_less_with_every_number(rules: LowHighRules) -> None:
    found = rules_of_thumb(rules)
    assert [rule.n_numbers for rule in found] == list(range(1, len(found) + 1))
    losses = [rule.loss for rule in found]
    assert losses == sorted(losses, reverse=True) and losses[0] < 0.6
    for rule in found:
        assert rule.optimum == best_for_points(rules).value
        assert turn_distribution(rules, rule.policy).mean == pytest.approx(rule.value, abs=1e-12)


def test_rules__two_numbers_play_the_best_turn_by_dice() -> None:
    _, best = rules_of_thumb(RULES)
    assert best.loss < 1e-12
    assert best.policy.label == "card:most=13/7/0/0/0/0,bonus=1/0/0/0/0/0"
    assert best.words == (
        "Keep the set with the most dice, the lowest of several, counting a set of 1s as 1 die "
        "more; roll on always above a 1, above a 2 with at most 7 dice left, else stop."
    )


def test_rules__are_the_best_of_their_kind() -> None:
    few = LowHighRules(dice=6)
    one = rules_of_thumb(few)[0]
    tried = [
        card_points(few, (bonus, 0, 0, 0, 0, 0), (6, most, 0, 0, 0, 0))
        for bonus, most in product(range(4), range(6))
        if not bonus or not most
    ]
    assert one.value >= max(tried) - 1e-12


def test_rules__refuse_a_search_that_takes_too_long() -> None:
    with pytest.raises(ValueError, match="aren't searched for with scoring=pips and dice=26"):
        rules_of_thumb(PIPS.with_switches({"dice": 26}))
