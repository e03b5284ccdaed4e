"""Sweeps: a tidy frame, one seed for all points, an honest winner."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

from analysis import TruncatedGamesWarning, simulate, sweep
from analysis.columns import parameter_column, schema
from analysis.estimates import mean_estimate
from analysis.sweeps import fresh_seed, sweep_points
from tests.analysis import toy


def test_sweep__each_point_is_the_run_of_that_policy_on_the_same_seed() -> None:
    frame = sweep("toy", "bank-at", threshold=range(10, 31, 5), games=5000, seed=1)
    points = frame[frame["metric"] == "points"]
    assert points["threshold"].tolist() == [10, 15, 20, 25, 30]
    for row in points.itertuples():
        run = simulate("toy", row.policy, games=5000, seed=1)
        estimate = run.estimate("points")
        assert (row.mean, row.std_error, row.n) == (estimate.mean, estimate.std_error, 5000)
        wide = mean_estimate("points", run.pairs("points"), 1 - 0.05 / 5)
        assert (row.ci_low_all, row.ci_high_all) == (wide.ci_low, wide.ci_high)
        assert row.ci_low_all < row.ci_low < row.mean < row.ci_high < row.ci_high_all
    assert set(frame["correction"]) == {"Bonferroni over 5 points"}
    assert set(frame["seed"]) == {1}


def test_sweep__frame_is_as_documented() -> None:
    frame = sweep("toy", "bank-at", threshold=[10, 20], mood=[0, 1, 2], games=500, seed=1)
    extra = [parameter_column(toy.BANK_AT.parameter(name)) for name in ("threshold", "mood")]
    schema(list(frame.columns), extra).validate(frame)
    assert len(frame) == 2 * 3 * 3
    assert list(frame.columns[:3]) == ["threshold", "mood", "policy"]
    json.dumps(frame.attrs, allow_nan=False)
    assert frame.attrs["swept"] == ["threshold", "mood"]


def test_sweep__winner_is_played_again_on_a_fresh_seed() -> None:
    frame = sweep("toy", "bank-at", threshold=range(10, 31, 2), games=20_000, seed=1)
    winner = frame.attrs["winner"]
    points = frame[frame["metric"] == "points"]
    best = points.loc[points["mean"].idxmax()]
    assert winner["policy"] == best["policy"]
    assert winner["mean_when_chosen"] == best["mean"]
    assert winner["seed"] == fresh_seed(1) != 1
    again = simulate("toy", winner["policy"], games=20_000, seed=winner["seed"]).estimate("points")
    assert (winner["mean"], winner["ci_low"]) == (again.mean, again.ci_low)


def test_fresh_seed__undoes_the_winners_curse() -> None:
    """Choosing the luckiest of equals overstates it; the fresh estimate doesn't."""
    chosen, fresh = [], []
    for seed in range(60):
        frame = sweep("toy", "bank-at", threshold=range(17, 25), games=200, seed=seed)
        chosen.append(frame.attrs["winner"]["mean_when_chosen"])
        fresh.append(frame.attrs["winner"]["mean"])
    exact = 8.14
    error = float(np.std(fresh, ddof=1) / np.sqrt(len(fresh)))
    assert abs(np.mean(fresh) - exact) < 4.5 * error
    assert np.mean(chosen) - np.mean(fresh) > error


def test_sweep__minimise_metric_and_hint() -> None:
    frame = sweep("toy", "bank-at", threshold=[10, 20], metric="rolls", games=500, seed=1)
    assert frame.attrs["winner"]["policy"] == "bank-at:threshold=20"
    lowest = sweep(
        "toy", "bank-at", threshold=[10, 20], metric="rolls", minimise=True, games=500, seed=1
    )
    assert lowest.attrs["winner"]["policy"] == "bank-at:threshold=10"
    assert (lowest.attrs["metric"], lowest.attrs["minimise"]) == ("rolls", True)
    hinted = sweep("toy", "bank-at", threshold=[10, 20], metric="bust", games=500, seed=1)
    assert hinted.attrs["winner"]["policy"] == "bank-at:threshold=10"
    assert hinted.attrs["minimise"] is True


def test_sweep__fixed_parameters_stay() -> None:
    frame = sweep("toy", "bank-at:mood=3", threshold=[10], games=10, seed=1)
    assert frame["policy"].unique().tolist() == ["bank-at:threshold=10,mood=3"]


def test_sweep__numpy_values_words_text_and_single_values() -> None:
    by_array = sweep("toy", "bank-at", threshold=np.arange(10, 13), games=10, seed=1)
    by_text = sweep("toy", "bank-at", vary={"threshold": ["10", "11", "12"]}, games=10, seed=1)
    assert by_array.equals(by_text)
    single = sweep("toy", "bank-at", threshold=10, games=10, seed=1)
    assert single["threshold"].tolist() == [10, 10, 10]
    words = sweep("toy", "bank-after", rolls=["never", 2], games=10, seed=1)
    assert words["rolls"].unique().tolist() == ["never", "2"]


def test_sweep__repeated_values_are_one_point() -> None:
    assert len(sweep_points(toy.BANK_AT(), {"threshold": [10, 10, "10"]})) == 1


def test_sweep__point_where_nothing_finished_is_there_and_never_wins() -> None:
    with pytest.warns(TruncatedGamesWarning):
        frame = sweep("toy", "bank-after", rolls=["never", 2], games=50, seed=1, preset="gentle")
    row = frame.iloc[0]
    assert np.isnan(row["mean"])
    assert (row["n"], row["truncated"]) == (0, 50)
    assert frame.attrs["winner"]["policy"] == "bank-after:rolls=2"


def test_sweep__interrupted_keeps_the_points_that_are_done() -> None:
    def progress(done: int, total: int) -> None:
        if done >= 1500:
            raise KeyboardInterrupt

    frame = sweep("toy", "bank-at", threshold=[10, 11, 12], games=1000, seed=1, progress=progress)
    assert frame.attrs["interrupted"] is True
    assert frame.attrs["winner"] is None
    whole = sweep("toy", "bank-at", threshold=[10, 11, 12], games=1000, seed=1)
    assert (
        frame.iloc[:3].drop(columns="correction").equals(whole.iloc[:3].drop(columns="correction"))
    )


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "name a parameter to sweep: policy bank-at has threshold, mood"),
        (
            {"treshold": [1]},
            "unknown parameter of policy bank-at 'treshold': choose from threshold",
        ),
        ({"threshold": []}, "parameter threshold: give at least one value"),
        ({"threshold": [5, 0]}, "policy bank-at: parameter threshold must be an integer from 1"),
        ({"threshold": [5.5]}, "policy bank-at: parameter threshold must be an integer from 1"),
        ({"threshold": [5], "metric": "score"}, "unknown metric 'score': choose from points"),
        ({"threshold": [5], "metric": "last"}, "last is a category"),
        ({"threshold": [5], "games": "0"}, "games must be a whole number"),
        ({"threshold": [5], "vary": {"threshold": [6]}}, "parameter threshold is swept twice"),
        ({"threshold": range(1, 101), "mood": [0] * 1001}, "at most 100,000 points"),
    ],
)
def test_sweep__bad_input(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        sweep("toy", "bank-at", **{"games": 10, **given})
