"""Whole matches of the reference player with scripted dice, and what chances they must have."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from simulators.engine import SimulationJob, outcomes_of
from simulators.marathon import MARATHON, MarathonRules, policy, walk_distribution
from simulators.marathon.reference import run_match
from simulators.outcomes import FINISHED, TRUNCATED
from tests.marathon.helpers import RULES, ScriptedDice, stays, task


def match(policies, *rolls, shift=0, status=FINISHED, **switches):
    stream = ScriptedDice(*rolls)
    chosen = tuple(MARATHON.policy(choice) for choice in policies)
    replay = run_match(MarathonRules(**switches), chosen, stream, shift)
    assert not stream.rolls
    assert replay.status == status
    return replay, stream


def test_match__first_with_exactly_the_distance_wins_at_once():
    """The second player of a round has no turn after the first one has finished."""
    replay, stream = match(["greedy"] * 2, "3", "1", "2", distance=5)
    assert stream.turns == [0, 1, 2]
    assert replay.outcome == {
        "result": 0b01 * 2,
        "turns": 2,
        "finished": 1,
        "stuck": 0,
        "eliminated": 0,
        "distance_0": 5,
        "stuck_0": 0,
        "eliminated_0": 0,
        "distance_1": 1,
        "stuck_1": 0,
        "eliminated_1": 0,
    }


def test_match__a_stuck_player_is_skipped():
    """Entrant 0 is stuck with 10 m at once; entrant 1 declines, then runs 113, 6 and 2."""
    rolls = ["1 1 1", "5 5 5", "1 1 3", "6", "2"]
    replay, stream = match(["greedy"] * 2, *rolls, distance=121)
    assert stream.turns == [0, 1, 3, 5, 7]
    assert replay.outcome["result"] == 0b10 * 2
    assert (replay.outcome["stuck"], replay.outcome["stuck_0"], replay.outcome["turns"]) == (
        1,
        1,
        4,
    )


def test_match__the_last_one_running_has_to_finish():
    """Everybody else being out isn't a win: the source asks for the exact distance."""
    replay, stream = match(["blunder", "greedy"], "6 6 6", "6 6 6", "1 1 3", "6", "2", distance=121)
    assert stream.turns == [0, 1, 3, 5, 7]
    assert replay.outcome["result"] == 0b10 * 2
    assert (replay.outcome["eliminated"], replay.outcome["eliminated_0"]) == (1, 1)
    assert replay.outcome["distance_0"] == 666
    assert replay.outcome["turns"] == 4


def test_match__everybody_stuck_or_out_ends_without_a_winner():
    replay, stream = match(["greedy", "blunder"], "1 1 1", "6 6 6", distance=121)
    assert replay.outcome["result"] == 0
    assert replay.outcome["finished"] == 0
    assert (replay.outcome["stuck"], replay.outcome["eliminated"]) == (1, 1)
    assert replay.lines[-1] == "everybody is stuck or out: no winner"
    assert len(stream.turns) == 2


def test_match__a_player_stuck_in_a_later_round_ends_it_at_once():
    replay, stream = match(["greedy"] * 3, "1 1 1", "5 5 5", "1 1 1", "1 1 1", distance=121)
    assert stream.turns == [0, 1, 2, 4]
    assert (replay.outcome["result"], replay.outcome["stuck"], replay.outcome["turns"]) == (0, 3, 2)


def test_match__shift_seats_the_entrants():
    replay, stream = match(["greedy"] * 3, "2", "5", shift=2, distance=5)
    # Seat 0 holds entrant 1, seat 1 entrant 2.
    assert replay.outcome["result"] == 0b100 * 3 + 2
    assert replay.outcome["distance_1"] == 2


def test_match__rivals_are_those_who_can_still_finish():
    seen = []

    @policy
    def watcher(runner, numbers, p):
        seen.append((runner.left, runner.turn, runner.rivals, runner.rival_left))
        return 0 if numbers.metres[0] <= runner.left else -1

    rolls = ["1 1 1", "1 1 2", "5 5 5", "2", "6 6 6", "2", "1 1 4", "5"]
    match([watcher] * 3, *rolls, distance=121)
    assert seen == [
        (121, 1, 2, 121),  # gets stuck
        (121, 1, 1, 121),
        (121, 1, 1, 9),
        (9, 2, 1, 121),
        (121, 2, 1, 7),
        (7, 3, 1, 121),
        (121, 3, 1, 5),
        (5, 4, 1, 7),
    ]


