"""What to keep of a roll, and whether to stop then: every way to go on, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.advice import Action, Advice, Effort, ranked
from simulators.dice import counts_of
from simulators.low_high.objectives import stored_race
from simulators.low_high.positions import position_number, positions_of
from simulators.low_high.rules import LowHighRules
from simulators.low_high.scoring import turn_points
from simulators.low_high.solve_turn import BestTurn, best_turn, worth_of_points

_UNITS = {"turn": "points", "at-least": "probability", "race": "probability"}


@dataclass(frozen=True)
class Table:
    """The dice on the tracks, and those just rolled.

    Attributes
    ----------
    kept : tuple of int, length 6
        Good dice by face.
    bad : int
        Bad dice, those of the roll included.
    sets : tuple of int, length 6
        Of the roll, dice above the highest face kept, by face; none where nothing was rolled.
    rolled : bool
        Whether a roll lies on the table.
    """

    kept: tuple[int, ...]
    bad: int
    sets: tuple[int, ...]
    rolled: bool


@dataclass(frozen=True)
class Aim:
    """What the points of a turn are worth: ``worth[points - fewest]``."""

    objective: str
    words: str
    worth: NDArray[np.float64]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Judge:
    """What positions are worth for an aim."""

    rules: LowHighRules
    aim: Aim
    values: BestTurn

    def stopping(self, kept: Sequence[int], bad: int) -> tuple[int, float]:
        points = turn_points(self.rules, kept, bad)
        return points, float(self.aim.worth[points - positions_of(self.rules).fewest])

    def rolling(self, kept: Sequence[int], bad: int) -> float:
        numbering = positions_of(self.rules).numbering
        counts = np.array(kept, dtype=np.int64)
        return float(self.values.rolling[position_number(numbering, counts, _highest(kept), bad)])


def advise(
    rules: Any, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    """Value every way to go on; see :class:`simulators.advice.Adviser`."""
    assert isinstance(rules, LowHighRules)
    table = _table(rules, position)
    aim = _aim(rules, position, objective)
    judge = _Judge(rules, aim, best_turn(rules, aim.worth))
    actions = ranked(list(_choices(judge, table) if table.rolled else _goings_on(judge, table)))
    words = f"{_in_words(rules, table)}; {aim.words}"
    return Advice(words, aim.objective, _UNITS[aim.objective], actions, notes=aim.notes)


def _highest(kept: Sequence[int]) -> int:
    return max((face for face, count in enumerate(kept, 1) if count), default=0)


def _table(rules: LowHighRules, position: Mapping[str, Any]) -> Table:
    """Read the dice on the table, and refuse what can't lie there."""
    told, bad, roll = position["kept"], position["bad"], position["roll"]
    kept = tuple(told.get(face, 0) for face in range(1, 7))
    highest, good = _highest(kept), sum(kept)
    n_sets = sum(1 for count in kept if count)
    left = rules.dice - good - bad
    if left < 0:
        raise ValueError(f"kept and bad are {good + bad} dice, and there are {rules.dice} in all")
    if position["dice"] not in (None, left):
        raise ValueError(
            f"dice must be {left}, what {good} kept and {bad} bad leave of {rules.dice}, "
            f"not {position['dice']}"
        )
    low = sum(die <= highest for die in roll or ())
    if bad and (n_sets == 0 or (n_sets == 1 and (roll is None or low))):
        when = "first roll" if n_sets == 0 else "roll of the only set kept"
        raise ValueError(f"bad must be 0, not {bad}: no die goes bad on the {when}")
    if left == 0:
        raise ValueError("no die is left to roll or to keep: the turn is over")
    if roll is None:
        return Table(kept, bad, (0,) * 6, False)
    if len(roll) != left:
        raise ValueError(
            f"roll must show {left} dice, what {good} kept and {bad} bad leave of {rules.dice}, "
            f"not {len(roll)}"
        )
    counts = counts_of(roll)
    sets = tuple(count if face > highest else 0 for face, count in enumerate(counts, 1))
    return Table(kept, bad + low, sets, True)


