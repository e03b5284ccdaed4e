"""The ways to play: options, metrics, streams, and light imports."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from simulators.engine import SimulationJob, outcomes_of, run
from simulators.game import Task
from simulators.registry import find_game
from simulators.ten_thousand import FIFTEEN_THOUSAND, TEN_THOUSAND


def task(mode="turn", policies=("bank-at",), game=TEN_THOUSAND, seed=1, switches=None, **options):
    chosen = tuple(game.policy(policy) for policy in policies)
    return Task(game, mode, game.rules(switches=switches), chosen, seed, tuple(options.items()))


def test_import__needs_no_numba():
    code = "import sys, simulators.ten_thousand; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_registry__finds_both_games():
    assert find_game("10000") is TEN_THOUSAND
    assert find_game("15000") is FIFTEEN_THOUSAND
    assert TEN_THOUSAND.default_mode == "turn"


@pytest.mark.parametrize(
    ("mode", "n", "names"),
    [
        ("turn", 1, ["points", "bust", "rolls", "hot_dice"]),
        ("target", 1, ["turns", "busts", "score"]),
        ("match", 3, ["result", "rounds", "lead", "score_0", "score_1", "score_2"]),
    ],
)
def test_metrics__names_in_order(mode, n, names):
    assert [metric.name for metric in task(mode, ["bank-at"] * n).metrics] == names


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"score": 10_000}, "option score must be from 0 to below the target, 10000"),
        ({"dice": 3}, "option counter must be above 0 with 3 dice to roll"),
        ({"dice": 7, "counter": 100}, "option dice must be an integer from 1 to 6"),
        ({"counter": -50}, "option counter must be an integer from 0"),
        ({"score": "closed"}, "option score must be"),
        ({"seat": 1}, "unknown option of mode turn 'seat': choose from"),
    ],
)
def test_turn_options__are_refused_by_name(options, reason):
    with pytest.raises(ValueError, match=reason):
        task(**options)


def test_turn_options__exact_finish_leaves_room_above_the_counter():
    with pytest.raises(ValueError, match="option counter must be below the 500 points needed"):
        task(game=FIFTEEN_THOUSAND, score=14_500, counter=500)
    task(game=FIFTEEN_THOUSAND, score=14_500, counter=450, dice=2)


def test_turn_options__opening_equal_to_the_target():
    assert task(switches={"opening": 10_000}).replay(0)
    with pytest.raises(ValueError, match="who has opened has won"):
        task(switches={"opening": 10_000, "finish": "exact"})
    assert task(switches={"opening": 10_000, "finish": "exact"}, score=0).replay(0)


def test_turn__opened_is_the_score_of_the_opening():
    opened, thousand = task(), task(score=1000)
    for name, values in outcomes_of(opened, 0, 500).items():
        assert np.array_equal(values, outcomes_of(thousand, 0, 500)[name])
    unopened = outcomes_of(task(score=0), 0, 500)
    banked = unopened["points"][unopened["bust"] == 0]
    assert banked.size > 0
    assert banked.min() >= 1000


def test_turn__bust_exactly_where_nothing_is_banked():
    found = outcomes_of(task(policies=["bank-at:threshold=250"]), 0, 5000)
    assert np.array_equal(found["bust"] == 1, found["points"] == 0)
    assert found["points"][found["bust"] == 0].min() >= 250


def test_turn__c18_frequencies():
    """A single die shows each face as often, and six dice bust as often, as they should."""
    one = outcomes_of(task(policies=["always-roll"], counter=100, dice=1), 0, 400_000)
    busts = np.mean((one["bust"] == 1) & (one["rolls"] == 1))
    assert abs(busts - 4 / 6) < 4.5 * np.sqrt(4 / 6 * 2 / 6 / 400_000)
    for game, chance in ((TEN_THOUSAND, 5 / 216), (FIFTEEN_THOUSAND, 5 / 162)):
        six = outcomes_of(task(policies=["always-roll"], game=game), 0, 400_000)
        busts = np.mean((six["bust"] == 1) & (six["rolls"] == 1))
        assert abs(busts - chance) < 4.5 * np.sqrt(chance * (1 - chance) / 400_000)


@pytest.mark.parametrize(("mode", "n"), [("turn", 1), ("target", 1), ("match", 4)])
def test_outcomes__do_not_depend_on_chunks_or_workers(mode, n):
    job = SimulationJob(task(mode, ["bank-at", "always-bank", "race", "bank-after"][:n]))
    found = [
        [h.pairs() for h in run(job, 700, workers=workers, chunk_games=size).tally.histograms]
        for workers, size in ((1, 700), (2, 13), (4, 256))
    ]
    assert found[0] == found[1] == found[2]


def test_outcomes__c16_other_rules_in_between_change_nothing():
    plain, other = task(), task(switches={"straight": "none"})
    before = outcomes_of(plain, 0, 3000)["points"].copy()
    assert not np.array_equal(outcomes_of(other, 0, 3000)["points"], before)
    again = outcomes_of(task(), 0, 3000)["points"]
    assert np.array_equal(before, again)


def test_match__seats_rotate():
    policies = ("bank-at", "bank-at:threshold=500", "always-bank")
    rotating = task("match", policies)
    results = outcomes_of(rotating, 0, 300)["result"]
    assert np.array_equal(results % 3, np.arange(300) % 3)
    fixed = Task(TEN_THOUSAND, "match", rotating.rules, rotating.policies, 1, rotate=False)
    assert not (outcomes_of(fixed, 0, 300)["result"] % 3).any()


def test_match__outcome_is_consistent():
    found = outcomes_of(task("match", ["bank-at", "race", "bank-at-dice"]), 0, 2000)
    scores = np.stack([found[f"score_{e}"] for e in range(3)])
    masks = found["result"] // 3
    for e in range(3):
        assert np.array_equal(masks >> e & 1, scores[e] == scores.max(axis=0))
    ordered = np.sort(scores, axis=0)
    assert np.array_equal(found["lead"], ordered[-1] - ordered[-2])
    assert (scores.max(axis=0) >= 10_000).all()


def test_match__exact_finish_hits_the_target():
    found = outcomes_of(task("match", ["bank-at", "race"], game=FIFTEEN_THOUSAND), 0, 500)
    scores = np.stack([found["score_0"], found["score_1"]])
    assert (scores.max(axis=0) == 15_000).all()
    assert (scores.min(axis=0) < 15_000).all()


def test_match__number_of_players_is_checked():
    for n in (1, 7):
        with pytest.raises(ValueError, match=rf"10000 match takes 2 to 6 policies, not {n}"):
            task("match", ["bank-at"] * n)


def test_replay__tells_the_story():
    replay = task("match", ["bank-at", "bank-at:take_over=0"]).replay(4)
    text = "\n".join(replay.lines)
    for words in ("seat 0: entrant 0", "roll 1:", "banks", "plays on", "reaches", "more turns"):
        assert words in text
