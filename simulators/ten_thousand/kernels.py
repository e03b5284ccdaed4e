"""Play blocks of games: one turn each, alone to the target, matches."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import keep_alive, kernel, pointer
from simulators.game import Task
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED
from simulators.players import Players, seat_players
from simulators.streams import mix64, open_stream, seed_key, turn_start
from simulators.ten_thousand.limits import MAX_TURNS
from simulators.ten_thousand.policies import never_takes_over
from simulators.ten_thousand.signatures import SIGNATURES, STATE
from simulators.ten_thousand.tables import Choices, choice_tables, worth_table
from simulators.ten_thousand.turn_kernel import (
    BANKED,
    ENDLESS,
    TurnRules,
    play_choosing_turn,
    play_turn,
    roll_index,
    set_scene,
    settle_turn,
    turn_rules,
)

#: Games whose first rolls are looked up together, ahead of their turns.
BATCH = 256


class Prepared(NamedTuple):
    """What a kernel gets to play a task.

    Attributes
    ----------
    asks : ndarray of int64, shape (n_players,)
        0 for a player who refuses every counter on offer.
    """

    rules: TurnRules
    worth: NDArray[np.uint32]
    players: Players
    asks: NDArray[np.int64]
    key: np.uint64


def prepare(task: Task) -> tuple[Prepared, Choices | None]:
    """Build the tables of a task and compile its policies."""
    rules: Any = task.rules
    players = seat_players(task.policies, SIGNATURES, rules)
    asks = np.array([not never_takes_over(p, rules) for p in task.policies], dtype=np.int64)
    key = np.uint64(seed_key(np.uint64(task.seed)))
    choices = choice_tables(rules) if rules.set_aside == "choose" else None
    return Prepared(turn_rules(rules), worth_table(rules), players, asks, key), choices


@kernel
def play_turns_kernel(
    prepared: Prepared,
    choices: Choices | None,
    first: int,
    score: int,
    counter: int,
    dice: int,
    busts: int,
    outcomes: NDArray[np.int32],
) -> None:
    """Play one turn per game: status, points, bust, rolls, hot dice.

    The streams and first rolls of a batch of games are computed ahead of the turns: the processor
    mispredicts about two branches a turn, and this leaves little to wait for after each.
    """
    rules, players = prepared.rules, prepared.players
    worth = pointer(prepared.worth, 0)
    bank, set_aside = players.addresses[0, 0], players.addresses[0, 1]
    bank_numbers = pointer(players.numbers, players.offsets[0, 0])
    set_aside_numbers = pointer(players.numbers, players.offsets[0, 1])
    scene = np.zeros(1, STATE)
    seen = scene[0]
    set_scene(seen, rules, score, 0, 0, busts)
    states = np.empty(BATCH, dtype=np.uint64)
    gammas = np.empty(BATCH, dtype=np.uint64)
    entries = np.empty(BATCH, dtype=np.int64)
    n_games = outcomes.shape[1]
    for batch in range(0, n_games, BATCH):
        size = min(BATCH, n_games - batch)
        for i in range(size):
            start, gamma = open_stream(prepared.key, first + batch + i)
            state = start + gamma
            states[i] = state
            gammas[i] = gamma
            entries[i] = worth[roll_index(mix64(state), dice)]
        for i in range(size):
            if choices is None:
                points, _, rolls, hot_dice, ending = play_turn(
                    rules,
                    worth,
                    bank,
                    bank_numbers,
                    seen,
                    entries[i],
                    states[i],
                    gammas[i],
                    counter,
                    dice,
                )
            else:
                points, _, rolls, hot_dice, ending = play_choosing_turn(
                    rules,
                    choices,
                    bank,
                    bank_numbers,
                    set_aside,
                    set_aside_numbers,
                    seen,
                    states[i],
                    gammas[i],
                    counter,
                    dice,
                )
            game = batch + i
            status = FINISHED
            if ending >= ENDLESS:
                status = TRUNCATED if ending == ENDLESS else FAULTY
            outcomes[0, game] = status
            outcomes[1, game], _ = settle_turn(rules, busts, points, ending)
            outcomes[2, game] = ending != BANKED
            outcomes[3, game] = rolls
            outcomes[4, game] = hot_dice
    keep_alive(scene)


@kernel
def play_to_target_kernel(
    prepared: Prepared, choices: Choices | None, first: int, outcomes: NDArray[np.int32]
) -> None:
    """Play alone to the target: status, turns, busts, score."""
    rules, players = prepared.rules, prepared.players
    worth = pointer(prepared.worth, 0)
    bank, set_aside = players.addresses[0, 0], players.addresses[0, 1]
    bank_numbers = pointer(players.numbers, players.offsets[0, 0])
    set_aside_numbers = pointer(players.numbers, players.offsets[0, 1])
    scene = np.zeros(1, STATE)
    seen = scene[0]
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        score = 0
        turns = 0
        busts = 0
        row = 0  # turns lost in a row, where they are counted
        status = FINISHED
        ahead = start + gamma
        fresh = np.int64(worth[roll_index(mix64(ahead), 6)])
        while score < rules.target:
            if turns == MAX_TURNS:
                status = TRUNCATED
                break
            state, entry = ahead, fresh
            turns += 1
            ahead = turn_start(start, gamma, turns) + gamma
            fresh = np.int64(worth[roll_index(mix64(ahead), 6)])
            set_scene(seen, rules, score, 0, 0, row)
            if choices is None:
                points, _, _, _, ending = play_turn(
                    rules, worth, bank, bank_numbers, seen, entry, state, gamma, 0, 6
                )
            else:
                points, _, _, _, ending = play_choosing_turn(
                    rules,
                    choices,
                    bank,
                    bank_numbers,
                    set_aside,
                    set_aside_numbers,
                    seen,
                    state,
                    gamma,
                    0,
                    6,
                )
            if ending >= ENDLESS:
                status = TRUNCATED if ending == ENDLESS else FAULTY
                break
            if rules.penalty > 0:
                points, row = settle_turn(rules, row, points, ending)
            score += points
            busts += ending != BANKED
        outcomes[0, game] = status
        outcomes[1, game] = turns
        outcomes[2, game] = busts
        outcomes[3, game] = score
    keep_alive(scene)