def test_match__all_decliners_are_truncated():
    """C29."""
    replay, _ = match([stays] * 2, *["1"] * 20_000, status=TRUNCATED, distance=1)
    assert (replay.outcome["result"], replay.outcome["turns"]) == (0, 10_000)
    found = outcomes_of(task("match", [stays] * 2), 0, 2)
    assert found["status"].tolist() == [TRUNCATED, TRUNCATED]


def test_match__truncation_and_counts_add_up_to_the_games():
    """C29: nothing is dropped."""
    tally = SimulationJob(task("match", [stays, stays])).play_chunk(0, 20)
    assert (tally.games, tally.truncated) == (20, 20)
    mixed = SimulationJob(task("match", [stays, "greedy"])).play_chunk(0, 40)
    assert 0 < mixed.truncated < 40
    for histogram in mixed.histograms:
        assert sum(n for _, n in histogram.pairs()) + mixed.truncated == 40


def test_no_winner__c23_is_the_square_of_one_runners_chance_to_get_stuck():
    games = 400_000
    tally = SimulationJob(task("match", ["greedy"] * 2)).play_chunk(0, games)
    no_winner = sum(n for code, n in tally.histograms[0].pairs() if code // 2 == 0)
    stuck = float(walk_distribution(RULES, MARATHON.policy("greedy")).stuck.sum())
    expected = stuck**2
    assert expected == pytest.approx(0.016207, abs=1e-6)
    error = sqrt(expected * (1 - expected) / games)
    assert abs(no_winner / games - expected) < 4.5 * error
    # The bound can fail: it tells apart chances that differ by a tenth.
    assert abs(no_winner / games - 1.1 * expected) > 4.5 * error


@pytest.mark.parametrize(
    ("first", "second", "preset"),
    [
        ("greedy", "safe", "marathon"),
        ("lookahead", "greedy", "marathon"),
        ("deadline", "lookahead", "marathon"),
        ("blunder", "greedy", "no-dead-ends"),
    ],
)
def test_win_rates__agree_with_the_exact_distributions_of_the_two_walks(first, second, preset):
    """Seat 0 wins if it finishes no later than seat 1, seat 1 if it finishes earlier."""
    games, rules = 100_000, MARATHON.rules(preset)
    a, b = (
        np.pad(walk.finished, (0, 10_001 - walk.finished.size))
        for walk in (
            walk_distribution(rules, MARATHON.policy(name), tolerance=1e-6)
            for name in (first, second)
        )
    )
    chances = (
        (a * (1 - np.cumsum(b) + b)).sum(),  # seat 1 hasn't finished before this turn
        (b * (1 - np.cumsum(a))).sum(),
    )
    fixed = task("match", [first, second], rules, rotate=False)
    result = outcomes_of(fixed, 0, games)["result"]
    for entrant, chance in enumerate(chances):
        won = np.mean(result == (1 << entrant) * 2)
        assert abs(won - chance) < 4.5 * sqrt(chance * (1 - chance) / games) + 1e-6


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_match__outcome_is_consistent(n):
    policies = (["greedy", "blunder", "safe", "random"] * 2)[:n]
    found = outcomes_of(task("match", policies), 0, 3000)
    shift, mask = found["result"] % n, found["result"] // n
    assert np.array_equal(shift, np.arange(3000) % n)
    assert np.array_equal(found["finished"] == 1, mask > 0)
    at_finish = np.stack([found[f"distance_{e}"] == 42_195 for e in range(n)])
    for e in range(n):
        assert np.array_equal(mask == 1 << e, at_finish[e])
        assert not (at_finish[e] & (found[f"stuck_{e}"] == 1)).any()
        assert np.array_equal(found[f"eliminated_{e}"] == 1, found[f"distance_{e}"] > 42_195)
        left = 42_195 - found[f"distance_{e}"][found[f"stuck_{e}"] == 1]
        assert set(left.tolist()) <= RULES.dead
    assert (at_finish.sum(axis=0) <= 1).all()
    for name in ("stuck", "eliminated"):
        assert np.array_equal(found[name], sum(found[f"{name}_{e}"] for e in range(n)))
    ended = found["stuck"] + found["eliminated"]
    assert np.array_equal(found["finished"] == 0, ended == n)


def test_match__the_first_seat_has_an_advantage():
    found = outcomes_of(task("match", ["lookahead"] * 2), 0, 100_000)
    winner = np.log2(found["result"] // 2).astype(int)
    seat = (winner + found["result"] % 2) % 2
    assert np.mean(seat == 0) > 0.5 + 4.5 * 0.5 / sqrt(100_000)


@pytest.mark.parametrize("n", [1, 9])
def test_match__number_of_players_is_checked(n):
    with pytest.raises(ValueError, match=f"marathon match takes 2 to 8 policies, not {n}"):
        task("match", ["greedy"] * n)
