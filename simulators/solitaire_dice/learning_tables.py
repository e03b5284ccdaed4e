"""The tables that are learned, larger than those that are played by.

Learning goes faster when what is common to many sheets has an entry of its own beside what is
special to one, so the learner's tables say many things more than once: each sum's marks with the exact
reject sheet and with its counts alone, whichever the faces; pairs of all sums, opened or not. (With
pairs of opened sums only, 200,000 games led to a mean of 273; with all pairs, to 287.) Playing wants
few look-ups: :func:`condense` works the same sum out in the layout of
:mod:`~simulators.solitaire_dice.value_table`, in which a sum without marks has no entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.rules import N_OPEN_SETS, N_SUMS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.value_table import (
    FACE_STEPS,
    N_REACHES,
    N_STAGES,
    N_WORTHS,
    PAIR_STEPS,
    SET_STEPS,
    STAGE_STEPS,
    Layout,
    face_rows_of,
    kinds_of,
    layout_of,
    mark_levels,
    stages_of_levels,
    standings_of_levels,
    steps_of,
)

#: Steps of pairs that share their entries at first.
COARSE = 4

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Indices(NamedTuple):
    """Where an afterstate's entries are; what the learning kernel looks up but never changes.

    Attributes
    ----------
    level : ndarray of int64, shape (N_WORTHS,)
        Level of each number of marks.
    stage : ndarray of int64, shape (n levels,)
        0 unopened, 1 below par, 2 at par or above.
    standing : ndarray of int64, shape (n levels,)
        What a sum of each level needs and gains.
    worth : ndarray of float64, shape (11, N_WORTHS)
        Points of each sum by its marks.
    reject_level, offset : ndarray of int64
        As in :class:`~simulators.solitaire_dice.reject_sheets.RejectSheets`.
    fine, coarse : ndarray of int64, shape (n sheets, 11)
        Rows of the two tables of single sums, for each reject sheet.
    pair_step, set_step, face_row, stage_step, kind : ndarray of int64, shape (n sheets,)
    """

    level: Ints
    stage: Ints
    standing: Ints
    worth: Floats
    reject_level: Ints
    offset: Ints
    fine: Ints
    coarse: Ints
    pair_step: Ints
    set_step: Ints
    face_row: Ints
    stage_step: Ints
    kind: Ints


class Entries(NamedTuple):
    """One number for each entry: the learner's weights, or what it keeps about each."""

    fine: Floats
    coarse: Floats
    pair: Floats
    opened: Floats
    faces: Floats
    stages: Floats
    reach: Floats

    def copy(self) -> Entries:
        return Entries(*[table.copy() for table in self])


@dataclass(frozen=True, eq=False)
class LearningLayout:
    """The learner's tables for some rules."""

    played: Layout
    indices: Indices
    shapes: tuple[tuple[int, ...], ...]

    def zeros(self) -> Entries:
        """Make one zero for every entry."""
        return Entries(*[np.zeros(shape) for shape in self.shapes])


def learning_layout(rules: SolitaireDiceRules, objective: str) -> LearningLayout:
    """Lay out the learner's tables."""
    played = layout_of(rules, objective)
    sheets, n = played.sheets, played.n_marks
    distance = np.minimum(np.arange(N_SUMS), N_SUMS - 1 - np.arange(N_SUMS))
    column = distance if played.symmetric else np.arange(N_SUMS)
    kind = kinds_of(sheets)
    coarse = kind[:, None] * (column.max() + 1) + column
    face_row = face_rows_of(sheets)
    level = mark_levels(rules)
    left = sheets.rolls_left
    worth = np.array([[rules.worth(s, m) for m in range(N_WORTHS)] for s in SUMS], dtype=float)
    indices = Indices(
        level,
        stages_of_levels(rules),
        standings_of_levels(rules),
        worth,
        sheets.levels,
        sheets.offsets,
        played.rows,
        coarse,
        steps_of(left, PAIR_STEPS),
        steps_of(left, SET_STEPS),
        face_row,
        steps_of(left, STAGE_STEPS),
        kind,
    )
    shapes = (
        (int(played.rows.max()) + 1, n),
        (int(coarse.max()) + 1, n),
        (PAIR_STEPS, N_SUMS, n, N_SUMS, n),
        (SET_STEPS, N_OPEN_SETS),
        (int(face_row.max()) + 1, N_OPEN_SETS),
        (STAGE_STEPS, N_STAGES),
        (int(kind.max()) + 1 if objective == "win" else 0, N_REACHES),
    )
    return LearningLayout(played, indices, shapes)


