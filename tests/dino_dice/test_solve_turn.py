"""The best turn: against brute force, against simulation, and against every other policy."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random

import numpy as np
import pytest

from analysis import solve
from simulators.dice import counts_of, faces_of
from simulators.dino_dice import DINO_DICE, HANDS, turn_distribution
from simulators.dino_dice.positions import hands_after
from simulators.dino_dice.solve_turn import solve_turn
from simulators.dino_dice.turn_graph import turn_graph
from simulators.engine import SimulationJob
from simulators.game import Task
from tests.dino_dice.brute_force import BestTurn
from tests.dino_dice.helpers import RULES, SHOWING, random_policy, random_rules

LIMIT = 4.5
RULE_SETS = {
    "niebling": RULES,
    "always-hungry": SHOWING,
    "two rolls": RULES.with_switches({"rolls": 2}),
    "odd": RULES.with_switches({"eats": "showing", "pair": 0, "triple": 40, "quintet": 0}),
}


@cache
def brute(name: str, points: int | None) -> BestTurn:
    worth = float if points is None else (lambda x: float(x >= points))
    return BestTurn(RULE_SETS[name], worth)


@pytest.mark.parametrize("points", [None, 40])
@pytest.mark.parametrize("name", RULE_SETS)
def test_solver__equals_brute_force_in_every_state(name, points):
    rules, best = RULE_SETS[name], brute(name, points)
    graph, solution = turn_graph(rules), solve_turn(rules, points)
    assert solution.value == pytest.approx(best.start(), abs=1e-12)
    assert solution.residual == 0
    hands = solution.tables["hands"]
    for left in range(rules.rolls):
        for number, counts in enumerate(HANDS):
            expected = best.on(faces_of(counts), left)
            assert hands[left, number] == pytest.approx(expected, abs=1e-12)
    assert solution.value == solution.tables["throws"][-1, graph.start]


def test_value__of_the_published_game_under_both_readings():
    for rules in (RULES, SHOWING):
        assert solve("dino-dice", rules=rules).value == pytest.approx(25.990085928370927, abs=1e-9)
    one = solve("dino-dice", switches={"rolls": 1})
    assert one.value == pytest.approx(19.139017489711936, abs=1e-9)


def test_value__by_rolls_is_that_of_shorter_turns():
    told = solve("dino-dice").as_dict()["by_rolls"]
    for rolls in (1, 2, 3):
        shorter = solve("dino-dice", switches={"rolls": rolls}).value
        assert told[str(rolls)] == pytest.approx(shorter, abs=1e-12)


def test_at_least__never_less_likely_with_fewer_points():
    chances = [solve("dino-dice", "at-least", points=x).value for x in (1, 10, 25, 40, 75, 76)]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] == 0
    # Only five alike make 75 points.
    assert chances[-2] == pytest.approx(brute("niebling", 75).start(), abs=1e-12)


@pytest.mark.parametrize("preset", DINO_DICE.presets)
@pytest.mark.parametrize("points", [1, 24, 40, 75])
def test_at_least__is_what_its_policy_reaches(preset, points):
    rules = DINO_DICE.rules(preset)
    solved = solve("dino-dice", "at-least", rules=rules, points=points)
    reached = turn_distribution(rules, solved.policy).of("points")
    chance = sum(p for x, p in reached.items() if x >= points)
    assert chance == pytest.approx(solved.value, abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_optimum__is_reached_by_its_policy_and_by_no_other(seed):
    random = Random(seed)
    rules = random_rules(random)
    solved = solve("dino-dice", rules=rules)
    assert turn_distribution(rules, solved.policy).mean() == pytest.approx(solved.value, abs=1e-10)
    for _ in range(5):
        other = turn_distribution(rules, random_policy(random)).mean()
        assert other <= solved.value + 1e-10


def z_of_turns(rules, text: str, value: float, points: int | None, games: int) -> float:
    task = Task(DINO_DICE, "turn", rules, (DINO_DICE.policy(text),), 31)
    pairs = np.array(SimulationJob(task).play_chunk(0, games).histograms[0].pairs(), dtype=float)
    worth = pairs[:, 0] if points is None else (pairs[:, 0] >= points).astype(float)
    mean = (worth * pairs[:, 1]).sum() / games
    spread = ((worth - mean) ** 2 * pairs[:, 1]).sum() / games
    return (mean - value) / sqrt(spread / games)


def check_simulation(preset: str, games: int) -> None:
    rules = DINO_DICE.rules(preset)
    value = solve("dino-dice", rules=rules).value
    assert abs(z_of_turns(rules, "optimal-turn", value, None, games)) < LIMIT
    chance = solve("dino-dice", "at-least", rules=rules).value
    assert abs(z_of_turns(rules, "optimal-at-least", chance, 40, games)) < LIMIT
    # and a policy that is 0.16 points worse doesn't pass for it
    assert z_of_turns(rules, "keep-kinds", value, None, max(games, 1_000_000)) < -LIMIT


@pytest.mark.parametrize("preset", DINO_DICE.presets)
def test_simulation__hits_the_value(preset):
    check_simulation(preset, 200_000)


@pytest.mark.slow
@pytest.mark.parametrize("preset", DINO_DICE.presets)
def test_simulation__hits_the_value_over_millions(preset):
    check_simulation(preset, 10_000_000)


def test_policy__stops_where_nothing_can_be_gained():
    """Where the chance is 1 or 0 whatever happens, the policy doesn't roll for the fun of it."""
    sure = turn_distribution(RULES, DINO_DICE.policy("optimal-at-least:points=1"))
    assert sure.mean("rolls") < 1.1
    never = turn_distribution(RULES, DINO_DICE.policy("optimal-at-least:points=100"))
    assert never.of("rolls") == pytest.approx({1: 1})


