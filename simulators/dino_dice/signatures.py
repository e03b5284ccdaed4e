"""The signatures of the three decisions of a policy, and what compiled code calls them with."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import types

from simulators.decisions import caller
from simulators.dino_dice.state import ROW, MealOptions, RerollOptions, TurnState

_NUMBERS_OF_STATE = TurnState._fields[1:]

#: A :class:`TurnState` in memory, handed over by address. ``packed`` is `counts` seen as one number
#: (a byte for each), so that a kernel writes them all at once.
STATE = np.dtype(
    {
        "names": ["packed", "counts", *_NUMBERS_OF_STATE],
        "formats": [np.uint64, (np.int8, (ROW,)), *[np.int64] * len(_NUMBERS_OF_STATE)],
        "offsets": [0, 0, *(8 * place for place in range(1, len(_NUMBERS_OF_STATE) + 1))],
        "itemsize": 8 * (len(_NUMBERS_OF_STATE) + 1),
    }
)

_STATE = numba.from_dtype(STATE)
_COLUMN = types.CPointer(types.int64)  # type: ignore[no-untyped-call]
_ROWS = types.CPointer(types.int8)  # type: ignore[no-untyped-call]
_NUMBERS = types.CPointer(types.float64)  # type: ignore[no-untyped-call]
_MEALS = types.NamedTuple([types.int64, _COLUMN, _ROWS], MealOptions)  # type: ignore[no-untyped-call]
_REROLLS = types.NamedTuple(  # type: ignore[no-untyped-call]
    [types.int64, _COLUMN, _COLUMN, _ROWS], RerollOptions
)

#: The decisions, in the order in which kernels keep them.
SIGNATURES: dict[str, Any] = {
    "stop": types.int64(_STATE, _NUMBERS),
    "eat": types.int64(_STATE, _MEALS, _NUMBERS),
    "reroll": types.int64(_STATE, _REROLLS, _NUMBERS),
}


#: ``ask_stop(address, state, numbers)`` calls the compiled decision at an address.
ask_stop = caller(SIGNATURES["stop"])
#: ``ask_eat(address, state, options, numbers)``.
ask_eat = caller(SIGNATURES["eat"])
#: ``ask_reroll(address, state, options, numbers)``.
ask_reroll = caller(SIGNATURES["reroll"])
