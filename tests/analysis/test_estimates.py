"""Estimates against published values, scipy, numpy, and exact arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.estimates import (
    Moments,
    mean_estimate,
    quantile,
    rate_estimate,
    t_quantile,
    wilson_interval,
)

COUNTS = st.dictionaries(st.integers(-3000, 3000), st.integers(1, 10**6), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    # R. G. Newcombe, Statistics in Medicine 17 (1998), 857-872, table I, method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_interval__published_values(successes: int, n: int, low: float, high: float) -> None:
    found = wilson_interval(successes, n)
    assert found == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10**7), st.data(), st.sampled_from([0.8, 0.95, 0.999]))
def test_wilson_interval__equals_scipy(n: int, data: st.DataObject, confidence: float) -> None:
    successes = data.draw(st.integers(0, n))
    found = wilson_interval(successes, n, confidence)
    wanted = stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    assert found == pytest.approx((wanted.low, wanted.high), abs=1e-12, rel=1e-9)
    assert 0 <= found[0] <= successes / n <= found[1] <= 1


def test_t_quantile__tables_and_normal_limit() -> None:
    assert t_quantile(0.95, 1) == pytest.approx(12.706, abs=5e-4)
    assert t_quantile(0.95, 10) == pytest.approx(2.228, abs=5e-4)
    assert t_quantile(0.95, 10**12) == pytest.approx(1.959963984540054, abs=1e-9)


@given(COUNTS)
def test_mean_estimate__equals_scipy_on_the_expanded_sample(counts: dict[int, int]) -> None:
    pairs = sorted((value, count % 50 + 1) for value, count in counts.items())
    sample = np.repeat([v for v, _ in pairs], [c for _, c in pairs])
    found = mean_estimate("score", pairs)
    assert found.n == sample.size
    assert found.mean == pytest.approx(sample.mean(), abs=1e-9)
    if sample.size < 2:
        assert math.isnan(found.std_error)
        assert math.isnan(found.ci_low)
        return
    error = stats.sem(sample)
    assert found.std_error == pytest.approx(error, rel=1e-9, abs=1e-12)
    if error > 0:
        low, high = stats.t.interval(0.95, sample.size - 1, sample.mean(), error)
        assert (found.ci_low, found.ci_high) == pytest.approx((low, high), rel=1e-9, abs=1e-9)


def test_moments__no_drift_in_very_large_counts() -> None:
    pairs = [(10**6, 10**15), (10**6 + 1, 10**15)]
    moments = Moments.of(pairs)
    exact = Fraction(moments.n * moments.squares - moments.total**2, moments.n * (moments.n - 1))
    assert moments.variance == float(exact) == pytest.approx(0.25)
    assert moments.mean == 10**6 + 0.5


def test_mean_estimate__no_outcome() -> None:
    with pytest.raises(ValueError, match="no outcome of score"):
        mean_estimate("score", [])
    with pytest.raises(ValueError, match="no outcome of win"):
        rate_estimate("win", 0, 0)


def test_estimate__single_game_is_json_null_not_nan() -> None:
    document = mean_estimate("score", [(7, 1)]).as_dict()
    assert document["mean"] == 7
    assert document["std_error"] is document["ci_low"] is document["ci_high"] is None


@given(COUNTS, st.sampled_from([0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0]))
def test_quantile__equals_numpy_inverted_cdf(counts: dict[int, int], share: float) -> None:
    pairs = sorted((value, count % 40 + 1) for value, count in counts.items())
    sample = np.repeat([v for v, _ in pairs], [c for _, c in pairs])
    # numpy computes share * n in floating point; the exact rank decides.
    rank = max(1, math.ceil(Fraction(str(share)) * sample.size))
    assert quantile(pairs, share) == np.sort(sample)[rank - 1]


def test_quantile__exactly_at_a_step() -> None:
    pairs = [(1, 5), (2, 90), (3, 5)]
    assert [quantile(pairs, q) for q in (0.05, 0.0500001, 0.95, 0.950001)] == [1, 2, 2, 3]


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_quantile__out_of_range(share: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        quantile([(0, 1)], share)
