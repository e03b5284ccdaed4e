"""What to do in a position of Killer: what to set aside of a roll, and whether to attack again.

Life points say where one is: own and the other's in an attack, the other's alone when one draws
second in the preparation, none when one draws first or looks at a draw by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simulators.advice import Action, Advice, Adviser, Effort, ranked
from simulators.killer.draw_states import GOALS, LEAST_SUM, MOST_SUM, check_state
from simulators.killer.limits import N_DICE, PAR
from simulators.killer.objectives import OBJECTIVES
from simulators.killer.rules import KillerRules
from simulators.policy import Parameter
from simulators.position_kinds import Faces
from simulators.values import integer

if TYPE_CHECKING:
    from simulators.killer.solve_draw import BestDraw

_COUNT = ("no", "one", "two", "three", "four", "five", "six")
#: Objectives by the name of the goal that a draw has.
_GOAL_OF = {"draw": "mean"} | {goal: goal for goal in GOALS if goal != "mean"}

QUESTIONS = (
    Parameter("roll", Faces(1, N_DICE), None, "the dice just rolled"),
    Parameter("dice", integer(1, N_DICE), None, "the dice to roll, where none are rolled yet"),
    Parameter("aside", integer(0, MOST_SUM), 0, "total of the dice set aside before"),
    Parameter("me", integer(0, 2 * MOST_SUM), None, "own life points, in an attack"),
    Parameter(
        "them",
        integer(0, 2 * MOST_SUM),
        None,
        "the opponent's life points: in an attack, or drawn before one's own in the preparation",
    ),
    Parameter(
        "strength",
        integer(1, MOST_SUM - PAR),
        None,
        "strength of an attack that has just hit; life points are those after the hit",
    ),
    Parameter(
        "damage",
        integer(1, MOST_SUM),
        None,
        "damage of the turn's first hit, where another hit does the same damage",
    ),
    Parameter(
        "sum",
        integer(LEAST_SUM, MOST_SUM),
        PAR,
        "the sum that objectives at-least and exactly are about",
    ),
)


def advise(
    rules: KillerRules, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    """Value every legal action exactly.

    Raises
    ------
    ValueError
        For a position that can't be, or that isn't told in full.
    """
    if position["strength"] is not None or position["damage"] is not None:
        return _after_hit(rules, position, objective)
    lives = [name for name in ("me", "them") if position[name] is not None]
    aim = objective or ("fight" if lives else "draw")
    if lives and aim != "fight":
        raise ValueError(
            f"objective {aim} knows no life points: leave {' and '.join(lives)} out, or choose fight"
        )
    best, where, notes = _fight(rules, position) if aim == "fight" else _draw(rules, position, aim)
    roll = position["roll"]
    if roll is None:
        actions: tuple[Action, ...] = (_roll_on(position, best, bool(lives)),)
        shown = "nothing rolled yet"
    else:
        if position["dice"] not in (None, len(roll)):
            raise ValueError(f"dice must be {len(roll)}, as the roll shows, not {position['dice']}")
        options = best.options(roll, position["aside"])
        actions = ranked([_set_aside(kept, value, position) for kept, value in options.items()])
        shown = f"{' '.join(map(str, sorted(roll, reverse=True)))} rolled"
    told = f"{where}: {shown}, {position['aside']} points aside"
    return Advice(told, aim, OBJECTIVES[aim].unit, actions, notes=notes)


def _draw(
    rules: KillerRules, position: Mapping[str, Any], aim: str
) -> tuple[BestDraw, str, tuple[str, ...]]:
    from simulators.killer.solve_draw import best_attack, draw_for

    if aim == "attack":
        note = "Expected damage minus own loss in the whole turn, if the opponent can't fall."
        return best_attack(rules), "A draw for an attack", (note,)
    goal = _GOAL_OF[aim]
    wanted = GOALS[goal].replace("so much", str(position["sum"]))
    return draw_for(goal, position["sum"]), f"A draw for {wanted}", ()


def _fight(
    rules: KillerRules, position: Mapping[str, Any]
) -> tuple[BestDraw, str, tuple[str, ...]]:
    from simulators.killer.solve_draw import BestDraw
    from simulators.killer.solve_fight import fight_tables

    me, them = position["me"], position["them"]
    tables = fight_tables(rules)
    notes = ("Chances to win against one opponent, if both play their best from here on.",)
    if me is not None:
        _check_lives(rules, me, them)
        where = f"An attack with {me} life points against {them}"
        return BestDraw(tables["draws"][me, them], True), where, notes
    if them is None:
        return BestDraw(tables["first"], True), "The first to draw life points", notes
    if not LEAST_SUM <= them <= MOST_SUM:
        raise ValueError(
            f"them must be from {LEAST_SUM} to {MOST_SUM} in the preparation, not {them}: in an "
            "attack, tell me as well"
        )
    where = f"The second to draw life points, after {them}"
    return BestDraw(tables["second"][them], True), where, notes


def _check_lives(rules: KillerRules, me: int, them: int | None) -> None:
    from simulators.killer.solve_fight import most_life

    if them is None:
        raise ValueError("them is missing: an attack is told by the life points of both")
    most = most_life(rules)
    for name, life in (("me", me), ("them", them)):
        if life > most:
            raise ValueError(
                f"{name} must be at most {most}, as no draw gives more life points, not {life}"
            )
    if me + them > 2 * MOST_SUM:
        raise ValueError(
            f"me and them must be at most {2 * MOST_SUM} together, as both draw at most "
            f"{MOST_SUM} and what one steals the other loses, not {me + them}"
        )


def _roll_on(position: Mapping[str, Any], best: BestDraw, lives: bool) -> Action:
    dice = position["dice"]
    if dice is None:
        if position["aside"] or not lives:
            raise ValueError("roll is missing: tell the dice rolled, or with dice how many to roll")
        dice = N_DICE
    check_state(dice, position["aside"])
    return Action(
        f"roll {_dice(dice)}", best.value(dice, position["aside"]), details={"roll_dice": dice}
    )


def _set_aside(kept: tuple[int, ...], value: float, position: Mapping[str, Any]) -> Action:
    left, aside = len(position["roll"]) - len(kept), position["aside"] + sum(kept)
    after = f"roll {_dice(left)}" if left else f"{aside} in all"
    return Action(
        f"set aside {' '.join(map(str, kept))}, {after}",
        value,
        details={"set_aside": list(kept), "roll_dice": left, "aside": aside},
    )


def _dice(n: int) -> str:
    return f"{_COUNT[n]} {'die' if n == 1 else 'dice'}"


def _after_hit(rules: KillerRules, position: Mapping[str, Any], objective: str | None) -> Advice:
    """Value attacking again and stopping."""
    from simulators.killer.solve_fight import fight_tables

    me, them, strength, damage = (position[name] for name in ("me", "them", "strength", "damage"))
    if objective not in (None, "fight"):
        raise ValueError(f"whether to attack again is a question of the fight, not of {objective}")
    if position["roll"] is not None or position["dice"] is not None or position["aside"]:
        raise ValueError("strength and damage are told after a hit, when no dice are to set aside")
    if rules.repeat == "none":
        raise ValueError("nothing is to decide after a hit: the switch repeat is none")
    if me is None or them is None:
        raise ValueError("me and them are needed: the life points of both after the hit")
    _check_lives(rules, me, them)
    if damage is not None and strength is not None and damage not in _damages(strength):
        raise ValueError(
            f"damage must be {strength} to {N_DICE * strength} in steps of {strength} with strength "
            f"{strength}, not {damage}"
        )
    tables = fight_tables(rules)
    if rules.repeat == "same_strength":
        if strength is None:
            raise ValueError("strength is missing: another attack has the same strength")
        again, how = tables["attack"][strength, me, them], f"with strength {strength}"
    elif rules.repeat == "same_damage":
        if damage is None:
            raise ValueError("damage is missing: another hit does the damage of the first")
        if not any(damage in _damages(s) for s in range(1, MOST_SUM - PAR + 1)):
            raise ValueError(f"damage can't be {damage}: it is a strength times 1 to {N_DICE} dice")
        again, how = tables["more"][damage, me, them], f"for {damage} more damage"
    else:
        again, how = tables["turn"][me, them], "with a new sum"
    stop = 1 - tables["turn"][them, me]
    actions = (
        Action(f"attack again {how}", float(again), details={"again": True}),
        Action("stop", float(stop), details={"again": False}),
    )
    return Advice(
        f"After a hit, with {me} life points against {them}",
        "fight",
        OBJECTIVES["fight"].unit,
        ranked(actions),
        notes=("Chances to win against one opponent, if both play their best from here on.",),
    )


def _damages(strength: int) -> range:
    return range(strength, N_DICE * strength + 1, strength)


ADVISER = Adviser(
    QUESTIONS,
    advise,
    {name: objective.summary for name, objective in OBJECTIVES.items()},
    (
        "--roll 6,6,5,3,2,1",
        "--roll 5,4,4 --aside 17 --objective at-least --sum 30",
        "--roll 6,6,5,3,2,1 --me 20 --them 25",
        "--roll 6,5,5,4 --aside 12 --them 28",
        "--strength 4 --me 20 --them 25",
    ),
)
