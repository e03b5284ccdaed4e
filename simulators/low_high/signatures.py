"""The signatures of the two decisions of a policy, and what compiled code calls them with."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import types

from simulators.decisions import caller
from simulators.low_high.state import KeepOptions, TurnState

#: A :class:`TurnState` in memory; compiled code hands it over by address.
STATE = np.dtype(
    [(name, np.int64, (6,)) if name == "kept" else (name, np.int64) for name in TurnState._fields],
    align=True,
)

_STATE = numba.from_dtype(STATE)
_COLUMN = types.CPointer(types.int64)  # type: ignore[no-untyped-call]
_OPTIONS = types.NamedTuple(  # type: ignore[no-untyped-call]
    [types.int64, _COLUMN, _COLUMN], KeepOptions
)
_NUMBERS = types.CPointer(types.float64)  # type: ignore[no-untyped-call]

#: The decisions, in the order in which kernels keep them.
SIGNATURES: dict[str, Any] = {
    "keep": types.int64(_STATE, _OPTIONS, _NUMBERS),
    "stop": types.int64(_STATE, _NUMBERS),
}


#: Call the decision that picks a set: ``ask_which(address, state, options, numbers)``.
ask_which = caller(SIGNATURES["keep"])
#: Call the yes-or-no decision: ``ask(address, state, numbers)``.
ask = caller(SIGNATURES["stop"])
