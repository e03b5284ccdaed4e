"""Exact chances of a match of two under fixed play, by dynamic programming over their life points.

With *a* and *b* life points of the player to move and of the other, and what a turn brings under the
player's policy ::

    win_x(a, b) = P(the other falls) + sum over how it ends otherwise of P * (1 - win_y(b', a'))

Life points together never grow, so the totals are solved in order; positions of the same total lead
to each other, by turns without damage and loss or, where damage is stolen, by hits, and are swept
until they rest, see :mod:`simulators.killer.solve_fight`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulators.killer.draw_states import LEAST_SUM, MOST_SUM, SUMS
from simulators.killer.rules import KillerRules
from simulators.policy import Policy


@dataclass(frozen=True)
class Duel:
    """A match of two with fixed seats.

    Attributes
    ----------
    to_move : tuple of two ndarrays of float64, shape (37, 37)
        ``to_move[x][a, b]``: chance that player *x* wins who is to move with *a* life points
        against *b*. Where damage is stolen, (73, 73) and ``nan`` where both have more than 72.
    win : float
        Chance that the player in seat 0 wins the match.
    first : float
        Chance that whoever has the first turn wins.
    """

    to_move: tuple[NDArray[np.float64], NDArray[np.float64]]
    win: float
    first: float


def duel(policies: Sequence[Policy], rules: KillerRules | None = None) -> Duel:
    """Compute the chances of two built-in policies, the first in seat 0.

    Parameters
    ----------
    policies : sequence of two Policy
    rules : KillerRules, optional

    Returns
    -------
    Duel

    Raises
    ------
    ValueError
        For another number of policies, for policies that users wrote (they may look at what the
        enumeration hides) or that flip coins.

    Examples
    --------
    >>> from simulators.killer import KILLER
    >>> alike = duel([KILLER.policy("keep-sixes")] * 2)
    >>> bool(0.5 < alike.win < alike.first)
    True
    """
    from simulators.killer.duel_kernel import duel_kernel
    from simulators.killer.enumeration import conduct, drawn_lives
    from simulators.killer.solve_fight import TOLERANCE, matches_chances, most_life
    from simulators.killer.turn_kernel import turn_rules

    laws = rules or KillerRules()
    if len(policies) != 2:
        raise ValueError(f"a duel takes 2 policies, not {len(policies)}")
    for policy in policies:
        if policy.family.user_written:
            raise ValueError(f"a duel takes built-in policies, not {policy.label}")
    most = most_life(laws)
    seat_0, seat_1 = (conduct(policy, laws, most) for policy in policies)
    settings = matches_chances(), 2 * MOST_SUM, TOLERANCE
    duel_kernel(turn_rules(laws), *settings, seat_0, seat_1)
    lives = np.arange(most + 1)
    for player in (seat_0, seat_1):
        player.won[np.add.outer(lives, lives) > 2 * MOST_SUM] = np.nan
    win = first = 0.0
    mine = drawn_lives(policies[0], laws, seat=0, seen=0)
    for a in SUMS:
        theirs = drawn_lives(policies[1], laws, seat=1, seen=a)
        for b in SUMS:
            chance = float(mine[a - LEAST_SUM] * theirs[b - LEAST_SUM])
            begins = seat_0.won[a, b] if a >= b else seat_1.won[b, a]
            first += chance * begins
            win += chance * (begins if a >= b else 1 - begins)
    return Duel((seat_0.won, seat_1.won), float(win), float(first))
