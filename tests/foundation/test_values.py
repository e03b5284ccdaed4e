"""Kinds of values: what they take, what they refuse, and with which words."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.values import Choice, Flag, Vector, integer, real

THRESHOLD = integer(0, 1000, never=math.inf)


@given(st.integers(0, 1000))
def test_integer__text_round_trip(value: int) -> None:
    assert THRESHOLD.parse(THRESHOLD.format(value)) == value


@given(st.floats(-5, 5, allow_nan=False))
def test_real__text_round_trip(value: float) -> None:
    kind = real(-5, 5)
    assert kind.parse(kind.format(value)) == value


@pytest.mark.parametrize("text", ["-1", "1001", "1.5", "abc", "", "nan", "-inf", "1e9"])
def test_integer__refuses_text(text: str) -> None:
    with pytest.raises(ValueError, match="must be an integer from 0 to 1000 or never, not"):
        THRESHOLD.parse(text)


@pytest.mark.parametrize("value", [True, None, [1], "7"])
def test_integer__refuses_other_types(value: Any) -> None:
    with pytest.raises(TypeError, match="must be an integer from 0 to 1000 or never, not"):
        THRESHOLD.check(value)


def test_integer__takes_integral_floats_and_numpy() -> None:
    assert THRESHOLD.check(300.0) == 300
    assert type(THRESHOLD.check(np.int64(3))) is int
    assert THRESHOLD.parse("1e2") == 100


def test_words__stand_for_their_values() -> None:
    assert THRESHOLD.parse("never") == math.inf
    assert THRESHOLD.format(math.inf) == "never"
    assert integer(1, 5, none=None).parse("none") is None
    assert integer(1, 5, none=None).check(None) is None


def test_choice__lists_the_options() -> None:
    kind = Choice(("reach", "exceed"))
    assert kind.parse(" reach ") == "reach"
    assert kind.encode("exceed") == [1.0]
    with pytest.raises(ValueError, match="must be reach or exceed, not 'rech'"):
        kind.parse("rech")


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("no", False), ("True", True)])
def test_flag__text(text: str, value: bool) -> None:
    assert Flag().parse(text) is value


def test_flag__refuses_numbers() -> None:
    with pytest.raises(TypeError, match="must be yes or no, not 1"):
        Flag().check(1)


def test_vector__slashes_and_spreading() -> None:
    kind = Vector(THRESHOLD, 3)
    assert kind.parse("1/2/never") == (1, 2, math.inf)
    assert kind.parse("5") == (5, 5, 5)
    assert kind.check(np.array([1, 2, 3])) == (1, 2, 3)
    assert kind.check(7) == (7, 7, 7)
    assert kind.format((1, 2, math.inf)) == "1/2/never"
    assert kind.encode((1, 2, math.inf)) == [1.0, 2.0, math.inf]


@pytest.mark.parametrize("text", ["1/2", "1/2/3/4", "1/x/3"])
def test_vector__refuses_wrong_lengths_and_entries(text: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        Vector(THRESHOLD, 3).parse(text)


def test_vector__unspread_refuses_a_single_value() -> None:
    kind = Vector(THRESHOLD, 3, spread=False)
    with pytest.raises(ValueError, match="must be 3 values"):
        kind.parse("1")
    with pytest.raises(TypeError, match="must be 3 values"):
        kind.check(1)
