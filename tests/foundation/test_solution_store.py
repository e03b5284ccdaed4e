"""Solutions are kept with their pedigree, and solved again when anything about them changed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from simulators import accelerate, solution_store
from simulators.policy import Parameter
from simulators.rules import Rules, switch
from simulators.solution_store import stored_solution
from simulators.solving import Objective, Solution
from simulators.values import integer


@dataclass(frozen=True)
class PlainRules(Rules):
    """One switch."""

    height: int = switch(3, integer(0, 9), "of the thing")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(solution_store, "cache_folder", lambda module: tmp_path)
    monkeypatch.setattr(solution_store, "_IN_MEMORY", type(solution_store._IN_MEMORY)())
    return tmp_path


class Solver:
    """Counts how often it solves."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> Solution:
        self.calls += 1
        tables = {"best": np.arange(6, dtype=np.int8).reshape(2, 3)}
        return Solution(0.1 + 0.2, 6, 1e-17, {"bank_at": {"1": 300}}, tables)


def _forget() -> None:
    solution_store._IN_MEMORY.clear()


def test_solution__comes_back_from_disk_bit_for_bit() -> None:
    solver = Solver()
    fresh = stored_solution("toy turn", PlainRules(), {"x": 1}, solver)
    _forget()
    again = stored_solution("toy turn", PlainRules(), {"x": 1}, solver)
    assert solver.calls == 1
    assert (fresh.from_disk, again.from_disk) == (False, True)
    assert again.value == fresh.value == 0.1 + 0.2
    assert again.seconds == fresh.seconds > 0
    assert again.details == {"bank_at": {"1": 300}} and again.residual == 1e-17
    assert again.tables["best"].dtype == np.int8
    assert again.tables["best"].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_solution__details_are_the_same_whether_solved_or_read() -> None:
    details = {"turns": 3, "a_second": {"2": None, "1": (0.1, 2)}, "3": True}

    def solve() -> Solution:
        return Solution(1.0, 1, details=details)

    fresh = stored_solution("toy turn", PlainRules(), {}, solve)
    _forget()
    read = stored_solution("toy turn", PlainRules(), {}, solve)
    assert read.from_disk and not fresh.from_disk
    assert json.dumps(fresh.details) == json.dumps(read.details) == json.dumps(details)


def test_solution__tables_cannot_be_altered_by_accident() -> None:
    for _ in range(2):
        found = stored_solution("toy turn", PlainRules(), {}, Solver())
        with pytest.raises(ValueError, match="read-only"):
            found.tables["best"][0, 0] = 9
        _forget()


@pytest.mark.parametrize(
    ("name", "rules", "values"),
    [
        ("toy race", PlainRules(), {}),
        ("toy turn", PlainRules(4), {}),
        ("toy turn", PlainRules(), {"x": 1}),
    ],
)
def test_solution__another_question_is_another_solution(
    name: str, rules: Rules, values: dict[str, int]
) -> None:
    solver = Solver()
    stored_solution("toy turn", PlainRules(), {}, solver)
    stored_solution(name, rules, values, solver)
    assert solver.calls == 2


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def _scribble(path: Path) -> None:
    path.write_bytes(b"no solution")


def _alter_table(path: Path) -> None:
    with np.load(path) as file:
        entries = {name: file[name] for name in file.files}
    entries["best"] = entries["best"] + np.int8(1)
    np.savez(path, **entries)


def _alter_problem(path: Path) -> None:
    with np.load(path) as file:
        entries = {name: file[name] for name in file.files}
    manifest = json.loads(entries["manifest"].tobytes())
    manifest["problem"]["rules"]["height"] = 8
    entries["manifest"] = np.frombuffer(json.dumps(manifest).encode(), dtype=np.uint8)
    np.savez(path, **entries)


@pytest.mark.parametrize("harm", [_cut, _scribble, _alter_table, _alter_problem])
def test_file__that_was_harmed_is_solved_again_and_mended(
    own_folder: Path, harm: Callable[[Path], None]
) -> None:
    solver = Solver()
    stored_solution("toy turn", PlainRules(), {}, solver)
    (path,) = own_folder.rglob("*.npz")
    harm(path)
    _forget()
    assert not stored_solution("toy turn", PlainRules(), {}, solver).from_disk
    assert solver.calls == 2
    _forget()
    assert stored_solution("toy turn", PlainRules(), {}, solver).from_disk


def test_folder__that_cannot_be_written_costs_only_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(solution_store, "cache_folder", lambda module: tmp_path / "file")
    solver = Solver()
    for _ in range(2):
        assert stored_solution("toy turn", PlainRules(), {}, solver).value == 0.1 + 0.2
        _forget()
    assert solver.calls == 2


def test_failure__leaves_nothing_behind(own_folder: Path) -> None:
    def fail() -> Solution:
        raise ValueError("not these rules")

    with pytest.raises(ValueError, match="not these rules"):
        stored_solution("toy turn", PlainRules(), {}, fail)
    assert not list(own_folder.rglob("*.npz"))
    assert stored_solution("toy turn", PlainRules(), {}, Solver()).states == 6


def test_manifest__says_what_was_solved_and_by_what(own_folder: Path) -> None:
    stored_solution("toy turn", PlainRules(4), {"x": 1}, Solver())
    (path,) = own_folder.rglob("*.npz")
    with np.load(path) as file:
        manifest = json.loads(file["manifest"].tobytes())
    assert manifest["problem"] == {
        "solver": "toy turn",
        "rules": {"height": 4},
        "values": {"x": 1},
    }
    assert manifest["software"]["sources"] == accelerate.sources_digest(__name__)
    assert manifest["software"]["numpy"] == np.__version__


_TWO_PROCESSES = """
import sys, time
from pathlib import Path
import numpy as np
from simulators import solution_store
from simulators.solving import Solution
from tests.foundation.test_solution_store import PlainRules

solution_store.cache_folder = lambda module: Path(sys.argv[1])

def solve():
    with open(Path(sys.argv[1]) / "log", "a") as log:
        log.write("solved\\n")
    time.sleep(1)
    return Solution(1.0, 1)

print(solution_store.stored_solution("toy turn", PlainRules(), {}, solve).value)
"""


def test_processes__that_ask_at_once_solve_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _TWO_PROCESSES, str(tmp_path)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[0] for process in both] == ["1.0\n"] * 2
    assert (tmp_path / "log").read_text() == "solved\n"


def test_objective__reads_texts_and_fills_in_defaults() -> None:
    dice = Parameter("dice", integer(1, 6), 6, "left")
    held = Parameter("held", integer(0, 99), None, "points")
    objective = Objective("turn", "a turn", "points", lambda *_: Solution(0.0, 0), (dice, held))
    assert objective.complete({"dice": "3"}) == {"dice": 3, "held": None}
    with pytest.raises(ValueError, match="option dice must be an integer from 1 to 6, not 7"):
        objective.complete({"dice": 7})
    with pytest.raises(
        ValueError, match="unknown option of objective turn 'die': choose from dice"
    ):
        objective.complete({"die": 1})
