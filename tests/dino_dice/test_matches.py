"""Whole matches of the reference player with scripted dice: order, the last round, draws."""

from __future__ import annotations

import pytest

from simulators.dino_dice import DINO_DICE, policy
from simulators.dino_dice.reference_match import play_match
from simulators.outcomes import FINISHED
from tests.dino_dice.helpers import RULES, ScriptedDice

QUICK = RULES.with_switches({"match_target": 60})

#: Rolls by what a player scores who stops after one.
ROLLS = {0: "3 3 3 1 2", 18: "1 2 4 5 6", 75: "6 6 6 6 6", 33: "6 6 6 3 1"}


def match(policies, *points, rules=QUICK, shift=0):
    """Play a match of players who stop after one roll, with rolls worth these points."""
    stream = ScriptedDice(*(ROLLS[each] for each in points))
    chosen = tuple(DINO_DICE.policy(choice) for choice in policies)
    replay = play_match(rules, chosen, stream, shift)
    assert not stream.rolls
    assert replay.status == FINISHED
    return replay, stream


def scores(replay):
    return [value for name, value in replay.outcome.items() if name.startswith("score_")]


def test_rolls__are_worth_what_they_say():
    for points in (0, 18, 33, 75):
        replay, _ = match(["one-roll"] * 2, points, 75, rules=QUICK)
        assert scores(replay) == [points, 75]


def test_round__is_completed_after_the_target_was_reached():
    """Seat 0 of three reaches 60 in the second round: seats 1 and 2 still play, once each."""
    replay, stream = match(["one-roll"] * 3, 33, 18, 18, 33, 18, 18)
    assert stream.turns == list(range(6))
    assert scores(replay) == [66, 36, 36]
    assert (replay.outcome["rounds"], replay.outcome["lead"]) == (2, 30)
    assert replay.outcome["result"] == (1 << 0) * 3


def test_round__whoever_reached_it_first_can_be_overtaken():
    replay, _ = match(["one-roll"] * 2, 33, 18, 33, 75)
    assert scores(replay) == [66, 93]
    assert replay.outcome["result"] == (1 << 1) * 2


def test_round__the_last_seat_ends_it_at_once():
    replay, stream = match(["one-roll"] * 2, 18, 75)
    assert scores(replay) == [18, 75]
    assert len(stream.turns) == 2


def test_round__exactly_the_target_is_enough():
    rules = RULES.with_switches({"match_target": 75})
    replay, _ = match(["one-roll"] * 2, 75, 18, rules=rules)
    assert replay.outcome["rounds"] == 1


def test_match__a_tie_for_the_highest_is_a_draw_and_the_rest_lose():
    replay, _ = match(["one-roll"] * 3, 75, 0, 75)
    assert scores(replay) == [75, 0, 75]
    assert replay.outcome["result"] == 0b101 * 3
    assert replay.outcome["lead"] == 0


def test_match__default_target_is_150():
    replay, _ = match(["one-roll"] * 2, 75, 75, 33, 33, 33, 18, 18, 0, rules=RULES)
    assert scores(replay) == [159, 126]
    assert replay.outcome["rounds"] == 4


@pytest.mark.parametrize("n", range(2, 9))
def test_match__every_number_of_players_and_every_trigger(n):
    for trigger in range(n):
        points = [0] * n
        points[trigger] = 75
        replay, stream = match(["one-roll"] * n, *points)
        assert len(stream.turns) == n
        assert replay.outcome["result"] == (1 << trigger) * n
        assert replay.outcome["rounds"] == 1


def test_shift__entrants_sit_where_it_says():
    replay, _ = match(["one-roll"] * 3, 75, 0, 18, shift=2)
    # Seat 0 holds entrant 1, seat 1 entrant 2, seat 2 entrant 0.
    assert scores(replay) == [18, 75, 0]
    assert replay.outcome["result"] == (1 << 1) * 3 + 2


def test_state__shows_the_match():
    seen = []

    @policy
    def watcher(state, p):
        scores = (state.score, state.need, state.best_opponent)
        seen.append((*scores, state.final_round, state.after))
        return True

    match([watcher] * 3, 33, 18, 18, 33, 18, 75)
    assert seen == [
        (0, 60, 0, 0, 2),
        (0, 60, 33, 0, 1),
        (0, 60, 33, 0, 0),
        (33, 27, 18, 0, 2),
        (18, 42, 66, 1, 1),
        (18, 42, 66, 1, 0),
    ]


def test_turns__a_later_roll_of_a_turn_belongs_to_it():
    stream = ScriptedDice("1 2 4 5 6", "6 6 6", "6 6 6 6 6")
    policies = (DINO_DICE.policy("keep-pairs-up"), DINO_DICE.policy("one-roll"))
    rules = QUICK.with_switches({"match_target": 59})
    replay = play_match(rules, policies, stream, 0)
    assert stream.thrown == [5, 3, 5]
    assert scores(replay) == [5 + 24 + 30, 75]
