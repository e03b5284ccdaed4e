"""Advice in positions of Killer: every action, its exact value, and what is refused."""

from __future__ import annotations

import json
from itertools import combinations, product

import pytest

from analysis.advising import advise
from simulators.killer import best_draw
from simulators.killer.solve_fight import fight_solution


def ask(**given):
    return advise("killer", **given)


def test_draw__every_set_of_dice_is_ranked():
    frame = ask(roll=[6, 6, 5, 3, 2, 1])
    roll = (6, 6, 5, 3, 2, 1)
    sets = {kept for k in range(1, 7) for kept in combinations(roll, k)}
    assert len(frame) == len(sets)
    assert {tuple(entry["set_aside"]) for entry in frame.attrs["details"]} == sets
    assert frame["action"][0] == "set aside 6 6, roll four dice"
    assert frame["value"][0] == pytest.approx(12 + 18.843640451150744)
    assert (frame["std_error"] == 0).all()
    assert frame["cost"].is_monotonic_increasing
    assert frame.attrs["unit"] == "points"


def test_draw__what_follows_a_roll_is_worth_the_mean_of_the_best_actions():
    total = sum(ask(roll=roll, aside=20)["value"][0] for roll in product(range(1, 7), repeat=2))
    before = ask(dice=2, aside=20)
    assert before["action"].tolist() == ["roll two dice"]
    assert before["value"][0] == pytest.approx(total / 36)


@pytest.mark.parametrize(
    ("objective", "first"),
    [
        ("draw", "set aside 5 4, 30 in all"),
        ("exactly", "set aside 5 4, 30 in all"),
        ("at-least", "set aside 5 4, 30 in all"),
        ("strength", "set aside 5, roll one die"),
        ("attack", "set aside 5, roll one die"),
        ("fight", "set aside 5 4, 30 in all"),
    ],
)
def test_draw__each_objective_has_its_own_answer(objective, first):
    frame = ask(roll="5,4", aside="21", objective=objective)
    assert frame["action"][0] == first
    assert frame.attrs["objective"] == objective


def test_draw__a_sum_that_is_wanted():
    frame = ask(roll=[5, 5, 1], aside=14, objective="exactly", sum=20)
    best = best_draw(lambda total: total == 20)
    assert frame["value"][0] == pytest.approx(max(best.options([5, 5, 1], 14).values()))
    assert frame.attrs["position"].startswith(
        "A draw for the largest chance of a sum of exactly 20"
    )


def test_fight__an_attack_by_the_life_points_of_both():
    frame = ask(roll=[5, 4], aside=21, me=20, them=25)
    turn = fight_solution(_rules()).tables["turn"]
    by_action = frame.set_index("action")["value"]
    assert by_action["set aside 5 4, 30 in all"] == pytest.approx(1 - turn[25, 20])
    whole = ask(me=20, them=25)
    assert whole["action"].tolist() == ["roll six dice"]
    assert whole["value"][0] == pytest.approx(turn[20, 25])
    assert whole.attrs["unit"] == "probability"


def test_fight__the_preparation():
    turn = fight_solution(_rules()).tables["turn"]
    second = ask(roll=[4], aside=24, them=28)
    assert second["value"].tolist() == [pytest.approx(1 - turn[28, 28])]
    second = ask(roll=[5], aside=24, them=28)
    assert second["value"].tolist() == [pytest.approx(turn[29, 28])]
    first = ask(dice=6, objective="fight")
    assert first["value"][0] == pytest.approx(fight_solution(_rules()).value)


def test_fight__after_a_hit():
    tables = fight_solution(_rules()).tables
    frame = ask(strength=4, me=20, them=25)
    assert frame["action"].tolist() == ["attack again with strength 4", "stop"]
    values = [tables["attack"][4, 20, 25], 1 - tables["turn"][25, 20]]
    assert frame["value"].tolist() == pytest.approx(values)
    same = ask(damage=6, me=20, them=25, switches={"repeat": "same_damage"})
    assert same["action"][0] == "attack again for 6 more damage"
    new = ask(strength=1, me=0, them=0, switches={"repeat": "new_strength"})
    assert new["action"].tolist() == ["stop", "attack again with a new sum"]


def test_fight__stolen_life_may_pass_36():
    frame = ask(roll=[6, 5], aside=19, me=50, them=20, switches={"steal": "yes"})
    assert frame["value"][0] > 0.6


def _rules():
    from simulators.killer import KILLER

    return KILLER.rules()


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"roll": "6,5"}, "aside must be from 4 to 24 with 2 of 6 dice still to roll, not 0"),
        ({"roll": "6,5", "aside": 25}, "aside must be from 4 to 24"),
        ({"roll": "6,7", "aside": 25}, "roll must be 1 to 6 faces from 1 to 6"),
        ({"roll": "6,5", "dice": 3, "aside": 9}, "dice must be 2, as the roll shows, not 3"),
        ({"aside": 9}, "roll is missing"),
        ({"roll": "666655", "me": 20}, "them is missing"),
        ({"roll": "666655", "me": 37, "them": 3}, "me must be at most 36, as no draw"),
        ({"roll": "666655", "them": 5}, "them must be from 6 to 36 in the preparation, not 5"),
        ({"roll": "666655", "me": 9, "them": 5, "objective": "draw"}, "knows no life points"),
        ({"roll": "666655", "strength": 2}, "told after a hit"),
        ({"strength": 2, "me": 20}, "me and them are needed"),
        ({"strength": 2, "me": 20, "them": 5, "objective": "draw"}, "a question of the fight"),
        ({"strength": 4, "damage": 6, "me": 9, "them": 9}, "damage must be 4 to 24 in steps of 4"),
        ({"damage": 8, "me": 9, "them": 9}, "strength is missing"),
        ({"them": 20, "objective": "win"}, "unknown objective 'win'"),
        ({"life": 20}, "unknown part of a position 'life'"),
    ],
)
def test_advice__impossible_positions_are_refused(given, reason):
    with pytest.raises(ValueError, match=reason):
        ask(**given)


@pytest.mark.parametrize(
    ("given", "switches", "reason"),
    [
        ({"strength": 2, "me": 9, "them": 9}, {"repeat": "none"}, "the switch repeat is none"),
        ({"strength": 2, "me": 9, "them": 9}, {"repeat": "same_damage"}, "damage is missing"),
        ({"damage": 7, "me": 9, "them": 9}, {"repeat": "same_damage"}, "damage can't be 7"),
        ({"me": 40, "them": 40}, {"steal": True}, "at most 72 together"),
        ({"me": 9, "them": 9}, {"players": 3}, "solved for two players only"),
    ],
)
def test_advice__impossible_under_these_rules(given, switches, reason):
    with pytest.raises(ValueError, match=reason):
        ask(**given, switches=switches)


def test_advice__on_the_command_line(capsys):
    from analysis.cli import main

    assert main(["advise", "killer", "--roll", "5,4", "--aside", "21", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["exact"] is True
    assert told["actions"][0]["set_aside"] == [5, 4]
    assert main(["advise", "killer", "--roll", "5,4"]) == 2
    assert "aside must be from 4 to 24" in capsys.readouterr().err
