"""The race of two at its best against brute force, and against matches of its own policy."""

from __future__ import annotations

from math import sqrt

import pytest

from analysis import match, simulate, solve
from simulators.low_high import LOW_HIGH, LowHighRules
from simulators.low_high.objectives import stored_race
from simulators.low_high.solve_race import FLOOR_ERROR, check_size
from tests.low_high.brute_solver import brute_race
from tests.low_high.helpers import DESCENDING, PIPS, RULES

LIMIT = 4.5


@pytest.mark.parametrize(
    ("rules", "lowest"),
    [
        (LowHighRules(dice=2, target=4), 0),
        (LowHighRules(dice=3, target=4), -7),
        (LowHighRules("pips", dice=3, target=9), -4),
        (LowHighRules("pips", "descending", dice=3, target=9), -4),
    ],
    ids=str,
)
def test_race__equals_brute_force(rules: LowHighRules, lowest: int) -> None:
    solution = stored_race(rules)
    brute = brute_race(rules, lowest)
    assert solution.value == pytest.approx(brute[0, 0], abs=1e-7)
    floor, win = solution.details["lowest_total"], solution.tables["win"]
    for (own, other), chance in brute.items():
        if own >= 0 and other >= 0:
            assert win[own - floor, other - floor] == pytest.approx(chance, abs=1e-7)


def test_race__one_die_makes_a_point_a_turn() -> None:
    assert stored_race(LowHighRules(dice=1, target=3)).value == 1.0


def test_race__of_the_published_game() -> None:
    solved = solve("low-high", "race")
    assert solved.value == pytest.approx(0.65986058502, abs=1e-10)
    assert solved.solution.residual < 1e-10
    assert solved.solution.details["error_of_lowest_total"] < FLOOR_ERROR
    assert solved.solution.details["second_player"] == pytest.approx(1 - solved.value)


def test_race__from_any_totals() -> None:
    assert solve("low-high", "race", first=27, second=29).value == pytest.approx(1, abs=1e-12)
    assert solve("low-high", "race", first=-4, second=10).value < 0.05
    with pytest.raises(ValueError, match="option first must be from -11, the lowest"):
        solve("low-high", "race", first=-12)
    with pytest.raises(ValueError, match=r"option second must be from -11.* target, 30, not 30"):
        solve("low-high", "race", second=30)


def test_race__a_higher_total_is_never_worse() -> None:
    win = stored_race(RULES).tables["win"]
    assert (win[1:] >= win[:-1] - 1e-10).all()
    assert (win[:, 1:] <= win[:, :-1] + 1e-10).all()


@pytest.mark.parametrize(
    ("rules", "games"),
    [
        (RULES, 200_000),
        (LowHighRules(dice=4, target=9), 200_000),
        (LowHighRules("pips", dice=5, target=20), 200_000),
        (LowHighRules("pips", "descending", dice=5, target=20), 200_000),
        pytest.param(RULES, 10_000_000, marks=pytest.mark.slow),
        pytest.param(PIPS, 10_000_000, marks=pytest.mark.slow),
        pytest.param(DESCENDING, 10_000_000, marks=pytest.mark.slow),
    ],
)
def test_optimal_race__wins_as_often_as_solved(rules: LowHighRules, games: int) -> None:
    played = match("low-high", ["optimal-race"] * 2, rules=rules, games=games, seed=41)
    chance = stored_race(rules).value
    won = played.seats().iloc[0]["win_rate"]
    assert abs(won - chance) < LIMIT * sqrt(chance * (1 - chance) / games)


def test_optimal_race__the_check_can_fail() -> None:
    """Racing by points alone loses what can be seen at once."""
    played = match("low-high", ["optimal-race", "optimal-turn"], games=200_000, seed=41)
    won = played.summary().iloc[0]["win_rate"]
    assert won - 0.5 > LIMIT * sqrt(0.25 / 200_000)


def test_optimal_race__plays_for_points_where_no_match_is_on() -> None:
    runs = [
        simulate("low-high", name, games=20_000, seed=5)
        for name in ("optimal-race", "optimal-turn")
    ]
    assert runs[0].estimate("points") == runs[1].estimate("points")


def test_optimal_race__takes_the_best_of_three_for_the_only_opponent() -> None:
    played = match("low-high", ["optimal-race", "optimal-turn", "card"], games=300_000, seed=6)
    rates = list(played.summary()["win_rate"])
    assert rates[0] > max(rates[1:])


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"scoring": "pips", "target": 60}, "isn't solved"),
        ({"target": 1000}, "isn't solved: at most"),
        ({"scoring": "pips", "dice": 26}, "dice=26 and scoring=pips has"),
    ],
)
def test_race__refuses_what_takes_too_long(switches: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_size(LOW_HIGH.rules(switches=switches))
    with pytest.raises(ValueError, match=reason):
        solve("low-high", "race", switches=switches)
