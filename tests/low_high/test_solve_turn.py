"""The best turn against brute force, against the card that was found best before, and simulation."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from analysis import simulate, solve
from simulators.low_high import LOW_HIGH, LowHighRules
from simulators.low_high.exact import turn_distribution
from simulators.low_high.positions import position_number, positions_of
from simulators.low_high.solve_turn import best_for_at_least, best_for_points, best_turn
from tests.low_high.brute_solver import BruteTurn
from tests.low_high.helpers import DESCENDING, PIPS, RULES, points_by_hand

LIMIT = 4.5
every_scoring = pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING], ids=LOW_HIGH.presets)


@every_scoring
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 6])
def test_turn__equals_brute_force(rules: LowHighRules, dice: int) -> None:
    few = rules.with_switches({"dice": dice})
    assert best_for_points(few).value == pytest.approx(BruteTurn(few, float).rolling(), abs=1e-12)


@every_scoring
@pytest.mark.parametrize("points", [-1, 1, 3, 5, 30])
def test_at_least__equals_brute_force(rules: LowHighRules, points: int) -> None:
    few = rules.with_switches({"dice": 5})
    brute = BruteTurn(few, lambda made: float(made >= points))
    assert best_for_at_least(few, points).value == pytest.approx(brute.rolling(), abs=1e-12)


@every_scoring
def test_turn__any_worth_equals_brute_force_everywhere(rules: LowHighRules) -> None:
    """Worth that rises and falls, so that neither stopping nor rolling is plain."""
    few = rules.with_switches({"dice": 5})
    positions = positions_of(few)
    lowest = positions.fewest
    worth = np.cos(1.7 * np.arange(lowest, few.most_points + 1))
    brute = BruteTurn(few, lambda points: float(worth[points - lowest]))
    values = best_turn(few, worth)
    assert values.value == pytest.approx(brute.rolling(), abs=1e-12)
    checked = 0
    for good in product(range(1, 7), repeat=3):
        if tuple(sorted(good)) == good:
            for bad in range(3 if good[0] < good[-1] else 1):
                counts = np.array([good.count(face) for face in range(1, 7)])
                number = position_number(positions.numbering, counts, max(good), bad)
                assert values.best[number] == pytest.approx(brute.best(good, bad), abs=1e-12)
                checked += 1
    assert checked > 100


@every_scoring
@pytest.mark.parametrize("dice", [1, 2, 7])
def test_positions__are_numbered_one_by_one(rules: LowHighRules, dice: int) -> None:
    few = rules.with_switches({"dice": dice})
    positions = positions_of(few)
    seen = set()
    for counts in product(range(dice + 1), repeat=6):
        good = sum(counts)
        if not 0 < good <= dice:
            continue
        highest = max(face for face, count in enumerate(counts, 1) if count)
        for bad in range(dice - good + 1):
            number = position_number(positions.numbering, np.array(counts), highest, bad)
            assert positions.highest[number] == highest
            assert positions.left[number] == dice - good - bad
            dice_by_face = [face for face, count in enumerate(counts, 1) for _ in range(count)]
            assert positions.points[number] == points_by_hand(few, dice_by_face, bad)
            seen.add(number)
    assert seen == set(range(positions.start))


def test_turn__by_dice_is_what_the_card_makes() -> None:
    """The card was proven best before, by another way."""
    card = turn_distribution(RULES, LOW_HIGH.policy("card")).mean
    solved = solve("low-high", "turn")
    assert solved.value == pytest.approx(card, abs=1e-12)
    assert solved.solution.details["rolls_with_at_most"] == {
        "1": 12, "2": 7, "3": 0, "4": 0, "5": 0, "6": 0
    }  # fmt: skip


@every_scoring
def test_optimal_turn__makes_the_value_by_enumeration(rules: LowHighRules) -> None:
    few = rules.with_switches({"dice": 8})
    exact = turn_distribution(few, LOW_HIGH.policy("optimal-turn"))
    assert exact.mean == pytest.approx(best_for_points(few).value, abs=1e-12)
    for points in (3, 9, 14):
        policy = LOW_HIGH.policy(f"optimal-at-least:points={points}")
        made = turn_distribution(few, policy).of("points")
        chance = sum(share for value, share in made.items() if value >= points)
        assert chance == pytest.approx(best_for_at_least(few, points).value, abs=1e-12)


@every_scoring
@pytest.mark.parametrize(
    "games", [200_000, pytest.param(10_000_000, marks=pytest.mark.slow)], ids=("few", "many")
)
def test_optimal_turn__makes_the_value_by_simulation(rules: LowHighRules, games: int) -> None:
    for dice in (13, 5) if games < 1_000_000 else (13,):
        laws = rules.with_switches({"dice": dice})
        run = simulate("low-high", "optimal-turn", rules=laws, games=games, seed=31)
        points = run.estimate("points")
        assert abs(points.mean - best_for_points(laws).value) < LIMIT * points.std_error
        run = simulate("low-high", "optimal-at-least:points=7", rules=laws, games=games, seed=32)
        chance = best_for_at_least(laws, 7).value
        spread = np.sqrt(chance * (1 - chance) / games)
        assert abs(run.rate("points >= 7").mean - chance) < LIMIT * spread + 1e-12


def test_optimal_turn__the_check_can_fail() -> None:
    worse = simulate("low-high", "card:most=13/3/0/0/0/0", games=1_000_000, seed=31)
    points = worse.estimate("points")
    assert abs(points.mean - best_for_points(RULES).value) > LIMIT * points.std_error


@every_scoring
def test_turn__as_many_dice_as_there_can_be(rules: LowHighRules) -> None:
    most = rules.with_switches({"dice": 26})
    values = best_for_points(most)
    assert not np.isnan(values.best).any()
    run = simulate("low-high", "optimal-turn", rules=most, games=50_000, seed=33)
    points = run.estimate("points")
    assert abs(points.mean - values.value) < LIMIT * points.std_error
