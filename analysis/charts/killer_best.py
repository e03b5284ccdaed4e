"""Charts of the best play of Killer: which dice to set aside, and how much an attack should risk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from analysis.charts import style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import rules_in_words
from analysis.solving import solve
from analysis.tasks import build_rules
from simulators.dice import faces_of, multisets, n_ways
from simulators.game import Game
from simulators.killer.limits import N_DICE, PAR
from simulators.killer.rules import KillerRules
from simulators.killer.solve_draw import BestDraw, draw_for
from simulators.killer.solve_fight import fight_tables, most_life
from simulators.registry import find_game
from simulators.rules import Rules

_SIDE, _STEP = 0.125, 0.145
#: Life points of the opponent for which the risk is drawn.
OPPONENTS = (0, 10, 30)


def laws_of(rules: Rules | None) -> KillerRules:
    """Take rules, the game's default preset without them."""
    laws = build_rules(find_game("killer"), None, rules)
    assert isinstance(laws, KillerRules)
    return laws


def shares_kept() -> dict[int, dict[int, float]]:
    """Count how often the draw for the largest expected sum sets aside so many dice of a roll.

    Returns
    -------
    dict of int to dict of int to float
        By dice rolled and dice set aside: the share of all rolls of so many dice.
    """
    best = draw_for("mean")
    found: dict[int, dict[int, float]] = {}
    for n in range(1, N_DICE + 1):
        found[n] = dict.fromkeys(range(1, n + 1), 0.0)
        for counts in multisets(n):
            options = best.options(faces_of(counts), N_DICE - n)
            highest = max(options.values())
            kept = max(len(dice) for dice, value in options.items() if value > highest - 1e-12)
            found[n][kept] += n_ways(counts) / 6**n
    return found


def what_to_keep() -> dict[int, list[str]]:
    """Return the table of the draw for the largest expected sum; see the solver's function."""
    told = solve("killer", "draw").solution.details["set_aside_from"]
    return {int(n): list(entries) for n, entries in told.items()}


def draw_keep_table(ax: Axes, table: Mapping[int, Sequence[str]]) -> Axes:
    """Draw the table into axes: a row for each number of dice rolled, the dice as squares."""
    shares = shares_kept()
    rows = range(N_DICE, 1, -1)
    ax.set_axis_off()
    ax.set_xlim(-0.72, N_DICE + 0.02)
    ax.set_ylim(len(rows) + 0.02, -0.5)
    for k in range(1, N_DICE + 1):
        words = "set aside 1" if k == 1 else str(k)
        ax.text(
            k - 0.45, -0.25, words, ha="center", va="center", fontsize=style.SMALL_SIZE + 1,
            color=style.GREY,
        )  # fmt: skip
    for row, n in enumerate(rows):
        ax.axhline(row, color=style.PALE, linewidth=0.8)
        ax.text(-0.72, row + 0.5, f"{n} rolled", ha="left", va="center", fontweight="bold")
        for k in range(1, n + 1):
            entries = [entry.split() for entry in table[n] if len(entry.split()) == k]
            for line, entry in enumerate(entries):
                middle = row + 0.38 + 0.33 * (line - (len(entries) - 1) / 2)
                _draw_dice(ax, k - 0.45, middle, entry)
            if k == 1:
                ax.text(
                    k - 0.45,
                    row + 0.38,
                    "otherwise",
                    ha="center",
                    va="center",
                    fontsize=style.SMALL_SIZE + 1,
                )
            if entries or k == 1:
                ax.text(
                    k - 0.45, row + 0.84, _share(shares[n][k]), ha="center",
                    va="center", fontsize=style.SMALL_SIZE - 1, color=style.GREY,
                )  # fmt: skip
    return ax


def _share(share: float) -> str:
    return f"{100 * share:.{0 if share > 0.01 else 1}f} %"


def _draw_dice(ax: Axes, x: float, y: float, faces: Sequence[str]) -> None:
    left = x - _STEP * len(faces) / 2
    for i, face in enumerate(faces):
        corner = (left + i * _STEP, y - 0.15)
        ax.add_patch(Rectangle(corner, _SIDE, 0.3, facecolor=style.BLUE, edgecolor="none"))
        ax.text(
            corner[0] + _SIDE / 2, y, face, ha="center", va="center_baseline", color="white",
            fontweight="bold", fontsize=style.SMALL_SIZE + 1,
        )  # fmt: skip


