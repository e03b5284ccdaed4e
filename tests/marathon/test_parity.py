"""The reference player and the kernels agree game by game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulators.engine import outcomes_of
from simulators.marathon import MARATHON, MarathonRules
from simulators.outcomes import FINISHED, TRUNCATED
from tests.marathon.helpers import moody, random_policy, random_rules, stays, task

POLICIES = [*MARATHON.policies, moody]
NAMES = [getattr(choice, "name", choice) for choice in POLICIES]


def assert_same(tried, first: int, games: int) -> dict[str, list[int]]:
    """Compare every metric and the status of every game."""
    kernel = {name: values.tolist() for name, values in outcomes_of(tried, first, games).items()}
    for i in range(games):
        replay = tried.replay(first + i)
        found = {"status": replay.status, **replay.outcome}
        assert found == {name: values[i] for name, values in kernel.items()}, (
            tried.as_dict(),
            first + i,
        )
    return kernel


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", MARATHON.presets)
@pytest.mark.parametrize("overshoot", ["eliminated", "stay"])
def test_solo__reference_equals_kernel(preset, choice, overshoot):
    rules = MARATHON.rules(preset, {"overshoot": overshoot})
    kernel = assert_same(task("solo", [choice], rules), 10**9, 60)
    assert set(kernel["status"]) == {FINISHED}
    assert len(set(kernel["turns"])) > 1


@pytest.mark.parametrize("n_players", range(2, 9))
def test_matches__reference_equals_kernel(n_players):
    random = Random(n_players)
    policies = [random_policy(random) for _ in range(n_players)]
    for rotate in (True, False):
        assert_same(task("match", policies, rotate=rotate), 50, 20)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(0, 2**40))
def test_random_rules__reference_equals_kernel(choice, first):
    random = Random(choice)
    rules, seed = random_rules(random), random.getrandbits(64)
    policies = [random_policy(random) for _ in range(random.randint(2, 8))]
    rotate = random.random() < 0.5
    for tried in (
        task("solo", policies[:1], rules, seed),
        task("match", policies, rules, seed, rotate),
    ):
        if TRUNCATED not in outcomes_of(tried, first, 6)["status"]:  # those take the reference long
            assert_same(tried, first, 6)


def test_random_rules__hardly_anything_is_left_out():
    """What the test above skips is the exception."""
    truncated = 0
    for seed in range(60):
        random = Random(seed)
        tried = task("solo", [random_policy(random)], random_rules(random), seed)
        truncated += TRUNCATED in outcomes_of(tried, 0, 6)["status"]
    assert truncated <= 3


def test_truncated__solo_reference_equals_kernel():
    """C29: a policy that always declines is cut at 10,000 turns, and counted as truncated."""
    for distance in (1, 42_195):
        kernel = assert_same(task("solo", [stays], MarathonRules(distance=distance)), 5, 1)
        assert kernel["status"] == [TRUNCATED]
        assert (kernel["turns"], kernel["distance"]) == ([10_000], [0])


def test_truncated__match_reference_equals_kernel():
    kernel = assert_same(task("match", [stays, "blunder", stays]), 5, 1)
    assert kernel["status"] == [TRUNCATED]
    assert (kernel["turns"], kernel["eliminated_1"]) == ([10_000], [1])


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", MARATHON.presets)
def test_ten_thousand_runs__reference_equals_kernel(preset, choice):
    assert_same(task("solo", [choice], MARATHON.rules(preset), seed=11), 0, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", MARATHON.presets)
def test_ten_thousand_matches__reference_equals_kernel(preset, choice):
    rules = MARATHON.rules(preset)
    assert_same(task("match", [choice, "greedy", "safe"], rules, seed=11), 0, 10_000)
