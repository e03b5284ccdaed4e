"""Runs: what they hold, what they refuse, and how they end."""

from __future__ import annotations

import json
import os
import signal
import threading
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from analysis import TruncatedGamesWarning, simulate
from analysis.runs import Run
from analysis.tasks import build_task, parse_count, parse_games
from simulators.engine import SimulationJob, outcomes_of, run
from simulators.tally import Tally
from tests.analysis import toy


@pytest.mark.parametrize(
    "value",
    [
        1_000_000,
        1e6,
        "1000000",
        "1_000_000",
        "1e6",
        " 1E6 ",
        "1.0e6",
        np.int64(10**6),
        np.float64(1e6),
    ],
)
def test_parse_games__million(value: Any) -> None:
    games = parse_games(value)
    assert games == 1_000_000
    assert type(games) is int


@pytest.mark.parametrize(
    "value",
    [
        0,
        -1,
        1.5,
        "0",
        "-5",
        "1.5",
        "many",
        "",
        "1e400",
        "nan",
        float("nan"),
        float("inf"),
        10**16,
        "True",
    ],
)
def test_parse_games__out_of_range_or_not_whole(value: Any) -> None:
    with pytest.raises(ValueError, match="games must be a whole number from 1"):
        parse_games(value)


@pytest.mark.parametrize("value", [True, False, None, [5], {}, np.bool_(True)])
def test_parse_games__wrong_type(value: Any) -> None:
    with pytest.raises(TypeError, match="games must be a whole number from 1"):
        parse_games(value)


def test_parse_count__names_what_it_reads() -> None:
    with pytest.raises(ValueError, match="workers must be a whole number"):
        parse_count(0, "workers")
    for workers in (0, 10**9):
        with pytest.raises(ValueError, match="workers must be a whole number from 1 to 4,096"):
            simulate("toy", games=10, workers=workers)
    with pytest.raises(ValueError, match="chunk_games must be a whole number"):
        simulate("toy", games=10, chunk_games=-1)


@pytest.mark.parametrize(
    ("given", "kind", "reason"),
    [
        ({"game": "toi"}, ValueError, "unknown game 'toi': choose from toy"),
        ({"game": 5}, TypeError, "game must be a name"),
        ({"policy": "bank"}, ValueError, "unknown policy 'bank': choose from bank-at"),
        ({"policy": 5}, TypeError, "policy must be a name"),
        ({"policy": "bank-at:limit=3"}, ValueError, "unknown parameter of policy bank-at 'limit'"),
        ({"policy": "bank-at:threshold=0"}, ValueError, "threshold must be an integer from 1"),
        ({"preset": "plane"}, ValueError, "unknown preset of toy 'plane': choose from plain"),
        ({"switches": {"bus": "yes"}}, ValueError, "unknown switch 'bus': choose from bust"),
        ({"switches": {"bust": "maybe"}}, ValueError, "switch bust must be yes or no"),
        ({"rules": "plain"}, TypeError, "rules must be a ToyRules"),
        ({"rules": toy.ToyRules(), "preset": "plain"}, ValueError, "rules or a preset, not both"),
        ({"mode": "solo"}, ValueError, "unknown mode of toy 'solo': choose from turn"),
        ({"mode": "match"}, ValueError, "toy match takes 2 to 4 policies, not 1"),
        ({"options": {"handicp": 1}}, ValueError, "unknown option of mode turn 'handicp'"),
        ({"options": {"handicap": 99}}, ValueError, "option handicap must be an integer"),
        ({"seed": -1}, ValueError, "seed must be an integer from 0"),
        ({"seed": 2**64}, ValueError, "seed must be an integer from 0"),
        ({"seed": 1.5}, TypeError, "seed must be an integer from 0"),
        ({"seed": True}, TypeError, "seed must be an integer from 0"),
        ({"games": 0}, ValueError, "games must be a whole number"),
    ],
)
def test_simulate__bad_input_in_one_sentence(
    given: dict[str, Any], kind: type[Exception], reason: str
) -> None:
    with pytest.raises(kind) as caught:
        simulate(**{"game": "toy", "games": 10, **given})
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_run__counts_every_outcome() -> None:
    run = simulate("toy", "bank-at:threshold=15", games=20_000, seed=9)
    outcomes = outcomes_of(run.task, 0, 20_000)
    for metric in run.metrics:
        values, counts = np.unique(outcomes[metric.name], return_counts=True)
        assert run.pairs(metric.name) == list(zip(values.tolist(), counts.tolist(), strict=True))
    row = run.summary().set_index("metric").loc["points"]
    points = outcomes["points"]
    assert row["mean"] == pytest.approx(points.mean())
    assert row["std_error"] == pytest.approx(points.std(ddof=1) / np.sqrt(points.size))
    quantiles = np.quantile(points, [0.05, 0.25, 0.5, 0.75, 0.95], method="inverted_cdf")
    assert row[["q05", "q25", "median", "q75", "q95"]].tolist() == quantiles.tolist()


