"""What a turn is worth, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from simulators.low_high.rules import LowHighRules


def turn_points(rules: LowHighRules, kept: Sequence[int], bad: int) -> int:
    """Score a turn.

    Parameters
    ----------
    kept : sequence of int, length 6
        Dice on the good track, by face 1 to 6.
    bad : int
        Dice on the bad track.

    Returns
    -------
    int
        With dice, good minus bad; with pips, the pips of the good dice that remain after one for
        each bad die was cancelled, minus 1 for each bad die that found none.

    Examples
    --------
    >>> turn_points(LowHighRules("pips", "ascending"), (4, 0, 0, 0, 2, 0), 3)
    11
    >>> turn_points(LowHighRules("pips", "descending"), (4, 0, 0, 0, 2, 0), 3)
    3
    """
    if not rules.pips:
        return sum(kept) - bad
    track = [face for face, count in enumerate(kept, 1) for _ in range(count)]
    if rules.descending:
        track.reverse()
    return sum(track[bad:]) - max(0, bad - len(track))
