"""How compiled code calls the decisions of a policy.

A kernel gets the machine addresses of compiled decisions, as plain integers, and calls them with
one of the intrinsics below. First-class functions would do the same, but unpacking one costs some
10 microseconds on each call of a kernel.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from simulators.decisions import compile_decision
from simulators.policy import Policy
from simulators.ten_thousand.state import SetAsideOptions, TurnState

#: A :class:`TurnState` in memory. Compiled code hands it over by address: eight integers by value
#: would overflow the registers and cost several times as much.
STATE = np.dtype([(name, np.int64) for name in TurnState._fields], align=True)

_STATE = numba.from_dtype(STATE)
_COLUMN = types.CPointer(types.int64)  # type: ignore[no-untyped-call]
_OPTIONS = types.NamedTuple(  # type: ignore[no-untyped-call]
    [types.int64, *[_COLUMN] * 4], SetAsideOptions
)
_NUMBERS = types.CPointer(types.float64)  # type: ignore[no-untyped-call]

DECISIONS = ("bank", "set_aside", "take_over")
_SIGNATURES: dict[str, Any] = {
    "bank": types.int64(_STATE, _NUMBERS),
    "set_aside": types.int64(_STATE, _OPTIONS, _NUMBERS),
    "take_over": types.int64(_STATE, _NUMBERS),
}


def decision_address(policy: Policy, decision: str) -> int:
    """Compile a decision of a policy and return its address, valid as long as this process."""
    return compile_decision(policy, decision, _SIGNATURES[decision]).__wrapper_address__()


def _call(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    arguments = [context.get_value_type(kind) for kind in signature.args[1:]]
    kind = ir.FunctionType(context.get_value_type(signature.return_type), arguments)
    return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])


def _ask(typingctx: Any, address: Any, state: Any, numbers: Any) -> Any:
    """Call the yes-or-no decision at an address."""
    return types.int64(address, _STATE, _NUMBERS), _call


def _ask_which(typingctx: Any, address: Any, state: Any, options: Any, numbers: Any) -> Any:
    """Call the decision at an address that picks one of some options."""
    return types.int64(address, _STATE, _OPTIONS, _NUMBERS), _call


ask: Any = intrinsic(_ask)
ask_which: Any = intrinsic(_ask_which)
