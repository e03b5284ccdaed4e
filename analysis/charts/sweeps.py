"""What a parameter does: the mean at each of its values, or on a grid of two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from analysis.charts import style
from analysis.charts.origin import Origin, of_frame
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
from simulators.errors import unknown_name
from simulators.game import Metric

if TYPE_CHECKING:
    import pandas as pd

#: Cells of a heat map up to which the figures are written in.
MAX_WRITTEN = 150
MAX_TICKS = 24


def sweep(frame: pd.DataFrame, metric: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw what :func:`~analysis.sweeps.sweep` found: a curve, or a heat map of two parameters.

    Parameters
    ----------
    frame : DataFrame
        What ``sweep`` returned, of one or two swept parameters.
    metric : str, optional
        What the sweep was about by default.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        With the winner marked, as played again on a fresh seed, if the metric is what it won by.

    Raises
    ------
    ValueError
        For another frame, more parameters, an unknown metric or a category.
    """
    if not {"policy", "metric", "mean", "ci_low", "ci_high"} <= set(getattr(frame, "columns", ())):
        raise ValueError("charts.sweep takes the frame that sweep returned")
    swept = frame.attrs.get("swept", ())
    if not 1 <= len(swept) <= 2:
        raise ValueError(
            f"a chart shows a sweep of one or two parameters, not {len(swept)}: "
            f"{', '.join(swept) or 'give the frame as sweep returned it'}"
        )
    origin = of_frame(frame, "sweep", "per point")
    chosen = origin.metric(metric or frame.attrs.get("metric"))
    rows = [{str(k): v for k, v in row.items()} for row in frame.to_dict("records")]
    rows = [row for row in rows if row["metric"] == chosen.name]
    if not rows:
        raise unknown_name("metric", chosen.name, dict.fromkeys(frame["metric"]))
    winner = frame.attrs.get("winner") if chosen.name == frame.attrs.get("metric") else None
    with style.house():
        draw = _curve if len(swept) == 1 else _heat_map
        return draw(rows, list(swept), chosen, origin, winner, ax)


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


def _curve(
    rows: list[dict[str, Any]], swept: list[str], metric: Metric, origin: Origin, winner: Any,
    given: Axes | None,
) -> Axes:  # fmt: skip
    ax = style.axes(given)
    (name,) = swept
    scale, unit = scale_of(metric), " %" if metric.kind == "rate" else ""
    at, words = places_on_axis([row[name] for row in rows])
    order = sorted(range(len(rows)), key=at.__getitem__)
    means = [scale * rows[i]["mean"] for i in order]
    lower = [max(0.0, scale * (rows[i]["mean"] - rows[i]["ci_low"])) for i in order]
    upper = [max(0.0, scale * (rows[i]["ci_high"] - rows[i]["mean"])) for i in order]
    where = [at[i] for i in order]
    ax.errorbar(
        where, means, yerr=[lower, upper], color=style.BLUE, marker="o", markersize=5,
        linewidth=0, elinewidth=1.4, capsize=3,
    )  # fmt: skip
    numeric = [i for i, x in enumerate(where) if x not in words]
    ax.plot(
        [where[i] for i in numeric], [means[i] for i in numeric], color=style.BLUE, linewidth=1.3
    )
    handles = [Line2D([], [], color=style.BLUE, marker="o", markersize=5, linewidth=1.3)]
    labels = ["all on the same dice"]
    if winner:
        x = next(at[i] for i, row in enumerate(rows) if row["policy"] == winner["policy"])
        mean, low, high = (
            scale * (winner[key] if winner[key] is not None else float("nan"))
            for key in ("mean", "ci_low", "ci_high")
        )
        ax.errorbar(
            [x], [mean], yerr=[[max(0.0, mean - low)], [max(0.0, high - mean)]],
            color=style.VERMILLION, marker="*", markersize=15, markeredgecolor="white",
            markeredgewidth=0.8, elinewidth=1.4, capsize=5, linewidth=0, zorder=4,
        )  # fmt: skip
        handles.append(
            Line2D([], [], color=style.VERMILLION, marker="*", markersize=13, linestyle="none")
        )
        value = winner["parameters"][name]
        shown = figure_with_interval(mean, low, high, unit)
        labels.append(f"best, {name}={value}, on fresh dice: {shown}")
    _value_axis(ax, where, words)
    ax.yaxis.set_major_locator(style.nice(8))
    ax.margins(x=0.03, y=0.08)
    style.grid(ax)
    style.legend_above(ax, handles, labels)
    asked = question(metric, _family(origin), f"at each {plain(name)}")
    small = _small_print(origin, rows, winner)
    return style.finish(
        ax, given is None, f"{origin.game.title}: {asked}", small, _parameter_axis(origin, name),
        mean_axis(metric),
    )  # fmt: skip


