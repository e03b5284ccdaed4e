"""Start-up and memory, as whole processes see them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import psutil
import pytest

from .conftest import Report

pytestmark = pytest.mark.bench

DICELAB = [sys.executable, "-m", "analysis.cli"]
MILLION = [*DICELAB, "simulate", "solitaire-dice", "--games", "1e6", "--seed", "1"]


def _seconds(command: list[str], cache: Path | None = None) -> float:
    environment = {**os.environ, **({"DICELAB_CACHE_DIR": str(cache)} if cache else {})}
    before = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - before


def test_start_up__help(report: Report) -> None:
    spent = median(_seconds([*DICELAB, "--help"]) for _ in range(5))
    report("dicelab --help", f"{spent:.2f} s", "aim 0.5 s")


def test_start_up__a_million_games(tmp_path: Path, report: Report) -> None:
    first = _seconds(MILLION, tmp_path)
    report("1e6 Solitaire Dice games, first run ever", f"{first:.2f} s", "aim 15 s")
    again = median(_seconds(MILLION, tmp_path) for _ in range(3))
    report("1e6 Solitaire Dice games, from the second run on", f"{again:.2f} s", "aim 3 s")


@pytest.mark.parametrize("games", ["1e6", "1e9"])
def test_memory__does_not_grow(games: str, report: Report) -> None:
    command = [*DICELAB, "simulate", "10000", "--policy", "bank-at-dice", "--games", games]
    before = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        watched, peak = psutil.Process(process.pid), 0
        while process.poll() is None:
            try:
                peak = max(peak, watched.memory_info().rss)
            except psutil.Error:
                break
            time.sleep(0.05)
    spent = time.perf_counter() - before
    assert process.returncode == 0
    report(
        f"peak memory of {games} turns of 10000",
        f"{peak / 2**20:.0f} MiB",
        f"in {spent:.0f} s, aim 400",
    )
