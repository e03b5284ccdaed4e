"""Charts of Marathon: what becomes of a runner, by metres left, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from numpy.typing import NDArray

from analysis.charts import marathon_best, style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.tasks import PolicyChoice, build_rules
from simulators.errors import unknown_name
from simulators.game import Game
from simulators.marathon import MarathonRules, Outlook, outlook, walk_distribution
from simulators.marathon.distances import in_words, stretches
from simulators.marathon.values import chances_in_time
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.values import integer

MAX_POLICIES = 7
MOST_TURNS = 40
#: What is drawn without a choice of policies: who gets stuck, who doesn't.
POLICIES = ("greedy", "safe", "lookahead")
#: What can be drawn: its title, the label of its axis.
_SHOWN = {
    "finished": ("from where does a runner still finish?", "Chance to finish, %"),
    "stuck": ("from where does a runner get stuck?", "Chance to get stuck later on, %"),
    "eliminated": ("from where does a runner go past the finish?", "Chance to be eliminated, %"),
    "turns": (
        "how many turns does it take from here?",
        "Expected turns to the end",
    ),
}
_MOST_LABELS = 6


def dead_ends(
    policies: PolicyChoice | Sequence[PolicyChoice] = POLICIES,
    rules: Rules | None = None,
    ax: Axes | None = None,
    *,
    metric: str = "finished",
) -> Axes:
    """Draw what becomes of a runner from every distance, with the dead distances shaded.

    Parameters
    ----------
    policies : str, Policy or PolicyFamily, or several
        At most 7, none that looks at the number of the turn or flips coins.
    rules : MarathonRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    metric : {"finished", "stuck", "eliminated", "turns"}
        A chance in per cent, or the expected turns that are left.

    Returns
    -------
    Axes
        A line for each policy over the metres left, on a logarithmic axis.

    Raises
    ------
    ValueError, TypeError
        For another metric, too many policies, and whatever rules and policies refuse.
    """
    game, laws, chosen = _checked(policies, rules)
    if metric not in _SHOWN:
        raise unknown_name("metric", metric, _SHOWN)
    found = [outlook(laws, policy) for policy in chosen]
    question, label = _SHOWN[metric]
    with style.house():
        drawn = style.axes(ax, 5.0)
        _draw(drawn, laws, metric, chosen, found)
        labels = tuple(policy.label for policy in chosen)
        origin = Origin(game, game.mode("solo"), laws, labels, None, "")
        small = origin.small_print(
            "a runner alone, who goes on by the same policy",
            "exact, not simulated: every roll weighed by its chance",
            f"dead distances, from which no roll can ever help: {in_words(laws.dead, 6)}",
        )
        return style.finish(
            drawn, ax is None, f"{game.title}: {question}", small, "Metres left", label
        )


def finish_by(
    policies: PolicyChoice | Sequence[PolicyChoice] = POLICIES,
    rules: Rules | None = None,
    ax: Axes | None = None,
    *,
    turns: int = 30,
) -> Axes:
    """Draw how likely a runner has finished by each turn.

    Parameters
    ----------
    policies : str, Policy or PolicyFamily, or several
        At most 7, none that flips coins.
    rules : MarathonRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    turns : int
        The last turn that is shown, 1 to 40; long races take more than the default.

    Returns
    -------
    Axes
        A line for each policy: the chance in per cent. Above them, for each turn by itself, the best
        chance that any policy has which aims at just this turn.

    Raises
    ------
    ValueError, TypeError
        For too many policies or turns, and whatever rules and policies refuse.
    """
    game, laws, chosen = _checked(policies, rules)
    last = integer(1, MOST_TURNS).check(turns)
    reached = chances_in_time(laws, last)
    within = reached.shape[1] > laws.distance  # so many turns can run the distance
    best = 100 * reached[:, -1] if within else np.zeros(last + 1)
    walks = [walk_distribution(laws, policy, tolerance=1e-7, most_turns=last) for policy in chosen]
    with style.house():
        drawn = style.axes(ax, 5.0)
        style.grid(drawn, "y")
        drawn.plot(range(last + 1), best, color=style.GREY, linewidth=5, alpha=0.35, zorder=2)
        handles: list[Any] = [Line2D([], [], color=style.GREY, linewidth=5, alpha=0.35)]
        labels = ["best possible for each turn"]
        for i, (policy, walk) in enumerate(zip(chosen, walks, strict=True)):
            look = style.look(i)
            chances = 100 * np.cumsum(np.pad(walk.finished, (0, last)))[: last + 1]
            drawn.plot(
                range(last + 1), chances, color=look.colour, linestyle=look.line, linewidth=1.8,
                marker=look.marker, markersize=5, markevery=(i, 4), zorder=3,
            )  # fmt: skip
            handles.append(
                Line2D([], [], color=look.colour, linestyle=look.line, marker=look.marker)
            )
            labels.append(f"{style.shorten(policy.label, 30)}: {chances[last]:.1f} %")
        drawn.set_xlim(0, last)
        drawn.set_ylim(0, 101.5)
        drawn.xaxis.set_major_locator(style.nice(9, integer=True))
        style.legend_above(drawn, handles, labels)
        names = tuple(policy.label for policy in chosen)
        small = Origin(game, game.mode("solo"), laws, names, None, "").small_print(
            f"a runner alone; figures above are those of turn {last}",
            "exact, not simulated: every roll weighed by its chance",
        )
        title = f"{game.title}: how likely has a runner finished by each turn?"
        return style.finish(drawn, ax is None, title, small, "Turns", "Chance to have finished, %")


def _checked(
    policies: PolicyChoice | Sequence[PolicyChoice], rules: Rules | None
) -> tuple[Game, MarathonRules, list[Policy]]:
    game = find_game("marathon")
    laws = build_rules(game, None, rules)
    if not isinstance(laws, MarathonRules):
        raise TypeError(f"rules must be MarathonRules, not {type(laws).__name__}")
    given: list[Any] = list(policies) if isinstance(policies, list | tuple) else [policies]
    if not 1 <= len(given) <= MAX_POLICIES:
        raise ValueError(f"this chart shows 1 to {MAX_POLICIES} policies, not {len(given)}")
    return game, laws, [game.policy(policy) for policy in given]


def _values(view: Outlook, metric: str) -> NDArray[np.float64]:
    values: NDArray[np.float64] = getattr(view, metric)
    return values if metric == "turns" else 100 * values


def _draw(
    ax: Axes,
    rules: MarathonRules,
    metric: str,
    policies: Sequence[Policy],
    found: Sequence[Outlook],
) -> None:
    lefts = np.arange(1, rules.distance + 1)
    alive = np.ones(rules.distance + 1, dtype=bool)
    alive[list(rules.dead)] = False
    style.grid(ax, "y")
    ax.set_xscale("log")
    handles: list[Any] = []
    labels = []
    for i, (policy, view) in enumerate(zip(policies, found, strict=True)):
        look = style.look(i)
        values = np.where(alive, _values(view, metric), np.nan)[1:]
        ax.plot(
            lefts, values, color=look.colour, linestyle=look.line, linewidth=1.3, zorder=3 + i,
            marker=look.marker, markersize=5, markevery=_sparse(rules.distance, i, len(policies)),
        )  # fmt: skip
        handles.append(Line2D([], [], color=look.colour, linestyle=look.line, marker=look.marker))
        start = float(_values(view, metric)[rules.distance])
        written = f"{start:.1f} turns" if metric == "turns" else f"{start:.1f} %"
        labels.append(f"{style.shorten(policy.label, 30)}: {written} from the start")
    for first, last in stretches(rules.dead):
        ax.axvspan(first - 0.5, last + 0.5, color=style.PALE, linewidth=0, zorder=1)
    if rules.dead:
        handles.append(Patch(facecolor=style.PALE))
        labels.append("dead distances")
    ax.set_xlim(0.95, rules.distance * 1.15)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.margins(y=0.03)
    if metric == "turns":
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    else:
        shown = np.concatenate([_values(view, metric)[1:][alive[1:]] for view in found])
        _percent_axis(ax, shown, metric)
    # The names of the dead stretches stand where fewest lines are.
    height, side = (0.015, "bottom") if metric == "finished" else (0.985, "top")
    for first, last in stretches(rules.dead)[:_MOST_LABELS]:
        ax.text(
            0.985 * (first - 0.5), height, f"{first}" if first == last else f"{first}–{last}",
            transform=ax.get_xaxis_transform(), rotation=90, ha="center", va=side,
            fontsize=style.SMALL_SIZE, color=style.INK, zorder=12,
        )  # fmt: skip
    style.legend_above(ax, handles, labels)


def _sparse(distance: int, place: int, lines: int) -> list[int]:
    """Choose where a line has markers: evenly on the axis, each line's between the others'."""
    at = np.geomspace(1, distance, 12 * lines)[place::lines]
    return sorted({int(left) - 1 for left in at})


def _percent_axis(ax: Axes, values: NDArray[np.float64], metric: str) -> None:
    """Show what there is of the scale up or down to where all is well: 100 % finished, 0 % lost."""
    bad = float(values.min()) if metric == "finished" else float(values.max())
    well = 100.0 if metric == "finished" else 0.0
    reach = max(abs(bad - well), 1.0) * (1 if metric == "finished" else -1)
    ax.set_ylim(*sorted((well + 0.03 * reach, well - 1.12 * reach)))


def _is_marathon(game: Game) -> bool:
    return game.rules_type is MarathonRules


def _draw_request(request: ChartRequest) -> Axes:
    policies = request.policies or POLICIES
    return dead_ends(policies, request.rules, metric=request.metric or "finished")


def _draw_finish_by(request: ChartRequest) -> Axes:
    return finish_by(request.policies or POLICIES, request.rules)


KINDS = (
    ChartKind(
        "dead-ends",
        "what becomes of a runner by metres left: the exact chance to finish, or with --metric to "
        "get stuck or be eliminated, or the turns it takes",
        _is_marathon,
        _draw_request,
        takes=frozenset({"metric"}),
        exact=True,
    ),
    ChartKind(
        "finish-by",
        "the exact chance to have finished by each turn, and the best chance possible",
        _is_marathon,
        _draw_finish_by,
        exact=True,
    ),
    *marathon_best.KINDS,
)