def test_run__policy_as_text_object_or_family() -> None:
    runs = [
        simulate("toy", policy, games=100, seed=1)
        for policy in ("bank-at", toy.BANK_AT, toy.BANK_AT(), None, "bank-at:threshold=20")
    ]
    assert len({run.digest for run in runs}) == 1


def test_run__rules_object_preset_and_switches_agree() -> None:
    by_preset = simulate("toy", "bank-after", preset="gentle", games=100, seed=1)
    by_rules = simulate("toy", "bank-after", rules=toy.ToyRules(bust=False), games=100, seed=1)
    by_switch = simulate("toy", "bank-after", switches={"bust": "no"}, games=100, seed=1)
    mixed = simulate(
        "toy", "bank-after", rules=toy.ToyRules(), switches={"bust": False}, games=100, seed=1
    )
    assert len({run.digest for run in (by_preset, by_rules, by_switch, mixed)}) == 1
    assert by_rules.as_dict()["preset"] == "gentle"


def test_distribution__shape_of_number_and_category() -> None:
    run = simulate("toy", games=5000, seed=1)
    points = run.distribution("points")
    assert list(points.columns) == ["points", "count", "probability", "cumulative"]
    assert points["count"].sum() == 5000
    assert points["cumulative"].iloc[-1] == 1
    assert points["probability"].sum() == pytest.approx(1)
    assert points.equals(run.distribution())
    last = run.distribution("last")
    assert list(last.columns) == ["last", "count", "probability", "label"]
    assert last["label"].tolist() == ["1", "2", "3", "4", "5", "6"]
    with pytest.raises(ValueError, match="unknown metric 'score': choose from points"):
        run.distribution("score")


def test_as_dict__document() -> None:
    run = simulate("toy", "bank-at:threshold=12", games="1e3", seed=0)
    document = json.loads(json.dumps(run.as_dict(), allow_nan=False))
    assert document["game"] == "toy"
    assert document["policy"] == "bank-at:threshold=12"
    assert document["parameters"] == {"threshold": "12", "mood": "0"}
    assert document["rules"] == {"bust": True, "head_start": 0}
    assert (document["seed"], document["games"], document["truncated"]) == (0, 1000, 0)
    assert set(document["metrics"]) == {"points", "bust", "rolls"}
    assert {"mean", "std_error", "ci_low", "ci_high"} <= set(document["metrics"]["bust"])
    for pairs in document["distribution"].values():
        assert sum(count for _, count in pairs) + document["truncated"] == document["games"]
    assert set(document["distribution"]) == {"points", "bust", "rolls", "last"}
    assert document["digest"] == run.digest


def test_as_dict__single_game_has_no_error() -> None:
    document = json.loads(json.dumps(simulate("toy", games=1, seed=1).as_dict(), allow_nan=False))
    assert document["metrics"]["points"]["std_error"] is None
    assert document["metrics"]["points"]["mean"] is not None


def test_estimate__category_has_no_mean() -> None:
    with pytest.raises(ValueError, match="last is a category"):
        simulate("toy", games=10, seed=1).estimate("last")


