"""Reference player and kernel agree game by game, whatever the rules and the policy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulators.engine import outcomes_of
from simulators.game import Task
from simulators.outcomes import FINISHED, TRUNCATED
from simulators.solitaire_dice import SOLITAIRE_DICE, SolitaireDiceRules, reference
from simulators.solitaire_dice.policies import POLICIES

RULES = st.builds(
    SolitaireDiceRules,
    reject_faces=st.integers(1, 6),
    reject_marks=st.integers(1, 12),
    opening_penalty=st.integers(0, 500),
    par_marks=st.integers(1, 6),
    cap_marks=st.none() | st.integers(7, 20),
    values=st.tuples(*[st.integers(1, 120)] * 11),
    target=st.integers(-500, 1000),
    win=st.sampled_from(["reach", "exceed"]),
)
#: They play by values that ship for the default rules only.
LEARNED = ("learned-mean", "learned-win", "search")
POLICY = st.one_of(
    st.sampled_from(sorted(set(POLICIES) - set(LEARNED))).map(lambda name: POLICIES[name]()),
    st.builds(lambda n: POLICIES["few-sums"](count=n), st.integers(1, 11)),
    st.builds(
        lambda ahead, pull: POLICIES["pace"](ahead=ahead, pull=pull),
        st.integers(-500, 500),
        st.floats(0, 100),
    ),
)


def assert_same_games(task: Task, games: range) -> None:
    outcomes = outcomes_of(task, games.start, len(games))
    for column, game in enumerate(games):
        replay = task.replay(game)
        played = {name: int(values[column]) for name, values in outcomes.items()}
        assert played.pop("status") == replay.status
        assert played == dict(replay.outcome), replay.lines


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(RULES, POLICY, st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_parity__any_rules_any_policy(
    rules: SolitaireDiceRules, policy: object, seed: int, first: int
) -> None:
    task = Task(SOLITAIRE_DICE, "solo", rules, (SOLITAIRE_DICE.policy(policy),), seed)
    assert_same_games(task, range(first, first + 3))


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_parity__every_policy(name: str) -> None:
    policy = SOLITAIRE_DICE.policy(name)
    task = Task(SOLITAIRE_DICE, "solo", SolitaireDiceRules(), (policy,), 7)
    assert_same_games(task, range(20 if name in LEARNED else 100))


@pytest.mark.parametrize(
    "text",
    ["search:rolls=1,candidates=2", "search:playouts=3,rolls=1", "search:rolls=2,candidates=2"],
)
def test_parity__searching(text: str) -> None:
    task = Task(SOLITAIRE_DICE, "solo", SolitaireDiceRules(), (SOLITAIRE_DICE.policy(text),), 7)
    assert_same_games(task, range(3))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(POLICIES))
@pytest.mark.parametrize("preset", sorted(SOLITAIRE_DICE.presets))
def test_parity__ten_thousand_games(preset: str, name: str) -> None:
    rules = SOLITAIRE_DICE.rules(preset)
    task = Task(SOLITAIRE_DICE, "solo", rules, (SOLITAIRE_DICE.policy(name),), 2026)
    assert_same_games(task, range(1_000 if name in LEARNED else 10_000))


@pytest.mark.parametrize("rotate", [True, False])
def test_parity__duplicate(rotate: bool) -> None:
    policies = tuple(SOLITAIRE_DICE.policy(name) for name in ("greedy", "random", "pace", "random"))
    task = Task(SOLITAIRE_DICE, "match", SolitaireDiceRules(), policies, 3, rotate=rotate)
    assert_same_games(task, range(50))


def test_duplicate__same_policy_on_the_same_rolls_always_draws() -> None:
    policies = (SOLITAIRE_DICE.policy("greedy"), SOLITAIRE_DICE.policy("greedy"))
    task = Task(SOLITAIRE_DICE, "match", SolitaireDiceRules(), policies, 3)
    outcomes = outcomes_of(task, 0, 200)
    assert set(outcomes["result"] // 2) == {0b11}
    assert not outcomes["lead"].any()


def test_duplicate__two_random_players_flip_different_coins() -> None:
    policies = (SOLITAIRE_DICE.policy("random"), SOLITAIRE_DICE.policy("random"))
    task = Task(SOLITAIRE_DICE, "match", SolitaireDiceRules(), policies, 3)
    outcomes = outcomes_of(task, 0, 200)
    assert (outcomes["score_0"] != outcomes["score_1"]).mean() > 0.5


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_length__eight_to_twenty_two_rolls_without_free_rolls(name: str) -> None:
    task = Task(SOLITAIRE_DICE, "solo", SolitaireDiceRules(), (SOLITAIRE_DICE.policy(name),), 11)
    outcomes = outcomes_of(task, 0, 20_000)
    rejected = outcomes["rolls"] - outcomes["free_rolls"]
    assert rejected.min() >= 8
    assert rejected.max() <= 22
    assert (outcomes["score"] >= -2200).all()
    assert (outcomes["status"] == FINISHED).all()
    marks = sum(outcomes[f"marks_{sum_}"] for sum_ in range(2, 13))
    np.testing.assert_array_equal(marks, 2 * outcomes["rolls"])


def test_replay__a_game_alone_equals_the_game_of_a_block() -> None:
    task = Task(SOLITAIRE_DICE, "solo", SolitaireDiceRules(), (SOLITAIRE_DICE.policy("greedy"),), 0)
    block = outcomes_of(task, 0, 50)
    for game in (0, 17, 49):
        alone = outcomes_of(task, game, 1)
        assert all(alone[name][0] == block[name][game] for name in block)


def test_reference__a_game_cut_at_the_cap_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, greedy = SOLITAIRE_DICE.rules(), SOLITAIRE_DICE.policy("greedy")
    task = Task(SOLITAIRE_DICE, "solo", rules, (greedy,), 3)
    assert task.replay(0).status == FINISHED
    monkeypatch.setattr(reference, "MAX_ROLLS", 5)  # no rules make a game of 512 rolls likely
    cut = task.replay(0)
    assert cut.status == TRUNCATED and len(cut.lines) >= 5
