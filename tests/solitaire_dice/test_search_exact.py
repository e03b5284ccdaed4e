"""Look-ahead on short games, against their exact solution."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest

from simulators.solitaire_dice import one_roll as one_roll_module
from simulators.solitaire_dice import search as search_module
from simulators.solitaire_dice import train
from simulators.solitaire_dice import two_rolls as two_rolls_module
from simulators.solitaire_dice.exact import ExactValues, exact_values
from simulators.solitaire_dice.one_roll import cell_of, one_roll_value, roll_cells
from simulators.solitaire_dice.rules import SUMS
from simulators.solitaire_dice.search import search_numbers
from simulators.solitaire_dice.two_rolls import two_roll_value
from simulators.solitaire_dice.value_table import DECIDED, layout_of
from tests.solitaire_dice.test_exact import FREE_GAME, SEVEN_ROLLS, plain_sheet
from tests.solitaire_dice.test_search import after, arrays_of

OBJECTIVES = ["mean", pytest.param("win", marks=pytest.mark.slow)]


def in_python(function: Any) -> Any:
    """Return what a compiled function was compiled from."""
    return function.py_func


def look_from_exact(found: ExactValues, patch: pytest.MonkeyPatch) -> np.ndarray:
    """Let look-ahead run in plain Python from the exact value; return the numbers to call it with."""
    rules = found.rules

    def as_looked_up(marks: Any, rejects: Any) -> float:
        value = found.value(list(map(int, marks)), list(map(int, rejects)))
        if found.objective == "mean":
            return value
        return DECIDED if value >= 1 else -DECIDED if value <= 0 else log(value / (1 - value))

    def fill(p: Any, marks: Any, rejects: Any, allowed: int, values: Any) -> None:
        faces = [face for face in range(1, 7) if allowed >> (face - 1) & 1]
        for face in [*faces, *([0] if len(faces) < 6 else [])]:
            for low in SUMS:
                for high in range(low, 13):
                    more, full = marks.copy(), rejects.copy()
                    more[low] += 1
                    more[high] += 1
                    full[face] += face > 0
                    values[cell_of(face, low, high)] = as_looked_up(more, full)

    def value_split(p: Any, marks: Any, rejects: Any, split: Any, free: int) -> float:
        more, full = marks.copy(), rejects.copy()
        reject, *sums = split
        for sum_ in sums:
            more[sum_] += 1
        full[reject] += 1 - free
        return as_looked_up(more, full)

    def look_one_roll_ahead(p: Any, marks: Any, rejects: Any) -> Any:
        return in_python(one_roll_value)(p, roll_cells(), rules.reject_faces, marks, rejects)

    patch.setattr(one_roll_module, "fill_cells", fill)
    patch.setattr(two_rolls_module, "fill_cells", fill)
    patch.setattr(two_rolls_module, "one_roll_value", in_python(one_roll_value))
    patch.setattr(search_module, "two_roll_value", in_python(two_roll_value))
    patch.setattr(search_module, "look_after", in_python(search_module.look_after))
    patch.setattr(search_module, "look_one_roll_ahead", look_one_roll_ahead)
    patch.setattr(search_module, "value_split", value_split)
    patch.setattr(search_module, "pointer", lambda array, at: array[at:])
    head = layout_of(rules, found.objective).head
    return search_numbers(head, rules.reject_faces, candidates=15, rolls=2)


#: A roll away from the end, with free rolls, and hardly begun.
SHORT_SHEETS = [({7: 2, 6: 1, 8: 1}, {3}), ({12: 1, 2: 1}, {6}), ({}, set())]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize(("marks", "open_faces"), SHORT_SHEETS)
def test_two_rolls__from_the_exact_value_give_the_exact_value(
    objective: str, marks: dict[int, int], open_faces: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = exact_values(FREE_GAME, objective)
    sheet = plain_sheet(FREE_GAME, marks, open_faces)
    numbers = look_from_exact(exact, monkeypatch)
    found = in_python(two_roll_value)(numbers, roll_cells(), 1, 1, *arrays_of(sheet))
    assert found == pytest.approx(exact.value(sheet.marks, sheet.rejects), abs=1e-9)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_two_rolls__from_the_exact_value_choose_an_optimal_split(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = exact_values(FREE_GAME, objective)
    sheet = plain_sheet(FREE_GAME, {7: 1, 12: 1}, {3})
    numbers, differ = look_from_exact(exact, monkeypatch), 0
    for faces in [(1, 2, 4, 5, 6), (2, 4, 5, 6, 6)]:
        legal, free = sheet.legal_splits(faces)
        nexts = [after(sheet, split, free) for split in legal]
        values = [exact.value(each.marks, each.rejects) for each in nexts]
        differ += len(set(values)) > 1
        chosen = in_python(search_module._search)(
            numbers, *arrays_of(sheet), np.array(legal).T, int(free), 1
        )
        assert values[chosen] == pytest.approx(max(values), abs=1e-9)
    assert differ > 0


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["mean", "win"])
def test_two_rolls__need_no_value_where_two_rolls_end_the_game(objective: str) -> None:
    exact = exact_values(SEVEN_ROLLS, objective)
    value = train(SEVEN_ROLLS, objective=objective, games=1, seed=2)
    draw, differ = np.random.default_rng(4), 0
    for _ in range(5):
        marks = np.bincount(draw.integers(2, 13, 8), minlength=13)
        faces = set((draw.permutation(6)[:4] + 1).tolist())
        sheet = plain_sheet(SEVEN_ROLLS, {s: int(marks[s]) for s in SUMS}, faces)
        legal, _ = sheet.legal_splits(tuple(sorted(draw.integers(1, 7, 5).tolist())))
        for split in legal:
            each = after(sheet, split, False)
            if not each.is_full:
                found = two_roll_value(value.numbers, roll_cells(), 6, 15, *arrays_of(each))
                expected = exact.value(each.marks, each.rejects)
                assert found == pytest.approx(expected, abs=1e-9)
                one = one_roll_value(value.numbers, roll_cells(), 6, *arrays_of(each))
                differ += abs(one - expected) > 1e-3
    assert differ > 5  # one roll isn't enough