def test_truncated__c29_all_games_are_counted_and_nothing_is_estimated() -> None:
    with pytest.warns(TruncatedGamesWarning, match=r"500 of 500 games .* bank-after:rolls=never"):
        run = simulate("toy", "bank-after:rolls=never", preset="gentle", games=500, seed=1)
    assert (run.games, run.truncated) == (500, 500)
    document = json.loads(json.dumps(run.as_dict(), allow_nan=False))
    assert document["metrics"]["points"]["mean"] is None
    assert document["distribution"]["points"] == []
    assert run.distribution("points").empty
    for ask in (run.summary, run.estimate, lambda: run.rate("bust")):
        with pytest.raises(ValueError) as caught:
            ask()
        for telling in ("bank-after:rolls=never", "cut after 60 rolls", "after 60 rolls", "total"):
            assert telling in str(caught.value)


def test_truncated__c29_some_games_are_reported_never_dropped() -> None:
    stubborn = toy.user_policy(
        lambda state, p: state.total % 7 == 0 and state.rolls < 4, "stubborn"
    )
    with pytest.warns(TruncatedGamesWarning, match=r"policy stubborn .* cut after 60 rolls"):
        run = simulate("toy", stubborn, preset="gentle", games=2000, seed=1)
    assert 0 < run.truncated < 2000
    for metric in run.metrics:
        assert sum(count for _, count in run.pairs(metric.name)) + run.truncated == 2000
    assert run.estimate("points").n == 2000 - run.truncated
    assert run.summary()["n"].unique().tolist() == [2000 - run.truncated]


def test_untruncated__no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        simulate("toy", games=100, seed=1)


def test_progress__reports_up_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    simulate("toy", games=300_000, seed=1, chunk_games=20_000, progress=lambda *at: seen.append(at))
    assert seen[-1] == (300_000, 300_000)
    assert seen == sorted(seen)


def test_progress__silent_when_standard_error_is_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    simulate("toy", games=1000, seed=1)
    captured = capsys.readouterr()
    assert captured.err == captured.out == ""


def interrupted_after(games: int, **given: Any) -> Any:
    def progress(done: int, total: int) -> None:
        if done >= games:
            signal.raise_signal(signal.SIGINT)

    return simulate("toy", games=2_000_000, seed=6, workers=2, progress=progress, **given)


def test_interrupt__keeps_what_was_counted() -> None:
    run = interrupted_after(100_000)
    assert run.interrupted
    assert 100_000 <= run.games < 2_000_000
    whole = simulate("toy", games=run.games, seed=6)
    assert run.digest == whole.digest
    assert run.as_dict()["interrupted"] is True
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_interrupt__raised_by_the_progress_function_itself() -> None:
    def progress(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    run = simulate("toy", games=2_000_000, seed=6, progress=progress)
    assert run.interrupted
    assert 0 < run.games < 2_000_000
    assert run.digest == simulate("toy", games=run.games, seed=6).digest


def test_interrupt__ctrl_c_from_outside_while_kernels_run() -> None:
    timer = threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    run = simulate("toy", games=10**9, seed=6)
    timer.join()
    assert run.interrupted
    assert 0 < run.games < 10**9
    for metric in run.metrics:
        assert sum(count for _, count in run.pairs(metric.name)) == run.games
    assert run.digest == simulate("toy", games=run.games, seed=6).digest


@dataclass(frozen=True)
class JobInterruptedInside:
    """A chunk ends in a KeyboardInterrupt, as when Ctrl-C reaches a worker process."""

    job: SimulationJob
    chunk_games: int = 1000

    def empty(self) -> Tally:
        return self.job.empty()

    def play_chunk(self, first: int, stop: int) -> Tally:
        if first == 3000:
            raise KeyboardInterrupt
        return self.job.play_chunk(first, stop)


def test_interrupt__inside_a_chunk_counts_nothing_behind_the_gap() -> None:
    task = build_task("toy", [None], seed=1)
    job = JobInterruptedInside(SimulationJob(task))
    found = run(job, 20_000, workers=3, chunk_games=1000)
    assert found.interrupted
    assert found.tally.games <= 3000
    assert found.tally.games % 1000 == 0
    whole = simulate("toy", games=3000, seed=1)
    if found.tally.games == 3000:
        assert Run(task, found.tally).digest == whole.digest


def test_interrupt__before_any_game_was_counted() -> None:
    task = build_task("toy", [None], seed=1)
    run = Run(task, SimulationJob(task).empty(), interrupted=True)
    assert run.as_dict()["metrics"]["points"]["mean"] is None
    with pytest.raises(ValueError, match="no game was counted"):
        run.summary()
