"""The solved draw against brute force, enumeration of its policies, and simulation."""

from __future__ import annotations

from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest

from simulators.dice import faces_of, multisets
from simulators.engine import SimulationJob, outcomes_of
from simulators.killer import KILLER, KillerRules, attack_distribution, best_draw, draw_distribution
from simulators.killer.draw_states import GOALS, N_STATES, SUMS
from simulators.killer.objectives import OBJECTIVES
from simulators.killer.solve_draw import best_attack, draw_for, gain_worth, what_to_keep
from tests.killer.helpers import REPEATS, task

LIMIT = 4.5
CHOICES = [
    "optimal-draw",
    "optimal-draw:goal=at-least,sum=30",
    "optimal-draw:goal=at-least,sum=36",
    "optimal-draw:goal=exactly,sum=30",
    "optimal-draw:goal=exactly,sum=13",
    "optimal-draw:goal=strength",
]


def goal_of(choice: str):
    values = dict(KILLER.policy(choice).values)
    return values["goal"], values["sum"]


def worth_of(choice: str):
    """Say what a sum is worth, in words of its own."""
    goal, wanted = goal_of(choice)
    return {
        "mean": lambda s: float(s),
        "at-least": lambda s: 1.0 if s >= wanted else 0.0,
        "exactly": lambda s: 1.0 if s == wanted else 0.0,
        "strength": lambda s: s - 30.0 if s > 30 else 0.0,
    }[goal]


def by_brute_force(worth, n_dice: int, aside: int) -> float:
    """Try every set of dice, not only the highest, on every ordered roll."""
    if n_dice == 0:
        return worth(aside)
    after = {
        (k, total): by_brute_force(worth, n_dice - k, aside + total)
        for k in range(1, n_dice + 1)
        for total in range(k, 6 * k + 1)
    }
    total = 0.0
    for faces in product(range(1, 7), repeat=n_dice):
        total += max(
            after[k, sum(kept)] for k in range(1, n_dice + 1) for kept in combinations(faces, k)
        )
    return total / 6**n_dice


WORTHS = {
    "sum": float,
    "steep": lambda s: (s - 20.0) ** 3,
    "exactly 24": lambda s: float(s == 24),
    "falling": lambda s: -float(s),
    "up and down": lambda s: float(s * 7 % 11),
}


@pytest.mark.parametrize("worth", WORTHS.values(), ids=WORTHS.keys())
@pytest.mark.parametrize("aside", [3, 12, 18])
def test_draw__three_dice_by_brute_force(worth, aside):
    exact = by_brute_force(worth, 3, aside)
    assert best_draw(worth).value(3, aside) == pytest.approx(exact, rel=1e-12, abs=1e-14)


def test_draw__hoping_for_an_exact_sum_may_take_low_dice():
    """With 22 aside, 2 and 6 are worth nothing together, 2 alone a chance of a sixth."""
    best = best_draw(lambda s: s == 30)
    assert not best.grows
    assert max(best.options([6, 1], 22).values()) == pytest.approx(1 / 6)
    assert best.options([6, 1], 23) == {
        (6, 1): 1.0,
        (6,): pytest.approx(1 / 6),
        (1,): pytest.approx(1 / 6),
    }


def test_draw__published_expected_sums():
    best = best_draw(float)
    assert best.value() == pytest.approx(30.151976712752, abs=1e-11)
    assert best.value(2, 24) == pytest.approx(24 + 8 + 17 / 72, abs=1e-12)
    assert best.value(1, 6) == pytest.approx(9.5)
    for name in KILLER.policies:
        if name != "random":
            drawn = draw_distribution(KILLER.policy(name)).mean
            assert drawn <= best.value() + 1e-12


@pytest.mark.parametrize("choice", CHOICES)
def test_draw__the_policy_is_worth_what_the_solver_says(choice):
    """Each roll shown to the policy in plain Python, weighed by its chance."""
    worth = worth_of(choice)
    best = draw_for(*goal_of(choice))
    sums = draw_distribution(KILLER.policy(choice)).sums
    value = sum(worth(s) * float(chance) for s, chance in sums.items())
    assert value == pytest.approx(best.value(), abs=1e-12)
    chances = best.chances()
    assert sum(chances.values()) == pytest.approx(1, abs=1e-12)
    for s in SUMS:
        assert chances[s] == pytest.approx(float(sums.get(s, 0)), abs=1e-12)


@pytest.mark.parametrize("goal", GOALS)
def test_draw__other_goals_do_no_better(goal):
    best = draw_for(goal, 30).value()
    worth = worth_of(f"optimal-draw:goal={goal}")
    for other in GOALS:
        if other != goal:
            sums = draw_for(other, 30).chances()
            assert sum(worth(s) * chance for s, chance in sums.items()) < best - 1e-4


def z_of(choice: str, games: int, seed: int) -> float:
    worth = worth_of(choice)
    tally = SimulationJob(task("draw", [choice], seed=seed)).play_chunk(0, games)
    pairs = dict(tally.histograms[0].pairs())
    mean = sum(worth(s) * count for s, count in pairs.items()) / games
    square = sum(worth(s) ** 2 * count for s, count in pairs.items()) / games
    exact = draw_for(*goal_of(choice)).value()
    return (mean - exact) / sqrt((square - mean**2) / games)


