"""Exact enumeration and simulation of a turn agree, and each can find the other wrong."""

from __future__ import annotations

from itertools import product
from math import sqrt

import pytest

from simulators.engine import SimulationJob
from simulators.game import Task
from simulators.ten_thousand import (
    FIFTEEN_THOUSAND,
    TEN_THOUSAND,
    TenThousandRules,
    gain_of_rolling,
    turn_distribution,
)
from tests.ten_thousand.helpers import RULES, RULES_15000, opportunist, picky

TURNS = 200_000
LIMIT = 4.5
RARE = 10  # cells with fewer expected turns are taken together


def z_scores(expected: dict[int, float], counted: dict[int, int], n: int) -> list[float]:
    """Compare counts with exact probabilities, cell by cell, and all rare cells as one."""
    cells = set(expected) | set(counted)
    common = [cell for cell in cells if expected.get(cell, 0) * n >= RARE]
    pairs = [(expected[cell], counted.get(cell, 0)) for cell in common]
    seen = sum(count for _, count in pairs)
    rare = 1 - sum(p for p, _ in pairs)
    found = [(count - n * p) / sqrt(n * p * (1 - p)) for p, count in pairs if p < 1 - 1e-12]
    if rare * n >= 1:
        found.append((n - seen - n * rare) / sqrt(n * rare))
    else:
        assert n - seen <= 10
    return found


def worst_z(
    rules: TenThousandRules,
    choice,
    turns: int = TURNS,
    seed: int = 20,
    against=None,
    tolerance: float = 1e-5,
    **start,
) -> float:
    """Simulate turns and return the worst |z| of points, rolls and the mean."""
    policy = TEN_THOUSAND.policy(choice)
    options = tuple(({"score": "opened"} | start).items())
    tally = SimulationJob(Task(TEN_THOUSAND, "turn", rules, (policy,), seed, options)).play_chunk(
        0, turns
    )
    exact = turn_distribution(
        rules, TEN_THOUSAND.policy(against) if against else policy, tolerance=tolerance, **start
    )
    assert exact.leftover < 2 * tolerance
    points, _, rolls, _ = (dict(histogram.pairs()) for histogram in tally.histograms)
    mean = sum(value * count for value, count in points.items()) / turns
    spread = sum((value - exact.mean) ** 2 * p for value, p in exact.points.items())
    found = z_scores(exact.points, points, turns) + z_scores(exact.rolls, rolls, turns)
    if spread > 0:
        found.append((mean - exact.mean) / sqrt(spread / turns))
    return max(map(abs, found), default=0.0)


FAMILIES = [
    "bank-at",
    "bank-at:threshold=650,set_aside=fewest-dice",
    "bank-at-dice:set_aside=keep-ones-first",
    "bank-after:rolls=3,set_aside=most-dice",
    "always-roll:set_aside=most-points-per-die",
    "always-bank",
    "race:threshold=450,shift=0.1",
    opportunist,
    picky,
]
NAMES = [getattr(choice, "name", choice) for choice in FAMILIES]


@pytest.mark.parametrize("choice", FAMILIES, ids=NAMES)
@pytest.mark.parametrize("preset", FIFTEEN_THOUSAND.presets)
def test_simulation__agrees_with_exact(preset, choice):
    assert worst_z(TEN_THOUSAND.rules(preset), choice) < LIMIT


@pytest.mark.parametrize(
    "preset", sorted(set(TEN_THOUSAND.presets) - set(FIFTEEN_THOUSAND.presets))
)
def test_simulation__agrees_with_exact_under_the_rules_of_relatives(preset):
    rules = TEN_THOUSAND.rules(preset)
    start = {"busts": 2} if rules.farkle_penalty else {}
    assert worst_z(rules, "bank-at:set_aside=fewest-dice", tolerance=1e-4, **start) < LIMIT


