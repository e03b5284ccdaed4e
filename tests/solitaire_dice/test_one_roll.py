"""One roll ahead: the fast mean over all rolls is the plain one, to the last bit."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from simulators.solitaire_dice import LearnedValue, SolitaireDiceRules, train
from simulators.solitaire_dice.one_roll import (
    N_CELLS,
    cell_of,
    fill_cells,
    one_roll_value,
    roll_cells,
    worth,
)
from simulators.solitaire_dice.splits import splits_of

Sheet = tuple[np.ndarray, np.ndarray]


def random_sheets(n: int, rules: SolitaireDiceRules) -> list[Sheet]:
    draw = np.random.default_rng(6)
    sheets = []
    for index in range(n):
        marks, rejects = np.zeros(13, dtype=np.int64), np.zeros(7, dtype=np.int64)
        marks[2:] = draw.integers(0, 13, 11) * (draw.random(11) < 0.5)
        n_open = rules.reject_faces if index % 2 else draw.integers(0, rules.reject_faces + 1)
        faces = draw.permutation(6)[:n_open] + 1
        if rules.reject_marks > 1:
            rejects[faces] = draw.integers(1, rules.reject_marks, len(faces))
        sheets.append((marks, rejects))
    return sheets


def plain_mean(value: LearnedValue, sheet: Sheet) -> float:
    """The mean over all 7,776 outcomes, every split looked up by itself."""
    marks, rejects = sheet
    shown = {face for face in range(1, 7) if rejects[face]}
    allowed = shown if len(shown) == value.rules.reject_faces else set(range(1, 7))
    best: dict[tuple[int, ...], float] = {}
    total = 0.0
    for dice in product(range(1, 7), repeat=5):
        faces = tuple(sorted(dice))
        if faces not in best:
            legal = [split for split in splits_of(faces) if split[0] in allowed]
            values = []
            for reject, low, high in legal or splits_of(faces):
                after, full = marks.copy(), rejects.copy()
                after[low] += 1
                after[high] += 1
                full[reject] += bool(legal)
                values.append(value.value(dict(enumerate(after)), dict(enumerate(full))))
            best[faces] = max(values)
        total += best[faces]
    return total / 6**5


RULES = [
    SolitaireDiceRules(),
    SolitaireDiceRules(target=100, reject_faces=2, reject_marks=3, cap_marks=None, par_marks=3),
    SolitaireDiceRules(reject_faces=6, reject_marks=2, opening_penalty=50),
    SolitaireDiceRules(reject_faces=1, reject_marks=1),
]


@pytest.mark.parametrize("objective", ["mean", "win"])
@pytest.mark.parametrize("rules", RULES)
def test_one_roll_value__is_the_plain_mean(rules: SolitaireDiceRules, objective: str) -> None:
    value = train(rules, objective=objective, games=300, seed=2)
    for sheet in random_sheets(8, rules):
        found = one_roll_value(value.numbers, roll_cells(), rules.reject_faces, *sheet)
        assert found == pytest.approx(plain_mean(value, sheet), abs=1e-9)


def test_one_roll_value__tables_of_any_number_type_give_the_same_bits() -> None:
    value = train(objective="win", games=300, seed=2)
    floats = roll_cells().astype(np.float64)
    for sheet in random_sheets(20, value.rules):
        found = one_roll_value(value.numbers, roll_cells(), 3, *sheet)
        assert one_roll_value(value.numbers, floats, 3, *sheet) == found


def test_fill_cells__a_full_reject_sheet_is_decided() -> None:
    value = train(objective="win", games=100, seed=2)
    marks, rejects = np.zeros(13, dtype=np.int64), np.zeros(7, dtype=np.int64)
    marks[12], marks[2], rejects[4] = 9, 8, 7  # 400 + 300 points
    cells = np.full(N_CELLS, np.nan)
    fill_cells(value.numbers, marks, rejects, 0b001000, cells)
    assert worth(value.numbers, cells[cell_of(4, 2, 12)]) == 1.0
    assert worth(value.numbers, cells[cell_of(4, 3, 4)]) == 0.0  # two sums opened
    assert 0.0 < worth(value.numbers, cells[cell_of(0, 3, 4)]) < 1.0  # the free roll goes on
    assert np.isnan(cells[cell_of(3, 2, 12)])  # may not be rejected


def test_cell_of__numbers_every_split_once() -> None:
    numbers = [
        cell_of(face, low, high)
        for face in range(7)
        for low in range(2, 13)
        for high in range(low, 13)
    ]
    assert numbers == list(range(N_CELLS))
