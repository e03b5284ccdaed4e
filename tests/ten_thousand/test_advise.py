"""Advice on 10000 and 15000: values against the solvers, every kind of position, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.advising import ask_advice
from simulators.advice import Advice
from simulators.ten_thousand import TEN_THOUSAND, TenThousandRules
from simulators.ten_thousand.race_solution import race_solution

SMALL = {"target": 2000, "opening": 300}


def rules_of(preset: str, switches: dict[str, Any] | None = None) -> TenThousandRules:
    rules = TEN_THOUSAND.rules(preset, switches)
    assert isinstance(rules, TenThousandRules)
    return rules


def ask(game: str = "10000", switches: dict[str, Any] | None = None, **position: Any) -> Advice:
    return ask_advice(game, position, switches=switches)


def values(advice: Advice) -> dict[str, float]:
    return {action.words: action.value for action in advice.actions}


def test_turn__bank_or_roll() -> None:
    advice = ask(held=400, dice=3)
    assert [action.words for action in advice.actions] == ["bank 400", "roll 3 dice"]
    assert advice.actions[0].value == 400
    assert (advice.objective, advice.unit, advice.exact) == ("turn", "points", True)
    assert ask(held=350, dice=2).actions[0].words == "bank 350"
    assert ask(held=200, dice=4).actions[0].words == "roll 4 dice"


def test_turn__a_fresh_one_is_worth_the_optimum() -> None:
    advice = ask()
    assert values(advice) == {"roll 6 dice": pytest.approx(475.731, abs=1e-3)}


def test_turn__rolled_dice_are_set_aside_by_the_rules() -> None:
    advice = ask(roll="1,5,5,2,3,4")
    assert {action.details["set_aside"][0] for action in advice.actions} == {1}
    assert {action.words.split(",")[0] for action in advice.actions} == {"set aside 1 5 5 for 200"}
    chosen = ask(switches={"set_aside": "choose"}, roll="1,5,5,2,3,4")
    assert chosen.actions[0].words == "set aside 1 for 100, roll 5 dice"
    assert len(chosen.actions) == 10


def test_turn__what_must_be_rolled() -> None:
    hot = ask(roll="1,2,3,4,5,6")
    assert [a.words for a in hot.actions] == [
        "set aside 1 2 3 4 5 6 for 500, roll 6 dice (hot dice, must roll)"
    ]
    closed = ask(me=0, held=400, dice=3)
    assert [a.words for a in closed.actions] == ["roll 3 dice (must roll, 1000 open)"]


def test_turn__busts_and_counters_beyond_an_exact_finish_are_lost() -> None:
    assert values(ask(roll="2,3", held=400)) == {"bust: 400 points are lost": 0.0}
    over = ask("15000", me=14_500, roll="1,1,1,6,6,2")
    assert list(values(over).values()) == [0.0]
    assert "more than you need" in over.actions[0].words


def test_race__a_fresh_turn_and_a_bust_are_what_the_solution_says() -> None:
    for switches in (SMALL, {**SMALL, "play_on": "never"}):
        win = race_solution(rules_of("10000", switches)).tables["win"]
        fresh = ask(switches=switches, me=900, them=1200)
        assert fresh.actions[0].value == pytest.approx(win[18, 24], abs=1e-12)
        bust = ask(switches=switches, me=900, them=1200, roll="2,3", held=400)
        assert bust.actions[0].value == pytest.approx(1 - win[24, 18], abs=1e-12)


def test_race__a_bank_leaves_the_other_the_better_of_two_turns() -> None:
    switches = {**SMALL, "play_on": "always"}
    bank = next(
        action.value for action in ask(switches=switches, me=900, them=1200, held=400, dice=2).actions
        if action.details["bank"]
    )  # fmt: skip
    theirs = ask(switches=switches, me=1200, them=1300, offered=400, offered_dice=2)
    assert bank == pytest.approx(1 - theirs.actions[0].value, abs=1e-12)
    assert {action.details["take_over"] for action in theirs.actions} == {True, False}


def test_race__values_are_those_of_the_next_roll() -> None:
    # Rolling one die: a 1 or a 5 is hot dice, all else a bust.
    for preset, me in (("10000", 900), ("15000", 1000)):
        switches = {**SMALL, "play_on": "always"}
        seen = values(ask(preset, switches, me=me, them=1200, held=250, dice=1))
        lost = ask(preset, switches, me=me, them=1200, held=250, roll="2").actions[0].value
        one, five = (
            ask(preset, switches, me=me, them=1200, held=250, roll=face).actions[0].value
            for face in ("1", "5")
        )
        assert seen["roll 1 die"] == pytest.approx((4 * lost + one + five) / 6, abs=1e-12)


def test_race__high_counters_are_beyond_no_table() -> None:
    seen = values(
        ask(switches={**SMALL, "play_on": "never"}, me=900, them=1200, held=30_000, dice=3)
    )
    assert 0.99 < seen["bank 30000"] <= 1 and 0 < seen["roll 3 dice"] < seen["bank 30000"]


def test_race__the_last_turn_must_beat_the_other() -> None:
    tie = ask(me=9700, them=10_100, held=400, dice=5)
    assert tie.actions[0].words == "roll 5 dice"
    assert values(tie)["bank 400"] == 0.5
    assert ask(me=9700, them=10_100, held=450, dice=3).actions[0].value == 1
    assert values(ask(me=9700, them=10_100, held=300, dice=3))["bank 300"] == 0
    offered = ask(me=9900, them=10_100, offered=400, offered_dice=5)
    assert offered.actions[0].details["take_over"] is True


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"held": 425, "dice": 3}, "held must be a multiple of 50"),
        ({"held": 450}, "dice are missing"),
        ({"held": 0, "dice": 3}, "held must be above 0 with 3 dice to roll"),
        ({"held": 50, "dice": 1}, "held can't be 50 with 1 die to roll"),
        ({"roll": "1,2", "dice": 3}, "dice must be the 2 that were rolled"),
        ({"them": 2000}, "needs both scores"),
        ({"me": 300, "them": 2000}, "me must be 0 or at least 1000"),
        ({"me": 10_000, "them": 2000}, "me must be below the target"),
        ({"me": 10_000}, "me must be below the target"),
        ({"me": 2000, "them": 3000, "final_turn": "yes"}, "final_turn must be no"),
        ({"me": 2000, "them": 10_000, "final_turn": "no"}, "final_turn must be yes"),
        ({"me": 2000, "them": 3000, "offered": 400}, "give both offered and offered_dice"),
        ({"me": 2000, "them": 1000, "offered": 1050, "offered_dice": 2}, "offered can't be 1050"),
        ({"me": 2000, "them": 3000, "offered": 400, "offered_dice": 2, "held": 400, "dice": 3},
         "before the first roll"),
        ({"me": 2000, "them": 11_000, "offered": 400, "offered_dice": 2}, "reached the target without"),
        ({"me": 2000, "them": 3000, "busts": 1}, "busts"),
    ],
)  # fmt: skip
def test_refused__impossible_positions(position: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask(**position)


def test_refused__by_the_rules_of_15000() -> None:
    with pytest.raises(ValueError, match="held must be at most the 500 points that you need"):
        ask("15000", me=14_500, held=600, dice=3)
    with pytest.raises(ValueError, match="the other has won"):
        ask("15000", me=14_500, them=15_000)
    with pytest.raises(ValueError, match="playing on is allowed from 5000"):
        ask("15000", me=4000, them=6000, offered=400, offered_dice=2)
    with pytest.raises(ValueError, match="a counter as high can't be taken over"):
        ask("15000", me=14_600, them=6000, offered=400, offered_dice=2)
    with pytest.raises(ValueError, match="which these rules don't allow"):
        ask(switches={"play_on": "never"}, me=4000, them=6000, offered=400, offered_dice=2)
    with pytest.raises(ValueError, match="them and final_turn go with the objective race"):
        ask_advice("10000", {"me": 2000, "them": 3000}, objective="turn")
