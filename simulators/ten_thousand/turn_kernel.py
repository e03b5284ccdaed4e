"""One turn, compiled: what every kernel of the game is made of."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulators.accelerate import compiled, inlined, pointer
from simulators.streams import mix64
from simulators.ten_thousand.limits import MAX_ROLLS, PENALTY_BUSTS, UNLIMITED
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.signatures import ask, ask_which
from simulators.ten_thousand.state import SetAsideOptions
from simulators.ten_thousand.tables import FIRST_OUTCOME, N_OUTCOMES, POINTS_SHIFT, Choices

# How a turn ended.
BANKED, LOST, ENDLESS, ILLEGAL = range(4)

_SHIFT = np.uint64(16)
_DOWN = np.uint64(48)
_DICE_MASK = (1 << POINTS_SHIFT) - 1


class TurnRules(NamedTuple):
    """The switches that a turn needs, as integers.

    Attributes
    ----------
    target, opening, min_bank, penalty : int
    exact : int
        1 for an exact finish.
    sudden : int
        1 where whoever reaches the target wins at once.
    optional : int
        1 where a player with all six dice used may bank.
    play_on_from : int
        Least own score to play on with; `UNLIMITED` for never.
    """

    target: int
    opening: int
    min_bank: int
    penalty: int
    exact: int
    sudden: int
    optional: int
    play_on_from: int


def turn_rules(rules: TenThousandRules) -> TurnRules:
    """Pick a turn's switches out of the rules."""
    return TurnRules(
        target=rules.target,
        opening=rules.opening,
        min_bank=rules.min_bank,
        penalty=rules.farkle_penalty,
        exact=int(rules.exact),
        sudden=int(rules.sudden),
        optional=int(rules.hot_dice == "optional"),
        play_on_from=UNLIMITED if rules.play_on_from is None else rules.play_on_from,
    )


@inlined
def roll_index(bits: np.uint64, n_dice: int) -> np.uint64:
    """Map 64 random bits to an entry of the tables for a roll of `n_dice`."""
    dice = np.uint64(n_dice)
    index: np.uint64 = FIRST_OUTCOME[dice] + (((bits >> _SHIFT) * N_OUTCOMES[dice]) >> _DOWN)
    return index


@inlined
def set_scene(
    seen: Any, rules: TurnRules, score: int, best_opponent: int, final_turn: int, busts: int
) -> None:
    """Write down what doesn't change during a turn."""
    seen.score = score
    seen.need = rules.target - score
    seen.best_opponent = best_opponent
    seen.final_turn = final_turn
    seen.exact = rules.exact
    seen.wins_at = seen.need if rules.sudden == 1 else UNLIMITED
    seen.busts = busts


@inlined
def settle_turn(rules: TurnRules, busts: int, points: int, ending: int) -> tuple[int, int]:
    """Return what a turn adds to the score, and the turns lost in a row after it.

    They are counted only where there is a penalty.
    """
    if rules.penalty == 0 or ending == BANKED:
        return points, 0
    if busts + 1 == PENALTY_BUSTS:
        return -rules.penalty, 0
    return 0, busts + 1


@inlined
def play_turn(
    rules: TurnRules,
    worth: Any,
    bank: int,
    numbers: Any,
    seen: Any,
    entry: Any,
    state: np.uint64,
    gamma: np.uint64,
    counter: int,
    dice: int,
) -> tuple[int, int, int, int, int]:
    """Play a turn in which every scoring die is set aside.

    Parameters
    ----------
    worth : pointer to uint32
        See :func:`worth_table`.
    bank, numbers
        Address of the policy's compiled decision, and pointer to its parameters.
    seen : record
        The state that the policy sees, its scene set.
    entry : int
        What the first roll is worth: known beforehand, so that nothing waits for its look-up.
    state, gamma : uint64
        State of the stream at the first roll.
    counter, dice : int
        Where the turn starts.

    Returns
    -------
    counter, dice, rolls, hot_dice, ending : int
        `counter` is what was banked, 0 if it was lost; `dice` are those left, six if none were.
    """
    limit = seen.need if rules.exact == 1 else UNLIMITED
    minimum = max(rules.min_bank, rules.opening) if seen.score <= 0 else rules.min_bank
    rolls = 0
    hot_dice = 0
    while True:
        # The next roll's bits, before it is known whether there is a next roll: nothing waits.
        state += gamma
        bits = mix64(state)
        rolls += 1
        if entry == 0:
            return 0, dice, rolls, hot_dice, LOST
        counter += entry >> POINTS_SHIFT
        if counter > limit:
            return 0, dice, rolls, hot_dice, LOST
        dice -= entry & _DICE_MASK
        may_bank = counter >= minimum
        if dice == 0:
            dice = 6
            hot_dice += 1
            may_bank = may_bank and rules.optional == 1
        if may_bank:
            seen.counter = counter
            seen.dice = dice
            seen.rolls = rolls
            answer = ask(bank, seen, numbers)
            if answer == 1:
                return counter, dice, rolls, hot_dice, BANKED
            if answer != 0:
                return 0, dice, rolls, hot_dice, ILLEGAL
        if rolls == MAX_ROLLS:
            return 0, dice, rolls, hot_dice, ENDLESS
        entry = np.int64(worth[roll_index(bits, dice)])


@compiled
def play_choosing_turn(
    rules: TurnRules,
    choices: Choices,
    bank: int,
    bank_numbers: Any,
    set_aside: int,
    set_aside_numbers: Any,
    seen: Any,
    state: np.uint64,
    gamma: np.uint64,
    counter: int,
    dice: int,
) -> tuple[int, int, int, int, int]:
    """Play a turn in which the policy chooses what to set aside; see :func:`play_turn`."""
    limit = seen.need if rules.exact == 1 else UNLIMITED
    minimum = max(rules.min_bank, rules.opening) if seen.score <= 0 else rules.min_bank
    rolls = 0
    hot_dice = 0
    while True:
        roll = roll_index(mix64(state), dice)
        state += gamma
        rolls += 1
        multiset = np.int64(choices.multiset[roll])
        first = np.int64(choices.first[multiset])
        count = np.int64(choices.first[multiset + 1]) - first
        if count == 0:
            return 0, dice, rolls, hot_dice, LOST
        options = SetAsideOptions(
            count,  # type: ignore[arg-type]
            pointer(choices.points, first),
            pointer(choices.dice, first),
            pointer(choices.ones, first),
            pointer(choices.fives, first),
        )
        seen.counter = counter
        seen.dice = dice
        seen.rolls = rolls
        choice = ask_which(set_aside, seen, options, set_aside_numbers)
        if choice < 0 or choice >= count:
            return 0, dice, rolls, hot_dice, ILLEGAL
        counter += choices.points[first + choice]
        if counter > limit:
            return 0, dice, rolls, hot_dice, LOST
        dice -= choices.dice[first + choice]
        may_bank = counter >= minimum
        if dice == 0:
            dice = 6
            hot_dice += 1
            may_bank = may_bank and rules.optional == 1
        if may_bank:
            seen.counter = counter
            seen.dice = dice
            answer = ask(bank, seen, bank_numbers)
            if answer == 1:
                return counter, dice, rolls, hot_dice, BANKED
            if answer != 0:
                return 0, dice, rolls, hot_dice, ILLEGAL
        if rolls == MAX_ROLLS:
            return 0, dice, rolls, hot_dice, ENDLESS
