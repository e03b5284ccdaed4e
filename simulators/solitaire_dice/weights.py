"""The linear policies: a potential for every sum and number of marks, a price for every reject.

A split is worth the potential that its two marks add, less the price of its reject mark. `weights`
takes these numbers as they are; `greedy`, and `few-sums` next door, are the same choice with numbers
worked out from the rules or from a few parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.rules import SUMS, SolitaireDiceRules
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.values import Vector, real

#: Marks of a sum that the step table tells apart; more count as the last.
N_STEPS = 64
#: Where the reject prices start in the numbers that `choose_by_steps` reads.
PRICES_AT = 13 * N_STEPS
N_PRICES = 48

LISTED_MARKS = 10
LISTED_PRICES = 8


def choose_by_steps(sheet: Sheet, splits: Splits, p: Any) -> int:
    """Choose the split whose marks add most, less its reject's price.

    ``p[sum * N_STEPS + marks]`` is what one more mark on a sum adds, ``p[PRICES_AT + marks]`` the
    price of one more mark on a reject face.
    """
    best, best_gain = 0, -1e300
    for i in range(splits.count):
        low, high = splits.low[i], splits.high[i]
        at_low = sheet.marks[low]
        at_high = sheet.marks[high] + (low == high)
        gain = p[low * 64 + min(at_low, 63)] + p[high * 64 + min(at_high, 63)]
        if not sheet.free:
            gain -= p[832 + min(sheet.rejects[splits.reject[i]], 47)]
        best = i if gain > best_gain else best
        best_gain = max(gain, best_gain)
    return best


def step_table(
    potential: Callable[[int, int], float], price: Callable[[int], float]
) -> NDArray[np.float64]:
    """Lay out what :func:`choose_by_steps` reads.

    Parameters
    ----------
    potential : callable
        Of (sum, marks).
    price : callable
        Of the marks that a reject face has before the new one.

    Returns
    -------
    ndarray of float64, shape (PRICES_AT + N_PRICES,)
    """
    table = np.zeros(PRICES_AT + N_PRICES)
    for sum_ in SUMS:
        for marks in range(N_STEPS):
            step = potential(sum_, marks + 1) - potential(sum_, marks)
            table[sum_ * N_STEPS + marks] = step
    table[PRICES_AT:] = [price(marks) for marks in range(N_PRICES)]
    return table


def _greedy_table(rules: SolitaireDiceRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return step_table(rules.worth, lambda marks: 0.0)


GREEDY = PolicyFamily(
    "greedy",
    "take the split that changes the score most at once; of equals the first as listed: lowest "
    "reject face, then lowest sums",
    "the obvious beginner's rule; nothing but the score as it stands",
    {"choose": Decision(choose_by_steps, prepare=_greedy_table)},
)


#: What opening a sum is taken to cost, in points, by the sum's distance from 7: the dearer, the more
#: seldom it comes. Round numbers that win more often than the bare penalty of 200 does.
_OPENING = (150, 200, 300, 400, 500, 650)


def _default_potentials(sum_: int) -> tuple[float, ...]:
    """Count the cost of opening down evenly over the marks to par, then count points."""
    rules = SolitaireDiceRules()
    par, value, opening = rules.par_marks, rules.values[sum_ - 2], _OPENING[abs(sum_ - 7)]
    progress = [-opening * (par - marks) / par for marks in range(1, par)]
    return (*progress, *(float(value * over) for over in range(LISTED_MARKS - par + 1)))


def _weights_table(rules: SolitaireDiceRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    def potential(sum_: int, marks: int) -> float:
        listed = values[f"sum_{sum_}"]
        return float(listed[min(marks, LISTED_MARKS) - 1]) if marks else 0.0

    def price(marks: int) -> float:
        return float(values["reject_price"][min(marks, LISTED_PRICES - 1)])

    return step_table(potential, price)


_POTENTIAL = Vector(real(-100_000, 100_000), LISTED_MARKS, spread=False)
_PRICE = Vector(real(-100_000, 100_000), LISTED_PRICES)

WEIGHTS = PolicyFamily(
    "weights",
    "add up a potential per sum and number of marks, less a price per reject mark",
    "ours; the general linear policy",
    {"choose": Decision(choose_by_steps, prepare=_weights_table)},
    (
        *(
            Parameter(
                f"sum_{sum_}",
                _POTENTIAL,
                _default_potentials(sum_),
                f"potential, in points, of sum {sum_} with 1 to 10 marks; more count as 10",
            )
            for sum_ in SUMS
        ),
        Parameter(
            "reject_price",
            _PRICE,
            (0.0, 5.0, 10.0, 15.0, 20.0, 30.0, 45.0, 150.0),
            "price, in points, of the 1st to 8th mark on a reject face; more cost as the 8th",
        ),
    ),
)
