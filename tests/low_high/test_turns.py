"""Turns of Low-High, clause by clause, in the reference player; and the dice of the kernel."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.dice import counts_of
from simulators.errors import PolicyError
from simulators.low_high import policy
from simulators.low_high.reference import Player, Situation, Tracks, roll_dice
from simulators.low_high.tables import WIDTH, packed_counts
from simulators.low_high.turn_kernel import pips_points, throw
from simulators.plain_stream import PlainStream
from simulators.streams import open_stream, seed_key, turn_start
from tests.low_high.helpers import DESCENDING, PIPS, RULES, ScriptedDice, keeping, points_by_hand

NOTHING = Tracks()
FIRST = "1 1 1 1 2 2 2 3 4 4 5 6 6"


def turn(chosen, *rolls, rules=RULES, tracks=NOTHING):
    dice = ScriptedDice(*rolls)
    player = Player(chosen, rules)
    result = player.play_turn(dice, 0, Situation(), tracks)
    assert not dice.rolls, "rolls left over"
    return result, dice, player


def test_turn__worked_example():
    """Kept four 1s and three 2s, six dice re-rolled as 1 1 2 4 4 6: good 9, bad 3, 6 points.

    Only a 1 could have gone bad on the way to the 2s, and none did.
    """
    result, dice, player = turn(keeping(1, 2, 4), FIRST, "2 2 2 3 3 3 4 4 5", "1 1 2 4 4 6")
    assert dice.thrown == [13, 9, 6]
    assert result.tracks == Tracks((4, 3, 0, 2, 0, 0), 3)
    assert (result.points, result.sets, result.rolls) == (6, 3, 3)
    assert player.log == [
        "  roll 1: 1 1 1 1 2 2 2 3 4 4 5 6 6",
        "    keeps 1 1 1 1: good 4, bad 0, 4 points, 9 left",
        "  roll 2: 2 2 2 3 3 3 4 4 5",
        "    keeps 2 2 2: good 7, bad 0, 7 points, 6 left",
        "  roll 3: 1 1 2 4 4 6",
        "    3 not above 2: bad track",
        "    keeps 4 4: good 9, bad 3, 6 points, 1 left",
        "  stops: the turn scores 6",
    ]


def test_turn__worked_example_by_pips():
    for rules, points in ((PIPS, 4 - 3 + 6 + 8), (DESCENDING, 4 + 2 + 2)):
        result, _, _ = turn(
            keeping(1, 2, 4), FIRST, "2 2 2 3 3 3 4 4 5", "1 1 2 4 4 6", rules=rules
        )
        assert result.points == points


def test_set__is_all_dice_of_a_face_even_one():
    result, _, _ = turn(keeping(3), FIRST)
    assert result.tracks == Tracks((0, 0, 1, 0, 0, 0), 0)
    assert result.points == 1


def test_reroll__equal_to_the_highest_is_bad_too():
    result, dice, _ = turn(keeping(1, 6), FIRST, "1 1 1 2 3 4 5 6 6")
    assert result.tracks == Tracks((4, 0, 0, 0, 0, 2), 3)
    assert dice.thrown == [13, 9]


def test_reading__equal_or_lower_means_the_highest_kept():
    """After 1s and 4s, a 2 and a 3 are bad although neither face was kept."""
    result, _, _ = turn(keeping(1, 4, 5), FIRST, "2 2 2 3 3 4 4 4 6", "2 3 4 5 5 6")
    assert result.tracks == Tracks((4, 0, 0, 3, 2, 0), 3)


def test_reroll__every_unlocked_die_is_thrown():
    """Nine left after four 1s: two go bad, one is kept, six are thrown again."""
    _, dice, _ = turn(keeping(1, 2, 6), FIRST, "1 1 2 3 3 4 4 5 6", "3 3 4 4 5 6")
    assert dice.thrown == [13, 9, 6]


def test_reroll__that_leaves_nothing_ends_the_turn():
    """The turn ends unasked: three dice, all bad."""
    result, _, player = turn(keeping(5, rolls=9), "5 5 5 5 5 5 5 5 5 5 6 6 6", "1 2 5")
    assert result.tracks == Tracks((0, 0, 0, 0, 10, 0), 3)
    assert (result.points, result.sets, result.rolls) == (7, 1, 2)
    assert player.log[-1] == "  no die left to keep: the turn scores 7"


def test_keep__that_leaves_nothing_ends_the_turn():
    result, _, player = turn(keeping(5, 6, rolls=9), "5 5 5 5 5 5 5 5 5 5 6 6 6", "6 6 5")
    assert result.tracks == Tracks((0, 0, 0, 0, 10, 2), 1)
    assert player.log[-1] == "  all dice are locked: the turn scores 11"
    thirteen, _, _ = turn(keeping(2, rolls=9), " ".join("2" * 13))
    assert (thirteen.points, thirteen.rolls) == (13, 1)


def test_reading__a_set_must_be_kept_after_every_reroll_that_leaves_one():
    """Even one that is worth nothing: neither -1 nor any other number declines."""

    def nothing(state, options, p):
        return -1 if state.rolls > 1 else 0

    @policy(name="declines", keep=nothing)
    def stop(state, p):
        return False

    with pytest.raises(PolicyError, match=r"declines returned -1 for keep.*a set must be kept"):
        turn(stop(), FIRST, "2 2 2 3 3 3 4 4 5")


def test_turn__may_score_less_than_nothing():
    result, _, _ = turn(keeping(3, rolls=2), FIRST, "1 1 1 1 2 2 2 3 1 1 1 1")
    assert result.tracks.bad == 12
    assert result.points == -11


def test_turn__lasts_six_rolls_at_most():
    """Above a 5 a roll leaves only 6s, above a 6 nothing: all six sets, or five and a lost roll."""
    result, dice, _ = turn(
        keeping(1, 2, 3, 4, 5, 6, rolls=9),
        "1 2 3 4 5 6 6 6 6 6 6 6 6",
        "2 3 4 5 6 6 6 6 6 6 6 6",
        "3 4 5 6 6 6 6 6 6 6 6",
        "4 5 5 5 5 5 5 5 5 5",
        "5 6 6 6 6 6 6 6 6",
        "6 1 1 1 1 1 1 1",
    )
    assert (result.rolls, result.sets, result.points) == (6, 6, -1)
    assert dice.thrown == [13, 12, 11, 10, 9, 8]
    result, dice, _ = turn(
        keeping(1, 2, 3, 4, 6, rolls=9),
        "1 2 3 4 5 6 6 6 6 6 6 6 6",
        "2 3 4 5 6 6 6 6 6 6 6 6",
        "3 4 5 6 6 6 6 6 6 6 6",
        "4 5 5 5 5 5 5 5 5 5",
        "5 5 5 5 5 5 5 5 6",
        "6 6 6 6 6 6 6 6",
    )
    assert (result.rolls, result.sets, result.points) == (6, 5, -3)


def test_start__from_dice_on_the_tracks():
    result, dice, _ = turn(keeping(4), "1 1 2 4 4 6", tracks=Tracks((4, 3, 0, 0, 0, 0), 0))
    assert dice.thrown == [6]
    assert (result.points, result.sets) == (6, 1)


def test_state__is_what_the_policy_sees():
    seen = []

    def keep(state, options, p):
        seen.append((state, options))
        return 0

    @policy(name="watcher", keep=keep)
    def stop(state, p):
        seen.append((state, None))
        return state.rolls == 2

    player = Player(stop(), PIPS)
    dice = ScriptedDice(FIRST, "1 2 2 3 3 3 4 4 5")
    player.play_turn(dice, 0, Situation(12, 25))
    (first, sets), (after, _), (second, fewer), (last, _) = seen
    assert (first.dice, first.highest, first.good, first.bad, first.points) == (13, 0, 0, 0, 0)
    assert sets == (6, (1, 2, 3, 4, 5, 6), (4, 3, 1, 2, 1, 2))
    assert (after.dice, after.highest, after.good, after.points) == (9, 1, 4, 4)
    assert (second.dice, second.bad, second.points, second.rolls) == (8, 1, 3, 2)
    assert fewer == (4, (2, 3, 4, 5), (2, 3, 2, 1))
    assert last.kept == (4, 2, 0, 0, 0, 0)
    assert (last.score, last.need, last.best_opponent) == (12, 18, 25)
    assert (last.pips, last.descending) == (1, 0)


@pytest.mark.parametrize("n_dice", [*range(1, 14), 14, 19, 26])
def test_dice__kernel_counts_what_the_reference_throws(n_dice):
    table = packed_counts()
    for game in range(40):
        key = np.uint64(seed_key(np.uint64(5)))
        start, gamma = (np.uint64(part) for part in open_stream(key, game))
        before = int(turn_start(start, gamma, 3)) + 4 * int(gamma)
        packed = int(throw(table, np.uint64(before % 2**64), gamma, n_dice))
        faces = roll_dice(PlainStream.of_game(5, game), 3, 2, n_dice)
        assert len(faces) == n_dice
        assert [packed >> WIDTH * i & 31 for i in range(6)] == list(counts_of(faces))


@given(st.lists(st.integers(0, 4), min_size=6, max_size=6), st.integers(0, 26))
def test_pips_points__kernel_equals_cancelling_die_by_die(kept, bad):
    good = [face for face, count in enumerate(kept, 1) for _ in range(count)]
    counts = np.array(kept)
    assert pips_points(counts, bad, 0) == points_by_hand(PIPS, good, bad)
    assert pips_points(counts, bad, 1) == points_by_hand(DESCENDING, good, bad)