# Turns that never bank while dice are chosen take minutes to enumerate: they are in the slow test.
CHOOSING = [choice for choice in FAMILIES if not str(choice).startswith("always-roll")]
CHOOSING.append("bank-at:threshold=400,set_aside=most-points-per-die")


@pytest.mark.parametrize("choice", CHOOSING, ids=[getattr(c, "name", c) for c in CHOOSING])
def test_simulation__agrees_with_exact_where_dice_are_chosen(choice):
    rules = RULES.with_switches({"set_aside": "choose"})
    assert worst_z(rules, choice, tolerance=1e-4) < LIMIT


@pytest.mark.parametrize(
    ("switches", "start"),
    [
        ({"hot_dice": "optional"}, {}),
        ({"hot_dice": "optional", "set_aside": "choose"}, {}),
        ({"straight": "none", "three_pairs": "none"}, {}),
        ({"four_and_pair_is_three_pairs": "yes"}, {}),
        ({"opening": 0}, {"score": 0}),
        ({"opening": 650}, {"score": 0}),
        ({}, {"score": 0}),
        ({}, {"score": 0, "counter": 400, "dice": 2}),
        ({}, {"counter": 1050, "dice": 2}),
        ({}, {"counter": 50, "dice": 5}),
        ({"finish": "exact"}, {"score": 9300}),
        ({"finish": "exact", "hot_dice": "optional"}, {"score": 9600}),
        ({"finish": "exact", "set_aside": "choose"}, {"score": 9400, "counter": 200, "dice": 3}),
        ({"singles": "10/20/0/40/0/0", "three_of_a_kind": "0/0/900/0/0/75"}, {}),
        ({"two_triplets": 2500, "nothing": 500, "min_bank": 450}, {}),
        ({"farkle_penalty": 500}, {"busts": 2}),
        ({"farkle_penalty": 500}, {"busts": 1}),
        ({"six_of_a_kind": "0/0/0/0/0/0", "four_of_a_kind": "0/0/0/0/0/0"}, {}),
    ],
    ids=str,
)
@pytest.mark.parametrize("choice", ["bank-at:threshold=350", "bank-at-dice"])
def test_simulation__agrees_with_exact_under_every_switch(switches, start, choice):
    assert worst_z(RULES.with_switches(switches), choice, **start) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("choice", FAMILIES, ids=NAMES)
@pytest.mark.parametrize("preset", FIFTEEN_THOUSAND.presets)
@pytest.mark.parametrize(
    ("set_aside", "hot_dice", "finish"),
    list(product(("all", "choose"), ("forced", "optional"), ("last_round", "exact"))),
)
def test_simulation__agrees_with_exact_over_millions(preset, choice, set_aside, hot_dice, finish):
    switches = {"set_aside": set_aside, "hot_dice": hot_dice, "finish": finish}
    rules = TEN_THOUSAND.rules(preset, switches)
    near = rules.target - 700
    assert worst_z(rules, choice, turns=5_000_000, score=near) < LIMIT


def test_simulation__the_comparison_can_fail():
    """A threshold of 300 passed off as 350 is found out."""
    assert worst_z(RULES, "bank-at:threshold=300", against="bank-at:threshold=350") > 20
    assert worst_z(RULES, "bank-at:threshold=300") < LIMIT


def test_exact__probabilities_add_up():
    for rules in (RULES, RULES_15000):
        exact = turn_distribution(rules, TEN_THOUSAND.policy("bank-at-dice"))
        assert exact.leftover < 1e-15
        assert sum(exact.points.values()) + exact.leftover == pytest.approx(1, abs=1e-12)
        assert sum(exact.rolls.values()) + exact.leftover == pytest.approx(1, abs=1e-12)


def test_exact__one_die_by_hand():
    """One die and 100 points: a third of the rolls score, then six dice must be rolled."""
    bank = TEN_THOUSAND.policy("always-bank")
    optional = RULES.with_switches({"hot_dice": "optional"})
    exact = turn_distribution(optional, bank, counter=100, dice=1)
    assert exact.points == pytest.approx({0: 4 / 6, 200: 1 / 6, 150: 1 / 6})
    assert exact.mean == pytest.approx(350 / 6)
    assert gain_of_rolling(optional, bank, 100, 1) == pytest.approx(350 / 6 - 100)


