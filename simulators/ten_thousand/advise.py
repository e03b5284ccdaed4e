"""What to do with the counter, the dice and an offer: every legal action, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simulators.advice import Action, Advice, Effort, ranked
from simulators.dice import faces_of
from simulators.ten_thousand.offers import unit_of
from simulators.ten_thousand.positions import Position, read_position
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.scoring import Counts, Reading, best_reading, choices
from simulators.ten_thousand.stakes import (
    LastTurnStakes,
    Stakes,
    point_stakes,
    race_stakes,
)


def advise(
    rules: Any, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    """Value every legal action; see :class:`simulators.advice.Adviser`."""
    assert isinstance(rules, TenThousandRules)
    here = read_position(rules, position, objective)
    stakes = _stakes(rules, here)
    actions = ranked(list(_actions(rules, here, stakes)))
    words = f"{_dice_in_words(here)}; {_aim_in_words(rules, here)}"
    return Advice(words, here.objective, stakes.unit, actions, notes=_notes(rules, here))


def _stakes(rules: TenThousandRules, here: Position) -> Stakes:
    if here.objective == "turn":
        return point_stakes(rules, here.me, here.busts)
    if here.final_turn:
        return LastTurnStakes(rules, unit_of(rules), here.them - here.me)
    highest = here.held
    if here.roll is not None:
        highest += max((reading.points for reading in _readings(rules, here.roll)), default=0)
    if here.offer is not None:
        highest = max(highest, here.offer[0])
    return race_stakes(rules, here.me, here.them, highest)


def _dice_in_words(here: Position) -> str:
    if here.offer is not None:
        counter, dice = here.offer
        return f"{counter} points with {_dice(dice)} on offer"
    if here.roll is not None:
        rolled = " ".join(map(str, faces_of(here.roll)))
        return f"{rolled} rolled" + (f", {here.held} points held" if here.held else "")
    if here.held == 0:
        return "at the start of a turn"
    return f"{here.held} points held, {_dice(here.dice)} left"


def _aim_in_words(rules: TenThousandRules, here: Position) -> str:
    if here.objective == "race":
        last = ", last turn" if here.final_turn else ""
        return f"chance to win at {here.me} to {here.them}{last}, ties as half"
    return "expected points of the turn" + (
        f" at {here.me} points" if rules.exact or here.me == 0 else ""
    )


def _notes(rules: TenThousandRules, here: Position) -> tuple[str, ...]:
    if here.objective == "race":
        return ("A match of two, in which both play as well as possible from here on.",)
    if rules.farkle_penalty:
        return ("Points count with what lost turns cost later, by the penalty for three in a row.",)
    return ()


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _actions(rules: TenThousandRules, here: Position, stakes: Stakes) -> Iterator[Action]:
    if here.offer is not None:
        counter, dice = here.offer
        words = f"play on: {counter} points, roll {_dice(dice)}"
        yield Action(words, stakes.roll(counter, dice), details={"take_over": True})
        yield Action("start afresh, roll 6 dice", stakes.roll(0, 6), details={"take_over": False})
        return
    if here.roll is None:
        yield from _goings_on(rules, here, stakes, here.held, here.dice % 6, "", {})
        return
    found = _readings(rules, here.roll)
    if not found:
        words = f"bust: {here.held} points are lost" if here.held else "bust: the turn is over"
        yield Action(words, stakes.lose(), details={"bust": True})
        return
    for reading in found:
        faces = faces_of(reading.counts)
        words = f"set aside {' '.join(map(str, faces))} for {reading.points}"
        told = {"set_aside": list(faces), "points": reading.points}
        held, left = here.held + reading.points, here.dice - reading.n_dice
        if rules.exact and held > rules.target - here.me:
            lost = f"{words}: {held} points are more than you need, and lost"
            yield Action(lost, stakes.lose(), details={**told, "overshot": True})
        else:
            yield from _goings_on(rules, here, stakes, held, left, f"{words}, ", told)


def _readings(rules: TenThousandRules, roll: Counts) -> tuple[Reading, ...]:
    if rules.set_aside == "choose":
        return choices(rules, roll)
    best = best_reading(rules, roll)
    return (best,) if best else ()


def _goings_on(
    rules: TenThousandRules,
    here: Position,
    stakes: Stakes,
    held: int,
    left: int,
    before: str,
    told: Mapping[str, Any],
) -> Iterator[Action]:
    """Value banking, where it is allowed, and rolling."""
    reason = _why_not_bank(rules, here, held, left)
    if reason is None:
        details = {**told, "bank": True, "held": held}
        yield Action(f"{before}bank {held}", stakes.bank(held, left), details=details)
    must = f" ({reason})" if reason else ""
    dice = left or 6
    details = {**told, "bank": False, "held": held, "rolled": dice}
    yield Action(f"{before}roll {_dice(dice)}{must}", stakes.roll(held, dice), details=details)


def _why_not_bank(rules: TenThousandRules, here: Position, held: int, left: int) -> str | None:
    """Tell why the counter can't be banked; ``None`` where it can, and where there is none."""
    if held == 0:
        return ""
    if left == 0 and rules.hot_dice == "forced":
        return "hot dice, must roll"
    if here.me <= 0 and held < rules.opening:
        return f"must roll, {rules.opening} open"
    if held < rules.min_bank:
        return f"must roll, {rules.min_bank} is the least bank"
    return None
