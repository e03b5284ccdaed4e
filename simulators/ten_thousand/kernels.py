"""Play blocks of games: one turn each, alone to the target, matches."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel, pointer
from simulators.game import FAULTY, FINISHED, TRUNCATED, Task
from simulators.streams import open_stream, seed_key, turn_start
from simulators.ten_thousand.limits import MAX_PLAYERS, MAX_TURNS
from simulators.ten_thousand.policies import never_takes_over
from simulators.ten_thousand.signatures import compile_decisions
from simulators.ten_thousand.state import TurnState
from simulators.ten_thousand.tables import RollTables, roll_tables
from simulators.ten_thousand.turn_kernel import (
    BANKED,
    ENDLESS,
    ILLEGAL,
    UNLIMITED,
    TurnRules,
    play_turn,
    turn_rules,
)


class Players(NamedTuple):
    """The policies that take part, six of them, so that one compiled kernel serves every number.

    Attributes
    ----------
    bank, set_aside, take_over : tuple of compiled decisions
    numbers : ndarray of float64
        All parameters end to end.
    offsets : ndarray of int64, shape (6, 3)
        Where each player's numbers for the three decisions start.
    asks : ndarray of int64, shape (6,)
        0 for a player who refuses every counter on offer.
    """

    bank: Any
    set_aside: Any
    take_over: Any
    numbers: NDArray[np.float64]
    offsets: NDArray[np.int64]
    asks: NDArray[np.int64]


class Prepared(NamedTuple):
    """What a kernel gets to play a task."""

    rules: TurnRules
    tables: RollTables
    players: Players
    key: np.uint64


def prepare(task: Task) -> Prepared:
    """Build the tables of a task and compile its policies."""
    rules: Any = task.rules
    policies = (task.policies * MAX_PLAYERS)[:MAX_PLAYERS]
    numbers: list[NDArray[np.float64]] = []
    offsets = np.zeros((MAX_PLAYERS, 3), dtype=np.int64)
    total = 0
    for player, policy in enumerate(policies):
        for column, decision in enumerate(("bank", "set_aside", "take_over")):
            own = policy.numbers(decision)
            offsets[player, column] = total
            total += own.size
            numbers.append(own)
    players = Players(
        compile_decisions(policies, "bank"),
        compile_decisions(policies, "set_aside"),
        compile_decisions(policies, "take_over"),
        np.concatenate(numbers),
        offsets,
        np.array([not never_takes_over(policy) for policy in policies], dtype=np.int64),
    )
    return Prepared(
        turn_rules(rules), roll_tables(rules), players, np.uint64(seed_key(np.uint64(task.seed)))
    )


@kernel
def play_turns_kernel(
    prepared: Prepared,
    first: int,
    score: int,
    counter: int,
    dice: int,
    outcomes: NDArray[np.int32],
) -> None:
    """Play one turn per game: status, points, bust, rolls, hot dice."""
    rules, tables, players = prepared.rules, prepared.tables, prepared.players
    bank, set_aside = players.bank[0], players.set_aside[0]
    bank_numbers = pointer(players.numbers, players.offsets[0, 0])
    set_aside_numbers = pointer(players.numbers, players.offsets[0, 1])
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        points, _, rolls, hot_dice, ending = play_turn(
            rules,
            tables,
            bank,
            set_aside,
            bank_numbers,
            set_aside_numbers,
            start,
            gamma,
            counter,
            dice,
            score,
            0,
            0,
        )
        status = FINISHED
        if ending >= ENDLESS:
            status = TRUNCATED if ending == ENDLESS else FAULTY
        outcomes[0, game] = status
        outcomes[1, game] = points
        outcomes[2, game] = ending != BANKED
        outcomes[3, game] = rolls
        outcomes[4, game] = hot_dice


@kernel
def play_to_target_kernel(prepared: Prepared, first: int, outcomes: NDArray[np.int32]) -> None:
    """Play alone to the target: status, turns, busts, score."""
    rules, tables, players = prepared.rules, prepared.tables, prepared.players
    bank, set_aside = players.bank[0], players.set_aside[0]
    bank_numbers = pointer(players.numbers, players.offsets[0, 0])
    set_aside_numbers = pointer(players.numbers, players.offsets[0, 1])
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        score = 0
        turns = 0
        busts = 0
        status = FINISHED
        while score < rules.target:
            if turns == MAX_TURNS:
                status = TRUNCATED
                break
            points, _, _, _, ending = play_turn(
                rules,
                tables,
                bank,
                set_aside,
                bank_numbers,
                set_aside_numbers,
                turn_start(start, gamma, turns),
                gamma,
                0,
                6,
                score,
                0,
                0,
            )
            turns += 1
            if ending >= ENDLESS:
                status = TRUNCATED if ending == ENDLESS else FAULTY
                break
            score += points
            busts += ending != BANKED
        outcomes[0, game] = status
        outcomes[1, game] = turns
        outcomes[2, game] = busts
        outcomes[3, game] = score


@kernel
def play_matches_kernel(
    prepared: Prepared, n_players: int, rotate: int, first: int, outcomes: NDArray[np.int32]
) -> None:
    """Play matches: status, result, rounds, lead, then every entrant's score."""
    rules, tables, players = prepared.rules, prepared.tables, prepared.players
    scores = np.zeros(n_players, dtype=np.int64)  # by entrant
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        shift = (first + game) % n_players if rotate == 1 else 0
        scores[:] = 0
        seat = 0
        entrant = n_players - shift if shift > 0 else 0  # who sits at seat 0
        rounds = 1
        turn = 0
        turns_left = -1  # after the target was reached
        offered = 0
        offered_dice = 6  # six: nothing is on offer
        status = FINISHED
        while True:
            score = scores[entrant]
            best_opponent = 0
            for other in range(n_players):
                if other != entrant and scores[other] > best_opponent:
                    best_opponent = scores[other]
            need = rules.target - score
            final_turn = 1 if turns_left > 0 else 0
            counter = 0
            dice = 6
            if (
                offered_dice < 6
                and players.asks[entrant] == 1
                and score >= rules.play_on_from
                and offered < (need if rules.exact == 1 else UNLIMITED)
            ):
                seen = TurnState(
                    offered, offered_dice, 0, score, need, best_opponent, final_turn, rules.exact
                )
                answer = players.take_over[entrant](
                    seen, pointer(players.numbers, players.offsets[entrant, 2])
                )
                if answer == 1:
                    counter = offered
                    dice = offered_dice
                elif answer != 0:
                    status = FAULTY
                    break
            points, dice, _, _, ending = play_turn(
                rules,
                tables,
                players.bank[entrant],
                players.set_aside[entrant],
                pointer(players.numbers, players.offsets[entrant, 0]),
                pointer(players.numbers, players.offsets[entrant, 1]),
                turn_start(start, gamma, turn),
                gamma,
                counter,
                dice,
                score,
                best_opponent,
                final_turn,
            )
            if ending >= ENDLESS:
                status = TRUNCATED if ending == ENDLESS else FAULTY
                break
            score += points
            scores[entrant] = score
            offered = points
            offered_dice = dice if ending == BANKED else 6
            if turns_left > 0:
                turns_left -= 1
            elif score >= rules.target:
                turns_left = 0 if rules.exact == 1 else n_players - 1
            if turns_left == 0:
                break
            turn += 1
            seat += 1
            entrant += 1
            if entrant == n_players:
                entrant = 0
            if seat == n_players:
                seat = 0
                if rounds == MAX_TURNS:
                    status = TRUNCATED
                    break
                rounds += 1
        best = -1
        second = -1
        winners = 0
        for player in range(n_players):
            score = scores[player]
            if score > best:
                second = best
                best = score
                winners = 1 << player
            else:
                if score == best:
                    winners |= 1 << player
                if score > second:
                    second = score
            outcomes[4 + player, game] = score
        outcomes[0, game] = status
        outcomes[1, game] = winners * n_players + shift
        outcomes[2, game] = rounds
        outcomes[3, game] = best - second
