"""Every kind of chart by name. A game's own charts are one module and one line here.

Games may have charts of the same name, such as ``card``; each is found for its own game.
"""

from __future__ import annotations

from analysis.charts import (
    dino_dice,
    general,
    killer,
    low_high,
    marathon,
    solitaire_card,
    solitaire_dice,
    ten_thousand,
    ten_thousand_card,
    ten_thousand_race,
)
from analysis.charts.kinds import ChartKind
from simulators.errors import unknown_name
from simulators.game import Game

_KINDS: tuple[ChartKind, ...] = tuple(
    kind
    for module in (
        general,
        dino_dice,
        killer,
        low_high,
        marathon,
        solitaire_card,
        solitaire_dice,
        ten_thousand,
        ten_thousand_card,
        ten_thousand_race,
    )
    for kind in module.KINDS
)
#: One kind for each name there is.
CHARTS: dict[str, ChartKind] = {kind.name: kind for kind in _KINDS}


def charts_of(game: Game) -> dict[str, ChartKind]:
    """List the kinds of charts that a game has."""
    return {kind.name: kind for kind in (*CHARTS.values(), *_KINDS) if kind.applies(game)}


def find_chart(name: str, game: Game) -> ChartKind:
    """Find a kind of chart of a game; ``ValueError`` lists those it has."""
    known = charts_of(game)
    if name not in known:
        raise unknown_name("chart", name, known, where=game.name)
    return known[name]
