"""How a learned value is laid out in one array, and how it is looked up.

The value of an afterstate (the sheet after a roll was split and marked) is a sum of table entries,
one for each of these groups of features:

- the reject sheet;
- each opened sum: its marks, with the whole reject sheet, so that what a sum will still gain follows
  from the rolls left and from which faces stay out of the pairs;
- each pair of opened sums: the marks of both, with the rolls left in `PAIR_STEPS` steps;
- the set of opened sums, with the rolls left in `SET_STEPS` steps, and with the set of open faces and
  the rolls left in `FACE_STEPS` steps: how often a roll will force another sum open depends on the set
  as a whole;
- the stage of every sum (unopened, below par, at par or above), with the rolls left in `STAGE_STEPS`
  steps;
- for ``win``: the score, with the marks that opened sums still need for par, the number of sums that
  need a single one, the number of sums that gain with every mark, and the counts of the reject sheet:
  whether the target is in reach.

The game is its own mirror image where the values of the sums are symmetric: face f turns into 7 - f,
sum v into 14 - v. Entries that are mirror images then share one place in the array, or, pairs of
sums, are kept equal. For the objective ``mean`` the sum is what the score will still gain, so the
value is the score plus the sum; for ``win`` it is the log-odds of winning.

Everything lies in one array of float64, because that is what a policy's compiled decision gets.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.reject_sheets import N_COUNTS, RejectSheets, reject_sheets
from simulators.solitaire_dice.rules import N_OPEN_SETS, N_SUMS, SUMS, SolitaireDiceRules

OBJECTIVES = ("mean", "win")

PAIR_STEPS = 20
SET_STEPS = 22
FACE_STEPS = 5
STAGE_STEPS = 5
N_STAGES = 3**N_SUMS
#: Scores near the target are told apart in so many steps; marks still needed for par, sums that need a
#: single one, and sums that gain with every mark up to a number.
SCORE_STEPS = 75
MOST_NEEDED = 11
MOST_SHORT = 2
MOST_GAINING = 6
N_REACHES = (MOST_NEEDED + 1) * (MOST_SHORT + 1) * (MOST_GAINING + 1) * SCORE_STEPS
#: What a sum adds to these counts is told by one number: marks needed, then the others in these units.
SHORT, GAINING = 1 << 12, 1 << 16
#: Marks that the tables tell apart, at most; more count as the last.
MOST_MARK_LEVELS = 13
#: Marks whose worth is tabulated; more count as the last. No game comes near.
N_WORTHS = 64

# The header: what it says where.
IS_WIN, REJECT_MARKS, WINNING_SCORE, N_LEVELS, N_MARKS, RECORDS = range(6)
SCORE_FROM, SCORE_UNIT = 12, 13
MARK_LEVELS = 16
STAGES = MARK_LEVELS + N_WORTHS
STANDINGS = STAGES + 16
POWERS = STANDINGS + 16  # of three, at each sum's number
REJECT_LEVELS = POWERS + 13
OFFSETS = REJECT_LEVELS + N_COUNTS
WORTHS = OFFSETS + 64
HEADER = WORTHS + 13 * N_WORTHS

# A record for each reject sheet: where its rows of the tables start.
RECORD = 17
SHEET_AT, STAGE_AT, PAIRS_AT, SET_AT, FACES_AT, REACH_AT = 0, 1, 13, 14, 15, 16
# The rows of the sums 2 to 12 stand at their numbers.

#: A value beyond all others: a game that ends here and is won, or, negative, lost.
DECIDED = 1e9


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything lies for some rules.

    Attributes
    ----------
    sheets : RejectSheets
    n_marks : int
        Levels of marks that the tables tell apart, 0 included.
    symmetric : bool
        Whether mirror images share their entries.
    rows : ndarray of int64, shape (n sheets, 11)
        Number of the row of each sum for each reject sheet.
    starts : dict of str to int
        Where each table starts: ``sheet``, ``sum``, ``pair``, ``set``, ``faces``, ``stage``,
        ``reach``, ``end``.
    head : ndarray of float64, shape (starts["sheet"],)
        Header and records.
    """

    sheets: RejectSheets
    n_marks: int
    symmetric: bool
    rows: NDArray[np.int64]
    starts: dict[str, int]
    head: NDArray[np.float64]

    @property
    def size(self) -> int:
        return self.starts["end"]

    def records(self, p: NDArray[np.float64]) -> NDArray[np.int64]:
        """Read where each reject sheet's rows start, shape (n sheets, RECORD)."""
        cells = p[HEADER : self.starts["sheet"]].reshape(len(self.sheets), RECORD)
        return cells.astype(np.int64)


