"""Say exactly what a result is of: the task in plain words, the software, a digest of it all."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from simulators.code_digest import code_digest
from simulators.game import Task
from simulators.tally import Tally

_PACKAGES = ("dicelab", "numpy", "numba")


@lru_cache(maxsize=1)
def _versions() -> tuple[tuple[str, str], ...]:
    found = []
    for package in _PACKAGES:
        try:
            found.append((package, version(package)))
        except PackageNotFoundError:
            found.append((package, "not installed"))
    return (*found, ("python", platform.python_version()))


def software_versions() -> dict[str, str]:
    """Name the software that computes results here."""
    return dict(_versions())


def canonical(document: Any) -> bytes:
    """Write a JSON document in the one way that its digest is taken of."""
    return json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    ).encode()


def describe_task(task: Task) -> dict[str, Any]:
    """Write a task as plain JSON types, with a digest of the code of every user-written policy."""
    description = task.as_dict()
    for entry, policy in zip(description["policies"], task.policies, strict=True):
        if policy.family.user_written:
            entry["code"] = code_digest(policy.family)
    return description


def task_key(description: dict[str, Any], length: int = 12) -> str:
    """Shorten a described task to a few hexadecimal digits, for file names."""
    return hashlib.sha256(canonical(description)).hexdigest()[:length]


def content_digest(description: dict[str, Any], tally: Tally, metrics: Sequence[str]) -> str:
    """Digest task, number of games and every count; the file format doesn't matter.

    Returns
    -------
    str
        SHA-256 as 64 hexadecimal digits.
    """
    counts = {
        name: [list(pair) for pair in histogram.pairs()]
        for name, histogram in zip(metrics, tally.histograms, strict=True)
    }
    document = {
        "task": description,
        "games": tally.games,
        "truncated": tally.truncated,
        "counts": counts,
    }
    return hashlib.sha256(canonical(document)).hexdigest()
