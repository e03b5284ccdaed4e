"""Read a position of 10000 or 15000, and refuse the impossible ones with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simulators.dice import counts_of
from simulators.ten_thousand.gains import reachable_states
from simulators.ten_thousand.modes import check_busts
from simulators.ten_thousand.offers import unit_of
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.scoring import Counts
from simulators.ten_thousand.start import opened_score


@dataclass(frozen=True)
class Position:
    """Where a player has to decide.

    Attributes
    ----------
    objective : str
        ``turn`` or ``race``.
    me, them : int
        Scores; `them` counts only in a race.
    final_turn : bool
    busts : int
    held, dice : int
        Points in the counter and dice to roll next; or the dice just rolled.
    roll : tuple of int or None
        A roll of which dice are to be set aside, as counts.
    offer : tuple of int or None
        Counter and dice that may be taken over.
    """

    objective: str
    me: int
    them: int
    final_turn: bool
    busts: int
    held: int
    dice: int
    roll: Counts | None
    offer: tuple[int, int] | None


def read_position(
    rules: TenThousandRules, told: Mapping[str, Any], objective: str | None
) -> Position:
    """Check what was told of a position.

    Parameters
    ----------
    told : mapping of str to object
        Every question of the adviser; ``None`` where it was left open.
    objective : str, optional
        The race where the other's score is told, else the turn.

    Raises
    ------
    ValueError
        With the reason why no game can be there.
    """
    aim = objective or ("turn" if told["them"] is None and not told["final_turn"] else "race")
    me, them, last = _scores(rules, told, aim)
    _check_busts(rules, told["busts"], aim)
    need = rules.target - me
    offer = _offer(rules, told, aim, me, them, last)
    held, dice = _counter(rules, told, offer)
    if rules.exact and held > need:
        raise ValueError(f"held must be at most the {need} points that you need, not {held}")
    if rules.exact and held == need and told["roll"] is not None and dice < 6:
        raise ValueError(
            f"with the {need} points that you need nobody rolls {dice} dice: every roll would be lost"
        )
    roll = counts_of(told["roll"]) if told["roll"] is not None else None
    return Position(aim, me, them, last, told["busts"], held, dice, roll, offer)


def _scores(rules: TenThousandRules, told: Mapping[str, Any], aim: str) -> tuple[int, int, bool]:
    me, them, last = told["me"], told["them"], told["final_turn"]
    if aim == "turn":
        if them is not None or last:
            raise ValueError("them and final_turn go with the objective race, not with turn")
        own = opened_score(rules) if me is None else me
        if me is not None:
            _check_score(rules, "me", me)
        if own >= rules.target:
            raise ValueError(f"me must be below the target, {rules.target}, not {own}")
        return own, 0, False
    if them is None or me is None:
        raise ValueError("the objective race needs both scores: me and them")
    _check_score(rules, "me", me)
    _check_score(rules, "them", them)
    if me >= rules.target:
        raise ValueError(
            f"me must be below the target, {rules.target}, not {me}: who has reached it plays no "
            f"further turn"
        )
    if them >= rules.target and rules.sudden:
        raise ValueError(f"with {them} points the other has won: there is nothing left to decide")
    if last and them < rules.target:
        raise ValueError(
            f"final_turn must be no: with {them} points the other hasn't reached {rules.target}"
        )
    if last is False and them >= rules.target:
        raise ValueError(
            f"final_turn must be yes: with {them} points the other has reached {rules.target}"
        )
    return me, them, them >= rules.target


def _check_score(rules: TenThousandRules, name: str, score: int) -> None:
    unit, least = unit_of(rules), max(rules.opening, rules.min_bank)
    if score % unit and not rules.farkle_penalty:
        raise ValueError(f"{name} must be a multiple of {unit}, as all points are, not {score}")
    if 0 < score < least and not rules.farkle_penalty:
        raise ValueError(
            f"{name} must be 0 or at least {least}, the least that opens a score, not {score}"
        )


def _check_busts(rules: TenThousandRules, busts: int, aim: str) -> None:
    check_busts(rules, busts)
    if busts and aim != "turn":
        raise ValueError("busts go with the objective turn, not with race")


def _counter(
    rules: TenThousandRules, told: Mapping[str, Any], offer: tuple[int, int] | None
) -> tuple[int, int]:
    """Read points held and dice; check that a turn can be there."""
    held, dice, roll = told["held"], told["dice"], told["roll"]
    if offer is not None:
        if held or dice is not None or roll is not None:
            raise ValueError(
                "whether to take a counter over is decided before the first roll: leave out held, "
                "dice and roll"
            )
        return 0, 6
    if roll is not None:
        if dice not in (None, len(roll)):
            raise ValueError(
                f"dice must be the {len(roll)} that were rolled, or be left out, not {dice}"
            )
        dice = len(roll)
    if dice is None:
        if held:
            raise ValueError("dice are missing: say how many are left to roll, with dice=...")
        dice = 6
    if held == 0:
        if dice < 6:
            raise ValueError(
                f"held must be above 0 with {dice} dice to roll: dice set aside have scored"
            )
        return held, dice
    _check_reachable(rules, held, dice, "held")
    return held, dice


def _check_reachable(rules: TenThousandRules, held: int, dice: int, name: str) -> None:
    unit = unit_of(rules)
    if held % unit:
        raise ValueError(f"{name} must be a multiple of {unit}, as all points are, not {held}")
    if (held, dice) not in reachable_states(rules, held):
        used = "all six dice" if dice == 6 else f"{6 - dice} dice, or {6 - dice} after hot dice,"
        left = "1 die" if dice == 1 else f"{dice} dice"
        raise ValueError(f"{name} can't be {held} with {left} to roll: {used} never score it")


def _offer(
    rules: TenThousandRules, told: Mapping[str, Any], aim: str, me: int, them: int, last: bool
) -> tuple[int, int] | None:
    offered, dice = told["offered"], told["offered_dice"]
    if offered is None and dice is None:
        return None
    if offered is None or dice is None:
        raise ValueError("an offer is a counter and its dice: give both offered and offered_dice")
    start = rules.play_on_from
    if start is None:
        raise ValueError("offered goes with playing on, which these rules don't allow")
    if me < start:
        raise ValueError(
            f"nothing is offered to a player with {me} points: playing on is allowed from {start}"
        )
    if rules.exact and offered >= rules.target - me:
        raise ValueError(
            f"offered must be below the {rules.target - me} points that you need, not {offered}: "
            f"a counter as high can't be taken over"
        )
    _check_reachable(rules, offered, dice, "offered")
    if offered < rules.min_bank:
        raise ValueError(f"offered must be at least {rules.min_bank}, the least bank")
    if aim == "race":
        before = them - offered
        least = max(rules.opening, rules.min_bank)
        if before < 0 or 0 < before < least or (before == 0 and offered < least):
            raise ValueError(
                f"offered can't be {offered}: it is part of the other's {them} points, and nobody "
                f"had {before} before it"
            )
        if last and before >= rules.target:
            raise ValueError(
                f"offered can't be {offered}: the other had reached the target without it"
            )
    return offered, dice
