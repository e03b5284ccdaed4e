"""Rules that a person can remember: the best of small families, and what each gives up.

One number: bank from so many points on. Two: only with so few dice left. Three: from so many points
with few dice left, from more with more. Six fresh dice are always rolled. Where the player chooses what
to set aside, each goes with setting aside all that scores, or as few dice as possible unless more bank
or use all dice: the policy `thrifty` with a price of 0, or one that nothing is worth.

All are evaluated exactly, by the recurrence of :mod:`~simulators.ten_thousand.turn_solver` with the
rule's choices in place of the best ones. With a penalty, a rule that doesn't look at lost turns loses a
share *p* of them, so every :math:`1 + p + p^2` turns it pays the penalty with chance :math:`p^3`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Policy
from simulators.solution_store import stored_solution
from simulators.solving import RuleOfThumb, Solution
from simulators.ten_thousand.offers import Rolls, roll_offers_of, unit_of
from simulators.ten_thousand.policies import POLICIES
from simulators.ten_thousand.rules import MAX_VALUE, TenThousandRules
from simulators.ten_thousand.start import opened_score
from simulators.ten_thousand.tables import N_DICE
from simulators.ten_thousand.turn_tail import closed_tail, lost_tail

#: Thresholds that are tried, in points.
STEP, MOST_LOW, MOST_HIGH = 50, 1500, 4000
_DICE = ("no dice", "one die", "two dice", "three dice", "four dice", "five dice")


class Rule(NamedTuple):
    """A rule of thumb.

    Attributes
    ----------
    n_numbers : int
        1: `low` for all; 2: `low` with at most `split` dice left, else never; 3: `high` with more.
    split : int
    price : int
        Of a die, in points: 0 or the most there is.
    low, high : int
        In points.
    """

    n_numbers: int
    split: int
    price: int
    low: int
    high: int

    def thresholds(self) -> tuple[float, ...]:
        """List what to bank from with one to six dice to roll."""
        more = inf if self.n_numbers < 3 else self.high
        return (*[self.low] * self.split, *[more] * (N_DICE - 1 - self.split), inf)


def rules_of_thumb(rules: TenThousandRules) -> list[RuleOfThumb]:
    """Find the best rules of one, two and three thresholds for most points a turn.

    Returns
    -------
    list of RuleOfThumb
        Fewest numbers first.
    """
    from simulators.ten_thousand.solve_turn import long_run

    optimum = long_run(rules)
    found = stored_solution("ten-thousand rules of thumb", rules, {}, lambda: _search(rules))
    told = []
    for value, *numbers in found.tables["best"].tolist():
        rule = Rule(*map(int, numbers))
        policy, words = _tell(rules, rule)
        told.append(RuleOfThumb(policy, words, rule.n_numbers, "turn", value, optimum))
    return told


def _tell(rules: TenThousandRules, rule: Rule) -> tuple[Policy, str]:
    """Write a rule as a policy and in words."""
    words = f"Bank from {rule.low:,} points on"
    if rule.n_numbers > 1:
        words += (
            " with one die left" if rule.split == 1 else f" with {_DICE[rule.split]} left or fewer"
        )
    if rule.n_numbers == 3:
        words += f", from {rule.high:,} with more"
    if rules.hot_dice == "optional":
        words += "; roll six fresh dice" if rule.n_numbers != 2 else "; else roll"
    if rules.set_aside != "choose":
        return POLICIES["bank-at-dice"](thresholds=rule.thresholds()), words
    words += "; set aside " + (
        "as few dice as you can, unless all that scores banks or uses all dice"
        if rule.price
        else "all that scores"
    )
    return POLICIES["thrifty"](thresholds=rule.thresholds(), price=rule.price), words


def _search(rules: TenThousandRules) -> Solution:
    """Try thresholds of every family, one after the other until neither gets better."""
    best, tried = [], 0
    prices = (0, MAX_VALUE) if rules.set_aside == "choose" else (0,)
    for n_numbers in (1, 2, 3):
        found: list[tuple[float, Rule]] = []
        splits = {1: (N_DICE - 1,), 2: range(1, N_DICE - 1), 3: range(1, N_DICE - 1)}[n_numbers]
        for split in splits:
            for price in prices:
                start = Rule(n_numbers, split, price, 300, 1000 if n_numbers == 3 else 0)
                value, rule, n_tried = _climb(rules, start)
                found.append((value, rule))
                tried += n_tried
        value, rule = max(found)
        best.append((value, *rule))
    return Solution(best[-1][0], tried, tables={"best": np.array(best, dtype=np.float64)})


def _climb(rules: TenThousandRules, rule: Rule) -> tuple[float, Rule, int]:
    """Take the best low threshold, then the best high one, until nothing changes."""
    lows, highs = np.arange(STEP, MOST_LOW + 1, STEP), np.arange(STEP, MOST_HIGH + 1, STEP)
    value, tried = -inf, 0
    while True:
        before = value
        values = evaluate(rules, rule, lows, np.array([rule.high]))[:, 0]
        rule, value = rule._replace(low=int(lows[np.argmax(values)])), float(values.max())
        tried += values.size
        if rule.n_numbers == 3:
            values = evaluate(rules, rule, np.array([rule.low]), highs)[0]
            rule, value = rule._replace(high=int(highs[np.argmax(values)])), float(values.max())
            tried += values.size
        if value <= before:
            return value, rule, tried


def _which(rule: Rule) -> Iterator[int]:
    from simulators.ten_thousand.thumb_kernel import HIGH, LOW, NEVER

    for left in range(N_DICE):
        if 0 < left <= rule.split:
            yield LOW
        else:
            yield HIGH if left > 0 and rule.n_numbers == 3 else NEVER


def evaluate(
    rules: TenThousandRules, rule: Rule, lows: NDArray[np.int64], highs: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Evaluate a rule with all pairs of thresholds: points a turn in the long run.

    Returns
    -------
    ndarray of float64, shape (n_lows, n_highs)
    """
    from simulators.ten_thousand.thumb_kernel import NEVER, thresholds_kernel

    unit, optional = unit_of(rules), rules.hot_dice == "optional"
    rolls = roll_offers_of(rules)
    which = list(_which(rule))
    if rules.exact:
        tail, limit = lost_tail(), (rules.target - opened_score(rules)) // unit
    else:
        stops = [threshold != NEVER for threshold in which]
        taken = _taken_at_last(rolls, stops, rule.price / unit)
        tail, limit = closed_tail(taken, optional, unit, 0.0, stops).tail, -1
    found = thresholds_kernel(
        rolls, np.array(which), -(-lows // unit), -(-highs // unit), rule.price / unit,
        -(-max(rules.min_bank, 1) // unit), limit, int(not optional), tail, float(unit),
        int(rolls.points.max()),
    )  # fmt: skip
    points, lost = found[..., 0], found[..., 1]
    bought: NDArray[np.float64] = rules.farkle_penalty * lost**3 / (1 + lost + lost**2)
    return points - bought


def _taken_at_last(rolls: Rolls, stops: list[bool], price: float) -> Rolls:
    """List the one option of each offer that a rule takes when every threshold is reached."""
    from simulators.ten_thousand.thumb_kernel import take

    rows = np.where(stops, 0, 1 << 40)
    spans = zip(rolls.first_option[:-1], rolls.first_option[1:], strict=True)
    taken = [take(rolls, first, last, 0, rows, price) for first, last in spans]
    return rolls._replace(
        first_option=np.arange(len(taken) + 1), points=rolls.points[taken], left=rolls.left[taken]
    )
