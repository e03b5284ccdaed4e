"""Whole matches of the reference player with scripted dice: order, ends, playing on."""

from __future__ import annotations

import pytest

from simulators.outcomes import FINISHED
from simulators.ten_thousand import TEN_THOUSAND, policy
from simulators.ten_thousand.reference_match import play_match, play_to_target
from tests.ten_thousand.helpers import RULES, ScriptedDice

BUST = "2 3 3 4 4 6"
#: A rule set in which one roll opens and a few reach the target.
QUICK = RULES.with_switches({"target": 2000, "play_on": "never"})
EXACT = RULES.with_switches({"target": 2000, "finish": "exact", "play_on": 1000})


def roll_worth(points: int) -> str:
    """A roll of six dice with this value, three dice left."""
    return {
        1000: "1 1 1 2 3 4",
        600: "6 6 6 2 3 4",
        500: "5 5 5 2 3 4",
        400: "4 4 4 2 3 6",
        300: "3 3 3 2 4 6",
        200: "2 2 2 3 4 6",
        0: BUST,
    }[points]


def match(rules, policies, *rolls, shift=0):
    stream = ScriptedDice(*rolls)
    chosen = tuple(TEN_THOUSAND.policy(choice) for choice in policies)
    replay = play_match(rules, chosen, stream, shift)
    assert not stream.rolls
    assert replay.status == FINISHED
    return replay, stream


def scores(replay):
    return [value for name, value in replay.outcome.items() if name.startswith("score_")]


def test_last_round__c14_everyone_else_has_one_turn_in_order():
    """Player 3 of 4 reaches the target: then 4, 1, 2 play, and the trigger doesn't."""
    rolls = [roll_worth(p) for p in (1000, 1000, 1000, 1000, 600, 0, 1000, 0, 600, 1000)]
    replay, stream = match(QUICK, ["always-bank"] * 4, *rolls)
    assert stream.turns == list(range(10))
    assert scores(replay) == [2200, 2000, 2000, 1000]
    assert replay.outcome["result"] == (1 << 0) * 4
    assert replay.outcome["lead"] == 200
    assert replay.outcome["rounds"] == 3


def test_last_round__the_trigger_loses_when_overtaken():
    rolls = [roll_worth(p) for p in (1000, 1000, 1000)]
    replay, _ = match(QUICK, ["always-bank"] * 2, *rolls, "1 1 1 1 2 3")
    assert scores(replay) == [2000, 3000]
    assert replay.outcome["result"] == (1 << 1) * 2


def test_last_round__a_tie_is_a_draw():
    rolls = [roll_worth(1000)] * 4
    replay, _ = match(QUICK, ["always-bank"] * 2, *rolls)
    assert scores(replay) == [2000, 2000]
    assert replay.outcome["result"] == 0b11 * 2
    assert replay.outcome["lead"] == 0


def test_last_round__the_trigger_in_the_last_seat_lets_the_next_round_begin():
    rolls = [roll_worth(p) for p in (0, 1000, 0, 1000, 1000)]
    replay, stream = match(QUICK, ["always-bank"] * 2, *rolls)
    assert scores(replay) == [1000, 2000]
    assert (replay.outcome["rounds"], len(stream.turns)) == (3, 5)


def test_first__the_first_at_the_target_wins_at_once():
    first = QUICK.with_switches({"finish": "first", "target": 1600})
    rolls = [roll_worth(p) for p in (1000, 1000, 600)]
    replay, _ = match(first, ["always-bank"] * 2, *rolls)
    assert scores(replay) == [1600, 1000]
    assert replay.outcome["result"] == (1 << 0) * 2
    # A counter that wins is banked, whatever the threshold.
    replay, _ = match(first, ["always-bank", "bank-at:threshold=1000"], *rolls[:2], "2 3 3 4 4 6",
                      "6 6 6 2 3 4")  # fmt: skip
    assert scores(replay) == [1000, 1600]


