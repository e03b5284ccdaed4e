"""Exact computation, dynamic programming and simulation agree, and each can find the other wrong."""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
import pytest

from simulators.engine import SimulationJob
from simulators.errors import PolicyError
from simulators.marathon import (
    DECLINE,
    MARATHON,
    MarathonRules,
    Numbers,
    Runner,
    outlook,
    policy,
    walk_distribution,
)
from simulators.marathon.answers import rolls_of
from simulators.marathon.values import chances_in_time, turns_to_finish
from tests.marathon.helpers import RULES, stays, task

RUNS = 60_000
LIMIT = 4.5
RARE = 200  # cells with fewer expected runs are taken together


@policy
def zigzag(runner, numbers, p):
    """Depend on everything but turn and noise; overshoot, stay and get stuck now and then."""
    if (runner.left + numbers.metres[0]) % 5 == 0:
        return DECLINE
    pick = (runner.left + runner.dice) % numbers.count
    if numbers.metres[pick] > runner.left and runner.left % 3 != 0:
        return 0 if numbers.metres[0] <= runner.left else DECLINE
    return pick


def z_scores(expected: dict[int, float], counted: dict[int, int], n: int) -> list[float]:
    """Compare counts with exact probabilities, cell by cell, and all rare cells as one.

    Runs that are in no cell, because they were cut, count among the rare.
    """
    common = [cell for cell, chance in expected.items() if chance * n >= RARE]
    pairs = [(expected[cell], counted.get(cell, 0)) for cell in common]
    found = [(count - n * p) / sqrt(n * p * (1 - p)) for p, count in pairs if p < 1 - 1e-12]
    rare = max(0.0, 1 - sum(p for p, _ in pairs))
    others = n - sum(count for _, count in pairs)
    if rare * n >= 1:
        found.append((others - n * rare) / sqrt(n * rare))
    elif others > 10:
        found.append(float("inf"))
    return found


def worst_z(choice, rules=RULES, against=None, runs=RUNS, seed=20) -> float:
    """Simulate runs alone and return the worst |z| of turns, ends, distances and the mean."""
    tally = SimulationJob(task("solo", [choice], rules, seed)).play_chunk(0, runs)
    exact = walk_distribution(rules, MARATHON.policy(against or choice), tolerance=1e-5)
    turns, finished, stuck, eliminated, distance = (dict(h.pairs()) for h in tally.histograms)
    by_turn = dict(enumerate(exact.turns.tolist()))
    found = z_scores(by_turn, turns, runs) + z_scores(dict(exact.distance), distance, runs)
    for rate, chances in (
        (finished, exact.finished),
        (stuck, exact.stuck),
        (eliminated, exact.eliminated),
    ):
        p = min(1.0, float(chances.sum()))
        found += z_scores({1: p}, {1: rate.get(1, 0)}, runs) if 0 < p < 1 - 1e-5 else []
        if p == 0 and 1 in rate:
            found.append(float("inf"))
    # The means of turns up to the last one that was followed: long runs hardly count, exactly so.
    last = max(by_turn)
    by_turn[last] += exact.leftover
    turns[last] = turns.get(last, 0) + tally.truncated
    mean = sum(min(value, last) * count for value, count in turns.items()) / runs
    exact_mean = sum(t * p for t, p in by_turn.items())
    spread = sum((t - exact_mean) ** 2 * p for t, p in by_turn.items())
    found.append((mean - exact_mean) / sqrt(spread / runs))
    return max(map(abs, found))


FAMILIES = [
    *("greedy", "safe", "safe:least=0.05", "lookahead", "lookahead:stuck_cost=15"),
    *("deadline:turns=11", "blunder", "blunder:carelessness=0", zigzag),
]
NAMES = [getattr(choice, "name", choice) for choice in FAMILIES]


