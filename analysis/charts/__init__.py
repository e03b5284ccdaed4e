"""Charts: each takes data first and ``ax=None``, draws, and returns the Axes.

Nothing is shown and no global state is touched, so that charts go into anybody's figure. Without
`ax` each makes a figure of its own, ``ax.figure``, for :func:`save` or a notebook to show.

Examples
--------
>>> from analysis import charts, simulate
>>> run = simulate("solitaire-dice", "greedy", games=1000, seed=1)
>>> charts.distribution(run).get_ylabel()
'Share of games per 50 points, %'
"""

from analysis.charts.dino_dice import roll_again
from analysis.charts.distributions import distribution
from analysis.charts.killer import chances, drawn_sums
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.low_high import stop_or_roll
from analysis.charts.marathon import dead_ends, finish_by
from analysis.charts.marathon_best import best_turns
from analysis.charts.matrices import win_matrix
from analysis.charts.points import differences, rates
from analysis.charts.registry import CHARTS, charts_of, find_chart
from analysis.charts.saving import check_target, save
from analysis.charts.solitaire_dice import marks
from analysis.charts.solitaire_habits import habits
from analysis.charts.style import small_print_of
from analysis.charts.sweeps import sweep, sweep_lines
from analysis.charts.ten_thousand import bank_or_roll

__all__ = [
    "CHARTS",
    "ChartKind",
    "ChartRequest",
    "bank_or_roll",
    "best_turns",
    "chances",
    "charts_of",
    "check_target",
    "dead_ends",
    "differences",
    "distribution",
    "drawn_sums",
    "find_chart",
    "finish_by",
    "habits",
    "marks",
    "rates",
    "roll_again",
    "save",
    "small_print_of",
    "stop_or_roll",
    "sweep",
    "sweep_lines",
    "win_matrix",
]
