"""What to do with the dice on the table: every meal with every way to go on, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.advice import Action, Advice, Effort, ranked
from simulators.dice import faces_of
from simulators.dino_dice.hands import NUMBER_OF, Counts, meals, plant_eaters, rerolls
from simulators.dino_dice.positions import check_hand, check_roll, rolls_made
from simulators.dino_dice.reference import in_words
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.solve_race import FIRST, SECOND, race_solution, race_worth
from simulators.dino_dice.solve_turn import worth_of_points
from simulators.dino_dice.turn_graph import turn_graph
from simulators.dino_dice.turn_values import TurnValues, turn_values

_UNITS = {"turn": "points", "at-least": "probability", "race": "probability"}


@dataclass(frozen=True)
class Aim:
    """What the points of a turn are worth.

    Attributes
    ----------
    objective, words : str
    worth : ndarray of float64, shape (n_scores,)
        By the `scores` of the rules' graph.
    notes : tuple of str
    """

    objective: str
    words: str
    worth: NDArray[np.float64]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """The dice on the table.

    Attributes
    ----------
    counts : tuple of int, length 6
        All in play.
    hungry : int
        3s that must eat now.
    left : int
        Rolls left.
    words : str
    notes : tuple of str
    """

    counts: Counts
    hungry: int
    left: int
    words: str
    notes: tuple[str, ...] = ()


def advise(
    rules: Any, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    """Value every meal with every way to go on; see :class:`simulators.advice.Adviser`."""
    assert isinstance(rules, DinoDiceRules)
    table = _table(rules, position)
    aim = _aim(rules, position, objective)
    values = turn_values(rules, aim.worth)
    if table is None:
        start = float(values.throws[-1, turn_graph(rules).start])
        words = f"before the first of {_number(rules.rolls, 'roll')}"
        actions: tuple[Action, ...] = (Action("roll five dice", start, details={"rolled": 5}),)
        notes = aim.notes
    else:
        words, notes = table.words, table.notes + aim.notes
        actions = ranked(list(_actions(rules, table, aim, values)))
    return Advice(
        f"{words}; {aim.words}", aim.objective, _UNITS[aim.objective], actions, notes=notes
    )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _table(rules: DinoDiceRules, position: Mapping[str, Any]) -> Table | None:
    """Read the dice; ``None`` before the first roll."""
    dice, kept, left = position["dice"], position["kept"] or (), position["rolls_left"]
    if dice is None:
        if kept or position["fed"] or left not in (None, rules.rolls):
            raise ValueError("dice are missing: say which were rolled, with dice=...")
        return None
    made = rolls_made(rules, left)
    after = f"with {_number(rules.rolls - made, 'roll')} left"
    if position["fed"]:
        if kept:
            raise ValueError("kept goes with dice just rolled: once they have eaten, dice are all")
        counts = check_hand(rules, dice, made)
        return Table(counts, 0, rules.rolls - made, f"{in_words(counts)} in play, fed, {after}")
    lying, rolled = check_roll(rules, kept, dice, made)
    counts = tuple(old + new for old, new in zip(lying, rolled, strict=True))
    beside = f" beside {in_words(lying)}" if kept else ""
    words = f"{in_words(rolled)} rolled{beside}, {after}"
    hungry = rules.hungry(counts, rolled)
    notes: tuple[str, ...] = ()
    if hungry and made > 1 and not kept:
        notes = (
            "Taken as read that all of these dice were just rolled; kept says which were not.",
        )
    return Table(counts, hungry, rules.rolls - made, words, notes)


def _aim(rules: DinoDiceRules, position: Mapping[str, Any], objective: str | None) -> Aim:
    """Read what is aimed at; what was told of the position says it, where the objective doesn't."""
    points, scores = position["points"], (position["me"], position["them"])
    told = any(position[name] is not None for name in ("me", "them", "first"))
    name = objective or ("at-least" if points is not None else "race" if told else "turn")
    if points is not None and name != "at-least":
        raise ValueError(f"points goes with the objective at-least, not with {name}")
    if told and name != "race":
        raise ValueError(f"me, them and first go with the objective race, not with {name}")
    if name == "turn":
        return Aim(name, "expected points of the turn", worth_of_points(rules))
    if name == "at-least":
        if points is None:
            raise ValueError("the objective at-least needs points")
        words = f"chance of {_number(points, 'point')} or more"
        return Aim(name, words, worth_of_points(rules, points))
    own, other = (score or 0 for score in scores)
    return _race(rules, own, other, position["first"])


def _race(rules: DinoDiceRules, own: int, other: int, first: bool | None) -> Aim:
    """Check the standing of a match of two, and say what points are worth there."""
    target, most = rules.match_target, int(turn_graph(rules).scores[-1])
    if own >= target:
        raise ValueError(f"me must be below the {target} points that end a match, not {own}")
    if other >= target + most:
        raise ValueError(f"them must be at most {target - 1 + most}, what a match can end with")
    if other >= target and first:
        raise ValueError(
            f"with {other} points against you the round is the last, and whoever begins it has played"
        )
    notes: tuple[str, ...] = ()
    if first is None and other < target:
        notes = ("Taken as read that you begin every round; first=no says that you don't.",)
    seat = SECOND if other >= target or first is False else FIRST
    worth = race_worth(rules, race_solution(rules), seat, own, other)
    place = "last round" if other >= target else ("first", "second")[seat] + " in the round"
    return Aim("race", f"chance to win at {own} to {other}, {place}, ties as half", worth, notes)


def _actions(rules: DinoDiceRules, table: Table, aim: Aim, values: TurnValues) -> Iterator[Action]:
    food = plant_eaters(table.counts)
    if food < table.hungry:
        words = f"{table.hungry} must eat, {food} can be eaten: the turn ends with 0 points"
        yield Action(words, float(aim.worth[0]), details={"points": 0})
        return
    if table.hungry == 0:
        yield from _goings_on(rules, table.counts, table.left, aim, values, "", {})
        return
    for meal in meals(rules, table.counts, table.hungry):
        eaten = faces_of(meal.eaten)
        words = f"{_eaters(table.hungry)} {' and '.join(map(str, eaten))}; "
        details = {"eaten": list(eaten)}
        yield from _goings_on(rules, meal.left, table.left, aim, values, words, details)


def _eaters(hungry: int) -> str:
    return "the 3 eats" if hungry == 1 else f"{hungry} 3s eat"


def _goings_on(
    rules: DinoDiceRules,
    counts: Counts,
    left: int,
    aim: Aim,
    values: TurnValues,
    before: str,
    details: Mapping[str, Any],
) -> Iterator[Action]:
    """Value stopping and every way to roll on."""
    graph = turn_graph(rules)
    hand = NUMBER_OF[counts]
    told = {**details, "stop": True, "points": rules.worth(counts)}
    words = f"{before}{'stop' if left else 'the turn ends'} with {rules.worth(counts)} points"
    yield Action(words, float(aim.worth[graph.score_of[hand]]), details=told)
    if left == 0:
        return
    first = int(graph.hand_first[hand])
    for place, way in enumerate(rerolls(rules, counts), first):
        value = float(values.throws[left - 1, graph.hand_throw[place]])
        keep = f"keep {in_words(way.kept)}, roll" if sum(way.kept) else "roll all"
        told = {**details, "stop": False, "kept": list(faces_of(way.kept)), "rolled": way.dice}
        dice = "1 die" if way.dice == 1 else f"{way.dice} dice"
        yield Action(f"{before}{keep} {dice}", value, details=told)
