"""Tell what a user's functions do, from their code and everything that it captures.

A policy that is edited in a notebook keeps its name, and one that reads a global changes when the
global does; the digest tells them apart, so that results, compiled code and stored files belong to
what was really played.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import CodeType
from typing import Any

from simulators.policy import PolicyFamily


def function_digest(function: Callable[..., Any]) -> str:
    """Digest one function, as 16 hexadecimal digits; see :func:`code_digest`."""
    digest = hashlib.sha256()
    _add_function(digest, function, set())
    return digest.hexdigest()[:16]


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