def test_penalty__three_turns_lost_in_a_row_each_player_for_himself():
    rules = QUICK.with_switches(
        {"farkle_penalty": 500, "opening": 0, "finish": "first", "target": 1500}
    )
    lost, won = BUST, roll_worth(1000)
    rolls = [lost, won, lost, lost, lost, lost, lost, lost, won, won]
    replay, _ = match(rules, ["always-bank"] * 2, *rolls)
    # Player 1 loses turns 1 to 3: -500; player 2 banks 1000, then loses 3 of 3 as well.
    assert scores(replay) == [500, 1500]
    assert sum("500 points off" in line for line in replay.lines) == 2


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_last_round__every_number_of_players_and_every_trigger(n):
    for trigger in range(n):
        first = [roll_worth(1000)] * n
        second = [roll_worth(0)] * trigger + [roll_worth(1000)]
        rest = [roll_worth(0)] * (n - 1)
        replay, stream = match(QUICK, ["always-bank"] * n, *first, *second, *rest)
        assert len(stream.turns) == n + trigger + n
        assert replay.outcome["result"] == (1 << trigger) * n
        assert replay.outcome["rounds"] == -(-(2 * n + trigger) // n)


def test_last_round__final_turn_is_shown_to_the_policy():
    seen = []

    @policy
    def watcher(state, p):
        seen.append((state.final_turn, state.best_opponent, state.score, state.need))
        return True

    rolls = [roll_worth(1000)] * 4
    match(QUICK, [watcher, watcher], *rolls)
    assert seen == [
        (0, 0, 0, 2000),
        (0, 1000, 0, 2000),
        (0, 1000, 1000, 1000),
        (1, 2000, 1000, 1000),
    ]


def test_shift__entrants_sit_where_it_says():
    rolls = [roll_worth(p) for p in (1000, 0, 0, 1000, 0, 0)]
    replay, _ = match(QUICK, ["always-bank"] * 3, *rolls, shift=2)
    # Seat 0 holds entrant 1.
    assert scores(replay) == [0, 2000, 0]
    assert replay.outcome["result"] == (1 << 1) * 3 + 2


def test_exact__the_first_with_exactly_the_target_wins_at_once():
    rolls = [roll_worth(1000), BUST, roll_worth(1000)]
    replay, stream = match(EXACT, ["always-bank"] * 2, *rolls)
    assert scores(replay) == [2000, 0]
    assert len(stream.turns) == 3
    assert replay.outcome["lead"] == 2000


def test_exact__an_overshoot_loses_the_counter_and_the_turn():
    replay, _ = match(
        EXACT,
        ["always-bank"] * 2,
        roll_worth(1000),
        roll_worth(1000),
        "1 1 1 1 2 3",  # 2000 of the 1000 needed
        roll_worth(1000),
    )
    assert scores(replay) == [1000, 2000]


def test_exact__bank_at_banks_just_what_is_needed():
    rolls = [roll_worth(1000), BUST, roll_worth(600), BUST, roll_worth(400)]
    replay, _ = match(EXACT, ["bank-at:threshold=600", "bank-at"], *rolls)
    assert scores(replay) == [2000, 0]


def takes_everything(bank="bank-at:threshold=1000"):
    return f"{bank},take_over=0"


def test_play_on__worked_example():
    """The previous player banked 1050 with two dice left and keeps them."""
    rules = RULES.with_switches({"target": 3000})
    policies = ["bank-at:threshold=1050", "bank-at:threshold=1150,take_over=1000"]
    rolls = ["1 1 1 6 6 2", "2 5 3", "1 6", BUST, "1 1 1 1 2 3", BUST]
    replay, stream = match(rules, policies, *rolls)
    assert stream.thrown == [6, 3, 2, 6, 6, 6]
    assert scores(replay) == [1050, 3150]


def test_play_on__declined_starts_afresh():
    rules = RULES.with_switches({"target": 1000})
    replay, stream = match(rules, ["always-bank", "always-bank"], roll_worth(1000), BUST)
    assert stream.thrown == [6, 6]
    assert scores(replay) == [1000, 0]


def test_play_on__only_after_a_bank():
    """C11: nothing is on offer after a bust or an overshoot."""
    rolls = [
        roll_worth(1000),  # A banks
        "1 2 3",  # B plays on with three dice: banks 1100, more than A can use
        BUST,  # A starts afresh
        roll_worth(300),  # B after a bust: afresh, banks 300
        "1 1 1",  # A plays on: 1300 is more than the 1000 needed
        roll_worth(600),  # B after an overshoot: afresh
    ]
    rules = EXACT.with_switches({"play_on": "always"})
    replay, stream = match(rules, [takes_everything("bank-at:threshold=0")] * 2, *rolls)
    assert stream.thrown == [6, 3, 6, 6, 3, 6]
    assert scores(replay) == [1000, 2000]


def test_play_on__from_own_score():
    """With play_on=1000 a player below 1000 isn't asked; with always, everybody is."""
    for switch, thrown in ((1000, [6, 6]), ("always", [6, 3]), ("never", [6, 6])):
        rules = RULES.with_switches({"target": 1000, "play_on": switch})
        rolls = [roll_worth(1000), BUST if thrown[1] == 6 else "2 3 4"]
        _, stream = match(rules, [takes_everything()] * 2, *rolls)
        assert stream.thrown == thrown


def test_play_on__worked_example_of_15000():
    """With 5000 or more a player may start at 2000 with two dice; with less, not."""
    rules = TEN_THOUSAND.presets["15000"].with_switches({"target": 8200})
    policies = ["bank-at:threshold=2000", "bank-at:threshold=2000,take_over=0"]
    rolls = [
        "1 1 1 1 2 3",  # A banks 2000
        "1 1 1 1 1 2",  # B has nothing yet, so starts afresh: 4000
        BUST,
        *("1 1 1 2 3 4", "1 1 1", "1 2 3 3 4 6"),  # B: 1000, 2000 with hot dice, 2100
        "1 1 1 1 2 3",  # A banks 2000
        "1 2",  # B has 6100 and plays on: 2100
    ]
    replay, stream = match(rules, policies, *rolls)
    assert stream.thrown == [6, 6, 6, 6, 3, 6, 6, 2]
    assert scores(replay) == [4000, 8200]


def test_play_on__exact_finish_offers_only_counters_below_need():
    rules = EXACT.with_switches({"play_on": "always"})
    rolls = [
        *(roll_worth(1000), "2 3 4"),  # A banks 1000; B takes 1000 < 2000 over, busts
        *(roll_worth(600), "1 2 3"),  # A banks 600; B takes 600 over, 700, but hasn't opened: rolls
        *("1 6",),  # 800, still no opening
        *("2",),  # bust
        roll_worth(400),
    ]
    replay, stream = match(rules, [takes_everything("bank-at:threshold=400")] * 2, *rolls)
    assert stream.thrown == [6, 3, 6, 3, 2, 1, 6]
    assert scores(replay) == [2000, 0]


def test_play_on__in_the_last_round():
    rules = QUICK.with_switches({"play_on": "always"})
    rolls = [roll_worth(1000), "2 3 4", roll_worth(1000), "1 2 3"]
    replay, stream = match(rules, [takes_everything()] * 2, *rolls)
    assert stream.thrown == [6, 3, 6, 3]
    assert scores(replay) == [2000, 1100]


def test_play_on__a_bank_with_no_dice_left_offers_nothing():
    rules = QUICK.with_switches({"play_on": "always", "hot_dice": "optional", "opening": 500})
    hot = "1 2 3 4 5 6"
    rolls = [hot, BUST, "1 1 1 1 2 3", "2 3"]
    replay, stream = match(rules, [takes_everything("bank-at:threshold=500")] * 2, *rolls)
    assert stream.thrown == [6, 6, 6, 2]
    assert scores(replay) == [2500, 0]


def test_to_target__counts_turns_and_busts():
    rolls = [BUST, roll_worth(1000), roll_worth(0), roll_worth(1000)]
    stream = ScriptedDice(*rolls)
    replay = play_to_target(QUICK, TEN_THOUSAND.policy("always-bank"), stream)
    assert replay.outcome == {"turns": 4, "busts": 2, "score": 2000}
