"""Choose the split that leaves the sheet of the highest learned value."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulators.parts import part
from simulators.solitaire_dice.afterstate import reach_of
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.value_table import (
    DECIDED,
    FACES_AT,
    HEADER,
    IS_WIN,
    MARK_LEVELS,
    N_LEVELS,
    N_MARKS,
    N_WORTHS,
    OFFSETS,
    PAIRS_AT,
    POWERS,
    REACH_AT,
    RECORD,
    REJECT_LEVELS,
    REJECT_MARKS,
    SCORE_FROM,
    SCORE_UNIT,
    SET_AT,
    SHEET_AT,
    STAGE_AT,
    STAGES,
    STANDINGS,
    WINNING_SCORE,
    WORTHS,
)


def choose_by_value(sheet: Sheet, splits: Splits, p: Any) -> int:
    """Choose the split after which the sheet is worth most, by the table `p`."""
    return best_split(sheet, splits, p)[0]


@part
def best_split(sheet: Sheet, splits: Splits, p: Any) -> tuple[int, float]:
    """Find the split after which the sheet is worth most, and that worth.

    The same sum as :func:`~simulators.solitaire_dice.afterstate.entries_sum`, but worked out once
    for every reject face and then corrected for the marks of each split.

    Returns
    -------
    int, float
        Index of the split, of equals the first; points for the objective ``mean``, log-odds for
        ``win``, plus or minus `DECIDED` where the game ends.
    """
    n_marks = int(p[N_MARKS])
    wide = 11 * n_marks
    # Where in a row of pairs each opened sum stands, and what marks do to the stages.
    opened = np.empty(11, np.int64)
    column = np.empty(13, np.int64)
    level = np.empty(13, np.int64)
    step = np.empty(26, np.float64)  # what one mark more on a sum adds to its pairs, then two
    n_opened, open_mask, stages, power, standing = 0, 0, 0, 1, 0
    for sum_ in range(2, 13):
        marks = sheet.marks[sum_]
        if marks > 0:
            at = int(p[MARK_LEVELS + min(marks, N_WORTHS - 1)])
            level[sum_] = at
            column[sum_] = (sum_ - 2) * n_marks + at
            opened[n_opened] = sum_
            n_opened += 1
            open_mask |= 1 << (sum_ - 2)
            stages += power * int(p[STAGES + at])
            standing += int(p[STANDINGS + at])
        else:
            level[sum_] = 0
        power *= 3
    face_before, record, base, known, pairs, in_pairs = 0, 0, 0.0, 0, -1, 0.0
    best, best_value = 0, -1e300
    for i in range(splits.count):
        face, low, high = int(splits.reject[i]), int(splits.low[i]), int(splits.high[i])
        if face_before == 0 or (face != face_before and sheet.free == 0):
            mask, digit, number, full = 0, 1, 0, False
            for f in range(1, 7):
                count = sheet.rejects[f]
                if f == face and sheet.free == 0:
                    count += 1
                    full = count >= p[REJECT_MARKS]
                if count > 0 and not full:
                    mask |= 1 << (f - 1)
                    number += (int(p[REJECT_LEVELS + count]) - 1) * digit
                    digit *= int(p[N_LEVELS])
            record = -1
            if not full:
                record = HEADER + RECORD * (int(p[OFFSETS + mask]) + number)
                if pairs != int(p[record + PAIRS_AT]):
                    # Sheets with as many rolls left share their pairs.
                    pairs, known, in_pairs = int(p[record + PAIRS_AT]), 0, 0.0
                    for a in range(n_opened):
                        row = pairs + column[opened[a]] * wide
                        for b in range(a):
                            in_pairs += p[row + column[opened[b]]]
                base = in_pairs + p[int(p[record + SHEET_AT])]
                for a in range(n_opened):
                    sum_ = opened[a]
                    base += p[int(p[record + sum_]) + level[sum_]]
        face_before = face
        at = WORTHS + low * N_WORTHS
        before = min(sheet.marks[low], N_WORTHS - 3)
        if low == high:
            gain = p[at + before + 2] - p[at + before]
        else:
            gain = p[at + before + 1] - p[at + before]
            at = WORTHS + high * N_WORTHS
            before = min(sheet.marks[high], N_WORTHS - 3)
            gain += p[at + before + 1] - p[at + before]
        if record < 0:
            value = sheet.score + gain
            if p[IS_WIN] != 0:
                value = DECIDED if value >= p[WINNING_SCORE] else -DECIDED
        else:
            double = 1 if low == high else 0
            value = base
            for which in range(2 - double):
                sum_ = low if which == 0 else high
                cell = sum_ + 13 * double
                now = int(p[MARK_LEVELS + min(sheet.marks[sum_] + 1 + double, N_WORTHS - 1)])
                if known >> cell & 1 == 0:
                    known |= 1 << cell
                    row, change = pairs + ((sum_ - 2) * n_marks + now) * wide, 0.0
                    for a in range(n_opened):
                        if opened[a] != sum_:
                            change += p[row + column[opened[a]]]
                    if level[sum_] > 0:
                        row = pairs + column[sum_] * wide
                        for a in range(n_opened):
                            if opened[a] != sum_:
                                change -= p[row + column[opened[a]]]
                    step[cell] = change
                value += step[cell] + p[int(p[record + sum_]) + now]
                if level[sum_] > 0:
                    value -= p[int(p[record + sum_]) + level[sum_]]
            marked = open_mask | 1 << (low - 2) | 1 << (high - 2)
            now_low = int(p[MARK_LEVELS + min(sheet.marks[low] + 1 + double, N_WORTHS - 1)])
            now_high = 0
            was, now = int(p[STAGES + level[low]]), int(p[STAGES + now_low])
            reached = stages + int(p[POWERS + low]) * (now - was)
            if double == 0:
                now_high = int(p[MARK_LEVELS + min(sheet.marks[high] + 1, N_WORTHS - 1)])
                was, now = int(p[STAGES + level[high]]), int(p[STAGES + now_high])
                reached += int(p[POWERS + high]) * (now - was)
                # Both sums change: correct for the pair that they make.
                row = pairs + ((low - 2) * n_marks + now_low) * wide + (high - 2) * n_marks
                value += p[row + now_high]
                if level[high] > 0:
                    value -= p[row + level[high]]
                if level[low] > 0:
                    row = pairs + column[low] * wide + (high - 2) * n_marks
                    value -= p[row + now_high]
                    if level[high] > 0:
                        value += p[row + level[high]]
            value += p[int(p[record + SET_AT]) + marked]
            value += p[int(p[record + FACES_AT]) + marked]
            value += p[int(p[record + STAGE_AT]) + reached]
            if p[IS_WIN] == 0:
                value += sheet.score + gain
            else:
                change = p[STANDINGS + now_low] - p[STANDINGS + level[low]]
                if double == 0:
                    change += p[STANDINGS + now_high] - p[STANDINGS + level[high]]
                points = sheet.score + gain - p[SCORE_FROM]
                at = int(p[record + REACH_AT])
                value += p[at + reach_of(points, p[SCORE_UNIT], standing + int(change))]
        if value > best_value:
            best, best_value = i, value
    return best, best_value
