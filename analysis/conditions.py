"""Read the two small texts of the interface: ``score >= 500`` and ``win=0.001``."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.estimates import CONFIDENCE, Estimate, Pairs, mean_estimate, rate_estimate
from simulators.errors import unknown_name
from simulators.outcomes import Metric
from simulators.tally import Tally

_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_CONDITION = re.compile(r"\s*([^\s<>=!]+)\s*(?:(>=|<=|==|!=|>|<)\s*(\S+))?\s*")

_FIRST_STAGE = 10_000
_STAGE_GROWTH = 1.25


def find_metric(metrics: Sequence[Metric], name: str) -> int:
    """Return the position of a metric; ``ValueError`` lists those there are."""
    names = [metric.name for metric in metrics]
    if name not in names:
        raise unknown_name("metric", name, names)
    return names.index(name)


@dataclass(frozen=True)
class Condition:
    """A comparison of one metric with a number.

    Parameters
    ----------
    position : int
        Which of the metrics.
    """

    text: str
    position: int
    symbol: str
    bound: float

    @classmethod
    def parse(cls, text: Any, metrics: Sequence[Metric]) -> Condition:
        """Read ``score >= 500``, or the name of a rate, which stands for ``rate == 1``."""
        found = _CONDITION.fullmatch(text) if isinstance(text, str) else None
        if not found:
            raise ValueError(
                f"a condition must be a metric, one of {' '.join(_OPERATORS)} and a number, "
                f"such as {metrics[0].name + ' >= 1'!r}, not {text!r}"
            )
        name, symbol, number = found.groups()
        position = find_metric(metrics, name)
        if symbol is None:
            if metrics[position].kind != "rate":
                raise ValueError(f"{name} is no rate: say which values count, as in '{name} >= 1'")
            return cls(name, position, "==", 1)
        try:
            bound = float(number)
        except ValueError:
            bound = math.nan
        if math.isnan(bound):
            raise ValueError(f"{number!r} in the condition {text!r} must be a number")
        return cls(f"{name} {symbol} {number}", position, symbol, bound)

    def holds(self, value: int) -> bool:
        return _OPERATORS[self.symbol](value, self.bound)

    def estimate(self, tally: Tally) -> Estimate:
        """Estimate how often the condition holds."""
        pairs = tally.histograms[self.position].pairs()
        successes = sum(count for value, count in pairs if self.holds(value))
        return rate_estimate(self.text, successes, sum(count for _, count in pairs))


def metric_estimate(metric: Metric, pairs: Pairs, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a metric's mean, or its rate, with the interval that suits its kind."""
    if metric.kind == "category":
        raise ValueError(f"{metric.name} is a category: it has a distribution but no mean")
    if metric.kind == "rate":
        counts = dict(pairs)
        return rate_estimate(metric.name, counts.get(1, 0), sum(counts.values()), confidence)
    return mean_estimate(metric.name, pairs, confidence)


@dataclass(frozen=True)
class Until:
    """Play until the 95 % interval of a metric is at most `half_width` to either side.

    Looked at after 10,000 games and then each time that a quarter more were played: fixed numbers,
    so that the result doesn't depend on how fast, or on how many cores, it was played.
    """

    metric: Metric
    position: int
    half_width: float

    @classmethod
    def parse(cls, text: Any, metrics: Sequence[Metric]) -> Until:
        """Read ``win=0.001``."""
        name, equals, number = text.partition("=") if isinstance(text, str) else ("", "", "")
        try:
            half_width = float(number)
        except ValueError:
            half_width = math.nan
        if not equals or not 0 < half_width < math.inf:
            raise ValueError(
                f"until must be a metric and the half-width to reach, such as "
                f"'{metrics[0].name}=0.001', not {text!r}"
            )
        position = find_metric(metrics, name.strip())
        if metrics[position].kind == "category":
            raise ValueError(f"until: {name.strip()} is a category and has no interval")
        return cls(metrics[position], position, half_width)

    @property
    def text(self) -> str:
        return f"{self.metric.name}={self.half_width!r}"

    def next_end(self, done: int) -> int:
        """Return the first look after `done` games."""
        end = _FIRST_STAGE
        while end <= done:
            end = math.ceil(end * _STAGE_GROWTH)
        return end

    def satisfied(self, tally: Tally) -> bool:
        """Tell whether `tally` ends at a look and its interval is narrow enough."""
        if tally.games == 0 or self.next_end(tally.games - 1) != tally.games:
            return False
        pairs = tally.histograms[self.position].pairs()
        return bool(pairs) and metric_estimate(self.metric, pairs).half_width <= self.half_width
