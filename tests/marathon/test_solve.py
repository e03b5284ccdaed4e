"""The solvers agree with plain recursion on short courses, and with each other where they meet."""

from __future__ import annotations

import numpy as np
import pytest

from simulators.marathon import MARATHON, MarathonRules
from simulators.marathon.answers import rolls_of
from simulators.marathon.solve_plans import best_plans, first_wins
from simulators.marathon.solve_race import race_values, solve_race
from simulators.marathon.solve_reply import SEATS, best_reply, reply_to, worth_of_finishing
from simulators.marathon.solve_turns import fewest_turns
from simulators.marathon.solve_within import best_chance_within
from simulators.marathon.times import finishing_times
from tests.marathon import brute
from tests.marathon.helpers import RULES

#: Short, with dead distances, with more dice than the published thresholds would give.
SHORT = [
    MarathonRules(distance=9),
    MarathonRules(distance=37),
    MarathonRules(distance=30, dice_from=(4, 1000, 1000)),
    MarathonRules(distance=140, dice_from=(10, 95, 1000), overshoot="stay"),
]
IDS = [f"{rules.distance}m" for rules in SHORT]
#: Chances of an opponent to finish in turn 0, 1, ...; sometimes he never does.
TIMES = np.array([0.0, 0.1, 0.0, 0.3, 0.2, 0.15, 0.0])


def objective(name: str, rules: MarathonRules, **given):
    found = MARATHON.objective(name)
    return found.solve(rules, found.complete(given))


@pytest.mark.parametrize("rules", SHORT, ids=IDS)
def test_turns__against_plain_recursion(rules):
    solution = objective("turns", rules)
    expected = brute.fewest_turns(rules)
    assert solution.tables["values"] == pytest.approx(np.array(expected), rel=1e-12)
    assert solution.value == pytest.approx(expected[-1], rel=1e-12)
    assert solution.states == sum(np.isfinite(expected)) - 1
    assert solution.residual < 1e-10


def test_turns__of_the_whole_marathon():
    solution = objective("turns", RULES)
    assert solution.value == pytest.approx(17.871092828, abs=1e-9)
    assert solution.details["dead_distances"] == 123
    assert np.isinf(solution.tables["values"][sorted(RULES.dead)]).all()
    assert 0 < solution.residual < 1e-11


@pytest.mark.parametrize("turns", [1, 2, 4])
@pytest.mark.parametrize("rules", SHORT, ids=IDS)
def test_within__against_plain_recursion(rules, turns):
    solution = objective("within", rules, turns=turns)
    assert solution.value == pytest.approx(brute.chance_within(rules, turns), abs=1e-14)
    assert solution.details["within_each_turn"][-1] == solution.value


def test_within__fewest_turns_possible():
    assert objective("within", RULES, turns=6).value == 0
    assert objective("within", RULES, turns=6).details["fewest_turns_possible"] is None
    assert objective("within", RULES, turns=8).details["fewest_turns_possible"] == 7
    far = MarathonRules(distance=600_000)
    assert objective("within", far, turns=3).value == 0


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("rules", SHORT, ids=IDS)
def test_reply__against_plain_recursion(rules, seat):
    """An opponent who is surely done in the end: what comes later is worth nothing."""
    times = np.append(TIMES, 1 - TIMES.sum())
    reply = best_reply(rules, times, seat)
    after = 1 - np.cumsum(times)
    before = np.append(1.0, after[:-1])
    worth = {"first": before, "second": after, "either": (before + after) / 2}[seat]
    assert worth_of_finishing(times, seat) == pytest.approx(worth)
    assert reply.value == pytest.approx(brute.chance_before(rules, worth[1:].tolist()), abs=1e-13)
    assert reply.residual == 0


def test_reply__its_finishing_times_earn_its_value():
    rules = MarathonRules(distance=1500)
    times, running = finishing_times(rules, MARATHON.policy("greedy"), 90)
    for seat in SEATS:
        reply = best_reply(rules, times, seat, running)
        worth = worth_of_finishing(times, seat)
        unfinished = 1 - reply.finishing.sum()
        earned = (reply.finishing * worth).sum() + unfinished * (1 - times.sum())
        assert earned == pytest.approx(reply.value, abs=1e-8)


def test_reply__against_one_who_never_finishes():
    reply = best_reply(MarathonRules(distance=40), np.zeros(30), "second")
    assert (reply.value, reply.residual) == pytest.approx((1, 0))


def test_reply__residual_bounds_what_a_short_look_ahead_misses():
    rules = MarathonRules(distance=37)
    policy = MARATHON.policy("optimal-turns")
    full = best_reply(rules, *_times(rules, policy, 400))
    for turns in (3, 10, 40):
        short = best_reply(rules, *_times(rules, policy, turns))
        assert 0 <= short.value - full.value <= short.residual + 1e-12
        assert short.residual > 0


def _times(rules, policy, turns):
    times, running = finishing_times(rules, policy, turns)
    return times, "first", running


@pytest.mark.parametrize(
    "times", [np.array([0.0]), np.array([0.0, -0.1, 0.3]), np.array([0.0, 0.8, 0.3])]
)
def test_reply__refuses_what_are_no_chances(times):
    with pytest.raises(ValueError, match="finishing must be chances"):
        best_reply(MarathonRules(distance=20), times, "first")


RACES = [
    MarathonRules(distance=7),
    MarathonRules(distance=14),
    MarathonRules(distance=18, dice_from=(7, 1000, 1000)),
]


