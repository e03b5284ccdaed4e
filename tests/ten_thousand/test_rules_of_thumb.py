"""Rules of thumb: evaluated exactly, the best of their families, and told as they are played."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from simulators.engine import SimulationJob
from simulators.game import Task
from simulators.ten_thousand import FIFTEEN_THOUSAND, TEN_THOUSAND, turn_distribution
from simulators.ten_thousand.rules import MAX_VALUE
from simulators.ten_thousand.rules_of_thumb import Rule, evaluate, rules_of_thumb
from simulators.ten_thousand.state import SetAsideOptions, TurnState
from tests.ten_thousand.helpers import RULES

#: Loss of the human-playable method of Farkle that is published, as a share of the optimum.
YARDSTICK = 0.0178


def value_of(rules, rule):
    return float(evaluate(rules, rule, np.array([rule.low]), np.array([rule.high]))[0, 0])


@pytest.mark.parametrize("name", FIFTEEN_THOUSAND.presets)
@pytest.mark.parametrize("n_numbers", [1, 2, 3])
def test_value__is_that_of_the_exact_distribution(name, n_numbers):
    rules = TEN_THOUSAND.rules(name)
    rule = Rule(n_numbers, 3, 0, 350, 900)
    policy = TEN_THOUSAND.policies["bank-at-dice"](thresholds=rule.thresholds())
    exact = turn_distribution(rules, policy, tolerance=1e-6)
    assert value_of(rules, rule) == pytest.approx(exact.mean, abs=0.05)


@pytest.mark.parametrize("price", [0, 75, MAX_VALUE])
@pytest.mark.parametrize("hot_dice", ["forced", "optional"])
def test_value__where_dice_are_chosen(price, hot_dice):
    rules = RULES.with_switches({"set_aside": "choose", "hot_dice": hot_dice})
    rule = Rule(3, 2, price, 300, 600)
    policy = TEN_THOUSAND.policies["thrifty"](thresholds=rule.thresholds(), price=price)
    exact = turn_distribution(rules, policy, tolerance=1e-3)
    assert value_of(rules, rule) == pytest.approx(exact.mean, abs=2.0)
    assert value_of(rules, rule) > exact.mean - 1e-9  # the distribution leaves some over


def test_value__with_a_penalty_is_what_simulation_makes():
    """Points per turn far from any target: banked, less what the third lost turn costs."""
    rules = TEN_THOUSAND.rules("zilch", {"target": 1_000_000})
    rule = rules_of_thumb(TEN_THOUSAND.rules("zilch"))[1]
    tally = SimulationJob(Task(TEN_THOUSAND, "target", rules, (rule.policy,), 4)).play_chunk(0, 300)
    turns, _, scores = (histogram.pairs() for histogram in tally.histograms)
    n_turns = sum(value * count for value, count in turns)
    points = sum(value * count for value, count in scores)
    # Points of a turn spread by some 700; renewals of the count matter little.
    assert abs(points / n_turns - rule.value) < 4.5 * 900 / sqrt(n_turns)


@pytest.mark.parametrize("name", TEN_THOUSAND.presets)
def test_rules__more_numbers_lose_less(name):
    told = rules_of_thumb(TEN_THOUSAND.rules(name))
    assert [rule.n_numbers for rule in told] == [1, 2, 3]
    assert all(rule.value < rule.optimum for rule in told)
    assert told[0].loss > told[1].loss > told[2].loss > 0
    assert told[1].loss / told[1].optimum < 0.011
    for rule in told:
        assert rule.policy.label.split(":")[0] in TEN_THOUSAND.policies


def test_farkle__two_numbers_lose_less_than_the_published_method():
    told = rules_of_thumb(TEN_THOUSAND.rules("farkle-facebook"))
    assert told[1].policy == TEN_THOUSAND.policy("thrifty")
    assert told[1].words == (
        "Bank from 350 points on with three dice left or fewer; else roll; set aside as few dice as "
        "you can, unless all that scores banks or uses all dice"
    )
    assert told[1].loss / told[1].optimum < YARDSTICK / 2


def test_rules__two_numbers_are_the_best_of_all():
    """Every threshold and split, one at a time."""
    best = rules_of_thumb(RULES)[1]
    lows = np.arange(50, 1501, 50)
    for split in range(1, 5):
        values = evaluate(RULES, Rule(2, split, 0, 0, 0), lows, np.array([0]))
        assert values.max() <= best.value + 1e-12


STATE = TurnState(
    counter=100, dice=6, rolls=2, score=2000, need=8000, best_opponent=0, final_turn=0, exact=0,
    wins_at=1 << 40, busts=0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "options", "taken"),
    [
        # As few dice as possible, the best of them.
        (STATE._replace(counter=0), (3, (300, 150, 100), (4, 2, 1), (0, 1, 1), (0, 1, 0)), 2),
        # 250 more make the 350 to bank with three left: all of it.
        (STATE._replace(dice=5), (2, (250, 100), (2, 1), (2, 1), (0, 0)), 0),
        # All dice, though fewer bank as well.
        (STATE._replace(counter=900, dice=2), (2, (150, 100), (2, 1), (1, 1), (1, 0)), 0),
        (STATE._replace(counter=900, dice=3), (2, (150, 100), (2, 1), (1, 1), (1, 0)), 0),
    ],
)
def test_thrifty__sets_aside_as_it_says(state, options, taken):
    policy = TEN_THOUSAND.policy("thrifty")
    numbers = policy.numbers("set_aside")
    assert policy.decide("set_aside", state, SetAsideOptions(*options), numbers=numbers) == taken
