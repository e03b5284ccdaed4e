r"""The best turn there is: most expected points, from any state and under every switch.

The recurrence is that of :mod:`~simulators.ten_thousand.turn_solver` with a bank worth its counter and
a bust worth nothing; :mod:`~simulators.ten_thousand.turn_tail` closes counters without bound, and under
an exact finish counters end at what is needed. Where the third turn lost in a row costs a penalty, a
bust costs what it takes off later turns:

.. math::
    g = V_0, \qquad h_1 = V_1 - g, \qquad h_2 = V_2 - g, \qquad
    z_0 = h_1, \quad z_1 = h_2, \quad z_2 = -penalty,

where :math:`V_b` is the value of a turn after *b* lost ones with a bust worth :math:`z_b`, and *g* the
points per turn in the long run (the equations of an average-reward Markov decision process). *g* is
found by the secant method, as the root of a function that falls.

References
----------
R. A. Howard, *Dynamic Programming and Markov Processes*, 1960.

M. Busche, "Maximizing Expected Scores in the Game of Zilch", 2010,
https://www.mattbusche.org/blog/article/zilch/, solves turns and the long run for Zilch.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from simulators.ten_thousand.offers import roll_offers_of, unit_of
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.start import opened_score
from simulators.ten_thousand.turn_solver import N_LEFT, Tail, Turn, turn_kernel
from simulators.ten_thousand.turn_tail import closed_tail, flat_tail, lost_tail

#: Rows of one turn that are solved at most; a turn of 10000 has some hundreds.
MAX_ROWS = 1_000_000
#: Two values that differ by less are the same but for rounding.
ROUNDING = 1e-9
_MOST_STEPS = 100


@dataclass(frozen=True)
class TurnValues:
    """What every state of a turn is worth under the best play.

    Attributes
    ----------
    rules : TenThousandRules
    unit, offset : int
        Counters ``offset + unit * row`` have a row.
    first_bank : int
        First row in which banking is allowed.
    worth : ndarray of float64, shape (n_rows,)
        Of banking, by row.
    bust : float
        What a bust is worth.
    tail : Tail
        What is beyond the last row.
    turn : Turn
    need : int or None
        The highest counter there can be, under an exact finish.
    """

    rules: TenThousandRules
    unit: int
    offset: int
    first_bank: int
    worth: NDArray[np.float64]
    bust: float
    tail: Tail
    turn: Turn
    need: int | None = None

    @property
    def n_rows(self) -> int:
        return int(self.worth.size)

    def _row(self, counter: int) -> int:
        row, rest = divmod(counter - self.offset, self.unit)
        if rest or row < 0:
            raise ValueError(
                f"counter must be {self.offset} plus a multiple of {self.unit}, not {counter}"
            )
        return row

    def best(self, counter: int, left: int) -> float:
        """Return what a counter with `left` dice left (0 to 5) is worth, banked or rolled on."""
        row = self._row(counter)
        if row < self.n_rows:
            return float(self.turn.best[row, left])
        tail = self.tail
        return float(tail.fixed[left] + tail.slope[left] * counter + tail.lost[left] * self.bust)

    def rolling(self, counter: int, dice: int) -> float:
        """Return what rolling `dice` dice (1 to 6) with a counter is worth."""
        row = self._row(counter)
        if row < self.n_rows:
            return float(self.turn.roll[row, dice])
        return self._roll_beyond(counter, dice)

    def _roll_beyond(self, counter: int, dice: int) -> float:
        rolls = roll_offers_of(self.rules)
        value = rolls.bust[dice] * self.bust
        for offer in range(rolls.first_offer[dice], rolls.first_offer[dice + 1]):
            options = range(rolls.first_option[offer], rolls.first_option[offer + 1])
            value += rolls.chance[offer] * max(
                self.best(counter + self.unit * int(rolls.points[o]), int(rolls.left[o]))
                for o in options
            )
        return float(value)

    def may_bank(self, counter: int, left: int) -> bool:
        """Say whether the rules allow to bank."""
        return self._row(counter) >= self.first_bank and (
            left > 0 or self.rules.hot_dice == "optional"
        )

    def bank_at(self) -> dict[str, int | None]:
        """List, by dice left to roll, the least counter from which on banking is never worse.

        ``None`` where a player never banks, as with hot dice that must be rolled.
        """
        found: dict[str, int | None] = {}
        for dice in range(1, N_LEFT + 1):
            left = dice % N_LEFT
            optional = left > 0 or self.rules.hot_dice == "optional"
            endless = self.need is None and self.tail.lost[left] > 0  # the tail rolls on
            if not optional or endless or self._rolls_for_nothing(dice):
                found[str(dice)] = None
                continue
            worse = np.flatnonzero(self.turn.roll[:, dice] > self.worth + ROUNDING)
            row = max(int(worse[-1]) + 1 if worse.size else 0, self.first_bank)
            beyond = self.need is not None and row >= self.n_rows
            found[str(dice)] = None if beyond else self.offset + self.unit * row
        return found

    def _rolls_for_nothing(self, dice: int) -> bool:
        return self.need is None and roll_offers_of(self.rules).bust[dice] == 0


def least_bank(rules: TenThousandRules, score: int) -> int:
    """Return the least counter that may be banked."""
    return max(rules.min_bank, rules.opening if score <= 0 else 0, 1)


def turn_values(
    rules: TenThousandRules, score: int | None = None, offset: int = 0, busts: int = 0
) -> TurnValues:
    """Solve one turn for most expected points.

    Parameters
    ----------
    rules : TenThousandRules
    score : int, optional
        Own score before the turn; that of a player who has just opened by default.
    offset : int
        Points of a counter of which all others are some multiple of the unit away.
    busts : int
        Turns lost in a row before this one, where the third costs a penalty.

    Raises
    ------
    ValueError
        Where expected points have no bound.

    Examples
    --------
    >>> values = turn_values(TenThousandRules())
    >>> round(values.rolling(0, 6), 3), values.bank_at()["3"]
    (475.731, 400)
    """
    own = opened_score(rules) if score is None else score
    bust = bust_worth(rules)[busts]
    return _solve(rules, own, offset % unit_of(rules), bust)


def _solve(rules: TenThousandRules, score: int, offset: int, bust: float) -> TurnValues:
    # Only two things about the score matter: whether it is there, and what an exact finish needs.
    return _solve_cached(
        rules, score > 0, rules.target - score if rules.exact else None, offset, bust
    )


@lru_cache(maxsize=64)
def _solve_cached(
    rules: TenThousandRules, opened: bool, need: int | None, offset: int, bust: float
) -> TurnValues:
    rolls, unit = roll_offers_of(rules), unit_of(rules)
    optional = rules.hot_dice == "optional"
    minimum = least_bank(rules, 1 if opened else 0)
    first_bank = max(0, ceil((minimum - offset) / unit))
    if need is None:
        tail, start = closed_tail(rolls, optional, unit, bust)
        n_rows = max(ceil((start - offset) / unit), first_bank) + 1
    else:
        tail, n_rows = lost_tail(), (need - offset) // unit + 1
    if n_rows > MAX_ROWS:
        raise ValueError(
            f"a turn under these rules has {n_rows:,} counters to solve, more than {MAX_ROWS:,}: "
            f"values in steps of {unit} are too fine for what a bust risks"
        )
    worth = offset + unit * np.arange(n_rows, dtype=np.float64)
    most = int(rolls.points.max())
    turn = turn_kernel(
        rolls, worth, first_bank, int(optional), tail, float(unit), float(offset), float(bust), most
    )
    return TurnValues(rules, unit, offset, first_bank, worth, bust, tail, turn, need)


@lru_cache(maxsize=64)
def bust_worth(rules: TenThousandRules) -> tuple[float, float, float]:
    """Compute what a bust is worth after 0, 1 and 2 lost turns: nothing but for a penalty.

    In points of later turns that it costs a player who plays as well as possible, together with the
    penalty; :func:`long_run` tells what turns bring then.
    """
    return _long_run(rules)[1]


def long_run(rules: TenThousandRules, opened: bool = True) -> float:
    """Compute the most points per turn in the long run, far from the target.

    Parameters
    ----------
    opened : bool
        Whether the player has points above 0; without, every bank must make the opening.
    """
    return _long_run(rules, opened)[0]


@lru_cache(maxsize=64)
def _long_run(
    rules: TenThousandRules, opened: bool = True
) -> tuple[float, tuple[float, float, float]]:
    penalty = rules.farkle_penalty
    score = max(opened_score(rules), 1) if opened else 0

    def value(bust: float) -> float:
        return _solve(rules, score, 0, bust).rolling(0, N_LEFT)

    if not penalty:
        return value(0.0), (0.0, 0.0, 0.0)
    last = value(-float(penalty))

    def busts_worth(gain: float) -> tuple[float, float, float]:
        second = last - gain
        return value(second) - gain, second, -float(penalty)

    def ahead(gain: float) -> float:
        return value(busts_worth(gain)[0]) - gain

    before, gain = last, value(0.0)
    over_before = ahead(before)
    for _ in range(_MOST_STEPS):
        over = ahead(gain)
        if abs(over) < 1e-11 or gain == before or over == over_before:
            break
        before, gain, over_before = gain, gain - over * (gain - before) / (over - over_before), over
    return gain, busts_worth(gain)


def chance_of_at_least(
    rules: TenThousandRules, points: int, score: int | None = None, offset: int = 0
) -> TurnValues:
    """Solve one turn for the best chance to bank at least so many points.

    Parameters
    ----------
    rules, score, offset
        As for :func:`turn_values`.
    points : int
    """
    return _chance(rules, points, score, offset, exactly=False)


def chance_of_exactly(
    rules: TenThousandRules, points: int, score: int | None = None, offset: int = 0
) -> TurnValues:
    """Solve one turn for the best chance to bank exactly so many points."""
    return _chance(rules, points, score, offset, exactly=True)


def _chance(
    rules: TenThousandRules, points: int, score: int | None, offset: int, exactly: bool
) -> TurnValues:
    own = opened_score(rules) if score is None else score
    rolls, unit = roll_offers_of(rules), unit_of(rules)
    optional = rules.hot_dice == "optional"
    base = offset % unit
    need = rules.target - own if rules.exact else None
    first_bank = max(0, ceil((least_bank(rules, own) - base) / unit))
    enough = max(0, ceil((points - base) / unit))
    if exactly:
        last, tail = points, lost_tail()
    else:
        last, tail = base + unit * max(enough, first_bank), flat_tail(rolls, optional, 1.0)
    if need is not None:
        last, tail = need, lost_tail()
    n_rows = max((last - base) // unit, 0) + 1
    counters = base + unit * np.arange(n_rows)
    worth = (counters == points if exactly else counters >= points).astype(np.float64)
    most = int(rolls.points.max())
    turn = turn_kernel(
        rolls, worth, first_bank, int(optional), tail, float(unit), float(base), 0.0, most
    )
    return TurnValues(rules, unit, base, first_bank, worth, 0.0, tail, turn, need)
