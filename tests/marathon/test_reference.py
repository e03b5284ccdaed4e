"""The reference player with scripted dice: runs alone, turn by turn."""

from __future__ import annotations

import pytest

from simulators.marathon import DECLINE, MARATHON, MarathonRules, policy
from simulators.marathon.reference import run_alone
from simulators.outcomes import FINISHED, TRUNCATED
from tests.marathon.helpers import ScriptedDice, stays


def run(choice, *rolls, **switches):
    stream = ScriptedDice(*rolls)
    replay = run_alone(MarathonRules(**switches), MARATHON.policy(choice), stream)
    assert not stream.rolls
    return replay, stream


def ended(replay):
    return [name for name in ("finished", "stuck", "eliminated") if replay.outcome[name]]


def test_run__rolls_fewer_dice_the_nearer_the_finish():
    """6209: 5555 → 654, 642 → 12, 11 → 1, a 5 is too much, 1 → 0."""
    replay, stream = run("greedy", "5 5 5 5", "6 2 4", "1 1", "5", "1", distance=6209)
    assert stream.thrown == [4, 3, 2, 1, 1]
    assert stream.turns == [0, 1, 2, 3, 4]
    assert replay.status == FINISHED
    assert replay.outcome == {
        "turns": 5,
        "finished": 1,
        "stuck": 0,
        "eliminated": 0,
        "distance": 6209,
    }


def test_run__the_log_tells_rolls_choices_and_positions():
    replay, _ = run("greedy", "5 5 5 5", "6 2 4", "1 1", "5", "1", distance=6209)
    text = "\n".join(replay.lines)
    for words in (
        "greedy, 6209 m to run",
        "turn 1\n  6209 m left, rolls 5 5 5 5: runs 5555, 654 m left",
        "rolls 6 2 4: runs 642, 12 m left",
        "1 m left, rolls 5: stays",
        "1 m left, rolls 1: runs 1: finished",
        "finished after 5 turns and 6209 m",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("distance", "roll", "left"),
    [(1121, "1 1 1 1", 10), (121, "1 1 1", 10), (2211, "1 1 1 1", 1100), (3325, "2 2 2 2", 1103)],
)
@pytest.mark.parametrize("overshoot", ["eliminated", "stay"])
def test_stuck__is_seen_at_once(distance, roll, left, overshoot):
    """C23: the run ends where it gets stuck, without another roll, whatever an overshoot costs."""
    replay, stream = run("greedy", roll, distance=distance, overshoot=overshoot)
    assert ended(replay) == ["stuck"]
    assert replay.outcome["turns"] == 1
    assert replay.outcome["distance"] == distance - left
    assert len(stream.turns) == 1


def test_stuck__a_player_who_would_blunder_there_is_stuck_all_the_same():
    replay, _ = run("blunder", "1 1 1", distance=121)
    assert ended(replay) == ["stuck"]


def test_stuck__distances_one_beside_are_not():
    """9, 11, 99, 111, 999 and 1111 metres can all be finished."""
    for distance, roll, rolls in (
        (1120, "1 1 1 1", ["6", "3"]),
        (1122, "1 1 1 1", ["1 1"]),
        (1210, "1 1 1 1", ["6 6", "6 1", "1 3", "4"]),
        (1222, "1 1 1 1", ["1 1 1"]),
    ):
        replay, _ = run("greedy", roll, *rolls, distance=distance)
        assert ended(replay) == ["finished"], distance


def test_overshoot__eliminates():
    replay, _ = run("blunder", "6 6 6 6", distance=5000)
    assert ended(replay) == ["eliminated"]
    assert replay.outcome["distance"] == 6666
    assert "1666 m past the finish: eliminated" in replay.lines[-2]


def test_overshoot__stays_where_the_rules_say_so():
    replay, _ = run("blunder", "6 6 6 6", "5 5 5 5", "5", distance=5560, overshoot="stay")
    assert ended(replay) == ["finished"]
    assert replay.outcome["turns"] == 3
    assert replay.outcome["distance"] == 5560


def test_overshoot__by_choice_only():
    """A policy that declines instead stays in the race."""
    replay, _ = run("greedy", "6 6 6 6", "5 5 5 5", "5", distance=5560)
    assert ended(replay) == ["finished"]


def test_decline__for_ever_is_truncated_and_not_stuck():
    """C29."""
    for overshoot in ("eliminated", "stay"):
        replay, stream = run(stays, *["1"] * 10_000, distance=1, overshoot=overshoot)
        assert replay.status == TRUNCATED
        assert ended(replay) == []
        assert replay.outcome["turns"] == 10_000
        assert "cut after 10000 turns, 1 m left" in replay.lines[-1]


def test_policy__sees_left_dice_and_turn_and_every_number():
    seen = []

    @policy
    def watcher(runner, numbers, p):
        seen.append((runner.left, runner.dice, runner.turn, list(numbers.metres), numbers.count))
        assert (runner.rivals, runner.rival_left) == (0, 0)
        return numbers.count - 1 if runner.turn > 1 else DECLINE

    run(watcher, "2 2 3 3", "1 1 1 1", "2 1", distance=1132)
    assert seen == [
        (1132, 4, 1, [2233, 2323, 2332, 3223, 3232, 3322], 6),
        (1132, 4, 2, [1111], 1),
        (21, 2, 3, [12, 21], 2),
    ]


def test_no_dead_ends__rolls_what_ones_can_finish():
    replay, stream = run("greedy", "5", "1", "4", distance=10, dice_from=(11, 111, 1111))
    assert stream.thrown == [1, 1, 1]
    assert ended(replay) == ["finished"]
