"""What a policy for Solitaire Dice sees when it has to choose a split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Sheet(NamedTuple):
    """The score sheet before the choice, and what kind of roll it is.

    Attributes
    ----------
    marks : sequence of int
        Marks of each sum, indexed by the sum: ``marks[2]`` to ``marks[12]``.
    rejects : sequence of int
        Marks of each reject face, indexed by the face: ``rejects[1]`` to ``rejects[6]``.
    opened : int
        Number of reject faces with a mark.
    rolls : int
        Rolls before this one.
    free : int
        1 on a free roll (no reject will be marked), else 0.
    score : int
        Score of the sheet as it stands.
    noise : int
        63 random bits for policies that flip coins, the same whatever else happened.
    """

    marks: Sequence[int]
    rejects: Sequence[int]
    opened: int
    rolls: int
    free: int
    score: int
    noise: int


class Splits(NamedTuple):
    """The distinct legal splits of the roll, in ascending order.

    Attributes
    ----------
    reject : sequence of int
        Face of the reject of split i (on a free roll of the die that is left over).
    low, high : sequence of int
        The two sums of split i, ``low[i] <= high[i]``.
    count : int
        How many there are, 1 to 15.
    """

    reject: Sequence[int]
    low: Sequence[int]
    high: Sequence[int]
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
