"""What a sweep's frame says, read once for curves and heat maps, and its values put on axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from analysis.charts import style
from analysis.charts.origin import Origin, of_frame
from analysis.charts.wording import capital, figure_with_interval, minus, plain, scale_of
from simulators.errors import unknown_name
from simulators.outcomes import Metric

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Point:
    """An estimate at one point of a sweep, in the unit of the chart; NaN where undefined."""

    policy: str
    values: tuple[Any, ...]
    mean: float
    low: float
    high: float

    @property
    def reach(self) -> list[list[float]]:
        """How far the interval reaches below and above, as error bars take it."""
        return [[max(0.0, self.mean - self.low)], [max(0.0, self.high - self.mean)]]


@dataclass(frozen=True)
class Swept:
    """A sweep as a chart shows it.

    Attributes
    ----------
    names : tuple of str
        The swept parameters.
    winner : Point, optional
        The best point, as played again on the fresh seed `fresh_seed`; its values are words.
    """

    origin: Origin
    metric: Metric
    names: tuple[str, ...]
    points: tuple[Point, ...]
    methods: tuple[str, ...]
    winner: Point | None = None
    fresh_seed: int | None = None

    @property
    def family(self) -> str:
        """Name the policy that was swept."""
        return self.origin.policies[0].partition(":")[0]

    def place_of_winner(self) -> Point | None:
        """Find the winner among the points."""
        if self.winner is None:
            return None
        return next(point for point in self.points if point.policy == self.winner.policy)

    def winner_in_words(self) -> str:
        """Write the winner's values and its estimate."""
        best = self.winner
        assert best is not None
        unit = " %" if self.metric.kind == "rate" else ""
        values = ", ".join(f"{n}={v}" for n, v in zip(self.names, best.values, strict=True))
        shown = figure_with_interval(best.mean, best.low, best.high, unit)
        return f"best, {values}, on fresh dice: {shown}"

    def axis_label(self, name: str) -> str:
        """Label a parameter's axis with its meaning, if it is one of the game's own and short."""
        family = self.origin.game.policies.get(self.family)
        known = {spec.name: spec.description for spec in family.parameters} if family else {}
        meaning = f": {known[name]}" if len(known.get(name, "")) in range(1, 70) else ""
        return f"{capital(plain(name))}{meaning}"

    def small_print(self, *notes: str) -> str:
        """Write where it comes from."""
        again = f"best point played again on seed {self.fresh_seed}" if self.winner else ""
        return self.origin.small_print(again, *notes, methods=self.methods)


def read_sweep(frame: pd.DataFrame, metric: str | None, most: int, maker: str = "sweep") -> Swept:
    """Read the frame of a sweep of up to `most` parameters.

    Raises
    ------
    ValueError
        For another frame, more parameters, an unknown metric or a category.
    """
    if not {"policy", "metric", "mean", "ci_low", "ci_high"} <= set(getattr(frame, "columns", ())):
        raise ValueError(f"charts.{maker} takes what sweep returned")
    names = tuple(frame.attrs.get("swept", ()))
    if not 1 <= len(names) <= most:
        raise ValueError(
            f"this chart shows a sweep of {'one parameter' if most == 1 else 'one or two'}, "
            f"not {len(names)}: {', '.join(names) or 'give the frame as sweep returned it'}"
        )
    origin = of_frame(frame, "sweep", "per point")
    chosen = origin.metric(metric or frame.attrs.get("metric"))
    rows = [row for row in frame.to_dict("records") if row["metric"] == chosen.name]
    if not rows:
        raise unknown_name("metric", chosen.name, dict.fromkeys(frame["metric"]))
    points = tuple(_point(row, [row[name] for name in names], chosen) for row in rows)
    methods = tuple(dict.fromkeys(row["method"] for row in rows))
    found = frame.attrs.get("winner")
    if not found or chosen.name != frame.attrs.get("metric"):
        return Swept(origin, chosen, names, points, methods)
    winner = _point(found, [found["parameters"][name] for name in names], chosen)
    return Swept(origin, chosen, names, points, methods, winner, found["seed"])


def _point(row: Any, values: Sequence[Any], metric: Metric) -> Point:
    scale = scale_of(metric)
    numbers = (
        float("nan") if row[name] is None else scale * row[name]
        for name in ("mean", "ci_low", "ci_high")
    )
    return Point(row["policy"], tuple(values), *numbers)


def places_on_axis(values: Sequence[Any]) -> tuple[list[float], dict[float, str]]:
    """Put values on an axis: numbers where they belong, words in order after them.

    Returns
    -------
    list of float, dict of float to str
        Where each value stands, and the words for the ticks that aren't numbers.

    Examples
    --------
    >>> places_on_axis(["100", "150", "never"])
    ([100.0, 150.0, 250.0], {250.0: 'never'})
    """
    numbers: dict[Any, float] = {}
    for value in values:
        try:
            numbers[value] = float(value)
        except ValueError:
            continue
    words = [value for value in dict.fromkeys(values) if value not in numbers]
    known = sorted(set(numbers.values()))
    gap = max((b - a for a, b in pairwise(known)), default=1.0)
    first = known[-1] + 2 * gap if known else 0.0
    named = {word: first + place * gap for place, word in enumerate(words)}
    return [{**numbers, **named}[value] for value in values], {at: w for w, at in named.items()}


def value_axis(ax: Axes, where: Sequence[float], words: dict[float, str]) -> None:
    """Tick round numbers among the values, and every word."""
    numbers = sorted({x for x in where if x not in words})
    if not words:
        ax.xaxis.set_major_locator(style.nice(10))
        _plain_ticks(ax)
        return
    ticks = style.nice(9).tick_values(numbers[0], numbers[-1]) if numbers else []
    kept = [t for t in ticks if numbers[0] <= t <= numbers[-1]]
    named = sorted(words)
    texts = [number_in_words(t) for t in kept] + [style.wrap_label(words[t], 16) for t in named]
    ax.set_xticks([*kept, *named], texts)
    if len(named) > 8:
        ax.tick_params(axis="x", rotation=45)


def _plain_ticks(ax: Axes) -> None:
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number_in_words(value)))


def number_in_words(value: Any) -> str:
    """Write a parameter's value; words stay as they are."""
    try:
        number = float(value)
    except ValueError:
        return str(value)
    return minus(number) if number.is_integer() else f"{number:g}".replace("-", "−")


def in_order(values: Sequence[Any]) -> list[Any]:
    """List different values, numbers in order before words."""
    places, _ = places_on_axis(values)
    return [value for _, value in sorted(dict(zip(places, values, strict=True)).items())]
