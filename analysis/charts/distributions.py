"""How outcomes are spread: the share of games with each value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter

from analysis.charts import style
from analysis.charts.origin import check_runs, labels_of, of_runs
from analysis.charts.wording import capital, minus, noun, places_for, plain, value_axis
from analysis.estimates import Pairs, quantile, wilson_interval
from analysis.runs import Run
from simulators.outcomes import Metric

#: Values as rare as this at either end are left out of the picture, and mentioned below it.
RARE = 0.001
MAX_BARS, MAX_STEPS = 90, 40
MAX_LABELS = 16


@dataclass(frozen=True)
class Cells:
    """Equal intervals of values, each drawn as one bar.

    Attributes
    ----------
    start : int
        Least value of the first cell.
    width : int
        Each cell holds ``width // step`` possible values.
    step : int
        Distance of neighbouring values.
    """

    start: int
    width: int
    step: int
    n: int

    def centre(self, cell: int) -> float:
        """Return the middle of the values of a cell."""
        return self.start + cell * self.width + (self.width - self.step) / 2

    def counts(self, pairs: Pairs) -> tuple[list[int], int]:
        """Count the games of each cell, and those beyond all of them."""
        counts, beyond = [0] * self.n, 0
        for value, count in pairs:
            cell = (value - self.start) // self.width
            if 0 <= cell < self.n:
                counts[cell] += count
            else:
                beyond += count
        return counts, beyond


def cells_for(
    outcomes: Sequence[Pairs], boundary: int | None = None, most: int = MAX_BARS
) -> Cells:
    """Choose cells that hold all but rare values of several histograms.

    Parameters
    ----------
    boundary : int, optional
        A value with which a cell must begin, and that must be in the picture.
    most : int
        How many cells there may be.

    Examples
    --------
    >>> cells_for([[(0, 5), (50, 5), (200, 10)]])
    Cells(start=0, width=50, step=50, n=5)
    """
    low = min(quantile(pairs, RARE) for pairs in outcomes)
    high = max(quantile(pairs, 1 - RARE) for pairs in outcomes)
    values = {value for pairs in outcomes for value, _ in pairs}
    step = math.gcd(*(value - low for value in values)) or 1
    if boundary is not None:
        low, high = min(low, boundary), max(high, boundary)
    factor = next(
        m * 10**e
        for e in range(12)
        for m in (1, 2, 5)
        if (high - low) // (step * m * 10**e) + 2 <= most
    )
    width = step * factor
    anchor = boundary if boundary is not None else low % step
    if factor == 1:
        anchor = low  # every value has a cell of its own: none can straddle the boundary
    start = anchor + (low - anchor) // width * width
    return Cells(start, width, step, (high - start) // width + 1)


def _target(run: Run, metric: Metric) -> int | None:
    """Find the score that the game is about, where the outcome is a score."""
    target = getattr(run.task.rules, "target", None)
    is_score = metric.name == "score" or metric.name.startswith("score_")
    return target if is_score and isinstance(target, int) else None


def distribution(
    data: Run | Sequence[Run], metric: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how often each value of a metric came up.

    Parameters
    ----------
    data : Run or sequence of Run
        One is drawn as bars, several as outlines.
    metric : str, optional
        The score where the mode has one, else the mode's headline.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes

    Raises
    ------
    TypeError, ValueError
        For anything but runs of one game and mode, an unknown metric, runs without outcomes.
    """
    runs = check_runs(data, "distribution")
    names = [m.name for m in runs[0].metrics]
    usual = "score" if "score" in names and runs[0].task.mode.headline == "win" else None
    chosen = of_runs(runs).metric(metric or usual, len(runs[0].task.policies))
    with style.house():
        if chosen.kind == "category":
            return _categories(runs, chosen, ax)
        return _values(runs, chosen, ax)


def _values(runs: list[Run], metric: Metric, given: Axes | None) -> Axes:
    ax = style.axes(given)
    outcomes = [run.pairs(metric.name) for run in runs]
    target = _target(runs[0], metric)
    targets = {_target(run, metric) for run in runs}
    most = MAX_BARS if len(runs) == 1 else MAX_STEPS
    cells = cells_for(outcomes, target if len(targets) == 1 else None, most)
    labels = _labels(runs, metric)
    widest, beyond = 0.0, 0.0
    handles = []
    for index, pairs in enumerate(outcomes):
        counts, outside = cells.counts(pairs)
        n = sum(counts) + outside
        beyond = max(beyond, outside / n)
        shares = [100 * count / n for count in counts]
        ends = [[100 * end for end in wilson_interval(count, n)] for count in counts]
        widest = max(widest, *((high - low) / 2 for low, high in ends))
        draw = _bars if len(runs) == 1 else _outline
        handles.append(draw(ax, cells, shares, ends, index, target))
    title = f"{runs[0].task.game.title}: how often does each {noun(metric)} come up?"
    wins = [_win_share(run) for run in runs] if target is not None else []
    if target is not None and len(targets) == 1:
        ax.axvline(target, color=style.INK, linewidth=1.2, linestyle=(0, (4, 2)))
        handles.append(Line2D([], [], color=style.INK, linewidth=1.2, linestyle=(0, (4, 2))))
        labels.append(f"target {target:,}")
        title = f"{title[:-1]}, and how often does it reach {minus(target)}?"
    if len(runs) == 1 and any(wins):
        handles.insert(1, Patch(facecolor=style.VERMILLION, hatch="//", edgecolor="white"))
        labels.insert(1, f"won: {wins[0]}")
    if metric.kind == "rate":
        ax.set_xticks([0, 1], ["no", "yes"])
    else:
        ax.xaxis.set_major_locator(style.nice(10, integer=True))
        ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: minus(value)))
    ax.set_ylim(bottom=0)
    ax.margins(x=0.01)
    style.grid(ax, "y")
    ax.yaxis.set_major_locator(style.nice(7))
    if len(labels) > 1 or target is not None:
        style.legend_above(ax, handles, labels)
    per = "" if cells.width == cells.step else f" per {cells.width:,} {metric.unit}"
    notes = [f"each share ±{widest:.{places_for(widest)}f} percentage points or better"]
    if beyond:
        notes.append(f"{100 * beyond:.2g} % of games lie beyond the edges")
    small = of_runs(runs).small_print(*notes, methods=["wilson"])
    return style.finish(
        ax, given is None, title, small, value_axis(metric), f"Share of games{per}, %"
    )


