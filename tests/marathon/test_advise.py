"""Advice: every number, ranked, worth what the solvers say; what can't be is refused."""

from __future__ import annotations

import json
from math import inf

import numpy as np
import pytest

from analysis.cli import main
from simulators.advice import Effort
from simulators.marathon import MARATHON, MarathonRules
from simulators.marathon.reference import formed_by
from simulators.marathon.solve_race import race_values
from simulators.marathon.values import chances_in_time, turns_to_finish
from tests.marathon.helpers import RULES


def ask(objective=None, rules=RULES, **position):
    return MARATHON.adviser.ask(rules, position, objective, Effort())


def values(advice):
    return {action.details["metres"]: action.value for action in advice.actions}


def test_advise__every_number_and_staying():
    advice = ask(left=42_195, roll=[2, 2, 3, 6])
    assert set(values(advice)) == {0, *formed_by((2, 2, 3, 6))}
    assert advice.exact and advice.lower_is_better and advice.unit == "turns"
    expected = turns_to_finish(RULES)
    for metres, value in values(advice).items():
        assert value == expected[42_195 - metres]
    costs = advice.costs()
    assert costs[0] == 0 and costs == sorted(costs)


def test_advise__dead_distances_and_running_past_the_finish():
    found = values(ask(left=31, roll=[1, 2]))
    assert list(found) == [0, 12, 21] and found[21] == inf
    words = [action.words for action in ask(left=31, roll=[1, 2]).actions]
    assert words == ["stay", "run 12: 19 m left", "run 21: 10 m left, dead"]
    past = ask(left=5, roll=[6]).actions[-1]
    assert past.words == "run 6, past the finish: out" and past.value == inf
    stays = ask(left=5, roll=[6], rules=MarathonRules(overshoot="stay")).actions[-1]
    assert stays.value == turns_to_finish(RULES)[5] and "back" in stays.words
    assert ask(left=5, roll=[5]).actions[0].words == "run 5: finished"
    assert ask(left=5, roll=[5]).actions[0].value == 0


def test_advise__in_time():
    advice = ask(left=5000, roll=[2, 2, 3, 6], turns_left=5)
    assert advice.objective == "within"
    chances = chances_in_time(RULES, 5)
    for metres, value in values(advice).items():
        after = 5000 - metres
        assert value == pytest.approx(chances[4, after] if after >= 0 else 0.0, abs=1e-15)
    last = values(ask(left=5, roll=[5], turns_left=1))
    assert last == {5: 1.0, 0: 0.0}
    assert values(ask(left=30_000, roll=[1, 2, 3, 4], turns_left=2))[4321] == 0


def test_advise__the_race():
    advice = ask(left=1800, roll=[1, 1, 3, 5], them=640)
    assert (advice.objective, advice.unit, advice.lower_is_better) == ("race", "probability", False)
    wins = race_values(RULES, 2000).tables["wins"]
    for metres, value in values(advice).items():
        after = 1800 - metres
        assert value == pytest.approx(1 - wins[640, after] if after >= 0 else 0.0, abs=1e-12)
    assert values(ask(left=5, roll=[5], them=3)) == {5: 1.0, 0: pytest.approx(1 - wins[3, 5])}


def test_advise__the_opponent_is_stuck():
    """If both are, nobody wins: half a win in the race, none for who had to be done first."""
    for aim, both_stuck in (("race", 0.5), ("reply", 0)):
        found = values(ask(aim, left=31, roll=[1, 2], them=10))
        assert found == {0: pytest.approx(1), 12: pytest.approx(1), 21: both_stuck}
        assert values(ask(aim, left=5, roll=[6], them=10))[6] == both_stuck


def test_advise__a_reply_far_from_the_finish():
    advice = ask(left=9000, roll=[1, 1, 3, 5], them=8000)
    assert advice.objective == "reply"
    near, far = (ask("reply", left=1800, roll=[1, 1, 3, 5], them=them) for them in (640, 2900))
    race = values(ask("race", left=1800, roll=[1, 1, 3, 5], them=640))
    for metres, value in values(near).items():
        assert value == pytest.approx(race[metres], abs=0.01)  # watching is worth little
        assert value <= values(far)[metres]


@pytest.mark.parametrize(
    ("position", "value"),
    [
        ({}, turns_to_finish(RULES)[1234]),
        ({"turns_left": 5}, chances_in_time(RULES, 5)[5, 1234]),
    ],
)
def test_advise__before_the_roll(position, value):
    (action,) = ask(left=1234, **position).actions
    assert action.words == "roll 4 dice" and action.value == pytest.approx(value, abs=1e-15)


def test_advise__before_the_roll_of_a_race():
    (action,) = ask(left=9, them=9).actions
    assert action.words == "roll 1 die"
    assert action.value == pytest.approx(race_values(RULES, 9).value)
    (reply,) = ask("reply", left=9, them=9).actions
    assert reply.value == pytest.approx(action.value, abs=2e-3)


def test_advise__the_mean_over_rolls_is_the_value_before():
    before = ask(left=27, them=40).actions[0].value
    best = [
        ask(left=27, roll=[a, b], them=40).actions[0].value
        for a in range(1, 7)
        for b in range(1, 7)
    ]
    assert np.mean(best) == pytest.approx(before, abs=1e-12)


@pytest.mark.parametrize(
    ("objective", "position", "reason"),
    [
        (None, {}, "left must be given"),
        (None, {"left": 0}, "left must be an integer from 1"),
        (None, {"left": 42_196}, "left must be at most the distance, 42,195 metres"),
        (None, {"left": 100, "roll": [1, 1, 1]}, "left must not be dead, as 100 is"),
        (None, {"left": 12, "roll": [1, 1, 1]}, "roll must be 2 dice with 12 metres left, not 3"),
        (None, {"left": 9, "roll": [1, 1]}, "roll must be 1 die with 9 metres left, not 2"),
        (None, {"left": 9, "roll": [7]}, "roll must be 1 to 4 faces"),
        (None, {"left": 9, "them": 50_000}, "them must be at most the distance"),
        (None, {"left": 9, "turns_left": 0}, "turns_left must be an integer from 1"),
        ("within", {"left": 9}, "objective within needs --turns-left"),
        ("race", {"left": 9}, "objective race needs --them"),
        ("race", {"left": 9, "them": 4000}, "needs both within 3,000 metres"),
        ("speed", {"left": 9}, "unknown objective 'speed'"),
    ],
)
def test_advise__refusals(objective, position, reason):
    with pytest.raises(ValueError, match=reason):
        ask(objective, **position)


def test_advise__on_the_command_line(capsys):
    call = ["advise", "marathon", "--left", "1234", "--roll", "2,2,3,6", "--turns-left", "5"]
    assert main([*call, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["objective"] == "within" and document["exact"] is True
    assert {action["metres"] for action in document["actions"]} == {0, *formed_by((2, 2, 3, 6))}
    assert main(call) == 0
    assert capsys.readouterr().out.startswith("1,234 m left, rolled 2 2 3 6, 5 turns left\n")
    assert main(["advise", "marathon", "--left", "10"]) == 2
    assert "left must not be dead" in capsys.readouterr().err
