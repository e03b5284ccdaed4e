"""A chart of Solitaire Dice: how games are won, by what was done in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes

from analysis.charts import style

if TYPE_CHECKING:
    import pandas as pd

#: Values that occur in fewer games than this share are left out.
LEAST_SHARE = 0.002

_WORDS = {
    "sums_opened": ("opened sums", "Sums with at least one mark at the end"),
    "sums_completed": ("completed sums", "Sums with at least par marks at the end"),
    "rolls": ("rolls", "Rolls until a reject face was full"),
    "reject_faces": ("reject faces", "Reject faces that ended open"),
}


def habits(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw how common each kind of game is, and how often it is won.

    Parameters
    ----------
    frame : DataFrame
        One of those that :func:`analysis.habits` returns.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        For each value a bar, its share of all games, and a point, the share of them that were won,
        with its interval. Sets of reject faces are ordered by how common they are.

    Raises
    ------
    ValueError
        For any other frame.
    """
    aspect = str(frame.attrs.get("aspect", ""))
    if aspect not in _WORDS:
        raise ValueError("charts.habits takes a frame of analysis.habits.habits")
    shown = frame[frame["share"] >= LEAST_SHARE]
    if aspect == "reject_faces":
        shown = shown.sort_values("games", ascending=False, kind="stable").head(20)
    labels = [_label(aspect, int(value)) for value in shown["value"]]
    at = np.arange(len(shown))
    with style.house():
        drawn = style.axes(ax)
        first, second = style.look(0), style.look(1)
        drawn.bar(
            at, 100 * shown["share"], width=0.66, color=first.colour, alpha=0.45,
            label="share of all games",
        )  # fmt: skip
        middle = 100 * shown["win"].to_numpy()
        reach = [
            middle - 100 * shown["ci_low"].to_numpy(),
            100 * shown["ci_high"].to_numpy() - middle,
        ]
        drawn.errorbar(
            at, middle, yerr=np.clip(reach, 0, None), fmt="o", markersize=5, capsize=3,
            color=second.colour, label="of these, won (95 % interval)",
        )  # fmt: skip
        drawn.set_xticks(at, labels, rotation=60 if aspect == "reject_faces" else 0)
        drawn.set_ylim(bottom=0)
        style.grid(drawn, "y")
        style.legend_above(drawn, *drawn.get_legend_handles_labels())
        noun, label = _WORDS[aspect]
        title = f"Solitaire Dice: how often does {frame.attrs['policy']} win, by {noun}?"
        return style.finish(drawn, ax is None, title, _small_print(frame), label, "Share, %")


def _small_print(frame: pd.DataFrame) -> str:
    told = frame.attrs
    return (
        f"{told['games']:,} games · rules {told['rules']} · policy {told['policy']} · "
        f"seed {told['seed']} · intervals: Wilson's, 95 % · kinds below "
        f"{100 * LEAST_SHARE:g} % of games left out"
    )


def _label(aspect: str, value: int) -> str:
    if aspect != "reject_faces":
        return str(value)
    return "-".join(str(face) for face in range(1, 7) if value >> (face - 1) & 1)
