"""Simulation against exact calculation, and proof that the checks could fail."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from analysis import simulate
from analysis.estimates import mean_estimate, rate_estimate
from analysis.runs import Run

Z_BOUND = 4.5


@cache
def exact_turn(total: int, threshold: int) -> tuple[tuple[int, Fraction], ...]:
    """Compute the exact distribution of a turn's points from a running total."""
    if total >= threshold:
        return ((total, Fraction(1)),)
    chances = {0: Fraction(1, 6)}
    for face in range(2, 7):
        for points, chance in exact_turn(total + face, threshold):
            chances[points] = chances.get(points, Fraction(0)) + chance / 6
    return tuple(sorted(chances.items()))


def worst_z(run: Run, threshold: int) -> float:
    """Return the largest |z| over all values of points: counted against expected."""
    counts = dict(run.pairs("points"))
    exact = dict(exact_turn(0, threshold))
    assert set(counts) <= set(exact)
    scores = [
        abs(counts.get(v, 0) - run.games * float(p)) / (run.games * float(p * (1 - p))) ** 0.5
        for v, p in exact.items()
        if 0 < p < 1
    ]
    return max(scores)


@pytest.mark.parametrize("threshold", [1, 9, 15, 20, 25])
def test_points__simulation_agrees_with_exact_distribution(threshold: int) -> None:
    run = simulate("toy", f"bank-at:threshold={threshold}", games=200_000, seed=12)
    assert worst_z(run, threshold) < Z_BOUND
    mean = float(sum(v * p for v, p in exact_turn(0, threshold)))
    found = run.estimate("points")
    assert abs(found.mean - mean) < Z_BOUND * found.std_error


def test_points__the_check_can_fail() -> None:
    """A policy that stops one point later is told apart, and so is a count moved by 1 in 100."""
    run = simulate("toy", "bank-at:threshold=21", games=200_000, seed=12)
    exact = {**dict(exact_turn(0, 20))}
    counts = dict(run.pairs("points"))
    z = (
        abs(counts.get(20, 0) - run.games * float(exact[20]))
        / (run.games * float(exact[20] * (1 - exact[20]))) ** 0.5
    )
    assert z > Z_BOUND
    honest = simulate("toy", "bank-at:threshold=9", games=200_000, seed=12)
    histogram = honest.tally.histograms[0]
    histogram.counts[0] -= 2000
    histogram.counts[9] += 2000
    assert worst_z(honest, 9) > Z_BOUND


def test_intervals__cover_the_truth_as_often_as_they_say() -> None:
    """400 disjoint samples of 500 games: the 95 % intervals miss about 20 times (z within 4.5)."""
    mean = float(sum(v * p for v, p in exact_turn(0, 15)))
    bust = float(dict(exact_turn(0, 15))[0])
    hits = {"t": 0, "wilson": 0}
    for seed in range(400):
        run = simulate("toy", "bank-at:threshold=15", games=500, seed=seed)
        points, lost = run.estimate("points"), run.estimate("bust")
        hits["t"] += points.ci_low <= mean <= points.ci_high
        hits["wilson"] += lost.ci_low <= bust <= lost.ci_high
    for count in hits.values():
        assert abs(count - 380) < Z_BOUND * (400 * 0.95 * 0.05) ** 0.5
        assert count < 400, "an interval that always covers is too wide"


def test_intervals__too_narrow_ones_are_caught() -> None:
    rng = np.random.default_rng(3)
    misses = 0
    for _ in range(400):
        sample = rng.binomial(1, 0.3, 500).sum()
        found = rate_estimate("win", int(sample), 500, confidence=0.68)
        misses += not found.ci_low <= 0.3 <= found.ci_high
    assert abs(misses - 20) > Z_BOUND * (400 * 0.95 * 0.05) ** 0.5


def test_mean_estimate__confidence_widens_the_interval() -> None:
    pairs = [(0, 50), (1, 30), (5, 20)]
    widths = [mean_estimate("score", pairs, c).half_width for c in (0.5, 0.9, 0.95, 0.999)]
    assert widths == sorted(widths)
    assert len(set(widths)) == 4
