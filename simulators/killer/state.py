"""What a policy sees when it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: Values of :attr:`KillerState.phase`.
PREPARATION, ATTACK = 0, 1

#: ``HIGHEST[k]`` sets aside the *k* highest of the dice just rolled.
HIGHEST = (0, 1, 3, 7, 15, 31, 63)


class KillerState(NamedTuple):
    """The state of a turn, all integers; read lists with ``[i]``.

    The rules say only that at least one die is set aside, so every non-empty set of the dice just
    rolled is a legal choice. It is written as a sum of powers of two: die ``faces[i]`` is in it
    where ``2**i`` is. Because the dice are sorted, ``HIGHEST[k]`` is the *k* highest. Whoever wants
    a large sum, or anything else that grows with it, loses nothing by these: among all choices of
    *k* dice the highest leave the same dice to roll and more points aside.

    Attributes
    ----------
    phase : int
        `PREPARATION` while life points are drawn (and in a draw alone), `ATTACK` after that.
    faces : sequence of int, length 6
        The dice just rolled, highest first, then 0; all 0 where no dice are to be set aside.
    dice : int
        How many dice were just rolled: 1 to 6; 0 where no dice are to be set aside.
    aside : int
        Total of the dice set aside so far in this draw.
    rolls : int
        Rolls made in this turn, the one shown included.
    strength : int
        Strength of the attack, 1 to 6; 0 while a sum is drawn.
    hits, dealt : int
        Hits in this turn so far, and the damage that they did.
    seat : int
        Whose turn it is.
    players, alive : int
        Seats, and how many of them are still in the game.
    life : int
        The player's own life points; 0 before they are drawn.
    last_attacker : int
        Seat of the player who last hit this one; -1 if nobody did, or if he is out of the game.
    lives : sequence of int, length 8
        Life points by seat: below 0 out of the game, 0 in the preparation not drawn yet, -1 no such
        seat.
    order : sequence of int, length 8
        Seats in the order of turns; -1 in the preparation, and beyond the last.
    noise : int
        63 random bits for policies that flip coins, apart from all dice.
    """

    phase: int
    faces: Sequence[int]
    dice: int
    aside: int
    rolls: int
    strength: int
    hits: int
    dealt: int
    seat: int
    players: int
    alive: int
    life: int
    last_attacker: int
    lives: Sequence[int]
    order: Sequence[int]
    noise: int


#: What a player alone sees before the first roll.
ALONE = KillerState(
    phase=PREPARATION,
    faces=(0,) * 6,
    dice=0,
    aside=0,
    rolls=0,
    strength=0,
    hits=0,
    dealt=0,
    seat=0,
    players=1,
    alive=1,
    life=0,
    last_attacker=-1,
    lives=(0, *(-1,) * 7),
    order=(-1,) * 8,
    noise=0,
)
