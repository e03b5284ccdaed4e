"""The ways to play: options, metrics, streams, and light imports."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from simulators.engine import SimulationJob, outcomes_of, run
from simulators.killer import KILLER
from simulators.registry import find_game
from tests.killer.helpers import task


def test_import__needs_no_numba():
    code = "import sys, simulators.killer; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_registry__finds_the_game():
    assert find_game("killer") is KILLER
    assert KILLER.default_mode == "draw"


@pytest.mark.parametrize(
    ("mode", "n", "names"),
    [
        ("draw", 1, ["sum", "strength", "rolls"]),
        ("attack", 1, ["gain", "damage", "loss", "strength", "hits", "rolls"]),
        (
            "match",
            2,
            [
                *("result", "turns", "rounds", "winner_turn", "winner_life"),
                *("life_0", "damage_0", "loss_0", "place_0"),
                *("life_1", "damage_1", "loss_1", "place_1"),
            ],
        ),
    ],
)
def test_metrics__names_in_order(mode, n, names):
    assert [metric.name for metric in task(mode, ["keep-sixes"] * n).metrics] == names


@pytest.mark.parametrize(
    ("mode", "n", "options", "reason"),
    [
        ("attack", 1, {"life": -1}, "option life must be an integer from 0"),
        ("attack", 1, {"opponent": "strong"}, "option opponent must be .* or unharmed"),
        ("match", 2, {"rounds": 0}, "option rounds must be an integer from 1 to 10000"),
        ("match", 2, {"rounds": 10_001}, "option rounds must be an integer from 1 to 10000"),
        ("draw", 1, {"life": 3}, "unknown option of mode draw 'life': choose from none at all"),
    ],
)
def test_options__are_refused_by_name(mode, n, options, reason):
    with pytest.raises(ValueError, match=reason):
        task(mode, ["keep-sixes"] * n, **options)


def test_draw__strength_is_the_sum_minus_30():
    found = outcomes_of(task("draw", ["keep-at-least"]), 0, 5000)
    assert np.array_equal(found["strength"], found["sum"] - 30)
    assert found["sum"].min() >= 6
    assert found["sum"].max() == 36


def test_attack__outcome_is_consistent():
    found = outcomes_of(task("attack", ["best-draw"]), 0, 20_000)
    assert np.array_equal(found["gain"], found["damage"] - found["loss"])
    assert np.array_equal(found["loss"], np.maximum(-found["strength"], 0))
    assert np.array_equal(found["damage"] > 0, found["hits"] > 0)
    assert (found["strength"][found["hits"] > 0] > 0).all()
    hit = found["hits"] > 0
    assert (found["damage"][hit] % found["strength"][hit] == 0).all()


def test_attack__stops_when_the_opponent_falls():
    found = outcomes_of(task("attack", ["keep-at-least"], opponent=4), 0, 20_000)
    assert found["damage"].max() <= 4 + 36
    unharmed = outcomes_of(task("attack", ["keep-at-least"]), 0, 20_000)
    assert (found["damage"] <= unharmed["damage"]).all()
    assert np.array_equal(found["damage"] > 4, unharmed["damage"] > 4)


@pytest.mark.parametrize(("mode", "n"), [("draw", 1), ("attack", 1), ("match", 5)])
def test_outcomes__do_not_depend_on_chunks_or_workers(mode, n):
    policies = ["keep-sixes", "random", "best-draw", "keep-at-least:target=random", "highest-only"]
    job = SimulationJob(task(mode, policies[:n]))
    found = [
        [h.pairs() for h in run(job, 700, workers=workers, chunk_games=size).tally.histograms]
        for workers, size in ((1, 700), (2, 13), (4, 256))
    ]
    assert found[0] == found[1] == found[2]


def test_common_random_numbers__first_rolls_are_shared():
    """Two policies meet the same first roll of six dice, whatever they do with it."""
    tasks = [task("draw", [name]) for name in ("keep-sixes", "best-draw")]
    for game in range(20):
        first, second = (each.replay(game).lines[1].split("sets aside")[0] for each in tasks)
        assert first == second


def test_replay__tells_the_story():
    text = "\n".join(task("match", ["keep-at-least", "keep-sixes", "random"]).replay(4).lines)
    for words in (
        "seat 1: entrant 0, keep-at-least",
        "preparation, seat 0",
        "turns in the order of seats",
        "sets aside",
        "strength",
        "attacks seat",
        "is out",
        "is the last one left",
    ):
        assert words in text
