"""Play blocks of single turns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import inlined, keep_alive, kernel, pointer
from simulators.game import Task
from simulators.low_high.signatures import SIGNATURES, STATE
from simulators.low_high.tables import packed_counts
from simulators.low_high.turn_kernel import (
    DONE,
    TurnRules,
    play_turn,
    set_scene,
    throw,
    turn_rules,
)
from simulators.outcomes import FAULTY, FINISHED
from simulators.players import Players, seat_players
from simulators.streams import open_stream, seed_key

#: Games whose first rolls are looked up together, ahead of their turns.
BATCH = 256


class Prepared(NamedTuple):
    """What a kernel gets to play a task."""

    rules: TurnRules
    table: NDArray[np.uint32]
    players: Players
    key: np.uint64


def prepare(task: Task) -> Prepared:
    """Gather the tables of a task and compile its policies."""
    rules: Any = task.rules
    players = seat_players(task.policies, SIGNATURES, rules)
    key = np.uint64(seed_key(np.uint64(task.seed)))
    return Prepared(turn_rules(rules), packed_counts(), players, key)


@inlined
def set_position(seen: Any, n_dice: int, kept: Any, bad: int) -> None:
    """Put dice on the tracks."""
    good = 0
    highest = 0
    for i in range(6):
        count = kept[i]
        seen.kept[i] = count
        good += count
        if count > 0:
            highest = i + 1
    seen.good = good
    seen.highest = highest
    seen.bad = bad
    seen.dice = n_dice - good - bad


@kernel
def play_turns_kernel(
    prepared: Prepared,
    first: int,
    score: int,
    need: int,
    best_opponent: int,
    kept: NDArray[np.int64],
    bad: int,
    outcomes: NDArray[np.int32],
) -> None:
    """Play one turn per game: status, points, sets, highest face, below zero, good, bad, rolls.

    The streams and first rolls of a batch of games are computed ahead of the turns: the processor
    mispredicts a few branches a turn, and this leaves less to wait for after each.
    """
    rules, players = prepared.rules, prepared.players
    table = pointer(prepared.table, 0)
    keep, stop = players.addresses[0, 0], players.addresses[0, 1]
    keep_numbers = pointer(players.numbers, players.offsets[0, 0])
    stop_numbers = pointer(players.numbers, players.offsets[0, 1])
    scratch = np.zeros(12, dtype=np.int64)
    faces, sizes = pointer(scratch, 0), pointer(scratch, 6)
    scene = np.zeros(1, STATE)
    seen = scene[0]
    set_scene(seen, rules, score, need, best_opponent)
    set_position(seen, rules.dice, kept, bad)
    dice, good, highest = seen.dice, seen.good, seen.highest
    states = np.empty(BATCH, dtype=np.uint64)
    gammas = np.empty(BATCH, dtype=np.uint64)
    counts = np.empty(BATCH, dtype=np.int64)
    n_games = outcomes.shape[1]
    for batch in range(0, n_games, BATCH):
        size = min(BATCH, n_games - batch)
        for i in range(size):
            state, gamma = open_stream(prepared.key, first + batch + i)
            states[i] = state
            gammas[i] = gamma
            counts[i] = throw(table, state, gamma, dice)
        for i in range(size):
            for face in range(6):
                seen.kept[face] = kept[face]
            seen.dice = dice
            seen.good = good
            seen.highest = highest
            seen.bad = bad
            points, sets, ending = play_turn(
                rules,
                table,
                keep,
                keep_numbers,
                stop,
                stop_numbers,
                seen,
                faces,
                sizes,
                counts[i],
                states[i],
                gammas[i],
            )
            game = batch + i
            outcomes[0, game] = FINISHED if ending == DONE else FAULTY
            outcomes[1, game] = points
            outcomes[2, game] = sets
            outcomes[3, game] = seen.highest
            outcomes[4, game] = points < 0
            outcomes[5, game] = seen.good
            outcomes[6, game] = seen.bad
            outcomes[7, game] = seen.rolls
    keep_alive(scene)
    keep_alive(scratch)