def steps_of(values: NDArray[np.float64], n_steps: int) -> NDArray[np.int64]:
    """Cut the range of some values into steps of equal width, and number each value's step."""
    low, high = values.min(), values.max()
    width = max(float(high - low), 1e-9) / n_steps
    steps: NDArray[np.int64] = np.minimum((values - low) / width, n_steps - 1).astype(np.int64)
    return steps


def mark_levels(rules: SolitaireDiceRules) -> NDArray[np.int64]:
    """Give each number of marks a level: itself, where the cap leaves few enough of them."""
    cap = rules.cap_marks or rules.par_marks + 7
    marks = np.minimum(np.arange(N_WORTHS), cap)
    most = MOST_MARK_LEVELS - 1
    return marks if cap <= most else (marks > 0) + (marks - 1).clip(0) * (most - 1) // (cap - 1)


def stages_of_levels(rules: SolitaireDiceRules) -> NDArray[np.int64]:
    """Tell the stage of a sum by its level of marks: 0 unopened, 1 below par, 2 at par or above.

    A level that holds marks on both sides of par counts as below.
    """
    level = mark_levels(rules)
    stage = np.zeros(int(level.max()) + 1, dtype=np.int64)
    for marks in range(N_WORTHS - 1, 0, -1):
        stage[level[marks]] = 1 if marks < rules.par_marks else 2
    return stage


