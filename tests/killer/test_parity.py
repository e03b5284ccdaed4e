"""The reference player and the kernels agree game by game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.engine import outcomes_of
from simulators.game import Task
from simulators.killer import KILLER
from simulators.outcomes import FINISHED, TRUNCATED
from tests.killer.helpers import NAMES, POLICIES, REPEATS, random_policy, random_rules, task


def assert_same(task: Task, first: int, games: int) -> dict[str, list[int]]:
    """Compare every metric and the status of every game, cut ones too."""
    kernel = {name: values.tolist() for name, values in outcomes_of(task, first, games).items()}
    for i in range(games):
        replay = task.replay(first + i)
        found = {"status": replay.status, **replay.outcome}
        assert found == {name: values[i] for name, values in kernel.items()}, (
            task.as_dict(),
            first + i,
        )
    return kernel


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
def test_draws__reference_equals_kernel(choice):
    kernel = assert_same(task("draw", [choice]), 0, 300)
    assert set(kernel["status"]) == {FINISHED}
    assert len(set(kernel["sum"])) > 5


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("repeat", REPEATS)
@pytest.mark.parametrize("steal", [False, True])
def test_attacks__reference_equals_kernel(choice, repeat, steal):
    switches = {"repeat": repeat, "steal": steal}
    kernel = assert_same(task("attack", [choice], switches, life=14), 0, 60)
    assert set(kernel["status"]) == {FINISHED}
    assert_same(task("attack", [choice], switches, life=3, opponent=9), 0, 60)


@pytest.mark.parametrize("n_players", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("repeat", REPEATS)
@pytest.mark.parametrize("steal", [False, True])
def test_matches__reference_equals_kernel(n_players, repeat, steal):
    random = Random(n_players)
    policies = [random_policy(random) for _ in range(n_players)]
    switches = {"repeat": repeat, "steal": steal}
    kernel = assert_same(task("match", policies, switches), 50, 6)
    assert set(kernel["status"]) == {FINISHED}


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_random_rules__reference_equals_kernel(seed, first):
    random = Random(seed)
    rules = random_rules(random)
    policy = random_policy(random)
    assert_same(task("draw", [policy], rules, seed), first, 4)
    start = {"life": random.randrange(50), "opponent": random.choice((0, 5, 30, "unharmed"))}
    assert_same(task("attack", [policy], rules, seed, **start), first, 4)
    policies = [random_policy(random) for _ in range(random.randint(2, 8))]
    rounds = random.choice((1, 3, 1000))
    rotate = random.random() < 0.5
    assert_same(task("match", policies, rules, seed, rotate, rounds=rounds), first, 2)


def test_truncated__match_reference_equals_kernel():
    kernel = assert_same(task("match", ["keep-at-least"] * 3, rounds=2), 0, 40)
    assert TRUNCATED in kernel["status"]
    assert all(
        (result < 3) == (status == TRUNCATED)
        for result, status in zip(kernel["result"], kernel["status"], strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", KILLER.presets)
def test_ten_thousand_games__reference_equals_kernel(preset, choice):
    rules = KILLER.rules(preset)
    assert_same(task("draw", [choice], rules, 11), 0, 10_000)
    assert_same(task("attack", [choice], rules, 11), 0, 10_000)
    assert_same(task("match", [choice, "keep-at-least"], rules, 11), 0, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_random_rules__reference_equals_kernel(seed):
    random = Random(seed)
    for _ in range(20):
        rules = random_rules(random)
        policies = [random_policy(random) for _ in range(random.randint(2, 8))]
        assert_same(task("match", policies, rules, seed), random.randrange(10**9), 10)
