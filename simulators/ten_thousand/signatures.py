"""How compiled code calls the decisions of a policy."""

from __future__ import annotations

from typing import Any

from numba.core import types

from simulators.decisions import CompiledDecision, compile_decision
from simulators.policy import Policy
from simulators.ten_thousand.state import SetAsideOptions, TurnState

_STATE = types.NamedUniTuple(types.int64, len(TurnState._fields), TurnState)
_COLUMN = types.CPointer(types.int64)
_OPTIONS = types.NamedTuple([types.int64, *[_COLUMN] * 4], SetAsideOptions)
_NUMBERS = types.CPointer(types.float64)

SIGNATURES: dict[str, Any] = {
    "bank": types.int64(_STATE, _NUMBERS),
    "set_aside": types.int64(_STATE, _OPTIONS, _NUMBERS),
    "take_over": types.int64(_STATE, _NUMBERS),
}


def compile_decisions(policies: tuple[Policy, ...], decision: str) -> tuple[CompiledDecision, ...]:
    """Compile one decision of every policy."""
    signature = SIGNATURES[decision]
    return tuple(compile_decision(policy, decision, signature) for policy in policies)