@pytest.mark.parametrize("choice", FAMILIES, ids=NAMES)
@pytest.mark.parametrize("preset", MARATHON.presets)
def test_simulation__agrees_with_exact(choice, preset):
    assert worst_z(choice, MARATHON.rules(preset)) < LIMIT


@pytest.mark.parametrize(
    "choice", ["greedy", "blunder", zigzag], ids=["greedy", "blunder", "zigzag"]
)
@pytest.mark.parametrize(
    "switches",
    [
        {"distance": 4321, "overshoot": "stay"},
        {"distance": 9},
        {"distance": 1234, "overshoot": "stay"},
        {"distance": 20_000, "dice_from": (1, 1, 1)},
        {"distance": 21_097, "dice_from": (3, 50, 4000)},
    ],
)
def test_simulation__agrees_with_exact_under_other_rules(switches, choice):
    assert worst_z(choice, MarathonRules(**switches), runs=50_000) < LIMIT


def test_simulation__would_be_told_from_another_policy():
    """The bound can fail."""
    assert worst_z("greedy", against="safe") > LIMIT
    assert worst_z("safe:least=0.02", against="safe") > LIMIT


@pytest.mark.parametrize("choice", FAMILIES, ids=NAMES)
def test_walk__and_outlook_agree(choice):
    if choice == "deadline:turns=11":
        with pytest.raises(ValueError, match="looks at the number of the turn"):
            outlook(RULES, MARATHON.policy(choice))
        return
    player = MARATHON.policy(choice)
    walk, view = walk_distribution(RULES, player), outlook(RULES, player)
    for name in ("finished", "stuck", "eliminated"):
        assert getattr(walk, name).sum() == pytest.approx(getattr(view, name)[42_195], abs=1e-6)
    mean = (walk.turns * np.arange(walk.turns.size)).sum()
    assert mean + walk.leftover * 10_000 <= view.turns[42_195] + 0.01
    assert mean == pytest.approx(view.turns[42_195], abs=0.01)
    assert view.visited[0] == pytest.approx(view.finished[42_195], abs=1e-12)
    assert view.visited[list(RULES.dead)].sum() == pytest.approx(view.stuck[42_195], abs=1e-12)
    assert sum(walk.distance.values()) == pytest.approx(1 - walk.leftover, abs=1e-9)


def test_outlook__against_plain_recursion():
    """By hand, with a policy asked in plain Python, on a short course."""
    rules = MarathonRules(distance=1357)
    player = MARATHON.policy(zigzag)
    own = player.numbers("choose", rules)

    @cache
    def ends(left: int) -> tuple[float, float, float]:
        """Chances to finish, to get stuck, to be eliminated."""
        if left <= 0 or left in rules.dead:
            return (float(left == 0), float(left > 0), float(left < 0))
        rolls = rolls_of(rules.dice(left))
        total, leaving = np.zeros(3), 0.0
        for formed, chance in zip(rolls.numbers, rolls.chances, strict=True):
            runner = Runner(left, rules.dice(left), 1, 0, 0, 0)
            answer = player.decide("choose", runner, Numbers(len(formed), formed), numbers=own)
            if answer != DECLINE:
                leaving += chance
                total += chance * np.array(ends(left - formed[answer]))
        return tuple(total / leaving)

    view = outlook(rules, player)
    found = view.finished[1357], view.stuck[1357], view.eliminated[1357]
    assert found == pytest.approx(ends(1357), abs=1e-12)


def test_walk__of_a_metre_is_geometric():
    walk = walk_distribution(MarathonRules(distance=1), MARATHON.policy("greedy"))
    expected = [1 / 6 * (5 / 6) ** t for t in range(20)]
    assert walk.finished[1:21].tolist() == pytest.approx(expected)


