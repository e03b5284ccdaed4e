"""Scores, switches and splits of Solitaire Dice: RULES.md, game 1, and CASES.md, part B."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.dice import faces_of, multisets
from simulators.solitaire_dice import SOLITAIRE_DICE, SolitaireDiceRules
from simulators.solitaire_dice.reference import PlainSheet
from simulators.solitaire_dice.rules import SUMS
from simulators.solitaire_dice.splits import splits_of

SACKSON = SolitaireDiceRules()


def sheet_with(rules: SolitaireDiceRules = SACKSON, **marks: int) -> PlainSheet:
    sheet = PlainSheet(rules)
    for name, count in marks.items():
        sheet.marks[int(name[1:])] = count
    return sheet


@pytest.mark.parametrize(
    ("cap", "sum_", "marks", "points"),
    [
        (10, 6, 8, 120),
        (10, 6, 11, 200),
        (10, 12, 12, 500),
        (10, 12, 10, 500),
        (None, 6, 11, 240),
        (None, 12, 12, 700),
        (None, 12, 10, 500),
    ],
)
def test_c19_worth__the_cap(cap: int | None, sum_: int, marks: int, points: int) -> None:
    assert SolitaireDiceRules(cap_marks=cap).worth(sum_, marks) == points


@pytest.mark.parametrize("sum_", SUMS)
def test_worth__no_marks_few_marks_par(sum_: int) -> None:
    assert [SACKSON.worth(sum_, marks) for marks in range(6)] == [0, -200, -200, -200, -200, 0]


def test_worked_example__minus_280() -> None:
    assert sheet_with(s5=7, s6=8, s12=6, s2=1, s3=4, s8=2).score == -280


def test_worked_example__480() -> None:
    assert sheet_with(s5=7, s6=10, s8=8, s10=6, s12=7, s4=3).score == 480


def test_worked_example__minus_800() -> None:
    assert sheet_with(s12=5, s3=1, s5=2, s6=3, s8=4).score == -800


def test_c20_win__exactly_the_target() -> None:
    score = sheet_with(s12=10, s7=5).score
    assert score == 500
    assert SACKSON.is_win(score)
    assert not SolitaireDiceRules(win="exceed").is_win(score)
    assert SolitaireDiceRules(win="exceed").is_win(score + 1)


def test_splits__worked_example() -> None:
    assert (3, 5, 11) in splits_of((6, 5, 3, 3, 2))


def test_splits__every_order_of_every_multiset_alike() -> None:
    for counts in multisets(5):
        faces = faces_of(counts)
        expected = set()
        for a, b, c, d, e in permutations(faces):
            expected.add((e, min(a + b, c + d), max(a + b, c + d)))
        splits = splits_of(faces)
        assert list(splits) == sorted(expected)
        assert 1 <= len(splits) <= 15
        assert splits_of(faces[::-1]) == splits


def test_splits__up_to_fifteen() -> None:
    assert max(len(splits_of(faces_of(counts))) for counts in multisets(5)) == 15


def test_free_roll__worked_example() -> None:
    sheet = PlainSheet(SACKSON)
    sheet.rejects[1] = sheet.rejects[2] = sheet.rejects[5] = 1
    legal, free = sheet.legal_splits((3, 3, 4, 6, 6))
    assert free
    assert legal == list(splits_of((3, 3, 4, 6, 6)))


def test_reject__must_be_open_once_three_are() -> None:
    sheet = PlainSheet(SACKSON)
    sheet.rejects[1] = sheet.rejects[2] = sheet.rejects[5] = 1
    legal, free = sheet.legal_splits((1, 3, 4, 5, 6))
    assert not free
    assert {reject for reject, _, _ in legal} == {1, 5}


def test_reject__a_third_face_need_not_be_opened() -> None:
    sheet = PlainSheet(SACKSON)
    sheet.rejects[1] = sheet.rejects[2] = 3
    legal, free = sheet.legal_splits((1, 3, 4, 5, 6))
    assert not free
    assert {reject for reject, _, _ in legal} == {1, 3, 4, 5, 6}


def test_c22__the_last_rolls_sums_are_marked() -> None:
    sheet = PlainSheet(SACKSON)
    sheet.rejects[1], sheet.rejects[2], sheet.rejects[5] = 7, 3, 2
    legal, free = sheet.legal_splits((1, 3, 3, 4, 4))
    assert (1, 7, 7) in legal and not free
    sheet.mark((1, 7, 7), free)
    assert sheet.is_full
    assert sheet.marks[7] == 2


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"cap_marks": 5}, "cap_marks must be above par_marks"),
        ({"par_marks": 12}, "cap_marks must be above par_marks"),
        ({"values": "/".join(["0"] * 11)}, "values must not be 0 for every sum"),
        ({"values": "1/2"}, "switch values must be 11 values"),
        ({"reject_faces": 0}, "reject_faces must be an integer from 1 to 6, not 0"),
        ({"reject_faces": "7"}, "reject_faces must be an integer from 1 to 6, not 7"),
        ({"win": "rech"}, "win must be reach or exceed, not 'rech'"),
        ({"tarket": 1}, "unknown switch 'tarket': choose from target"),
    ],
)
def test_rules__refuses(switches: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        SOLITAIRE_DICE.rules(switches=switches)


def test_rules__refuses_wrong_types() -> None:
    with pytest.raises(TypeError, match="reject_marks must be an integer"):
        SolitaireDiceRules(reject_marks=None)  # type: ignore[arg-type]


@given(st.dictionaries(st.sampled_from(SUMS), st.integers(0, 25)))
def test_score__bounds(marks: dict[int, int]) -> None:
    score = sheet_with(**{f"s{sum_}": count for sum_, count in marks.items()}).score
    assert -2200 <= score <= 5 * sum(SACKSON.values)
