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
from simulators.parts import part

Numbers = Sequence[float]


@part
def row_of(state: TurnState, p: Numbers) -> tuple[int, int]:
    """Find the row of answers for these totals, or for a turn alone, and how many answers it has."""
    if p[TARGET] <= 0 or state.need == OUT_OF_REACH:
        return int(p[ALONE]), int(p[ALONE_LIMIT])
    n = int(p[TARGET] - p[FLOOR])
    own = max(0, state.score - int(p[FLOOR]))
    other = max(0, state.best_opponent - int(p[FLOOR]))
    limit = int(p[int(p[ROWS]) + own])
    length = (limit + int(p[PER_NUMBER]) - 1) // int(p[PER_NUMBER])
    return int(p[int(p[ROWS]) + n + own]) + other * length, limit


@part
def place_of(state: TurnState, p: Numbers, face: int, good: int, on_face: int) -> int:
    """Find the place of a position in a row of answers.

    Parameters
    ----------
    face : int
        Highest face kept.
    good, on_face : int
        Good dice in all, and of that face.
    """
    size = int(p[N_DICE]) + 1
    position = int(p[BLOCK + face]) + state.bad
    free = size - 1
    count = good
    if state.pips == 1:
        for lower in range(1, face):
            count = state.kept[lower - 1]
            position += int(p[BELOW + ((face - lower) * size + free) * size + count])
            free -= count
        count = on_face
    return int(p[int(p[PLACES]) + position + int(p[BELOW + free * size + count])])


def keep_solved(state: TurnState, options: KeepOptions, p: Numbers) -> int:
    """Keep the set that leads to the best position; the lowest of several as good."""
    row, limit = row_of(state, p)
    best = 0
    most = -1
    for i in range(options.count):
        dice = options.dice[i]
        place = place_of(state, p, options.face[i], state.good + dice, dice)
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
    row, limit = row_of(state, p)
    place = place_of(state, p, state.highest, state.good, state.kept[state.highest - 1])
    if place >= limit:
        return True
    packed = int(p[row + place // int(p[PER_NUMBER])])
    return (packed >> (place % int(p[PER_NUMBER]))) & 1 == 1