@pytest.mark.parametrize("rules", RACES, ids=lambda rules: f"{rules.distance}m")
def test_race__against_plain_sweeps(rules):
    solution = objective("race", rules)
    wins = solution.tables["wins"]
    found = brute.race(rules, 600)
    for (a, b), chance in found.items():
        if a in rules.dead and b in rules.dead:
            assert wins[a, b] == 0.5
        else:
            assert wins[a, b] == pytest.approx(chance, abs=1e-6), (a, b)
    n = rules.distance
    assert solution.value == wins[n, n]
    assert solution.residual < 1e-14
    assert solution.details["positions_where_nobody_moves"] == 0


def test_race__its_values_are_a_fixed_point():
    """W(a, b), checked with numbers written out by the reference."""
    solution = race_values(RULES, 2000)
    wins = solution.tables["wins"]
    assert wins.shape == (2001, 2001)
    assert solution.details["positions_where_nobody_moves"] == 0
    assert solution.residual < 1e-13
    picks = np.random.default_rng(5).integers(1, 2001, (60, 2)).tolist()
    for a, b in [*picks, (9, 9), (11, 5), (111, 1500), (1111, 12), (2000, 2000), (1999, 3)]:
        if a in RULES.dead or b in RULES.dead:
            assert wins[a, b] == (1 + (b in RULES.dead) - (a in RULES.dead)) / 2
            continue
        rolls, expected = rolls_of(RULES.dice(a)), 0.0
        for formed, chance in zip(rolls.numbers, rolls.chances, strict=True):
            reached = [wins[b, a - number] for number in formed if number <= a]
            expected += chance * (1 - min([wins[b, a], *reached]))
        assert wins[a, b] == pytest.approx(expected, abs=1e-12), (a, b)


def test_race__the_end_does_not_depend_on_the_beginning():
    short = solve_race(MarathonRules(distance=700), 700)
    assert np.array_equal(short.tables["wins"], race_values(RULES, 2000).tables["wins"][:701, :701])


@pytest.mark.parametrize("distance", [9, 60, 700])
def test_plans__lie_within_the_bounds_of_the_race(distance):
    rules = MarathonRules(distance=distance)
    plans, race = best_plans(rules), objective("race", rules).value
    assert plans.details["race_at_least"] <= race <= plans.details["race_at_most"]
    assert plans.details["race_at_least"] <= plans.value <= plans.details["race_at_most"]
    assert plans.residual <= 5e-7


def test_plans__no_policy_does_better_against_them():
    rules = MarathonRules(distance=1700)
    plans = best_plans(rules)
    first, second = plans.tables["first"], plans.tables["second"]
    turns = first.size - 1
    assert first_wins(first, second) == pytest.approx(plans.value, abs=plans.residual + 1e-7)
    for text in ("optimal-turns", "safe:least=0.02", "keep-clear", "greedy", "deadline:turns=9"):
        other, _ = finishing_times(rules, MARATHON.policy(text), turns)
        assert first_wins(other, second) <= plans.value + plans.residual + 1e-9
        assert first_wins(first, other) >= plans.value - plans.residual - 1e-7


def test_reply__is_at_least_as_good_as_the_opponent_himself():
    rules = MarathonRules(distance=2500)
    for text in ("optimal-turns", "greedy", "keep-clear"):
        assert reply_to(rules, MARATHON.policy(text), "either").value >= 0.5


@pytest.mark.parametrize(
    ("name", "switches", "options", "reason"),
    [
        ("race", {}, {}, "billion positions would take 28 GB .* up to 3,000 metres"),
        ("within", {"distance": 10**6}, {"turns": 100}, "option turns must be smaller"),
        ("reply", {"distance": 500_000}, {}, "have to look farther ahead than the 32 turns"),
        ("plans", {"distance": 500_000}, {}, "have to look farther ahead"),
        ("reply", {"distance": 50}, {"opponent": "random"}, "random flips coins"),
    ],
)
def test_objectives__refuse_what_they_cannot_solve(name, switches, options, reason):
    with pytest.raises(ValueError, match=reason):
        objective(name, MarathonRules(**switches), **options)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("within", {"turns": 0}, "option turns must be an integer from 1 to 100"),
        ("reply", {"opponent": "nosuch"}, "option opponent must be a policy .* unknown policy"),
        ("reply", {"opponent": "best-reply"}, "other than best-reply"),
        ("reply", {"opponent": 7}, "option opponent must be a policy"),
        ("reply", {"seat": "third"}, "option seat must be first or second or either"),
        ("turns", {"turns": 3}, "unknown option of objective turns 'turns'"),
    ],
)
def test_objectives__refuse_options(name, options, reason):
    with pytest.raises((ValueError, TypeError), match=reason):
        MARATHON.objective(name).complete(options)


def test_solutions__are_kept_by_rules_and_options():
    assert fewest_turns(RULES) is fewest_turns(MARATHON.rules())
    assert best_chance_within(RULES, 3) is not best_chance_within(RULES, 4)


def test_solutions__do_not_depend_on_what_becomes_of_who_overshoots():
    """But for a reply to one who does."""
    lenient = MarathonRules(distance=300, overshoot="stay")
    strict = MarathonRules(distance=300)
    assert fewest_turns(lenient) is fewest_turns(strict)
    assert race_values(lenient, 200) is race_values(strict, 200)
    safe, blunder = MARATHON.policy("safe"), MARATHON.policy("blunder")
    assert reply_to(lenient, safe, "first") is reply_to(strict, safe, "first")
    assert reply_to(lenient, blunder, "first").value < reply_to(strict, blunder, "first").value
