"""The reference player and the kernels agree game by game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulators.dino_dice import DINO_DICE, policy
from simulators.dino_dice.rules import MAX_ROUNDS
from simulators.engine import outcomes_of
from simulators.game import Task
from simulators.outcomes import FINISHED, TRUNCATED
from tests.dino_dice.helpers import RULES, erratic, random_policy, random_rules, tyrant

POLICIES = [*DINO_DICE.policies, erratic, tyrant]
NAMES = [getattr(choice, "name", choice) for choice in POLICIES]


def assert_same(task: Task, first: int, games: int) -> dict[str, list[int]]:
    """Compare every metric and the status of every game."""
    kernel = {name: values.tolist() for name, values in outcomes_of(task, first, games).items()}
    for i in range(games):
        replay = task.replay(first + i)
        found = {"status": replay.status, **replay.outcome}
        assert found == {name: values[i] for name, values in kernel.items()}, (
            task.as_dict(),
            first + i,
            "\n".join(replay.lines),
        )
    return kernel


def task(mode, policies, rules=RULES, seed=7, rotate=True):
    chosen = tuple(DINO_DICE.policy(choice) for choice in policies)
    return Task(DINO_DICE, mode, rules, chosen, seed, rotate=rotate)


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", DINO_DICE.presets)
def test_turns__reference_equals_kernel(preset, choice):
    kernel = assert_same(task("turn", [choice], DINO_DICE.rules(preset)), 0, 300)
    assert set(kernel["status"]) == {FINISHED}
    assert len(set(kernel["points"])) > 5


@pytest.mark.parametrize("n_players", range(2, 9))
@pytest.mark.parametrize("rotate", [True, False])
def test_matches__reference_equals_kernel(n_players, rotate):
    random = Random(n_players)
    policies = [random_policy(random) for _ in range(n_players)]
    kernel = assert_same(task("match", policies, rotate=rotate), 50, 10)
    assert set(kernel["status"]) == {FINISHED}


@given(st.integers(0, 2**32), st.integers(0, 2**64 - 1), st.integers(0, 10**9))
@settings(max_examples=60)
def test_random_rules__turns_agree(choice, seed, first):
    random = Random(choice)
    assert_same(task("turn", [random_policy(random)], random_rules(random), seed), first, 12)


@given(st.integers(0, 2**32), st.integers(0, 2**64 - 1), st.integers(0, 10**9), st.booleans())
@settings(max_examples=30)
def test_random_rules__matches_agree(choice, seed, first, rotate):
    random = Random(choice)
    rules = random_rules(random)
    policies = [random_policy(random) for _ in range(random.randint(2, 8))]
    match = task("match", policies, rules, seed, rotate)
    if TRUNCATED not in outcomes_of(match, first, 3)["status"]:  # takes the reference too long
        assert_same(match, first, 3)


def test_truncated__match_reference_equals_kernel():
    """C29: players who never score are cut at the stated cap, and counted as truncated."""

    @policy(reroll=lambda state, options, p: options.count - 1)
    def hopeless(state, p):
        """Roll everything until everything is eaten."""
        return state.rolls_left < 0

    rules = RULES.with_switches({"rolls": 100})
    kernel = assert_same(task("match", [hopeless] * 2, rules), 5, 1)
    assert kernel["status"] == [TRUNCATED]
    assert kernel["rounds"] == [MAX_ROUNDS]
    assert max(kernel["score_0"] + kernel["score_1"]) < 150


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("preset", DINO_DICE.presets)
def test_ten_thousand_games__reference_equals_kernel(preset, choice):
    rules = DINO_DICE.rules(preset)
    assert_same(task("turn", [choice], rules, seed=11), 0, 10_000)
    assert_same(task("match", [choice, "stop-at"], rules, seed=11), 0, 1000)
