"""Play matches of two to six players."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import keep_alive, kernel, pointer
from simulators.low_high.kernels import Prepared, set_position
from simulators.low_high.limits import MAX_ROUNDS
from simulators.low_high.signatures import STATE
from simulators.low_high.turn_kernel import DONE, play_turn, set_scene, throw
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED
from simulators.players import rank
from simulators.streams import open_stream, turn_start


@kernel
def play_matches_kernel(
    prepared: Prepared, n_players: int, rotate: int, first: int, outcomes: NDArray[np.int32]
) -> None:
    """Play matches: status, result, turns, rounds, lead, then every entrant's total."""
    rules, players = prepared.rules, prepared.players
    table = pointer(prepared.table, 0)
    scratch = np.zeros(12, dtype=np.int64)
    faces, sizes = pointer(scratch, 0), pointer(scratch, 6)
    nothing = np.zeros(6, dtype=np.int64)
    scene = np.zeros(1, STATE)
    seen = scene[0]
    totals = np.zeros(n_players, dtype=np.int64)  # by entrant
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        shift = (first + game) % n_players if rotate == 1 else 0
        totals[:] = 0
        entrant = n_players - shift if shift > 0 else 0  # who sits at seat 0
        seat = 0
        rounds = 1
        turns = 0
        winner = -1
        status = FINISHED
        ahead = start  # the next turn's first roll is looked up while this one is played
        fresh = throw(table, ahead, gamma, rules.dice)
        while True:
            state, counts = ahead, fresh
            turns += 1
            ahead = turn_start(start, gamma, turns)
            fresh = throw(table, ahead, gamma, rules.dice)
            score = totals[entrant]
            best_opponent = totals[1 if entrant == 0 else 0]
            for other in range(n_players):
                if other != entrant and totals[other] > best_opponent:
                    best_opponent = totals[other]
            set_scene(seen, rules, score, rules.target - score, best_opponent)
            set_position(seen, rules.dice, nothing, 0)
            points, _, ending = play_turn(
                rules,
                table,
                players.addresses[entrant, 0],
                pointer(players.numbers, players.offsets[entrant, 0]),
                players.addresses[entrant, 1],
                pointer(players.numbers, players.offsets[entrant, 1]),
                seen,
                faces,
                sizes,
                counts,
                state,
                gamma,
            )
            if ending != DONE:
                status = FAULTY
                break
            score += points
            totals[entrant] = score
            if score >= rules.target:
                winner = entrant
                break
            seat += 1
            entrant += 1
            if entrant == n_players:
                entrant = 0
            if seat == n_players:
                seat = 0
                if rounds == MAX_ROUNDS:
                    status = TRUNCATED
                    break
                rounds += 1
        _, lead = rank(totals)
        for player in range(n_players):
            outcomes[5 + player, game] = totals[player]
        outcomes[0, game] = status
        outcomes[1, game] = (1 << winner if winner >= 0 else 0) * n_players + shift
        outcomes[2, game] = turns
        outcomes[3, game] = rounds
        outcomes[4, game] = lead
    keep_alive(scene)
    keep_alive(scratch)
