"""Say exactly what a result is of: the task in plain words, the software, a digest of it all."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from types import CodeType
from typing import Any

from simulators.game import Task
from simulators.policy import PolicyFamily
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


def code_digest(family: PolicyFamily) -> str:
    """Digest what the functions of a user-written policy do.

    A policy that is edited in a notebook keeps its name; this tells its results from the old ones.
    It covers byte code, constants, defaults, closures and the globals the functions use, and so may
    differ between versions of Python.
    """
    digest = hashlib.sha256()
    for name, decision in sorted(family.decisions.items()):
        digest.update(name.encode())
        _add_function(digest, decision.function, set())
        digest.update(repr(decision.parameters).encode())
    return digest.hexdigest()[:16]


def _add_function(digest: Any, function: Callable[..., Any], seen: set[int]) -> None:
    plain: Any = getattr(function, "py_func", function)
    if id(plain) in seen:
        return
    seen.add(id(plain))
    code = getattr(plain, "__code__", None)
    if code is None:
        digest.update(repr(getattr(plain, "__qualname__", type(plain))).encode())
        return
    _add_code(digest, code)
    digest.update(repr(plain.__defaults__).encode())
    for cell in plain.__closure__ or ():
        _add_value(digest, cell.cell_contents, seen)
    for name in sorted(_names(code)):
        if name in plain.__globals__:
            digest.update(name.encode())
            _add_value(digest, plain.__globals__[name], seen)


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def _add_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code)
    digest.update(repr(code.co_names).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _add_code(digest, constant)
        elif isinstance(constant, frozenset):
            digest.update(repr(sorted(map(repr, constant))).encode())
        else:
            digest.update(repr(constant).encode())


def _add_value(digest: Any, value: Any, seen: set[int]) -> None:
    if callable(value) and not isinstance(value, type):
        _add_function(digest, value, seen)
    elif hasattr(value, "tobytes"):
        digest.update(f"{value.dtype} {value.shape}".encode())
        digest.update(value.tobytes())
    elif hasattr(value, "__file__"):
        digest.update(repr(getattr(value, "__name__", "")).encode())
    else:
        digest.update(repr(value).encode())
