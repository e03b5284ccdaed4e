"""The signature that the three decisions of a policy share, and what calls one in compiled code."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import types

from simulators.decisions import caller, decision_address
from simulators.killer.state import ALONE, KillerState
from simulators.policy import Policy

#: A :class:`KillerState` in memory, lists of numbers as arrays within it. Compiled code hands it
#: over by address.
STATE = np.dtype(
    [
        (name, np.int64, (len(value),)) if isinstance(value, tuple) else (name, np.int64)
        for name, value in zip(KillerState._fields, ALONE, strict=True)
    ],
    align=True,
)

DECISIONS = ("keep", "target", "again")
_SIGNATURE: Any = types.int64(
    numba.from_dtype(STATE),
    types.CPointer(types.float64),  # type: ignore[no-untyped-call]
)


def address_of(policy: Policy, decision: str) -> int:
    """Compile a decision of a policy and return its address."""
    return decision_address(policy, decision, _SIGNATURE)


#: Call the decision at an address: ``ask(address, state, numbers)``.
ask = caller(_SIGNATURE)
