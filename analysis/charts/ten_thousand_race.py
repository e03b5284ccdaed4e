"""Charts of the race of two in 10000 and 15000: who wins, and how scores move what to bank from."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm
from numpy.typing import NDArray

from analysis.charts import style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import rules_in_words
from analysis.tasks import build_rules
from simulators.game import Game
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.ten_thousand.gains import reachable_states
from simulators.ten_thousand.offers import unit_of
from simulators.ten_thousand.race_solution import race_solution
from simulators.ten_thousand.rules import TenThousandRules
from simulators.values import integer

#: Edges of the shades of thresholds, in points.
SHADES = (0, 200, 250, 300, 350, 400, 450, 500, 600, 800, 1000, 1500, 2000)
_CHANCES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
_DICE = integer(1, 5)


def laws_of(game: str | Game, rules: Rules | None) -> tuple[Game, TenThousandRules]:
    """Resolve game and rules.

    Raises
    ------
    ValueError
        For another game.
    """
    found = find_game(game)
    if found.rules_type is not TenThousandRules:
        raise ValueError(f"this chart is of 10000 or 15000, not of {found.name}")
    laws = build_rules(found, None, rules)
    assert isinstance(laws, TenThousandRules)
    return found, laws


def bank_from(rules: TenThousandRules, dice: int) -> NDArray[np.float64]:
    """Find the least counter that an optimal player of a race banks.

    Parameters
    ----------
    dice : int
        Dice left, 1 to 5.

    Returns
    -------
    ndarray of float64, shape (target, target)
        In points, by own and the other's score in units; ``nan`` where none is banked. Counters that
        no turn can have with so many dice left don't count.
    """
    tables, unit = race_solution(rules).tables, unit_of(rules)
    starts = tables["bank_start"].astype(np.int64)
    target, rows = tables["win"].shape[0], np.diff(starts)
    counters = np.arange(starts[-1]) - np.repeat(starts[:-1], rows) + 1
    possible = np.zeros(int(rows.max()) + 1, dtype=bool)
    highest = unit * (possible.size - 1)
    for held, left in reachable_states(rules, highest):
        possible[held // unit] |= left == dice
    own = np.repeat(np.repeat(np.arange(target), target), rows)
    allowed = unit * counters >= np.where(
        own == 0, max(rules.opening, rules.min_bank), rules.min_bank
    )
    banks = (tables["bank"].astype(np.int64) >> dice & 1 == 1) & possible[counters] & allowed
    least = np.minimum.reduceat(np.where(banks, unit * counters, np.inf), starts[:-1])
    least[np.isinf(least)] = np.nan
    return least.reshape(target, target)


def win_chance(game: str | Game, rules: Rules | None = None, ax: Axes | None = None) -> Axes:
    """Draw the chance of the player to move, by both scores, if both play as well as possible.

    Parameters
    ----------
    game : str or Game
        ``10000`` or ``15000``.
    rules : TenThousandRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    """
    found, laws = laws_of(game, rules)
    solution = race_solution(laws)
    win = solution.tables["win"].astype(np.float64)
    with style.house():
        drawn = style.axes(ax, 6.4)
        edges = unit_of(laws) * (np.arange(win.shape[0] + 1) - 0.5)
        mesh = drawn.pcolormesh(edges, edges, win, cmap="PuOr", vmin=0, vmax=1, rasterized=True)
        middles = unit_of(laws) * np.arange(win.shape[0])
        lines = drawn.contour(
            middles, middles, win, levels=_CHANCES, colors=style.INK,
            linewidths=[2.0 if level == 0.5 else 0.7 for level in _CHANCES],
        )  # fmt: skip
        for text in drawn.clabel(
            lines, fmt=lambda level: f"{100 * level:.0f} %", fontsize=style.SMALL_SIZE
        ):
            text.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.85})
        bar = drawn.figure.colorbar(mesh, ax=drawn, pad=0.015, aspect=30)
        bar.set_label("Chance to win, ties as half, %")
        bar.ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}")
        bar.outline.set_visible(False)
        _score_axes(drawn, laws)
        small = (
            f"{rules_in_words(found, laws)} · two players, both play as well as possible · exact · "
            f"at 0 to 0 {100 * solution.value:.2f} % · dicelab solve {found.name} --objective race"
        )
        title = f"{found.title}: who wins, if it is my turn and both play as well as possible?"
        return style.finish(drawn, ax is None, title, small, "The other's score", "My score")


def race_threshold(
    game: str | Game, rules: Rules | None = None, ax: Axes | None = None, *, dice: int = 3
) -> Axes:
    """Draw from how many points on to bank, by both scores, to win the match.

    Parameters
    ----------
    game, rules, ax
        As for :func:`win_chance`.
    dice : int
        Dice left to roll, 1 to 5.
    """
    found, laws = laws_of(game, rules)
    number = _DICE.check(dice)
    shown = bank_from(laws, number)
    too_good = "" if laws.play_on_from is None else "; a high one may be too good an offer to bank"
    with style.house():
        drawn = style.axes(ax, 6.4)
        edges = unit_of(laws) * (np.arange(shown.shape[0] + 1) - 0.5)
        norm = BoundaryNorm(SHADES, 256, extend="max")
        drawn.set_facecolor(style.PALE)
        mesh = drawn.pcolormesh(edges, edges, shown, cmap="cividis", norm=norm, rasterized=True)
        bar = drawn.figure.colorbar(
            mesh, ax=drawn, pad=0.015, aspect=30, spacing="uniform", ticks=SHADES
        )
        bar.set_label(f"Bank from so many points with {number} {_die(number)} left")
        bar.ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        bar.outline.set_visible(False)
        _score_axes(drawn, laws)
        small = (
            f"{rules_in_words(found, laws)} · two players, both play as well as possible, before the "
            f"last turn · exact · the least counter at which banking is better than rolling on, "
            f"pale where there is none{too_good} · dicelab solve {found.name} --objective race"
        )
        title = (
            f"{found.title}: how do both scores move what to bank from, "
            f"with {number} {_die(number)} left?"
        )
        return style.finish(drawn, ax is None, title, small, "The other's score", "My score")


def _die(number: int) -> str:
    return "die" if number == 1 else "dice"


def _score_axes(ax: Axes, rules: TenThousandRules) -> None:
    ax.set_aspect("equal")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(style.nice(6, integer=True))
        axis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set_xlim(0, rules.target)
    ax.set_ylim(0, rules.target)
    for spine in ax.spines.values():
        spine.set_visible(False)


def refuse_all(request: ChartRequest, name: str, *known: str) -> None:
    """Refuse policies, and options but for those that are known."""
    if request.policies:
        raise ValueError(f"a {name} chart shows the best possible play, not a policy")
    unknown = [option for option in request.options if option not in known]
    if unknown:
        allowed = f"the option {known[0]} only" if known else "no options"
        raise ValueError(f"a {name} chart takes {allowed}, not {', '.join(unknown)}")


def _draw_win_chance(request: ChartRequest) -> Axes:
    refuse_all(request, "win-chance")
    return win_chance(request.game, request.rules)


def _draw_threshold(request: ChartRequest) -> Axes:
    refuse_all(request, "race-threshold", "dice")
    try:
        dice = _DICE.parse(str(request.options.get("dice", 3)))
    except (ValueError, TypeError) as error:
        raise type(error)(f"option dice {error}") from None
    return race_threshold(request.game, request.rules, dice=dice)


def _is_ten_thousand(game: Game) -> bool:
    return game.rules_type is TenThousandRules


KINDS = (
    ChartKind(
        "win-chance",
        "chance to win a match of two by both scores, under the best play of both, exactly",
        _is_ten_thousand,
        _draw_win_chance,
        exact=True,
    ),
    ChartKind(
        "race-threshold",
        "from how many points on to bank in a match of two, by both scores, exactly",
        _is_ten_thousand,
        _draw_threshold,
        exact=True,
    ),
)
