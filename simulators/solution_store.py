"""Keep solutions on disk, with their pedigree, and solve again when rules or code have changed.

A solution lies beside the compiled kernels of its game, in the folder named by a digest of all sources
that it can depend on, so that any edit of those starts afresh. Each file holds its manifest, which says
what was solved, and a digest of its tables; a file that isn't what its manifest says is solved again
and replaced.
"""

from __future__ import annotations

import hashlib
import json
import time
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import cache_folder, sources_digest
from simulators.files import save_arrays
from simulators.rules import Rules
from simulators.solving import Solution

SCHEMA = 1
#: Solutions that stay in memory; tables of a race are some tens of MB.
KEPT_IN_MEMORY = 16

_MANIFEST = "manifest"
_LOCK = RLock()
_IN_MEMORY: OrderedDict[str, Solution] = OrderedDict()


def stored_solution(
    name: str, rules: Rules, values: Mapping[str, Any], solve: Callable[[], Solution]
) -> Solution:
    """Return a solution from memory or disk, or solve and keep it.

    Parameters
    ----------
    name : str
        Which solver, such as ``"ten-thousand turn"``; unique within the package.
    rules : Rules
    values : mapping of str to object
        What else fixes the solution; plain JSON types.
    solve : callable
        Called only if there is no solution yet. Threads that ask at once solve once.

    Returns
    -------
    Solution
        Its `seconds` are those of the run that solved it.
    """
    sources = type(rules).__module__
    problem = {"solver": name, "rules": rules.as_dict(), "values": dict(values)}
    key = hashlib.sha256(_canonical(problem)).hexdigest()[:16]
    with _LOCK:
        if key in _IN_MEMORY:
            _IN_MEMORY.move_to_end(key)
            return _IN_MEMORY[key]
        path = cache_folder(sources) / "solutions" / f"{name.replace(' ', '-')}-{key}.npz"
        solution = _read(path, problem) or _solve_and_write(path, problem, sources, solve)
        for table in solution.tables.values():
            table.flags.writeable = False
        _IN_MEMORY[key] = solution
        while len(_IN_MEMORY) > KEPT_IN_MEMORY:
            _IN_MEMORY.popitem(last=False)
        return solution


def _solve_and_write(
    path: Path, problem: Mapping[str, Any], sources: str, solve: Callable[[], Solution]
) -> Solution:
    """Solve, unless another process is at it: then wait for what it finds."""
    with _one_process(path.with_suffix(".lock")):
        found = _read(path, problem)
        if found is not None:
            return found
        start = time.perf_counter()
        solution = solve()
        solution = replace(
            solution,
            seconds=time.perf_counter() - start,
            # As they will be read: the same types in the same order, whoever solved it.
            details=json.loads(json.dumps(dict(solution.details), allow_nan=False)),
        )
        _write(path, problem, sources, solution)
        return solution


@contextmanager
def _one_process(path: Path) -> Iterator[None]:
    """Let one process at a time through, where the system can lock files."""
    try:
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("w")
    except (ImportError, OSError):
        yield
        return
    with file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)  # given up when the file is closed
        yield


def _canonical(document: Any) -> bytes:
    return json.dumps(document, sort_keys=True, allow_nan=False).encode()


def _digest(tables: Mapping[str, NDArray[np.generic]]) -> str:
    digest = hashlib.sha256()
    for name in sorted(tables):
        table = np.ascontiguousarray(tables[name])
        digest.update(f"{name} {table.dtype.str} {table.shape}".encode())
        digest.update(table.data)
    return digest.hexdigest()


def _software(sources: str) -> dict[str, str]:
    try:
        own = version("dicelab")
    except PackageNotFoundError:
        own = "not installed"
    return {"dicelab": own, "numpy": np.__version__, "sources": sources_digest(sources)}


def _write(path: Path, problem: Mapping[str, Any], sources: str, solution: Solution) -> None:
    """Write the file whole or not at all; a disk that is full or read-only costs only time."""
    found = {k: v for k, v in asdict(replace(solution, tables={})).items() if k != "tables"}
    manifest = {
        "schema": SCHEMA,
        "problem": problem,
        "software": _software(sources),
        "solution": found,
        "digest": _digest(solution.tables),
    }
    written = json.dumps(manifest, allow_nan=False).encode()
    with suppress(OSError, ValueError):
        path.parent.mkdir(parents=True, exist_ok=True)
        save_arrays(path, {_MANIFEST: np.frombuffer(written, dtype=np.uint8), **solution.tables})


def _read(path: Path, problem: Mapping[str, Any]) -> Solution | None:
    """Read a solution; ``None`` if there is none, or if the file isn't what its manifest says."""
    try:
        with np.load(path, allow_pickle=False) as file:
            manifest = json.loads(file[_MANIFEST].tobytes())
            tables = {name: file[name] for name in file.files if name != _MANIFEST}
        asked = json.loads(_canonical(problem))
        if manifest["schema"] != SCHEMA or manifest["problem"] != asked:
            return None
        if manifest["digest"] != _digest(tables):
            return None
        return Solution(**{**manifest["solution"], "from_disk": True}, tables=tables)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None
