"""Advice in Low-High: all ways to go on with exact values, and what can't lie on the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analysis import advise
from analysis.cli import main
from simulators.low_high import LOW_HIGH
from simulators.low_high.solve_turn import best_for_at_least, best_for_points
from tests.low_high.brute_solver import BruteTurn
from tests.low_high.helpers import DESCENDING, PIPS, RULES

#: Four 1s and three 2s are kept, six dice are left: the example of the rules.
KEPT = {1: 4, 2: 3}


def values_of(**position: Any) -> dict[str, float]:
    frame = advise("low-high", **position)
    assert frame.attrs["exact"] and list(frame["value"]) == sorted(frame["value"], reverse=True)
    return dict(zip(frame["action"], frame["value"], strict=True))


def test_roll__of_the_rules_example() -> None:
    values = values_of(kept=KEPT, roll="1,1,2,4,4,6")
    assert list(values) == [
        "keep 4 4, stop with 6 points",
        "keep 4 4, roll 1 die",
        "keep 6, stop with 5 points",
        "keep 6, roll 2 dice",
    ]
    # Above a 4 the last die is good with chance 1/3, and bad else.
    assert values["keep 4 4, roll 1 die"] == pytest.approx(6 + 1 / 3 - 2 / 3)
    assert values["keep 6, roll 2 dice"] == pytest.approx(5 - 2)


def test_roll__bad_dice_may_be_told_either_way() -> None:
    told = [values_of(kept=KEPT, bad=bad, roll=roll) for bad, roll in ((0, "112446"), (3, "446"))]
    assert told[0] == told[1]


def test_roll__nothing_to_keep_ends_the_turn() -> None:
    assert values_of(kept={6: 10}, roll="1,2,6") == {
        "no die to keep: the turn ends with 7 points": 7
    }


def test_roll__all_dice_kept_end_the_turn() -> None:
    assert values_of(kept={1: 12}, roll="5") == {"keep 5, the turn ends with 13 points": 13}


def test_start__a_turn_is_worth_the_best_turn() -> None:
    values = values_of(objective="turn")
    assert values == {"roll 13 dice": pytest.approx(best_for_points(RULES).value, abs=1e-12)}
    values = values_of(points=8)
    assert values == {"roll 13 dice": pytest.approx(best_for_at_least(RULES, 8).value, abs=1e-12)}


@pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING], ids=LOW_HIGH.presets)
def test_values__equal_brute_force(rules: Any) -> None:
    few = rules.with_switches({"dice": 7})
    brute = BruteTurn(few, float)
    values = values_of(rules=few, kept={1: 1, 3: 1}, bad=1, roll="2,4,4,6")
    assert len(values) == 4
    four, six = (1, 3, 4, 4), (1, 3, 6)
    expected = [
        brute.stopping(four, 2), brute.rolling(four, 2),
        brute.stopping(six, 2), brute.rolling(six, 2),
    ]  # fmt: skip
    assert sorted(values.values()) == pytest.approx(sorted(expected), abs=1e-12)


def test_race__who_needs_three_points_is_sure_to_win() -> None:
    """Thirteen dice show three alike at least."""
    values = values_of(kept=KEPT, me=22, them=27)
    assert values["stop with 7 points"] == pytest.approx(0, abs=1e-12)
    assert values["roll 6 dice"] > 0.4
    assert values_of(kept=KEPT, me=23, them=27)["stop with 7 points"] == 1
    assert max(values_of(me=27, them=29).values()) == pytest.approx(1, abs=1e-12)


def test_race__totals_default_to_none_and_may_be_negative() -> None:
    assert values_of(objective="race") == {"roll 13 dice": pytest.approx(0.65986058502, abs=1e-10)}
    below = advise("low-high", me=-3, them=0)
    assert below["value"][0] < 0.65986 and below.attrs["notes"] == []
    far = advise("low-high", me=-300, them=0)
    assert far["value"][0] < below["value"][0]
    assert "Totals below -22 count as -22" in far.attrs["notes"][0]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"kept": {1: 9, 2: 5}}, "kept and bad are 14 dice, and there are 13 in all"),
        ({"kept": KEPT, "bad": 2, "dice": 6}, "dice must be 4, what 7 kept and 2 bad leave of 13"),
        ({"kept": KEPT, "roll": "4,4"}, "roll must show 6 dice, what 7 kept and 0 bad leave"),
        ({"bad": 2}, "bad must be 0, not 2: no die goes bad on the first roll"),
        ({"kept": {2: 3}, "bad": 1}, "no die goes bad on the roll of the only set kept"),
        ({"kept": {2: 3}, "bad": 1, "roll": "112345666"}, "bad must be 0, not 1"),
        ({"kept": {1: 13}}, "the turn is over"),
        ({"kept": {1: 6, 2: 4}, "bad": 3}, "the turn is over"),
        ({"kept": {7: 1}}, "kept must be face=count"),
        ({"roll": "1,7"}, "roll must be"),
        ({"me": 30}, "me must be below the target, 30, not 30"),
        ({"them": 31}, "them must be below the target"),
        ({"objective": "turn", "me": 3}, "me and them go with the objective race, not with turn"),
        ({"objective": "race", "points": 3}, "points goes with the objective at-least"),
        ({"objective": "at-least"}, "the objective at-least needs points"),
        ({"objective": "win"}, "unknown objective 'win'"),
        ({"held": 3}, "unknown part of a position 'held'"),
    ],
)
def test_impossible_positions__are_refused(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        advise("low-high", **position)


def test_command__json_and_refusal(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["advise", "low-high", "--kept", "1=4,2=3", "--roll", "1,1,2,4,4,6"]
    assert main([*asked, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["actions"][0]["keep"] == [4, 4] and document["actions"][0]["stop"] is True
    assert main([*asked, "--bad", "1"]) == 2
    assert "roll must show 5 dice" in capsys.readouterr().err
