"""Play blocks of games: draws, attack turns of a player alone, matches.

A match of two is some thirteen draws of four to five rolls. Each roll asks the policy, and where it
stops looking at the dice is what the processor can't foresee: that bounds the speed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, keep_alive, kernel, pointer
from simulators.game import Task
from simulators.killer.limits import MAX_PLAYERS, PAR
from simulators.killer.signatures import SIGNATURES, STATE
from simulators.killer.state import ALONE
from simulators.killer.turn_kernel import (
    DONE,
    ENDLESS,
    TurnRules,
    attack_turn,
    draw_sum,
    faces_table,
    turn_rules,
)
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED
from simulators.players import Players, seat_players
from simulators.streams import open_stream, seed_key, turn_start


class Prepared(NamedTuple):
    """What a kernel gets to play a task.

    Attributes
    ----------
    alone : ndarray, shape (1,)
        The state with which a draw alone starts.
    """

    rules: TurnRules
    faces: NDArray[np.uint32]
    players: Players
    key: np.uint64
    alone: Any


def prepare(task: Task) -> Prepared:
    """Build the tables of a task and compile its policies."""
    rules: Any = task.rules
    return Prepared(
        turn_rules(rules),
        faces_table(),
        seat_players(task.policies, SIGNATURES, rules),
        np.uint64(seed_key(np.uint64(task.seed))),
        np.array([tuple(ALONE)], dtype=STATE),
    )


@kernel
def play_draws_kernel(prepared: Prepared, first: int, outcomes: NDArray[np.int32]) -> None:
    """Draw one sum per game: status, sum, strength, rolls."""
    players = prepared.players
    faces = pointer(prepared.faces, 0)
    keep = players.addresses[0, 0]
    numbers = pointer(players.numbers, players.offsets[0, 0])
    scene = prepared.alone.copy()
    seen = scene[0]
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        total, rolls = draw_sum(faces, keep, numbers, seen, start, gamma, 0)
        outcomes[0, game] = FINISHED if total >= 0 else FAULTY
        outcomes[1, game] = total
        outcomes[2, game] = total - PAR
        outcomes[3, game] = rolls
    keep_alive(scene)


@kernel
def play_attacks_kernel(
    prepared: Prepared, first: int, life: int, opponent: int, outcomes: NDArray[np.int32]
) -> None:
    """Play one attack turn per game: status, gain, damage, loss, strength, hits, rolls.

    Parameters
    ----------
    life, opponent : int
        Life points of the player and of the only opponent.
    """
    faces = pointer(prepared.faces, 0)
    last_hit = np.empty(MAX_PLAYERS, dtype=np.int64)
    places = np.zeros(MAX_PLAYERS, dtype=np.int64)
    scene = prepared.alone.copy()
    seen = scene[0]
    seen.players = 2
    for i in range(MAX_PLAYERS):
        seen.order[i] = i if i < 2 else -1
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        seen.alive = 2
        seen.lives[0] = life
        seen.lives[1] = opponent
        last_hit[:] = -1
        turn = attack_turn(
            prepared.rules, faces, prepared.players, 0, seen, start, gamma, last_hit, places
        )
        status = FINISHED
        if turn.ending != DONE:
            status = TRUNCATED if turn.ending == ENDLESS else FAULTY
        outcomes[0, game] = status
        outcomes[1, game] = turn.dealt - turn.loss
        outcomes[2, game] = turn.dealt
        outcomes[3, game] = turn.loss
        outcomes[4, game] = turn.strength
        outcomes[5, game] = turn.hits
        outcomes[6, game] = turn.rolls
    keep_alive(scene)


@kernel
def play_matches_kernel(
    prepared: Prepared,
    n_players: int,
    rotate: int,
    max_rounds: int,
    first: int,
    outcomes: NDArray[np.int32],
) -> None:
    """Play matches: status, then the metrics of :class:`MatchMode` in their order."""
    players = prepared.players
    faces = pointer(prepared.faces, 0)
    last_hit = np.empty(MAX_PLAYERS, dtype=np.int64)  # this and the following by seat
    places = np.empty(MAX_PLAYERS, dtype=np.int64)
    drawn = np.empty(MAX_PLAYERS, dtype=np.int64)
    dealt = np.empty(MAX_PLAYERS, dtype=np.int64)
    lost = np.empty(MAX_PLAYERS, dtype=np.int64)
    scene = prepared.alone.copy()
    seen = scene[0]
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        shift = (first + game) % n_players if rotate == 1 else 0
        last_hit[:] = -1
        places[:] = 0
        dealt[:] = 0
        lost[:] = 0
        status = _prepare_lives(prepared, faces, n_players, shift, start, gamma, seen)
        if status == FAULTY:
            outcomes[:, game] = FAULTY
            continue
        for seat in range(n_players):
            drawn[seat] = seen.lives[seat]
        turns = 0
        rounds = 0
        while status == FINISHED and seen.alive > 1:
            if rounds == max_rounds:
                status = TRUNCATED
                break
            rounds += 1
            for i in range(n_players):
                seat = seen.order[i]
                if seen.lives[seat] < 0:
                    continue
                turns += 1
                seen.seat = seat
                turn = attack_turn(
                    prepared.rules,
                    faces,
                    players,
                    seat - shift if seat >= shift else seat - shift + n_players,
                    seen,
                    turn_start(start, gamma, rounds * n_players + seat),
                    gamma,
                    last_hit,
                    places,
                )
                dealt[seat] += turn.dealt
                lost[seat] += turn.loss
                if turn.ending != DONE:
                    status = TRUNCATED if turn.ending == ENDLESS else FAULTY
                    break
                if seen.alive == 1:
                    break
        winner = -1
        mask = 0
        life = 0
        for i in range(n_players):
            seat = seen.order[i]
            if status == FINISHED and seen.lives[seat] >= 0:
                winner = i
                mask = 1 << (seat - shift) % n_players
                life = seen.lives[seat]
        outcomes[0, game] = status
        outcomes[1, game] = mask * n_players + shift
        outcomes[2, game] = turns
        outcomes[3, game] = rounds
        outcomes[4, game] = winner + 1
        outcomes[5, game] = life
        for entrant in range(n_players):
            seat = (entrant + shift) % n_players
            row = 6 + 4 * entrant
            outcomes[row, game] = drawn[seat]
            outcomes[row + 1, game] = dealt[seat]
            outcomes[row + 2, game] = lost[seat]
            outcomes[row + 3, game] = max(places[seat], 1)
    keep_alive(scene)


@compiled
def _prepare_lives(
    prepared: Prepared,
    faces: Any,
    n_players: int,
    shift: int,
    start: np.uint64,
    gamma: np.uint64,
    seen: Any,
) -> int:
    """Draw everybody's life points in seat order, and line them up; return the status."""
    players = prepared.players
    seen.phase = 0
    seen.players = n_players
    seen.alive = n_players
    seen.life = 0
    seen.hits = 0
    seen.dealt = 0
    seen.last_attacker = -1
    for seat in range(MAX_PLAYERS):
        seen.lives[seat] = 0 if seat < n_players else -1
        seen.order[seat] = -1
    for seat in range(n_players):
        entrant = (seat - shift) % n_players
        seen.seat = seat
        total, _ = draw_sum(
            faces,
            players.addresses[entrant, 0],
            pointer(players.numbers, players.offsets[entrant, 0]),
            seen,
            turn_start(start, gamma, seat),
            gamma,
            0,
        )
        if total < 0:
            return FAULTY
        seen.lives[seat] = total
    for seat in range(n_players):
        place = seat
        while place > 0 and seen.lives[seen.order[place - 1]] < seen.lives[seat]:
            seen.order[place] = seen.order[place - 1]
            place -= 1
        seen.order[place] = seat
    return FINISHED
