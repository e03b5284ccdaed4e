"""`dicelab sweep`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from analysis.cli.vary import MAX_POINTS, read_grid, read_range
from simulators.registry import find_game

SWEEP = ("sweep", "10000", "--policy", "bank-at", "--seed", "1", "--games", "2000")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("100:300:100", ["100", "200", "300"]),
        ("100:299:100", ["100", "200"]),
        ("100:100:50", ["100"]),
        ("300:100:-100", ["300", "200", "100"]),
        ("-1:1:1", ["-1", "0", "1"]),
        ("0:0.3:0.1", ["0", "0.1", "0.2", "0.3"]),
        ("1_000:2e3:500", ["1000", "1500", "2000"]),
    ],
)
def test_range__includes_a_stop_that_a_step_lands_on(text: str, values: list[str]) -> None:
    assert read_range(text, "threshold") == values


def test_grid__words_and_vectors_are_read_as_the_parameter_says() -> None:
    family = find_game("10000").policies["bank-at-dice"]
    vectors = ["thresholds=300/250/400/1050/3050/15400,500", "set_aside=most-points,most-dice"]
    grid = read_grid(vectors, family)
    assert grid["thresholds"] == [(300, 250, 400, 1050, 3050, 15400), (500,) * 6]
    assert grid["set_aside"] == ["most-points", "most-dice"]


def test_json__has_a_row_per_point_and_metric_and_the_winner_afresh(dicelab: Callable) -> None:
    document = dicelab(*SWEEP, "--vary", "threshold=200:400:100", "--json").document
    points = [row for row in document["rows"] if row["metric"] == "points"]
    assert [row["policy"] for row in points] == [
        "bank-at:threshold=200", "bank-at:threshold=300", "bank-at:threshold=400",
    ]  # fmt: skip
    assert document["winner"]["seed"] != document["seed"] == 1
    best = max(points, key=lambda row: row["mean"])
    assert document["winner"]["policy"] == best["policy"]
    assert document["winner"]["mean"] != best["mean"]


def test_several_varies__make_a_grid(dicelab: Callable) -> None:
    vary = ("--vary", "threshold=200,300", "--vary", "set_aside=most-points,most-dice")
    rows = dicelab(*SWEEP, "--set", "set_aside=choose", *vary, "--json").document["rows"]
    points = {(row["threshold"], row["set_aside"]) for row in rows}
    assert len(points) == 4


def test_table__shows_points_and_winner(dicelab: Callable) -> None:
    out = dicelab(*SWEEP, "--vary", "threshold=200:400:100").out
    assert "Best points: threshold=" in out
    assert "fresh seed" in out
    assert [line.split()[0] for line in out.splitlines()[3:6]] == ["200", "300", "400"]


@pytest.mark.parametrize("suffix", ["csv", "parquet", "json"])
def test_out__holds_the_table(dicelab: Callable, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"sweep.{suffix}"
    answer = dicelab(*SWEEP, "--vary", "threshold=200,300", "--out", str(file), "--json")
    if suffix == "json":
        assert '"bank-at:threshold=200"' in file.read_text()
        return
    frame = pd.read_csv(file) if suffix == "csv" else pd.read_parquet(file)
    assert list(frame["policy"]) == [row["policy"] for row in answer.document["rows"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--vary"),
        (["--vary", "treshold=1,2"], "'treshold': choose from threshold"),
        (["--vary", "threshold"], "--vary takes"),
        (["--vary", "threshold=100:200"], "start:stop:step"),
        (["--vary", "threshold=100:200:0"], "has no value"),
        (["--vary", "threshold=200:100:50"], "has no value"),
        (["--vary", "threshold=a:b:c"], "start:stop:step"),
        (["--vary", "threshold=1:2:1/0"], "start:stop:step"),
        (["--vary", "threshold=0:1:0.5"], "threshold must be"),
        (["--vary", "threshold=100,"], "threshold must be"),
        (["--vary", f"threshold=0:{10 * MAX_POINTS}:1"], "larger steps"),
        (["--vary", "threshold=0:1000:1", "--vary", "take_over=0:100:1"], "larger steps"),
        (["--vary", "threshold=1,2", "--vary", "threshold=3"], "threshold twice"),
        (["--vary", "threshold=-50:50:50"], "threshold must be"),
        (["--vary", "threshold=100", "--metric", "pionts"], "choose from points"),
        (["--vary", "threshold=100", "--out", "sweep.xlsx"], "must end in .parquet, .csv, .json"),
        (["--vary", "threshold=100", "--out", "/proc/dicelab/sweep.csv"], "/proc/dicelab"),
    ],
)
def test_sweep__bad_input(refused: Callable, arguments: list[str], words: str) -> None:
    assert words in refused(*SWEEP, *arguments)


def test_vary__of_a_parameter_given_with_the_policy_is_refused(refused: Callable) -> None:
    policy = ("--policy", "bank-at:threshold=300")
    sentence = refused("sweep", "10000", *policy, "--vary", "threshold=100,200", "--games", "9")
    assert "threshold" in sentence
