"""The strategy card of Killer: what to set aside, when to roll on, and who is ahead."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from analysis.charts import style
from analysis.charts.cards import page, table
from analysis.charts.killer_best import (
    draw_keep_table,
    is_killer,
    laws_of,
    only_option,
    what_to_keep,
)
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import rules_in_words
from analysis.solving import solve
from simulators.killer.draw_states import LEAST_SUM
from simulators.killer.limits import N_DICE, PAR
from simulators.killer.rules import KillerRules
from simulators.killer.solve_fight import fight_tables
from simulators.registry import find_game
from simulators.rules import Rules

#: Life points that the table of chances is written for.
LIVES = (0, 10, 20, 30, 36)


def lives_to_roll_on(rules: KillerRules) -> tuple[int, int] | None:
    """Find out with how much life a last 4 that makes exactly 30 should be rolled again.

    Returns
    -------
    tuple of int or None
        Up to how much life it should never be, whatever the opponent has, and from how much it
        always should; ``None`` where no life is enough for that.
    """
    draws = fight_tables(rules)["draws"][: 6 * N_DICE + 1, : 6 * N_DICE + 1]
    stop = draws[..., PAR - LEAST_SUM]
    before = PAR - 4
    again = np.mean([draws[..., before + face - LEAST_SUM] for face in range(1, 7)], axis=0)
    never = (again <= stop).all(axis=1)
    always = (again > stop).all(axis=1)
    if not always[-1]:
        return None
    first_always = len(always) - int(np.argmin(always[::-1])) if not always.all() else 0
    last_never = int(np.argmin(never)) - 1
    return last_never, first_always


def card(rules: Rules | None = None) -> Axes:
    """Make the card to print: what to set aside, and the chances by the life points of both.

    Parameters
    ----------
    rules : KillerRules, optional
        The game's default preset without them.

    Raises
    ------
    ValueError, TypeError
        Where more than two must play.
    """
    game = find_game("killer")
    laws = laws_of(rules)
    drawn, fought = solve("killer", "draw"), solve("killer", "fight", rules=laws)
    turn = fight_tables(laws)["turn"]
    advice = (
        "Find the row of the dice rolled, and there the rightmost entry that your highest dice reach, "
        "one by one: set these aside, without an entry the highest die alone."
    )
    if lives := lives_to_roll_on(laws):
        advice += (
            f" In an attack, roll a last 4 again that would make exactly 30, unless you have {lives[0]}"
            f" life points or fewer (from {lives[1]} on always)."
        )
    with style.house():
        figure, grid = page(
            f"{game.title}: what should I set aside, and am I ahead?",
            advice,
            f"{rules_in_words(game, laws)} · exact · the largest expected sum {drawn.value:.4f}; of "
            f"two who play their best, seat 0 wins {100 * fought.value:.2f} % · chances at the start "
            "of my turn, by my life points (down) and the other's (across), grey where I am behind; "
            "small figures: share of rolls · "
            f"dicelab advise {game.name} --roll 6,6,5,3,2,1 --me 20 --them 25",
            1, 2, width_ratios=(3, 1), wspace=0.08,
        )  # fmt: skip
        ax = figure.add_subplot(grid[0, 0])
        draw_keep_table(ax, what_to_keep())
        rows, colours = [], []
        for own in LIVES:
            chances = [100 * turn[own, other] for other in LIVES]
            rows.append([str(own), *(f"{chance:.0f}" for chance in chances)])
            colours.append([None, *(_shade(chance) for chance in chances)])
        right = figure.add_subplot(grid[0, 1])
        table(
            right, ["", *(str(other) for other in LIVES)], rows,
            title="My chance to win, %",
            colours=colours,
        )  # fmt: skip
    return ax


def _shade(chance: float) -> str | None:
    """Tint cells in which one is behind, the paler the nearer to even."""
    if chance >= 50:
        return None
    level = round(255 - 1.7 * (50 - chance))
    return f"#{level:02x}{level:02x}{level:02x}"


def _draw_request(request: ChartRequest) -> Axes:
    only_option(request, "card")
    return card(request.rules)


KINDS = (ChartKind("card", "a strategy card to print", is_killer, _draw_request, exact=True),)
