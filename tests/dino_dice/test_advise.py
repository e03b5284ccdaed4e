"""Advice: every legal action with its value, against brute force; positions that can't be."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from analysis import cli
from analysis.advising import advise, ask_advice
from simulators.dino_dice import DINO_DICE
from simulators.dino_dice.solve_race import FIRST, SECOND, race_solution
from tests.dino_dice.brute_force import BestTurn
from tests.dino_dice.helpers import RULES, SHOWING, score_faces

MATCH = RULES.with_switches({"match_target": 30})


def brute_actions(rules, best: BestTurn, kept, new, left) -> dict[tuple, float]:
    """Value every (eaten, kept or None for stopping) from the rule text."""
    faces = tuple(sorted(kept + new))
    hungry = (faces if rules.eats == "showing" else new).count(3)
    food = [face for face in faces if face != 3]
    found = {}
    for eaten in set(combinations(food, hungry if faces != (3,) * 5 else 0)):
        rest = list(faces)
        for face in eaten:
            rest.remove(face)
        found[eaten, None] = float(best.worth(score_faces(rules, tuple(rest))))
        for size in range(len(rest) if left else 0):
            for keep in set(combinations(rest, size)):
                found[eaten, keep] = float(best.rolled(keep, len(rest) - size, left - 1))
    return found


@pytest.mark.parametrize("rules", [RULES, SHOWING], ids=["rolled", "showing"])
@pytest.mark.parametrize(
    ("kept", "dice", "left"),
    [
        ((), (6, 6, 2, 4, 3), 2),
        ((), (1, 3, 3, 5, 5), 2),
        ((), (3, 3, 3, 3, 3), 2),
        ((), (1, 2, 4, 5, 6), 2),
        ((6, 6, 4), (3, 5), 1),
        ((3, 6, 6), (1,), 1),
        ((3, 6, 6), (3,), 0),
        ((), (3, 3, 6, 5), 0),
    ],
)
@pytest.mark.parametrize("points", [None, 24])
def test_advice__values_every_legal_action(rules, kept, dice, left, points):
    best = BestTurn(rules, float if points is None else (lambda x: float(x >= points)))
    position = {"dice": dice, "rolls_left": left, "points": points}
    if kept:
        position["kept"] = kept
    position = {name: value for name, value in position.items() if value is not None}
    advice = ask_advice("dino-dice", position, rules=rules)
    found = {}
    for action in advice.actions:
        told = action.details
        keep = None if told["stop"] else tuple(told["kept"])
        found[tuple(told.get("eaten", ())), keep] = action.value
    expected = brute_actions(rules, best, kept, dice, left)
    assert found.keys() == expected.keys()
    for action, value in expected.items():
        assert found[action] == pytest.approx(value, abs=1e-12)
    assert [a.value for a in advice.actions] == sorted(found.values(), reverse=True)
    assert advice.exact and advice.costs()[0] == 0
    assert advice.unit == ("points" if points is None else "probability")


def test_advice__example_of_the_rules():
    """The source feeds the 2 to the 3 and rolls 4 and 3; rolling the 3 alone is better."""
    frame = advise("dino-dice", dice="6,6,2,4,3", rolls_left=2)
    assert frame["action"].iloc[0] == "the 3 eats 2; keep 4 6 6, roll 1 die"
    assert frame["value"].iloc[0] == pytest.approx(27.527777777777779)
    costs = dict(zip(frame["action"], frame["cost"], strict=True))
    assert costs["the 3 eats 2; keep 6 6, roll 2 dice"] == pytest.approx(0.36959876543)
    assert frame.attrs["objective"] == "turn" and frame.attrs["exact"]


def test_advice__fed_dice_have_no_meal():
    rolled = advise("dino-dice", dice="6,6,2,4,3", rolls_left=2)
    fed = advise("dino-dice", dice="6,6,4,3", rolls_left=2, fed=True)
    assert fed["value"].iloc[0] == rolled["value"].iloc[0]
    assert not fed["action"].str.contains("eat").any()
    assert len(fed) == 1 + 11


def test_advice__before_the_first_roll_and_after_starving():
    start = advise("dino-dice", rolls_left=3)
    assert start["value"].tolist() == [pytest.approx(25.990085928370927)]
    lost = advise("dino-dice", dice=[3, 3, 3, 1, 2])
    assert lost["action"].tolist() == ["3 must eat, 2 can be eaten: the turn ends with 0 points"]
    assert lost["value"].tolist() == [0]


def test_advice__says_how_it_read_the_dice():
    open_question = advise("dino-dice", dice="6,6,4,3", rolls_left=1)
    assert "all of these dice were just rolled" in open_question.attrs["notes"][0]
    for told in ({"dice": "6,6,4,5"}, {"dice": "3", "kept": "6,6,4"}):
        assert advise("dino-dice", rolls_left=1, **told).attrs["notes"] == []


def test_race__is_the_value_of_the_position():
    chances = race_solution(MATCH).tables["chances"]
    for me, them in ((0, 0), (20, 12), (29, 29)):
        for first, seat in ((True, FIRST), (False, SECOND)):
            told = advise("dino-dice", me=me, them=them, first=first, rules=MATCH)
            cell = chances[FIRST, me, them] if seat == FIRST else chances[SECOND, them, me]
            assert told["value"].tolist() == [pytest.approx(cell, abs=1e-12)]
    assert "you begin" in advise("dino-dice", me=3, rules=MATCH).attrs["notes"][0]


def test_race__last_round_needs_enough():
    frame = advise("dino-dice", dice="6,6,6,4,5", rolls_left=0, me=20, them=60, rules=MATCH)
    assert frame["value"].tolist() == [1.0]  # 42 points against the 40 lacking
    tied = advise("dino-dice", dice="6,6,6,1,3", rolls_left=0, me=20, them=53, rules=MATCH)
    assert tied["value"].iloc[0] == 0.5  # the 1 is eaten, 6 6 6 make 33
    assert "last round" in frame.attrs["position"]


def test_race__greed_depends_on_the_score():
    """The same dice: enough to win now, far behind, and even."""
    dice = {"dice": "6,6,5,5,2", "rolls_left": 1}
    enough = advise("dino-dice", **dice, me=149, them=160)
    behind = advise("dino-dice", **dice, me=100, them=150)
    assert enough["action"].iloc[0].startswith("stop") and enough["value"].iloc[0] == 1
    assert not behind["action"].iloc[0].startswith("stop")


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"dice": "6,6,4"}, "the first roll is of 5 dice, not 3: say how many rolls are left"),
        ({"dice": "6,6,4", "kept": "1,2"}, "not 3 beside 2 kept ones"),
        ({"dice": "6,6,2,4,3", "rolls_left": 3}, "at most 2 once dice are rolled, not 3: a turn"),
        ({"dice": "6,6,2,4,3", "rolls_left": 1, "kept": "5"}, "no turn keeps 5 and rolls 5"),
        ({"dice": "6,6", "rolls_left": 1}, "no turn keeps nothing and rolls 2 after 1 roll"),
        ({"dice": "6,6,4,3,1", "fed": "yes"}, "no turn holds 1 3 4 6 6 after 1 roll"),
        ({"dice": "6,6,4,3", "fed": "yes", "kept": "1"}, "once they have eaten, dice are all"),
        ({"kept": "6"}, "dice are missing"),
        ({"fed": "yes"}, "dice are missing"),
        ({"rolls_left": 2}, "dice are missing"),
        ({"dice": "6,6,2,4,7"}, "dice must be 1 to 5 faces from 1 to 6"),
        ({"points": 40, "me": 3}, "me, them and first go with the objective race"),
        ({"me": 150}, "me must be below the 150 points that end a match"),
        ({"them": 225}, "them must be at most 224"),
        ({"them": 150, "first": "yes"}, "with 150 points against you the round is the last"),
        ({"hand": "6"}, "unknown part of a position 'hand'"),
    ],
)
def test_advice__refused_with_the_reason(position, reason):
    with pytest.raises(ValueError, match=reason):
        advise("dino-dice", **position)


def test_advice__objectives_and_what_goes_with_them():
    with pytest.raises(ValueError, match="the objective at-least needs points"):
        advise("dino-dice", objective="at-least")
    with pytest.raises(ValueError, match="points goes with the objective at-least, not with turn"):
        advise("dino-dice", objective="turn", points=30)
    with pytest.raises(ValueError, match="unknown objective 'draw'"):
        advise("dino-dice", objective="draw")
    with pytest.raises(ValueError, match="too long to be solved"):
        advise("dino-dice", objective="race", switches={"match_target": 9999})


def test_every_example__is_answered(capsys):
    for example in DINO_DICE.adviser.examples:
        assert cli.main(["advise", "dino-dice", *example.split(), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["exact"] and len(told["actions"]) > 5
        assert told["actions"][0]["cost"] == 0


def test_command__prints_a_table_and_refuses_in_one_sentence(capsys):
    assert cli.main(["advise", "dino-dice", "--dice", "6,6,2,4,3", "--rolls-left", "2"]) == 0
    assert "the 3 eats 2; keep 4 6 6, roll 1 die" in capsys.readouterr().out
    assert cli.main(["advise", "dino-dice", "--dice", "6,6", "--rolls-left", "2"]) == 2
    assert capsys.readouterr().err.startswith("error: the first roll is of 5 dice")
