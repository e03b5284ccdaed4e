"""Look up the value of a sheet, from Python and from compiled code alike."""

from __future__ import annotations

from math import exp
from typing import Any

from simulators.parts import part
from simulators.solitaire_dice.rules import N_SUMS
from simulators.solitaire_dice.value_table import (
    FACES_AT,
    GAINING,
    HEADER,
    IS_WIN,
    MARK_LEVELS,
    MOST_GAINING,
    MOST_NEEDED,
    MOST_SHORT,
    N_LEVELS,
    N_MARKS,
    N_WORTHS,
    OFFSETS,
    PAIRS_AT,
    REACH_AT,
    RECORD,
    REJECT_LEVELS,
    REJECT_MARKS,
    SCORE_FROM,
    SCORE_STEPS,
    SCORE_UNIT,
    SET_AT,
    SHEET_AT,
    SHORT,
    STAGE_AT,
    STAGES,
    STANDINGS,
    WINNING_SCORE,
    WORTHS,
)


@part
def record_of(p: Any, rejects: Any) -> int:
    """Find a reject sheet's record; -1 if the sheet is full and the game over."""
    mask, digit, number = 0, 1, 0
    for face in range(1, 7):
        count = rejects[face]
        if count > 0:
            if count >= p[REJECT_MARKS]:
                return -1
            mask |= 1 << (face - 1)
            number += int(p[REJECT_LEVELS + count] - 1) * digit
            digit *= int(p[N_LEVELS])
    return HEADER + RECORD * (int(p[OFFSETS + mask]) + number)


@part
def score_of(p: Any, marks: Any) -> float:
    """Add up the score of a sheet."""
    score = 0.0
    for sum_ in range(2, 13):
        score += p[WORTHS + sum_ * N_WORTHS + min(marks[sum_], N_WORTHS - 1)]
    return score


@part
def reach_of(points: float, unit: float, standing: int) -> int:
    """Say where in the table of reaches, for its kind of reject sheet, a sheet is.

    Parameters
    ----------
    points : float
        Score, less the one from which on scores are told apart.
    unit : float
        Width of a step of scores.
    standing : int
        Sum of the standings of all sums, see
        :func:`~simulators.solitaire_dice.value_table.standings_of_levels`.
    """
    step = min(max(int(points / unit), 0), SCORE_STEPS - 1)
    row = min(standing % SHORT, MOST_NEEDED)
    row = row * (MOST_SHORT + 1) + min(standing % GAINING // SHORT, MOST_SHORT)
    row = row * (MOST_GAINING + 1) + min(standing // GAINING, MOST_GAINING)
    return row * SCORE_STEPS + step


@part
def entries_sum(p: Any, record: int, marks: Any) -> float:
    """Add up the entries of an afterstate; `record` is that of its reject sheet."""
    n_marks = int(p[N_MARKS])
    total = p[int(p[record + SHEET_AT])]
    mask, stages, power, standing = 0, 0, 1, 0
    for sum_ in range(2, 13):
        if marks[sum_] > 0:
            level = int(p[MARK_LEVELS + min(marks[sum_], N_WORTHS - 1)])
            mask |= 1 << (sum_ - 2)
            stages += power * int(p[STAGES + level])
            standing += int(p[STANDINGS + level])
            total += p[int(p[record + sum_]) + level]
            row = int(p[record + PAIRS_AT]) + ((sum_ - 2) * n_marks + level) * N_SUMS * n_marks
            for other in range(2, sum_):
                if marks[other] > 0:
                    beside = int(p[MARK_LEVELS + min(marks[other], N_WORTHS - 1)])
                    total += p[row + (other - 2) * n_marks + beside]
        power *= 3
    total += p[int(p[record + SET_AT]) + mask] + p[int(p[record + FACES_AT]) + mask]
    total += p[int(p[record + STAGE_AT]) + stages]
    if p[IS_WIN] != 0:
        total += p[
            int(p[record + REACH_AT])
            + reach_of(score_of(p, marks) - p[SCORE_FROM], p[SCORE_UNIT], standing)
        ]
    value: float = total
    return value


@part
def afterstate_value(p: Any, marks: Any, rejects: Any) -> float:
    """Look up the value of a sheet before its next roll, or of a full one.

    Callable from Python and from compiled code.

    Parameters
    ----------
    p : ndarray of float64 or pointer to it
        A learned value's numbers, see :attr:`~simulators.solitaire_dice.learned.LearnedValue.numbers`.
    marks : sequence of int
        Marks of each sum, indexed by the sum: ``marks[2]`` to ``marks[12]``.
    rejects : sequence of int
        Marks of each reject face, indexed by the face: ``rejects[1]`` to ``rejects[6]``.

    Returns
    -------
    float
        Expected final score in points, or the chance to win; of a full sheet the score itself, or
        1 or 0.
    """
    record = record_of(p, rejects)
    score = score_of(p, marks)
    if record < 0:
        if p[IS_WIN] == 0:
            return score
        return 1.0 if score >= p[WINNING_SCORE] else 0.0
    total = entries_sum(p, record, marks)
    if p[IS_WIN] == 0:
        return score + total
    return 1.0 / (1.0 + exp(-total))
