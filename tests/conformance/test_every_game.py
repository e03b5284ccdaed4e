"""The contract that every registered game keeps; a new game is tested by being registered."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from simulators.engine import SimulationJob, outcomes_of, run
from simulators.game import Game, Task
from simulators.outcomes import FINISHED, TRUNCATED
from simulators.policy import parse_policy
from simulators.registry import GAMES, find_game
from simulators.rules import Rules

ALL = [find_game(name) for name in GAMES]
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


def _own_presets(game: Game) -> list[str]:
    """Name the presets to test with this game: games that are one engine share out theirs."""
    first = next(other for other in ALL if other.rules_type is game.rules_type)
    return list(game.presets) if game is first else [game.default_preset]


def _tasks(game: Game, seed: int = 1) -> Iterator[tuple[str, Task]]:
    """One task per mode, preset and policy; a match is the policy against the default one."""
    for mode in game.modes.values():
        for preset in _own_presets(game):
            for name in game.policies:
                seats = max(mode.min_players, 1)
                policies = (game.policy(name),) + (game.policy(),) * (seats - 1)
                task = Task(game, mode.name, game.rules(preset), policies, seed)
                yield f"{game.name}/{mode.name}/{preset}/{name}", task


TASKS = dict(pair for game in ALL for pair in _tasks(game))
every_task = pytest.mark.parametrize("task", TASKS.values(), ids=TASKS.keys())


@every_game
def test_game__is_described(game: Game) -> None:
    assert game.title and game.summary and game.source
    assert game.name == game.name.lower()
    assert game.default_preset in game.presets
    assert game.default_policy in game.policies
    assert game.default_mode in game.modes
    assert game.version >= 1


@every_game
def test_rules__every_switch_is_described_and_round_trips(game: Game) -> None:
    for preset, rules in game.presets.items():
        assert isinstance(rules, game.rules_type)
        assert game.rules_type.from_dict(json.loads(json.dumps(rules.as_dict()))) == rules
        for spec in rules.switches():
            assert spec.description and spec.kind.describe()
            value = getattr(rules, spec.name)
            written = spec.kind.format(value)
            assert spec.kind.parse(written) == value, (preset, spec.name, written)
            assert rules.with_switches({spec.name: written}) == rules
        assert hash(rules) == hash(pickle.loads(pickle.dumps(rules)))


@every_game
def test_rules__are_frozen_and_never_leak(game: Game) -> None:
    rules = game.rules()
    with pytest.raises(AttributeError):
        setattr(rules, rules.switches()[0].name, 1)
    assert game.rules() == rules == game.presets[game.default_preset]


@every_game
def test_rules__unknown_switch_lists_what_exists(game: Game) -> None:
    with pytest.raises(ValueError, match="unknown switch 'nosuch': choose from"):
        game.rules(switches={"nosuch": 1})


@every_game
def test_policies__are_described_and_round_trip(game: Game) -> None:
    for name, family in game.policies.items():
        assert family.name == name and family.summary and family.source
        assert not family.user_written
        policy = family()
        assert policy.label.split(":")[0] == name
        assert parse_policy(policy.label, game.policies) == policy
        for spec in family.parameters:
            assert spec.description and spec.kind.describe()
            assert spec.kind.check(spec.default) == spec.default
            written = spec.kind.format(spec.default)
            assert parse_policy(f"{name}:{spec.name}={written}", game.policies) == policy
        restored = pickle.loads(pickle.dumps(policy))
        assert restored.as_dict() == policy.as_dict()


@every_game
def test_modes__are_described(game: Game) -> None:
    for name, mode in game.modes.items():
        assert mode.name == name and mode.summary and mode.cap
        metrics = mode.metrics(game.rules(), mode.max_players)
        assert mode.headline in [metric.name for metric in metrics]
        assert len({metric.name for metric in metrics}) == len(metrics)
        for metric in metrics:
            assert metric.description and metric.unit
            assert metric.low <= metric.high
            assert (metric.kind == "category") == (metric.labels is not None)
        if mode.is_match:
            assert name == "match" and metrics[0].name == "result"


@every_task
def test_parity__reference_and_kernel_agree_game_by_game(task: Task) -> None:
    first = 1_000_003
    outcomes = outcomes_of(task, first, 12)
    for column in range(12):
        replay = task.replay(first + column)
        assert replay.lines
        assert outcomes["status"][column] == replay.status
        if replay.status == FINISHED:
            kernel = {name: int(values[column]) for name, values in outcomes.items()}
            del kernel["status"]
            assert kernel == dict(replay.outcome), "\n".join(replay.lines)
        elif column:
            break  # a game that runs to its cap takes the reference long, and the next one as well


@every_task
def test_determinism__chunks_blocks_and_copies(task: Task) -> None:
    # Games that all run to their cap take long, and one of them is like another.
    endless = set(outcomes_of(task, 0, 20)["status"]) == {TRUNCATED}
    games = 200 if endless else 3000
    whole = run(SimulationJob(task), games, workers=1, chunk_games=3000).tally
    assert whole.games == games
    for histogram in whole.histograms:
        assert sum(count for _, count in histogram.pairs()) == games - whole.truncated
    travelled = pickle.loads(pickle.dumps(task))
    assert travelled.as_dict() == task.as_dict()
    for other, workers, chunk in ((task, 3, 7 * 11), (travelled, 2, 1000)):
        parts = run(SimulationJob(other), games, workers=workers, chunk_games=chunk).tally
        assert parts.truncated == whole.truncated
        for ours, theirs in zip(parts.histograms, whole.histograms, strict=True):
            assert ours.pairs() == theirs.pairs()


@every_task
def test_outcomes__stay_within_the_kinds_of_their_metrics(task: Task) -> None:
    outcomes = outcomes_of(task, 0, 500)
    assert set(np.unique(outcomes["status"])) <= {FINISHED, TRUNCATED}
    done = outcomes["status"] == FINISHED
    for metric in task.metrics:
        values = outcomes[metric.name][done]
        if metric.kind == "rate":
            assert set(np.unique(values)) <= {0, 1}
        if metric.labels is not None:
            assert all(metric.labels(int(value)) for value in np.unique(values))


@every_game
def test_seeds__zero_differs_from_one(game: Game) -> None:
    task = next(_tasks(game))[1]
    other = Task(game, task.mode_name, task.rules, task.policies, 0)
    ours, theirs = (outcomes_of(each, 0, 200) for each in (task, other))
    assert any((ours[name] != theirs[name]).any() for name in ours)


@every_game
def test_c16__two_rule_sets_at_once_stay_apart(game: Game) -> None:
    def counts(rules: Rules) -> list[list[tuple[int, int]]]:
        mode = game.mode()
        task = Task(game, mode.name, rules, (game.policy(),) * mode.min_players, 5)
        return [h.pairs() for h in run(SimulationJob(task), 2000).tally.histograms]

    rule_sets = [game.rules(preset) for preset in game.presets]
    before = [counts(rules) for rules in rule_sets]
    assert [counts(rules) for rules in reversed(rule_sets)] == before[::-1]


@every_game
def test_names__unknown_ones_list_what_exists(game: Game) -> None:
    with pytest.raises(ValueError, match="unknown policy 'nosuch'"):
        game.policy("nosuch")
    with pytest.raises(ValueError, match="unknown preset"):
        game.rules("nosuch")
    with pytest.raises(ValueError, match="unknown mode"):
        game.mode("nosuch")
    with pytest.raises(TypeError, match="policy must be a name"):
        game.policy(3)  # type: ignore[arg-type]
    name = game.default_policy
    with pytest.raises(ValueError, match=f"unknown parameter of policy {name} 'nosuch'"):
        game.policy(f"{name}:nosuch=1")


def test_registry__unknown_game_lists_nearest_first() -> None:
    with pytest.raises(ValueError, match="unknown game 'solitare': choose from solitaire-dice"):
        find_game("solitare")


@every_game
def test_tasks__refuse_a_wrong_number_of_policies(game: Game) -> None:
    for mode in game.modes.values():
        policies = (game.policy(),) * (mode.max_players + 1)
        with pytest.raises(ValueError, match="takes"):
            Task(game, mode.name, game.rules(), policies, 1)