def _value_axis(ax: Axes, where: Sequence[float], words: dict[float, str]) -> None:
    """Tick round numbers among the values, and every word."""
    numbers = sorted({x for x in where if x not in words})
    if not words:
        ax.xaxis.set_major_locator(style.nice(10))
        _plain_ticks(ax)
        return
    ticks = style.nice(9).tick_values(numbers[0], numbers[-1]) if numbers else []
    kept = [t for t in ticks if numbers[0] <= t <= numbers[-1]]
    named = sorted(words)
    texts = [_number(t) for t in kept] + [style.wrap_label(words[t], 16) for t in named]
    ax.set_xticks([*kept, *named], texts)
    if len(named) > 8:
        ax.tick_params(axis="x", rotation=45)


def _plain_ticks(ax: Axes) -> None:
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _number(value)))


def _number(value: Any) -> str:
    try:
        number = float(value)
    except ValueError:
        return str(value)
    return minus(number) if number.is_integer() else f"{number:g}".replace("-", "−")


def _parameter_axis(origin: Origin, name: str) -> str:
    """Label the axis of a parameter with its meaning, where it is one of the game's own."""
    family = origin.game.policies.get(_family(origin))
    known = {spec.name: spec.description for spec in family.parameters} if family else {}
    meaning = f": {known[name]}" if len(known.get(name, "")) in range(1, 70) else ""
    return f"{capital(plain(name))}{meaning}"


def _family(origin: Origin) -> str:
    return origin.policies[0].partition(":")[0] if origin.policies else "the policy"


def _small_print(origin: Origin, rows: list[dict[str, Any]], winner: Any, *notes: str) -> str:
    again = f"best point played again on seed {winner['seed']}" if winner else ""
    return origin.small_print(again, *notes, methods=[row["method"] for row in rows])


def _heat_map(
    rows: list[dict[str, Any]], swept: list[str], metric: Metric, origin: Origin, winner: Any,
    given: Axes | None,
) -> Axes:  # fmt: skip
    import numpy as np

    down, across = swept
    columns, lines = (_in_order([row[name] for row in rows]) for name in (across, down))
    scale, unit = scale_of(metric), " %" if metric.kind == "rate" else ""
    means = np.full((len(lines), len(columns)), np.nan)
    for row in rows:
        means[lines.index(row[down]), columns.index(row[across])] = scale * row["mean"]
    ax = style.axes(given, min(9.0, 2.2 + 0.42 * max(4, len(lines))))
    mesh = ax.pcolormesh(means, cmap="cividis", edgecolors="white", linewidth=0.8)
    bar = ax.figure.colorbar(mesh, ax=ax, pad=0.02)
    bar.set_label(mean_axis(metric))
    bar.outline.set_visible(False)
    halves = [scale * (row["ci_high"] - row["ci_low"]) / 2 for row in rows]
    widest = max((half for half in halves if half == half), default=float("nan"))
    if means.size <= MAX_WRITTEN:
        size = style.TEXT_SIZE if means.size <= MAX_WRITTEN // 2 else style.SMALL_SIZE
        for (i, j), mean in np.ndenumerate(means):
            if mean == mean:
                ax.text(
                    j + 0.5, i + 0.5, minus(mean, places_for(widest, 2)), ha="center", va="center",
                    fontsize=size, color=style.ink_over(mesh, mean),
                )  # fmt: skip
    for axis, values in ((ax.xaxis, columns), (ax.yaxis, lines)):
        every = -(-len(values) // MAX_TICKS)
        shown = range(0, len(values), every)
        axis.set_ticks(
            [place + 0.5 for place in shown],
            [style.wrap_label(_number(values[place]), 22) for place in shown],
        )
        axis.set_tick_params(length=0)
    if sum(len(_number(value)) + 2 for value in columns) > 80:
        ax.tick_params(axis="x", rotation=45)
    notes = [f"every mean ±{minus(widest, places_for(widest))} or better"]
    if winner:
        row = next(row for row in rows if row["policy"] == winner["policy"])
        i, j = lines.index(row[down]), columns.index(row[across])
        ax.plot(
            [j, j + 1, j + 1, j, j], [i, i, i + 1, i + 1, i], color=style.VERMILLION, linewidth=3,
            clip_on=False, zorder=4,
        )  # fmt: skip
        mean, low, high = (scale * winner[key] for key in ("mean", "ci_low", "ci_high"))
        best = ", ".join(f"{name}={winner['parameters'][name]}" for name in swept)
        notes.append(
            f"framed: the best, {best}, on fresh dice {figure_with_interval(mean, low, high, unit)}"
        )
    for spine in ax.spines.values():
        spine.set_visible(False)
    asked = question(metric, _family(origin), f"at each {down} and {across}")
    small = _small_print(origin, rows, winner, *notes)
    labels = [_parameter_axis(origin, name) for name in (across, down)]
    return style.finish(ax, given is None, f"{origin.game.title}: {asked}", small, *labels)


def _in_order(values: Sequence[Any]) -> list[Any]:
    """List different values, numbers in order before words."""
    places, _ = places_on_axis(values)
    return [value for _, value in sorted(dict(zip(places, values, strict=True)).items())]
