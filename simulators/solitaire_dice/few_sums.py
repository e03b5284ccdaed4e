"""Players' advice: open few sums and stick to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.rules import N_SUMS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.weights import choose_by_steps, step_table
from simulators.values import Vector, integer

#: One opening outweighs any number of marks; the reject only breaks ties.
_OPENING = 100.0
_TIE_BREAK = 0.01


def _table(rules: SolitaireDiceRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    wanted = set(values["order"][: values["count"]])
    cap = rules.cap_marks or 10**6

    def potential(sum_: int, marks: int) -> float:
        if marks == 0:
            return 0.0
        if sum_ in wanted:
            return float(min(marks, cap))
        # An unwanted sum that had to be opened is worth bringing to par, half as urgently.
        return min(marks, rules.par_marks) / 2 - _OPENING

    return step_table(potential, lambda marks: _TIE_BREAK * marks)


def _check_order(order: tuple[int, ...]) -> None:
    if sorted(order) != list(SUMS):
        raise ValueError(f"must name each sum from 2 to 12 once, not {order}")


class _Order(Vector):
    """All sums, the most wanted first."""

    def check(self, value: Any) -> tuple[Any, ...]:
        order = super().check(value)
        _check_order(order)
        return order

    def parse(self, text: str) -> tuple[Any, ...]:
        order = super().parse(text)
        _check_order(order)
        return order

    def describe(self) -> str:
        return "the sums 2 to 12, each once, with slashes between"


FEW_SUMS = PolicyFamily(
    "few-sums",
    "open only the wanted sums while that is possible, mark them whenever you can, spread rejects",
    "players' advice: few sums, and stick to them",
    {"choose": Decision(choose_by_steps, prepare=_table)},
    (
        Parameter(
            "order",
            _Order(integer(2, 12), N_SUMS, spread=False),
            (7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12),
            "the sums, most wanted first",
        ),
        Parameter("count", integer(1, N_SUMS), 5, "how many of them are wanted"),
    ),
)
