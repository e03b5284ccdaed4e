"""Single turns of the reference player with scripted dice: worked examples and known bugs."""

from __future__ import annotations

import pytest

from simulators.ten_thousand import TEN_THOUSAND, policy
from simulators.ten_thousand.limits import MAX_ROLLS
from simulators.ten_thousand.reference import Player, Situation, settle
from tests.ten_thousand.helpers import RULES, RULES_15000, ScriptedDice

ZILCH = TEN_THOUSAND.rules("zilch")


def play(*rolls, rules=RULES, using="bank-at", score=5000, counter=0, dice=6, **switches):
    """Play a turn with these rolls; all of them must be used."""
    stream = ScriptedDice(*rolls)
    player = Player(TEN_THOUSAND.policy(using), rules.with_switches(switches))
    result = player.play_turn(stream, 0, Situation(score), counter, dice)
    assert not stream.rolls
    return result, stream.thrown, player.log


def test_turn__worked_example_bust():
    result, thrown, _ = play("1 1 1 6 6 2", "2 5 3", "2 4", using="always-roll")
    assert (result.points, result.ending, result.rolls) == (0, "bust", 3)
    assert thrown == [6, 3, 2]


def test_turn__worked_example_bank():
    result, _, log = play("1 1 1 6 6 2", "2 5 3", using="bank-at:threshold=1050")
    assert (result.points, result.dice_left, result.ending) == (1050, 2, "banked")
    assert "counter 1050, 2 left" in "\n".join(log)


def test_turn__worked_example_opening_is_just_made():
    result, _, _ = play("1 1 1 6 6 2", using="always-bank", score=0)
    assert result.points == 1000


def test_turn__opening_not_made_must_roll():
    rolls = ("1 1 5 5 6 2", "5 6", "1", "1 2 3 3 3 4", "1 1")
    result, thrown, log = play(*rolls, "1 2 3 3 4 6", score=0, using="always-bank")
    # 300, 350, 450 with hot dice, 850, 1050 with hot dice, 1150: only the last may be banked.
    assert thrown == [6, 2, 1, 6, 2, 6]
    assert (result.points, result.hot_dice, result.ending) == (1150, 2, "banked")
    assert sum("not opened yet" in line for line in log) == 3


def test_turn__opening_counts_a_counter_taken_over():
    result, _, _ = play("1 6", counter=1050, dice=2, score=0, using="always-bank")
    assert (result.points, result.dice_left) == (1150, 1)


def test_turn__worked_example_play_on():
    result, thrown, _ = play("1 6", counter=1050, dice=2, using="bank-at:threshold=1150")
    assert (result.points, result.dice_left, thrown) == (1150, 1, [2])


def test_turn__worked_example_three_pairs_must_roll_six():
    result, thrown, log = play("2 2 3 3 6 6", "1 2 2 3 3 4", using="always-bank")
    assert thrown == [6, 6]
    assert (result.points, result.hot_dice) == (600, 1)
    assert "must roll 6: hot dice" in "\n".join(log)


def test_turn__c04_hot_dice_over_two_rolls():
    result, thrown, _ = play("2 2 2 3 4 6", "1 5 5", "1 2 3 3 4 6", using="bank-at:threshold=400")
    assert thrown == [6, 3, 6]
    assert (result.points, result.hot_dice) == (500, 1)


def test_turn__c05_straight_must_roll_six():
    _, thrown, _ = play("1 2 3 4 5 6", "1 2 3 3 4 6", using="always-bank")
    assert thrown == [6, 6]
    result, thrown, _ = play("1 2 3 4 5 6", using="always-bank", straight="none")
    assert (result.points, result.dice_left) == (150, 4)


def test_turn__c10_exact_need_with_no_dice_left():
    """Forced hot dice lose the turn for certain; optional ones win."""
    at = {"rules": RULES_15000, "score": 14_600, "using": "bank-at:threshold=400"}
    for after, ending in (("2 3 3 4 4 6", "bust"), ("1 2 3 3 4 6", "overshot")):
        result, thrown, _ = play("2 2 2 3 4 6", "1 5 5", after, **at)
        assert thrown == [6, 3, 6]
        assert (result.points, result.ending) == (0, ending)
    result, thrown, _ = play("2 2 2 3 4 6", "1 5 5", hot_dice="optional", **at)
    assert thrown == [6, 3]
    assert (result.points, result.dice_left, result.ending) == (400, 0, "banked")


