"""Estimates with their errors, from exact integer counts.

Sums and sums of squares are Python integers, so nothing drifts however many games were counted, and
an estimate is the same bits whoever added the counts up, in whatever order.

References
----------
.. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
   J. Am. Stat. Assoc. 22 (1927), 209-212.
.. [2] R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", Am. Stat. 50 (1996),
   361-365: quantiles here are their definition 1, the inverse of the empirical distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any

CONFIDENCE = 0.95

#: Counts as (value, count), in order of value, as a histogram lists them.
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, repr=False)
class Estimate:
    """A sampled quantity and how far to trust it.

    Attributes
    ----------
    metric : str
        What was estimated: a metric's name, or a condition such as ``score >= 500``.
    mean, std_error, ci_low, ci_high : float
        In the metric's unit. With a single game, error and interval are NaN.
    n : int
        Games that it rests on.
    method : str
        Name of the interval: ``t`` or ``wilson``.
    confidence : float
        Chance that such an interval covers the true value.
    """

    metric: str
    mean: float
    std_error: float
    ci_low: float
    ci_high: float
    n: int
    method: str
    confidence: float = CONFIDENCE

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.ci_high - self.ci_low) / 2

    def as_dict(self) -> dict[str, Any]:
        """Write the estimate as plain JSON types; what is undefined becomes ``None``."""
        return {
            name: None if isinstance(value, float) and math.isnan(value) else value
            for name, value in asdict(self).items()
        }

    def __str__(self) -> str:
        percent = f"{100 * self.confidence:g} %"
        return (
            f"{self.metric}: {self.mean:.6g} ({percent} {self.method} interval "
            f"{self.ci_low:.6g} to {self.ci_high:.6g}, n = {self.n:,})"
        )

    def __repr__(self) -> str:
        return f"Estimate({self})"


@dataclass(frozen=True)
class Moments:
    """Number, sum and sum of squares of integer outcomes, exactly."""

    n: int
    total: int
    squares: int

    @classmethod
    def of(cls, pairs: Pairs) -> Moments:
        """Add up counts."""
        return cls(
            sum(count for _, count in pairs),
            sum(value * count for value, count in pairs),
            sum(value * value * count for value, count in pairs),
        )

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def variance(self) -> float:
        """Unbiased sample variance; NaN for a single outcome."""
        if self.n < 2:
            return math.nan
        return (self.n * self.squares - self.total**2) / (self.n * (self.n - 1))


def normal_quantile(confidence: float) -> float:
    """Return z such that a standard normal lies within -z ... z with this probability."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def t_quantile(confidence: float, freedom: int) -> float:
    """Return t such that Student's distribution lies within -t ... t with this probability."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + confidence) / 2))


def mean_estimate(metric: str, pairs: Pairs, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a mean with Student's t interval.

    Notes
    -----
    ``mean ± t(n - 1) · s / sqrt(n)``, where *s* is the sample standard deviation.

    Examples
    --------
    >>> mean_estimate("points", [(1, 2), (4, 2)]).mean
    2.5
    """
    moments = Moments.of(pairs)
    if moments.n == 0:
        raise ValueError(f"no outcome of {metric} was counted, so there is nothing to estimate")
    if moments.n == 1:
        nan = math.nan
        return Estimate(metric, moments.mean, nan, nan, nan, 1, "t", confidence)
    error = math.sqrt(moments.variance / moments.n)
    reach = t_quantile(confidence, moments.n - 1) * error
    mean = moments.mean
    return Estimate(metric, mean, error, mean - reach, mean + reach, moments.n, "t", confidence)


def wilson_interval(successes: int, n: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's score interval of a rate [1]_.

    Notes
    -----
    The rates p for which ``|successes/n - p| <= z · sqrt(p(1 - p)/n)``. Unlike the textbook
    interval it stays within 0 ... 1 and keeps its coverage near both ends.

    Examples
    --------
    >>> low, high = wilson_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.2775)
    """
    z = normal_quantile(confidence)
    rate = successes / n
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == n else min(1.0, centre + reach)
    return low, high


def rate_estimate(metric: str, successes: int, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate how often something happens, with Wilson's interval."""
    if n == 0:
        raise ValueError(f"no outcome of {metric} was counted, so there is nothing to estimate")
    rate = successes / n
    error = math.sqrt(rate * (1 - rate) / n)
    low, high = wilson_interval(successes, n, confidence)
    return Estimate(metric, rate, error, low, high, n, "wilson", confidence)


def quantile(pairs: Pairs, probability: float) -> int:
    """Return the smallest value at or below which at least this share of outcomes lies [2]_.

    Examples
    --------
    >>> quantile([(0, 5), (7, 5)], 0.5), quantile([(0, 5), (7, 5)], 0.51)
    (0, 7)
    """
    if not 0 <= probability <= 1:
        raise ValueError(f"a quantile's probability must be from 0 to 1, not {probability!r}")
    n = sum(count for _, count in pairs)
    needed = Fraction(str(probability)) * n
    seen = 0
    for value, count in pairs:
        seen += count
        if seen >= needed:
            return value
    raise ValueError("no outcome was counted, so there is no quantile")
