"""Exact chances of a match of two, by dynamic programming over the life points of both.

With *a* and *b* life points of the player to move and of the other, *d* the damage of a turn and
*l* its loss ::

    win_x(a, b) = P(d > b) + sum over d <= b, l <= a of P(d, l) * (1 - win_y(b - d, a - l))

A turn without damage and loss leads back to the same life points with the other player to move;
these two unknowns are solved for. In every other case life points have become fewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulators.killer.exact import attack_distribution, draw_distribution
from simulators.killer.limits import N_DICE
from simulators.killer.rules import KillerRules
from simulators.killer.state import ALONE
from simulators.policy import Policy

_MOST = 6 * N_DICE
Outcomes = Mapping[tuple[int, int], float]


@dataclass(frozen=True)
class Duel:
    """A match of two with fixed seats.

    Attributes
    ----------
    to_move : tuple of two ndarrays of float64, shape (37, 37)
        ``to_move[x][a, b]``: chance that player *x* wins who is to move with *a* life points
        against *b*.
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
        Without stealing: with it life points have no bound.

    Returns
    -------
    Duel

    Raises
    ------
    ValueError
        For another number of policies, for policies that users wrote (they may look at what the
        enumeration hides) or that flip coins, and where damage is stolen.

    Examples
    --------
    >>> from simulators.killer import KILLER
    >>> alike = duel([KILLER.policy("keep-sixes")] * 2)
    >>> bool(0.5 < alike.win < alike.first)
    True
    """
    laws = rules or KillerRules()
    if len(policies) != 2:
        raise ValueError(f"a duel takes 2 policies, not {len(policies)}")
    for policy in policies:
        if policy.family.user_written:
            raise ValueError(f"a duel takes built-in policies, not {policy.label}")
    if laws.steal:
        raise ValueError("a duel has no exact solution with switch steal=yes: set it to no")
    turns = [_turns(policy, laws) for policy in policies]
    won = np.zeros((2, _MOST + 1, _MOST + 1))
    for total in range(2 * _MOST + 1):
        for a in range(max(0, total - _MOST), min(total, _MOST) + 1):
            b = total - a
            known = [
                _follow(turns[x][own], own, other, won[1 - x])
                for x, own, other in ((0, a, b), (1, b, a))
            ]
            (here, stay), (there, back) = known
            won[0, a, b] = (here + stay * (1 - there - back)) / (1 - stay * back)
            won[1, b, a] = there + back * (1 - won[0, a, b])
    drawn = [draw_distribution(policy, laws, ALONE).sums for policy in policies]
    win = first = 0.0
    for a, chance_a in drawn[0].items():
        for b, chance_b in drawn[1].items():
            chance = float(chance_a * chance_b)
            begins = won[0, a, b] if a >= b else won[1, b, a]
            first += chance * begins
            win += chance * (begins if a >= b else 1 - begins)
    return Duel((won[0], won[1]), float(win), float(first))


def _turns(policy: Policy, rules: KillerRules) -> list[Outcomes]:
    """Compute how a turn ends, by own life points: whether to repeat depends on them."""
    repeat = dict(policy.values)["repeat"]
    wanted = [life >= repeat for life in range(_MOST + 1)]
    found = {
        word: attack_distribution(
            policy, rules, life=wanted.index(word), opponent=_MOST, tolerance=1e-15
        ).outcomes
        for word in set(wanted)
    }
    return [found[word] for word in wanted]


def _follow(
    outcomes: Outcomes, own: int, other: int, after: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the chance to win but for turns that change nothing, and the chance of those."""
    won = 0.0
    for (damage, loss), chance in outcomes.items():
        if damage > other:
            won += chance
        elif loss <= own and (damage or loss):
            won += chance * (1 - after[other - damage, own - loss])
    return won, outcomes.get((0, 0), 0.0)
