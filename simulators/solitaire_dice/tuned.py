"""The tuned policy: estimate the final score of the sheet, and go for the target.

For every sum the policy keeps an expectation of what it will be worth at the end of the game, and a
variance: a sum that is being filled gains a Poisson number of marks with mean ``rate * rolls left``.
The rolls left are judged from the reject marks, each of which costs some. A split is as good as the
sheet that it leaves: the expected final score above the target, in standard deviations, which makes
the policy careful when it is ahead and bold when it is behind.

The parameters were found by searches like this one, which anyone can run (some minutes). It comes
to much the same numbers and to within 0.1 percentage points of their win rate::

    dicelab tune solitaire-dice --parameter rate --parameter forced --parameter rolls
        --parameter reject_cost --parameter spread --seed 3000 --generations 30 --population 60
        --games 15000 --scale 0.35 --policy tuned:rate=0.7/0.7/0.45/0.3/0.1/0.05,forced=1,rolls=18,
        reject_cost=0.3/0.3/0.4/0.6/0.8/1.2/2/4,spread=60
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.rules import SUMS, SolitaireDiceRules
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.values import Vector, real

#: Rolls left are told apart in steps of 1 / PER_ROLL, up to MOST_ROLLS.
PER_ROLL = 4
MOST_ROLLS = 30
N_LEFT = PER_ROLL * MOST_ROLLS + 1
LISTED_COSTS = 8

# Layout of the numbers: a header, the cost of each reject mark, then mean and variance side by side
# for each (rolls left, sum, marks).
HEADER = 4
TABLE_AT = HEADER + 48
N_MARKS = 16
MOST_GAINED = 40
#: Table entries are multiples of 1 / GRAIN point, so that their sums are exact.
GRAIN = 1024


def choose_for_target(sheet: Sheet, splits: Splits, p: Any) -> int:
    """Choose the split after which the final score is likeliest to reach the target.

    ``p[0]`` is the target, ``p[1]`` the rolls of a whole game, ``p[2]`` a variance that stays to
    the end; ``p[HEADER + m]`` is what a reject mark costs, in rolls, on a face with m of them.
    """
    left = p[1]
    for face in range(1, 7):
        for m in range(sheet.rejects[face]):
            left -= p[4 + min(m, 47)]
    best, best_hope = 0, -1e300
    mean, variance, row, face_before = 0.0, 0.0, 0, 0
    for i in range(splits.count):
        face, low, high = splits.reject[i], splits.low[i], splits.high[i]
        if face != face_before:
            # Splits come in order of their reject: the sheet as a whole is looked at once a face.
            face_before = face
            cost = 0.0 if sheet.free else p[4 + min(sheet.rejects[face], 47)]
            row = 52 + int(min(max((left - cost) * 4, 0.0), 120.0)) * 352
            mean, variance = 0.0, 0.0
            for sum_ in range(2, 13):
                cell = row + ((sum_ - 2) * 16 + min(sheet.marks[sum_], 15)) * 2
                mean += p[cell]
                variance += p[cell + 1]
        gain, spread = mean, variance
        if low == high:
            before = row + ((low - 2) * 16 + min(sheet.marks[low], 15)) * 2
            after = row + ((low - 2) * 16 + min(sheet.marks[low] + 2, 15)) * 2
            gain += p[after] - p[before]
            spread += p[after + 1] - p[before + 1]
        else:
            for sum_ in (low, high):
                before = row + ((sum_ - 2) * 16 + min(sheet.marks[sum_], 15)) * 2
                after = row + ((sum_ - 2) * 16 + min(sheet.marks[sum_] + 1, 15)) * 2
                gain += p[after] - p[before]
                spread += p[after + 1] - p[before + 1]
        hope = (gain - p[0]) / sqrt(spread + p[2])
        if hope > best_hope:
            best, best_hope = i, hope
    return best


def _poisson(means: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Return the chances of 0 ... n - 1 for each mean, the last taking the tail."""
    chances = np.empty((len(means), n))
    chances[:, 0] = np.exp(-means)
    for k in range(1, n):
        chances[:, k] = chances[:, k - 1] * means / k
    chances[:, -1] += np.maximum(0.0, 1 - chances.sum(axis=1))
    return chances


def prepare_outlook(rules: SolitaireDiceRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Tabulate mean and variance of what each sum will be worth at the end.

    Returns
    -------
    ndarray of float64, shape (TABLE_AT + N_LEFT * 11 * N_MARKS * 2,)
    """
    costs = values["reject_cost"]
    numbers = np.zeros(TABLE_AT + N_LEFT * len(SUMS) * N_MARKS * 2)
    numbers[:3] = rules.target, values["rolls"], values["spread"] ** 2
    numbers[HEADER:TABLE_AT] = [costs[min(m, LISTED_COSTS - 1)] for m in range(TABLE_AT - HEADER)]
    table = numbers[TABLE_AT:].reshape(N_LEFT, len(SUMS), N_MARKS, 2)
    left = np.arange(N_LEFT) / PER_ROLL
    for column, sum_ in enumerate(SUMS):
        distance = abs(sum_ - 7)
        gained = _poisson(values["rate"][distance] * left, MOST_GAINED)
        worth = [float(rules.worth(sum_, marks)) for marks in range(N_MARKS + MOST_GAINED)]
        table[:, column, 0, 0] = -values["forced"][distance] * left
        for marks in range(1, N_MARKS):
            mean, square = np.zeros(N_LEFT), np.zeros(N_LEFT)
            for more in range(MOST_GAINED):
                mean += gained[:, more] * worth[marks + more]
                square += gained[:, more] * worth[marks + more] ** 2
            table[:, column, marks, 0] = mean
            table[:, column, marks, 1] = np.maximum(square - mean**2, 0.0)
    # The last bits of exp() differ between machines; without them the choices don't.
    table[:] = np.round(table * GRAIN) / GRAIN
    return numbers


TUNED = PolicyFamily(
    "tuned",
    "estimate the final score of the sheet and choose what is likeliest to reach the target",
    "ours; parameters found by dicelab tune",
    {"choose": Decision(choose_for_target, prepare=prepare_outlook)},
    (
        Parameter(
            "rate",
            Vector(real(0, 2), 6),
            (0.57, 0.53, 0.21, 0.39, 0.085, 0.06),
            "marks per roll on a sum that is being filled, by its distance from 7 (0 to 5)",
        ),
        Parameter(
            "forced",
            Vector(real(0, 100), 6),
            (0.7, 0.95, 0.65, 1.2, 0.85, 0.8),
            "points per roll left that a sum without marks may still cost, by distance from 7",
        ),
        Parameter("rolls", real(1, MOST_ROLLS), 16.2, "rolls expected in a whole game"),
        Parameter(
            "reject_cost",
            Vector(real(0, 10), LISTED_COSTS),
            (0.85, 0.06, 0.25, 0.44, 0.6, 1.06, 1.93, 4.4),
            "rolls that the 1st to 8th mark on a reject face takes away; more cost as the 8th",
        ),
        Parameter("spread", real(1, 10_000), 50.0, "standard deviation that never goes, points"),
    ),
)
