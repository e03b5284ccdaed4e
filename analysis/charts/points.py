"""Estimates side by side: a row each, a point with its interval, and the figures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from analysis.charts import style
from analysis.charts.origin import Origin, check_runs, labels_of, of_frame, of_runs
from analysis.charts.wording import (
    capital,
    figure_with_interval,
    mean_axis,
    minus,
    places_for,
    plain,
    question,
    scale_of,
)
from analysis.matches import Match
from analysis.runs import Run
from simulators.errors import unknown_name
from simulators.outcomes import Metric

if TYPE_CHECKING:
    import pandas as pd

#: More rows than a page can show.
MAX_ROWS = 60
#: Below this a difference is taken as shown.
LEVEL = 0.05

_WIN = Metric("win", "the policy won alone", "0 or 1", 0, 1, "rate")


@dataclass(frozen=True)
class _Row:
    label: str
    mean: float
    low: float
    high: float
    method: str
    figures: str
    filled: bool = True


def _draw(rows: Sequence[_Row], given: Axes | None) -> Axes:
    if len(rows) > MAX_ROWS:
        raise ValueError(f"a chart shows at most {MAX_ROWS} rows, not {len(rows)}")
    labels = [row.label for row in rows]
    lines = sum(max(1.35, 1 + label.count("\n")) for label in labels)
    ax = style.axes(given, 1.75 + 0.24 * lines)
    for place, row in enumerate(rows):
        colour = style.BLUE if row.filled else style.GREY
        ax.errorbar(
            row.mean, place, xerr=_reach(row), color=colour, marker="o", markersize=6,
            markerfacecolor=colour if row.filled else "white", markeredgecolor=colour,
            elinewidth=1.8, capsize=4, capthick=1.4, clip_on=False, zorder=3,
        )  # fmt: skip
        ax.text(
            1.015, place, row.figures, transform=ax.get_yaxis_transform(), va="center",
            fontsize=style.TEXT_SIZE - 0.5, linespacing=1.2,
        )  # fmt: skip
    ax.set_yticks(range(len(rows)), labels)
    ax.tick_params(axis="y", length=0, labelsize=style.TEXT_SIZE)
    ax.set_ylim(len(rows) - 0.45, -0.55)
    ax.spines["left"].set_visible(False)
    ax.xaxis.set_major_locator(style.nice(7))
    ax.margins(x=0.06)
    style.grid(ax)
    return ax


def _is_cut(rows: Sequence[_Row]) -> bool:
    """Tell whether a label is too long to be shown whole; the small print then has it."""
    return any("…" in row.label for row in rows)


def _pair(first: str, second: str) -> str:
    """Name a difference, on as few lines as it takes."""
    short = f"{first} − {second}"
    if len(short) <= 34:
        return short
    return f"{style.wrap_label(first, lines=2)} −\n{style.wrap_label(second, lines=2)}"


def _reach(row: _Row) -> list[list[float]] | None:
    if row.low != row.low or row.high != row.high:
        return None
    return [[max(0.0, row.mean - row.low)], [max(0.0, row.high - row.mean)]]


def _ticks(ax: Axes, unit: str = "") -> None:
    """Write ticks with a real minus sign and only the decimals that they need."""
    ticks = ax.get_xticks()
    step = abs(ticks[1] - ticks[0]) if len(ticks) > 1 else 1.0
    places = next((p for p in range(7) if abs(round(step, p) - step) < 1e-9 * max(1, step)), 6)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda v, _: f"{minus(v, places)}{unit}"))


def rates(
    data: Run | Sequence[Run] | pd.DataFrame, metric: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a rate or a mean for each policy, best on top, with its interval.

    Parameters
    ----------
    data : Run, sequence of Run, or DataFrame
        Runs of several policies; a :class:`~analysis.matches.Match` or its ``summary()``, for the
        share of games won; the frame of a sweep.
    metric : str, optional
        The mode's headline by default; of a sweep, what it was about.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For other data, an unknown metric, or a category, which has no mean.
    """
    if isinstance(data, Match):
        data = data.summary()
    if hasattr(data, "columns"):
        rows, chosen, origin = _rows_of_frame(data, metric)
    else:
        rows, chosen, origin = _rows_of_runs(check_runs(data, "rates"), metric)
    rows = sorted(rows, key=lambda row: row.mean * (1 if chosen.lower_is_better else -1))
    with style.house():
        drawn = _draw(rows, ax)
        lowest = min(row.low if row.low == row.low else row.mean for row in rows)
        highest = max(row.high if row.high == row.high else row.mean for row in rows)
        if 0 <= lowest < 0.4 * highest:
            drawn.set_xlim(left=0)
        _ticks(drawn)
        who = origin.policies[0].partition(":")[0] if len(origin.policies) == 1 else "each policy"
        title = f"{origin.game.title}: {question(chosen, who)}"
        methods = [row.method for row in rows]
        small = origin.small_print(
            methods=methods, policies=len(origin.policies) == 1 or _is_cut(rows)
        )
        return style.finish(drawn, ax is None, title, small, mean_axis(chosen))


