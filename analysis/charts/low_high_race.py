"""The race in Low-High: the chance to win by both totals, exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from analysis.charts import style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.tasks import build_rules
from simulators.low_high.objectives import stored_race
from simulators.low_high.rules import LowHighRules
from simulators.registry import find_game
from simulators.rules import Rules

#: Chances that lines are drawn for.
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
_MOST_TICKS = 12


def chances_to_win(rules: LowHighRules) -> NDArray[np.float64]:
    """Return the mover's chance to win, by own total and the other's, from 0 to the target less 1."""
    solution = stored_race(rules)
    start = -solution.details["lowest_total"]
    return np.asarray(solution.tables["win"][start:, start:], dtype=np.float64)


def sure_to_win(rules: LowHighRules) -> int:
    """Return the most points that a player can lack and yet win for certain on the next turn."""
    lowest = chances_to_win(rules).min(axis=1)[::-1]
    return int(np.argmin(np.append(lowest > 1 - 1e-12, False)))


def win_chances(rules: Rules | None = None, ax: Axes | None = None) -> Axes:
    """Draw the chance to win of the player to move, both playing as well as possible.

    Parameters
    ----------
    rules : LowHighRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        A cell for each pair of totals, own across and the other's upwards; lines of equal chances.
    """
    game = find_game("low-high")
    laws = build_rules(game, None, rules)
    assert isinstance(laws, LowHighRules)
    chances = 100 * chances_to_win(laws).T
    n = laws.target
    sure = sure_to_win(laws)
    with style.house():
        drawn = style.axes(ax, 5.8)
        mesh = drawn.pcolormesh(chances, cmap="cividis", vmin=0, vmax=100)
        if n > 1:
            _draw_lines(drawn, mesh, chances)
        bar = drawn.figure.colorbar(mesh, ax=drawn, pad=0.02)
        bar.set_label("Chance to win of the player to move, %")
        bar.outline.set_visible(False)
        ticks = range(0, n, max(1, -(-n // _MOST_TICKS)))
        for axis in (drawn.xaxis, drawn.yaxis):
            axis.set_ticks([tick + 0.5 for tick in ticks], [str(tick) for tick in ticks])
            axis.set_tick_params(length=0)
        small = Origin(game, game.mode("match"), laws, ("optimal-race",), None, "").small_print(
            "exact, not simulated: two players at their best",
            f"at the start {chances[0, 0]:.2f} %",
            f"who lacks at most {sure} wins for certain" if sure else "",
        )
        title = f"{game.title}: how likely does the player to move win the race?"
        return style.finish(
            drawn, ax is None, title, small, "Own total", "The other player's total"
        )


def _draw_lines(ax: Axes, mesh: Any, chances: NDArray[np.float64]) -> None:
    places = np.arange(chances.shape[0]) + 0.5
    levels = [100 * level for level in LEVELS if chances.min() < 100 * level < chances.max()]
    if not levels:
        return
    inks = [style.ink_over(mesh, level) for level in levels]
    lines = ax.contour(places, places, chances, levels, colors=inks, linewidths=1.0)
    ax.clabel(lines, fmt=lambda level: f"{level:.0f} %", fontsize=style.SMALL_SIZE)


def _draw_request(request: ChartRequest) -> Axes:
    if request.policies or request.options:
        raise ValueError("a win-chances chart takes neither policies nor options")
    return win_chances(request.rules)


KINDS = (
    ChartKind(
        "win-chances",
        "the chance to win a race of two by both totals, both at their best",
        lambda game: game.rules_type is LowHighRules,
        _draw_request,
        exact=True,
    ),
)
