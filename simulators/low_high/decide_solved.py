"""The plain functions that solved policies decide with: they look up what a solver found.

Where everything stands is told in :mod:`simulators.low_high.solved_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.low_high.solved_tables import (
    ALONE,
    ALONE_LIMIT,
    BELOW,
    BITS,
    BLOCK,
    FLOOR,
    N_DICE,
    PER_NUMBER,
    PLACES,
    ROWS,
    TARGET,
)
from simulators.low_high.state import OUT_OF_REACH, KeepOptions, TurnState

Numbers = Sequence[float]


def keep_solved(state: TurnState, options: KeepOptions, p: Numbers) -> int:
    """Keep the set that leads to the best position; the lowest of several as good."""
    size = int(p[N_DICE]) + 1
    row = int(p[ALONE])
    limit = int(p[ALONE_LIMIT])
    if p[TARGET] > 0 and state.need != OUT_OF_REACH:
        n = int(p[TARGET] - p[FLOOR])
        own = max(0, state.score - int(p[FLOOR]))
        other = max(0, state.best_opponent - int(p[FLOOR]))
        limit = int(p[int(p[ROWS]) + own])
        length = (limit + int(p[PER_NUMBER]) - 1) // int(p[PER_NUMBER])
        row = int(p[int(p[ROWS]) + n + own]) + other * length
    best = 0
    most = -1
    for i in range(options.count):
        face = options.face[i]
        position = int(p[BLOCK + face]) + state.bad
        free = size - 1
        count = state.good + options.dice[i]
        if state.pips == 1:
            for lower in range(1, face):
                count = state.kept[lower - 1]
                position += int(p[BELOW + ((face - lower) * size + free) * size + count])
                free -= count
            count = options.dice[i]
        position += int(p[BELOW + free * size + count])
        place = int(p[int(p[PLACES]) + position])
        if place >= limit:
            return i
        packed = int(p[row + place // int(p[PER_NUMBER])])
        shift = int(p[BITS]) * (place % int(p[PER_NUMBER]))
        rank = (packed >> shift) & ((1 << int(p[BITS])) - 1)
        if rank > most:
            best = i
            most = rank
    return best


def stop_solved(state: TurnState, p: Numbers) -> bool:
    """Stop where nothing is gained by rolling on, and as soon as that wins."""
    if state.points >= state.need:
        return True
    size = int(p[N_DICE]) + 1
    row = int(p[ALONE])
    limit = int(p[ALONE_LIMIT])
    if p[TARGET] > 0 and state.need != OUT_OF_REACH:
        n = int(p[TARGET] - p[FLOOR])
        own = max(0, state.score - int(p[FLOOR]))
        other = max(0, state.best_opponent - int(p[FLOOR]))
        limit = int(p[int(p[ROWS]) + own])
        length = (limit + int(p[PER_NUMBER]) - 1) // int(p[PER_NUMBER])
        row = int(p[int(p[ROWS]) + n + own]) + other * length
    position = int(p[BLOCK + state.highest]) + state.bad
    free = size - 1
    count = state.good
    if state.pips == 1:
        for lower in range(1, state.highest):
            count = state.kept[lower - 1]
            position += int(p[BELOW + ((state.highest - lower) * size + free) * size + count])
            free -= count
        count = state.kept[state.highest - 1]
    position += int(p[BELOW + free * size + count])
    place = int(p[int(p[PLACES]) + position])
    if place >= limit:
        return True
    packed = int(p[row + place // int(p[PER_NUMBER])])
    return (packed >> (place % int(p[PER_NUMBER]))) & 1 == 1
