"""Compile a policy's decision functions so that a kernel can call any of them.

Each decision has one signature per game. A kernel gets the machine addresses of compiled decisions,
as plain integers, and calls them through :func:`caller` of that signature: it is compiled once, never
again for another policy, and its disk cache hits whatever policy plays. (numba's own first-class
functions do the same, but unpacking one costs some 10 microseconds on every call of a kernel.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from simulators.accelerate import cached
from simulators.code_digest import function_digest
from simulators.errors import PolicyError
from simulators.policy import Policy
from simulators.vetting import fault_of

#: What a compiled decision answers when the user's function raised.
RAISED = -(2**31)

_COMPILED: dict[tuple[Callable[..., Any], str, Any], Any] = {}


def decision_address(policy: Policy, decision: str, signature: Any) -> int:
    """Compile one decision of a policy; each function is compiled once per process.

    Parameters
    ----------
    policy : Policy
    decision : str
        Which of its decisions.
    signature : numba signature
        ``int64(state type, ..., CPointer(float64))``, the game's.

    Returns
    -------
    int
        Machine address, valid as long as this process.

    Raises
    ------
    TypeError
        If the function can't be compiled or returns anything but integers or booleans.
    """
    function = policy.family.decisions[decision].function
    # What a user's function captured is frozen when it is compiled: a changed global is new code.
    code = function_digest(function) if policy.family.user_written else ""
    key = (function, code, signature)
    if key not in _COMPILED:
        # A user's policy may decide by a function of this package's, which needs no guard.
        if policy.family.user_written and not function.__module__.startswith("simulators."):
            _COMPILED[key] = _compile_guarded(function, policy, decision, signature)
        else:
            _COMPILED[key] = cached(numba.cfunc(signature, cache=True), function)
    return int(_COMPILED[key].address)


def caller(signature: Any) -> Any:
    """Make what compiled code calls a decision with: ``ask(address, state, ..., numbers)``.

    Parameters
    ----------
    signature : numba signature
        The one with which the decision was compiled.
    """

    def codegen(context: Any, builder: Any, called: Any, args: Any) -> Any:
        arguments = [context.get_value_type(kind) for kind in called.args[1:]]
        kind = ir.FunctionType(context.get_value_type(called.return_type), arguments)
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])

    if len(signature.args) == 2:

        def ask(typingctx: Any, address: Any, state: Any, numbers: Any) -> Any:
            return signature.return_type(address, *signature.args), codegen

        return intrinsic(ask)

    def ask_which(typingctx: Any, address: Any, state: Any, options: Any, numbers: Any) -> Any:
        return signature.return_type(address, *signature.args), codegen

    return intrinsic(ask_which)


def _compile_guarded(
    function: Callable[..., Any], policy: Policy, decision: str, signature: Any
) -> Any:
    if fault := fault_of(function):
        raise PolicyError(f"policy {policy.name}: {decision} {fault}")
    # Arrays that it captured are read with their bounds checked.
    inner: Any = numba.njit(getattr(function, "py_func", function), boundscheck=True)
    try:
        returned = inner.compile(signature.args) and inner.overloads[signature.args]
        result = returned.signature.return_type
    except NumbaError as error:
        raise TypeError(
            f"policy {policy.name}: {decision} can't be compiled: {_first_reason(error)}"
        ) from error
    if not isinstance(result, types.Integer | types.Boolean):
        raise TypeError(
            f"policy {policy.name}: {decision} must return an integer or a boolean, not {result}"
        )
    adapter = {2: _guard_two, 3: _guard_three}[len(signature.args)]
    return numba.cfunc(signature)(adapter(inner))


def _first_reason(error: NumbaError) -> str:
    """Find the line of numba's long message that tells a person what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "File "))]
    return (telling or lines or ["no reason given"])[0]


def _guard_two(inner: Any) -> Callable[[Any, Any], Any]:
    def guarded(state, numbers):  # type: ignore[no-untyped-def]
        try:
            return numba.int64(inner(state, numbers))
        except Exception:
            return numba.int64(RAISED)

    return guarded


def _guard_three(inner: Any) -> Callable[[Any, Any, Any], Any]:
    def guarded(state, options, numbers):  # type: ignore[no-untyped-def]
        try:
            return numba.int64(inner(state, options, numbers))
        except Exception:
            return numba.int64(RAISED)

    return guarded
