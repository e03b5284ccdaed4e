"""How a runner alone fares under a fixed policy, exactly.

Written apart from the kernels: every roll that a player can tell apart is weighed by its chance,
and probability is passed on from distance to distance. Two questions are answered. The *outlook*
takes each distance by itself and solves for what becomes of a runner there, which takes one pass as
a runner never moves back. The *walk* follows the runner turn by turn from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.marathon.answers import (
    MOST_ROLLS,
    answers_of,
    dice_by_distance,
    moves_at,
    rolls_of,
)
from simulators.marathon.limits import MAX_DICE, MAX_TURNS
from simulators.marathon.rules import MarathonRules
from simulators.marathon.values import MOST_METRES
from simulators.policy import Policy

#: Probability at one distance that is too small to be passed on.
_NEGLIGIBLE = 1e-18


@dataclass(frozen=True)
class Outlook:
    """What becomes of a runner, by metres left: arrays of shape (distance + 1,).

    Attributes
    ----------
    finished, stuck, eliminated : ndarray of float64
        Chance of each end. They add up to 1 where the policy doesn't stay for ever.
    turns : ndarray of float64
        Expected turns until the end; infinite where the policy stays for ever.
    visited : ndarray of float64
        Chance that a runner from the start ever comes to this distance.
    """

    finished: NDArray[np.float64]
    stuck: NDArray[np.float64]
    eliminated: NDArray[np.float64]
    turns: NDArray[np.float64]
    visited: NDArray[np.float64]


def chance_table() -> NDArray[np.float64]:
    """Chance of each roll, by number of dice, as :func:`moves_at` orders them."""
    table = np.zeros((MAX_DICE + 1, MOST_ROLLS))
    for n_dice in range(1, MAX_DICE + 1):
        chances = rolls_of(n_dice).chances
        table[n_dice, : chances.size] = chances
    return table


def outlook(rules: MarathonRules, policy: Policy) -> Outlook:
    """Compute what becomes of a runner at every distance.

    Parameters
    ----------
    rules : MarathonRules
    policy : Policy
        One that looks neither at the turn nor at its noise.

    Returns
    -------
    Outlook

    Raises
    ------
    ValueError
        If the policy does.

    Examples
    --------
    >>> from simulators.marathon import MARATHON
    >>> greedy = outlook(MARATHON.rules(), MARATHON.policy("greedy"))
    >>> f"{greedy.stuck[42195]:.4f}"
    '0.1273'
    """
    answers = answers_of(rules, policy)
    if answers.looks_at_turn:
        raise ValueError(
            f"policy {policy.label} looks at the number of the turn, so that a distance by itself "
            f"has no outlook; walk_distribution follows it"
        )
    found = np.zeros((5, rules.distance + 1))
    dead = np.zeros(rules.distance + 1, dtype=np.uint8)
    dead[list(rules.dead)] = 1
    stay = rules.overshoot == "stay"
    _outlook_kernel(answers.moves, chance_table(), dice_by_distance(rules), dead, stay, found)
    return Outlook(*found)


@kernel
def _outlook_kernel(
    moves: NDArray[np.int16],
    chances: NDArray[np.float64],
    dice: NDArray[np.int64],
    dead: NDArray[np.uint8],
    stay: bool,
    found: NDArray[np.float64],
) -> None:
    finished, stuck, eliminated, turns, visited = found
    finished[0] = 1.0
    for left in range(1, dead.size):
        if dead[left] == 1:
            stuck[left] = 1.0
            continue
        leaving = 0.0
        for roll in range(moves.shape[1]):
            chance, after = chances[dice[left], roll], left - moves[left, roll]
            if after == left or (after < 0 and stay):
                continue
            leaving += chance
            if after < 0:
                eliminated[left] += chance
            else:
                finished[left] += chance * finished[after]
                stuck[left] += chance * stuck[after]
                eliminated[left] += chance * eliminated[after]
                turns[left] += chance * turns[after]
        if leaving == 0.0:
            turns[left] = np.inf
        else:
            finished[left] /= leaving
            stuck[left] /= leaving
            eliminated[left] /= leaving
            turns[left] = (1.0 + turns[left]) / leaving
    visited[dead.size - 1] = 1.0
    for left in range(dead.size - 1, 0, -1):
        if visited[left] == 0.0 or dead[left] == 1:
            continue
        leaving = 0.0
        for roll in range(moves.shape[1]):
            after = left - moves[left, roll]
            if after != left and (after >= 0 or not stay):
                leaving += chances[dice[left], roll]
        for roll in range(moves.shape[1]):
            after = left - moves[left, roll]
            if after != left and after >= 0:
                visited[after] += visited[left] * chances[dice[left], roll] / leaving


@dataclass(frozen=True)
class WalkDistribution:
    """How a run from the start ends, exactly.

    Attributes
    ----------
    finished, stuck, eliminated : ndarray of float64, shape (n_turns + 1,)
        Probability of each end in each turn.
    distance : mapping of int to float
        Probability of the metres run at the end.
    leftover : float
        Probability of runs that weren't followed to their end; after 10,000 turns, of those that
        are cut there.
    """

    finished: NDArray[np.float64]
    stuck: NDArray[np.float64]
    eliminated: NDArray[np.float64]
    distance: Mapping[int, float]
    leftover: float

    @property
    def turns(self) -> NDArray[np.float64]:
        """Probability of each number of turns, whatever the end."""
        return self.finished + self.stuck + self.eliminated


def walk_distribution(
    rules: MarathonRules, policy: Policy, *, tolerance: float = 1e-9, most_turns: int = MAX_TURNS
) -> WalkDistribution:
    """Follow a runner turn by turn.

    Parameters
    ----------
    rules : MarathonRules
    policy : Policy
        One that doesn't look at its noise.
    tolerance : float
        Stop when less probability than this is still running.
    most_turns : int
        Follow no further than this.

    Returns
    -------
    WalkDistribution

    Examples
    --------
    One die and a metre to go: the finish comes in turn *t* with chance 1/6 × (5/6)^(t − 1).

    >>> from simulators.marathon import MARATHON, MarathonRules
    >>> walk = walk_distribution(MarathonRules(distance=1), MARATHON.policy("greedy"))
    >>> walk.finished[1:4].round(4).tolist()
    [0.1667, 0.1389, 0.1157]
    """
    answers = answers_of(rules, policy)
    chances, dice = chance_table(), dice_by_distance(rules)
    dead = np.zeros(rules.distance + 1, dtype=bool)
    dead[list(rules.dead)] = True
    ends: dict[str, list[float]] = {"finished": [0.0], "stuck": [0.0], "eliminated": [0.0]}
    past = np.zeros(MOST_METRES)
    stuck_at = np.zeros(rules.distance + 1)
    lefts, mass = np.array([rules.distance]), np.array([1.0])
    for turn in range(1, min(most_turns, MAX_TURNS) + 1):
        moves = answers.moves[lefts]
        if answers.looks_at_turn:
            moves = moves_at(rules, policy, lefts, turn)
        weights = mass[:, None] * chances[dice[lefts]]
        after = lefts[:, None] - moves
        over = after < 0
        if rules.overshoot == "stay":
            after = np.where(over, lefts[:, None], after)
            over = np.zeros_like(over)
        past += np.bincount(-after[over], weights[over], past.size)
        arrived = np.bincount(after[~over], weights[~over], 1)
        lost = np.where(dead[: arrived.size], arrived, 0.0)
        stuck_at[: arrived.size] += lost
        ends["finished"].append(float(arrived[0]))
        ends["stuck"].append(float(lost.sum()))
        ends["eliminated"].append(float(weights[over].sum()))
        arrived[0] = 0.0
        running = arrived - lost
        lefts = np.flatnonzero(running > _NEGLIGIBLE)
        mass = running[lefts]
        if mass.sum() < tolerance or not lefts.size:
            break
    distance = {
        rules.distance - int(left): float(stuck_at[left]) for left in np.flatnonzero(stuck_at)
    }
    distance[rules.distance] = sum(ends["finished"])
    distance |= {rules.distance + int(far): float(past[far]) for far in np.flatnonzero(past)}
    columns = {name: np.array(values) for name, values in ends.items()}
    leftover = max(0.0, 1.0 - sum(float(column.sum()) for column in columns.values()))
    return WalkDistribution(**columns, distance=distance, leftover=leftover)
