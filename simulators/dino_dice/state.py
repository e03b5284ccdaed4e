"""What a policy sees when it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: Entries of a row of `eaten` and `kept`; entry 0 is unused, so that a face is its own index.
ROW = 7


class TurnState(NamedTuple):
    """The state of a turn, all integers.

    Attributes
    ----------
    counts : sequence of int, length 7
        Dice in play by face: ``counts[6]`` is the number of 6s; ``counts[0]`` is always 0.
    hand : int
        Number of the hand in play, its place in :data:`simulators.dino_dice.HANDS`: an index for a
        policy that looks its decisions up in a table.
    dice : int
        Dice in play, 1 to 5.
    points : int
        What they are worth as they lie.
    eating : int
        Plant-eaters that must be eaten now; 0 when it isn't that which is asked.
    rolls : int
        Rolls made in this turn.
    rolls_left : int
        Rolls that the rules still allow.
    score : int
        The player's own points on the sheet.
    need : int
        Points that the player lacks to the match target.
    best_opponent : int
        The highest score among the others; 0 for a player alone.
    final_round : int
        1 once somebody has reached the match target, so that this round is the last, else 0.
    after : int
        Players who still have their turn in this round after this one; 0 for a player alone.
    """

    counts: Sequence[int]
    hand: int
    dice: int
    points: int
    eating: int
    rolls: int
    rolls_left: int
    score: int
    need: int
    best_opponent: int
    final_round: int
    after: int


class MealOptions(NamedTuple):
    """Which plant-eaters may be eaten: options 0 to ``count - 1``, most points left first.

    Attributes
    ----------
    count : int
        At least 2: where there is no choice nobody is asked.
    points : sequence of int
        ``points[i]`` is what the dice left by option i are worth.
    eaten : sequence of int
        ``eaten[7 * i + face]`` is how many dice of a face option i gives away.
    """

    count: int  # type: ignore[assignment]
    points: Sequence[int]
    eaten: Sequence[int]


class RerollOptions(NamedTuple):
    """Which dice may be rolled again: options 0 to ``count - 1``, most points kept first.

    Attributes
    ----------
    count : int
        1 to 31.
    points : sequence of int
        ``points[i]`` is what the dice kept by option i are worth by themselves.
    dice : sequence of int
        ``dice[i]`` is how many dice option i rolls, at least 1.
    kept : sequence of int
        ``kept[7 * i + face]`` is how many dice of a face option i keeps.
    """

    count: int  # type: ignore[assignment]
    points: Sequence[int]
    dice: Sequence[int]
    kept: Sequence[int]
