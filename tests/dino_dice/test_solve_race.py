"""The race of two: against brute force, against its own policy played out, against simulation."""

from __future__ import annotations

from itertools import product
from math import sqrt

import numpy as np
import pytest

from analysis import solve
from simulators.dino_dice import DINO_DICE, turn_distribution
from simulators.dino_dice.reference import Situation
from simulators.dino_dice.solve_race import FIRST, SECOND, race_solution, solve_race
from simulators.engine import SimulationJob
from simulators.game import Task
from tests.dino_dice.brute_force import best_race
from tests.dino_dice.helpers import RULES, SHOWING

LIMIT = 4.5
SHORT = {
    "one roll": RULES.with_switches({"rolls": 1, "match_target": 20}),
    "two rolls": RULES.with_switches({"rolls": 2, "match_target": 12}),
    "showing": SHOWING.with_switches({"rolls": 2, "match_target": 9, "quintet": 0, "pair": 1}),
    "one point": RULES.with_switches({"match_target": 1}),
}


@pytest.mark.parametrize("name", SHORT)
def test_solver__equals_brute_force_at_every_score(name):
    rules = SHORT[name]
    first, second = best_race(rules)
    solution = solve_race(rules)
    chances = solution.tables["chances"]
    assert np.abs(chances[FIRST] - first).max() < 1e-10
    assert np.abs(chances[SECOND] - second).max() < 1e-10
    assert solution.value == chances[FIRST, 0, 0]
    assert solution.residual <= 1e-13


@pytest.mark.slow
def test_solver__equals_brute_force_with_three_rolls():
    rules = RULES.with_switches({"match_target": 30})
    first, second = best_race(rules)
    chances = solve_race(rules).tables["chances"]
    assert np.abs(chances[FIRST] - first).max() < 1e-10
    assert np.abs(chances[SECOND] - second).max() < 1e-10


@pytest.mark.parametrize("rules", [RULES, SHOWING], ids=["rolled", "showing"])
def test_policy__played_out_exactly_reaches_the_chances(rules):
    """The policy is asked in plain Python, at every score."""
    target = 4
    rules = rules.with_switches({"match_target": target})
    policy, chances = DINO_DICE.policy("optimal-race"), race_solution(rules).tables["chances"]

    def turn(own: int, other: int, last: bool, after: int) -> dict[int, float]:
        situation = Situation(own, other, last, after)
        return turn_distribution(rules, policy, situation).of("points")

    deficits = {d: turn(target - 1, target - 1 + d, True, 0) for d in range(1, 77)}

    def in_last_round(d: int) -> float:
        return sum(p * ((x > d) + (x == d) / 2) for x, p in deficits[min(d, 76)].items())

    for a, b in product(range(target), repeat=2):
        first = second = 0.0
        for x, p in turn(a, b, False, 1).items():
            lost = chances[SECOND, a + x, b] if a + x < target else in_last_round(a + x - b)
            first += p * (1 - lost)
        for x, p in turn(b, a, False, 0).items():
            second += p * (1 if b + x >= target else 1 - chances[FIRST, a, b + x])
        assert first == pytest.approx(chances[FIRST, a, b], abs=1e-11)
        assert second == pytest.approx(chances[SECOND, a, b], abs=1e-11)


def z_of_matches(rules, policies, value: float, games: int) -> float:
    """Play with fixed seats and compare the first one's wins, draws as half, with a value."""
    chosen = tuple(DINO_DICE.policy(each) for each in policies)
    task = Task(DINO_DICE, "match", rules, chosen, 17, rotate=False)
    pairs = SimulationJob(task).play_chunk(0, games).histograms[0].pairs()
    worth = {1: 1.0, 2: 0.0, 3: 0.5}  # the winners as bits
    mean = sum(worth[int(result) // 2] * count for result, count in pairs) / games
    spread = sum((worth[int(r) // 2] - mean) ** 2 * count for r, count in pairs) / games
    return (mean - value) / sqrt(spread / games)


@pytest.mark.parametrize("rules", [RULES, SHOWING], ids=["rolled", "showing"])
def test_simulation__hits_the_value(rules):
    games = 100_000
    value = solve("dino-dice", "race", rules=rules).value
    assert abs(z_of_matches(rules, ["optimal-race"] * 2, value, games)) < LIMIT
    # Whoever plays for points instead falls short, from either seat.
    assert z_of_matches(rules, ["optimal-turn", "optimal-race"], value, games) < -3
    assert z_of_matches(rules, ["optimal-race", "optimal-turn"], value, games) > 3


@pytest.mark.slow
@pytest.mark.parametrize("rules", [RULES, SHOWING], ids=["rolled", "showing"])
def test_simulation__hits_the_value_over_millions(rules):
    value = solve("dino-dice", "race", rules=rules).value
    assert abs(z_of_matches(rules, ["optimal-race"] * 2, value, 10_000_000)) < LIMIT


def test_value__of_the_published_match():
    """The player who begins rounds is at a disadvantage: the other knows what there is to beat."""
    solved = solve("dino-dice", "race")
    assert solved.value == pytest.approx(0.480934119244, abs=1e-10)
    assert solved.as_dict()["second_player"] == pytest.approx(1 - solved.value)
    assert solved.policy.label == "optimal-race"


def test_chances__grow_with_the_own_score_and_fall_with_the_other_one():
    chances = race_solution(RULES).tables["chances"]
    assert (np.diff(chances[FIRST], axis=0) > -1e-12).all()
    assert (np.diff(chances[FIRST], axis=1) < 1e-12).all()
    assert (np.diff(chances[SECOND], axis=0) < 1e-12).all()
    assert (np.diff(chances[SECOND], axis=1) > -1e-12).all()
    ahead = solve("dino-dice", "race", first=100, second=60).value
    assert ahead == chances[FIRST, 100, 60] > 0.5


@pytest.mark.parametrize(
    ("switches", "options", "reason"),
    [
        ({"match_target": 1000}, {}, "match_target=1000 and rolls=3 is too long to be solved"),
        ({"rolls": 100}, {}, "must be at most 400000, not 2250000"),
        ({}, {"first": 150}, "option first must be below the 150 points"),
        ({}, {"second": 150}, "option second must be below the 150 points"),
        ({}, {"first": -1}, "option first must be an integer from 0"),
    ],
)
def test_race__refused_with_the_reason(switches, options, reason):
    with pytest.raises(ValueError, match=reason):
        solve("dino-dice", "race", switches=switches, **options)


def test_policy__too_long_a_race_is_refused_before_a_game_is_played():
    rules = RULES.with_switches({"match_target": 5000})
    task = Task(DINO_DICE, "match", rules, (DINO_DICE.policy("optimal-race"),) * 2, 1)
    with pytest.raises(ValueError, match="too long to be solved"):
        SimulationJob(task).play_chunk(0, 1)


def test_policy__in_a_match_of_three_beats_two_who_play_for_points():
    task = Task(
        DINO_DICE, "match", RULES,
        tuple(map(DINO_DICE.policy, ("optimal-race", "optimal-turn", "optimal-turn"))), 5,
    )  # fmt: skip
    pairs = SimulationJob(task).play_chunk(0, 100_000).histograms[0].pairs()
    wins = [sum(count for result, count in pairs if int(result) // 3 == 1 << e) for e in range(3)]
    assert wins[0] > 1.02 * max(wins[1:])
