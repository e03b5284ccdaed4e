"""Whole matches of the reference player with scripted dice: order, elimination, the end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from simulators.engine import outcomes_of
from simulators.killer import HIGHEST, KILLER, policy
from simulators.killer.reference_match import play_match
from simulators.outcomes import FINISHED, TRUNCATED
from tests.killer.helpers import REPEATS, RULES, ScriptedDice, keep_all, sum_of, task


def match(lives, *rolls, policies=None, shift=0, max_rounds=1000, **switches):
    stream = ScriptedDice(*map(sum_of, lives), *rolls)
    chosen = tuple(KILLER.policy(p) for p in policies or [keep_all] * len(lives))
    rules = RULES.with_switches(switches)
    replay = play_match(rules, chosen, stream, shift, max_rounds)
    assert not stream.rolls
    return replay, stream


LOSE_24 = sum_of(6)


def test_preparation__in_seat_order_then_most_life_first():
    replay, stream = match([20, 25, 22], LOSE_24, LOSE_24, LOSE_24)
    # Seat 1 (25) falls to 1, seat 2 (22) and then seat 0 (20) are out.
    assert stream.turns[:3] == [0, 1, 2]
    assert stream.turns[3:6] == [3 + 1, 3 + 2, 3 + 0]
    assert replay.outcome["result"] == (1 << 1) * 3


def test_turn_order__ties_go_to_the_lower_seat():
    replay, stream = match([20, 24, 20, 24], *[LOSE_24] * 4, *[sum_of(30)], LOSE_24)
    # 24 - 24 = 0 plays on twice; the two with 20 are out; in round two seat 1 passes.
    assert stream.turns[4:] == [4 + 1, 4 + 3, 4 + 0, 4 + 2, 8 + 1, 8 + 3]
    assert replay.outcome["winner_turn"] == 1
    assert replay.outcome["place_0"] == 4
    assert replay.outcome["place_2"] == 3
    assert replay.outcome["place_3"] == 2


def test_turn_order__stays_whatever_life_is_left():
    rolls = [sum_of(21), sum_of(30), sum_of(30), sum_of(30), LOSE_24]
    replay, stream = match([30, 29], *rolls)
    assert stream.turns[2:] == [2, 3, 4, 5, 6]
    assert replay.outcome["winner_turn"] == 2


def test_turns__of_those_who_are_out_are_skipped():
    hit = "6 1 1 1 1 1"
    first = [sum_of(36), hit, hit, hit, "1 1 1 1 1 1"]  # throws out seat 2
    replay, stream = match([30, 29, 17], *first, LOSE_24, sum_of(30), LOSE_24)
    assert stream.turns[3:] == [3 + 0, 3 + 1, 6 + 0, 6 + 1]
    assert [replay.outcome[f"place_{e}"] for e in range(3)] == [1, 2, 3]


def test_result__worked_through():
    """Seat 1 attacks first: strength 4, 8 and 4 damage; seat 0 then throws itself out."""
    rolls = [sum_of(34), "4 4 1 1 1 1", "4 1 1 1 1 1", "1 1 1 1 1 1", LOSE_24]
    replay, _ = match([20, 30], *rolls)
    assert replay.outcome == {
        "result": (1 << 1) * 2,
        "turns": 2,
        "rounds": 1,
        "winner_turn": 1,
        "winner_life": 30,
        "life_0": 20,
        "damage_0": 0,
        "loss_0": 24,
        "place_0": 2,
        "life_1": 30,
        "damage_1": 12,
        "loss_1": 0,
        "place_1": 1,
    }


def test_result__all_opponents_at_once():
    """All six dice throw two players out together: the attacker wins, they share a place."""
    rolls = [sum_of(36), "6 6 6 6 6 6"]
    replay, _ = match([33, 31, 36], *rolls)
    assert replay.outcome["result"] == (1 << 2) * 3
    assert [replay.outcome[f"place_{e}"] for e in range(3)] == [2, 2, 1]
    assert replay.outcome["damage_2"] == 72
    assert replay.outcome["turns"] == 1


def test_result__the_attacker_wins_even_at_zero():
    rolls = [LOSE_24, sum_of(36), "6 6 6 6 6 6"]
    # Seat 0 has 24 and falls to 0; seat 1 then hits: 36 more than it has.
    replay, _ = match([24, 20], *rolls)
    assert replay.outcome["result"] == (1 << 1) * 2
    zero, _ = match([24, 20], LOSE_24, sum_of(30), sum_of(36), "6 6 6 6 6 6")
    assert zero.outcome["result"] == (1 << 0) * 2
    assert zero.outcome["winner_life"] == 0


def test_shift__entrants_sit_where_it_says():
    replay, _ = match([20, 25, 22], *[LOSE_24] * 3, shift=2)
    # Seat 1 wins; entrant e sits at seat (e + 2) % 3, so that seat 1 holds entrant 2.
    assert replay.outcome["result"] == (1 << 2) * 3 + 2
    assert [replay.outcome[f"life_{e}"] for e in range(3)] == [22, 20, 25]


def test_cap__a_match_is_cut_after_its_rounds():
    """C29: counted as truncated, not dropped."""
    passes = [sum_of(30)] * 6
    replay, _ = match([20, 25], *passes, max_rounds=3)
    assert replay.status == TRUNCATED
    assert (replay.outcome["result"], replay.outcome["rounds"]) == (0, 3)
    assert "cut after 3 rounds" in "\n".join(replay.lines)


def test_cap__truncated_and_finished_add_up():
    cut = outcomes_of(task("match", ["keep-at-least"] * 2, rounds=4), 0, 2000)
    status = cut["status"]
    assert set(np.unique(status)) == {FINISHED, TRUNCATED}
    whole = outcomes_of(task("match", ["keep-at-least"] * 2), 0, 2000)
    assert np.array_equal(status == TRUNCATED, whole["rounds"] > 4)
    same = status == FINISHED
    assert np.array_equal(cut["result"][same], whole["result"][same])


@pytest.mark.parametrize("repeat", REPEATS)
@pytest.mark.parametrize("steal", [False, True])
@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_match__outcome_is_consistent(repeat, steal, n):
    policies = ["keep-at-least", "best-draw:target=strongest", "random", "keep-sixes"] * 2
    switches = {"repeat": repeat, "steal": steal}
    found = outcomes_of(task("match", policies[:n], switches), 0, 1000)
    assert set(np.unique(found["status"])) == {FINISHED}
    masks, shifts = np.divmod(found["result"], n)
    assert np.array_equal(shifts, np.arange(1000) % n)
    places = np.stack([found[f"place_{e}"] for e in range(n)])
    winners = np.log2(masks).astype(int)
    assert (2**winners == masks).all()
    assert ((places == 1).sum(axis=0) == 1).all()
    assert np.array_equal(places.argmin(axis=0), winners)
    lives = np.stack([found[f"life_{e}"] for e in range(n)])
    assert lives.min() >= 6
    assert lives.max() <= 36
    assert (found["winner_life"] >= 0).all()
    ordered = np.sort(places, axis=0)
    for place, after in pairwise(ordered[1:]):
        assert (after >= place).all()
    # Ties share the better place: with k behind the winner in place 2, the next is 2 + k.
    for row in range(1, n):
        assert (ordered[row] <= row + 1).all()
    # The winner's turn is one more than the number of those who drew more, or as much further up.
    seats = (np.arange(n)[:, None] + shifts) % n
    games = np.arange(1000)
    own, own_seat = lives[winners, games], seats[winners, games]
    before = (lives > own) | ((lives == own) & (seats < own_seat))
    assert np.array_equal(found["winner_turn"], 1 + before.sum(axis=0))
    if not steal:
        losses = found["loss_0"] * 0
        for e in range(n):
            losses = losses + found[f"loss_{e}"]
        left = np.where(masks > 0, found["winner_life"], 0)
        dealt = sum(found[f"damage_{e}"] for e in range(n))
        # Whoever is out has lost more than he drew.
        assert (losses + dealt + left >= lives.sum(axis=0) + (n - 1)).all()


def test_match__seats_fixed_do_not_rotate():
    fixed = outcomes_of(task("match", ["keep-sixes"] * 3, rotate=False), 0, 300)
    assert not (fixed["result"] % 3).any()


def test_policies__sit_at_the_same_table():
    """Each policy is asked about its own seat, whichever it is."""

    @policy(target=lambda state, p: (state.seat + 1) % 2)
    def honest(state, p):
        return HIGHEST[state.dice]

    found = outcomes_of(task("match", [honest, "keep-sixes"]), 0, 500)
    assert set(np.unique(found["status"])) == {FINISHED}
