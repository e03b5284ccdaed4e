"""Who is best, and by how much."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.players import rank


@pytest.mark.parametrize(
    ("scores", "winners", "lead"),
    [
        ([3, 1], 0b01, 2),
        ([1, 3], 0b10, 2),
        ([5, 5], 0b11, 0),
        ([1, 7, 7, 2], 0b0110, 0),
        ([-4, -9, -1], 0b100, 3),
        ([0, 0, 0], 0b111, 0),
    ],
)
def test_rank__who_shares_the_best_score(scores: list[int], winners: int, lead: int) -> None:
    assert rank(np.array(scores)) == (winners, lead)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=8))
def test_rank__equals_sorting(scores: list[int]) -> None:
    best, second = sorted(scores, reverse=True)[:2]
    mask = sum(1 << entrant for entrant, score in enumerate(scores) if score == best)
    assert rank(np.array(scores)) == (mask, best - second)