def _row(label: str, found: Any, metric: Metric) -> _Row:
    scale, unit = scale_of(metric), " %" if metric.kind == "rate" else ""
    mean, low, high = (
        float("nan") if found[name] is None else scale * found[name]
        for name in ("mean", "ci_low", "ci_high")
    )
    figures = figure_with_interval(mean, low, high, unit)
    return _Row(style.wrap_label(label), mean, low, high, found["method"], figures)


def _rows_of_runs(runs: list[Run], name: str | None) -> tuple[list[_Row], Metric, Origin]:
    origin = of_runs(runs)
    metric = origin.metric(name, len(runs[0].task.policies))
    rows = [
        _row(label, run.estimate(metric.name).as_dict(), metric)
        for label, run in zip(labels_of(runs), runs, strict=True)
    ]
    return rows, metric, origin


def _rows_of_frame(frame: Any, name: str | None) -> tuple[list[_Row], Metric, Origin]:
    columns = set(frame.columns)
    if {"policy", "win_rate", "entrant"} <= columns:
        if name not in (None, "win", "win_rate"):
            raise ValueError(f"a match has the metric win only here, not {name!r}")
        origin = of_frame(frame, "match().summary()")
        rows = [
            _row(row["policy"], {**row, "mean": row["win_rate"]}, _WIN)
            for row in frame.to_dict("records")
        ]
        return rows, _WIN, origin
    if not {"policy", "metric", "mean", "ci_low", "ci_high", "method"} <= columns:
        raise ValueError(
            "charts.rates takes runs, a match or the frame of a sweep, not a frame with columns "
            + ", ".join(map(str, frame.columns))
        )
    origin = of_frame(frame, "sweep", "each")
    metric = origin.metric(name or frame.attrs.get("metric"))
    if metric.kind == "category":
        raise ValueError(f"{metric.name} is a category: it has a distribution but no mean")
    chosen = frame[frame["metric"] == metric.name]
    return [_row(r["policy"], r, metric) for r in chosen.to_dict("records")], metric, origin


def differences(frame: pd.DataFrame, metric: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw the paired differences of :func:`~analysis.comparisons.compare`, with intervals.

    Parameters
    ----------
    frame : DataFrame
        What ``compare`` returned.
    metric : str, optional
        The mode's headline by default.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        Points are filled where the corrected p-value is below 0.05.

    Raises
    ------
    ValueError
        For another frame, an unknown metric or a category.
    """
    needed = {"policy_a", "policy_b", "mean_difference", "ci_low", "ci_high", "p_adjusted"}
    if not needed <= set(getattr(frame, "columns", ())):
        raise ValueError("charts.differences takes the frame that compare returned")
    origin = of_frame(frame, "compare", "on the same dice")
    chosen = origin.metric(metric or frame.attrs.get("metric"))
    records = frame[frame["metric"] == chosen.name].to_dict("records")
    if not records:
        raise unknown_name("metric", chosen.name, dict.fromkeys(frame["metric"]))
    scale, unit = scale_of(chosen), "percentage points" if chosen.kind == "rate" else chosen.unit
    places = max(places_for(scale * (r["ci_high"] - r["ci_low"]) / 2) for r in records)
    rows = []
    for record in records:
        mean, low, high = (
            scale * record[name] for name in ("mean_difference", "ci_low", "ci_high")
        )
        p_value = record["p_adjusted"]
        shown = f"p = {p_value:.2g}" if p_value >= 1e-4 else "p < 0.0001"
        figures = f"{minus(mean, places, sign=True)}  {'' if p_value != p_value else shown}"
        label = _pair(record["policy_a"], record["policy_b"])
        filled = p_value < LEVEL
        rows.append(_Row(label, mean, low, high, record["method"], figures, filled))
    with style.house():
        drawn = _draw(rows, ax)
        drawn.axvline(0, color=style.INK, linewidth=1.2)
        _ticks(drawn)
        side = "left" if chosen.lower_is_better else "right"
        title = f"{origin.game.title}: which policy is ahead on the same dice, by how much?"
        small = origin.small_print(
            f"p-values corrected: {records[0]['correction']}",
            f"hollow: not shown at the {LEVEL:g} level",
            methods=[row.method for row in rows],
            policies=_is_cut(rows),
        )
        label = (
            f"{capital(plain(chosen.name))}: mean difference, {unit} "
            f"({side} of the line: the first is better)"
        )
        return style.finish(drawn, ax is None, title, small, label)
