"""The reference player and the kernels agree game by game."""

from __future__ import annotations

from random import Random

import pytest

from simulators.engine import outcomes_of
from simulators.game import Task
from simulators.outcomes import FINISHED, TRUNCATED
from simulators.ten_thousand import FIFTEEN_THOUSAND, TEN_THOUSAND
from tests.ten_thousand.helpers import opportunist, picky, random_policy, random_rules

GAMES = {game.name: game for game in (TEN_THOUSAND, FIFTEEN_THOUSAND)}
POLICIES = [*TEN_THOUSAND.policies, opportunist, picky]
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
        )
    return kernel


def task(game, mode, policies, rules=None, seed=7, **options):
    chosen = tuple(game.policy(choice) for choice in policies)
    return Task(game, mode, rules or game.rules(), chosen, seed, tuple(options.items()))


@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("set_aside", ["all", "choose"])
def test_turns__reference_equals_kernel(name, choice, set_aside):
    rules = GAMES[name].rules(switches={"set_aside": set_aside})
    kernel = assert_same(task(GAMES[name], "turn", [choice], rules), 0, 150)
    assert set(kernel["status"]) == {FINISHED}
    assert len(set(kernel["rolls"])) > 1 or choice == "always-bank"


@pytest.mark.parametrize("choice", [c for c in POLICIES if c != "always-roll"])
@pytest.mark.parametrize("name", GAMES)
def test_to_target__reference_equals_kernel(name, choice):
    kernel = assert_same(task(GAMES[name], "target", [choice]), 1000, 6)
    assert set(kernel["status"]) == {FINISHED}


@pytest.mark.parametrize("n_players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", GAMES)
def test_matches__reference_equals_kernel(name, n_players):
    random = Random(n_players)
    policies = [random_policy(random) for _ in range(n_players)]
    kernel = assert_same(task(GAMES[name], "match", policies), 50, 8)
    assert set(kernel["status"]) == {FINISHED}


@pytest.mark.parametrize("preset", ["farkle-facebook", "zilch", "patch", "cardgames-io"])
def test_relatives__reference_equals_kernel(preset):
    rules = TEN_THOUSAND.rules(preset)
    start = {"busts": 2} if rules.farkle_penalty else {}
    turns = assert_same(task(TEN_THOUSAND, "turn", ["bank-at"], rules, **start), 0, 200)
    assert min(turns["points"]) == -rules.farkle_penalty
    alone = assert_same(task(TEN_THOUSAND, "target", ["bank-at:threshold=900"], rules), 0, 10)
    match = assert_same(task(TEN_THOUSAND, "match", [opportunist, "race", picky], rules), 0, 20)
    assert {*alone["status"], *match["status"]} == {FINISHED}
    scores = [match[f"score_{entrant}"] for entrant in range(3)]
    over = [sum(score >= 10_000 for score in game) for game in zip(*scores, strict=True)]
    assert min(over) >= 1
    if rules.finish == "first":
        assert max(over) == 1


def test_penalty__is_counted_across_turns():
    """Turns that are always lost cost the penalty every third time, in both implementations."""
    rules = TEN_THOUSAND.rules("zilch")
    always = task(TEN_THOUSAND, "match", ["always-roll", "bank-at"], rules)
    outcome = assert_same(always, 0, 6)
    for rounds, score in zip(outcome["rounds"], outcome["score_0"], strict=True):
        assert score in (-500 * (rounds // 3), -500 * ((rounds - 1) // 3))


@pytest.mark.parametrize("seed", range(60))
def test_random_rules__reference_equals_kernel(seed):
    random = Random(seed)
    rules = random_rules(random)
    start = {"score": random.choice(("opened", 0))}
    if rules.farkle_penalty:
        start["busts"] = random.randrange(3)
    if random.random() < 0.5:
        start |= {"counter": random.choice((50, 400)), "dice": random.randint(1, 6)}
    try:
        turns = task(TEN_THOUSAND, "turn", [random_policy(random)], rules, seed, **start)
    except ValueError:  # the start leaves no room under an exact finish
        turns = task(TEN_THOUSAND, "turn", [random_policy(random)], rules, seed, score=0)
    assert_same(turns, 0, 40)
    n_players = random.randint(2, 6)
    policies = [random_policy(random) for _ in range(n_players)]
    chosen = tuple(TEN_THOUSAND.policy(choice) for choice in policies)
    rotate = random.random() < 0.5
    quick = rules.with_switches({"opening": min(rules.opening, 300)})
    match = Task(TEN_THOUSAND, "match", quick, chosen, seed, rotate=rotate)
    kernel = outcomes_of(match, 3, 4)
    if TRUNCATED not in kernel["status"]:  # a runaway match takes the reference too long
        assert_same(match, 3, 4)


def test_random_rules__few_matches_are_skipped():
    """What the test above leaves out is the exception."""
    finished = 0
    for seed in range(60):
        random = Random(seed)
        rules = random_rules(random).with_switches({"opening": 0})
        pair = tuple(TEN_THOUSAND.policy("bank-at") for _ in range(2))
        kernel = outcomes_of(Task(TEN_THOUSAND, "match", rules, pair, seed), 3, 1)
        finished += int(kernel["status"][0] == FINISHED)
    assert finished >= 50


def test_truncated__to_target_reference_equals_kernel():
    """C29: a policy that never banks is cut at 10,000 turns, and counted as truncated."""
    kernel = assert_same(task(TEN_THOUSAND, "target", ["always-roll"]), 5, 1)
    assert kernel["status"] == [TRUNCATED]
    assert kernel["turns"] == [10_000]


def test_truncated__match_reference_equals_kernel():
    kernel = assert_same(task(TEN_THOUSAND, "match", ["always-roll"] * 2), 5, 1)
    assert kernel["status"] == [TRUNCATED]
    assert kernel["rounds"] == [10_000]


def test_truncated__endless_turn_reference_equals_kernel():
    rules = TEN_THOUSAND.rules(switches={"singles": (1,) * 6})
    for mode, n_players in (("turn", 1), ("target", 1), ("match", 3)):
        kernel = assert_same(task(TEN_THOUSAND, mode, ["always-roll"] * n_players, rules), 0, 2)
        assert kernel["status"] == [TRUNCATED, TRUNCATED]


@pytest.mark.slow
@pytest.mark.parametrize("choice", POLICIES, ids=NAMES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("set_aside", ["all", "choose"])
def test_ten_thousand_turns__reference_equals_kernel(name, choice, set_aside):
    rules = GAMES[name].rules(switches={"set_aside": set_aside})
    assert_same(task(GAMES[name], "turn", [choice], rules, seed=11), 0, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("choice", [c for c in POLICIES if c != "always-roll"])
@pytest.mark.parametrize("name", GAMES)
def test_many_games__reference_equals_kernel(name, choice):
    assert_same(task(GAMES[name], "target", [choice], seed=11), 0, 1000)
    assert_same(task(GAMES[name], "match", [choice, "bank-at"], seed=11), 0, 1000)
