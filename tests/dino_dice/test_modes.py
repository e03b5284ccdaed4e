"""The ways to play: metrics, streams, light imports, and what the toolkit makes of them."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from analysis import compare, match, simulate, sweep
from simulators.dino_dice import DINO_DICE, turn_distribution
from simulators.engine import outcomes_of
from simulators.game import Task
from simulators.registry import find_game
from tests.dino_dice.helpers import RULES, SHOWING, tyrant


def task(mode="turn", policies=("keep-pairs-up",), seed=1, switches=None, rotate=True):
    chosen = tuple(DINO_DICE.policy(policy) for policy in policies)
    rules = DINO_DICE.rules(switches=switches)
    return Task(DINO_DICE, mode, rules, chosen, seed, rotate=rotate)


def test_import__needs_no_numba():
    code = "import sys, simulators.dino_dice; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_registry__finds_it():
    assert find_game("dino-dice") is DINO_DICE
    assert DINO_DICE.default_mode == "turn"
    assert DINO_DICE.mode().headline == "points"


@pytest.mark.parametrize(
    ("mode", "n", "names"),
    [
        ("turn", 1, ["points", "starved", "quintet", "rolls", "eaten", "herd"]),
        ("match", 3, ["result", "rounds", "lead", "score_0", "score_1", "score_2"]),
    ],
)
def test_metrics__names_in_order(mode, n, names):
    assert [metric.name for metric in task(mode, ["brave"] * n).metrics] == names


def test_turn__outcomes_fit_together():
    for policies in (["keep-pairs-up"], ["brave"], [tyrant]):
        found = outcomes_of(task(policies=policies), 0, 50_000)
        assert (found["points"][found["starved"] == 1] == 0).all()
        assert (found["points"][found["quintet"] == 1] == 75).all()
        assert np.array_equal(found["quintet"] == 1, found["herd"] == 5)
        assert (found["eaten"][found["quintet"] == 1] == 0).all()
        assert (found["herd"] + found["eaten"] <= 5).all()
        assert found["points"].max() == 75
        assert set(np.unique(found["rolls"])) <= {1, 2, 3}
        assert (found["herd"][found["starved"] == 1] == 0).all()


def test_turn__points_of_one_roll_are_those_of_its_dice():
    """Every first roll of the stream, scored by hand, where no 3 shows."""
    one = task(policies=["one-roll"])
    found = outcomes_of(one, 0, 300)
    for game in range(300):
        faces = [int(f) for f in one.replay(game).lines[1].split(": ")[1].split()]
        if 3 not in faces:
            herds = {1: 0, 2: 5, 3: 15, 4: 30}
            alike = [faces.count(face) for face in set(faces)]
            expected = 75 if alike == [5] else sum(faces) + sum(herds[n] for n in alike)
            assert found["points"][game] == expected


def test_metrics__no_outcome_beyond_the_declared_range():
    for switches in ({"rolls": 100}, {"four": 1000}, {"quintet": 0}, {"pair": 1000}):
        for choice in ("brave", "keep-pairs-up"):
            played = task(policies=[choice], switches=switches)
            found = outcomes_of(played, 0, 20_000)
            for metric in played.metrics:
                assert metric.low <= found[metric.name].min()
                assert found[metric.name].max() <= metric.high


def test_match__result_is_the_highest_score():
    found = outcomes_of(task("match", ["brave", "stop-at", "keep-pairs-up"]), 0, 5000)
    scores = np.stack([found[f"score_{e}"] for e in range(3)])
    masks, shifts = np.divmod(found["result"], 3)
    for e in range(3):
        assert np.array_equal(masks >> e & 1, scores[e] == scores.max(axis=0))
    ordered = np.sort(scores, axis=0)
    assert np.array_equal(found["lead"], ordered[-1] - ordered[-2])
    assert (scores.max(axis=0) >= 150).all()
    assert np.array_equal(shifts, np.arange(5000) % 3)


def test_match__fixed_seats():
    found = outcomes_of(task("match", ["brave", "stop-at"], rotate=False), 0, 200)
    assert (found["result"] % 2 == 0).all()


def test_match__number_of_players_is_checked():
    for n in (1, 9):
        with pytest.raises(ValueError, match=rf"dino-dice match takes 2 to 8 policies, not {n}"):
            task("match", ["brave"] * n)
    with pytest.raises(ValueError, match="dino-dice turn takes 1 policy, not 2"):
        task("turn", ["brave"] * 2)


def test_modes__have_no_options():
    with pytest.raises(ValueError, match="unknown option of mode turn 'dice'"):
        Task(DINO_DICE, "turn", RULES, (DINO_DICE.policy(),), 1, (("dice", 3),))


def test_replay__tells_the_story():
    lines = "\n".join(
        line for game in range(8) for line in task("match", ["brave", "stop-at"]).replay(game).lines
    )
    for words in (
        *("seat 0: entrant 0", "seat 1: entrant 0", "roll 1:", "eaten:", "keeps", "ends with"),
        *("must eat", "reaches", "this round is the last", "scores", "beside"),
    ):
        assert words in lines


def test_analysis__simulate_gives_the_exact_mean():
    run = simulate("dino-dice", games=200_000, seed=5)
    exact = turn_distribution(RULES, DINO_DICE.policy())
    estimate = run.estimate("points")
    assert abs(estimate.mean - exact.mean()) < 4.5 * estimate.std_error
    starved = run.estimate("starved")
    assert abs(starved.mean - exact.mean("starved")) < 4.5 * starved.std_error
    assert sum(count for _, count in run.pairs("points")) == 200_000


def test_analysis__switches_reach_the_kernel():
    showing, rolled = (
        simulate("dino-dice", tyrant, preset=preset, games=20_000, seed=1).estimate("points").mean
        for preset in ("always-hungry", "niebling")
    )
    assert showing < rolled
    same = simulate("dino-dice", tyrant, switches={"eats": "showing"}, games=20_000, seed=1)
    assert same.task.rules == SHOWING
    assert same.estimate("points").mean == showing


def test_analysis__sweep_compare_and_match():
    frame = sweep("dino-dice", "stop-at", points=[10, 30, 50], games=20_000, seed=1)
    assert frame.attrs["winner"]["parameters"]["points"] in ("30", "50")
    differences = compare("dino-dice", ["keep-pairs-up", "one-roll"], games=20_000, seed=1)
    points = differences[differences["metric"] == "points"].iloc[0]
    assert points["mean_difference"] > 3
    result = match("dino-dice", ["keep-pairs-up", "one-roll"], games=20_000, seed=1)
    rates = result.summary()
    assert rates["win_rate"].iloc[0] > 0.6