def keep(ax: Axes | None = None) -> Axes:
    """Draw which dice the draw for the largest expected sum sets aside, of every roll.

    Parameters
    ----------
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        Rows by dice rolled, columns by dice set aside; the squares say what they must show.
    """
    best = solve("killer", "draw")
    with style.house():
        drawn = style.axes(ax, 4.6)
        draw_keep_table(drawn, what_to_keep())
        small = (
            "squares: what the highest dice must show at least, one by one; take the rightmost entry "
            "that the roll meets; below it the share of rolls with it · exact, dicelab solve killer "
            f"--objective draw: {best.value:.4f} points · whatever is aside already makes no difference"
        )
        title = "Killer: which dice should I set aside for the largest sum?"
        return style.finish(drawn, ax is None, title, small)


def risks(rules: KillerRules, opponent: int) -> NDArray[np.float64]:
    """Compute how the draw of an attack ends in the solved fight.

    Returns
    -------
    ndarray of float64, shape (n, 3)
        By own life points: the chances of a sum below 30, of exactly 30, and above.
    """
    draws = fight_tables(rules)["draws"]
    found = []
    for own in range(most_life(rules) + 1):
        if not np.isfinite(draws[own, opponent, 0]):
            break
        chances = BestDraw(draws[own, opponent], True).chances()
        below = sum(chance for total, chance in chances.items() if total < PAR)
        found.append((below, chances[PAR], 1 - below - chances[PAR]))
    return np.array(found)


def risk(rules: Rules | None = None, ax: Axes | None = None) -> Axes:
    """Draw how likely an attack costs life in the solved fight of two, by the life points of both.

    Parameters
    ----------
    rules : KillerRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        For a few life points of the opponent, two lines over one's own: the chance of a sum below
        30 and of exactly 30, in per cent; beside them the draw for the largest expected sum.
    """
    laws = laws_of(rules)
    game = find_game("killer")
    usual = draw_for("mean").chances()
    with style.house():
        drawn = style.axes(ax, 5.0)
        style.grid(drawn, "y")
        handles, labels = [], []
        for i, opponent in enumerate(OPPONENTS):
            look = style.look(i)
            found = 100 * risks(laws, opponent)
            for column in (0, 1):
                drawn.plot(
                    found[:, column], color=look.colour, linestyle=look.line, marker=look.marker,
                    markersize=4, markevery=3, linewidth=1.6, zorder=3,
                )  # fmt: skip
            handles.append(
                Line2D([], [], color=look.colour, linestyle=look.line, marker=look.marker)
            )
            labels.append(f"against {opponent} life points")
        levels = (sum(usual[total] for total in usual if total < PAR), usual[PAR])
        for level, words in zip(levels, ("below 30", "exactly 30"), strict=True):
            over = words == "exactly 30"  # the lines of the fight are below it
            drawn.axhline(100 * level, color=style.GREY, linewidth=1.2)
            drawn.text(
                1.0, 100 * level + (0.6 if over else -0.8),
                f"{words}, drawn for the sum: {100 * level:.1f} % ",
                transform=drawn.get_yaxis_transform(), ha="right", va="bottom" if over else "top",
                fontsize=style.SMALL_SIZE + 1, color=style.GREY,
            )  # fmt: skip
        drawn.set_xlim(0, most_life(laws))
        drawn.set_ylim(0, 100 * levels[0] + 8)
        style.legend_above(drawn, handles, labels)
        small = (
            f"{rules_in_words(game, laws)} · both players: optimal-fight · exact, dicelab solve killer "
            "--objective fight · upper lines: a sum below 30, which costs life; lower lines: exactly "
            "30, which does nothing"
        )
        title = "Killer: how much should an attack risk?"
        return style.finish(
            drawn, ax is None, title, small, "Own life points", "Chance of such a sum, %"
        )


def only_option(request: ChartRequest, kind: str) -> None:
    """Refuse options and policies: the chart shows the best play."""
    if request.options:
        raise ValueError(f"a {kind} chart takes no options, not {', '.join(request.options)}")
    if request.policies:
        raise ValueError(f"a {kind} chart shows the best play and takes no policy")


def is_killer(game: Game) -> bool:
    """Say whether a chart of this module applies."""
    return game.rules_type is KillerRules


def _draw_keep_request(request: ChartRequest) -> Axes:
    only_option(request, "keep")
    return keep()


def _draw_risk_request(request: ChartRequest) -> Axes:
    only_option(request, "risk")
    return risk(request.rules)


KINDS = (
    ChartKind(
        "keep",
        "which dice the best draw sets aside, of every roll",
        is_killer,
        _draw_keep_request,
        exact=True,
    ),
    ChartKind(
        "risk",
        "how likely the best attack costs life, by the life points of both",
        is_killer,
        _draw_risk_request,
        exact=True,
    ),
)
