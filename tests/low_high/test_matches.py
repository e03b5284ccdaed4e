"""Matches of Low-High: who wins, when, in which order, and what is cut."""

from __future__ import annotations

import numpy as np
import pytest

from simulators.engine import SimulationJob, outcomes_of
from simulators.game import Task
from simulators.low_high import LOW_HIGH, policy
from simulators.low_high.reference_match import play_match
from simulators.outcomes import FINISHED, TRUNCATED
from tests.low_high.helpers import RULES, ScriptedDice

STOP = LOW_HIGH.policy("largest-set-stop")


def match(*choices, switches=None, preset=None, seed=3, rotate=True):
    rules = LOW_HIGH.rules(preset, switches)
    policies = tuple(LOW_HIGH.policy(choice) for choice in choices)
    return Task(LOW_HIGH, "match", rules, policies, seed, rotate=rotate)


def roll_of(size: int) -> str:
    """Thirteen dice of which the largest set has `size` dice of face 6."""
    others = [face for face in (1, 2, 3, 4, 5) for _ in range(3)]
    return " ".join(map(str, [6] * size + others[: 13 - size]))


def test_match__first_at_the_target_wins_at_once():
    """Entrant 1 reaches 20 in round 2, before entrant 2's turn: nobody gets another one."""
    rules = RULES.with_switches({"target": 20})
    dice = ScriptedDice(*map(roll_of, (9, 10, 11, 10, 10)))
    replay = play_match(rules, (STOP,) * 3, dice, 0)
    assert dice.turns == [0, 1, 2, 3, 4]
    assert replay.status == FINISHED
    assert replay.outcome == {
        "result": 0b010 * 3,
        "turns": 5,
        "rounds": 2,
        "lead": 1,
        "score_0": 19,
        "score_1": 20,
        "score_2": 11,
    }
    assert replay.lines[-1] == "totals 19, 20, 11: entrant 1 wins"


def test_match__more_than_the_target_wins_too():
    replay = play_match(
        RULES.with_switches({"target": 10}), (STOP,) * 2, ScriptedDice(roll_of(12)), 0
    )
    assert replay.outcome["score_0"] == 12
    assert replay.outcome["lead"] == 12


def test_match__seats_rotate_with_the_game():
    """Shift 1 of 3: entrant 2 sits at seat 0 and begins."""
    rules = RULES.with_switches({"target": 10})
    replay = play_match(rules, (STOP,) * 3, ScriptedDice(roll_of(11)), 1)
    assert replay.outcome["result"] == 0b100 * 3 + 1
    assert replay.outcome["score_2"] == 11
    shifts = outcomes_of(match(STOP, STOP, STOP), 7, 9)["result"] % 3
    assert shifts.tolist() == [(7 + i) % 3 for i in range(9)]
    fixed = outcomes_of(match(STOP, STOP, STOP, rotate=False), 7, 9)["result"] % 3
    assert set(fixed.tolist()) == {0}


def test_reading__totals_may_go_below_zero():
    found = outcomes_of(match("always-roll", STOP), 0, 3000)
    assert found["score_0"].min() < -10
    assert (found["status"] == FINISHED).all()


def test_match__there_is_always_one_winner_with_the_target():
    found = outcomes_of(match("card", "low-first", "stop-at"), 0, 5000)
    mask = found["result"] // 3
    totals = np.stack([found[f"score_{e}"] for e in range(3)])
    assert set(mask.tolist()) <= {1, 2, 4}
    assert ((totals >= 30).sum(axis=0) == 1).all()
    assert (np.argmax(totals, axis=0) == np.log2(mask)).all()
    ordered = np.sort(totals, axis=0)
    assert (found["lead"] == ordered[-1] - ordered[-2]).all()
    assert (found["rounds"] == -(-found["turns"] // 3)).all()


def test_match__who_begins_has_an_advantage():
    """The first seat wins clearly more often among equals; entrants by turns do equally well."""
    found = outcomes_of(match("card", "card"), 0, 20_000)
    entrant = found["result"] // 2 - 1
    seat = (entrant + found["result"] % 2) % 2
    assert (seat == 0).mean() > 0.55
    assert abs((entrant == 0).mean() - 0.5) < 4.5 * 0.5 / np.sqrt(20_000)


def test_match__card_beats_the_safe_player_at_thirteen_dice():
    found = outcomes_of(match("card", STOP), 0, 20_000)
    assert (found["result"] // 2 == 1).mean() > 0.7


def test_match__race_beats_card():
    """What its defaults were tuned for: a bit more than half, far outside of chance."""
    games = 400_000
    found = outcomes_of(match("race", "card", seed=77), 0, games)
    won = (found["result"] // 2 == 1).mean()
    assert (won - 0.5) / (0.5 / np.sqrt(games)) > 4.5


def test_c29__never_bank_enough_is_truncated_and_counted():
    """C29: players who can't stop lose points by pips; out of reach, every match is cut."""
    far = {"target": 1000}
    job = SimulationJob(match("always-roll", "always-roll", preset="pips", switches=far))
    tally = job.play_chunk(0, 12)
    assert (tally.games, tally.truncated) == (12, 12)
    found = outcomes_of(match(*["always-roll"] * 3, preset="pips", switches=far), 2, 1)
    assert found["status"].tolist() == [TRUNCATED]
    assert found["turns"].tolist() == [30_000]


def test_c29__counts_and_truncated_make_all_games():
    """A lucky turn wins some of these matches, the others are cut: none is dropped."""
    tally = SimulationJob(match("always-roll", "always-roll", preset="pips")).play_chunk(0, 40)
    assert 0 < tally.truncated < tally.games == 40
    for histogram in tally.histograms:
        assert sum(count for _, count in histogram.pairs()) + tally.truncated == 40


@pytest.mark.parametrize("n", [1, 7])
def test_players__two_to_six(n):
    with pytest.raises(ValueError, match=f"low-high match takes 2 to 6 policies, not {n}"):
        match(*["card"] * n)


def test_state__of_a_match_is_the_kernel_s_too():
    """A policy that checks totals: need and score add up, and no opponent has won."""

    def keep(state, options, p):
        fine = state.score + state.need == 30 and state.best_opponent < 30 and state.need > 0
        return 0 if fine and state.pips == 0 else -1

    @policy(name="checker", keep=keep)
    def stop(state, p):
        good = 0
        for i in range(6):
            good += state.kept[i]
        return state.points == good - state.bad and state.good == good

    tally = SimulationJob(match(stop, "always-roll", stop, stop)).play_chunk(0, 500)
    assert (tally.games, tally.truncated) == (500, 0)
