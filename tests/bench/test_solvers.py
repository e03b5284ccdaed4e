"""What every solver costs: time without the disk's help, and the memory of a process that solves."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from .conftest import Report

pytestmark = pytest.mark.bench

#: Game, objective and changed switches; games append theirs.
SOLVERS: list[tuple[str, str, Mapping[str, Any]]] = [
    ("10000", "turn", {}),
    ("10000", "turn", {"set_aside": "choose", "hot_dice": "optional", "farkle_penalty": 500}),
    ("10000", "turns", {}),
    (
        "10000",
        "turns",
        {"set_aside": "choose", "hot_dice": "optional", "farkle_penalty": 500, "opening": 0},
    ),
    ("15000", "turns", {}),
    ("10000", "within", {}),
    ("10000", "at-least", {}),
    ("10000", "race", {}),
    ("10000", "race", {"play_on": "never"}),
    ("10000", "race", {"set_aside": "choose", "play_on": "never"}),
    ("15000", "race", {}),
    ("15000", "race", {"play_on": "never"}),
    ("dino-dice", "turn", {}),
    ("dino-dice", "at-least", {}),
    ("dino-dice", "race", {}),
    ("dino-dice", "race", {"eats": "showing"}),
    ("low-high", "turn", {}),
    ("low-high", "turn", {"scoring": "pips"}),
    ("low-high", "turn", {"scoring": "pips", "dice": 26}),
    ("low-high", "at-least", {}),
    ("low-high", "race", {}),
    ("low-high", "race", {"scoring": "pips"}),
    ("low-high", "race", {"scoring": "pips", "cancel": "descending"}),
    ("killer", "draw", {}),
    ("killer", "attack", {"repeat": "new_strength"}),
    ("killer", "fight", {}),
    ("killer", "fight", {"repeat": "same_damage", "steal": True}),
    ("marathon", "turns", {}),
    ("marathon", "within", {}),
    ("marathon", "reply", {}),
    ("marathon", "plans", {}),
    ("marathon", "race", {"distance": 3000}),
]

# A process of its own, so that its memory is the solver's. Nothing is read from disk but compiled
# code: the second solving is measured, when all is compiled.
_MEASURE = """
import json, resource, sys, time
from analysis import solve
from simulators import solution_store

game, objective, switches = json.loads(sys.argv[1])
solution_store._read = lambda *asked: None
solution_store._write = lambda *found: None
solve(game, objective, switches=switches)
solution_store._IN_MEMORY.clear()
before = time.process_time()
solved = solve(game, objective, switches=switches)
spent = time.process_time() - before
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([spent, memory / 1024, solved.solution.states, solved.value]))
"""


@pytest.mark.parametrize(
    ("game", "objective", "switches"), SOLVERS, ids=lambda part: str(part).replace(" ", "")
)
def test_solver__time_and_memory(
    game: str, objective: str, switches: Mapping[str, Any], report: Report
) -> None:
    question = json.dumps([game, objective, dict(switches)])
    command = [sys.executable, "-c", _MEASURE, question]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, memory, states, value = json.loads(done.stdout)
    changed = "".join(f", {name}={each}" for name, each in switches.items())
    figure = f"{seconds:.2f} s, {memory:.0f} MB"
    report(f"solve {game} {objective}{changed}", figure, f"{states:,} states, {value:.10g}")
