"""The solved policies play what the solvers promise, alone and in matches."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from simulators.engine import SimulationJob, outcomes_of
from simulators.marathon import MARATHON, MarathonRules, Numbers, Runner, outlook
from simulators.marathon.reference import formed_by
from simulators.marathon.solve_race import race_values
from tests.marathon.helpers import RULES, task

LIMIT = 4.5
GAMES = 200_000
MANY = 10_000_000
SHORT = MarathonRules(distance=1500)


def solved(name: str, rules=RULES, **given):
    found = MARATHON.objective(name)
    options = found.complete(given)
    return found.solve(rules, options).value, found.policy(options)


def z_of(mean: float, spread: float, games: int, value: float) -> float:
    return (mean - value) / (spread / sqrt(games))


def turns_z(games: int, rules=RULES) -> float:
    value, policy = solved("turns", rules)
    tally = SimulationJob(task("solo", [policy], rules, seed=31)).play_chunk(0, games)
    pairs = np.array(list(tally.histograms[0].pairs()))
    assert tally.truncated == 0
    mean, square = (pairs[:, 0] ** power @ pairs[:, 1] / games for power in (1, 2))
    return z_of(mean, sqrt(square - mean**2), games, value)


def within_z(games: int, turns: int, against: int | None = None) -> float:
    value, policy = solved("within", turns=turns)
    if against is not None:
        value, _ = solved("within", turns=against)
    tally = SimulationJob(task("solo", [policy], seed=32)).play_chunk(0, games)
    in_time = sum(n for turn, n in tally.histograms[0].pairs() if turn <= turns)
    return z_of(in_time / games, sqrt(value * (1 - value)), games, value)


def win_z(games: int, value: float, policies, rules, rotate: bool) -> float:
    job = SimulationJob(task("match", policies, rules, seed=33, rotate=rotate))
    tally = job.play_chunk(0, games)
    won = sum(n for code, n in tally.histograms[0].pairs() if code // 2 == 0b01)
    return z_of(won / games, sqrt(value * (1 - value)), games, value)


def reply_z(games: int, opponent: str, seat: str, rules=SHORT) -> float:
    value, policy = solved("reply", rules, opponent=opponent, seat=seat)
    seats = [policy, opponent] if seat != "second" else [opponent, policy]
    if seat == "second":
        return win_z(games, 1 - value, seats, rules, rotate=False)
    return win_z(games, value, seats, rules, rotate=seat == "either")


def race_z(games: int, rules=SHORT) -> float:
    value, policy = solved("race", rules)
    return win_z(games, value, [policy, policy], rules, rotate=False)


def test_simulation__hits_the_solvers_values():
    assert abs(turns_z(GAMES)) < LIMIT
    assert abs(within_z(GAMES, 14)) < LIMIT
    assert abs(race_z(GAMES)) < LIMIT


@pytest.mark.parametrize("seat", ["first", "second", "either"])
def test_simulation__hits_the_value_of_a_reply(seat):
    assert abs(reply_z(GAMES, "safe:least=0.02", seat)) < LIMIT


def test_simulation__would_be_told_from_another_value():
    """The bound can fail."""
    assert abs(within_z(GAMES, 14, against=13)) > LIMIT
    value, policy = solved("reply", SHORT, opponent="greedy", seat="first")
    assert abs(win_z(GAMES, value, [policy, "optimal-turns"], SHORT, rotate=False)) > LIMIT


@pytest.mark.slow
def test_simulation__hits_the_solvers_values_at_ten_million_games():
    assert abs(turns_z(MANY)) < LIMIT
    assert abs(within_z(MANY, 12)) < LIMIT
    assert abs(reply_z(MANY, "optimal-turns", "either", RULES)) < LIMIT
    assert abs(reply_z(MANY, "greedy", "first")) < LIMIT
    assert abs(race_z(MANY)) < LIMIT


def test_optimal_turns__takes_exactly_its_value():
    value, policy = solved("turns")
    assert outlook(RULES, policy).turns[42_195] == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize(
    ("one", "other"),
    [("optimal-turns", "lookahead"), ("optimal-within:turns=11", "deadline:turns=11")],
)
def test_optimal__plays_as_the_policy_of_the_other_name(one, other):
    found, same = (outcomes_of(task("solo", [name]), 0, 3000) for name in (one, other))
    assert all(np.array_equal(found[name], same[name]) for name in found)


def test_optimal__alone_as_for_fewest_turns():
    """Without an opponent in sight, `optimal-race` runs for itself."""
    for rules in (RULES, SHORT):
        found, same = (
            outcomes_of(task("solo", [name], rules), 0, 2000)
            for name in ("optimal-race", "optimal-turns")
        )
        assert all(np.array_equal(found[name], same[name]) for name in found)


def choice(
    text: str, left: int, *faces: int, rules=RULES, turn=1, rivals=0, rival_left=0
) -> int | None:
    policy = MARATHON.policy(text)
    numbers = formed_by(faces)
    runner = Runner(left, len(faces), turn, rivals, rival_left, 0)
    own = policy.numbers("choose", rules)
    answer = policy.decide("choose", runner, Numbers(len(numbers), numbers), numbers=own)
    return None if answer == -1 else numbers[answer]


def test_optimal_race__runs_to_where_the_opponent_has_least_chance():
    wins = race_values(RULES, 2000).tables["wins"]
    differs = 0
    for left, them, faces in (
        (1800, 3, (1, 1, 3, 5)),
        (1800, 1900, (1, 1, 3, 5)),
        (12, 2, (1, 1)),
        (12, 99, (1, 1)),
        (27, 1, (1, 2)),
        (27, 1500, (1, 2)),
        (640, 5, (4, 3, 3)),
    ):
        reached = {n: wins[them, left - n] for n in formed_by(faces) if n <= left}
        best = min(reached, key=reached.get)
        expected = best if reached[best] < wins[them, left] else None
        assert choice("optimal-race", left, *faces, rivals=1, rival_left=them) == expected
        differs += expected != choice("optimal-turns", left, *faces)
    assert differs > 0


def test_optimal_race__far_from_the_finish_minds_itself():
    for left, them in ((1800, 2001), (2500, 3)):
        near = choice("optimal-race", left, 1, 1, 3, 5, rivals=1, rival_left=them)
        assert near == choice("optimal-turns", left, 1, 1, 3, 5)


def test_best_reply__hurries_while_the_opponent_may_not_be_done():
    """From 27 m it is quicker on average to wait than to run 13; who hurries can't. Later on he can."""
    rules = MarathonRules(distance=60)
    hasty = "best-reply:opponent=deadline:turns=4,seat=second"
    assert choice("optimal-turns", 27, 1, 3, rules=rules) is None
    assert choice(hasty, 27, 1, 3, rules=rules, turn=1) == 13
    assert choice(hasty, 27, 1, 3, rules=rules, turn=9) == 13
    assert choice(hasty, 27, 1, 3, rules=rules, turn=300) is None


@pytest.mark.parametrize("name", ["optimal-race", "best-reply", "optimal-within:turns=18"])
def test_solved__play_matches_of_three(name):
    found = outcomes_of(task("match", [name, "optimal-turns", "optimal-turns"]), 0, 3000)
    won = (found["result"] // 3) == 0b001
    assert set(found["status"]) == {0} and found["stuck"].sum() == 0
    assert 0.28 < won.mean() < 0.39


def test_keep_clear__never_stops_just_beyond_where_more_dice_are_rolled():
    policy = MARATHON.policy("keep-clear:metres=4/40/400")
    visited = outlook(RULES, policy).visited
    for zone in ((10, 14), (100, 140), (1000, 1400)):
        assert visited[zone[0] : zone[1] + 1].sum() == 0
        assert visited[zone[1] + 1] > 0
    assert choice("keep-clear", 35, 1, 2) == 12
    assert choice("keep-clear", 36, 1, 2) == 21
    assert choice("keep-clear:metres=0/0/0", 34, 1, 2) == 21
    assert choice("keep-clear:metres=1/0/0", 31, 1, 2) == 12
