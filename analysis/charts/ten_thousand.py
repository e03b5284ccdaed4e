"""Charts of 10000 and 15000: bank or roll, by points held and dice left, exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from analysis.charts import style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.charts.wording import minus
from analysis.tasks import PolicyChoice, build_rules
from simulators.game import Game
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.ten_thousand.gains import Choice, choices_in_turn, reachable_states
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.start import opened_score

#: Points held, a column each: every step where most decisions fall, then wider apart.
HELD = (*range(50, 501, 50), 600, 700, 800, 900, 1000, 1200, 1500, 2000, 3000, 4000)
DICE = (1, 2, 3, 4, 5, 6)
#: Gains beyond this share the deepest colour, so that the undecided middle can be told apart.
DEEPEST = 500.0


def bank_or_roll(
    game: str | Game,
    policy: PolicyChoice = None,
    rules: Rules | None = None,
    ax: Axes | None = None,
    *,
    held: Sequence[int] = HELD,
    score: int | None = None,
    best_opponent: int = 0,
    final_turn: bool = False,
    rolls: int = 1,
) -> Axes:
    """Draw what a policy does, and what one more roll would gain over banking, in every state.

    Parameters
    ----------
    game : str or Game
        ``10000`` or ``15000``.
    policy : str, Policy or PolicyFamily, optional
        The game's default without one.
    rules : TenThousandRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    held : sequence of int
        Points in the counter, a column each.
    score, best_opponent, final_turn, rolls
        What else the policy may look at; by default a player who has just opened, alone, after the
        first roll.

    Returns
    -------
    Axes
        A cell for each number of dice left and points held: B where the policy banks, R where it
        rolls, the expected gain of rolling and then following the policy; hatched where banking is
        better. States that no turn can be in are left empty.

    Raises
    ------
    ValueError, TypeError
        For another game, points that can't be held, and whatever rules and policies refuse.
    """
    found = find_game(game)
    if found.rules_type is not TenThousandRules:
        raise ValueError(f"a bank-or-roll chart is of 10000 or 15000, not of {found.name}")
    laws, chosen = build_rules(found, None, rules), found.policy(policy)
    assert isinstance(laws, TenThousandRules)
    own = opened_score(laws) if score is None else score
    columns = _columns(held, laws.target - own if laws.exact else None)
    reachable = reachable_states(laws, columns[-1])
    cells = choices_in_turn(
        laws, chosen, [(points, dice) for points in columns for dice in DICE
                       if (points, dice) in reachable],
        score=own, best_opponent=best_opponent, final_turn=final_turn, rolls=rolls,
    )  # fmt: skip
    with style.house():
        drawn = style.axes(ax, 5.3)
        _draw(drawn, columns, cells)
        origin = Origin(found, found.mode("turn"), laws, (chosen.label,), None, "")
        seen = [
            f"own score {own:,}",
            f"best opponent {best_opponent:,}" if best_opponent else "",
            "final turn" if final_turn else "",
            f"after {rolls} rolls" if rolls > 1 else "",
        ]
        small = origin.small_print(
            ", ".join(filter(None, seen)),
            "exact, not simulated: expected points of rolling and then following the policy, minus "
            "the points held",
            "columns aren't evenly spaced; empty: no turn can be there",
        )
        title = f"{found.title}: does {chosen.name} bank or roll on, and what does rolling gain?"
        return style.finish(
            drawn, ax is None, title, small, "Points held in this turn", "Dice left to roll"
        )


def _columns(held: Sequence[int], limit: int | None) -> list[int]:
    """Order the points held, without those that an exact finish makes impossible."""
    columns = sorted(set(held))
    if not columns or columns[0] < 1:
        raise ValueError(f"held must be points from 1 up, not {list(held)!r}")
    kept = [points for points in columns if limit is None or points <= limit]
    if not kept:
        raise ValueError(f"held must have points up to the {limit} needed, not {list(held)!r}")
    return kept


def _draw(ax: Axes, columns: list[int], cells: dict[tuple[int, int], Choice]) -> None:
    gains = np.full((len(DICE), len(columns)), np.nan)
    for (points, dice), choice in cells.items():
        gains[dice - 1, columns.index(points)] = choice.gain
    mesh = ax.pcolormesh(
        gains, cmap="PuOr", vmin=-DEEPEST, vmax=DEEPEST, edgecolors="white", linewidth=0.8
    )
    size = 7.0 if len(columns) <= 20 else 140 / len(columns)
    for (points, dice), choice in cells.items():
        x, y = columns.index(points), dice - 1
        colour = style.ink_over(mesh, choice.gain)
        if choice.gain < 0:
            ax.fill(
                [x, x + 1, x + 1, x], [y, y, y + 1, y + 1], fill=False, hatch="///", linewidth=0,
                edgecolor=colour, alpha=0.35,
            )  # fmt: skip
        letter = "B" if choice.banks else "R"
        ax.text(
            x + 0.5, y + 0.62, letter, ha="center", va="center", color=colour,
            fontsize=size + 4.5, fontweight="bold" if choice.may_bank else "normal",
            alpha=1.0 if choice.may_bank else 0.75,
        )  # fmt: skip
        ax.text(
            x + 0.5, y + 0.24, _briefly(choice.gain), ha="center",
            va="center", color=colour, fontsize=size,
        )  # fmt: skip
    for edge in _edges(columns, cells):
        ax.plot(*edge, color=style.INK, linewidth=2.2, solid_capstyle="projecting")
    ax.set_xticks(np.arange(len(columns)) + 0.5, [str(points) for points in columns])
    ax.tick_params(axis="x", labelsize=min(style.SMALL_SIZE, size + 0.5), length=0)
    forced = not any(choice.may_bank for (_, dice), choice in cells.items() if dice == 6)
    last = "6 fresh,\nforced" if forced else "6 fresh"
    ax.set_yticks(np.arange(6) + 0.5, [*map(str, DICE[:5]), last])
    ax.tick_params(axis="y", length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    bar = ax.figure.colorbar(mesh, ax=ax, pad=0.015, extend="both", aspect=30)
    bar.set_label("Gain of rolling over banking, points")
    bar.ax.yaxis.set_major_formatter(lambda value, _: minus(value, sign=True))
    bar.outline.set_visible(False)
    handles = [
        Patch(facecolor="white", hatch="///", edgecolor=style.GREY, linewidth=0.5),
    ]
    labels = ["banking is better      B: the policy banks     R: it rolls (thin: must)"]
    style.legend_above(ax, handles, labels)


def _briefly(gain: float) -> str:
    """Write a gain so that it fits into its cell: ``−1.2k`` for −1,194."""
    return minus(gain, sign=True) if abs(gain) < 999.5 else minus(gain / 1000, 1, sign=True) + "k"


def _edges(
    columns: list[int], cells: dict[tuple[int, int], Choice]
) -> list[tuple[list[int], list[int]]]:
    """List the borders between neighbours of which one banks and the other doesn't.

    Upwards only where the rules leave both the choice: six fresh dice that must be rolled are no
    part of the policy.
    """
    banks = {(columns.index(points), dice - 1): c.banks for (points, dice), c in cells.items()}
    free = {(columns.index(p), d - 1) for (p, d), choice in cells.items() if choice.may_bank}
    edges = []
    for (x, y), here in banks.items():
        if banks.get((x + 1, y), here) != here:
            edges.append(([x + 1, x + 1], [y, y + 1]))
        if (x, y) in free and (x, y + 1) in free and banks[x, y + 1] != here:
            edges.append(([x, x + 1], [y + 1, y + 1]))
    return edges


def _is_ten_thousand(game: Game) -> bool:
    return game.rules_type is TenThousandRules


def _draw_request(request: ChartRequest) -> Axes:
    policy: Policy = request.only_policy()
    options = dict(request.options)
    score = options.pop("score", None)
    if options:
        raise ValueError(
            f"a bank-or-roll chart takes the option score only, not {', '.join(options)}"
        )
    mode = request.game.mode("turn")
    value = None if score is None else mode.options[0].kind.parse(score)
    own = None if value == "opened" else value
    return bank_or_roll(request.game, policy, request.rules, score=own)


KINDS = (
    ChartKind(
        "bank-or-roll",
        "what a policy does by dice left and points held, and the exact gain of rolling",
        _is_ten_thousand,
        _draw_request,
        exact=True,
    ),
)