def _aim(rules: LowHighRules, position: Mapping[str, Any], objective: str | None) -> Aim:
    """Read what is aimed at; what was told of the position says it, where the objective doesn't."""
    points, me, them = position["points"], position["me"], position["them"]
    told = me is not None or them is not None
    name = objective or ("at-least" if points is not None else "race" if told else "turn")
    if points is not None and name != "at-least":
        raise ValueError(f"points goes with the objective at-least, not with {name}")
    if told and name != "race":
        raise ValueError(f"me and them go with the objective race, not with {name}")
    worth = worth_of_points(rules)
    if name == "turn":
        return Aim(name, "expected points of the turn", worth)
    if name == "at-least":
        if points is None:
            raise ValueError("the objective at-least needs points")
        words = f"chance of {_points(points)} or more"
        return Aim(name, words, (worth >= points).astype(np.float64))
    return _race(rules, me or 0, them or 0)


def _race(rules: LowHighRules, me: int, them: int) -> Aim:
    """Say what points are worth in a race of two."""
    from simulators.low_high.solve_race import Race, fill_worth

    for who, total in (("me", me), ("them", them)):
        if total >= rules.target:
            raise ValueError(
                f"{who} must be below the target, {rules.target}, not {total}: "
                f"who has reached it has won"
            )
    solution = stored_race(rules)
    floor = solution.details["lowest_total"]
    win = np.asarray(solution.tables["win"], dtype=np.float64)
    race = Race(rules.target, floor, win[None])
    worth = np.empty(worth_of_points(rules).size)
    own, other = max(0, me - floor), max(0, them - floor)
    fill_worth(race, 0, own, other, positions_of(rules).fewest, worth)
    notes: tuple[str, ...] = ()
    if min(me, them) < min(0, rules.fewest_points):
        notes = (f"Totals below {floor} count as {floor}, which may show in values so far down.",)
    return Aim("race", f"chance to win the race at {me} to {them}", worth, notes)


def _points(count: int) -> str:
    return f"{count} {'point' if count == 1 else 'points'}"


def _dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _faces(counts: Sequence[int]) -> str:
    return " ".join(str(face) for face, count in enumerate(counts, 1) for _ in range(count))


def _in_words(rules: LowHighRules, table: Table) -> str:
    words = f"kept {_faces(table.kept) or 'nothing'}, {table.bad} bad"
    if not table.rolled:
        left = rules.dice - sum(table.kept) - table.bad
        return f"{words}, {_dice(left)} left"
    return f"{words}, {_faces(table.sets) or 'no die'} to keep from"


def _choices(judge: _Judge, table: Table) -> Iterator[Action]:
    """Value every set of a roll with every way to go on."""
    if not any(table.sets):
        points, value = judge.stopping(table.kept, table.bad)
        words = f"no die to keep: the turn ends with {_points(points)}"
        yield Action(words, value, details={"stop": True, "points": points})
        return
    for face, count in enumerate(table.sets, 1):
        if count:
            kept = tuple(n + count * (face == i) for i, n in enumerate(table.kept, 1))
            before = f"keep {' '.join([str(face)] * count)}"
            told = {"keep": [face] * count}
            yield from _goings_on(judge, Table(kept, table.bad, (0,) * 6, False), before, told)


def _goings_on(
    judge: _Judge, table: Table, before: str = "", told: Mapping[str, Any] | None = None
) -> Iterator[Action]:
    """Value stopping and rolling on."""
    left = judge.rules.dice - sum(table.kept) - table.bad
    details = dict(told or {})
    if any(table.kept):
        points, value = judge.stopping(table.kept, table.bad)
        stop = ("stop" if left else "the turn ends") + f" with {_points(points)}"
        words = f"{before}, {stop}" if before else stop
        yield Action(words, value, details={**details, "stop": True, "points": points})
    if left:
        roll = f"roll {_dice(left)}"
        words = f"{before}, {roll}" if before else roll
        value = judge.rolling(table.kept, table.bad)
        yield Action(words, value, details={**details, "stop": False, "rolled": left})
