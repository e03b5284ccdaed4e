"""Exact enumeration and simulation of a turn agree, and each can find the other wrong."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from random import Random

import pytest

from simulators.dice import counts_of
from simulators.dino_dice import (
    DINO_DICE,
    gain_of_rolling,
    hands_in_turn,
    turn_distribution,
)
from simulators.dino_dice.exact import TurnTree
from simulators.dino_dice.reference import Situation
from simulators.engine import SimulationJob
from simulators.game import Task
from tests.dino_dice.helpers import (
    RULES,
    SHOWING,
    enumerate_turn,
    erratic,
    random_policy,
    random_rules,
    tyrant,
)

TURNS = 200_000
LIMIT = 4.5
RARE = 10  # cells with fewer expected turns are taken together

POLICIES = [*DINO_DICE.policies, "brave:aim=3,threes=0,eat=lowest-face", erratic, tyrant]
NAMES = [getattr(choice, "name", choice) for choice in POLICIES]


def z_scores(expected: dict[int, float], counted: dict[int, int], n: int) -> list[float]:
    """Compare counts with exact probabilities, cell by cell, and all rare cells as one."""
    assert set(counted) <= set(expected)
    common = [cell for cell, p in expected.items() if p * n >= RARE]
    pairs = [(expected[cell], counted.get(cell, 0)) for cell in common]
    rare, seen = 1 - sum(p for p, _ in pairs), sum(count for _, count in pairs)
    found = [(count - n * p) / sqrt(n * p * (1 - p)) for p, count in pairs if p < 1 - 1e-12]
    if rare * n >= 1:
        found.append((n - seen - n * rare) / sqrt(n * rare))
    else:
        assert n - seen <= 10
    return found


def worst_z(rules, choice, turns: int = TURNS, seed: int = 20, against=None) -> float:
    """Simulate turns and return the worst |z| of every metric's distribution and the mean."""
    policy = DINO_DICE.policy(choice)
    task = Task(DINO_DICE, "turn", rules, (policy,), seed)
    tally = SimulationJob(task).play_chunk(0, turns)
    exact = turn_distribution(rules, DINO_DICE.policy(against) if against else policy)
    found = []
    for metric, histogram in zip(task.metrics, tally.histograms, strict=True):
        found += z_scores(exact.of(metric.name), dict(histogram.pairs()), turns)
    mean = sum(points * count for points, count in tally.histograms[0].pairs()) / turns
    spread = sum((points - exact.mean()) ** 2 * p for points, p in exact.of("points").items())
    found.append((mean - exact.mean()) / sqrt(spread / turns))
    return max(map(abs, found))


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", DINO_DICE.presets)
def test_simulation__agrees_with_exact(preset, choice):
    assert worst_z(DINO_DICE.rules(preset), choice) < LIMIT


@pytest.mark.parametrize("seed", range(24))
def test_simulation__agrees_with_exact_under_random_switches(seed):
    random = Random(seed)
    assert worst_z(random_rules(random), random_policy(random), turns=50_000) < LIMIT


@pytest.mark.parametrize(
    "switches",
    [
        {"eats": "showing"},
        {"rolls": 1},
        {"rolls": 2},
        {"rolls": 6},
        {"pair": 0},
        {"triple": 3},
        {"four": 0},
        {"quintet": 0},
        {"quintet": 200},
    ],
    ids=str,
)
@pytest.mark.parametrize("choice", ["keep-pairs-up", tyrant], ids=["keep-pairs-up", "tyrant"])
def test_simulation__agrees_with_exact_under_every_switch(switches, choice):
    assert worst_z(RULES.with_switches(switches), choice) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", DINO_DICE.presets)
def test_simulation__agrees_with_exact_over_millions(preset, choice):
    assert worst_z(DINO_DICE.rules(preset), choice, turns=10_000_000, seed=3) < LIMIT


def test_simulation__the_comparison_can_fail():
    """Keeping 5s and 6s passed off as keeping 6s only is found out."""
    assert worst_z(RULES, "keep-pairs-up", against="keep-pairs-up:loner=6") > 20
    assert worst_z(RULES, tyrant, against="brave") > 20


@pytest.mark.parametrize("rules", [RULES, SHOWING, RULES.with_switches({"rolls": 2, "pair": 9})])
@pytest.mark.parametrize("enough", [float("inf"), 25])
def test_exact__equals_an_enumeration_written_from_the_rule_text(rules, enough):
    """Every ordered outcome of up to three rolls, over plain lists of faces, in fractions."""
    choice = "keep-pairs-up" if enough == float("inf") else f"stop-at:points={enough}"
    expected = enumerate_turn(rules, enough)
    found = defaultdict(float)
    for result, chance in turn_distribution(rules, DINO_DICE.policy(choice)).outcomes.items():
        found[result.points, result.starved, result.rolls] += chance
    assert sum(expected.values()) == 1
    assert found.keys() == expected.keys()
    for end, chance in expected.items():
        assert found[end] == pytest.approx(float(chance), abs=1e-13)


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
def test_exact__forwards_equals_backwards(choice):
    for rules in (RULES, SHOWING):
        policy = DINO_DICE.policy(choice)
        exact = turn_distribution(rules, policy)
        assert sum(exact.outcomes.values()) == pytest.approx(1, abs=1e-12)
        tree = TurnTree(rules, policy)
        backwards = sum(p * tree.value(counts, 1) for (counts, _), p in tree.first().items())
        assert exact.mean() == pytest.approx(backwards, abs=1e-11)