def test_exact__two_dice_by_hand():
    """Two dice: 16 of 36 rolls score nothing."""
    exact = turn_distribution(
        RULES.with_switches({"hot_dice": "optional"}),
        TEN_THOUSAND.policy("always-bank"),
        counter=300,
        dice=2,
    )
    chances = {0: 16 / 36, 350: 8 / 36, 400: 9 / 36, 450: 2 / 36, 500: 1 / 36}
    assert exact.points == pytest.approx(chances)


def test_exact__c18_bust_on_the_first_roll():
    for rules, bust in ((RULES, 5 / 216), (RULES_15000, 5 / 162)):
        hot = rules.with_switches({"hot_dice": "optional"})
        exact = turn_distribution(hot, TEN_THOUSAND.policy("always-bank"))
        assert exact.bust == pytest.approx(bust, abs=1e-14)


def test_exact__c10_a_needed_counter_without_dice_is_lost_for_certain():
    """C10: from 400 of the 400 needed by way of hot dice, nothing can be won."""
    policy = TEN_THOUSAND.policy("bank-at:threshold=1000")
    forced = turn_distribution(RULES_15000, policy, score=14_600, counter=300, dice=1)
    optional = turn_distribution(
        RULES_15000.with_switches({"hot_dice": "optional"}),
        policy,
        score=14_600,
        counter=300,
        dice=1,
    )
    # A 1 makes exactly 400 with no die left; a 5 makes 350 and six dice: only a lone 5 helps.
    assert set(forced.points) == {0, 400}
    assert optional.points[400] - forced.points[400] == pytest.approx(1 / 6)


def test_exact__always_roll_always_busts():
    exact = turn_distribution(RULES, TEN_THOUSAND.policy("always-roll"))
    assert exact.points == pytest.approx({0: 1})


def test_exact__leftover_of_a_turn_without_end():
    kinds = ("three_of_a_kind", "four_of_a_kind", "five_of_a_kind", "six_of_a_kind")
    only_singles = dict.fromkeys(kinds, (0,) * 6) | {"straight": None, "three_pairs": None}
    rules = RULES.with_switches({"singles": (1,) * 6} | only_singles)
    exact = turn_distribution(rules, TEN_THOUSAND.policy("always-roll"))
    assert exact.leftover == pytest.approx(1)
    assert exact.mean == 0


@pytest.mark.parametrize(
    ("dice", "threshold"), [(1, 300), (2, 250), (3, 400), (4, 1050), (5, 3050)]
)
def test_gain_of_rolling__changes_sign_at_the_default_thresholds(dice, threshold):
    """The defaults of bank-at-dice are where banking starts to be better under its own play."""
    policy = TEN_THOUSAND.policy("bank-at-dice")
    assert gain_of_rolling(RULES, policy, threshold - 50, dice) > 0
    assert gain_of_rolling(RULES, policy, threshold, dice) < 0


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ({"score": 10_000}, "score must be from 0 to below the target"),
        ({"score": -50}, "score must be from 0"),
        ({"dice": 3}, "counter must be above 0 with 3 dice"),
        ({"counter": -50}, "counter must be above 0"),
        ({"counter": 100, "dice": 7}, "dice must be from 1 to 6"),
    ],
)
def test_exact__refuses_where_no_turn_starts(start, reason):
    with pytest.raises(ValueError, match=reason):
        turn_distribution(RULES, TEN_THOUSAND.policy(), **start)


def test_exact__refuses_a_counter_beyond_need():
    with pytest.raises(ValueError, match="below the 500 points needed"):
        turn_distribution(RULES_15000, FIFTEEN_THOUSAND.policy(), score=14_500, counter=500)
