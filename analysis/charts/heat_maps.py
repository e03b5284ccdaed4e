"""A sweep of two parameters as a heat map."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from analysis.charts import style
from analysis.charts.swept import Swept, in_order, number_in_words
from analysis.charts.wording import mean_axis, minus, places_for, question

#: Cells up to which the figures are written in.
MAX_WRITTEN = 150
MAX_TICKS = 24


def heat_map(swept: Swept, given: Axes | None) -> Axes:
    """Draw the mean at each pair of values, the first parameter upwards; the best is framed."""
    down, across = swept.names
    lines, columns = (in_order([point.values[k] for point in swept.points]) for k in (0, 1))
    means = np.full((len(lines), len(columns)), np.nan)
    for point in swept.points:
        means[lines.index(point.values[0]), columns.index(point.values[1])] = point.mean
    halves = [(point.high - point.low) / 2 for point in swept.points]
    widest = max((half for half in halves if half == half), default=float("nan"))
    ax = style.axes(given, min(9.0, 2.2 + 0.42 * max(4, len(lines))))
    mesh = ax.pcolormesh(means, cmap="cividis", edgecolors="white", linewidth=0.8)
    bar = ax.figure.colorbar(mesh, ax=ax, pad=0.02)
    bar.set_label(mean_axis(swept.metric))
    bar.outline.set_visible(False)
    if means.size <= MAX_WRITTEN:
        size = style.TEXT_SIZE if means.size <= MAX_WRITTEN // 2 else style.SMALL_SIZE
        for (i, j), mean in np.ndenumerate(means):
            if mean == mean:
                ax.text(
                    j + 0.5, i + 0.5, minus(mean, places_for(widest, 2)), ha="center", va="center",
                    fontsize=size, color=style.ink_over(mesh, mean),
                )  # fmt: skip
    for axis, values in ((ax.xaxis, columns), (ax.yaxis, lines)):
        shown = range(0, len(values), -(-len(values) // MAX_TICKS))
        axis.set_ticks(
            [place + 0.5 for place in shown],
            [style.wrap_label(number_in_words(values[place]), 22) for place in shown],
        )
        axis.set_tick_params(length=0)
    if sum(len(number_in_words(value)) + 2 for value in columns) > 80:
        ax.tick_params(axis="x", rotation=45)
    for spine in ax.spines.values():
        spine.set_visible(False)
    notes = (
        [] if widest != widest else [f"each mean ±{minus(widest, places_for(widest))} or better"]
    )
    if best := swept.place_of_winner():
        i, j = lines.index(best.values[0]), columns.index(best.values[1])
        ax.plot(
            [j, j + 1, j + 1, j, j], [i, i, i + 1, i + 1, i], color=style.VERMILLION, linewidth=3,
            clip_on=False, zorder=4,
        )  # fmt: skip
        notes.append(f"framed: the {swept.winner_in_words()}")
    asked = question(swept.metric, swept.family, f"at each {down} and {across}")
    title = f"{swept.origin.game.title}: {asked}"
    labels = [swept.axis_label(name) for name in (across, down)]
    return style.finish(ax, given is None, title, swept.small_print(*notes), *labels)
