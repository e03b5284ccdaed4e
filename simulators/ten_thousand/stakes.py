"""What a position is worth to the player to move, whatever is played for.

A turn is advised on by what banking, rolling and losing the counter are worth; :class:`Stakes` tells
these three of one turn: of a turn played for points, of a turn in a race of two, of its last turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.ten_thousand.race import RaceValues, empty_values, solve_race
from simulators.ten_thousand.race_closing import Scratch, make_scratch
from simulators.ten_thousand.race_final import NO_TIES, TIES, final_turn
from simulators.ten_thousand.race_rules import (
    EXACT,
    LAST_ROUND,
    OFFERED,
    fresh_last_turn,
    highest_offer,
    last_turn,
    may_be_offered,
)
from simulators.ten_thousand.race_solution import race_solution
from simulators.ten_thousand.race_turn import work_out_turn
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.solve_turn import TurnValues, turn_values


class Stakes(ABC):
    """Values of one turn, in the unit of what is played for; counters in points."""

    objective: str
    unit: str

    @abstractmethod
    def bank(self, counter: int, left: int) -> float:
        """Value of banking with `left` dice left, 0 to 5."""

    @abstractmethod
    def roll(self, counter: int, dice: int) -> float:
        """Value of rolling `dice` dice, 1 to 6, and playing on as well as possible."""

    @abstractmethod
    def lose(self) -> float:
        """Value of losing the counter."""


@dataclass(frozen=True)
class PointStakes(Stakes):
    """A turn for its own sake: expected points."""

    values: TurnValues
    objective = "turn"
    unit = "points"

    def bank(self, counter: int, left: int) -> float:
        return float(counter)

    def roll(self, counter: int, dice: int) -> float:
        return self.values.rolling(counter, dice)

    def lose(self) -> float:
        return self.values.bust


def point_stakes(rules: TenThousandRules, score: int | None, busts: int) -> PointStakes:
    """Solve the turn for points."""
    return PointStakes(turn_values(rules, score, busts=busts))


@dataclass(frozen=True)
class LastTurnStakes(Stakes):
    """The last turn of a race: the chance to beat a score that is `behind` points higher."""

    rules: TenThousandRules
    step: int
    behind: int
    objective = "race"
    unit = "probability"

    def bank(self, counter: int, left: int) -> float:
        return 1.0 if counter > self.behind else 0.5 if counter == self.behind else 0.0

    def roll(self, counter: int, dice: int) -> float:
        table, _ = final_turn(self.rules)
        variant, behind = TIES, self.behind
        if behind < self.rules.min_bank:  # what may be banked at all wins
            variant, behind = NO_TIES, -(-self.rules.min_bank // self.step) * self.step - self.step
        row = max(0, (behind - counter) // self.step + 1)
        return float(table[variant, row, dice]) if row < table.shape[1] else 0.0

    def lose(self) -> float:
        return 0.0


@dataclass(frozen=True)
class RaceStakes(Stakes):
    """A turn in a race: the chance to win, ties as half; scores in units of `values`."""

    values: RaceValues
    own: int
    other: int
    turn: Scratch
    objective = "race"
    unit = "probability"

    def bank(self, counter: int, left: int) -> float:
        race, held = self.values.race, counter // self.values.unit
        total = self.own + held
        offered = left > 0 and may_be_offered(race, self.other)
        if total >= race.target:
            if race.finish != LAST_ROUND:
                return 1.0
            theirs = float(fresh_last_turn(race, total - self.other))
            if offered:
                theirs = max(theirs, float(last_turn(race, self.own - self.other, left)))
            return 1.0 - theirs
        if offered and held <= highest_offer(race, self.own, self.other):
            start = int(self.values.starts[self.own, self.other])
            return 1.0 - float(self.values.offers[start + OFFERED * (held - 1) + left - 1])
        return 1.0 - float(self.values.win[self.other, total])

    def roll(self, counter: int, dice: int) -> float:
        held = counter // self.values.unit
        return self.fresh() if held == 0 else float(self.turn.rolled[held, dice])

    def fresh(self) -> float:
        """Value of a fresh turn."""
        return float(self.values.win[self.own, self.other])

    def lose(self) -> float:
        return 1.0 - float(self.values.win[self.other, self.own])


def race_stakes(rules: TenThousandRules, me: int, them: int, highest: int) -> RaceStakes:
    """Work out a turn of a race.

    Parameters
    ----------
    me, them : int
        Scores in points, below the target.
    highest : int
        Highest counter that is asked for.
    """
    win = race_solution(rules).tables["win"].astype(np.float64)
    values = empty_values(rules)
    own, other = me // values.unit, them // values.unit
    if values.offers.size:  # what offers are worth isn't kept: worked out anew from the end to here
        values = _solved(rules, own + other)
    else:
        values.win[:] = win
    return RaceStakes(values, own, other, _turn(values, own, other, highest // values.unit))


@lru_cache(maxsize=2)
def _solved(rules: TenThousandRules, least_sum: int) -> RaceValues:
    return solve_race(rules, least_sum=least_sum)


def _turn(values: RaceValues, own: int, other: int, highest: int) -> Scratch:
    race = values.race
    turn = make_scratch(race, highest)
    lost = 1.0 - values.win[other, own]
    start = values.starts[own, other]
    top = highest if race.finish != EXACT else 0
    work_out_turn(race, own, other, lost, values.win, values.offers, start, turn, top)
    return turn


def chances(rules: TenThousandRules) -> NDArray[np.float64]:
    """Return the chances of the player to move in a race, by own and the other's score in units."""
    return race_solution(rules).tables["win"].astype(np.float64)
