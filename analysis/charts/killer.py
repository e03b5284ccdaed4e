"""Charts of Killer: what each policy draws, and who wins with so many life points, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from analysis.charts import killer_best, killer_card, style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.tasks import PolicyChoice, build_rules
from simulators.game import Game
from simulators.killer import ATTACK, PREPARATION, DrawDistribution, draw_distribution, duel
from simulators.killer.limits import PAR
from simulators.killer.rules import KillerRules
from simulators.killer.state import ALONE
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.values import Choice

MAX_POLICIES = 7
#: Sums rarer than this under every policy, at the low end, are left out of the picture.
RARE = 0.0005
PHASES = {"preparation": PREPARATION, "attack": ATTACK}
_STEP = 3  # life points between the rows and columns of the table of chances


def drawn_sums(
    policies: PolicyChoice | Sequence[PolicyChoice] = None,
    rules: Rules | None = None,
    ax: Axes | None = None,
    *,
    phase: str = "preparation",
) -> Axes:
    """Draw how likely each sum is under some policies.

    Parameters
    ----------
    policies : str, Policy or PolicyFamily, or several, optional
        The game's default without any; at most 7.
    rules : KillerRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    phase : {"preparation", "attack"}
        What is drawn for: life points, or strength.

    Returns
    -------
    Axes
        A line for each policy: the chance of each sum in per cent. The legend has the mean and the
        chances to be below and above 30.

    Raises
    ------
    ValueError, TypeError
        For too many policies, those that flip coins, and whatever rules and policies refuse.
    """
    game = find_game("killer")
    laws = _laws(game, rules)
    given: list[Any] = list(policies) if isinstance(policies, list | tuple) else [policies]
    chosen = [game.policy(policy) for policy in given]
    if not 1 <= len(chosen) <= MAX_POLICIES:
        raise ValueError(f"a chart of sums shows 1 to {MAX_POLICIES} policies, not {len(chosen)}")
    state = ALONE._replace(phase=PHASES[Choice(tuple(PHASES)).check(phase)])
    found = [draw_distribution(policy, laws, state) for policy in chosen]
    with style.house():
        drawn = style.axes(ax, 5.0)
        _draw_sums(drawn, chosen, found)
        origin = Origin(game, game.mode("draw"), laws, tuple(p.label for p in chosen), None, "")
        small = origin.small_print(
            f"as in {'the preparation' if phase == 'preparation' else 'an attack'}",
            "exact, not simulated: every roll weighed by its chance",
            f"sums below {int(drawn.get_xlim()[0] + 1)} are rarer than {100 * RARE:g} % and left out",
        )
        title = f"{game.title}: how likely is each sum?"
        label = "Sum of the six dice set aside (in an attack, strength is what is above 30)"
        return style.finish(drawn, ax is None, title, small, label, "Chance, %")


def _laws(game: Game, rules: Rules | None) -> KillerRules:
    laws = build_rules(game, None, rules)
    assert isinstance(laws, KillerRules)
    return laws


def _draw_sums(ax: Axes, policies: Sequence[Policy], found: Sequence[DrawDistribution]) -> None:
    shown = range(
        min(s for each in found for s, chance in each.sums.items() if chance > RARE), 6 * 6 + 1
    )
    style.grid(ax, "y")
    ax.axvline(PAR, color=style.GREY, linewidth=1.2)
    handles, labels = [], []
    for i, (policy, each) in enumerate(zip(policies, found, strict=True)):
        look = style.look(i)
        chances = [100 * float(each.sums.get(sum_, 0)) for sum_ in shown]
        ax.plot(
            shown, chances, color=look.colour, linestyle=look.line, marker=look.marker,
            markersize=5, linewidth=1.6, clip_on=False, zorder=3,
        )  # fmt: skip
        below = sum(float(chance) for sum_, chance in each.sums.items() if sum_ < PAR)
        above = sum(float(chance) for sum_, chance in each.sums.items() if sum_ > PAR)
        handles.append(
            Line2D([], [], color=look.colour, linestyle=look.line, marker=look.marker, markersize=5)
        )
        labels.append(
            f"{style.shorten(policy.label, 34)}: mean {float(each.mean):.2f}, "
            f"below 30 {100 * below:.1f} %, above {100 * above:.1f} %"
        )
    ax.set_xlim(shown[0] - 0.5, shown[-1] + 0.5)
    ax.set_ylim(0, ax.get_ylim()[1] * 1.08)
    ax.set_xticks([sum_ for sum_ in shown if sum_ % 2 == 0])
    for x, words, side in (
        (PAR - 0.25, "◂ costs life", "right"),
        (PAR + 0.25, "strength ▸", "left"),
    ):
        ax.text(
            x, 0.985, words, transform=ax.get_xaxis_transform(), ha=side, va="top",
            fontsize=style.SMALL_SIZE + 1, color=style.GREY,
        )  # fmt: skip
    style.legend_above(ax, handles, labels)


def chances(
    policies: Sequence[PolicyChoice] = (None, None),
    rules: Rules | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the chance to win a match of two for the player to move, by the life points of both.

    Parameters
    ----------
    policies : sequence of one or two of str, Policy or PolicyFamily
        Of the player to move and of the other; one is both. The game's default without any.
    rules : KillerRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.

    Returns
    -------
    Axes
        A cell for every third number of life points of either: the chance in per cent.

    Raises
    ------
    ValueError, TypeError
        For another number of policies, and whatever :func:`simulators.killer.duel` can't compute.
    """
    game = find_game("killer")
    laws = _laws(game, rules)
    if isinstance(policies, str | Policy) or not 1 <= len(policies) <= 2:
        raise ValueError("a chart of chances takes a list of one or two policies")
    pair = [game.policy(policy) for policy in policies]
    pair = pair * 2 if len(pair) == 1 else pair
    found = duel(pair, laws)
    lives = np.arange(0, 37, _STEP)
    table = 100 * found.to_move[0][np.ix_(lives, lives)]
    with style.house():
        drawn = style.axes(ax, 6.0)
        mesh = drawn.pcolormesh(
            table, cmap="PuOr", vmin=0, vmax=100, edgecolors="white", linewidth=0.8
        )
        for (i, j), chance in np.ndenumerate(table):
            drawn.text(
                j + 0.5, i + 0.5, f"{chance:.0f}", ha="center", va="center",
                fontsize=style.TEXT_SIZE, color=style.ink_over(mesh, float(chance)),
            )  # fmt: skip
        for axis in (drawn.xaxis, drawn.yaxis):
            axis.set_ticks(np.arange(len(lives)) + 0.5, [str(life) for life in lives])
            axis.set_tick_params(length=0)
        for spine in drawn.spines.values():
            spine.set_visible(False)
        bar = drawn.figure.colorbar(mesh, ax=drawn, pad=0.02)
        bar.set_label("Chance that the player to move wins, %")
        bar.outline.set_visible(False)
        mover, other = (policy.label for policy in pair)
        origin = Origin(game, game.mode("match"), laws, (), None, "")
        small = origin.small_print(
            f"both players: {mover}" if mover == other else f"to move: {mover}; other: {other}",
            "exact, not simulated, at the start of a turn",
            f"before the first draw: seat 0 wins {100 * found.win:.2f} %, whoever then has the "
            f"first turn {100 * found.first:.2f} %",
        )
        title = f"{game.title}: how likely do I win a match of two when it is my turn?"
        return style.finish(
            drawn, ax is None, title, small, "The other's life points", "Own life points"
        )


