"""What a user's policy must not do, and what it may capture."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from analysis import simulate
from simulators import solitaire_dice, ten_thousand
from simulators.errors import PolicyError
from simulators.vetting import fault_of

THRESHOLD = 300
TABLE = np.array([9999, 400, 400, 400, 400, 400, 400])


def write_split(sheet: Any, splits: Any, p: Any) -> int:
    splits.low[0] = 12
    return 0


def write_alias(sheet: Any, splits: Any, p: Any) -> int:
    marks = sheet.marks
    marks[7] += 1
    return 0


def write_own(sheet: Any, splits: Any, p: Any) -> int:
    mine = np.zeros(13)
    mine[7] = sheet.marks[7]
    return int(mine[7] > 100)


def set_field(state: Any, p: Any) -> bool:
    state.counter = 5
    return True


def flip(state: Any, p: Any) -> bool:
    return random.random() < 0.5


def flip_numpy(state: Any, p: Any) -> bool:
    return np.random.random() < 0.5  # noqa: NPY002  # the natural mistake


def plain(state: Any, p: Any) -> bool:
    return bool(math.sqrt(state.counter) > 20)


@pytest.mark.parametrize("function", [write_split, write_alias, set_field])
def test_vetting__writing_to_arguments(function: Any) -> None:
    assert fault_of(function).startswith("writes to its arguments")


@pytest.mark.parametrize("function", [flip, flip_numpy])
def test_vetting__random_numbers_of_its_own(function: Any) -> None:
    assert fault_of(function).startswith("draws random numbers")


@pytest.mark.parametrize("function", [write_own, plain])
def test_vetting__harmless(function: Any) -> None:
    assert fault_of(function) == ""


def test_policy__that_writes_spoils_nothing() -> None:
    before = simulate("solitaire-dice", "greedy", games=2000, seed=1).digest
    for function in (write_split, write_alias):
        with pytest.raises(PolicyError, match="policy write-"):
            simulate("solitaire-dice", solitaire_dice.policy(function), games=2000, seed=1)
    assert simulate("solitaire-dice", "greedy", games=2000, seed=1).digest == before


def test_policy__random_numbers_are_refused() -> None:
    with pytest.raises(PolicyError, match="policy flip: bank draws random numbers"):
        simulate("10000", ten_thousand.policy(flip), games=100, seed=1)


def test_policy__a_changed_global_is_used_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    @ten_thousand.policy
    def by_global(state, p):  # type: ignore[no-untyped-def]
        return state.counter >= THRESHOLD

    first = simulate("10000", by_global, games=3000, seed=1)
    monkeypatch.setitem(globals(), "THRESHOLD", 900)
    second = simulate("10000", by_global, games=3000, seed=1)
    assert first.digest != second.digest
    for threshold, run in ((300, first), (900, second)):
        built_in = simulate("10000", f"bank-at:threshold={threshold}", games=3000, seed=1)
        assert run.pairs("points") == built_in.pairs("points")
    points = [second.task.replay(game).outcome["points"] for game in range(3000)]
    assert sum(points) == sum(value * count for value, count in second.pairs("points"))


def test_policy__bounds_of_captured_arrays_are_checked() -> None:
    @ten_thousand.policy
    def off_the_end(state, p):  # type: ignore[no-untyped-def]
        # Rare enough for the games that are tried first in Python.
        return state.counter >= TABLE[6 if state.counter < 2500 else 5000]

    with pytest.raises(PolicyError, match="policy off-the-end raised IndexError"):
        simulate("10000", off_the_end, games=200_000, seed=1)


def test_policy__of_another_game() -> None:
    with pytest.raises(ValueError, match="policy plain was written for another game"):
        simulate("solitaire-dice", ten_thousand.policy(plain), games=10)


def test_policy__with_the_name_of_a_built_in() -> None:
    with pytest.raises(ValueError, match="policy bank-at has the name of a built-in one"):
        simulate("10000", ten_thousand.policy(name="bank-at")(plain), games=10)


def test_policy__endless_on_one_line() -> None:
    @ten_thousand.policy
    def stuck(state, p):  # type: ignore[no-untyped-def]
        while True: pass  # fmt: skip  # noqa: E701

    with pytest.raises(PolicyError, match="policy stuck did not come to an end on bank"):
        simulate("10000", stuck, games=10)
