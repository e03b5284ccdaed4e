"""The words on a chart: questions that a player understands, axes with units, figures."""

from __future__ import annotations

import math

from simulators.outcomes import Metric


def plain(name: str) -> str:
    """Write a metric's name as words."""
    return name.replace("_", " ")


def _is_count(metric: Metric) -> bool:
    return metric.name.endswith("s") or metric.unit == metric.name


def noun(metric: Metric) -> str:
    """Name one outcome: ``score``, ``number of rolls``."""
    return f"number of {plain(metric.name)}" if _is_count(metric) else plain(metric.name)


def question(metric: Metric, who: str, at: str = "") -> str:
    """Ask for a mean or a rate.

    Parameters
    ----------
    who : str
        Whose: ``each policy``.
    at : str
        Under which conditions: ``at each threshold``.
    """
    at = f" {at}" if at else ""
    if metric.kind != "rate":
        asked = f"how many {plain(metric.name)}" if _is_count(metric) else f"what {noun(metric)}"
        return f"{asked} does {who} have on average{at}?"
    if metric.name == "win":
        return f"how often does {who} win{at}?"
    return f"how often is it that {metric.description}, with {who}{at}?"


def mean_axis(metric: Metric) -> str:
    """Label an axis of means or rates, with the unit."""
    if metric.kind == "rate":
        return f"Share of games in which {metric.description}, %"
    unit = "" if metric.unit == metric.name else f", {metric.unit}"
    return f"Mean {noun(metric)}{unit}"


def value_axis(metric: Metric) -> str:
    """Label an axis of outcomes, with the unit."""
    unit = "" if metric.unit in metric.description.split() else f", {metric.unit}"
    return f"{capital(metric.description)}{unit}"


def scale_of(metric: Metric) -> float:
    """Rates are shown in per cent."""
    return 100.0 if metric.kind == "rate" else 1.0


def places_for(half_width: float, most: int = 6) -> int:
    """Count the decimals that show an interval of this half-width.

    Examples
    --------
    >>> places_for(0.03), places_for(12.0), places_for(0.0)
    (2, 0, 2)
    """
    if not math.isfinite(half_width) or half_width <= 0:
        return 2
    return max(0, min(most, -math.floor(math.log10(half_width))))


def figure_with_interval(mean: float, low: float, high: float, unit: str = "") -> str:
    """Write an estimate: ``4.12 % (4.08 to 4.16)``."""
    half = (high - low) / 2
    places = places_for(half)
    value = f"{minus(mean, places)}{unit}"
    if math.isnan(half):
        return value
    return f"{value} ({minus(low, places)} to {minus(high, places)})"


def minus(value: float, places: int = 0, sign: bool = False) -> str:
    """Write a number with a real minus sign, never as minus nothing."""
    written = f"{value:{'+' if sign else ''},.{places}f}"
    if not any(digit in "123456789" for digit in written):
        written = written.lstrip("+-")
    return written.replace("-", "−")


def capital(text: str) -> str:
    """Begin with a capital letter."""
    return text[:1].upper() + text[1:]