def test_walk__truncated_runs_are_the_leftover():
    """From 1111 m only four 1s help; after 10,000 turns a few still wait: C29."""
    rules = MarathonRules(distance=1111)
    walk = walk_distribution(rules, MARATHON.policy("safe"), tolerance=0.0)
    expected = (1295 / 1296) ** 10_000
    assert walk.leftover == pytest.approx(expected, rel=1e-6)
    runs = 20_000
    tally = SimulationJob(task("solo", ["safe"], rules)).play_chunk(0, runs)
    assert tally.games == runs
    assert abs(tally.truncated - runs * expected) < LIMIT * sqrt(runs * expected)


def test_walk__a_policy_that_stays_is_left_over():
    walk = walk_distribution(MarathonRules(distance=5), MARATHON.policy(stays))
    assert walk.leftover == 1
    view = outlook(MarathonRules(distance=5), MARATHON.policy(stays))
    assert np.isinf(view.turns[5])
    assert view.finished[5] == 0


@pytest.mark.parametrize("choice", ["random", "blunder:carelessness=0.5"])
def test_exact__policies_that_flip_coins_are_refused(choice):
    for compute in (walk_distribution, outlook):
        with pytest.raises(ValueError, match="flips coins"):
            compute(MarathonRules(distance=500), MARATHON.policy(choice))


def test_exact__wrong_answers_name_policy_and_state():
    @policy
    def muddled(runner, numbers, p):
        return 99 if runner.left == 37 else 0

    with pytest.raises(PolicyError, match=r"muddled .* in state Runner\(left=37"):
        outlook(MarathonRules(distance=50), MARATHON.policy(muddled))


def test_lookahead__takes_the_turns_that_its_values_promise():
    view, values = outlook(RULES, MARATHON.policy("lookahead")), turns_to_finish(RULES)
    alive = [d for d in range(1, 42_196) if d not in RULES.dead]
    assert view.turns[alive] == pytest.approx(values[alive], rel=1e-9)
    assert np.isinf(values[list(RULES.dead)]).all()


@pytest.mark.parametrize("other", ["safe", "safe:least=0.01", "safe:least=0.15"])
def test_lookahead__no_safe_policy_is_faster_from_anywhere(other):
    values, view = turns_to_finish(RULES), outlook(RULES, MARATHON.policy(other))
    alive = np.array([d for d in range(1, 42_196) if d not in RULES.dead])
    assert (view.turns[alive] >= values[alive] - 1e-9).all()
    assert view.turns[42_195] > values[42_195] + 0.5


def test_lookahead__its_values_are_a_fixed_point():
    """V(d) = 1 + Σ p min(best, V(d)), checked with numbers written out by the reference."""
    values = turns_to_finish(RULES)
    for left in (1, 6, 7, 11, 12, 57, 99, 111, 112, 640, 999, 1111, 1500, 2651, 9000, 42_195):
        rolls, expected = rolls_of(RULES.dice(left)), 1.0
        for formed, chance in zip(rolls.numbers, rolls.chances, strict=True):
            reached = [values[left - number] for number in formed if number <= left]
            expected += chance * min([values[left], *reached])
        assert values[left] == pytest.approx(expected, rel=1e-12)


def test_lookahead__being_stuck_at_a_price():
    cheap = turns_to_finish(RULES, 3.0)
    assert (cheap[list(RULES.dead)] == 3).all()
    assert cheap[42_195] < turns_to_finish(RULES)[42_195]
    assert turns_to_finish(RULES, 1e6)[42_195] == pytest.approx(turns_to_finish(RULES)[42_195])


@pytest.mark.parametrize("turns", [9, 14])
def test_deadline__is_in_time_as_often_as_its_values_promise(turns):
    walk = walk_distribution(RULES, MARATHON.policy(f"deadline:turns={turns}"), tolerance=1e-3)
    promised = chances_in_time(RULES, turns)[turns, 42_195]
    assert walk.finished[: turns + 1].sum() == pytest.approx(promised, abs=1e-8)
    for other in ("lookahead", "greedy", "safe"):
        theirs = walk_distribution(RULES, MARATHON.policy(other), tolerance=1e-3)
        assert theirs.finished[: turns + 1].sum() < promised
