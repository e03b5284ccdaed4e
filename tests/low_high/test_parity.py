"""The reference player and the kernels agree game by game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulators.engine import outcomes_of
from simulators.game import Task
from simulators.low_high import LOW_HIGH
from simulators.outcomes import FINISHED, TRUNCATED
from tests.low_high.helpers import defaults, moody, random_policy, random_rules

POLICIES = [*LOW_HIGH.policies, moody, defaults]
NAMES = [getattr(choice, "name", choice) for choice in POLICIES]
SEEDS = st.integers(0, 2**64 - 1)


def assert_same(task: Task, first: int, games: int) -> dict[str, list[int]]:
    """Compare every metric and the status of every game."""
    kernel = {name: values.tolist() for name, values in outcomes_of(task, first, games).items()}
    for i in range(games):
        replay = task.replay(first + i)
        found = {"status": replay.status, **replay.outcome}
        assert found == {name: values[i] for name, values in kernel.items()}, (
            task.as_dict(),
            first + i,
        )
    return kernel


def task(mode, policies, rules=None, seed=7, rotate=True, **options):
    chosen = tuple(LOW_HIGH.policy(choice) for choice in policies)
    return Task(
        LOW_HIGH, mode, rules or LOW_HIGH.rules(), chosen, seed, tuple(options.items()), rotate
    )


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", LOW_HIGH.presets)
def test_turns__reference_equals_kernel(preset, choice):
    kernel = assert_same(task("turn", [choice], LOW_HIGH.rules(preset)), 0, 200)
    assert set(kernel["status"]) == {FINISHED}
    assert len(set(kernel["points"])) > 3


@pytest.mark.parametrize("n_players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("rotate", [True, False])
def test_matches__reference_equals_kernel(n_players, rotate):
    random = Random(n_players)
    policies = [random_policy(random) for _ in range(n_players - 1)] + ["card"]
    kernel = assert_same(task("match", policies, rotate=rotate), 50, 25)
    assert set(kernel["status"]) == {FINISHED}


def _start(random: Random, dice: int) -> dict[str, object]:
    """Draw where a turn starts: at its beginning, or with dice on the tracks."""
    kept, bad = [0] * 6, 0
    if dice > 2 and random.random() < 0.5:
        for _ in range(random.randint(1, dice - 2)):
            kept[random.randrange(6)] += 1
        bad = random.randint(0, dice - 1 - sum(kept))
    return {"kept": tuple(kept), "bad": bad}


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), SEEDS)
def test_random_turns__reference_equals_kernel(draw, seed):
    random = Random(draw)
    rules = random_rules(random)
    start = _start(random, rules.dice)
    if random.random() < 0.6:
        start |= {"score": random.randint(-50, rules.target - 1)}
        start |= {"best_opponent": random.randint(-50, rules.target - 1)}
    assert_same(task("turn", [random_policy(random)], rules, seed, **start), draw, 8)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), SEEDS)
def test_random_matches__reference_equals_kernel(draw, seed):
    """Someone who stops at once keeps every match finite."""
    random = Random(draw)
    rules = random_rules(random)
    policies = [random_policy(random) for _ in range(random.randint(1, 5))]
    policies.insert(random.randint(0, len(policies)), "largest-set-stop")
    rotate = random.random() < 0.5
    kernel = assert_same(task("match", policies, rules, seed, rotate), draw, 3)
    assert set(kernel["status"]) == {FINISHED}


def test_truncated__reference_equals_kernel():
    """C29: players who never end a turn well never get to the target; cut at 10,000 rounds."""
    rules = LOW_HIGH.rules("pips", {"target": 1000})
    kernel = assert_same(task("match", ["always-roll"] * 2, rules), 5, 1)
    assert kernel["status"] == [TRUNCATED]
    assert (kernel["rounds"], kernel["turns"]) == ([10_000], [20_000])
    assert kernel["result"] == [1]  # nobody's bit, entrant 0 at seat 1


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", LOW_HIGH.presets)
def test_ten_thousand_turns__reference_equals_kernel(preset, choice):
    assert_same(task("turn", [choice], LOW_HIGH.rules(preset), seed=11), 0, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", LOW_HIGH.presets)
def test_many_matches__reference_equals_kernel(preset, choice):
    match = task("match", [choice, "largest-set-stop", "race"], LOW_HIGH.rules(preset), seed=11)
    assert_same(match, 0, 1000)
