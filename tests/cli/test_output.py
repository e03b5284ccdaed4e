"""Tables and documents, apart from any game."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from analysis.cli.output import Column, estimate_cells, numbers, plain, print_json, print_table

TEXT = "a text of many words that has to be broken somewhere " * 8


def test_json__has_null_for_nan_and_infinities(capsys: pytest.CaptureFixture[str]) -> None:
    print_json(
        {"a": math.nan, "b": [math.inf, -math.inf], "c": np.float64("nan"), "d": np.int64(3)}
    )
    document = json.loads(capsys.readouterr().out)
    assert document == {"a": None, "b": [None, None], "c": None, "d": 3}


def test_plain__keeps_integers_exact() -> None:
    assert plain(np.array([2**62 + 1])) == [2**62 + 1]
    assert plain({1: True, "x": (None, "y")}) == {"1": True, "x": [None, "y"]}


def test_table__loses_no_word_where_texts_wrap(capsys: pytest.CaptureFixture[str]) -> None:
    columns = [Column("name"), *numbers("value"), Column("meaning", wrap=True)]
    print_table(columns, [["x" * 40, "1" * 30, TEXT]])
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 120
    assert sorted(out.split()[3:]) == sorted(["x" * 40, "1" * 30, *TEXT.split(), out.split()[3]])


def test_table__of_many_numbers_goes_beyond_a_line_when_piped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_table(numbers(*"abcdefghij"), [["1234567890123456789"] * 10])
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == ["1234567890123456789"] * 10


@pytest.mark.parametrize(
    ("mean", "error", "written"),
    [
        (312.3456, 0.789, "312.35 ± 0.79"),
        (-1234.5, 45.6, "-1,234 ± 46"),
        (0.5, 0.0, "0.5000 ± 0.0000"),
        (-0.00001, 0.02, "0.000 ± 0.020"),
        (7.0, math.nan, "7.0000 ± ?"),
        (None, None, "? ± ?"),
    ],
)
def test_estimate__shows_two_digits_of_its_error(
    mean: float | None, error: float | None, written: str
) -> None:
    found = {"mean": mean, "std_error": error, "ci_low": mean, "ci_high": mean}
    assert estimate_cells(found)[0] == written
