"""Policies that users write: full speed, plain errors."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from simulators import marathon
from simulators.engine import SimulationJob, outcomes_of
from simulators.errors import PolicyError
from simulators.game import Task
from simulators.marathon import MARATHON, Numbers, Runner
from simulators.outcomes import TRUNCATED
from simulators.policy import Parameter
from simulators.probe import probe
from simulators.values import integer
from tests.marathon.helpers import RULES, task


def play(choice, mode="solo", games=300):
    return SimulationJob(task(mode, [choice] * (2 if mode == "match" else 1))).play_chunk(0, games)


def test_user_policy__equals_the_built_in_it_copies():
    @marathon.policy
    def my_greedy(runner, numbers, p):
        """Run as far as possible."""
        best = -1
        for i in range(numbers.count):
            if numbers.metres[i] <= runner.left:
                best = i
        return best

    assert (my_greedy.name, my_greedy.summary) == ("my-greedy", "Run as far as possible.")
    for mode in ("solo", "match"):
        mine, built_in = play(my_greedy, mode), play("greedy", mode)
        assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in built_in.histograms]


def test_user_policy__sees_its_parameters_in_order():
    parameters = [
        Parameter("index", integer(0, 23), 0, "which number"),
        Parameter("until", integer(0, 100), 50, "until which turn"),
    ]

    @marathon.policy(name="mine", parameters=parameters)
    def chosen(runner, numbers, p):
        if runner.turn > p[1]:
            return -1
        i = min(int(p[0]), numbers.count - 1)
        return i if numbers.metres[i] <= runner.left else -1

    assert chosen(index=3).label == "mine:index=3"
    assert play(chosen(until=0), games=5).truncated == 5
    first, last = (outcomes_of(task("solo", [chosen(index=i)]), 0, 100) for i in (0, 23))
    for found in (first, last):
        assert ((found["turns"] <= 50) | (found["status"] == TRUNCATED)).all()
    assert first["turns"].min() > last["turns"].min()


def test_user_policy__captured_values_are_used():
    limit = 1200

    @marathon.policy
    def cautious(runner, numbers, p):
        i = numbers.count - 1
        while (
            i >= 0 and runner.left - numbers.metres[i] < limit and numbers.metres[i] != runner.left
        ):
            i -= 1
        return i

    found = outcomes_of(
        task("solo", [cautious], MARATHON.rules(switches={"distance": 9000})), 0, 50
    )
    done = found["status"] == 0
    assert set(found["distance"][done].tolist()) == {9000}


def test_user_policy__that_keeps_state_is_refused():
    seen = []

    @marathon.policy
    def rememberer(runner, numbers, p):
        seen.append(runner.left)
        return 0

    with pytest.raises(TypeError, match="policy rememberer: choose can't be compiled"):
        play(rememberer)


def test_user_policy__wrong_type_is_refused():
    @marathon.policy
    def hesitant(runner, numbers, p):
        return numbers.metres[0] / 2

    with pytest.raises(TypeError, match="policy hesitant: choose must return an integer"):
        play(hesitant)


@pytest.mark.parametrize("mode", ["solo", "match"])
@pytest.mark.parametrize("answer", [-2, 24, 10**6])
def test_user_policy__illegal_answer_names_policy_and_state(mode, answer):
    @marathon.policy
    def muddled(runner, numbers, p):
        return answer if runner.dice == 3 else numbers.count - 1

    message = rf"muddled returned {answer} for choose, which must be from 0 to \d+, or -1 to stay"
    with pytest.raises(PolicyError, match=message + r".*Runner\(left=\d+, dice=3"):
        play(muddled, mode)


def test_user_policy__the_first_index_beyond_is_illegal():
    @marathon.policy
    def just_beyond(runner, numbers, p):
        return numbers.count

    with pytest.raises(PolicyError, match="just-beyond returned"):
        play(just_beyond)


@pytest.mark.parametrize("mode", ["solo", "match"])
def test_user_policy__that_raises_names_policy_and_state(mode):
    @marathon.policy
    def fragile(runner, numbers, p):
        return 0 if 1 // (runner.dice - 3) > 0 else -1 if runner.left < 1 else 0

    with pytest.raises(PolicyError, match=r"fragile raised ZeroDivisionError.*dice=3"):
        play(fragile, mode)


def test_user_policy__running_past_the_finish_is_legal():
    @marathon.policy
    def headlong(runner, numbers, p):
        return numbers.count - 1

    mine, built_in = play(headlong), play("blunder")
    assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in built_in.histograms]


def test_user_policy__that_never_ends_within_a_decision_is_found_by_the_probe():
    @marathon.policy
    def circling(runner, numbers, p):
        i = 0
        while numbers.count > 0:
            i += 1
        return i

    with pytest.raises(PolicyError, match="circling did not come to an end on choose"):
        probe(task("solo", [circling]), max_lines=1000)


def test_user_policy__flips_its_own_coins():
    @marathon.policy
    def coin(runner, numbers, p):
        i = (runner.noise >> 40) % numbers.count
        return i if numbers.metres[i] <= runner.left else -1

    both = outcomes_of(task("match", [coin, coin], rotate=False), 0, 300)
    assert not np.array_equal(both["distance_0"], both["distance_1"])


def test_user_policy__pickles_with_its_code():
    limit = 500

    @marathon.policy
    def traveller(runner, numbers, p):
        return 0 if numbers.metres[0] <= min(runner.left, limit) or runner.left > limit else -1

    original = Task(MARATHON, "solo", RULES, (traveller(),), 9)
    back = pickle.loads(pickle.dumps(original))
    here, there = outcomes_of(original, 0, 50), outcomes_of(back, 0, 50)
    assert all(np.array_equal(here[name], there[name]) for name in here)


def test_user_policy__must_be_a_function():
    with pytest.raises(TypeError, match="choose must be a function"):
        marathon.policy()(3)


def test_types__of_what_a_policy_sees():
    assert Runner._fields == ("left", "dice", "turn", "rivals", "rival_left", "noise")
    assert Numbers._fields == ("count", "metres")
    assert marathon.DECLINE == -1
