"""One turn, compiled: what every kernel of the game is made of."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import inlined, pointer
from simulators.dino_dice.hands import N_HANDS
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.signatures import ask_eat, ask_reroll, ask_stop
from simulators.dino_dice.state import ROW, MealOptions, RerollOptions
from simulators.dino_dice.tables import (
    COUNT_BITS,
    DICE_BITS,
    FIRST_OUTCOME,
    N_OUTCOMES,
    STARVES,
    Tables,
)
from simulators.streams import mix64

# How a turn ended.
SCORED, STARVED, ILLEGAL = range(3)

_SHIFT = np.uint64(16)
_DOWN = np.uint64(48)
_COUNT_MASK = (1 << COUNT_BITS) - 1
_DICE_MASK = (1 << DICE_BITS) - 1


class TurnRules(NamedTuple):
    """The switches that a turn needs, as integers.

    Attributes
    ----------
    rolls, target : int
    showing : int
        1 where every 3 in play eats.
    """

    rolls: int
    target: int
    showing: int


class Player(NamedTuple):
    """A policy, compiled.

    Attributes
    ----------
    stop, eat, reroll : int
        Addresses of its decisions.
    stop_numbers, eat_numbers, reroll_numbers : pointer to float64
        What they read.
    """

    stop: int
    eat: int
    reroll: int
    stop_numbers: Any
    eat_numbers: Any
    reroll_numbers: Any


def turn_rules(rules: DinoDiceRules) -> TurnRules:
    """Pick a turn's switches out of the rules."""
    return TurnRules(rules.rolls, rules.match_target, int(rules.eats == "showing"))


@inlined
def player_of(addresses: NDArray[np.int64], numbers: Any, offsets: Any, entrant: int) -> Player:
    """Collect what asks one of the policies; see :class:`simulators.dino_dice.kernels.Players`."""
    return Player(
        addresses[entrant, 0],
        addresses[entrant, 1],
        addresses[entrant, 2],
        pointer(numbers, offsets[entrant, 0]),
        pointer(numbers, offsets[entrant, 1]),
        pointer(numbers, offsets[entrant, 2]),
    )


@inlined
def roll_index(bits: np.uint64, n_dice: int) -> np.uint64:
    """Map 64 random bits to an entry of the table of rolls of `n_dice`."""
    dice = np.uint64(n_dice)
    index: np.uint64 = FIRST_OUTCOME[dice] + (((bits >> _SHIFT) * N_OUTCOMES[dice]) >> _DOWN)
    return index


@inlined
def see(seen: Any, tables: Tables, hand: int, eating: int) -> None:
    """Show a policy the dice in play."""
    seen.packed = tables.packed[hand]
    seen.hand = hand
    seen.dice = tables.dice[hand]
    seen.points = tables.points[hand]
    seen.eating = eating


@inlined
def play_turn(
    rules: TurnRules,
    tables: Tables,
    player: Player,
    seen: Any,
    rolled: int,
    state: np.uint64,
    gamma: np.uint64,
) -> tuple[int, int, int, int]:
    """Play a turn.

    Parameters
    ----------
    player : Player
    seen : record
        The state that the policy sees; score, need, best opponent, final round and how many play
        after are set.
    rolled : int
        Hand of the first roll, known beforehand, so that nothing waits for its look-up.
    state, gamma : uint64
        State of the stream at the first roll.

    Returns
    -------
    hand, rolls, eaten, ending : int
        The hand in play at the end, rolls made, plant-eaters eaten.
    """
    hand = rolled
    rolls = 1
    eaten = 0
    while True:
        seen.rolls = rolls
        seen.rolls_left = rules.rolls - rolls
        hungry = tables.threes[hand if rules.showing == 1 else rolled]
        if hungry > 0:
            feeding = int(tables.feeding[hungry * N_HANDS + hand])
            if feeding == STARVES:
                return hand, rolls, eaten, STARVED
            count = feeding & _COUNT_MASK
            if count > 0:
                meal = feeding >> COUNT_BITS
                if count > 1:
                    see(seen, tables, hand, hungry)
                    meals = MealOptions(
                        count,
                        pointer(tables.meal_points, meal),
                        pointer(tables.meal_eaten, ROW * meal),
                    )
                    choice = ask_eat(player.eat, seen, meals, player.eat_numbers)
                    if choice < 0 or choice >= count:
                        return hand, rolls, eaten, ILLEGAL
                    meal += choice
                hand = int(tables.meal_left[meal])
                eaten += hungry
        if rolls >= rules.rolls:
            return hand, rolls, eaten, SCORED
        see(seen, tables, hand, 0)
        answer = ask_stop(player.stop, seen, player.stop_numbers)
        if answer == 1:
            return hand, rolls, eaten, SCORED
        if answer != 0:
            return hand, rolls, eaten, ILLEGAL
        listed = int(tables.reroll_list[hand])
        count = listed & _COUNT_MASK
        first = listed >> COUNT_BITS
        rerolls = RerollOptions(
            count,
            pointer(tables.reroll_points, first),
            pointer(tables.reroll_dice, first),
            pointer(tables.reroll_kept, ROW * first),
        )
        choice = ask_reroll(player.reroll, seen, rerolls, player.reroll_numbers)
        if choice < 0 or choice >= count:
            return hand, rolls, eaten, ILLEGAL
        thrown = int(tables.thrown[first + choice])
        state += gamma
        rolls += 1
        rolled = int(tables.rolled[roll_index(mix64(state), thrown & _DICE_MASK)])
        hand = int(tables.union[(thrown >> DICE_BITS) + rolled])