def _win_share(run: Run) -> str:
    """Write how often the run's games were won, where that is counted."""
    if not any(metric.name == "win" for metric in run.metrics):
        return ""
    won = run.rate("win")
    return f"{100 * won.mean:.{places_for(100 * won.half_width)}f} %"


def _labels(runs: list[Run], metric: Metric) -> list[str]:
    labels = [style.shorten(label, 48) for label in labels_of(runs)]
    if len(runs) == 1 or _target(runs[0], metric) is None:
        return labels
    shares = [_win_share(run) for run in runs]
    return [
        f"{label}: {share} won" if share else label
        for label, share in zip(labels, shares, strict=True)
    ]


def _bars(
    ax: Axes, cells: Cells, shares: list[float], ends: list[list[float]], _: int, target: int | None
) -> Patch:
    where = [cells.centre(cell) for cell in range(cells.n)]
    reached = [target is not None and centre >= target for centre in where]
    bars = ax.bar(where, shares, width=cells.width * 0.9, color=style.BLUE, linewidth=0)
    for bar, there in zip(bars, reached, strict=True):
        if there:
            bar.set(facecolor=style.VERMILLION, hatch="//", edgecolor="white")
    lower = [max(0.0, share - end[0]) for share, end in zip(shares, ends, strict=True)]
    upper = [max(0.0, end[1] - share) for share, end in zip(shares, ends, strict=True)]
    seen = [index for index, share in enumerate(shares) if share > 0]
    ax.errorbar(
        [where[i] for i in seen], [shares[i] for i in seen],
        yerr=[[lower[i] for i in seen], [upper[i] for i in seen]],
        fmt="none", ecolor=style.INK, elinewidth=0.8, capsize=0,
    )  # fmt: skip
    return Patch(facecolor=style.BLUE)


def _outline(
    ax: Axes, cells: Cells, shares: list[float], ends: list[list[float]], index: int, _: int | None
) -> Line2D:
    look = style.look(index)
    where = [cells.centre(cell) for cell in range(cells.n)]
    ax.fill_between(
        where, [end[0] for end in ends], [end[1] for end in ends], step="mid", color=look.colour,
        alpha=0.25, linewidth=0,
    )  # fmt: skip
    every = max(1, cells.n // 9)
    (line,) = ax.plot(
        where, shares, drawstyle="steps-mid", color=look.colour, linestyle=look.line, linewidth=1.7,
        marker=look.marker, markersize=5, markevery=(index * 2 % every, every),
    )  # fmt: skip
    return line


def _categories(runs: list[Run], metric: Metric, given: Axes | None) -> Axes:
    """Draw the commonest labels of a category, one row each."""
    shares = []
    for run in runs:
        n = run.games - run.truncated
        shares.append({value: count / n for value, count in run.pairs(metric.name)})
    known = {value for of_one in shares for value in of_one}
    order = sorted(known, key=lambda v: (-max(s.get(v, 0.0) for s in shares), v))[:MAX_LABELS]
    ax = style.axes(given, 1.9 + 0.25 * len(order))
    handles = []
    for index, (run, of_one) in enumerate(zip(runs, shares, strict=True)):
        n = run.games - run.truncated
        look = style.look(index)
        means = [of_one.get(value, 0.0) for value in order]
        ends = [wilson_interval(round(mean * n), n) for mean in means]
        errors = [
            [100 * max(0.0, mean - low) for mean, (low, _) in zip(means, ends, strict=True)],
            [100 * max(0.0, high - mean) for mean, (_, high) in zip(means, ends, strict=True)],
        ]
        handles.append(
            ax.errorbar(
                [100 * mean for mean in means], range(len(order)), xerr=errors, color=look.colour,
                marker=look.marker, markersize=6, linestyle="none", capsize=3,
            )
        )  # fmt: skip
    words = metric.labels or str
    ax.set_yticks(range(len(order)), [style.shorten(words(value), 32) for value in order])
    ax.invert_yaxis()
    ax.set_xlim(left=0)
    style.grid(ax, "x")
    if len(runs) > 1:
        style.legend_above(ax, handles, [style.shorten(label, 48) for label in labels_of(runs)])
    left_out = len(known) - len(order)
    small = of_runs(runs).small_print(
        f"{left_out} rarer outcomes left out" if left_out else "", methods=["wilson"]
    )
    title = f"{runs[0].task.game.title}: {metric.description}?"
    label = plain(metric.name)
    return style.finish(
        ax, given is None, capital(title), small, "Share of games, %", capital(label)
    )
