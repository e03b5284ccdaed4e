"""Charts of Low-High: stop or roll, by dice left and highest face kept, exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.charts import low_high_card, low_high_race, style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.charts.wording import minus
from analysis.tasks import PolicyChoice, build_rules
from simulators.game import Game
from simulators.low_high.gains import Choice, choices_in_turn
from simulators.low_high.rules import LowHighRules
from simulators.registry import find_game
from simulators.rules import Rules

FACES = (1, 2, 3, 4, 5, 6)
#: Gains beyond this share the deepest colour, by scoring, so that the undecided can be told apart.
DEEPEST = {"dice": 3.0, "pips": 10.0}
#: Shares of stops within this of 0 or 1 are told as always or never.
_HARDLY = 0.005
#: Gains as small as this are 0, and rounding.
_NOTHING = 1e-9


def stop_or_roll(
    policy: PolicyChoice = None,
    rules: Rules | None = None,
    ax: Axes | None = None,
    *,
    score: int | None = None,
    best_opponent: int = 0,
) -> Axes:
    """Draw what a policy does, and what rolling on would gain over stopping, in every position.

    Parameters
    ----------
    policy : str, Policy or PolicyFamily, optional
        The game's default without one.
    rules : LowHighRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    score, best_opponent : int, optional
        Own total and the highest of the others, where a match is on.

    Returns
    -------
    Axes
        A cell for each number of dice left and highest face kept: S where the policy stops, R where
        it rolls, the share of stops where it does either; the expected gain of rolling and then
        following the policy, over the ways in which its turns come there; hatched where stopping is
        better. Pale: its turns never come there.

    Raises
    ------
    ValueError, TypeError
        For a game with a single die, totals with which no turn is played, and whatever rules and
        policies refuse.
    """
    game = find_game("low-high")
    laws, chosen = build_rules(game, None, rules), game.policy(policy)
    assert isinstance(laws, LowHighRules)
    cells = choices_in_turn(laws, chosen, score=score, best_opponent=best_opponent)
    with style.house():
        drawn = style.axes(ax, 5.3)
        _draw(drawn, cells, laws)
        totals = (
            "the turn for itself, no match on"
            if score is None
            else f"own total {minus(score)}, best opponent {minus(best_opponent)}"
        )
        small = Origin(game, game.mode("turn"), laws, (chosen.label,), None, "").small_print(
            totals,
            "exact, not simulated: expected points of rolling and then following the policy, minus "
            "those of stopping, over all ways in which its turns come there",
            "pale: they never do; then as if all other dice had been kept as one set"
            if any(not cell.chance for cell in cells.values())
            else "",
        )
        title = f"{game.title}: does {chosen.name} stop or roll on, and what does rolling gain?"
        return style.finish(
            drawn, ax is None, title, small, "Dice left to roll", "Highest face kept"
        )


def _draw(ax: Axes, cells: dict[tuple[int, int], Choice], rules: LowHighRules) -> None:
    n_columns = rules.dice - 1
    gains = np.array([[cells[dice, face].gain for dice in range(1, rules.dice)] for face in FACES])
    deepest = DEEPEST[rules.scoring]
    mesh = ax.pcolormesh(
        gains, cmap="PuOr", vmin=-deepest, vmax=deepest, edgecolors="white", linewidth=0.8
    )
    size = min(8.5, 110 / n_columns)
    for (dice, face), choice in cells.items():
        _write(ax, mesh, dice - 1, face - 1, choice, size)
    ax.set_xticks(np.arange(n_columns) + 0.5, [str(dice) for dice in range(1, rules.dice)])
    ax.set_yticks(np.arange(6) + 0.5, [str(face) for face in FACES])
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    bar = ax.figure.colorbar(mesh, ax=ax, pad=0.015, extend="both", aspect=30)
    bar.locator = style.nice(9, integer=True)
    bar.set_label("Gain of rolling over stopping, points")
    bar.ax.yaxis.set_major_formatter(lambda value, _: minus(value, sign=True))
    bar.outline.set_visible(False)
    handles = [Patch(facecolor="white", hatch="///", edgecolor=style.GREY, linewidth=0.5)]
    words = "stopping is better      S: the policy stops      R: it rolls on"
    if any(_HARDLY <= cell.stops <= 1 - _HARDLY for cell in cells.values()):
        words += "      %: how often it stops"
    style.legend_above(ax, handles, [words])


def _write(ax: Axes, mesh: Any, x: int, y: int, choice: Choice, size: float) -> None:
    """Fill a cell with what the policy does and what rolling gains."""
    colour = style.ink_over(mesh, choice.gain)
    if choice.gain < -_NOTHING:
        ax.fill(
            [x, x + 1, x + 1, x], [y, y, y + 1, y + 1], fill=False, hatch="///", linewidth=0,
            edgecolor=colour, alpha=0.35,
        )  # fmt: skip
    mixed = _HARDLY <= choice.stops <= 1 - _HARDLY
    letter = f"{100 * choice.stops:.0f} %" if mixed else "S" if choice.stops > 0.5 else "R"
    pale = 1.0 if choice.chance else 0.6
    ax.text(
        x + 0.5, y + 0.62, letter, ha="center", va="center", color=colour, alpha=pale,
        fontsize=size + (1.5 if mixed else 4.5), fontweight="bold" if choice.chance else "normal",
    )  # fmt: skip
    places = 1 if abs(choice.gain) >= 0.095 else 2 if abs(choice.gain) > _NOTHING else 0
    ax.text(
        x + 0.5, y + 0.24, minus(choice.gain, places, sign=True), ha="center", va="center",
        color=colour, fontsize=size, alpha=pale,
    )  # fmt: skip


def _plays_low_high(game: Game) -> bool:
    return game.rules_type is LowHighRules


def _draw_request(request: ChartRequest) -> Axes:
    kinds = {spec.name: spec.kind for spec in request.game.mode("turn").options}
    values: dict[str, Any] = {}
    for name, value in request.options.items():
        if name not in ("score", "best_opponent"):
            raise ValueError(
                f"a stop-or-roll chart takes the options score and best_opponent, not {name}"
            )
        try:
            values[name] = kinds[name].parse(str(value))
        except (ValueError, TypeError) as error:
            raise type(error)(f"option {name} {error}") from None
    if values.get("score") == "alone":
        del values["score"]
    return stop_or_roll(request.only_policy(), request.rules, **values)


KINDS = (
    ChartKind(
        "stop-or-roll",
        "what a policy does by dice left and highest face kept, and the exact gain of rolling",
        _plays_low_high,
        _draw_request,
        exact=True,
    ),
    *low_high_race.KINDS,
    *low_high_card.KINDS,
)
