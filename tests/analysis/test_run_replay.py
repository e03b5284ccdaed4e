"""A run tells any of its games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis import match, simulate
from simulators.engine import outcomes_of


def test_replay__is_the_game_that_was_counted() -> None:
    run = simulate("10000", "bank-at-dice", games=50, seed=3)
    played = outcomes_of(run.task, 0, 50)
    for game in range(50):
        told = run.replay(game)
        assert {name: int(played[name][game]) for name in told.outcome} == dict(told.outcome)
        assert told.lines


def test_replay__match_and_numpy_integer() -> None:
    played = match("10000", ["bank-at", "race"], games=5, seed=3)
    assert played.replay(np.int64(4)) == played.replay(4)
    assert played.replay(4) != played.replay(3)


@pytest.mark.parametrize(
    ("game", "error", "words"),
    [
        (-1, ValueError, "from 0 to 9, not -1"),
        (10, ValueError, "from 0 to 9, not 10"),
        (1.0, TypeError, "number of a game, from 0, not 1.0"),
        ("1", TypeError, "not '1'"),
        (True, TypeError, "not True"),
    ],
)
def test_replay__no_such_game(game: Any, error: type[Exception], words: str) -> None:
    run = simulate("10000", games=10, seed=1)
    with pytest.raises(error, match=words):
        run.replay(game)
