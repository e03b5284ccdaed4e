"""Solve the relaxed game, in which marks move a counter."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.solitaire_dice.game_graph import (
    BARRED,
    ENDS,
    FREE,
    N_PAIRS,
    N_SLOTS,
    Rolls,
    SheetGraph,
    add_rolls,
)
from simulators.solitaire_dice.rules import N_OPEN_SETS
from simulators.solitaire_dice.splits import ALL_FACES


class Relaxation(NamedTuple):
    """What marks do in the relaxed game.

    Attributes
    ----------
    opening, closer : ndarray of int64, shape (11,)
        By how much the first mark raises the counter, and a further one brings it down.
    ending : ndarray of float32, shape (lanes,)
        Value of the end of the game by counter.
    counted : ndarray of int64, shape (11, 16)
        What a real sum's marks add to the counter.
    base : int
        Counter of the empty sheet.
    """

    opening: NDArray[np.int64]
    closer: NDArray[np.int64]
    ending: NDArray[np.float32]
    counted: NDArray[np.int64]
    base: int


@compiled
def _mark(
    relaxation: Relaxation,
    sum_: int,
    is_open: bool,
    after: NDArray[np.float32],
    before: NDArray[np.float32],
) -> None:
    """Carry values by counter back over one mark."""
    lanes = after.size
    if is_open:
        down = relaxation.closer[sum_]
        for lane in range(min(down, lanes)):
            before[lane] = after[0]
        for lane in range(down, lanes):
            before[lane] = after[lane - down]
    else:
        up = relaxation.opening[sum_]
        for lane in range(lanes):
            before[lane] = after[min(max(lane + up, 0), lanes - 1)]
        before[0] = after[0]  # decided, whatever happens


@kernel
def solve_counted(
    rolls: Rolls,
    graph: SheetGraph,
    relaxation: Relaxation,
    sheets: NDArray[np.int64],
    row: NDArray[np.int64],
    flipped: NDArray[np.bool_],
    flips: NDArray[np.int64],
    values: NDArray[np.float32],
) -> None:
    """Fill in the values of some reject sheets; those with more marks are there already."""
    lanes = values.shape[2]
    lays = np.zeros((N_SLOTS, lanes), dtype=np.float32)
    middle = np.zeros(lanes, dtype=np.float32)
    others = np.zeros(lanes, dtype=np.float32)
    for sheet in sheets:
        allowed = graph.allowed[sheet]
        for opened in range(N_OPEN_SETS - 1, -1, -1):
            for face in range(7):
                after = sheet if face == FREE else graph.after[sheet, face]
                if after == BARRED or (face == FREE and allowed == ALL_FACES):
                    continue
                for pair in range(N_PAIRS):
                    low, high = rolls.low[pair], rolls.high[pair]
                    reached = opened | 1 << low | 1 << high
                    if face == FREE and reached == opened:
                        continue
                    if after == ENDS:
                        source = relaxation.ending
                    else:
                        at = flips[reached] if flipped[after] else reached
                        source = values[row[after], at]
                    _mark(relaxation, high, (opened | 1 << low) >> high & 1 == 1, source, middle)
                    _mark(
                        relaxation, low, opened >> low & 1 == 1, middle, lays[face * N_PAIRS + pair]
                    )
            others[:] = 0
            add_rolls(rolls, allowed, False, lays, others)
            here = values[row[sheet], opened]
            if allowed == ALL_FACES:
                here[:] = others
            else:
                _iterate_free(rolls, relaxation, allowed, opened, lays, middle, others, here)


@compiled
def _iterate_free(
    rolls: Rolls,
    relaxation: Relaxation,
    allowed: int,
    opened: int,
    lays: NDArray[np.float32],
    middle: NDArray[np.float32],
    others: NDArray[np.float32],
    here: NDArray[np.float32],
) -> None:
    """Solve for the value that stands on both sides where a free roll opens no sum.

    Each round is a contraction by the chance of a free roll, 0.41 at most, so that what is missing at
    the end is smaller than the last change.
    """
    lanes = here.size
    here[:] = others
    for _ in range(100):
        for pair in range(N_PAIRS):
            low, high = rolls.low[pair], rolls.high[pair]
            if opened | 1 << low | 1 << high == opened:
                _mark(relaxation, high, True, here, middle)
                _mark(relaxation, low, True, middle, lays[FREE * N_PAIRS + pair])
        middle[:] = others
        add_rolls(rolls, allowed, True, lays, middle)
        moved = np.float32(0.0)
        for lane in range(lanes):
            moved = max(moved, abs(here[lane] - middle[lane]))
            here[lane] = middle[lane]
        if moved <= np.float32(1e-7) * (np.float32(1.0) + abs(here[0])):
            break
