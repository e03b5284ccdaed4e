"""Policies that users write: what they may do, and what is refused by name."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from simulators import killer
from simulators.engine import SimulationJob, outcomes_of
from simulators.errors import PolicyError
from simulators.killer import HIGHEST, KillerRules, KillerState
from simulators.policy import Parameter
from simulators.values import integer
from tests.killer.helpers import task


def play(policy, mode="draw", games=2000, switches=None, n=1, seed=3):
    return SimulationJob(task(mode, [policy] * n, switches, seed)).play_chunk(0, games)


def counts(tally):
    return [histogram.pairs() for histogram in tally.histograms]


def test_user_policy__equals_the_built_in_it_copies():
    @killer.policy
    def sixes_only(state, p):
        """Keep sixes."""
        k = 1
        while k < state.dice and state.faces[k] == 6:
            k += 1
        return HIGHEST[k]

    assert sixes_only.name == "sixes-only"
    assert sixes_only.summary == "Keep sixes."
    assert sixes_only.user_written
    for mode, n in (("draw", 1), ("attack", 1), ("match", 3)):
        mine, built_in = play(sixes_only, mode, 300, n=n), play("keep-sixes", mode, 300, n=n)
        assert counts(mine) == counts(built_in)


def test_user_policy__sees_its_parameters_in_order():
    def target(state, p):
        return (state.seat + int(p[1])) % state.players

    @killer.policy(
        name="mine",
        parameters=[
            Parameter("least", integer(1, 6), 5, "least face to keep"),
            Parameter("step", integer(1, 2), 1, "whom to attack"),
        ],
        target=target,
    )
    def chosen(state, p):
        k = 1
        while k < state.dice and state.faces[k] >= p[0]:
            k += 1
        return HIGHEST[k]

    assert chosen(least=6).label == "mine:least=6"
    assert counts(play(chosen(least=6))) == counts(play("keep-sixes"))
    assert counts(play(chosen())) != counts(play("keep-sixes"))
    # With two seats a step of 2 names the player himself.
    with pytest.raises(PolicyError, match=r"mine:.*step=2 returned . for target, the player's own"):
        play(chosen(step=2), "match", n=2)


def test_user_policy__may_set_aside_any_dice():
    @killer.policy
    def lowest(state, p):
        return 1 << (state.dice - 1)

    tally = play(lowest)
    assert dict(tally.histograms[2].pairs()) == {6: 2000}
    mean = sum(value * count for value, count in tally.histograms[0].pairs()) / 2000
    assert abs(mean - (42 - 29.1664)) < 0.5  # the mirror image of highest-only


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (0, "returned 0 for keep, which sets no die aside in state KillerState"),
        (-1, "returned -1 for keep, which must be from 1 to 63 with 6 dice"),
        (64, "returned 64 for keep, which must be from 1 to 63 with 6 dice"),
    ],
)
@pytest.mark.parametrize(("mode", "n"), [("draw", 1), ("attack", 1), ("match", 2)])
def test_user_policy__illegal_keep_names_policy_and_state(choice, reason, mode, n):
    @killer.policy
    def idle(state, p):
        return choice

    with pytest.raises(PolicyError, match=f"policy idle {reason}"):
        play(idle, mode, n=n)


def test_user_policy__keeping_a_die_that_was_not_rolled():
    @killer.policy
    def greedy(state, p):
        return HIGHEST[4]

    with pytest.raises(PolicyError, match=r"greedy returned 15 for keep.*from 1 to 3 with 2 dice"):
        play(greedy, games=5000)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (lambda state, p: state.seat, "the player's own seat"),
        (lambda state, p: -1, "no seat at the table"),
        (lambda state, p: 3, "no seat at the table"),
        (lambda state, p: 99, "no seat at the table"),
    ],
)
def test_user_policy__illegal_target_names_policy_and_state(target, reason):
    @killer.policy(target=target)
    def wild(state, p):
        return HIGHEST[1]

    with pytest.raises(PolicyError, match=rf"wild returned -?\d+ for target, {reason}: it must be"):
        play(wild, "match", n=3)


def test_user_policy__attacking_a_player_who_is_out():
    @killer.policy(target=lambda state, p: 0 if state.seat != 0 else 1)
    def stubborn(state, p):
        return HIGHEST[1]

    with pytest.raises(PolicyError, match="the seat of a player who is out: it must be"):
        play(stubborn, "match", n=4)


def test_user_policy__illegal_again_names_policy_and_state():
    @killer.policy(again=lambda state, p: 2)
    def keen(state, p):
        return HIGHEST[1]

    for mode, n in (("attack", 1), ("match", 2)):
        with pytest.raises(PolicyError, match="keen returned 2 for again, which must be 0 or 1"):
            play(keen, mode, n=n)
    play(keen, "match", switches={"repeat": "none"}, n=2)  # nobody is asked


def test_user_policy__that_raises_names_policy_and_state():
    @killer.policy
    def fragile(state, p):
        return HIGHEST[1 + 0 // (state.dice - 2)]

    with pytest.raises(PolicyError, match=r"fragile raised ZeroDivisionError.*dice=2"):
        play(fragile)


def test_user_policy__wrong_type_is_refused():
    @killer.policy
    def hesitant(state, p):
        return state.dice / 2

    with pytest.raises(TypeError, match="policy hesitant: keep must return an integer"):
        play(hesitant)
    with pytest.raises(TypeError, match="again must be a function"):
        killer.policy(again=3)(lambda state, p: 1)


def test_user_policy__lists_can_be_read_in_loops():
    @killer.policy
    def looper(state, p):
        total = 0
        for face in state.faces:
            total += face
        for life in state.lives:
            if life > total:
                return HIGHEST[1]
        return HIGHEST[min(2, state.dice)]

    played = task("match", [looper, "random"])
    found = outcomes_of(played, 0, 20)
    for game in range(20):
        replay = played.replay(game)
        assert {name: int(values[game]) for name, values in found.items()} == {
            "status": 0,
            **replay.outcome,
        }


def test_user_policy__pickles_with_its_code():
    most = 2

    @killer.policy
    def traveller(state, p):
        return HIGHEST[min(most, state.dice)]

    played = task("attack", [traveller()], KillerRules(repeat="none"))
    back = pickle.loads(pickle.dumps(played))
    here, there = outcomes_of(played, 0, 50), outcomes_of(back, 0, 50)
    assert all(np.array_equal(here[name], there[name]) for name in here)


def test_types__of_what_a_policy_sees():
    assert KillerState._fields == (
        *("phase", "faces", "dice", "aside", "rolls", "strength", "hits", "dealt", "seat"),
        *("players", "alive", "life", "last_attacker", "lives", "order", "noise"),
    )
