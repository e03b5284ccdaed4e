"""Built-in policies, decision by decision."""

from __future__ import annotations

import numpy as np
import pytest

from simulators.engine import outcomes_of
from simulators.marathon import MARATHON, MarathonRules, Numbers, Runner
from simulators.marathon.distances import numbers_of
from simulators.marathon.footing import (
    DEAD,
    GOOD,
    GOOD_BLOCKED,
    POOR,
    POOR_BLOCKED,
    footing,
)
from simulators.marathon.reference import formed_by
from simulators.marathon.values import chances_in_time, turns_to_finish
from tests.marathon.helpers import RULES, task


def choice(text: str, left: int, *faces: int, rules=RULES, turn=1, noise=0) -> int | None:
    """How far a policy runs; ``None`` where it stays."""
    policy = MARATHON.policy(text)
    numbers = formed_by(faces)
    assert len(faces) == rules.dice(left)
    runner = Runner(left, len(faces), turn, 0, 0, noise)
    own = policy.numbers("choose", rules)
    answer = policy.decide("choose", runner, Numbers(len(numbers), numbers), numbers=own)
    return None if answer == -1 else numbers[answer]


def test_greedy__runs_the_largest_that_fits():
    assert choice("greedy", 42_195, 2, 2, 3, 6) == 6322
    assert choice("greedy", 5000, 2, 2, 3, 6) == 3622
    assert choice("greedy", 3262, 2, 2, 3, 6) == 3262
    assert choice("greedy", 2000, 2, 2, 3, 6) is None


def test_greedy__does_not_mind_dead_distances():
    assert choice("greedy", 31, 1, 2) == 21
    assert choice("greedy", 7, 6) == 6


def test_safe__never_enters_a_dead_distance():
    assert choice("safe", 31, 1, 2) == 12  # 21 would leave 10
    assert choice("safe", 121, 1, 1, 1) is None  # so would 111
    assert choice("safe", 2111, 1, 1, 1, 1) is None  # 1000
    assert choice("safe", 2222, 1, 1, 1, 1) == 1111  # 1111 can be finished
    assert choice("safe", 42_195, 2, 2, 3, 6) == 6322


def test_safe__avoids_distances_that_are_hard_to_leave():
    """From 1111 only 1111 leads on, one roll in 1296; from 111 one in 216."""
    assert choice("safe:least=0.0007", 2222, 1, 1, 1, 1) == 1111
    assert choice("safe:least=0.0008", 2222, 1, 1, 1, 1) is None
    assert choice("safe:least=0.004", 222, 1, 1, 1) == 111
    assert choice("safe:least=0.005", 222, 1, 1, 1) is None
    assert choice("safe:least=0.2", 8, 6) == 6  # 2 m left: a 1 or a 2 leads on
    assert choice("safe:least=0.2", 7, 6) is None  # 1 m left: only a 1 does
    assert choice("safe:least=0.2", 6, 6) == 6  # the finish is always good


def test_safe__takes_what_it_gets_where_nothing_is_good():
    """With least=1, from 1111 nothing but the finish is left."""
    rules = MarathonRules(distance=2222)
    for least in (0.0, 0.5, 1.0):
        found = outcomes_of(task("solo", [f"safe:least={least}"], rules), 0, 40)
        assert set(found["status"]) == {0}
        assert set(found["finished"]) == {1}


@pytest.mark.parametrize("least", [0.0, 0.01, 0.2, 0.6, 1.0])
def test_safe__always_can_go_on(least):
    """From every distance that it may come to, some roll leads on."""
    grades = footing(RULES, least)
    assert set(np.flatnonzero(grades == DEAD)) == RULES.dead
    assert grades[0] == GOOD
    if least == 0:
        assert set(np.unique(grades)) == {DEAD, GOOD}
    for left in (*range(1, 1300), 2222, 5432, 7777, 42_195):
        if left in RULES.dead:
            continue
        numbers = [n for n in numbers_of(RULES.dice(left)) if n <= left]
        good = [n for n in numbers if grades[left - n] >= GOOD]
        blocked = grades[left] in (POOR_BLOCKED, GOOD_BLOCKED)
        assert blocked == (not good)
        assert any(grades[left - n] != DEAD for n in numbers)


def test_safe__grades_by_the_share_of_rolls_that_lead_on():
    for left, share in ((1, 1 / 6), (2, 2 / 6), (6, 1), (11, 1 / 36), (12, 3 / 36), (111, 1 / 216)):
        assert footing(RULES, share)[left] in (GOOD, GOOD_BLOCKED), left
        if share < 1:
            assert footing(RULES, share + 1e-6)[left] in (POOR, POOR_BLOCKED), left


def test_lookahead__goes_where_the_finish_is_nearest_in_turns():
    values = turns_to_finish(RULES)
    for left, faces in ((4321, (4, 2, 1, 1)), (777, (5, 1, 3)), (60, (3, 4)), (9, (5,))):
        reached = {n: values[left - n] for n in formed_by(faces) if n <= left}
        best = min(reached, key=reached.get, default=None)
        expected = best if best is not None and reached[best] < values[left] else None
        assert choice("lookahead", left, *faces) == expected


