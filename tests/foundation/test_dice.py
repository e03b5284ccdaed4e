"""Dice tables against direct counting."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest

from simulators.dice import counts_of, faces_of, multiset_of_outcome, multisets, n_ways


@pytest.mark.parametrize("n_dice", range(1, 7))
def test_multisets__as_many_as_combinatorics_says(n_dice: int) -> None:
    assert len(multisets(n_dice)) == comb(n_dice + 5, 5)
    assert sum(map(n_ways, multisets(n_dice))) == 6**n_dice


def test_multisets__923_of_one_to_six_dice() -> None:
    assert sum(len(multisets(n)) for n in range(1, 7)) == 923


@pytest.mark.parametrize("n_dice", range(1, 6))
def test_multiset_of_outcome__every_outcome(n_dice: int) -> None:
    table = multiset_of_outcome(n_dice)
    for outcome in range(6**n_dice):
        faces = [outcome // 6**i % 6 + 1 for i in range(n_dice)]
        assert multisets(n_dice)[table[outcome]] == counts_of(faces)


def test_multiset_of_outcome__six_dice_in_the_right_numbers() -> None:
    seen = np.bincount(multiset_of_outcome(6), minlength=462)
    assert seen.tolist() == [n_ways(counts) for counts in multisets(6)]


def test_counts__round_trip() -> None:
    for faces in product(range(1, 7), repeat=4):
        assert faces_of(counts_of(faces)) == tuple(sorted(faces))
        assert Counter(faces_of(counts_of(faces))) == Counter(faces)
