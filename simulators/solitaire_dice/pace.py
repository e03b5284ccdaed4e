"""Players' advice: when ahead, rush one reject face to its end; when behind, spread the rejects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.rules import SolitaireDiceRules
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.weights import N_STEPS, PRICES_AT, step_table
from simulators.values import integer, real


def choose_by_pace(sheet: Sheet, splits: Splits, p: Any) -> int:
    """Choose by steps, with the pull on the rejects turned round once the score is high enough.

    ``p[0]`` is the score from which to rush, ``p[1]`` the pull in points per mark that the face
    has; then follows the step table of the weights policies.
    """
    pull = p[1] if sheet.score >= p[0] else -p[1]
    best, best_gain = 0, -1e300
    for i in range(splits.count):
        low, high = splits.low[i], splits.high[i]
        at_low = sheet.marks[low]
        at_high = sheet.marks[high] + (low == high)
        gain = p[2 + low * 64 + min(at_low, 63)] + p[2 + high * 64 + min(at_high, 63)]
        if not sheet.free:
            gain += pull * sheet.rejects[splits.reject[i]]
        if gain > best_gain:
            best, best_gain = i, gain
    return best


def _table(rules: SolitaireDiceRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    def potential(sum_: int, marks: int) -> float:
        if 0 < marks < rules.par_marks:
            # Count the penalty down evenly, so that marks below par are progress.
            done = marks / rules.par_marks
            return float(-values["opening_cost"] * (1 - done) * rules.opening_penalty)
        return float(rules.worth(sum_, marks))

    steps = step_table(potential, lambda marks: 0.0)[:PRICES_AT]
    return np.concatenate([[values["ahead"], values["pull"]], steps])


assert N_STEPS == 64, "choose_by_pace has the width of the step table written into it"

PACE = PolicyFamily(
    "pace",
    "rush one reject face once the score is high enough; spread the rejects before",
    "players' advice: when ahead, rush one reject face to eight; when behind, spread them",
    {"choose": Decision(choose_by_pace, prepare=_table)},
    (
        Parameter("ahead", integer(-100_000, 100_000), 500, "score from which to rush, points"),
        Parameter("pull", real(0, 10_000), 32.0, "points per mark that the reject face has"),
        Parameter(
            "opening_cost",
            real(0, 100),
            1.8,
            "what opening a sum is taken to cost, as a multiple of the opening penalty",
        ),
    ),
)
