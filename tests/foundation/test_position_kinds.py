"""Dice on the table and marks on a sheet, read from text and from Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.position_kinds import Counts, Faces

ROLL = Faces(1, 6)
MARKS = Counts("sum", 2, 12, 99)


@pytest.mark.parametrize("text", ["1,5,5", "155", "1 5 5", "1, 5, 5", " 1,5,5 "])
def test_faces__every_way_of_writing_them(text: str) -> None:
    assert ROLL.parse(text) == (1, 5, 5)


@pytest.mark.parametrize("value", [[1, 5, 5], (1, 5, 5), np.array([1, 5, 5])])
def test_faces__python_values(value: Any) -> None:
    assert ROLL.check(value) == (1, 5, 5)


@pytest.mark.parametrize(
    "text", ["", "0", "7", "1,7", "1,,x", "1111111", "1.5", "-1", "1;5", "one", "1,5,"]
)
def test_faces__refused_texts(text: str) -> None:
    if text == "1,5,":
        assert ROLL.parse(text) == (1, 5)
        return
    with pytest.raises(ValueError, match="must be 1 to 6 faces from 1 to 6 with commas between"):
        ROLL.parse(text)


@pytest.mark.parametrize("value", [3, None, "155", {1: 5}])
def test_faces__refused_types(value: Any) -> None:
    with pytest.raises(TypeError, match="must be 1 to 6 faces"):
        ROLL.check(value)


@pytest.mark.parametrize("value", [[], [1] * 7, [1, True], [1.0], [0]])
def test_faces__refused_values(value: Any) -> None:
    with pytest.raises(ValueError, match="must be 1 to 6 faces"):
        ROLL.check(value)


def test_faces__a_fixed_number_is_said_as_such() -> None:
    with pytest.raises(ValueError, match="must be 5 faces from 1 to 6"):
        Faces(5, 5).parse("1,2")


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6))
def test_faces__round_trip(faces: list[int]) -> None:
    assert ROLL.parse(ROLL.format(faces)) == tuple(faces)


@pytest.mark.parametrize("text", ["7=3,8=2", "8=2 7=3", "7=3, 8=2, 9=0"])
def test_counts__every_way_of_writing_them(text: str) -> None:
    assert MARKS.parse(text) == {7: 3, 8: 2}


def test_counts__nothing_is_an_empty_sheet() -> None:
    assert MARKS.parse("") == {} == MARKS.check({})


@pytest.mark.parametrize("text", ["7", "7=x", "13=1", "1=1", "7=-1", "7=100", "7:3"])
def test_counts__refused_texts(text: str) -> None:
    with pytest.raises(ValueError, match="must be sum=count with commas between, sums 2 to 12"):
        MARKS.parse(text)


def test_counts__a_name_that_comes_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="sum 7 is there twice"):
        MARKS.parse("7=3,7=4")


@pytest.mark.parametrize("value", [[7, 3], "7=3", 7, {7: 1.5}, {"7": 3}])
def test_counts__refused_types(value: Any) -> None:
    with pytest.raises(TypeError, match="must be sum=count"):
        MARKS.check(value)


@given(st.dictionaries(st.integers(2, 12), st.integers(1, 99)))
def test_counts__round_trip(counts: dict[int, int]) -> None:
    assert MARKS.parse(MARKS.format(counts)) == counts
