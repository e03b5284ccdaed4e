"""Play blocks of games: one turn each, or matches.

A decision costs some 2 ns by itself. What bounds the speed are the branches that the processor
can't foresee: who eats, who stops, how many dice are rolled.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import keep_alive, kernel
from simulators.dino_dice.rules import MAX_ROUNDS, N_DICE, DinoDiceRules
from simulators.dino_dice.signatures import SIGNATURES, STATE
from simulators.dino_dice.tables import Tables, tables
from simulators.dino_dice.turn_kernel import (
    ILLEGAL,
    STARVED,
    TurnRules,
    play_turn,
    player_of,
    roll_index,
    turn_rules,
)
from simulators.game import Task
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED
from simulators.players import Players, rank, seat_players
from simulators.streams import mix64, open_stream, seed_key, turn_start

#: Games whose first rolls are looked up together, ahead of their turns.
BATCH = 256


class Prepared(NamedTuple):
    """What a kernel gets to play a task."""

    rules: TurnRules
    tables: Tables
    players: Players
    key: np.uint64


def prepare(task: Task) -> Prepared:
    """Build the tables of a task and compile its policies."""
    rules: Any = task.rules
    assert isinstance(rules, DinoDiceRules)
    players = seat_players(task.policies, SIGNATURES, rules)
    key = np.uint64(seed_key(np.uint64(task.seed)))
    return Prepared(turn_rules(rules), tables(rules), players, key)


@kernel
def play_turns_kernel(prepared: Prepared, first: int, outcomes: NDArray[np.int32]) -> None:
    """Play one turn per game: status, points, starved, quintet, rolls, eaten, herd.

    The streams and first rolls of a batch of games are computed ahead of the turns, so that little
    waits for them.
    """
    rules, tables, players = prepared.rules, prepared.tables, prepared.players
    player = player_of(players.addresses, players.numbers, players.offsets, 0)
    scene = np.zeros(1, STATE)
    seen = scene[0]
    seen.need = rules.target
    states = np.empty(BATCH, dtype=np.uint64)
    gammas = np.empty(BATCH, dtype=np.uint64)
    rolled = np.empty(BATCH, dtype=np.int64)
    n_games = outcomes.shape[1]
    for batch in range(0, n_games, BATCH):
        size = min(BATCH, n_games - batch)
        for i in range(size):
            start, gamma = open_stream(prepared.key, first + batch + i)
            state = start + gamma
            states[i] = state
            gammas[i] = gamma
            rolled[i] = tables.rolled[roll_index(mix64(state), N_DICE)]
        for i in range(size):
            hand, rolls, eaten, ending = play_turn(
                rules, tables, player, seen, rolled[i], states[i], gammas[i]
            )
            game = batch + i
            herd = 0 if ending == STARVED else tables.herd[hand]
            outcomes[0, game] = FAULTY if ending == ILLEGAL else FINISHED
            outcomes[1, game] = 0 if ending == STARVED else tables.points[hand]
            outcomes[2, game] = ending == STARVED
            outcomes[3, game] = herd == N_DICE
            outcomes[4, game] = rolls
            outcomes[5, game] = eaten
            outcomes[6, game] = herd
    keep_alive(scene)


@kernel
def play_matches_kernel(
    prepared: Prepared, n_players: int, rotate: int, first: int, outcomes: NDArray[np.int32]
) -> None:
    """Play matches: status, result, rounds, lead, then every entrant's score."""
    rules, tables, players = prepared.rules, prepared.tables, prepared.players
    scene = np.zeros(1, STATE)
    seen = scene[0]
    scores = np.zeros(n_players, dtype=np.int64)  # by entrant
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        shift = (first + game) % n_players if rotate == 1 else 0
        scores[:] = 0
        rounds = 0
        turn = 0
        reached = 0
        status = FINISHED
        ahead = start + gamma  # the next turn's first roll is looked up while this one is played
        fresh = int(tables.rolled[roll_index(mix64(ahead), N_DICE)])
        while reached == 0 and status == FINISHED:
            if rounds == MAX_ROUNDS:
                status = TRUNCATED
                break
            rounds += 1
            for seat in range(n_players):
                entrant = seat - shift
                if entrant < 0:
                    entrant += n_players
                best_opponent = 0
                for other in range(n_players):
                    if other != entrant and scores[other] > best_opponent:
                        best_opponent = scores[other]
                seen.score = scores[entrant]
                seen.need = rules.target - scores[entrant]
                seen.best_opponent = best_opponent
                seen.final_round = reached
                seen.after = n_players - 1 - seat
                state, rolled = ahead, fresh
                turn += 1
                ahead = turn_start(start, gamma, turn) + gamma
                fresh = int(tables.rolled[roll_index(mix64(ahead), N_DICE)])
                player = player_of(players.addresses, players.numbers, players.offsets, entrant)
                hand, _, _, ending = play_turn(rules, tables, player, seen, rolled, state, gamma)
                if ending == ILLEGAL:
                    status = FAULTY
                    break
                if ending != STARVED:
                    scores[entrant] += tables.points[hand]
                    if scores[entrant] >= rules.target:
                        reached = 1
        winners, lead = rank(scores)
        for each in range(n_players):
            outcomes[4 + each, game] = scores[each]
        outcomes[0, game] = status
        outcomes[1, game] = winners * n_players + shift
        outcomes[2, game] = rounds
        outcomes[3, game] = lead
    keep_alive(scene)
