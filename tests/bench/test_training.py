"""What it costs to learn a value of Solitaire Dice, and to think ahead from it."""

from __future__ import annotations

import time

import pytest

from simulators.engine import SimulationJob
from simulators.game import Task
from simulators.registry import find_game
from simulators.solitaire_dice import train

from .conftest import Report

pytestmark = pytest.mark.bench


@pytest.mark.parametrize("objective", ["mean", "win"])
def test_training__games_per_second(objective: str, report: Report) -> None:
    train(objective=objective, games=10, seed=1)
    before = time.process_time()
    train(objective=objective, games=60_000, seed=1)
    rate = 60_000 / (time.process_time() - before)
    report(f"Solitaire Dice: learn {objective}", f"{rate:,.0f} games/s", "one core")


@pytest.mark.parametrize("text", ["search:rolls=1,candidates=3", "search:playouts=100"])
def test_search__games_per_second(text: str, report: Report) -> None:
    game = find_game("solitaire-dice")
    job = SimulationJob(Task(game, "solo", game.rules(), (game.policy(text),), 1))
    job.play_chunk(0, 1)
    before = time.process_time()
    job.play_chunk(1, 101)
    rate = 100 / (time.process_time() - before)
    report(f"Solitaire Dice: {text}", f"{rate:,.0f} games/s", "one core")
