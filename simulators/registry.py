"""The games there are. A new game is one folder and one line here."""

from __future__ import annotations

from importlib import import_module

from simulators.errors import unknown_name
from simulators.game import Game

GAMES = {
    "solitaire-dice": "simulators.solitaire_dice:SOLITAIRE_DICE",
    "10000": "simulators.ten_thousand:TEN_THOUSAND",
    "15000": "simulators.ten_thousand:FIFTEEN_THOUSAND",
    "low-high": "simulators.low_high:LOW_HIGH",
    "dino-dice": "simulators.dino_dice:DINO_DICE",
    "killer": "simulators.killer:KILLER",
    "marathon": "simulators.marathon:MARATHON",
}


def find_game(name: str | Game) -> Game:
    """Load a game by name; the rest stay unloaded.

    Raises
    ------
    ValueError
        If there is no such game; the message lists those there are.
    """
    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        raise TypeError(f"game must be a name such as 'solitaire-dice', not {name!r}")
    if name not in GAMES:
        raise unknown_name("game", name, GAMES)
    module, _, attribute = GAMES[name].partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game
