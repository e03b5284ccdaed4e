"""What a policy sees when it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: What `need` says of a turn that is played for its points alone.
OUT_OF_REACH = 1_000_000


class TurnState(NamedTuple):
    """The state of a turn, all integers.

    Attributes
    ----------
    dice : int
        Unlocked dice: those that would be rolled next. When a set is chosen: those just rolled that
        didn't go bad.
    highest : int
        Highest face kept so far; 0 before the first set.
    good, bad : int
        Dice on the good and on the bad track.
    points : int
        What the turn would score if it ended now. With dice, good − bad.
    rolls : int
        Rolls made in this turn.
    kept : sequence of int, length 6
        Good dice by face: ``kept[face - 1]``.
    score : int
        The player's own total before this turn; may be negative.
    need : int
        Points that the player lacks to the target; a million where no match is on.
    best_opponent : int
        The highest total among the others; 0 for a player alone.
    pips : int
        1 where good dice score their pips, else 0.
    descending : int
        1 where bad dice cancel the highest good faces first, else 0.
    """

    dice: int
    highest: int
    good: int
    bad: int
    points: int
    rolls: int
    kept: Sequence[int]
    score: int
    need: int
    best_opponent: int
    pips: int
    descending: int


class KeepOptions(NamedTuple):
    """The sets that may be kept: options 0 to ``count - 1``, read with ``[i]``.

    Each is all unlocked dice of one face; lower faces come first.

    Attributes
    ----------
    count : int
    face, dice : sequence of int
        Face and number of dice of each set.
    """

    count: int  # type: ignore[assignment]
    face: Sequence[int]
    dice: Sequence[int]
