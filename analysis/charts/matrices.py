"""Everybody against everybody: a square of win rates."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from analysis.charts import style
from analysis.charts.origin import of_frame
from analysis.charts.wording import places_for

if TYPE_CHECKING:
    import pandas as pd

MAX_POLICIES = 12


def win_matrix(frame: pd.DataFrame, ax: Axes | None = None) -> Axes:
    """Draw how often each policy beats each other one.

    Parameters
    ----------
    frame : DataFrame
        What :func:`~analysis.tournaments.round_robin` returned.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        A row per policy, strongest on top; in each cell the share of games that it won against the
        policy of the column, with half the width of its interval. Colours show wins minus losses.

    Raises
    ------
    ValueError
        For another frame, or more than 12 policies.
    """
    needed = {"policy", "opponent", "win_rate", "ci_low", "ci_high", "losses", "wins", "n"}
    if not needed <= set(getattr(frame, "columns", ())):
        raise ValueError(
            "charts.win_matrix takes the pairs that round_robin returned, not their square"
        )
    origin = of_frame(frame, "round_robin", "per pair")
    pairs = {(row["policy"], row["opponent"]): row for row in frame.to_dict("records")}
    lead = {key: (row["wins"] - row["losses"]) / row["n"] for key, row in pairs.items()}
    names = list(dict.fromkeys(frame["policy"]))
    if len(names) > MAX_POLICIES:
        raise ValueError(f"a chart shows at most {MAX_POLICIES} policies, not {len(names)}")
    strength = {
        name: sum(lead[key] for key in lead if key[0] == name)
        / sum(1 for key in lead if key[0] == name)
        for name in names
    }
    names.sort(key=lambda name: -strength[name])
    n = len(names)
    with style.house():
        drawn = style.axes(ax, 2.0 + 0.62 * n)
        square = np.full((n, n), np.nan)
        for (policy, opponent), value in lead.items():
            square[names.index(policy), names.index(opponent)] = 100 * value
        most = max(1e-9, float(np.nanmax(np.abs(square))))
        mesh = drawn.pcolormesh(
            square, cmap="PuOr", vmin=-most, vmax=most, edgecolors="white", linewidth=1.5
        )
        size = style.TEXT_SIZE if n <= 7 else style.SMALL_SIZE
        for (policy, opponent), row in pairs.items():
            i, j = names.index(policy), names.index(opponent)
            half = 50 * (row["ci_high"] - row["ci_low"])
            places = places_for(half, 2)
            drawn.text(
                j + 0.5, i + 0.5, f"{100 * row['win_rate']:.{places}f} %\n±{half:.{places}f}",
                ha="center", va="center", fontsize=size, linespacing=1.2,
                color=style.ink_over(mesh, square[i, j]),
            )  # fmt: skip
        for i in range(n):
            drawn.add_patch(Rectangle((i, i), 1, 1, facecolor=style.PALE, edgecolor="white"))
        letters = ascii_uppercase[:n]
        drawn.set_yticks(
            np.arange(n) + 0.5,
            [f"{style.wrap_label(name)}  {c}" for name, c in zip(names, letters, strict=True)],
        )
        drawn.set_xticks(np.arange(n) + 0.5, [f"against {c}" if n <= 7 else c for c in letters])
        drawn.tick_params(length=0)
        drawn.invert_yaxis()
        for spine in drawn.spines.values():
            spine.set_visible(False)
        bar = drawn.figure.colorbar(mesh, ax=drawn, pad=0.02)
        bar.set_label("Wins minus losses, % of games")
        bar.outline.set_visible(False)
        small = origin.small_print(
            "the rest of the games are lost or drawn", methods=list(frame["method"]), policies=False
        )
        title = f"{origin.game.title}: how often does each policy beat each other one?"
        label = "Share of games won by the policy of the row, %"
        return style.finish(drawn, ax is None, title, small, label)