def test_lookahead__waits_rather_than_move_to_where_it_is_no_better():
    """From 1 to 6 m the finish takes six turns on average, wherever one is."""
    assert choice("lookahead", 6, 5) is None
    assert choice("lookahead", 6, 6) == 6
    assert choice("lookahead", 8, 6) == 6


def test_lookahead__never_gets_stuck_unless_that_is_cheap():
    assert choice("lookahead", 31, 1, 2) != 21
    assert choice("lookahead:stuck_cost=0", 31, 1, 2) == 21
    assert outcomes_of(task("solo", ["lookahead"]), 0, 3000)["stuck"].sum() == 0
    assert outcomes_of(task("solo", ["lookahead:stuck_cost=0"]), 0, 3000)["stuck"].sum() > 2000


def test_deadline__goes_for_the_best_chance_to_be_in_time():
    """With one turn left after this one, 5 m is as good as 1, and 7 is hopeless."""
    chances = chances_in_time(RULES, 4)
    assert choice("deadline:turns=2", 9, 3, turn=1) == 3  # to 6 m: 1/6; at 9 it's 0
    assert chances[1, 6] == pytest.approx(1 / 6)
    assert chances[1, 7] == 0
    assert choice("deadline:turns=1", 3, 3) == 3
    assert choice("deadline:turns=3", 9, 3, turn=1) == 3  # two turns left: 11/36 from 6 m
    assert chances[2, 6] == pytest.approx(11 / 36)


def test_deadline__does_as_lookahead_does_once_it_is_too_late():
    for left, faces in ((4321, (4, 2, 1, 1)), (777, (5, 1, 3)), (60, (3, 4)), (9, (5,)), (6, (5,))):
        late = choice("deadline:turns=3", left, *faces, turn=4)
        assert late == choice("lookahead", left, *faces)


def test_deadline__is_most_often_in_time():
    def in_time(policy: str) -> float:
        found = outcomes_of(task("solo", [policy]), 0, 40_000)
        return np.mean((found["turns"] <= 12) & (found["finished"] == 1))

    best = in_time("deadline:turns=12")
    assert all(best > in_time(other) for other in ("greedy", "safe", "lookahead"))
    assert best == pytest.approx(chances_in_time(RULES, 12)[12, 42_195], abs=0.011)


def test_blunder__runs_past_the_finish():
    assert choice("blunder", 5000, 2, 2, 3, 6) == 6322
    assert choice("blunder", 5, 6) == 6


def test_blunder__careless_now_and_then():
    assert choice("blunder:carelessness=0", 5000, 2, 2, 3, 6) == 3622
    assert choice("blunder:carelessness=0.25", 5000, 2, 2, 3, 6, noise=0) == 6322
    assert choice("blunder:carelessness=0.25", 5000, 2, 2, 3, 6, noise=2**62) == 3622
    found = outcomes_of(task("solo", ["blunder:carelessness=0"]), 0, 2000)
    greedy = outcomes_of(task("solo", ["greedy"]), 0, 2000)
    assert all(np.array_equal(found[name], greedy[name]) for name in found)
    out = [
        outcomes_of(task("solo", [f"blunder:carelessness={c}"]), 0, 4000)["eliminated"].mean()
        for c in (0, 0.05, 0.3, 1)
    ]
    assert out == sorted(out) and out[0] == 0 < out[1]


def test_random__takes_each_number_that_fits_or_none_alike():
    n = 12_000
    seen = [choice("random", 3000, 2, 2, 3, 6, noise=i * (2**63 // n)) for i in range(n)]
    fitting = [number for number in formed_by((2, 2, 3, 6)) if number <= 3000]
    assert set(seen) == {None, *fitting}
    for number in (None, *fitting):
        assert abs(seen.count(number) - n / (len(fitting) + 1)) <= 1
    assert choice("random", 3000, 4, 4, 4, 4, noise=2**62) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("safe:least=1.5", "parameter least must be a number from 0 to 1"),
        ("lookahead:stuck_cost=-1", "stuck_cost must be an integer from 0 to 1000000 or never"),
        ("deadline:turns=0", "turns must be an integer from 1 to 40"),
        ("blunder:carelessness=often", "carelessness must be a number"),
        ("greedy:least=0", "unknown parameter of policy greedy 'least'"),
        ("gredy", "unknown policy 'gredy': choose from greedy"),
    ],
)
def test_policy_text__is_refused_by_name(text, reason):
    with pytest.raises(ValueError, match=reason):
        MARATHON.policy(text)


def test_only_blunder__ever_runs_past_the_finish():
    for name in MARATHON.policies:
        found = outcomes_of(task("solo", [name]), 0, 3000)
        assert (found["eliminated"].sum() > 0) == (name == "blunder"), name
        assert (found["stuck"].sum() > 0) == (name in ("greedy", "blunder", "random")), name