def test_start__a_turn_that_has_begun():
    best = brute("niebling", None)
    for faces, left in (((6, 6, 4, 3), 2), ((3, 6), 1), ((2, 2, 2), 0)):
        solved = solve("dino-dice", dice=faces, rolls_left=left)
        assert solved.value == pytest.approx(best.on(tuple(sorted(faces)), left), abs=1e-12)
    assert (
        solve("dino-dice", dice=[6, 6, 4, 3]).value
        == solve("dino-dice", dice=[6, 6, 4, 3], rolls_left=2).value
    )


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"dice": [6, 6, 4]}, "no turn holds 4 6 6 after 1 roll, all 3s fed: of five dice"),
        ({"dice": [6, 6, 4, 3, 3]}, "each 3 has eaten one of the five"),
        ({"dice": [6, 6, 4, 3], "rolls_left": 3}, "at most 2 once dice are rolled, not 3"),
        ({"rolls_left": 2}, "rolls_left goes with dice"),
        ({"dice": []}, "option dice must be 1 to 5 faces"),
        ({"points": 40}, "unknown option of objective turn 'points'"),
    ],
)
def test_start__refused_with_the_reason(options, reason):
    with pytest.raises(ValueError, match=reason):
        solve("dino-dice", **options)


@pytest.mark.parametrize("rules", [RULES, SHOWING], ids=["rolled", "showing"])
def test_hands_after__one_roll_and_more(rules):
    first = hands_after(rules, 1)
    for counts in HANDS:
        threes, others = counts[2], sum(counts) - counts[2]
        assert (counts in first) == (threes == 5 or others + 2 * threes == 5)
    assert len(first) == 167
    # A lone plant-eater takes four meals: two in the first roll and one in each of two more.
    alone = counts_of((6,))
    assert [alone in hands_after(rules, rolls) for rolls in (2, 3, 4)] == [False, False, True]
    assert hands_after(rules, 90) == hands_after(rules, 9) >= hands_after(rules, 4) >= first
