"""What a parameter does: the mean at each of its values, or on a grid of two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from analysis.charts import style
from analysis.charts.heat_maps import heat_map
from analysis.charts.origin import rules_in_words
from analysis.charts.swept import Swept, places_on_axis, read_sweep, value_axis
from analysis.charts.wording import figure_with_interval, mean_axis, plain, question

if TYPE_CHECKING:
    import pandas as pd

MAX_LINES = 7


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
    swept = read_sweep(frame, metric, most=2)
    with style.house():
        if len(swept.names) == 2:
            return heat_map(swept, ax)
        drawn = style.axes(ax)
        handles, labels = [_curves(drawn, [swept], ["o"])[0]], ["all on the same dice"]
        if swept.winner:
            handles.append(
                Line2D([], [], color=style.VERMILLION, marker="*", markersize=13, linestyle="none")
            )
            labels.append(swept.winner_in_words())
        style.legend_above(drawn, handles, labels)
        return _finished(drawn, ax is None, swept, swept.small_print())


def sweep_lines(
    frames: Mapping[str, pd.DataFrame], metric: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw several sweeps of the same parameter into one chart, such as one under each rule set.

    Parameters
    ----------
    frames : mapping of str to DataFrame
        What ``sweep`` returned, by the name that the legend gives it; up to seven.
    metric : str, optional
        What the first sweep was about by default.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        Each winner, as played again on a fresh seed, is a star.

    Raises
    ------
    TypeError, ValueError
        For anything but sweeps of one and the same parameter of one game and mode.
    """
    if not isinstance(frames, Mapping):
        raise TypeError(f"charts.sweep_lines takes sweeps by name, not {type(frames).__name__}")
    if not 1 <= len(frames) <= MAX_LINES:
        raise ValueError(f"charts.sweep_lines takes 1 to {MAX_LINES} sweeps, not {len(frames)}")
    all_swept = [read_sweep(frame, metric, 1, "sweep_lines") for frame in frames.values()]
    first = all_swept[0]
    for other in all_swept:
        mine, theirs = ((s.names, s.metric.name, s.origin.mode) for s in (first, other))
        if mine != theirs or first.origin.game is not other.origin.game:
            raise ValueError(
                "charts.sweep_lines takes sweeps of one parameter and metric of one game, not "
                f"{first.metric.name} of {first.origin.game.name} by {first.names[0]} and "
                f"{other.metric.name} of {other.origin.game.name} by {other.names[0]}"
            )
    with style.house():
        drawn = style.axes(ax, 5.2)
        handles = _curves(drawn, all_swept, style.MARKERS)
        labels = list(map(_with_winner, frames, all_swept))
        style.legend_above(drawn, handles, labels)
        rules = {rules_in_words(s.origin.game, s.origin.rules) for s in all_swept}
        under = [
            f"{name}: {rules_in_words(s.origin.game, s.origin.rules)}"
            for name, s in zip(frames, all_swept, strict=True)
        ]
        again = sorted({s.fresh_seed for s in all_swept if s.fresh_seed is not None})
        small = first.origin.small_print(
            *(under if len(rules) > 1 else []),
            f"stars: best points, played again on seed {', '.join(map(str, again))}"
            if again
            else "",
            methods=[method for s in all_swept for method in s.methods],
            rules=len(rules) == 1,
        )
        return _finished(drawn, ax is None, first, small)


def _with_winner(name: str, swept: Swept) -> str:
    best = swept.winner
    if best is None:
        return name
    unit = " %" if swept.metric.kind == "rate" else ""
    shown = figure_with_interval(best.mean, best.low, best.high, unit).partition(" (")[0]
    return f"{name}: best at {best.values[0]}, {shown}"


def _curves(ax: Axes, all_swept: Sequence[Swept], markers: Sequence[str]) -> list[Line2D]:
    """Draw a curve with intervals for each sweep, its winner as a star, and tick the values."""
    at, words = places_on_axis([point.values[0] for s in all_swept for point in s.points])
    waiting = iter(at)
    handles = []
    for index, (swept, marker) in enumerate(zip(all_swept, markers, strict=False)):
        look = style.look(index)
        placed = sorted(
            ((next(waiting), point) for point in swept.points), key=lambda pair: pair[0]
        )
        reach = [point.reach for _, point in placed]
        ax.errorbar(
            [x for x, _ in placed], [point.mean for _, point in placed],
            yerr=[[low[0] for low, _ in reach], [high[0] for _, high in reach]],
            color=look.colour, marker=marker, markersize=5, linewidth=0, elinewidth=1.4, capsize=3,
        )  # fmt: skip
        numeric = [(x, point.mean) for x, point in placed if x not in words]
        style_of_line = {"color": look.colour, "linestyle": look.line, "linewidth": 1.4}
        ax.plot([x for x, _ in numeric], [y for _, y in numeric], **style_of_line)
        handles.append(Line2D([], [], marker=marker, markersize=5, **style_of_line))
        if swept.winner and (best := swept.place_of_winner()):
            ax.errorbar(
                [next(x for x, point in placed if point is best)], [swept.winner.mean],
                yerr=swept.winner.reach, marker="*", markersize=15, markeredgewidth=0.8,
                color=style.VERMILLION if len(all_swept) == 1 else look.colour,
                markeredgecolor="white" if len(all_swept) == 1 else style.INK,
                elinewidth=1.4, capsize=5, linewidth=0, zorder=4,
            )  # fmt: skip
    value_axis(ax, at, words)
    return handles


def _finished(ax: Axes, own: bool, swept: Swept, small_print: str) -> Axes:
    (name,) = swept.names
    ax.yaxis.set_major_locator(style.nice(8))
    ax.margins(x=0.03, y=0.08)
    style.grid(ax)
    asked = question(swept.metric, swept.family, f"at each {plain(name)}")
    return style.finish(
        ax, own, f"{swept.origin.game.title}: {asked}", small_print, swept.axis_label(name),
        mean_axis(swept.metric),
    )  # fmt: skip
