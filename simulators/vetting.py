"""Look over a user's function before it is compiled: what it must not do, and can't be seen doing.

Compiled code hands a policy the game's own tables and sheets. A policy that wrote to them would
change the game, and all later ones; one that drew from a global generator would never play the same
game twice. Both are told by numba's intermediate representation, before anything is played.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numba.core import compiler, ir
from numba.core.errors import NumbaError

#: Expressions whose value is a part of another, or that value itself.
_PARTS = ("getattr", "getitem", "static_getitem", "cast")
_STORES = (ir.SetItem, ir.StaticSetItem, ir.SetAttr, ir.DelItem)


def fault_of(function: Callable[..., Any]) -> str:
    """Say what a policy's function does that no policy may; nothing if all is well.

    Returns
    -------
    str
        A reason to follow the policy's name, or an empty string.
    """
    try:
        frontend: Any = compiler.run_frontend
        code = frontend(getattr(function, "py_func", function))
    except (NumbaError, TypeError, ValueError, AttributeError, OSError):
        return ""  # what can't be read can't be compiled either, and that is told with its reason
    definitions = code._definitions
    for block in code.blocks.values():
        for statement in block.body:
            if isinstance(statement, _STORES) and _from_argument(statement.target, definitions):
                return "writes to its arguments; copy what it needs to change"
            if isinstance(statement, ir.Assign) and _is_generator(statement.value, definitions):
                return (
                    "draws random numbers of its own, so that no game could be played again; "
                    "use the noise that the state offers, where it does"
                )
    return ""


def _sources(variable: Any, definitions: Any) -> list[Any]:
    """List what a variable may have been assigned."""
    return list(definitions.get(variable.name, [])) if isinstance(variable, ir.Var) else []


def _from_argument(variable: Any, definitions: Any, seen: frozenset[str] = frozenset()) -> bool:
    """Tell whether a variable is an argument, or a part of one."""
    if variable.name in seen:
        return False
    seen |= {variable.name}
    for source in _sources(variable, definitions):
        if isinstance(source, ir.Arg):
            return True
        inner = source
        if isinstance(source, ir.Expr):
            inner = source.value if source.op in _PARTS else None
        if isinstance(inner, ir.Var) and _from_argument(inner, definitions, seen):
            return True
    return False


def _is_generator(value: Any, definitions: Any) -> bool:
    """Tell whether an expression reaches for a global random generator."""
    if isinstance(value, ir.Global | ir.FreeVar):
        found = value.value
        owner = getattr(found, "__self__", None)
        return found is random or found is np.random or isinstance(owner, random.Random)
    if isinstance(value, ir.Expr) and value.op == "getattr" and value.attr == "random":
        return any(
            isinstance(source, ir.Global | ir.FreeVar)
            and isinstance(source.value, ModuleType)
            and source.value.__name__.startswith("numpy")
            for source in _sources(value.value, definitions)
        )
    return False