def _is_killer(game: Game) -> bool:
    return game.rules_type is KillerRules


def _draw_sums_request(request: ChartRequest) -> Axes:
    options = dict(request.options)
    try:
        phase = Choice(tuple(PHASES)).parse(str(options.pop("phase", "preparation")))
    except (ValueError, TypeError) as error:
        raise type(error)(f"option phase {error}") from None
    if options:
        raise ValueError(f"a sums chart takes the option phase only, not {', '.join(options)}")
    named = list(request.policies)
    # Without any named: all that can be enumerated.
    policies = named or [p for p in request.all_policies() if p.name != "random"]
    return drawn_sums(policies, request.rules, phase=phase)


def _draw_chances_request(request: ChartRequest) -> Axes:
    if request.options:
        raise ValueError(f"a chances chart takes no options, not {', '.join(request.options)}")
    return chances(list(request.policies) or [None], request.rules)


KINDS = (
    ChartKind(
        "sums",
        "the exact chance of each drawn sum, a line for each policy",
        _is_killer,
        _draw_sums_request,
        exact=True,
    ),
    ChartKind(
        "chances",
        "the exact chance to win a match of two, by the life points of both",
        _is_killer,
        _draw_chances_request,
        exact=True,
    ),
    *killer_best.KINDS,
    *killer_card.KINDS,
)
