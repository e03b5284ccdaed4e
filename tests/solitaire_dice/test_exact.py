"""The exact solver of short games, against plain Python that shares nothing with it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from analysis import solve
from simulators.dice import faces_of, multisets, n_ways
from simulators.solitaire_dice import SolitaireDiceRules
from simulators.solitaire_dice.exact import (
    MOST_STATES,
    ExactValues,
    check_solvable,
    estimate_states,
    exact_values,
)
from simulators.solitaire_dice.reference import PlainSheet
from simulators.solitaire_dice.rules import SUMS

ROLLS = [(faces_of(counts), Fraction(n_ways(counts), 6**5)) for counts in multisets(5)]
#: Free rolls, and loops of them, but no penalties: par is 1.
FREE_GAME = SolitaireDiceRules(reject_faces=1, reject_marks=2, par_marks=1, cap_marks=2, target=150)
#: Penalties, but no free rolls: any face can be opened.
SEVEN_ROLLS = SolitaireDiceRules(
    reject_faces=6, reject_marks=2, par_marks=2, cap_marks=3, opening_penalty=60, target=100
)


def plain_sheet(
    rules: SolitaireDiceRules, marks: dict[int, int], open_faces: set[int]
) -> PlainSheet:
    sheet = PlainSheet(rules)
    for sum_, count in marks.items():
        sheet.marks[sum_] = count
    for face in open_faces:
        sheet.rejects[face] = 1
    return sheet


def one_roll_ahead(found: ExactValues, sheet: PlainSheet) -> float:
    """Apply the recurrence once, by the reference player's rules."""
    total = 0.0
    for faces, chance in ROLLS:
        legal, free = sheet.legal_splits(faces)
        best = -np.inf
        for reject, low, high in legal:
            marks, rejects = list(sheet.marks), list(sheet.rejects)
            marks[low] += 1
            marks[high] += 1
            rejects[reject] += not free
            best = max(best, found.value(marks, rejects))
        total += float(chance) * best
    return total


def test_one_roll__is_the_best_split_of_it() -> None:
    rules = SolitaireDiceRules(reject_marks=1, par_marks=2, cap_marks=4, opening_penalty=10)
    expected = Fraction(0)
    for faces, chance in ROLLS:
        scores = []
        for reject, low, high in PlainSheet(rules).legal_splits(faces)[0]:
            sheet = PlainSheet(rules)
            sheet.mark((reject, low, high), free=False)
            assert sheet.is_full
            scores.append(sheet.score)
        expected += chance * max(scores)
    assert exact_values(rules).start == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("objective", ["mean", "win"])
def test_free_rolls__the_recurrence_holds_in_any_state(objective: str) -> None:
    found = exact_values(FREE_GAME, objective)
    generator = np.random.default_rng(7)
    sheets = [plain_sheet(FREE_GAME, {}, set())]
    for _ in range(6):
        marks = dict(zip(SUMS, generator.integers(0, 3, len(SUMS)).tolist(), strict=True))
        sheets.append(plain_sheet(FREE_GAME, {**marks, 7: 2}, {int(generator.integers(1, 7))}))
    sheets.append(plain_sheet(FREE_GAME, dict.fromkeys(SUMS, 2), {3}))
    for sheet in sheets:
        here = found.value(sheet.marks, sheet.rejects)
        assert one_roll_ahead(found, sheet) == pytest.approx(here, abs=1e-9)


def test_free_rolls__a_loop_is_as_good_as_playing_it_out() -> None:
    # All sums but one are full: roll on in plain Python until hardly any game is left.
    found = exact_values(FREE_GAME)
    full = {**dict.fromkeys(SUMS, 2), 12: 0}

    ways: dict[int, list[tuple[float, bool, set[int]]]] = {}
    for marks in range(3):
        sheet = plain_sheet(FREE_GAME, {**full, 12: marks}, {6})
        ways[marks] = []
        for faces, chance in ROLLS:
            legal, free = sheet.legal_splits(faces)
            reached = {min(marks + (low == 12) + (high == 12), 2) for _, low, high in legal}
            ways[marks].append((float(chance), free, reached))

    def roll_once(marks: int) -> float:
        return sum(
            chance * max(gained[m] if free else 100.0 * (m == 2) for m in reached)
            for chance, free, reached in ways[marks]
        )

    base = float(plain_sheet(FREE_GAME, full, set()).score)
    gained = dict.fromkeys(range(3), 0.0)
    for _ in range(40):
        gained = {marks: roll_once(marks) for marks in range(3)}
    sheet = plain_sheet(FREE_GAME, full, {6})
    assert found.value(sheet.marks, sheet.rejects) - base == pytest.approx(gained[0], abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["mean", "win"])
def test_seven_rolls__the_recurrence_holds_in_any_state(objective: str) -> None:
    found = exact_values(SEVEN_ROLLS, objective)
    generator = np.random.default_rng(8)
    for rolls in range(7):
        marks = np.bincount(generator.integers(2, 13, 2 * rolls), minlength=13)
        faces = set((generator.permutation(6)[:rolls] + 1).tolist())
        sheet = plain_sheet(SEVEN_ROLLS, {s: int(marks[s]) for s in SUMS}, faces)
        here = found.value(sheet.marks, sheet.rejects)
        assert one_roll_ahead(found, sheet) == pytest.approx(here, abs=1e-9)


def test_states__estimate_is_what_is_solved() -> None:
    found = exact_values(FREE_GAME)
    assert found.n_states == estimate_states(FREE_GAME)
    assert estimate_states(SEVEN_ROLLS) < MOST_STATES


def test_refusals() -> None:
    with pytest.raises(ValueError, match=r"1\.8e\+15 states.*dicelab bound solitaire-dice"):
        check_solvable(SolitaireDiceRules())
    with pytest.raises(ValueError, match="objective must be mean or win, not 'max'"):
        exact_values(FREE_GAME, "max")
    with pytest.raises(ValueError, match="no game of these rules leads to this sheet"):
        exact_values(FREE_GAME).value([0] * 13, [0, 1, 0, 0, 0, 0, 0])


def test_solve__answers_short_games_only() -> None:
    assert solve("solitaire-dice", "mean", rules=FREE_GAME).value == exact_values(FREE_GAME).start
    with pytest.raises(ValueError, match="can be solved"):
        solve("solitaire-dice", "mean")
