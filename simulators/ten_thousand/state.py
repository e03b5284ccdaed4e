"""What a policy sees when it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class TurnState(NamedTuple):
    """The state of a turn, all integers.

    Attributes
    ----------
    counter : int
        Points of this turn so far, at risk; on offer when a counter may be taken over. When dice
        are set aside: before this roll's points.
    dice : int
        Dice that would be rolled next: 1 to 6, six after hot dice. When dice are set aside: those
        just rolled. When a counter is on offer: those that come with it.
    rolls : int
        Rolls made in this turn.
    score : int
        The player's own points on the sheet. With none above 0 the opening isn't made.
    need : int
        Points that the player lacks to the target.
    best_opponent : int
        The highest score among the others; 0 for a player alone.
    final_turn : int
        1 in the turn that a player has left after another reached the target, else 0.
    exact : int
        1 where the target must be hit exactly: a counter above `need` is lost. Else 0.
    wins_at : int
        Least counter whose bank wins the game at once: `need` under an exact finish and where the
        first player at the target wins, else far beyond every counter.
    busts : int
        Turns that the player has lost in a row before this one, 0 to 2, where the third costs a
        penalty. Without a penalty always 0.
    """

    counter: int
    dice: int
    rolls: int
    score: int
    need: int
    best_opponent: int
    final_turn: int
    exact: int
    wins_at: int
    busts: int


class SetAsideOptions(NamedTuple):
    """What may be set aside of a roll: options 0 to ``count - 1``, read with ``[i]``.

    Most points come first, among equals most dice.

    Attributes
    ----------
    count : int
    points, dice : sequence of int
        Points and number of dice of each option.
    ones, fives : sequence of int
        How many of its dice show 1 and 5.
    """

    count: int  # type: ignore[assignment]
    points: Sequence[int]
    dice: Sequence[int]
    ones: Sequence[int]
    fives: Sequence[int]
