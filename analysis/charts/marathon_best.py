"""What every distance of Marathon is worth to the best runner: as a chart, and on a card to print."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from analysis.charts import cards, style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import rules_in_words
from analysis.tasks import build_rules
from simulators.game import Game
from simulators.marathon import MARATHON, MarathonRules
from simulators.marathon.distances import in_words, stretches
from simulators.marathon.rules_of_thumb import rules_of_thumb
from simulators.marathon.solve_turns import fewest_turns
from simulators.rules import Rules

#: Turns above the best of its stretch: from which on a distance is one to avoid, and up to which it
#: is one to aim for.
COSTLY, GOOD = 1.5, 0.25
#: Metres that a card shows, and how many of the best distances it names per stretch.
LAST_METRES = 2000
_NAMED = 6
#: Expected turns beyond the chart's range are cut: a few distances take over a thousand.
_SHOWN_ABOVE_MEDIAN = 2.0


@dataclass(frozen=True)
class Stretch:
    """The distances from which equally many dice are rolled.

    Attributes
    ----------
    first, last, dice : int
    best : tuple of int
        The six distances, at most, from which the finish takes fewest turns, ascending.
    least : float
        The fewest expected turns among them.
    costly, dead : tuple of int
        Those at the beginning, up to the first that doesn't take `COSTLY` turns more than the best
        one, and those without a way to the finish.
    """

    first: int
    last: int
    dice: int
    best: tuple[int, ...]
    least: float
    costly: tuple[int, ...]
    dead: tuple[int, ...]


def where_to_stop(rules: MarathonRules, last_metres: int = LAST_METRES) -> list[Stretch]:
    """Sort the last metres by how good they are to stop at, exactly.

    Parameters
    ----------
    rules : MarathonRules
    last_metres : int
        The longest distance that is looked at.

    Returns
    -------
    list of Stretch
        Nearest to the finish first.
    """
    values = _values(rules)[: min(rules.distance, last_metres) + 1]
    starts = sorted({1, *(at for at in rules.dice_from if 1 < at < values.size)})
    found = []
    for first, stop in zip(starts, [*starts[1:], values.size], strict=True):
        alive = [d for d in range(first, stop) if d not in rules.dead]
        ordered = sorted(alive, key=lambda d: (round(float(values[d]), 9), d))
        least = float(values[ordered[0]]) if alive else float("nan")
        enough = next((d for d in alive if values[d] < least + COSTLY), stop)
        best = [d for d in ordered[:_NAMED] if values[d] <= least + GOOD]
        found.append(
            Stretch(
                first,
                stop - 1,
                rules.dice(first),
                tuple(sorted(best)),
                least,
                tuple(d for d in alive if d < enough),
                tuple(d for d in range(first, stop) if d in rules.dead),
            )
        )
    return found


def best_turns(rules: Rules | None = None, ax: Axes | None = None) -> Axes:
    """Draw how many turns the best runner needs from every distance, dead ones shaded.

    Parameters
    ----------
    rules : MarathonRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        The fewest expected turns over the metres left, on a logarithmic axis, and a mark at the best
        distances for each number of dice.
    """
    laws = _checked(rules)
    with style.house():
        drawn = style.axes(ax, 4.8)
        shown = min(laws.distance, 10_000)
        _draw(drawn, laws, shown)
        drawn.set_xscale("log")
        drawn.set_xlim(0.95, shown * 1.1)
        drawn.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        small = _small_print(laws) + (
            " Shaded: dead distances, from which no roll can ever help "
            f"({in_words(laws.dead, 6)}). The line leaves the chart next to them; circles: the "
            "distances that take fewest turns, for each number of dice."
        )
        return style.finish(
            drawn, ax is None, "Marathon: which distances are good to stop at?", small,
            "Metres left", "Fewest expected turns to the finish",
        )  # fmt: skip


def card(rules: Rules | None = None) -> Axes:
    """Make the card to print: which distances to aim for and to avoid in the last 2000 metres.

    Parameters
    ----------
    rules : MarathonRules, optional
        The game's default preset without them.

    Returns
    -------
    Axes
        The page's table.
    """
    laws = _checked(rules)
    simple = rules_of_thumb(laws)[:2][-1]
    advice = (
        f"{simple.words}. That takes {simple.value:.2f} turns on average, the best possible play "
        f"{simple.optimum:.2f}. Better still: stop on the distances named below if you can. "
        f"Those called costly take at least {COSTLY:g} turns more than the best of their row."
    )
    with style.house():
        figure, grid = cards.page(
            "Marathon: where to stop on the last metres", advice, _small_print(laws), 2, 1,
            height_ratios=[1.1, 1.0], hspace=0.28,
        )  # fmt: skip
        panel = figure.add_subplot(grid[1, 0])
        shown = min(laws.distance, LAST_METRES)
        _draw(panel, laws, shown)
        panel.set_xlim(0, shown * 1.005)
        panel.tick_params(labelsize=style.SMALL_SIZE)
        panel.set_title(
            "Expected turns to the finish, by metres left (shaded: dead; circles: best to stop on)",
            loc="left", fontsize=style.SMALL_SIZE + 1, pad=5,
        )  # fmt: skip
        return _table(figure.add_subplot(grid[0, 0]), where_to_stop(laws))


def _table(ax: Axes, found: list[Stretch]) -> Axes:
    """Fill the panel with a row per stretch; columns as wide as what stands in them."""
    header = ("metres left", "dice", "best to stop on", "turns left", "costly", "never: dead")
    rows = [
        (
            f"{stretch.first}–{stretch.last}",
            f"{stretch.dice}",
            _listed(stretch.best),
            f"{stretch.least:.1f}",
            _listed(stretch.costly),
            _listed(stretch.dead),
        )
        for stretch in found
    ]
    ax.set_axis_off()
    ax.set_xlim(0, 1)
    ax.set_ylim(len(rows) + 1, 0)
    for x, text in zip(_PLACES, header, strict=True):
        ax.text(x, 0.5, text, va="center", fontsize=style.SMALL_SIZE + 1, color=style.GREY)
    for row, cells in enumerate(rows, start=1):
        ax.axhline(row, color=style.PALE, linewidth=0.8)
        for place, (x, text) in enumerate(zip(_PLACES, cells, strict=True)):
            ax.text(
                x, row + 0.5, text, va="center", fontsize=style.TEXT_SIZE - 0.5,
                fontweight="bold" if place in (0, 2) else "normal",
            )  # fmt: skip
    return ax


#: Where the table's columns begin, in shares of its width.
_PLACES = (0.0, 0.15, 0.21, 0.63, 0.735, 0.865)


def _listed(distances: tuple[int, ...]) -> str:
    """Write distances as stretches."""
    return in_words(distances, _NAMED).replace("-", "–") if distances else "–"


def _values(rules: MarathonRules) -> NDArray[np.float64]:
    return np.asarray(fewest_turns(rules).tables["values"], dtype=np.float64)


def _draw(ax: Axes, rules: MarathonRules, last: int) -> None:
    """Draw the values of the last metres, cut where they leave the range."""
    values = _values(rules)[: last + 1]
    lefts = np.arange(1, last + 1)
    finite = values[1:][np.isfinite(values[1:])]
    top = float(np.median(finite)) + max(_SHOWN_ABOVE_MEDIAN * 2, 2.0)
    bottom = max(0.0, float(finite.min()) - 0.8)
    style.grid(ax, "y")
    ax.plot(lefts, np.where(np.isfinite(values), values, np.nan)[1:], color=style.BLUE, linewidth=1)
    for first, end in stretches(d for d in rules.dead if d <= last):
        ax.axvspan(first - 0.5, end + 0.5, color=style.PALE, linewidth=0, zorder=1)
    for stretch in where_to_stop(rules, last):
        ax.plot(
            stretch.best, values[list(stretch.best)], linestyle="none", marker="o", markersize=4.5,
            markerfacecolor="white", markeredgecolor=style.VERMILLION, markeredgewidth=1.3, zorder=4,
        )  # fmt: skip
    ax.set_ylim(bottom, top)
    ax.yaxis.set_major_locator(style.nice(6))


def _small_print(rules: MarathonRules) -> str:
    solution = fewest_turns(rules)
    return (
        f"Marathon · {rules_in_words(MARATHON, rules)} · exact, by dynamic programming: "
        f"{solution.states:,} distances, {solution.value:.4f} turns from the start "
        "(dicelab solve marathon --objective turns)."
    )


def _checked(rules: Rules | None) -> MarathonRules:
    laws = build_rules(MARATHON, None, rules)
    if not isinstance(laws, MarathonRules):
        raise TypeError(f"rules must be MarathonRules, not {type(laws).__name__}")
    return laws


def _is_marathon(game: Game) -> bool:
    return game.rules_type is MarathonRules


def _alone(request: ChartRequest, name: str) -> Rules:
    if request.policies:
        raise ValueError(f"a {name} chart takes no policy: it shows the best possible play")
    return request.rules


KINDS = (
    ChartKind(
        "best-turns",
        "the fewest expected turns by metres left, exactly, with the dead distances and the best "
        "ones to stop at",
        _is_marathon,
        lambda request: best_turns(_alone(request, "best-turns")),
        exact=True,
    ),
    ChartKind(
        "card",
        "a page to print: which distances to aim for and to avoid on the last 2000 metres",
        _is_marathon,
        lambda request: card(_alone(request, "card")),
        exact=True,
    ),
)
