"""One turn, compiled: what every kernel of the game is made of."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulators.accelerate import compiled, pointer
from simulators.streams import mix64
from simulators.ten_thousand.limits import MAX_ROLLS
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.state import SetAsideOptions, TurnState
from simulators.ten_thousand.tables import FIRST_OUTCOME, N_OUTCOMES, POINTS_SHIFT

# How a turn ended.
BANKED, LOST, ENDLESS, ILLEGAL = range(4)

UNLIMITED = 1 << 40
_SHIFT = np.uint64(16)
_DOWN = np.uint64(48)
_DICE_MASK = (1 << POINTS_SHIFT) - 1


class TurnRules(NamedTuple):
    """The switches that a turn needs, as integers.

    Attributes
    ----------
    target, opening : int
    exact : int
        1 for an exact finish.
    optional : int
        1 where a player with all six dice used may bank.
    choose : int
        1 where the player chooses what to set aside.
    play_on_from : int
        Least own score to play on with; `UNLIMITED` for never.
    """

    target: int
    opening: int
    exact: int
    optional: int
    choose: int
    play_on_from: int


def turn_rules(rules: TenThousandRules) -> TurnRules:
    """Pick a turn's switches out of the rules."""
    return TurnRules(
        target=rules.target,
        opening=rules.opening,
        exact=int(rules.exact),
        optional=int(rules.hot_dice == "optional"),
        choose=int(rules.set_aside == "choose"),
        play_on_from=UNLIMITED if rules.play_on_from is None else rules.play_on_from,
    )


@compiled
def roll_index(bits: np.uint64, n_dice: int) -> np.uint64:
    """Map 64 random bits to an entry of the tables for a roll of `n_dice`."""
    return FIRST_OUTCOME[n_dice] + (((bits >> _SHIFT) * N_OUTCOMES[n_dice]) >> _DOWN)


@compiled
def play_turn(
    rules: TurnRules,
    tables: Any,
    bank: Any,
    set_aside: Any,
    bank_numbers: Any,
    set_aside_numbers: Any,
    state: np.uint64,
    gamma: np.uint64,
    counter: int,
    dice: int,
    score: int,
    best_opponent: int,
    final_turn: int,
) -> tuple[int, int, int, int, int]:
    """Play a turn from a counter and a number of dice to roll.

    Returns
    -------
    counter, dice, rolls, hot_dice, ending : int
        `counter` is what was banked, 0 if it was lost; `dice` are those left, six if none were.
    """
    worth = tables.worth
    need = rules.target - score
    limit = need if rules.exact == 1 else UNLIMITED
    minimum = rules.opening if score == 0 else 0
    rolls = 0
    hot_dice = 0
    while True:
        state += gamma
        roll = roll_index(mix64(state), dice)
        rolls += 1
        entry = np.int64(worth[roll])
        if entry == 0:
            return 0, dice, rolls, hot_dice, LOST
        points, used = entry >> POINTS_SHIFT, entry & _DICE_MASK
        if rules.choose == 1:
            multiset = tables.multiset[roll]
            first = tables.first_choice[multiset]
            count = tables.first_choice[multiset + 1] - first
            options = SetAsideOptions(
                np.int64(count),
                pointer(tables.points, first),
                pointer(tables.dice, first),
                pointer(tables.ones, first),
                pointer(tables.fives, first),
            )
            seen = TurnState(
                counter, dice, rolls, score, need, best_opponent, final_turn, rules.exact
            )
            choice = set_aside(seen, options, set_aside_numbers)
            if choice < 0 or choice >= count:
                return 0, dice, rolls, hot_dice, ILLEGAL
            points, used = tables.points[first + choice], tables.dice[first + choice]
        counter += points
        if counter > limit:
            return 0, dice, rolls, hot_dice, LOST
        dice -= used
        may_bank = counter >= minimum
        if dice == 0:
            dice = 6
            hot_dice += 1
            may_bank = may_bank and rules.optional == 1
        if may_bank:
            seen = TurnState(
                counter, dice, rolls, score, need, best_opponent, final_turn, rules.exact
            )
            answer = bank(seen, bank_numbers)
            if answer == 1:
                return counter, dice, rolls, hot_dice, BANKED
            if answer != 0:
                return 0, dice, rolls, hot_dice, ILLEGAL
        if rolls == MAX_ROLLS:
            return 0, dice, rolls, hot_dice, ENDLESS
