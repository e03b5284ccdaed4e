r"""The best reply to an opponent of whom the finishing time is known by its chances.

Let the opponent be done after his turn *t* with chance :math:`F(t)`, and let finishing in turn *t* be
worth the chance that he isn't done by then: :math:`u_t = 1 - F(t - 1)` for the player who moves first,
:math:`1 - F(t)` for the one who moves second, their mean for one who doesn't know his seat. From the
start of turn *t* with *d* metres left the best chance to win is

.. math:: R_t(d) = \sum_m p_m \max\bigl(R_{t+1}(d), \max_{x \le d} R_{t+1}(d - x)\bigr),
          \qquad R_{t+1}(0) = u_t,

over the rolls *m* and the numbers *x* that they form. The state is the distance and the turn: the reply
doesn't look at where the opponent is.

**The end.** After turn *T* every distance that isn't dead is taken to be worth :math:`1 - F(T)`, the
most that finishing in a later turn can be, a dead one nothing. From a distance that isn't dead the
finish is reached surely, for at least the chance :math:`1 - F(\infty)` that the opponent never
finishes. So the value is never too low, and too high by at most the chance that the opponent is still
on his way, :math:`F(\infty) - F(T)`, times the chance that the reply is, which is what the residual
says. *T* is as large as it takes to make that small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.marathon.rules import MarathonRules
from simulators.marathon.solve_turns import fewest_turns
from simulators.marathon.tables import Course, RollTables, course, roll_tables
from simulators.marathon.values import GRAIN, chances_kernel, dice_of
from simulators.policy import Policy
from simulators.solution_store import stored_solution
from simulators.solving import Solution

Seat = Literal["first", "second", "either"]
SEATS = ("first", "second", "either")

#: The largest table that is made, in chances: 128 MB.
MOST_CELLS = 1 << 24
#: Probability at one distance that is too small to be followed; it counts as unfinished.
_NEGLIGIBLE = 1e-15


@dataclass(frozen=True)
class Reply:
    """The best reply to a finishing time.

    Attributes
    ----------
    value : float
        Chance to be done before the opponent.
    residual : float
        By how much `value` may be too high.
    chances : ndarray of float64, shape (T + 1, distance + 1)
        Row *k* holds the chance to win when *k* of the *T* turns are left, by metres left; at 0
        metres, what it is worth to have finished in the turn before.
    finishing : ndarray of float64, shape (T + 1,)
        Chance that the reply finishes in each turn, from the start.
    """

    value: float
    residual: float
    chances: NDArray[np.float64]
    finishing: NDArray[np.float64]


def worth_of_finishing(finishing: NDArray[np.float64], seat: Seat) -> NDArray[np.float64]:
    """Compute what it is worth to finish in each turn.

    Parameters
    ----------
    finishing : ndarray of float64, shape (T + 1,)
        Chance that the opponent finishes in his turn 0 (which there isn't), 1, ..., T.
    seat : {"first", "second", "either"}
        Who moves first: the replying player, the opponent, or each as often.

    Returns
    -------
    ndarray of float64, the same shape
        Chance that the opponent isn't done yet. At 0 it is 1.

    Examples
    --------
    >>> worth_of_finishing(np.array([0, 0.5, 0.25]), "first").tolist()
    [1.0, 1.0, 0.5]
    >>> worth_of_finishing(np.array([0, 0.5, 0.25]), "second").tolist()
    [1.0, 0.5, 0.25]
    """
    after = 1.0 - np.cumsum(finishing)
    before = np.concatenate([[1.0], after[:-1]])
    if seat == "either":
        return np.asarray((before + after) / 2)
    return before if seat == "first" else after


def best_reply(
    rules: MarathonRules, finishing: NDArray[np.float64], seat: Seat, running: float = 0.0
) -> Reply:
    """Compute the best reply to an opponent of whom the finishing time is known by its chances.

    Parameters
    ----------
    rules : MarathonRules
    finishing : ndarray of float64, shape (T + 1,)
        Chance that the opponent finishes in his turn 0, 1, ..., T. They may add up to less than 1.
    seat : {"first", "second", "either"}
        Of the replying player.
    running : float
        Chance that the opponent is still on his way after turn *T*; whoever isn't done nor on his way
        never finishes.

    Returns
    -------
    Reply

    Raises
    ------
    ValueError
        If the chances are none, or the table would take more than 128 MB.

    Examples
    --------
    Against one who surely is done in his second turn, a metre takes one of two 1s for the player who
    moves first.

    >>> reply = best_reply(MarathonRules(distance=1), np.array([0, 0, 1.0]), "first")
    >>> round(reply.value, 4)
    0.3056
    """
    turns = finishing.size - 1
    if turns < 1 or not (finishing >= 0).all() or finishing.sum() + running > 1 + 1e-9:
        raise ValueError(
            "finishing must be chances from 0 on, that of turn 0 first, which add up to at most 1"
        )
    if (turns + 1) * (rules.distance + 1) > MOST_CELLS:
        raise ValueError(
            f"a reply over {rules.distance:,} metres that looks {turns:,} turns ahead takes a table "
            f"of {(turns + 1) * (rules.distance + 1):,} chances; {MOST_CELLS:,} is the most"
        )
    worth = worth_of_finishing(finishing, seat)
    values = np.asarray(fewest_turns(rules).tables["values"], dtype=np.float64)
    chances = np.empty((turns + 1, rules.distance + 1))
    # Whoever can't run the distance in the turns that are left is where he was at their end.
    later = max(0.0, 1.0 - float(finishing.sum()))
    chances[:] = np.where(np.isfinite(values), later, 0.0)
    chances[:, 0] = worth[::-1]
    tables = course(rules), roll_tables()
    chances_kernel(*tables, chances)
    reached = np.zeros(turns + 1)
    unfinished = _follow_kernel(*tables, chances, values, reached)
    return Reply(
        value=float(chances[turns, rules.distance]),
        residual=min(running, later) * unfinished,
        chances=chances,
        finishing=reached,
    )


def reply_to(rules: MarathonRules, opponent: Policy, seat: Seat) -> Solution:
    """Solve for the best reply to a policy, or read what was solved before.

    Parameters
    ----------
    rules : MarathonRules
    opponent : Policy
        A built-in one that flips no coins; its finishing time is that of a runner alone.
    seat : {"first", "second", "either"}
        Of the replying player.

    Returns
    -------
    Solution
        Tables ``chances`` and ``finishing`` as in :class:`Reply`.

    Raises
    ------
    ValueError
        If the opponent flips coins, or takes too long for the tables.
    """
    asked = rules if opponent.name == "blunder" else rules.without_overshoot
    return stored_solution(
        "marathon reply",
        asked,
        {"opponent": opponent.label, "seat": seat},
        lambda: solve_reply(asked, opponent, seat),
    )


def solve_reply(rules: MarathonRules, opponent: Policy, seat: Seat) -> Solution:
    """Solve for the best reply to a policy; see :func:`reply_to`."""
    from simulators.marathon.times import finishing_times, look_ahead

    turns = look_ahead(rules, opponent)
    finishing, running = finishing_times(rules, opponent, turns)
    reply = best_reply(rules, finishing, seat, running)
    return Solution(
        value=reply.value,
        states=turns * (rules.distance - len(rules.dead)),
        residual=reply.residual,
        details={"turns_ahead": turns},
        tables={"chances": reply.chances, "finishing": reply.finishing},
    )


@kernel
def _follow_kernel(
    course: Course,
    rolls: RollTables,
    chances: NDArray[np.float64],
    values: NDArray[np.float64],
    finishing: NDArray[np.float64],
) -> float:
    """Follow who plays the reply, as the policy does; return the chance not to finish in time."""
    turns, distance = chances.shape[0] - 1, chances.shape[1] - 1
    mass, after = np.zeros(distance + 1), np.zeros(distance + 1)
    mass[distance] = 1.0
    dropped = 0.0
    rounded = np.rint(values / GRAIN)
    for turn in range(1, turns + 1):
        row = np.rint(chances[turns - turn] / GRAIN)
        after[:] = 0.0
        for left in range(1, distance + 1):
            if mass[left] < _NEGLIGIBLE:
                dropped += mass[left]
                continue
            dice = dice_of(course, left)
            for multiset in range(rolls.first_multiset[dice], rolls.first_multiset[dice + 1]):
                packed = rolls.multiset_entry[multiset]
                best, hope, least = left, row[left], rounded[left]
                for place in range(packed >> 8, (packed >> 8) + (packed & 255)):
                    to = left - rolls.metres[place]
                    if to < 0:
                        break
                    if row[to] > hope or (row[to] == hope and rounded[to] < least):
                        best, hope, least = to, row[to], rounded[to]
                after[best] += mass[left] * rolls.chance[multiset]
        finishing[turn] = after[0]
        after[0] = 0.0
        mass, after = after, mass
    return float(dropped + mass.sum())
