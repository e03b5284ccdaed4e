"""The policy ``search``: the learned player, thinking ahead as far as its budget goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.learned import shipped_value
from simulators.solitaire_dice.search import choose_by_search, search_numbers
from simulators.values import Choice, integer


def _numbers(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return search_numbers(
        shipped_value(rules, values["objective"]).numbers,
        rules.reject_faces,
        candidates=values["candidates"],
        look_ahead=values["rolls"] > 0,
        playouts=values["playouts"],
    )


SEARCH = PolicyFamily(
    "search",
    "the learned player, thinking again about the splits that look best: over every next roll, or "
    "by playing on; plays like the learned one until it is given rolls or playouts",
    "ours",
    {"choose": Decision(choose_by_search, prepare=_numbers)},
    (
        Parameter("objective", Choice(("win", "mean")), "win", "what the learned value is of"),
        Parameter("candidates", integer(1, 15), 3, "splits that are thought about again"),
        Parameter("rolls", integer(0, 1), 0, "rolls to look ahead, over all that can come"),
        Parameter("playouts", integer(0, 1_000_000), 0, "games played on after each candidate"),
    ),
)
