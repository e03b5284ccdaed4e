"""A chart of Dino Dice: how likely a turn makes so many points, at best and under policies, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from analysis.charts import style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.tasks import PolicyChoice, build_rules
from simulators.dino_dice import turn_distribution
from simulators.dino_dice.rules import DinoDiceRules
from simulators.game import Game
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

POLICIES = ("optimal-turn", "one-roll")
BEST = "the best for each number"


def chances_of_points(policies: Sequence[Policy], rules: DinoDiceRules) -> pd.DataFrame:
    """Tabulate the chance of at least so many points.

    Returns
    -------
    DataFrame
        points, from 1 to the most that a turn can score; best, the greatest chance there is; and a
        column for each policy.
    """
    import pandas as pd

    from simulators.dino_dice.solve_turn import worth_of_points
    from simulators.dino_dice.turn_graph import turn_graph
    from simulators.dino_dice.turn_values import turn_values

    graph = turn_graph(rules)
    points = np.arange(1, int(graph.scores[-1]) + 1)
    scored = graph.scores[1:]
    best = [turn_values(rules, worth_of_points(rules, x)).throws[-1, graph.start] for x in scored]
    # Numbers that no hand scores are as likely to be reached as the next one that some hand does.
    frame = pd.DataFrame({"points": points})
    frame["best"] = np.array(best)[np.searchsorted(scored, points)]
    for policy in policies:
        chances = turn_distribution(rules, policy).of("points")
        reached = [sum(p for x, p in chances.items() if x >= least) for least in points]
        frame[policy.label] = reached
    return frame


def at_least(
    policies: Sequence[PolicyChoice] | None = None,
    rules: Rules | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the greatest chance of at least so many points, and the chances that policies have.

    Parameters
    ----------
    policies : sequence of str, Policy or PolicyFamily, optional
        The turn with the most points and a single roll by default.
    rules : DinoDiceRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        A stepped line for the best play, which aims at each number of points by itself, and one for
        each policy.

    Raises
    ------
    ValueError, TypeError
        Whatever rules and policies refuse.
    """
    game = find_game("dino-dice")
    laws = build_rules(game, None, rules)
    assert isinstance(laws, DinoDiceRules)
    chosen = [game.policy(each) for each in POLICIES if policies is None]
    chosen += [game.policy(each) for each in policies or ()]
    frame = chances_of_points(chosen, laws)
    with style.house():
        drawn = style.axes(ax)
        style.grid(drawn)
        labels = {"best": BEST, **{policy.label: policy.label for policy in chosen}}
        handles = _draw(drawn, frame, labels)
        style.legend_above(drawn, handles, list(labels.values()))
        small = Origin(game, game.mode("turn"), laws, (), None, "").small_print(
            "exact, not simulated",
            f"{BEST}: optimal-at-least:points=..., a plan of its own for each",
        )
        title = f"{game.title}: how likely is a turn of so many points?"
        return style.finish(
            drawn, ax is None, title, small, "Points, at least", "Chance of a turn, %"
        )


def _draw(ax: Axes, frame: pd.DataFrame, labels: Mapping[str, str]) -> list[Line2D]:
    handles = []
    for number, column in enumerate(labels):
        look = style.look(number)
        handles += ax.plot(
            frame["points"], 100 * frame[column], color=look.colour, linestyle=look.line,
            linewidth=1.8, drawstyle="steps-pre",
        )  # fmt: skip
    ax.set_xlim(0, float(frame["points"].iloc[-1]) + 1)
    ax.set_ylim(0, 101)
    ax.xaxis.set_major_locator(style.nice(10, integer=True))
    return handles


def _plays_dinosaurs(game: Game) -> bool:
    return game.rules_type is DinoDiceRules


def _draw_request(request: ChartRequest) -> Axes:
    if request.options:
        raise ValueError(f"an at-least chart takes no options, not {', '.join(request.options)}")
    return at_least(request.policies or None, request.rules)


KINDS = (
    ChartKind(
        "at-least",
        "the greatest chance of at least so many points, and that of policies",
        _plays_dinosaurs,
        _draw_request,
        exact=True,
    ),
)
