"""Play matches of two to six players."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import keep_alive, kernel, pointer
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED
from simulators.players import LOWEST, rank
from simulators.streams import mix64, open_stream, turn_start
from simulators.ten_thousand.kernels import Prepared
from simulators.ten_thousand.limits import MAX_TURNS, UNLIMITED
from simulators.ten_thousand.signatures import SIGNATURES, STATE, ask
from simulators.ten_thousand.tables import Choices
from simulators.ten_thousand.turn_kernel import (
    BANKED,
    ENDLESS,
    play_choosing_turn,
    play_turn,
    roll_index,
    set_scene,
    settle_turn,
)

N_DECISIONS = len(SIGNATURES)


@kernel
def play_matches_kernel(
    prepared: Prepared,
    choices: Choices | None,
    n_players: int,
    rotate: int,
    first: int,
    outcomes: NDArray[np.int32],
) -> None:
    """Play matches: status, result, rounds, lead, then every entrant's score."""
    rules, players = prepared.rules, prepared.players
    # Bare pointers: taking a counted array out of a tuple costs more than rolling the dice.
    addresses, offsets = pointer(players.addresses, 0), pointer(players.offsets, 0)
    numbers, asks = pointer(players.numbers, 0), pointer(prepared.asks, 0)
    worth = pointer(prepared.worth, 0)
    scene = np.zeros(1, STATE)
    seen = scene[0]
    scores = np.zeros(n_players, dtype=np.int64)  # by entrant
    busts = np.zeros(n_players, dtype=np.int64)  # turns lost in a row, where they are counted
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        shift = (first + game) % n_players if rotate == 1 else 0
        scores[:] = 0
        busts[:] = 0
        seat = 0
        entrant = n_players - shift if shift > 0 else 0  # who sits at seat 0
        rounds = 1
        turns_left = -1  # after the target was reached
        offered = 0
        offered_dice = 6  # six: nothing is on offer
        status = FINISHED
        stride = turn_start(np.uint64(0), gamma, 1)
        ahead = start + gamma  # the next turn's first roll is looked up while this one is played
        fresh = np.int64(worth[roll_index(mix64(ahead), 6)])
        while True:
            score = scores[entrant]
            best_opponent = LOWEST
            if n_players == 2:
                best_opponent = scores[1 - entrant]
            else:
                for other in range(n_players):
                    if other != entrant and scores[other] > best_opponent:
                        best_opponent = scores[other]
            final_turn = 1 if turns_left > 0 else 0
            set_scene(seen, rules, score, best_opponent, final_turn, busts[entrant])
            state, entry = ahead, fresh
            ahead += stride
            fresh = np.int64(worth[roll_index(mix64(ahead), 6)])
            counter = 0
            dice = 6
            if (
                asks[entrant] == 1
                and offered_dice < 6
                and score >= rules.play_on_from
                and offered < (seen.need if rules.exact == 1 else UNLIMITED)
            ):
                seen.counter = offered
                seen.dice = offered_dice
                seen.rolls = 0
                answer = ask(
                    addresses[N_DECISIONS * entrant + 2],
                    seen,
                    pointer(numbers, offsets[N_DECISIONS * entrant + 2]),
                )
                if answer == 1:
                    counter = offered
                    dice = offered_dice
                    entry = np.int64(worth[roll_index(mix64(state), dice)])
                elif answer != 0:
                    status = FAULTY
                    break
            bank_numbers = pointer(numbers, offsets[N_DECISIONS * entrant])
            if choices is None:
                points, dice, _, _, ending = play_turn(
                    rules,
                    worth,
                    addresses[N_DECISIONS * entrant],
                    bank_numbers,
                    seen,
                    entry,
                    state,
                    gamma,
                    counter,
                    dice,
                )
            else:
                points, dice, _, _, ending = play_choosing_turn(
                    rules,
                    choices,
                    addresses[N_DECISIONS * entrant],
                    bank_numbers,
                    addresses[N_DECISIONS * entrant + 1],
                    pointer(numbers, offsets[N_DECISIONS * entrant + 1]),
                    seen,
                    state,
                    gamma,
                    counter,
                    dice,
                )
            if ending >= ENDLESS:
                status = TRUNCATED if ending == ENDLESS else FAULTY
                break
            offered = points
            offered_dice = dice if ending == BANKED else 6
            if rules.penalty > 0:
                points, busts[entrant] = settle_turn(rules, busts[entrant], points, ending)
            score += points
            scores[entrant] = score
            if turns_left > 0:
                turns_left -= 1
            elif score >= rules.target:
                turns_left = 0 if rules.sudden == 1 else n_players - 1
            if turns_left == 0:
                break
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
        winners, lead = rank(scores)
        for player in range(n_players):
            outcomes[4 + player, game] = scores[player]
        outcomes[0, game] = status
        outcomes[1, game] = winners * n_players + shift
        outcomes[2, game] = rounds
        outcomes[3, game] = lead
    keep_alive(scene)
