"""Parts of decision functions: plain helpers that run in Python and compiled with whoever calls them.

A decision function may call nothing but what numba knows. A helper marked with :func:`part` becomes
known to it as soon as anything is compiled; until then importing a game doesn't load numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_WAITING: list[Callable[..., Any]] = []


def part(function: F) -> F:
    """Let decision functions and kernels call this function.

    Examples
    --------
    >>> @part
    ... def twice(x):
    ...     return 2 * x
    >>> twice(3)
    6
    """
    _WAITING.append(function)
    return function


def make_parts_known() -> None:
    """Tell numba of every function marked since; called before anything is compiled."""
    from numba.extending import register_jitable

    while _WAITING:
        register_jitable(_WAITING.pop(0))
