"""The strategy card of 10000 and 15000: bank from, play on from, and what scores change."""

from __future__ import annotations

from matplotlib.axes import Axes

from analysis.charts import style
from analysis.charts.cards import page, table
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import rules_in_words
from analysis.charts.ten_thousand_race import laws_of, refuse_all
from simulators.game import Game
from simulators.rules import Rules
from simulators.ten_thousand.gains import reachable_states
from simulators.ten_thousand.offers import unit_of
from simulators.ten_thousand.race_solution import race_solution
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.rules_of_thumb import rules_of_thumb
from simulators.ten_thousand.solve_turn import turn_values

_DICE = (1, 2, 3, 4, 5)
#: Standings that the card looks at, my score and the other's in shares of the target.
STANDINGS = ((0.5, 0.5), (0.5, 0.7), (0.7, 0.5), (0.85, 0.85), (0.8, 0.95), (0.95, 0.8))
_HIGHEST = 5000
#: Counters above this hardly ever come up with the dice that the right table is for.
_RARE = 1200
_FEW_DICE = (1, 2, 3, 4)


def play_on_from(rules: TenThousandRules, dice: int) -> int | None:
    """Find the least counter that is worth more, with its dice, than a fresh turn: in points.

    Returns
    -------
    int or None
        ``None`` where no counter up to 5000 is.
    """
    values = turn_values(rules)
    fresh = values.rolling(0, 6)
    possible = sorted(held for held, left in reachable_states(rules, _HIGHEST) if left == dice)
    return next((held for held in possible if values.rolling(held, dice) > fresh), None)


def card(game: str | Game, rules: Rules | None = None) -> Axes:
    """Make the card to print.

    Parameters
    ----------
    game : str or Game
        ``10000`` or ``15000``.
    rules : TenThousandRules, optional
        The game's default preset without them.

    Raises
    ------
    ValueError
        For another game, and for rules under which turn or race have no solution.
    """
    found, laws = laws_of(game, rules)
    simple = rules_of_thumb(laws)[1]
    race = race_solution(laws)
    fresh = turn_values(laws).rolling(0, 6)
    last = (
        " In the last turn bank what beats the other; a tie is worth half a win."
        if laws.finish == "last_round"
        else ""
    )
    with style.house():
        figure, grid = page(
            f"{found.title}: bank or roll?",
            f"{simple.words}: that makes {simple.value:.0f} points a turn of {fresh:.0f} possible. "
            f"Better still, look up the dice left.{last}",
            f"{rules_in_words(found, laws)} · exact · left: most points a turn; right: best chance to "
            f"win a match of two, {100 * race.value:.1f} % for whoever begins · –: roll on; a second "
            f"figure: roll on above it · dicelab advise {found.name} --held 450 --dice 3 --me 7200 "
            f"--them 8900",
            1,
            2,
            width_ratios=(1.0, 1.75),
            wspace=0.08,
        )
        ax = figure.add_subplot(grid[0, 0])
        _turn_table(ax, laws)
        _race_table(figure.add_subplot(grid[0, 1]), laws)
    return ax


def _points(points: float | None) -> str:
    return "–" if points is None or points != points else f"{points:,.0f}"


def _turn_table(ax: Axes, rules: TenThousandRules) -> None:
    thresholds = turn_values(rules).bank_at()
    header, columns = ["dice left", "bank from"], [thresholds[str(dice)] for dice in _DICE]
    rows = [[str(dice), _points(value)] for dice, value in zip(_DICE, columns, strict=True)]
    if rules.play_on_from is not None:
        header.append("play on from")
        for dice, row in zip(_DICE, rows, strict=True):
            row.append(_points(play_on_from(rules, dice)))
    table(ax, header, rows, title="For most points")


def first_banks(rules: TenThousandRules, own: int, other: int, dice: int) -> tuple[int, int] | None:
    """Find the lowest counters that an optimal player of a race banks, in a row.

    Parameters
    ----------
    own, other : int
        Scores in units.
    dice : int
        Dice left, 1 to 5.

    Returns
    -------
    (int, int) or None
        Lowest and highest, in points, of those that a turn can have; a single one left out between
        them doesn't count. ``None`` where none is banked.
    """
    tables, unit = race_solution(rules).tables, unit_of(rules)
    turn = own * tables["win"].shape[0] + other
    rows = tables["bank"][int(tables["bank_start"][turn]) : int(tables["bank_start"][turn + 1])]
    least = max(rules.opening if own == 0 else 0, rules.min_bank)
    most = rules.target - unit * own if rules.exact else _HIGHEST
    possible = sorted(h for h, left in reachable_states(rules, most) if left == dice and h >= least)
    banks = [bool(rows[min(held // unit, rows.size) - 1] >> dice & 1) for held in possible]
    if True not in banks:
        return None
    first = last = banks.index(True)
    while any(banks[last + 1 : last + 3]):
        last += 1 if banks[last + 1] else 2
    return possible[first], possible[last]


def _banks_in_words(found: tuple[int, int] | None) -> str:
    if found is None or found[0] > _RARE:
        return "–"
    low, high = found
    if high >= _RARE:
        return f"{low:,}"
    return f"only {low:,}" if low == high else f"{low:,}–{high:,}"


def _race_table(ax: Axes, rules: TenThousandRules) -> None:
    unit = unit_of(rules)
    rows = []
    for standing in STANDINGS:
        own, other = (int(share * rules.target) // unit for share in standing)
        cells = [_banks_in_words(first_banks(rules, own, other, dice)) for dice in _FEW_DICE]
        rows.append([f"{unit * own:,}", f"{unit * other:,}", *cells])
    header = ["me", "other", *(f"{dice} left" for dice in _FEW_DICE)]
    table(ax, header, rows, title="To win the match, bank from")


def _draw_request(request: ChartRequest) -> Axes:
    refuse_all(request, "card")
    return card(request.game, request.rules)


KINDS = (
    ChartKind(
        "card",
        "a strategy card to print",
        lambda game: game.rules_type is TenThousandRules,
        _draw_request,
        exact=True,
    ),
)