@pytest.mark.parametrize("choice", CHOICES[:4])
def test_draw__simulation_hits_the_value(choice):
    assert abs(z_of(choice, 200_000, 41)) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("choice", CHOICES)
def test_draw__simulation_hits_the_value_over_ten_millions(choice):
    assert abs(z_of(choice, 10_000_000, 42)) < LIMIT


def test_draw__the_comparison_can_fail():
    tally = SimulationJob(task("draw", ["keep-at-least"], seed=41)).play_chunk(0, 200_000)
    mean = sum(s * count for s, count in tally.histograms[0].pairs()) / 200_000
    assert mean < draw_for("mean").value() - 4.5 * 3 / sqrt(200_000)


# --- attacks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("repeat", REPEATS)
def test_attack__the_policy_is_worth_what_the_solver_says(repeat):
    rules = KillerRules(repeat=repeat)
    turn = attack_distribution(KILLER.policy("optimal-draw"), rules, tolerance=1e-14)
    value = turn.mean_damage - turn.mean_loss
    assert value == pytest.approx(best_attack(rules).value(), abs=1e-9)
    for weight in (1, 3) if repeat == "new_strength" else (0, 1, 3, 10):
        other = attack_distribution(KILLER.policy(f"best-draw:weight={weight}"), rules)
        assert other.mean_damage - other.mean_loss < value + 1e-9


def test_attack__without_repeats_it_is_the_expected_sum_above_30():
    alone = best_attack(KillerRules(repeat="none")).value()
    assert alone == pytest.approx(draw_for("mean").value() - 30)


def test_attack__simulation_hits_the_value():
    for repeat in ("same_damage", "new_strength"):
        rules = KillerRules(repeat=repeat)
        found = outcomes_of(task("attack", ["optimal-draw"], rules, seed=8), 0, 200_000)["gain"]
        z = (found.mean() - best_attack(rules).value()) / (found.std() / sqrt(200_000))
        assert abs(z) < LIMIT


# --- what is told of a solution -------------------------------------------------------------------


@pytest.mark.parametrize("worth", [float, gain_worth(3.0)], ids=["sum", "attack"])
def test_what_to_keep__is_the_best_choice_of_every_roll(worth):
    best = best_draw(worth)
    table = what_to_keep(best)
    for n in range(2, 7):
        for counts in multisets(n):
            roll = faces_of(counts)[::-1]
            met = 1
            for entry in table[n]:
                asked = [int(face) for face in entry.split()]
                if all(face >= least for face, least in zip(roll, asked, strict=False)):
                    met = len(asked)
            options = best.options(roll, 6 - n)
            assert options[roll[:met]] == pytest.approx(max(options.values()), abs=1e-12)


def test_what_to_keep__for_the_expected_sum():
    table = what_to_keep(best_draw(float))
    assert table[2] == ["4 4"]
    assert table[3] == ["5 5", "5 5 4"]
    assert table[6][-2:] == ["6 6 5 5 5 4", "5 5 5 5 5 5"]


def test_objectives__report_value_states_and_chances():
    solve = OBJECTIVES["draw"].solve
    solution = solve(KillerRules(), {"dice": 6, "aside": 0})
    assert (solution.states, solution.residual) == (N_STATES, 0)
    told = solution.details
    assert told["below_30"] + told["exactly_30"] + told["above_30"] == pytest.approx(1)
    assert told["expected_total_of_dice"]["1"] == 3.5
    late = solve(KillerRules(), {"dice": 1, "aside": 25})
    assert late.value == 28.5
    asked = {"sum": 30, "dice": 6, "aside": 0}
    at_least = OBJECTIVES["at-least"].solve(KillerRules(), asked)
    assert at_least.value == pytest.approx(0.6744115343, abs=1e-10)
    assert OBJECTIVES["at-least"].policy({**asked, "sum": 33}).label == (
        "optimal-draw:goal=at-least,sum=33"
    )
    assert np.isfinite(at_least.tables["values"]).all()


@pytest.mark.parametrize(
    ("dice", "aside", "reason"),
    [
        (6, 1, "aside must be 0 with 6 of 6 dice still to roll, not 1"),
        (4, 13, "aside must be from 2 to 12 with 4 of 6 dice still to roll, not 13"),
        (0, 30, "dice must be from 1 to 6, not 0"),
    ],
)
def test_draw__impossible_states_are_refused(dice, aside, reason):
    with pytest.raises(ValueError, match=reason):
        best_draw(float).value(dice, aside)


def test_draw__worth_must_be_31_finite_numbers():
    with pytest.raises(ValueError, match="must be 31 numbers, of the sums 6 to 36, not 30"):
        best_draw(range(30))
    with pytest.raises(ValueError, match="must be finite for every sum"):
        best_draw(lambda s: float("nan") if s == 20 else 1.0)
