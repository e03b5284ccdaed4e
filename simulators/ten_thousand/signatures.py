"""The signatures of the three decisions of a policy, and what compiled code calls them with."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import types

from simulators.decisions import caller
from simulators.ten_thousand.state import SetAsideOptions, TurnState

#: A :class:`TurnState` in memory. Compiled code hands it over by address: ten integers by value
#: would overflow the registers and cost several times as much.
STATE = np.dtype([(name, np.int64) for name in TurnState._fields], align=True)

_STATE = numba.from_dtype(STATE)
_COLUMN = types.CPointer(types.int64)  # type: ignore[no-untyped-call]
_OPTIONS = types.NamedTuple(  # type: ignore[no-untyped-call]
    [types.int64, *[_COLUMN] * 4], SetAsideOptions
)
_NUMBERS = types.CPointer(types.float64)  # type: ignore[no-untyped-call]

#: The decisions, in the order in which kernels keep them.
SIGNATURES: dict[str, Any] = {
    "bank": types.int64(_STATE, _NUMBERS),
    "set_aside": types.int64(_STATE, _OPTIONS, _NUMBERS),
    "take_over": types.int64(_STATE, _NUMBERS),
}


#: Call the yes-or-no decision at an address: ``ask(address, state, numbers)``.
ask = caller(SIGNATURES["bank"])
#: Call the decision that picks an option: ``ask_which(address, state, options, numbers)``.
ask_which = caller(SIGNATURES["set_aside"])