def coarsen(indices: Indices) -> Indices:
    """Let steps of rolls left share entries: `COARSE` steps of pairs, and all of open faces."""
    return indices._replace(
        pair_step=indices.pair_step // COARSE * COARSE,
        face_row=indices.face_row // FACE_STEPS * FACE_STEPS,
    )


def refine(weights: Entries) -> None:
    """Give the steps that shared entries their own, with what was learned: after :func:`coarsen`."""
    steps = np.arange(len(weights.pair))
    weights.pair[:] = weights.pair[steps // COARSE * COARSE]
    rows = np.arange(len(weights.faces))
    weights.faces[:] = weights.faces[rows // FACE_STEPS * FACE_STEPS]


def condense(layout: LearningLayout, weights: Entries) -> Floats:
    """Write the learner's sum in the layout that is played by; every value stays what it is.

    With ``W`` an entry of a pair of sums by the marks of both, ``W(m, n) = [W(m, n) - W(m, 0) -
    W(0, n) + W(0, 0)] + [W(m, 0) - W(0, 0)] + [W(0, n) - W(0, 0)] + W(0, 0)``: the first bracket is 0
    unless both sums are opened, the next two go to the single sums, the last to the reject sheet.

    Returns
    -------
    ndarray of float64, shape (layout.played.size,)
    """
    played, indices, n = layout.played, layout.indices, layout.played.n_marks
    starts = played.starts
    p = np.zeros(played.size)
    p[: len(played.head)] = played.head
    pair = weights.pair.copy()
    for sum_ in range(N_SUMS):
        pair[:, sum_, :, sum_, :] = 0.0
    alone = pair[..., 0].sum(axis=3) - pair[:, :, :1, :, 0].sum(axis=3)  # (step, sum, marks)
    nothing = pair[:, :, 0, :, 0].sum(axis=(1, 2)) / 2
    both = (
        pair - pair[:, :, :, :, :1] - pair[:, :, :1, :, :] + pair[:, :, :1, :, :1]
    )  # 0 where either has no marks
    p[starts["pair"] : starts["set"]] = both.ravel()
    sums = weights.fine[indices.fine] + weights.coarse[indices.coarse]  # (sheet, sum, marks)
    sheet = sums[:, :, 0].sum(axis=1) + nothing[indices.pair_step]
    sums = sums - sums[:, :, :1] + alone[indices.pair_step]
    records = played.records(p)
    p[records[:, 0]] = sheet
    cells = p[starts["sum"] : starts["pair"]].reshape(-1, n)
    cells[indices.fine.ravel()] = sums.reshape(-1, n)
    p[starts["set"] : starts["faces"]] = weights.opened.ravel()
    p[starts["faces"] : starts["stage"]] = weights.faces.ravel()
    p[starts["stage"] : starts["reach"]] = weights.stages.ravel()
    p[starts["reach"] :] = weights.reach.ravel()
    return p


def expand(layout: LearningLayout, numbers: Floats) -> Entries:
    """Write a value that is played by in the learner's tables: the reverse of :func:`condense`.

    The same sum once more; an entry of a reject sheet is handed to the sums in equal parts.
    """
    played, n = layout.played, layout.played.n_marks
    starts, weights = played.starts, layout.zeros()
    weights.fine[:] = numbers[starts["sum"] : starts["pair"]].reshape(-1, n)
    sheet = numbers[played.records(numbers)[:, 0]] / N_SUMS
    share = np.zeros(len(weights.fine))
    share[layout.indices.fine] = sheet[:, None]  # mirror images have the same entry
    weights.fine[:] += share[:, None]
    for table, name in (
        (weights.pair, "pair"),
        (weights.opened, "set"),
        (weights.faces, "faces"),
        (weights.stages, "stage"),
        (weights.reach, "reach"),
    ):
        table[:] = numbers[starts[name] : starts[name] + table.size].reshape(table.shape)
    return weights
