"""Published exact values of relatives of 10000, reproduced.

Sources
-------
M. Busche, "Maximizing Expected Scores in the Game of Zilch", 2010,
https://www.mattbusche.org/blog/article/zilch/: 620.855 points per turn.

M. Busche's strategy generator as kept in pyfarkle: what to bank from in Facebook's Farkle.

farkle-stats: 542.063223899469 points per turn of Patch's Farkle, and what to bank from.
"""

from __future__ import annotations

import numpy as np
import pytest

from simulators.ten_thousand import TEN_THOUSAND
from simulators.ten_thousand.offers import roll_offers_of
from simulators.ten_thousand.solve_turn import long_run, turn_values
from simulators.ten_thousand.turn_solver import Tail, turn_kernel


def thresholds(rules, busts=0):
    """Least counters to bank with 6, 5, 4, 3, 2 and 1 dice left."""
    found = turn_values(rules, busts=busts).bank_at()
    return [found[str(dice)] for dice in (6, 5, 4, 3, 2, 1)]


def test_zilch__points_per_turn():
    assert long_run(TEN_THOUSAND.rules("zilch")) == pytest.approx(620.855, abs=5e-4)


def test_zilch__nothing_in_every_roll_of_six():
    """The published value holds where "nothing" counts in any roll of six dice, as its rules say."""
    without = TEN_THOUSAND.rules("zilch", {"nothing": "none"})
    assert abs(long_run(without) - 620.855) > 10


def test_farkle_facebook__bank_from():
    rules = TEN_THOUSAND.rules("farkle-facebook")
    assert thresholds(rules) == [16_400, 3050, 1050, 450, 250, 300]


@pytest.mark.parametrize(
    ("busts", "published"),
    [
        (0, [16_400, 3050, 1050, 400, 250, 300]),
        (1, [16_350, 3000, 950, 350, 200, 250]),
        (2, [15_900, 2550, 550, 0, 0, 0]),
    ],
)
def test_farkle_facebook__bank_from_with_a_penalty(busts, published):
    rules = TEN_THOUSAND.rules("farkle-facebook", {"farkle_penalty": 500})
    # 0 points are never at stake: the least counter that can be banked is 50.
    assert thresholds(rules, busts) == [max(points, 50) for points in published]


def test_patch__bank_from():
    assert thresholds(TEN_THOUSAND.rules("patch"))[1:] == [2800, 950, 400, 250, 300]


def test_patch__points_per_turn():
    """The published value is that of a player who banks any counter from 9950 points on.

    Without that, some 2e-5 points more can be had: rolling six fresh dice pays up to 16,800 points.
    """
    rules = TEN_THOUSAND.rules("patch")
    assert turn_values(rules).rolling(0, 6) == pytest.approx(542.063243999271, abs=1e-9)
    rolls = roll_offers_of(rules)
    banks = Tail(np.zeros(6), np.ones(6), np.zeros(6))
    worth = 50.0 * np.arange(9950 // 50)
    cut = turn_kernel(rolls, worth, 1, 1, banks, 50.0, 0.0, 0.0, int(rolls.points.max()))
    assert cut.roll[0, 6] == pytest.approx(542.063223899469, abs=1e-10)


@pytest.mark.parametrize("name", ["farkle-facebook", "zilch", "patch", "cardgames-io"])
def test_relatives__chances_to_bust(name):
    bust = roll_offers_of(TEN_THOUSAND.rules(name)).bust
    expected = [4 / 6, 16 / 36, 60 / 216, 204 / 1296, 600 / 7776]
    assert bust[1:6] == pytest.approx(expected, abs=1e-15)
