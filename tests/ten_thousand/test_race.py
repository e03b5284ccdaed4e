"""The race of two against plain recursion, published figures and simulation of its own policy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis.solving import solve
from simulators.engine import outcomes_of
from simulators.game import Task
from simulators.outcomes import FINISHED
from simulators.ten_thousand import TEN_THOUSAND, TenThousandRules
from simulators.ten_thousand.race import empty_values, solve_race
from simulators.ten_thousand.race_final import final_turn
from simulators.ten_thousand.race_solution import race_solution
from tests.ten_thousand.brute_race import BruteRace

#: A game of few counters: 1s and 5s are worth 100, three 6s 300.
TINY: dict[str, Any] = {
    "target": 600,
    "opening": 0,
    "play_on": "never",
    "straight": None,
    "three_pairs": None,
    "singles": (100, 0, 0, 0, 100, 0),
    "three_of_a_kind": (0, 0, 0, 0, 0, 300),
    "four_of_a_kind": (0,) * 6,
    "five_of_a_kind": (0,) * 6,
    "six_of_a_kind": (0,) * 6,
}
CAP = 5000  # hardly ever reached: the plain recursion is right to some 1e-8

SMALL_GAMES: list[dict[str, Any]] = [
    {"play_on": "always", "opening": 200},
    {"play_on": 200, "hot_dice": "optional"},
    {"finish": "exact", "play_on": "always"},
    {"finish": "exact", "opening": 300, "set_aside": "choose", "hot_dice": "optional"},
    {"finish": "first", "set_aside": "choose", "min_bank": 300},
]
MORE_SMALL_GAMES: list[dict[str, Any]] = [
    {},
    {"min_bank": 300, "play_on": "always"},
    {"play_on": 200, "hot_dice": "optional", "set_aside": "choose"},
    {"min_bank": 300, "set_aside": "choose"},
    {"finish": "exact", "play_on": 200, "set_aside": "choose"},
    {"finish": "first", "play_on": "always", "opening": 200},
    {"finish": "first", "hot_dice": "optional", "play_on": 200},
    {"nothing": 200, "hot_dice": "optional", "finish": "first"},
    {"nothing": 200, "hot_dice": "optional", "play_on": "always"},
]


def rules_of(preset: str, switches: dict[str, Any] | None = None) -> TenThousandRules:
    rules = TEN_THOUSAND.rules(preset, switches)
    assert isinstance(rules, TenThousandRules)
    return rules


def small(switches: dict[str, Any]) -> TenThousandRules:
    return TenThousandRules(**{**TINY, **switches})


@pytest.mark.parametrize(
    "switches",
    [*SMALL_GAMES, *(pytest.param(more, marks=pytest.mark.slow) for more in MORE_SMALL_GAMES)],
    ids=str,
)
def test_win__equals_plain_recursion(switches: dict[str, Any]) -> None:
    rules = small(switches)
    plain = BruteRace(rules, CAP)
    solved = solve_race(rules).win
    for (own, their), chance in plain.fresh.items():
        assert solved[own // 100, their // 100] == pytest.approx(chance, abs=1e-7)
    assert len(plain.fresh) == solved.size


def test_win__differs_where_a_rule_does() -> None:
    values = {str(switches): solve_race(small(switches)).win[0, 0] for switches in SMALL_GAMES}
    assert len({round(value, 9) for value in values.values()}) == len(values)


@pytest.mark.parametrize("switches", [{}, {"play_on": "always"}], ids=str)
def test_win__is_the_same_on_any_number_of_threads(switches: dict[str, Any]) -> None:
    rules = TenThousandRules(**{"target": 2000, "opening": 300, "play_on": "never", **switches})
    one, three = (solve_race(rules, threads=threads) for threads in (1, 3))
    assert np.array_equal(one.win, three.win)
    assert np.array_equal(one.offers, three.offers)


def test_win__down_to_a_sum_equals_the_whole() -> None:
    rules = TenThousandRules(target=2000, opening=300)
    whole, part = solve_race(rules), solve_race(rules, least_sum=50)
    scores = np.add.outer(np.arange(40), np.arange(40))
    assert np.array_equal(part.win[scores >= 50], whole.win[scores >= 50])
    assert np.isnan(part.win[scores < 50]).all()


def test_win__nobody_wins_where_nobody_can_finish() -> None:
    # From 300, 200 are needed and 500 is all that a straight brings; nothing else scores.
    stuck = {
        **TINY, "finish": "exact", "singles": (0,) * 6, "three_of_a_kind": (0,) * 6,
        "straight": 500, "target": 1000, "hot_dice": "forced",
    }  # fmt: skip
    values = solve_race(TenThousandRules(**stuck))
    assert values.win.tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_final_turn__counts_every_way_to_pass_with_a_die() -> None:
    # One die, 100 behind: a 5 leaves 50 to a tie, a 1 ties; both are hot dice and must be rolled.
    roll, _ = final_turn(TenThousandRules(play_on="never"))
    assert roll[0, 3, 1] == pytest.approx(roll[0, 1, 6] / 6 + roll[0, 2, 6] / 6)
    assert roll[0, 0, 1] == pytest.approx(roll[0, 0, 6] / 3)
    assert (np.diff(roll[0, :, 6]) <= 0).all()
    assert roll[0, -1, 6] < 1e-17


def test_cardgames_io__the_first_player_wins_as_often_as_published() -> None:
    # 53.3 %, shared by M. Busche for Farkle as played on cardgames.io, optimal play of both.
    solution = race_solution(rules_of("cardgames-io"))
    assert round(100 * solution.value, 1) == 53.3
    assert solution.residual < 1e-12


@pytest.mark.parametrize(
    ("preset", "switches", "value"),
    [
        ("10000", {"play_on": "never"}, 0.5275770102),
        ("10000", {}, 0.5189774486),
        pytest.param("15000", {"play_on": "never"}, 0.5186394499, marks=pytest.mark.slow),
        ("15000", {}, 0.5206289107),
    ],
)
def test_value__of_the_games_themselves(
    preset: str, switches: dict[str, Any], value: float
) -> None:
    solution = race_solution(rules_of(preset, switches))
    assert solution.value == pytest.approx(value, abs=1e-10)
    assert solution.residual < 1e-12


SIMULATED = [
    ("10000", {}),
    ("15000", {}),
    ("10000", {"target": 2000, "opening": 300, "set_aside": "choose", "min_bank": 200}),
    ("10000", {"target": 2000, "opening": 300, "finish": "first", "hot_dice": "optional"}),
    ("15000", {"target": 2000, "play_on": 500, "set_aside": "choose"}),
]


def first_seat(
    rules: TenThousandRules, policies: tuple[str, str], games: int, seed: int = 1
) -> tuple[float, float]:
    """Share of points that the player in the first seat makes, and its standard error."""
    chosen = tuple(TEN_THOUSAND.policy(policy) for policy in policies)
    task = Task(TEN_THOUSAND, "match", rules, chosen, seed, rotate=False)
    outcomes = outcomes_of(task, 0, games)
    assert (outcomes["status"] == FINISHED).all()
    winners = outcomes["result"] // 2
    points = np.where(winners == 1, 1.0, np.where(winners == 3, 0.5, 0.0))
    return float(points.mean()), float(points.std() / games**0.5)


def check_simulation(preset: str, switches: dict[str, Any], games: int) -> None:
    rules = rules_of(preset, switches)
    mean, error = first_seat(rules, ("optimal-race", "optimal-race"), games)
    assert abs(mean - race_solution(rules).value) < 4.5 * error


@pytest.mark.parametrize(("preset", "switches"), SIMULATED, ids=str)
def test_policy__hits_the_value(preset: str, switches: dict[str, Any]) -> None:
    check_simulation(preset, switches, 100_000)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "switches"), [*SIMULATED, ("cardgames-io", {})], ids=str)
def test_policy__hits_the_value_at_length(preset: str, switches: dict[str, Any]) -> None:
    check_simulation(preset, switches, 10_000_000)


@pytest.mark.parametrize("preset", ["10000", "15000"])
def test_policy__beats_every_other(preset: str) -> None:
    rules = rules_of(preset)
    others = [name for name in TEN_THOUSAND.policies if name != "optimal-race"]
    assert len(others) >= 6
    for other in others:
        ahead, error = first_seat(rules, ("optimal-race", other), 20_000)
        behind, _ = first_seat(rules, (other, "optimal-race"), 20_000)
        assert (ahead + 1 - behind) / 2 > 0.5 + 3 * error / 2**0.5, other


def test_solve__tells_the_unit_of_its_value() -> None:
    told = solve("10000", "race", switches={"target": 2000, "opening": 300}).as_dict()
    assert (told["unit"], told["step"], told["policy"]) == ("probability", 50, "optimal-race")


def test_policy__leaves_a_penalty_out_and_refuses_what_has_no_solution() -> None:
    policy = TEN_THOUSAND.policy("optimal-race")
    short = {"target": 2000, "opening": 300}
    without, with_it = (rules_of("10000", {**short, "farkle_penalty": p}) for p in (0, 500))
    assert np.array_equal(policy.numbers("bank", without), policy.numbers("bank", with_it))
    with pytest.raises(ValueError, match="too long to be solved"):
        policy.numbers("bank", rules_of("10000", {"target": 60_000}))


def test_refused__what_is_too_long_or_has_a_penalty() -> None:
    with pytest.raises(ValueError, match="a race to 50000 in steps of 50 is too long to be solved"):
        empty_values(TenThousandRules(target=50_000))
    with pytest.raises(ValueError, match="no exact solution here with switch farkle_penalty=500"):
        empty_values(rules_of("zilch"))
    with pytest.raises(ValueError, match=r"takes too much memory, 4.3 GB: set play_on to never"):
        empty_values(TenThousandRules(target=30_000))