def test_exact__one_roll_by_hand():
    exact = turn_distribution(RULES, DINO_DICE.policy("one-roll"))
    assert exact.of("quintet")[1] == pytest.approx(6 / 6**5)
    # Three or four 3s starve, five are a quintet.
    assert exact.of("starved")[1] == pytest.approx((10 * 25 + 5 * 5) / 6**5)
    assert exact.of("rolls") == pytest.approx({1: 1})
    # No 3 with 5/6 to the fifth; one or two 3s eat as many; starving eats none.
    eaten = {0: (5**5 + 10 * 25 + 5 * 5 + 1) / 6**5, 1: 5 * 5**4 / 6**5, 2: 10 * 5**3 / 6**5}
    assert exact.of("eaten") == pytest.approx(eaten)
    assert exact.of("points")[75] == pytest.approx(6 / 6**5)


def test_exact__unknown_metric_lists_what_exists():
    with pytest.raises(ValueError, match="unknown metric 'score': choose from"):
        turn_distribution(RULES, DINO_DICE.policy()).of("score")


def test_exact__sees_the_situation():
    ahead = turn_distribution(RULES, erratic(), Situation(100, 90, True))
    alone = turn_distribution(RULES, erratic())
    assert ahead.mean() != alone.mean()


def test_gain_of_rolling__one_die_by_hand():
    """A lone 3 rolled again: the faces of the five plant-eaters, or a 3 that finds nothing."""
    two = RULES.with_switches({"rolls": 2})
    only_three = counts_of([3])
    gain = gain_of_rolling(two, DINO_DICE.policy(), only_three)
    assert gain == pytest.approx((1 + 2 + 4 + 5 + 6) / 6)
    # 6 6 6 3, the 3 rolled: a plant-eater more, a fourth 6, or a 3 that eats a 6.
    gain = gain_of_rolling(two, DINO_DICE.policy(), counts_of([6, 6, 6, 3]))
    after = [33 + 1, 33 + 2, 12 + 5, 33 + 4, 33 + 5, 24 + 30]
    assert gain == pytest.approx(sum(after) / 6 - 33)


@pytest.mark.parametrize(
    ("counts", "rolls", "reason"),
    [
        ((0,) * 6, 1, "counts must be of one to 5 dice"),
        ((6, 0, 0, 0, 0, 0), 1, "counts must be of one to 5 dice"),
        ((1, 0, 0), 1, "counts must be of one to 5 dice"),
        ((1, 0, 0, 0, 0, 0), 3, "rolls must leave one of the 3 allowed"),
        ((1, 0, 0, 0, 0, 0), 0, "rolls must leave one of the 3 allowed"),
    ],
)
def test_gain_of_rolling__refuses_what_is_no_decision(counts, rolls, reason):
    with pytest.raises(ValueError, match=reason):
        gain_of_rolling(RULES, DINO_DICE.policy(), counts, rolls)


def test_hands_in_turn__probabilities_and_choices():
    policy = DINO_DICE.policy("stop-at:points=25")
    first, second = hands_in_turn(RULES, policy, 1), hands_in_turn(RULES, policy, 2)
    starved = (10 * 25 + 5 * 5) / 6**5
    assert sum(hand.chance for hand in first) == pytest.approx(1 - starved)
    assert all(hand.stops for hand in first if hand.points >= 25)
    rolls = turn_distribution(RULES, policy).of("rolls")
    stopped = sum(hand.chance for hand in first if hand.stops)
    assert rolls[1] == pytest.approx(stopped + starved)
    assert rolls[3] == pytest.approx(sum(hand.chance for hand in second if not hand.stops))
    by_faces = {hand.faces: hand for hand in first}
    assert by_faces[3, 3, 3, 3, 3].points == 75
    assert (1, 3, 3, 3) not in by_faces
    assert by_faces[1, 3, 3].gain > 0


@pytest.mark.parametrize("rolls", [0, 3])
def test_hands_in_turn__refuses_rolls_without_a_decision(rolls):
    with pytest.raises(ValueError, match=f"must be from 1 to 2, not {rolls}"):
        hands_in_turn(RULES, DINO_DICE.policy(), rolls)
    with pytest.raises(ValueError, match="none with a single roll"):
        hands_in_turn(RULES.with_switches({"rolls": 1}), DINO_DICE.policy(), 1)


def test_hands_in_turn__a_policy_that_stops_earlier_comes_to_no_decision():
    assert hands_in_turn(RULES, DINO_DICE.policy("one-roll"), 2) == []
