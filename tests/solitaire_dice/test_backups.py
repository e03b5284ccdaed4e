"""Exact backups: the sheets met in play, their targets, and what is learned from them."""

from __future__ import annotations

import numpy as np
import pytest

from simulators.solitaire_dice import LearnedValue, SolitaireDiceRules, train
from simulators.solitaire_dice.backup_kernel import Visits, fit_kernel, visit_kernel
from simulators.solitaire_dice.learning_kernel import Goal
from simulators.solitaire_dice.learning_tables import condense, expand, learning_layout
from simulators.solitaire_dice.one_roll import one_roll_value, roll_cells
from simulators.solitaire_dice.splits import split_tables
from simulators.solitaire_dice.value_table import score_steps
from simulators.streams import seed_key

RULES = SolitaireDiceRules()
KEY = np.uint64(seed_key(np.uint64(9)))


def goal_of(value: LearnedValue, rate: float = 1.0) -> Goal:
    start, unit = score_steps(RULES)
    win = value.objective == "win"
    return Goal(3, 8, 7, win, 500.0, float(start), float(unit), rate, 20.0, 0.0)


def visits_of(value: LearnedValue, games: int, room: int) -> tuple[Visits, int, np.ndarray]:
    visits, sums = Visits.empty(room), np.zeros(6)
    indices = learning_layout(RULES, value.objective).indices
    n = visit_kernel(
        KEY, 0, games, split_tables(), indices, goal_of(value), value.numbers, roll_cells(), visits,
        sums,
    )  # fmt: skip
    return visits, n, sums


def sheet_of(value: LearnedValue, visits: Visits, row: int) -> tuple[np.ndarray, np.ndarray]:
    """Read a visit's marks and rejects; under Sackson's rules levels are marks, but for the last."""
    marks, rejects = np.zeros(13, dtype=np.int64), np.zeros(7, dtype=np.int64)
    marks[2:] = visits.level[row]
    rejects[1:] = value.layout.sheets.sheets[visits.sheet[row]]
    return marks, rejects


@pytest.mark.parametrize("objective", ["mean", "win"])
def test_visit_kernel__targets_are_the_exact_means(objective: str) -> None:
    value = train(objective=objective, games=300, seed=2)
    visits, n, sums = visits_of(value, 5, 200)
    assert sums[0] == 5 and 5 * 7 <= n <= 5 * 30
    for row in range(n):
        marks, rejects = sheet_of(value, visits, row)
        found = one_roll_value(value.numbers, roll_cells(), 3, marks, rejects)
        assert visits.target[row] == found
        assert visits.score[row] == sum(RULES.worth(s, int(marks[s])) for s in range(2, 13))


def test_visit_kernel__a_game_goes_on_by_the_best_split() -> None:
    value = train(games=300, seed=2)
    visits, n, sums = visits_of(value, 1, 200)
    for row in range(1, n):
        before, after = sheet_of(value, visits, row - 1), sheet_of(value, visits, row)
        # A roll marks two sums and at most one reject; the cap hides marks beyond it.
        assert 0 <= (after[0] - before[0]).sum() <= 2 and (after[0] >= before[0]).all()
        assert 0 <= (after[1] - before[1]).sum() <= 1 and (after[1] >= before[1]).all()
    assert sheet_of(value, visits, 0)[0].sum() == 2
    assert sums[1] ** 2 == sums[5]


def test_visit_kernel__what_has_no_room_is_left_out() -> None:
    value = train(games=300, seed=2)
    all_of_them, n, sums = visits_of(value, 20, 1000)
    some, kept, same = visits_of(value, 20, 50)
    assert kept == 50 < n
    np.testing.assert_array_equal(some.target, all_of_them.target[:50])
    np.testing.assert_array_equal(sums, same)


@pytest.mark.parametrize("objective", ["mean", "win"])
def test_fit_kernel__brings_values_to_their_targets(objective: str) -> None:
    value = train(objective=objective, games=300, seed=2)
    visits, n, _ = visits_of(value, 20, 1000)
    layout = learning_layout(RULES, objective)
    weights, net, gross = expand(layout, value.numbers), layout.zeros(), layout.zeros()
    goal, errors = goal_of(value, 1.0 if objective == "mean" else 4.0), []
    for _ in range(60):
        sums = np.zeros(6)
        fit_kernel(visits, n, layout.indices, goal, weights, net, gross, True, sums)
        errors.append(float(np.sqrt(sums[4] / sums[3])))
    assert errors[-1] < 0.1 * errors[0]
    learned = LearnedValue.from_numbers(RULES, objective, condense(layout, weights), {})
    found = [
        learned.value(dict(enumerate(marks)), dict(enumerate(rejects)))
        for marks, rejects in (sheet_of(value, visits, row) for row in range(n))
    ]
    assert np.sqrt(np.mean((found - visits.target[:n]) ** 2)) < 0.2 * errors[0]
