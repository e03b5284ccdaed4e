"""A user's policy that misbehaves is named, with the state, before a kernel runs."""

from __future__ import annotations

import re
import sys
from typing import Any

import numba
import pytest

from analysis import compare, match, simulate
from analysis.tasks import build_task
from simulators.errors import PolicyError
from simulators.probe import probe
from tests.analysis import toy


def spin(n: int) -> int:
    while n > 0:
        n += 1
    return n


def never_ends(state: Any, p: Any) -> bool:
    while state.total > 0:
        pass
    return True


def never_ends_inside(state: Any, p: Any) -> bool:
    return spin(state.total) > 0


def divides(state: Any, p: Any) -> bool:
    return 1 / (state.total - state.total) > 0


def text(state: Any, p: Any) -> str:
    return "yes"


def fraction(state: Any, p: Any) -> float:
    return state.total / 2


def nothing(state: Any, p: Any) -> None:
    return None


def illegal(state: Any, p: Any) -> int:
    return 7


def too_few(state: Any) -> bool:
    return True


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (never_ends, "did not come to an end on bank within 200,000 lines"),
        (never_ends_inside, "did not come to an end on bank within 200,000 lines"),
        (numba.njit(never_ends), "did not come to an end on bank within 200,000 lines"),
        (divides, "raised ZeroDivisionError"),
        (text, "returned 'yes' for bank, which must be a whole number"),
        (fraction, "for bank, which must be a whole number"),
        (nothing, "returned None for bank, which must be a whole number"),
        (illegal, "returned 7 for bank, not 0 or 1"),
        (too_few, "raised TypeError"),
    ],
)
def test_simulate__misbehaving_policy_is_named_with_its_state(function: Any, reason: str) -> None:
    policy = toy.user_policy(function, "wild")
    pattern = f"policy wild .*{re.escape(reason)}.* in state State\\(total=\\d+, rolls=1\\)"
    for ask in (
        lambda: simulate("toy", policy, games=1000, seed=1, preset="gentle"),
        lambda: compare("toy", ["bank-at", policy], games=1000, seed=1, preset="gentle"),
        lambda: match("toy", ["bank-at", policy], games=1000, seed=1, preset="gentle"),
    ):
        before = sys.gettrace()
        with pytest.raises(PolicyError, match=pattern):
            ask()
        assert sys.gettrace() is before


def test_simulate__fault_in_a_rare_state_is_found_by_the_kernel() -> None:
    rare = toy.user_policy(lambda state, p: 3 if state.total == 29 else state.total > 30, "rare")
    with pytest.raises(PolicyError, match=r"policy rare returned 3 .*State\(total=29, rolls=\d+\)"):
        simulate("toy", rare, games=100_000, seed=1)


def test_simulate__raising_in_a_rare_state() -> None:
    rare = toy.user_policy(lambda state, p: 5 // (state.total - 29) > 90, "rare")
    with pytest.raises(PolicyError, match=r"policy rare raised ZeroDivisionError .*total=29"):
        simulate("toy", rare, games=100_000, seed=1)


def test_simulate__policy_that_cannot_be_compiled() -> None:
    table = {20: 1}
    odd = toy.user_policy(lambda state, p: table.get(state.total, state.total > 20) and 1, "odd")
    with pytest.raises(TypeError, match="policy odd: bank can't be compiled"):
        simulate("toy", odd, games=10, seed=1)


def test_simulate__good_policy_plays_as_the_same_built_in() -> None:
    mine = toy.user_policy(lambda state, p: state.total >= 20, "mine")
    run = simulate("toy", mine, games=5000, seed=1)
    assert run.pairs("points") == simulate("toy", "bank-at", games=5000, seed=1).pairs("points")


def test_probe__slow_but_sound_policy_passes_in_time() -> None:
    def slow(state: Any, p: Any) -> bool:
        total = 0
        for i in range(20_000):
            total += i
        return total < 0

    task = build_task("toy", [toy.user_policy(slow, "slow")], seed=1, preset="gentle")
    probe(task, games=1000)


def test_probe__leaves_built_in_policies_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("replayed")

    monkeypatch.setattr(toy.SoloMode, "replay", refuse)
    probe(build_task("toy", ["bank-at"], seed=1))
