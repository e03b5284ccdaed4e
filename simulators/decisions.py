"""Compile a policy's decision functions so that a kernel can call any of them.

Each decision has one signature per game. A compiled decision carries its machine address and that
signature, which numba sees as a first-class function: the kernel is compiled once for the signature,
never again for another policy, and its disk cache hits whatever policy plays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core import types
from numba.core.errors import NumbaError

from simulators.accelerate import cached
from simulators.policy import Policy

#: What a compiled decision answers when the user's function raised.
RAISED = -(2**31)


class CompiledDecision(types.WrapperAddressProtocol):  # type: ignore[misc]
    """A decision as a first-class function of compiled code."""

    def __init__(self, compiled: Any, signature: Any) -> None:
        self._compiled = compiled
        self._signature = signature

    def __wrapper_address__(self) -> int:
        return int(self._compiled.address)

    def signature(self) -> Any:
        return self._signature


_COMPILED: dict[tuple[Callable[..., Any], Any], CompiledDecision] = {}


def compile_decision(policy: Policy, decision: str, signature: Any) -> CompiledDecision:
    """Compile one decision of a policy; each function is compiled once per process.

    Parameters
    ----------
    policy : Policy
    decision : str
        Which of its decisions.
    signature : numba signature
        ``int64(state type, ..., CPointer(float64))``, the game's.

    Raises
    ------
    TypeError
        If the function can't be compiled or returns anything but integers or booleans.
    """
    function = policy.family.decisions[decision].function
    key = (function, signature)
    if key not in _COMPILED:
        if policy.family.user_written:
            compiled = _compile_guarded(function, policy, decision, signature)
        else:
            compiled = cached(numba.cfunc(signature, cache=True), function)
        _COMPILED[key] = CompiledDecision(compiled, signature)
    return _COMPILED[key]


def _compile_guarded(
    function: Callable[..., Any], policy: Policy, decision: str, signature: Any
) -> Any:
    inner = function if hasattr(function, "py_func") else numba.njit(function)
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
