"""The strategy card of Solitaire Dice: numbers to add up for every split of a roll."""

from __future__ import annotations

from matplotlib.axes import Axes

from analysis.charts import style
from analysis.charts.cards import page, table
from analysis.charts.kinds import ChartKind, ChartRequest
from simulators.game import Game
from simulators.policy import Policy
from simulators.solitaire_dice import SOLITAIRE_DICE, SolitaireDiceRules
from simulators.solitaire_dice.card import N_MARKS, PHASES

_SUMS = ("7", "6, 8", "5, 9", "4, 10", "3, 11", "2, 12")
_OPENED = ("3, 4", "2, 5", "1, 6")


def solitaire_card(policy: Policy | None = None, figures: str = "") -> Axes:
    """Make the card to print.

    Parameters
    ----------
    policy : Policy, optional
        The policy ``card`` with numbers of one's own.
    figures : str
        What it reaches, for the small print.

    Returns
    -------
    Axes
        Of the first of the tables.
    """
    chosen = SOLITAIRE_DICE.policy("card") if policy is None else policy
    if chosen.name != "card":
        raise ValueError(f"the card is that of policy card, not of {chosen.name}")
    values = dict(chosen.values)
    middle, late = values["middle"], values["late"]
    when = (
        f"up to {middle - 1} reject marks",
        f"{middle} to {late - 1} reject marks",
        f"from {late} reject marks on",
    )
    small = (
        f"{figures}Solitaire Dice, Sackson's rules. dicelab simulate solitaire-dice --policy card; "
        "the numbers were distilled from a player that learned in millions of games."
    )
    with style.house():
        figure, grid = page(
            "Solitaire Dice: which split should I take?",
            "For every split add the points of both marks (row: the sum; column: marks it has "
            "already) and take off the price of the reject (column: marks the face has). On a free "
            "roll there is no price. Take the split with most points.",
            small,
            rows=3,
            columns=2,
            width_ratios=[11, 6.4],
            wspace=0.08,
            hspace=0.3,
        )
        first: Axes | None = None
        for row, phase in enumerate(PHASES):
            sums = values[f"sums_{phase}"]
            cells = [
                [name, *map(_number, sums[N_MARKS * i : N_MARKS * (i + 1)])]
                for i, name in enumerate(_SUMS)
            ]
            panel = figure.add_subplot(grid[row, 0])
            first = first or panel
            table(panel, ["sum", *map(str, range(N_MARKS))], cells, title=when[row].capitalize())
            prices = values[f"rejects_{phase}"]
            opening = values[f"opening_{phase}"]
            right = [
                ["opens", *_OPENED],
                ["price", *map(_number, opening)],
                ["marks", "1", "2", "3"],
                ["price", *map(_number, prices[:3])],
                ["marks", "4", "5", "6 / 7"],
                [
                    "price",
                    *map(_number, prices[3:5]),
                    f"{_number(prices[5])} / {_number(prices[6])}",
                ],
            ]
            table(figure.add_subplot(grid[row, 1]), ["reject", "", "", ""], right)
    assert first is not None
    return first


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _plays_sheets(game: Game) -> bool:
    return game.rules_type is SolitaireDiceRules


def _draw_request(request: ChartRequest) -> Axes:
    return solitaire_card(request.only_policy() if request.policies else None)


KINDS = (
    ChartKind(
        "card",
        "the strategy card to print: numbers to add up for every split",
        _plays_sheets,
        _draw_request,
    ),
)
