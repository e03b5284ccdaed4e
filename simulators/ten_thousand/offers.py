"""What rolls offer, as arrays for solvers: chances, points in units, dice left."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.dice import multisets, n_ways
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.scoring import best_reading, choices
from simulators.ten_thousand.tables import N_DICE


class Rolls(NamedTuple):
    """Rolls of one to six dice, those that offer the same taken together.

    A roll of `n` dice brings one of the offers ``first_offer[n]`` to ``first_offer[n + 1] - 1``, or a
    bust; the options of offer `k` are ``first_option[k]`` to ``first_option[k + 1] - 1``.

    Attributes
    ----------
    bust : ndarray of float64, shape (7,)
        Chance that a roll of so many dice scores nothing.
    first_offer : ndarray of int64, shape (8,)
    chance : ndarray of float64, shape (n_offers,)
    first_option : ndarray of int64, shape (n_offers + 1,)
    points : ndarray of int64, shape (n_options,)
        In units, at least 1.
    left : ndarray of int64, shape (n_options,)
        Dice not set aside, 0 to 5.
    """

    bust: NDArray[np.float64]
    first_offer: NDArray[np.int64]
    chance: NDArray[np.float64]
    first_option: NDArray[np.int64]
    points: NDArray[np.int64]
    left: NDArray[np.int64]


def unit_of(rules: TenThousandRules) -> int:
    """Return the largest number that divides every scoring value, hence every counter."""
    return gcd(*rules.scoring_values())


@lru_cache(maxsize=64)
def roll_offers_of(rules: TenThousandRules) -> Rolls:
    """List what rolls offer: the best reading only, or every choice where the player chooses."""
    chooses = rules.set_aside == "choose"
    unit = unit_of(rules)
    bust, chance = np.zeros(N_DICE + 1), []
    first_offer, first_option = [0, 0], [0]
    points: list[int] = []
    left: list[int] = []
    for n in range(1, N_DICE + 1):
        ways: Counter[tuple[tuple[int, int], ...]] = Counter()
        for counts in multisets(n):
            best = best_reading(rules, counts)
            readings = choices(rules, counts) if chooses else [best] if best else []
            worth = {(reading.points // unit, n - reading.n_dice) for reading in readings}
            ways[tuple(sorted(worth, reverse=True))] += n_ways(counts)
        bust[n] = ways.pop((), 0) / 6**n
        for options, number in sorted(ways.items()):
            chance.append(number / 6**n)
            points += [option[0] for option in options]
            left += [option[1] for option in options]
            first_option.append(len(points))
        first_offer.append(len(chance))
    return Rolls(
        bust,
        np.array(first_offer),
        np.array(chance),
        np.array(first_option),
        np.array(points),
        np.array(left),
    )