def _tied_numbers(sheets: RejectSheets, tied: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give reject sheets and their sums numbers, mirror images the same ones if `tied`."""
    own = np.arange(len(sheets))
    if not tied:
        return own, own[:, None] * N_SUMS + np.arange(N_SUMS)
    _, of_sheet = np.unique(np.minimum(own, sheets.mirror), return_inverse=True)
    cell = own[:, None] * N_SUMS + np.arange(N_SUMS)
    image = sheets.mirror[:, None] * N_SUMS + np.arange(N_SUMS)[::-1]
    _, of_cell = np.unique(np.minimum(cell, image).ravel(), return_inverse=True)
    return of_sheet.ravel(), of_cell.reshape(cell.shape)


def kinds_of(sheets: RejectSheets) -> NDArray[np.int64]:
    """Give reject sheets with the same counts, whichever the faces, the same number."""
    kinds: dict[tuple[int, ...], int] = {}
    return np.array([kinds.setdefault(tuple(sorted(s)), len(kinds)) for s in sheets.sheets])


def face_rows_of(sheets: RejectSheets) -> NDArray[np.int64]:
    """Give each set of open faces, with the rolls left in steps, a number."""
    _, face_set = np.unique(sheets.open_faces, return_inverse=True)
    return face_set.ravel() * FACE_STEPS + steps_of(sheets.rolls_left, FACE_STEPS)


def standings_of_levels(rules: SolitaireDiceRules) -> NDArray[np.int64]:
    """Tell where a sum stands by its level of marks: what it needs for par, and whether it gains.

    Returns
    -------
    ndarray of int64, shape (n levels,)
        Marks that an opened sum still needs for par, plus `SHORT` if it needs one, plus `GAINING` if
        one mark more adds points. Added up over the sums, they are the counts of a sheet.
    """
    level = mark_levels(rules)
    standings = np.zeros(int(level.max()) + 1, dtype=np.int64)
    for marks in range(N_WORTHS - 1, 0, -1):
        needed = max(rules.par_marks - marks, 0)
        gains = needed == 0 and (rules.cap_marks is None or marks < rules.cap_marks)
        standings[level[marks]] = needed + SHORT * (needed == 1) + GAINING * gains
    return standings


def score_steps(rules: SolitaireDiceRules) -> tuple[int, int]:
    """Return the score from which on scores are told apart, and the width of a step.

    The steps span what a few sums cost below par and what a few marks bring: from 1,100 points short
    of the target to 400 beyond under Sackson's rules.
    """
    scale = max(rules.opening_penalty, 2 * max(rules.values))
    return rules.target - 11 * scale // 2, -(-15 * scale // (2 * SCORE_STEPS))


def layout_of(rules: SolitaireDiceRules, objective: str) -> Layout:
    """Lay out the tables for some rules and an objective."""
    sheets = reject_sheets(rules.reject_faces, rules.reject_marks)
    mark_level = mark_levels(rules)
    n_marks = int(mark_level.max()) + 1
    symmetric = rules.values == rules.values[::-1]
    of_sheet, rows = _tied_numbers(sheets, symmetric)
    face_rows = face_rows_of(sheets)
    kinds = kinds_of(sheets)
    sizes = {
        "sheet": int(of_sheet.max()) + 1,
        "sum": (int(rows.max()) + 1) * n_marks,
        "pair": PAIR_STEPS * (N_SUMS * n_marks) ** 2,
        "set": SET_STEPS * N_OPEN_SETS,
        "faces": (int(face_rows.max()) + 1) * N_OPEN_SETS,
        "stage": STAGE_STEPS * N_STAGES,
        "reach": (int(kinds.max()) + 1) * N_REACHES if objective == "win" else 0,
    }
    starts, at = {}, HEADER + RECORD * len(sheets)
    for name, size in sizes.items():
        starts[name] = at
        at += size
    starts["end"] = at
    head = np.zeros(starts["sheet"])
    head[IS_WIN] = objective == "win"
    head[REJECT_MARKS] = rules.reject_marks
    head[WINNING_SCORE] = rules.winning_score
    head[N_LEVELS], head[N_MARKS], head[RECORDS] = sheets.n_levels, n_marks, HEADER
    head[SCORE_FROM], head[SCORE_UNIT] = score_steps(rules)
    head[MARK_LEVELS : MARK_LEVELS + N_WORTHS] = mark_level
    head[STAGES : STAGES + n_marks] = stages_of_levels(rules)
    head[STANDINGS : STANDINGS + n_marks] = standings_of_levels(rules)
    head[POWERS + 2 : POWERS + 13] = 3.0 ** np.arange(N_SUMS)
    head[REJECT_LEVELS : REJECT_LEVELS + N_COUNTS] = sheets.levels
    head[OFFSETS : OFFSETS + 64] = sheets.offsets
    for sum_ in SUMS:
        at = WORTHS + sum_ * N_WORTHS
        head[at : at + N_WORTHS] = [rules.worth(sum_, marks) for marks in range(N_WORTHS)]
    records = head[HEADER:].reshape(len(sheets), RECORD)
    records[:, SHEET_AT] = starts["sheet"] + of_sheet
    records[:, 2:13] = starts["sum"] + rows * n_marks
    left = sheets.rolls_left
    records[:, PAIRS_AT] = starts["pair"] + steps_of(left, PAIR_STEPS) * (N_SUMS * n_marks) ** 2
    records[:, SET_AT] = starts["set"] + steps_of(left, SET_STEPS) * N_OPEN_SETS
    records[:, FACES_AT] = starts["faces"] + face_rows * N_OPEN_SETS
    records[:, STAGE_AT] = starts["stage"] + steps_of(left, STAGE_STEPS) * N_STAGES
    records[:, REACH_AT] = starts["reach"] + kinds * N_REACHES
    return Layout(sheets, n_marks, symmetric, rows, starts, head)
