"""Paired comparisons against a direct calculation, scipy, and a hand-worked correction."""

from __future__ import annotations

import math
import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analysis import TruncatedGamesWarning, compare, simulate
from analysis.columns import schema
from analysis.comparisons import COLUMNS, holm, paired_p_value
from analysis.tasks import build_task
from simulators.engine import outcomes_of
from tests.analysis import toy

POLICIES = ["bank-at:threshold=20", "bank-after:rolls=4", "bank-at:threshold=9"]
GAMES = 20_000


def test_holm__by_hand() -> None:
    # Four p-values: 0.005 x 4 = 0.02; 0.011 x 3 = 0.033; 0.02 x 2 = 0.04; 0.04 x 1 = 0.04.
    assert holm([0.011, 0.04, 0.005, 0.02]) == pytest.approx([0.033, 0.04, 0.02, 0.04])
    # 0.01 x 3 = 0.03; 0.04 x 2 = 0.08; then 0.05 x 1 may not fall below 0.08.
    assert holm([0.05, 0.01, 0.04]) == pytest.approx([0.08, 0.03, 0.08])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([0.03]) == [0.03]
    assert holm([]) == []


def test_compare__differences_of_the_same_games() -> None:
    found = compare("toy", POLICIES, games=GAMES, seed=2).set_index(
        ["policy_a", "policy_b", "metric"]
    )
    outcomes = {p: outcomes_of(build_task("toy", [p], seed=2), 0, GAMES) for p in POLICIES}
    assert len(found) == 3 * 3
    for a, b in combinations(POLICIES, 2):
        for metric in ("points", "bust", "rolls"):
            row = found.loc[(a, b, metric)]
            difference = outcomes[a][metric].astype(float) - outcomes[b][metric]
            test = stats.ttest_1samp(difference, 0)
            low, high = test.confidence_interval(0.95)
            assert row["mean_a"] == pytest.approx(outcomes[a][metric].mean())
            assert row["mean_b"] == pytest.approx(outcomes[b][metric].mean())
            assert row["mean_difference"] == pytest.approx(difference.mean())
            assert row["std_error"] == pytest.approx(stats.sem(difference))
            assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high))
            assert row["p_value"] == pytest.approx(test.pvalue, rel=1e-6)
            shares = [(difference > 0).mean(), (difference == 0).mean(), (difference < 0).mean()]
            assert row[["better", "equal", "worse"]].tolist() == pytest.approx(shares)


def test_compare__pairing_beats_independent_seeds() -> None:
    found = compare("toy", ["bank-at", "bank-at:threshold=22"], games=GAMES, seed=2)
    paired = found.set_index("metric").loc["points", "std_error"]
    singles = [
        simulate("toy", f"bank-at:threshold={t}", games=GAMES, seed=s).estimate("points").std_error
        for t, s in [(20, 3), (22, 4)]
    ]
    assert paired < 0.6 * math.hypot(*singles)


def test_compare__frame_is_as_documented() -> None:
    found = compare("toy", POLICIES, games=2000, seed=2)
    schema(COLUMNS).validate(found)
    assert set(found["correction"]) == {"Holm over 3 pairs"}
    for _, family in found.groupby("metric"):
        assert family["p_adjusted"].tolist() == pytest.approx(holm(family["p_value"].tolist()))
    assert found.attrs["seed"] == 2
    assert found.attrs["games"] == 2000
    assert found.attrs["policies"] == [
        "bank-at:threshold=20",
        "bank-after:rolls=4",
        "bank-at:threshold=9",
    ]


def test_compare__equal_players_differ_by_nothing() -> None:
    found = compare("toy", ["bank-at", "bank-at:mood=1"], games=1000, seed=2)
    assert found["mean_difference"].tolist() == [0, 0, 0]
    assert found["p_value"].tolist() == found["p_adjusted"].tolist() == [1, 1, 1]
    assert found["equal"].tolist() == [1, 1, 1]


def test_paired_p_value__edges() -> None:
    assert paired_p_value(0, 0, 10) == 1
    assert paired_p_value(1, 0, 10) == 0
    assert math.isnan(paired_p_value(1, math.nan, 1))
    assert paired_p_value(2.228139, 1, 11) == pytest.approx(0.05, abs=1e-6)


def test_compare__same_for_any_workers() -> None:
    frames = [compare("toy", POLICIES, games=30_001, seed=2, workers=w) for w in (1, 3)]
    assert frames[0].equals(frames[1])


def test_compare__does_not_say_significant_when_nothing_is() -> None:
    """Under no difference the p-value is uniform: not often small, and not never."""
    p_values = []
    coin = [toy.user_policy(lambda state, p: state.rolls >= 1, name) for name in ("one", "two")]
    solo = [build_task("toy", [policy], seed=0) for policy in coin]
    rng = np.random.default_rng(7)
    for _ in range(400):
        first = outcomes_of(solo[0], int(rng.integers(10**9)), 200)["points"]
        second = outcomes_of(solo[1], int(rng.integers(10**9)), 200)["points"]
        difference = first - second
        error = float(stats.sem(difference))
        p_values.append(paired_p_value(float(difference.mean()), error, 200))
    assert stats.kstest(p_values, "uniform").pvalue > 1e-3
    assert stats.kstest(np.array(p_values) ** 2, "uniform").pvalue < 1e-6, "the check can fail"


def test_compare__truncated_games_are_left_out_for_all_and_told() -> None:
    stubborn = toy.user_policy(lambda s, p: s.total % 7 == 0 and s.rolls < 4, "stubborn")
    with pytest.warns(TruncatedGamesWarning, match="bank-after:rolls=3, stubborn"):
        found = compare("toy", ["bank-after", stubborn], games=500, seed=1, preset="gentle")
    assert 0 < found.attrs["truncated"] < 500
    assert set(found["n"]) == {500 - found.attrs["truncated"]}


def test_compare__nothing_finished() -> None:
    with pytest.raises(ValueError, match=r"nothing to compare.*bank-after:rolls=never.*60 rolls"):
        compare("toy", ["bank-after", "bank-after:rolls=never"], games=50, seed=1, preset="gentle")


@pytest.mark.parametrize(
    ("policies", "given", "kind", "reason"),
    [
        (["bank-at"], {}, ValueError, "at least 2 policies, not 1"),
        ([], {}, ValueError, "at least 2 policies, not 0"),
        ("bank-at", {}, TypeError, "policies must be a list"),
        (
            ["bank-at", "bank-at:threshold=20"],
            {},
            ValueError,
            "policy bank-at:threshold=20 is there twice",
        ),
        (["bank-at", "bank"], {}, ValueError, "unknown policy 'bank'"),
        (["bank-at", "bank-after"], {"mode": "match"}, ValueError, "takes 2 to 4 policies, not 1"),
        (["bank-at", "bank-after"], {"games": 0}, ValueError, "games must be"),
    ],
)
def test_compare__bad_input(
    policies: Any, given: dict[str, Any], kind: type[Exception], reason: str
) -> None:
    with pytest.raises(kind, match=re.escape(reason)):
        compare("toy", policies, **given)
