"""The strategy card of Low-High: what to keep, when to stop, and how likely that wins."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.axes import Axes

from analysis.charts import style
from analysis.charts.cards import page, table
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.low_high_race import chances_to_win, sure_to_win
from analysis.charts.origin import rules_in_words
from analysis.tasks import build_rules
from simulators.low_high.gains import Choice, choices_in_turn
from simulators.low_high.rules import LowHighRules
from simulators.low_high.rules_of_thumb import rules_of_thumb
from simulators.low_high.solve_turn import best_for_points
from simulators.registry import find_game
from simulators.rules import Rules

FACES = range(1, 7)
#: The ground of cells in which rolling on is better, always and mostly.
ROLL, MOSTLY_ROLL, MOSTLY_STOP = "#b9b3d9", "#dedbee", "#f3efe4"
#: Shares of stops within this of 0 or 1 are told as always or never.
_HARDLY = 0.05
#: Totals in the table of chances.
_MOST_TOTALS = 7


def card(rules: Rules | None = None) -> Axes:
    """Make the card to print.

    Parameters
    ----------
    rules : LowHighRules, optional
        The game's default preset without them.

    Returns
    -------
    Axes
        The panel that says when to stop.

    Raises
    ------
    ValueError, TypeError
        With a single die, where there is nothing to decide, and where no solver answers.
    """
    game = find_game("low-high")
    laws = build_rules(game, None, rules)
    assert isinstance(laws, LowHighRules)
    cells = choices_in_turn(laws, game.policy("optimal-turn"))
    simple, value = rules_of_thumb(laws)[-1], best_for_points(laws).value
    sure = sure_to_win(laws)
    start = 100 * chances_to_win(laws)[0, 0]
    race = (
        f" Who lacks {sure} or fewer wins for certain: before that, roll until you win."
        if sure
        else ""
    )
    with style.house():
        figure, grid = page(
            f"{game.title}: which set should I keep, and when should I stop?",
            f"{simple.words}{race}",
            f"{rules_in_words(game, laws)} · exact · points a turn by the rule above "
            f"{simple.value:.3f}, the most there can be {value:.3f} · the first player of two wins "
            f"{start:.1f} % · dicelab solve {game.name} · dicelab advise {game.name} "
            f"--roll 1,1,2,2,2,3 …",
            columns=2,
            width_ratios=(1.45, 1.0),
            wspace=0.12,
        )
        main = figure.add_subplot(grid[0, 0])
        _stop_table(main, cells, laws.dice)
        _chance_table(figure.add_subplot(grid[0, 1]), laws)
    return main


def _stop_table(ax: Axes, cells: Mapping[tuple[int, int], Choice], dice: int) -> None:
    """Write roll or stop by highest face kept and dice left; small letters where it depends."""
    shown = range(1, dice)
    rows, colours = [], []
    mixed = False
    for face in FACES:
        letters, grounds = [], []
        for left in shown:
            stops = cells[left, face].stops if cells[left, face].chance else None
            if stops is None:  # the best play never comes here: as it would go on
                stops = float(cells[left, face].gain <= 0)
            depends = _HARDLY <= stops <= 1 - _HARDLY
            mixed = mixed or depends
            letter = "s" if stops > 0.5 else "r"
            letters.append(letter if depends else letter.upper())
            ground = {"R": ROLL, "r": MOSTLY_ROLL, "s": MOSTLY_STOP, "S": None}[letters[-1]]
            grounds.append(ground)
        rows.append([str(face), *letters])
        colours.append([None, *grounds])
    mostly = ", r, s: mostly" if mixed else ""
    title = f"Roll or stop{mostly}: face kept ↓, dice left →"
    table(ax, ["", *map(str, shown)], rows, title=title, colours=colours)


def _chance_table(ax: Axes, rules: LowHighRules) -> None:
    """Write the mover's chances at some totals."""
    chances = 100 * chances_to_win(rules)
    step = max(1, -(-rules.target // (_MOST_TOTALS - 1)))
    totals = sorted({*range(0, rules.target, step), rules.target - 1})
    rows = [[str(own), *(f"{chances[own, other]:.0f}" for other in totals)] for own in totals]
    title = "My chance, %: my total ↓, theirs →"
    table(ax, ["", *map(str, totals)], rows, title=title)


def _draw_request(request: ChartRequest) -> Axes:
    if request.policies or request.options:
        raise ValueError("a card takes neither policies nor options")
    return card(request.rules)


KINDS = (
    ChartKind(
        "card",
        "a strategy card to print",
        lambda game: game.rules_type is LowHighRules,
        _draw_request,
        exact=True,
    ),
)