@pytest.mark.parametrize("hot_dice", ["forced", "optional"])
def test_turn__c13_dice_score_once(hot_dice):
    result, thrown, _ = play(
        "1 2 3 4 6 6", "1 1 2 3 4", using="bank-at:threshold=300", hot_dice=hot_dice
    )
    assert (result.points, result.dice_left, thrown) == (300, 3, [6, 5])


def test_turn__one_and_two_ones_in_two_rolls_are_no_triple():
    result, _, _ = play("1 2 2 3 4 6", "1 1 2 3 4", using="bank-after:rolls=2")
    assert result.points == 300


def test_turn__worked_example_of_15000_overshoots():
    result, thrown, log = play("1 1 1 6 6 2", rules=RULES_15000, score=14_500)
    assert (result.points, result.ending, thrown) == (0, "overshot", [6])
    assert "more than the 500 needed" in log[-1]


def test_turn__straight_of_15000_must_roll_six():
    result, thrown, _ = play("1 2 3 4 5 6", "1 2 3 3 4 6", rules=RULES_15000, using="always-bank")
    assert (result.points, thrown) == (3100, [6, 6])


def test_turn__choose_keeps_one_die():
    result, thrown, _ = play(
        "1 1 1 5 2 3",
        "1 2 3 4 6",
        using="bank-after:rolls=2,set_aside=fewest-dice",
        set_aside="choose",
    )
    assert (result.points, thrown) == (200, [6, 5])


@pytest.mark.parametrize(
    ("word", "points", "left"),
    [
        ("most-points", 1100, 1),
        ("most-dice", 1100, 1),
        ("fewest-dice", 100, 5),
        ("keep-ones-first", 1000, 3),
        ("most-points-per-die", 1000, 3),
    ],
)
def test_set_aside__each_word_picks_its_dice(word, points, left):
    # 1 1 1 is worth 1000 and each 5 another 50 here: 1000 for three dice is the best per die.
    result, _, _ = play("1 1 1 5 5 2", using=f"always-bank:set_aside={word}", set_aside="choose")
    assert (result.points, result.dice_left) == (points, left)


def test_zilch__nothing_uses_all_dice_and_may_be_rolled_on():
    """Rules of Zilch: no scoring dice, 500 points, free roll."""
    result, thrown, log = play(
        "2 2 3 4 6 6", "1 1 2 3 4 6", rules=ZILCH, using="bank-after:rolls=2"
    )
    assert thrown == [6, 6]
    assert (result.points, result.hot_dice, result.dice_left) == (700, 1, 4)
    assert "nothing that scores, 500; counter 500, 0 left" in "\n".join(log)
    assert play("2 2 3 4 6 6", rules=ZILCH, using="always-bank")[0].points == 500


def test_zilch__less_than_300_cant_be_banked():
    result, thrown, log = play("1 5 2 3 4 4", "1 2 2 3", "5 2 2", rules=ZILCH, using="always-bank")
    assert (result.points, thrown) == (300, [6, 4, 3])
    assert sum("must roll" in line and "less than 300" in line for line in log) == 2


def test_min_bank__and_opening_both_hold():
    result, _, log = play(
        "1 1 2 3 4 4", "1 2 3 3", "1 1 2", score=0, using="always-bank",
        min_bank=350, opening=300, hot_dice="optional",
    )  # fmt: skip
    assert result.points == 500
    assert sum("not opened yet" in line for line in log) == 1
    assert sum("less than 350" in line for line in log) == 1


@pytest.mark.parametrize(
    ("busts", "rolls", "settled"),
    [
        (0, "2 3 4 6 2 3", (0, 1)),
        (1, "2 3 4 6 2 3", (0, 2)),
        (2, "2 3 4 6 2 3", (-500, 0)),
        (2, "1 1 1 2 3 4", (1000, 0)),
    ],
)
def test_penalty__falls_due_with_the_third_turn_lost_in_a_row(busts, rolls, settled):
    result, _, log = play(rolls, rules=ZILCH, using="always-bank", nothing=None)
    assert settle(ZILCH, result, busts, log) == settled
    assert ("500 points off" in log[-1]) == (settled[0] < 0)
    assert settle(RULES, result, busts, log)[1] == 0


def test_endless_turn__is_cut():
    @policy
    def stubborn(state, p):
        return False

    rules = RULES.with_switches({"singles": (1, 1, 1, 1, 1, 1)})
    stream = ScriptedDice(*["1 2 3 4 6 6"] * MAX_ROLLS)
    result = Player(stubborn(), rules).play_turn(stream, 0, Situation(5000))
    assert (result.ending, result.points, result.rolls) == ("endless", 0, MAX_ROLLS)
