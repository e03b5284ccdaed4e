"""By how much the ceiling is too high, roughly: what turns it into a good guess.

The clairvoyant of :mod:`simulators.solitaire_dice.bound` pays by a guess of what a sheet is worth; any
guess gives a bound, a better one a tighter bound. The guess is the ceiling less an *excess*, a sum of
one entry for the reject sheet, one for the marks of each sum, and one for the set of opened sums, the
last two by the stage of the game. Few entries, each met often, so that they are right for sheets of
every kind: values learned from good play alone, of many more entries, are wild on the odd sheets that
a clairvoyant is drawn to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.solitaire_dice.boundable import check_boundable
from simulators.solitaire_dice.game_graph import (
    ENDS,
    FREE,
    N_PAIRS,
    SheetGraph,
    live_sheets,
)
from simulators.solitaire_dice.reject_sheets import reject_sheets
from simulators.solitaire_dice.rules import N_OPEN_SETS, N_SUMS, SolitaireDiceRules
from simulators.solitaire_dice.splits import ALL_FACES
from simulators.solitaire_dice.value_table import steps_of

#: Stages of the game, by how many rolls the reject sheet still allows.
N_STAGES = 22
#: Entries of one sheet.
N_FEATURES = 2 + N_SUMS


class Excess(NamedTuple):
    """The entries.

    Attributes
    ----------
    entries : ndarray of float64
        Points: of each live reject sheet, then of each stage, sum and number of marks, then of each
        stage and set of opened sums.
    stage : ndarray of int64, shape (sheets,)
    n_marks : int
        Numbers of marks, 0 included.
    """

    entries: NDArray[np.float64]
    stage: NDArray[np.int64]
    n_marks: int


def no_excess(rules: SolitaireDiceRules) -> Excess:
    """Lay out the entries, all 0."""
    sheets = reject_sheets(rules.reject_faces, rules.reject_marks)
    left = dict(zip(sheets.sheets, sheets.rolls_left, strict=True))
    live = live_sheets(rules.reject_faces, rules.reject_marks)
    stage = steps_of(np.array([left[sheet] for sheet in live]), N_STAGES)
    n_marks = check_boundable(rules) + 1
    size = len(live) + N_STAGES * (N_SUMS * n_marks + N_OPEN_SETS)
    return Excess(np.zeros(size), stage, n_marks)


@compiled
def _marks_at(excess: Excess, stage: int, sum_: int) -> int:
    return excess.stage.size + (stage * N_SUMS + sum_) * excess.n_marks


@compiled
def _sets_at(excess: Excess, stage: int) -> int:
    return excess.stage.size + N_STAGES * N_SUMS * excess.n_marks + stage * N_OPEN_SETS


@compiled
def entries_of(
    excess: Excess, sheet: int, marks: NDArray[np.int64], found: NDArray[np.int64]
) -> None:
    """Write the numbers of a sheet's entries, shape (N_FEATURES,)."""
    stage, opened = excess.stage[sheet], 0
    for sum_ in range(N_SUMS):
        found[sum_] = _marks_at(excess, stage, sum_) + marks[sum_]
        if marks[sum_] > 0:
            opened |= 1 << sum_
    found[N_SUMS] = sheet
    found[N_SUMS + 1] = _sets_at(excess, stage) + opened


@compiled
def take_off_excess(
    graph: SheetGraph,
    excess: Excess,
    sheet: int,
    marks: NDArray[np.int64],
    values: NDArray[np.float64],
) -> None:
    """Turn the ceilings of all sheets that the next roll can leave into guesses.

    Parameters
    ----------
    values : ndarray of float64, shape (N_SLOTS,), changed
        As :func:`~simulators.solitaire_dice.decoupled_kernels.fill_ceiling` leaves them; scores at
        the end of the game stay what they are.
    """
    entries, most = excess.entries, excess.n_marks - 1
    opened = 0
    for sum_ in range(N_SUMS):
        if marks[sum_] > 0:
            opened |= 1 << sum_
    one, two = np.empty(N_SUMS), np.empty(N_SUMS)
    allowed = graph.allowed[sheet]
    for face in range(7):
        if allowed == ALL_FACES if face == FREE else allowed >> face & 1 == 0:
            continue
        after = sheet if face == FREE else graph.after[sheet, face]
        if after == ENDS:
            continue
        stage = excess.stage[after]
        base, sets = entries[after], _sets_at(excess, stage)
        for sum_ in range(N_SUMS):
            at = _marks_at(excess, stage, sum_)
            was = entries[at + marks[sum_]]
            one[sum_] = entries[at + min(marks[sum_] + 1, most)] - was
            two[sum_] = entries[at + min(marks[sum_] + 2, most)] - was
            base += was
        slot = face * N_PAIRS
        for low in range(N_SUMS):
            for high in range(low, N_SUMS):
                more = two[low] if low == high else one[low] + one[high]
                values[slot] -= base + more + entries[sets + (opened | 1 << low | 1 << high)]
                slot += 1
