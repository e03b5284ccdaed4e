"""The policy that plays the solution of the two-player race, by looking every decision up.

What it looks up are numbers below 2 ** 53, each of which packs several decisions:

* bank: the unit, the target in units, then for 1 to 6 dice whether a tie in the last turn is better
  rolled on than kept, where each turn's rows start, and the rows, eight of six bits to a number;
* take over: the unit, the target, where the packed rows, ten of five bits to a number, and the last
  turn's chances start, and how many deficits those have; where each turn's rows start, rows, chances;
* set aside: the same, the rows being ranks of counter and dice left, four of thirteen bits to a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, PolicyFamily
from simulators.ten_thousand.decide import Numbers
from simulators.ten_thousand.state import SetAsideOptions, TurnState

#: Numbers before the starts of rows.
HEAD = 9


def bank_by_race(state: TurnState, p: Numbers) -> bool:
    """Bank where the solution does."""
    if state.counter >= state.wins_at:
        return True
    if state.final_turn == 1:
        behind = state.best_opponent - state.score
        if state.counter == behind:
            return p[2 + state.dice] == 0
        return state.counter > behind
    unit = int(p[0])
    target = int(p[1])
    own = max(0, state.score // unit)
    other = min(max(0, state.best_opponent // unit), target - 1)
    turn = 9 + own * target + other
    row = min(int(p[turn]) + max(1, state.counter // unit), int(p[turn + 1])) - 1
    packed = int(p[10 + target * target + row // 8])
    return (packed >> (6 * (row % 8) + state.dice % 6)) & 1 == 1


def take_over_by_race(state: TurnState, p: Numbers) -> bool:
    """Play on where the solution does."""
    unit = int(p[0])
    target = int(p[1])
    if state.final_turn == 1:
        behind = (state.best_opponent - state.score) // unit
        chances = int(p[3])
        most = int(p[4]) - 1
        fresh = chances + 7 * min(max(0, behind + 1), most) + 6
        taken = chances + 7 * min(max(0, behind - state.counter // unit + 1), most) + state.dice
        return p[taken] > p[fresh]
    own = max(0, state.score // unit)
    other = min(max(0, state.best_opponent // unit), target - 1)
    turn = 9 + own * target + other
    row = int(p[turn]) + state.counter // unit - 1
    if row >= int(p[turn + 1]):
        return False
    packed = int(p[int(p[2]) + row // 10])
    return (packed >> (5 * (row % 10) + state.dice - 1)) & 1 == 1


def set_aside_by_race(state: TurnState, options: SetAsideOptions, p: Numbers) -> int:
    """Choose the dice that the solution does; the first of those that are equally good."""
    target = int(p[1])
    if target == 0:  # nothing to choose under these rules
        return 0
    unit = int(p[0])
    own = max(0, state.score // unit)
    other = min(max(0, state.best_opponent // unit), target - 1)
    turn = 9 + own * target + other
    best = 0
    highest = -1.0
    for i in range(options.count):
        counter = (state.counter + options.points[i]) // unit
        left = state.dice - options.dice[i]
        if state.final_turn == 1:
            behind = (state.best_opponent - state.score) // unit
            chances = int(p[3])
            if behind < int(p[5]):  # a bank as large as the least one wins, and never ties
                behind = int(p[5]) - 1
                chances += 6 * int(p[4])
            value = p[chances + 6 * min(max(0, behind - counter + 1), int(p[4]) - 1) + left]
        else:
            entry = 6 * (min(int(p[turn]) + counter, int(p[turn + 1])) - 1) + left
            value = float((int(p[int(p[2]) + entry // 4]) >> (13 * (entry % 4))) & 8191)
        if value > highest:
            best = i
            highest = value
    return best


def _bank_table(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    from simulators.ten_thousand.race_tables import bank_table

    return bank_table(rules, values)


def _take_over_table(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    from simulators.ten_thousand.race_tables import take_over_table

    return take_over_table(rules, values)


def _set_aside_table(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    from simulators.ten_thousand.race_tables import set_aside_table

    return set_aside_table(rules, values)


OPTIMAL_RACE = PolicyFamily(
    "optimal-race",
    "Play a match of two for the best chance to win against an opponent who does the same: bank, dice "
    "set aside and counters taken over, by both scores. With more players it takes the strongest "
    "opponent for the only one; alone, for one with no points. A penalty for turns lost in a row is "
    "left out of account.",
    "Dynamic programming over both scores, counter and dice, as T. Neller and C. Presser solved Pig "
    "(2004) and M. Busche Farkle.",
    {
        "bank": Decision(bank_by_race, prepare=_bank_table),
        "set_aside": Decision(set_aside_by_race, prepare=_set_aside_table),
        "take_over": Decision(take_over_by_race, prepare=_take_over_table),
    },
)
