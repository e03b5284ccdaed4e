"""Play Solitaire Dice by the million.

A roll is one draw: outcome, multiset, list of legal splits are three table look-ups. What remains
is the policy's choice among up to 15 splits, and that is what bounds the speed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from simulators.accelerate import inlined, kernel, pointer
from simulators.decisions import caller
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED
from simulators.solitaire_dice.rules import MAX_ROLLS
from simulators.solitaire_dice.splits import ALL_FACES, SplitTables
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.streams import bounded, draw, draw_noise, open_stream

_COUNTS = types.CPointer(types.int64)  # type: ignore[no-untyped-call]
_SMALL = types.CPointer(types.int8)  # type: ignore[no-untyped-call]
_NUMBERS = types.CPointer(types.float64)  # type: ignore[no-untyped-call]
_SHEET = types.NamedTuple(  # type: ignore[no-untyped-call]
    (_COUNTS, _COUNTS, *[types.int64] * 5), Sheet
)
_SPLITS = types.NamedTuple(  # type: ignore[no-untyped-call]
    (_SMALL, _SMALL, _SMALL, types.int64), Splits
)

#: Signature of the decision "choose", and what calls one.
CHOOSE = types.int64(_SHEET, _SPLITS, _NUMBERS)
_ask = caller(CHOOSE)

N_OUTCOMES = 6**5
N_MULTISETS = 252

# Rows of the outcomes after the status.
SCORE, WIN, ROLLS, FREE_ROLLS, SUMS_OPENED, SUMS_COMPLETED, REJECT_FACES = range(1, 8)
FACE_OPEN = REJECT_FACES  # plus the face
MARKS = FACE_OPEN + 6 - 1  # plus the sum, which starts at 2
N_ROWS = MARKS + 12 + 1


@inlined
def signed(noise: np.uint64) -> int:
    """Drop a bit, so that policies get a signed number: unsigned ones mix badly."""
    return np.int64(noise >> np.uint64(1))  # type: ignore[return-value]


@kernel
def play_kernel(
    key: np.uint64,
    first_game: int,
    rules: Any,
    steps: NDArray[np.int64],
    tables: SplitTables,
    choose: int,
    numbers: NDArray[np.float64],
    seat: int,
    outcomes: NDArray[np.int32],
) -> None:
    """Play one game per column of `outcomes`.

    Parameters
    ----------
    key : uint64
        Hash of the seed, see :func:`simulators.streams.seed_key`.
    rules : RulesTuple
    steps : ndarray of int64, shape (13, 2 * MAX_ROLLS)
        What one more mark adds to the score, by sum and marks that it has.
    choose : int
        Address of the policy's compiled decision.
    numbers : ndarray of float64
        What `choose` reads.
    seat : int
        Which noise the policy gets.
    outcomes : ndarray of int32, shape (N_ROWS, games), written
    """
    marks = np.zeros(13, dtype=np.int64)
    rejects = np.zeros(7, dtype=np.int64)
    marks_pointer, rejects_pointer = pointer(marks, 0), pointer(rejects, 0)
    numbers_pointer = pointer(numbers, 0)
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(key, first_game + game)
        marks[:] = 0
        rejects[:] = 0
        status = TRUNCATED
        score, free_rolls, opened, open_mask = 0, 0, 0, 0
        allowed = ALL_FACES
        rolls = 0
        while rolls < MAX_ROLLS:
            outcome = bounded(draw(start, gamma, rolls), N_OUTCOMES)
            packed = tables.listing[allowed * N_MULTISETS + tables.multiset[outcome]]
            first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
            choice = _ask(
                choose,
                Sheet(
                    marks_pointer,
                    rejects_pointer,
                    opened,
                    rolls,
                    free,
                    score,
                    signed(draw_noise(start, gamma, seat, rolls)),
                ),
                Splits(
                    pointer(tables.reject, first),
                    pointer(tables.low, first),
                    pointer(tables.high, first),
                    count,
                ),
                numbers_pointer,
            )
            if choice < 0 or choice >= count:
                status = FAULTY
                break
            rolls += 1
            split = first + choice
            for sum_ in (int(tables.low[split]), int(tables.high[split])):
                score += steps[sum_, marks[sum_]]
                marks[sum_] += 1
            if free:
                free_rolls += 1
                continue
            face = int(tables.reject[split])
            rejects[face] += 1
            if rejects[face] == 1:
                opened += 1
                open_mask |= 1 << (face - 1)
                if opened == rules.reject_faces:
                    allowed = open_mask
            if rejects[face] >= rules.reject_marks:
                status = FINISHED
                break
        outcomes[0, game] = status
        outcomes[SCORE, game] = score
        outcomes[WIN, game] = score >= rules.winning_score
        outcomes[ROLLS, game] = rolls
        outcomes[FREE_ROLLS, game] = free_rolls
        outcomes[REJECT_FACES, game] = open_mask
        for face in range(1, 7):
            outcomes[FACE_OPEN + face, game] = open_mask >> (face - 1) & 1
        n_opened, n_completed = 0, 0
        for sum_ in range(2, 13):
            outcomes[MARKS + sum_, game] = marks[sum_]
            n_opened += marks[sum_] > 0
            n_completed += marks[sum_] >= rules.par_marks
        outcomes[SUMS_OPENED, game] = n_opened
        outcomes[SUMS_COMPLETED, game] = n_completed
