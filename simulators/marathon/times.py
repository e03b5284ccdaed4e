"""When a policy finishes, and how far ahead one must look to reply to it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.marathon.exact import walk_distribution
from simulators.marathon.limits import MAX_TURNS
from simulators.marathon.rules import MarathonRules
from simulators.marathon.solve_reply import MOST_CELLS
from simulators.marathon.values import MOST_METRES
from simulators.policy import Policy

#: Chance that both players are on their way for longer than is looked ahead: where the tables have
#: room for it, and at most.
_UNSEEN, _MOST_UNSEEN = 1e-9, 1e-6


def finishing_times(
    rules: MarathonRules, policy: Policy, turns: int
) -> tuple[NDArray[np.float64], float]:
    """Compute the chance that a policy, running alone, finishes in each turn.

    Parameters
    ----------
    rules : MarathonRules
    policy : Policy
        One that doesn't flip coins.
    turns : int
        How many turns to follow it.

    Returns
    -------
    finishing : ndarray of float64, shape (turns + 1,)
    running : float
        Chance that it is still on its way then.
    """
    walk = walk_distribution(rules, policy, tolerance=0.0, most_turns=turns)
    finishing = np.zeros(turns + 1)
    finishing[: walk.finished.size] = walk.finished
    return finishing, walk.leftover


def look_ahead(
    rules: MarathonRules, opponent: Policy, his_rules: MarathonRules | None = None
) -> int:
    """Count the turns after which it is all but certain that either player is done.

    Parameters
    ----------
    rules : MarathonRules
    opponent : Policy
        Who is replied to; the replying player is taken to need the fewest turns on average.
    his_rules : MarathonRules, optional
        The opponent's, if he has another distance to go.

    Returns
    -------
    int
        At least 1, and no more than the table of a reply can hold.

    Raises
    ------
    ValueError
        If that is too few turns for anybody to be done.
    """
    from simulators.marathon.optimal import OPTIMAL_TURNS

    most = min(MAX_TURNS, max(1, MOST_CELLS // (rules.distance + 1) - 1))
    if most * MOST_METRES < rules.distance:  # nobody can be done
        raise _too_far(rules, most, 1.0)
    own = _running(rules, OPTIMAL_TURNS(), most)
    same = his_rules is None and opponent.name == OPTIMAL_TURNS.name
    his = own if same else _running(his_rules or rules, opponent, most)
    unseen = own * his
    enough = np.flatnonzero(unseen < _UNSEEN)
    if enough.size:
        return max(1, int(enough[0]))
    if unseen[-1] > _MOST_UNSEEN:
        raise _too_far(rules, most, float(unseen[-1]))
    return most


def _too_far(rules: MarathonRules, most: int, unseen: float) -> ValueError:
    return ValueError(
        f"replies over {rules.distance:,} metres have to look farther ahead than the {most:,} turns "
        f"for which their tables have room: after these, both players are still on their way with "
        f"chance {unseen:.2g}"
    )


def _running(rules: MarathonRules, policy: Policy, most: int) -> NDArray[np.float64]:
    """Compute the chance that a policy is still on its way after 0, 1, ..., `most` turns."""
    walk = walk_distribution(rules, policy, tolerance=_UNSEEN, most_turns=most)
    running = np.maximum(1 - np.cumsum(walk.turns), 0.0)
    return np.pad(running, (0, most + 1 - running.size), mode="edge")
