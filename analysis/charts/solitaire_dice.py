"""Charts of Solitaire Dice: which sums are opened, and how far they get."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from analysis.charts import style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import check_runs, labels_of, of_runs
from analysis.charts.wording import places_for
from analysis.estimates import mean_estimate, wilson_interval
from analysis.runs import Run
from simulators.game import Game
from simulators.solitaire_dice.rules import SUMS, SolitaireDiceRules

MAX_RUNS = 12


def marks(data: Run | Sequence[Run], ax: Axes | None = None) -> Axes:
    """Draw how often each sum is opened, and the marks that it then ends with.

    Parameters
    ----------
    data : Run or sequence of Run
        Of Solitaire Dice played alone; a row each.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        A cell for each policy and sum: the share of games in which the sum ended with a mark, as a
        colour and in figures, and the mean number of final marks in those games.

    Raises
    ------
    TypeError, ValueError
        For anything but runs of Solitaire Dice played alone, or more than 12 of them.
    """
    runs = check_runs(data, "marks")
    if len(runs) > MAX_RUNS:
        raise ValueError(f"a chart of marks shows at most {MAX_RUNS} runs, not {len(runs)}")
    if "marks_2" not in {metric.name for metric in runs[0].metrics}:
        played = f"{runs[0].task.game_name} ({runs[0].task.mode_name})"
        raise ValueError(f"charts.marks takes runs of solitaire-dice played alone, not {played}")
    with style.house():
        drawn = style.axes(ax, 2.35 + 0.52 * len(runs))
        opened = np.zeros((len(runs), len(SUMS)))
        marked = np.full(opened.shape, np.nan)
        widest_share = widest_marks = 0.0
        for i, run in enumerate(runs):
            for j, sum_ in enumerate(SUMS):
                pairs = [(value, n) for value, n in run.pairs(f"marks_{sum_}") if value]
                games, n_opened = run.games - run.truncated, sum(n for _, n in pairs)
                opened[i, j] = 100 * n_opened / games
                low, high = wilson_interval(n_opened, games)
                widest_share = max(widest_share, 50 * (high - low))
                if n_opened:
                    found = mean_estimate("marks", pairs)
                    marked[i, j] = found.mean
                    widest_marks = max(widest_marks, found.half_width)
        mesh = drawn.pcolormesh(
            opened, cmap="Blues", vmin=0, vmax=170, edgecolors="white", linewidth=1.2
        )
        for (i, j), share in np.ndenumerate(opened):
            mean = "" if np.isnan(marked[i, j]) else f"{marked[i, j]:.1f}"
            colour = style.ink_over(mesh, share)
            drawn.text(
                j + 0.5, i + 0.32, f"{share:.0f} %", ha="center", va="center", color=colour,
                fontsize=style.TEXT_SIZE - 0.5, fontweight="bold",
            )  # fmt: skip
            drawn.text(
                j + 0.5, i + 0.71, mean, ha="center", va="center", color=colour,
                fontsize=style.SMALL_SIZE,
            )  # fmt: skip
        drawn.set_xticks(np.arange(len(SUMS)) + 0.5, [str(sum_) for sum_ in SUMS])
        drawn.set_yticks(
            np.arange(len(runs)) + 0.5, [style.wrap_label(label, 24) for label in labels_of(runs)]
        )
        drawn.tick_params(length=0)
        drawn.invert_yaxis()
        for spine in drawn.spines.values():
            spine.set_visible(False)
        rules = runs[0].task.rules
        assert isinstance(rules, SolitaireDiceRules)
        small = of_runs(runs).small_print(
            f"shares ±{widest_share:.{places_for(widest_share)}f} percentage points or better, "
            f"marks ±{widest_marks:.{places_for(widest_marks)}f} or better",
            methods=["wilson", "t"],
        )
        title = (
            "Solitaire Dice: which sums does each policy open, and how many marks do they get? "
            f"({rules.par_marks} marks break even)"
        )
        label = "Sum of two dice (bold: games that open it; below: mean final marks when opened)"
        return style.finish(drawn, ax is None, title, small, label)


def _plays_sheets(game: Game) -> bool:
    return game.rules_type is SolitaireDiceRules


def _draw_request(request: ChartRequest) -> Axes:
    return marks(request.simulate_each(request.all_policies()))


KINDS = (
    ChartKind(
        "marks",
        "how often each sum is opened and how many marks it gets, a row for each policy",
        _plays_sheets,
        _draw_request,
    ),
)
