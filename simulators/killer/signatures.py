"""The signature that the three decisions of a policy share, and what calls one in compiled code."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import types

from simulators.decisions import caller
from simulators.killer.state import ALONE, KillerState

#: A :class:`KillerState` in memory, lists of numbers as arrays within it. Compiled code hands it
#: over by address.
STATE = np.dtype(
    [
        (name, np.int64, (len(value),)) if isinstance(value, tuple) else (name, np.int64)
        for name, value in zip(KillerState._fields, ALONE, strict=True)
    ],
    align=True,
)

_SIGNATURE: Any = types.int64(
    numba.from_dtype(STATE),
    types.CPointer(types.float64),  # type: ignore[no-untyped-call]
)


#: The decisions, in the order in which kernels keep them.
SIGNATURES = dict.fromkeys(("keep", "target", "again"), _SIGNATURE)

#: Call the decision at an address: ``ask(address, state, numbers)``.
ask = caller(_SIGNATURE)
