"""Solved policies at the table: simulation hits the solver's value, and nothing beats it."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from simulators.engine import SimulationJob, run
from simulators.game import Task
from simulators.ten_thousand import TEN_THOUSAND, turn_distribution
from simulators.ten_thousand.solve_target import turns_to_target
from simulators.ten_thousand.solve_turn import (
    bust_worth,
    chance_of_at_least,
    turn_values,
)
from simulators.ten_thousand.state import SetAsideOptions, TurnState
from tests.ten_thousand.helpers import random_policy

LIMIT = 4.5
CASES = [(name, {}) for name in TEN_THOUSAND.presets] + [
    ("10000", {"set_aside": "choose"}),
    ("15000", {"set_aside": "choose", "hot_dice": "optional"}),
]


def mean_of(choice, mode, rules, games, metric, **options):
    """Simulate; return mean, standard error and the tally."""
    task = Task(
        TEN_THOUSAND, mode, rules, (TEN_THOUSAND.policy(choice),), 31, tuple(options.items())
    )
    tally = run(SimulationJob(task), games, workers=1).tally
    names = [each.name for each in task.metrics]
    pairs = tally.histograms[names.index(metric)].pairs()
    n = sum(count for _, count in pairs)
    mean = sum(value * count for value, count in pairs) / n
    spread = sum((value - mean) ** 2 * count for value, count in pairs) / n
    return mean, sqrt(spread / n), dict(zip(names, tally.histograms, strict=True))


def check_turn(rules, games, busts=0, **start):
    mean, error, histograms = mean_of(
        "optimal-turn", "turn", rules, games, "points", busts=busts, **start
    )
    lost = dict(histograms["bust"].pairs()).get(1, 0) / games
    # What a bust costs later is no point of this turn.
    later = bust_worth(rules)[busts] + (rules.farkle_penalty if busts == 2 else 0)
    score = start.get("score")
    found = turn_values(rules, score, start.get("counter", 0), busts)
    value = found.rolling(start.get("counter", 0), start.get("dice", 6))
    assert abs(mean + lost * later - value) < LIMIT * error


@pytest.mark.parametrize(("name", "switches"), CASES, ids=str)
def test_optimal_turn__simulation_hits_the_value(name, switches):
    rules = TEN_THOUSAND.rules(name, switches)
    for busts in range(3 if rules.farkle_penalty else 1):
        check_turn(rules, 200_000, busts)
    check_turn(rules, 100_000, score=0)
    # Where the first at the target wins, a counter that gets there is banked before it is best.
    near = 5000 if rules.finish == "first" else rules.target - 400
    check_turn(rules, 100_000, score=near, counter=150, dice=3)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "switches"), CASES, ids=str)
def test_optimal_turn__ten_million_turns_hit_the_value(name, switches):
    rules = TEN_THOUSAND.rules(name, switches)
    for busts in range(3 if rules.farkle_penalty else 1):
        check_turn(rules, 10_000_000, busts)


def check_turns(rules, games):
    mean, error, _ = mean_of("optimal-turns", "target", rules, games, "turns")
    assert abs(mean - turns_to_target(rules).expected()) < LIMIT * error


@pytest.mark.parametrize(("name", "switches"), CASES, ids=str)
def test_optimal_turns__simulation_hits_the_value(name, switches):
    check_turns(TEN_THOUSAND.rules(name, switches), 20_000)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "switches"), CASES, ids=str)
def test_optimal_turns__two_million_games_hit_the_value(name, switches):
    check_turns(TEN_THOUSAND.rules(name, switches), 2_000_000)


@pytest.mark.parametrize("points", [500, 1000, 3000])
def test_optimal_at_least__simulation_hits_the_chance(points):
    rules = TEN_THOUSAND.rules(switches={"set_aside": "choose"})
    games = 200_000
    _, _, histograms = mean_of(
        f"optimal-at-least:points={points}", "turn", rules, games, "points", score=0
    )
    made = sum(n for value, n in histograms["points"].pairs() if value >= points) / games
    chance = chance_of_at_least(rules, points, 0).rolling(0, 6)
    assert abs(made - chance) < LIMIT * sqrt(chance * (1 - chance) / games)


def test_comparison__can_fail():
    """A policy that is nearly as good is told from the best one."""
    rules = TEN_THOUSAND.rules()
    mean, error, _ = mean_of("bank-at:threshold=500", "turn", rules, 200_000, "points")
    assert abs(mean - turn_values(rules).rolling(0, 6)) > LIMIT * error


@pytest.mark.parametrize("seed", range(15))
def test_optimal_turn__no_policy_makes_more(seed):
    random = Random(seed)
    name, switches = random.choice(CASES)
    rules = TEN_THOUSAND.rules(name, {**switches, "farkle_penalty": 0, "min_bank": 0})
    other = turn_distribution(rules, random_policy(random), tolerance=1e-4)
    assert other.mean <= turn_values(rules).rolling(0, 6) + 0.05


def test_optimal_turn__the_exact_distribution_has_the_value():
    rules = TEN_THOUSAND.rules()
    exact = turn_distribution(rules, TEN_THOUSAND.policy("optimal-turn"))
    assert exact.mean == pytest.approx(turn_values(rules).rolling(0, 6), abs=1e-9)


STATE = TurnState(
    counter=0, dice=6, rolls=1, score=2000, need=8000, best_opponent=0, final_turn=0, exact=0,
    wins_at=1 << 40, busts=0,
)  # fmt: skip


def decide(decision, rules, *arguments, choice="optimal-turn"):
    policy = TEN_THOUSAND.policy(choice)
    return policy.decide(decision, *arguments, numbers=policy.numbers(decision, rules))


def test_optimal_turn__banks_from_the_thresholds_on_far_beyond_the_table():
    rules = TEN_THOUSAND.rules("farkle-facebook")
    thresholds = turn_values(rules).bank_at()
    for dice in range(1, 7):
        for counter in range(50, 40_000, 50):
            state = STATE._replace(counter=counter, dice=dice)
            assert decide("bank", rules, state) == (counter >= thresholds[str(dice)])


def test_optimal_turn__rolls_what_cant_bust_however_much_is_held():
    rules = TEN_THOUSAND.rules("zilch")
    for counter in (500, 5000, 50_000):
        assert not decide("bank", rules, STATE._replace(counter=counter, dice=6))
        assert decide("bank", rules, STATE._replace(counter=counter, dice=5)) == (counter > 500)


def test_optimal_turn__sets_one_five_aside_of_two():
    """The well-known choice: 5 5 of a first roll is one 5 and five dice."""
    rules = TEN_THOUSAND.rules("farkle-facebook")
    options = SetAsideOptions(2, (100, 50), (2, 1), (0, 0), (2, 1))
    assert decide("set_aside", rules, STATE, options) == 1
    # With 2000 in the counter, three dice left: rather both, and bank.
    late = STATE._replace(counter=2000, dice=3)
    assert decide("set_aside", rules, late, options) == 0


def test_optimal_turn__never_sets_aside_more_than_is_needed():
    rules = TEN_THOUSAND.rules("15000", {"set_aside": "choose"})
    options = SetAsideOptions(2, (100, 50), (2, 1), (0, 0), (2, 1))
    state = STATE._replace(counter=200, need=250, score=14_750, exact=1, wins_at=250)
    assert decide("set_aside", rules, state, options) == 1


def test_optimal_turn__takes_over_what_beats_a_fresh_turn():
    rules = TEN_THOUSAND.rules()
    values = turn_values(rules)
    for dice in range(1, 6):
        for counter in (50, 500, 700, 1000, 1500, 4000):
            taken = decide("take_over", rules, STATE._replace(counter=counter, dice=dice, rolls=0))
            assert taken == (values.rolling(counter, dice) > values.rolling(0, 6))


def test_optimal_turn__banks_what_wins_at_once():
    rules = TEN_THOUSAND.rules("cardgames-io")
    state = STATE._replace(score=9900, need=100, wins_at=100, dice=5)
    assert decide("bank", rules, state._replace(counter=100))
    assert not decide("bank", rules, state._replace(counter=50))


def test_optimal_turns__banks_what_reaches_the_target():
    rules = TEN_THOUSAND.rules()
    state = STATE._replace(score=9600, need=400, dice=5)
    assert decide("bank", rules, state._replace(counter=400), choice="optimal-turns")
    assert decide("bank", rules, state._replace(counter=2000), choice="optimal-turns")
    assert not decide("bank", rules, state._replace(counter=350), choice="optimal-turns")


def test_solved__refuse_rules_without_a_best_play():
    rules = TEN_THOUSAND.rules(switches={"singles": (1,) * 6})
    with pytest.raises(ValueError, match="no best play where every single die scores"):
        TEN_THOUSAND.policy("optimal-turn").numbers("bank", rules)
