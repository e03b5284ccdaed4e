"""What a policy sees when it decides how far to run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: The answer of a policy that stays where it is.
DECLINE = -1


class Runner(NamedTuple):
    """The runner before the choice, all integers.

    Attributes
    ----------
    left : int
        Metres left to the finish, 1 or more.
    dice : int
        Dice just rolled, 1 to 4.
    turn : int
        Number of this turn of the player, from 1.
    rivals : int
        Opponents who can still finish; 0 for a runner alone.
    rival_left : int
        Metres left of the one of them who has fewest; 0 without any.
    noise : int
        63 random bits for policies that flip coins, apart from all dice.
    """

    left: int
    dice: int
    turn: int
    rivals: int
    rival_left: int
    noise: int


class Numbers(NamedTuple):
    """The distinct numbers that the dice just rolled can form.

    Attributes
    ----------
    count : int
        How many there are, 1 to 24.
    metres : sequence of int
        ``metres[0]`` to ``metres[count - 1]``, ascending. Some may run past the finish.
    """

    count: int  # type: ignore[assignment]
    metres: Sequence[int]
