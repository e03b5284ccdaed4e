"""The switches of Killer, and the presets that set them."""

from __future__ import annotations

from dataclasses import dataclass

from simulators.killer.limits import MAX_PLAYERS, MIN_PLAYERS
from simulators.rules import Rules, switch
from simulators.values import Choice, Flag, integer

REPEATS = ("same_strength", "same_damage", "new_strength", "none")


@dataclass(frozen=True)
class KillerRules(Rules):
    """What the table agrees on before a game of Killer.

    The defaults are the source's game. Its footnote that "the value of the damage stays the same"
    in a repeated attack is read as: the strength does. Under that reading another attack costs
    nothing, so that stopping is only a weak policy.

    Raises
    ------
    ValueError, TypeError
        On a value out of range. Every combination of switches makes a game.

    Examples
    --------
    >>> KillerRules(repeat="none").repeat
    'none'
    >>> KillerRules(players="any").players is None
    True
    """

    repeat: str = switch(
        "same_strength",
        Choice(REPEATS),
        "what another attack after a hit is: same_strength: six dice again for the same strength; "
        "same_damage: a hit does the first hit's damage again, to everyone if all six dice match; "
        "new_strength: a new sum is drawn, which may be below 30; none: there is none",
    )
    steal: bool = switch(
        False,
        Flag(),
        "whether the attacker gains the damage as life points, once for each opponent hit",
    )
    players: int | None = switch(
        None,
        integer(MIN_PLAYERS, MAX_PLAYERS, any=None),
        "how many take part in a match; any: as many as there are policies",
    )


PRESETS = {"killer": KillerRules()}
