"""What to run: every number that the dice form, ranked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from simulators.advice import Action, Advice, Adviser, Effort, ranked
from simulators.marathon.limits import MAX_DICE, MAX_DISTANCE
from simulators.marathon.reference import formed_by
from simulators.marathon.rules import MarathonRules
from simulators.marathon.solve_race import LONGEST_RACE
from simulators.marathon.solve_within import MOST_TURNS
from simulators.policy import Parameter
from simulators.position_kinds import Faces
from simulators.values import integer

OBJECTIVES = {
    "turns": "fewest turns to the finish on average",
    "within": "largest chance to be done within --turns-left turns, this one included",
    "race": f"largest chance to win against one opponent with --them metres left, who moves next and "
    f"plays as well as possible; both within {LONGEST_RACE:,} metres of the finish",
    "reply": "largest chance to be done before an opponent with --them metres left, who moves next "
    "and plays optimal-turns",
}

#: Tables of the race are made for multiples of this, so that one serves many positions.
_ROUND = 500

#: What it is worth to have so many metres left when the turn is over.
Worth = Callable[[int], float]


def _advise(
    rules: MarathonRules, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    left, roll, them = _checked(rules, position)
    aim = objective or _usual(position)
    for name, aims in (("turns_left", ("within",)), ("them", ("race", "reply"))):
        if aim in aims and position[name] is None:
            raise ValueError(f"objective {aim} needs --{name.replace('_', '-')}")
    turns_left = position["turns_left"]
    worth, before, note = _AIMS[aim](rules, left, turns_left if aim == "within" else them)
    lost = float("inf") if aim == "turns" else 0.0
    if aim == "race" and them in rules.dead:
        lost = 0.5  # nobody can win then
    words = f"{left:,} m left, {len(roll or ()) or rules.dice(left)} dice"
    if roll is None:
        actions = [Action(f"roll {_dice(rules, left)}", before, details={"metres": None})]
        note += " There is nothing to choose before the roll; ask again with --roll."
    else:
        words = f"{left:,} m left, rolled {' '.join(map(str, roll))}"
        actions = [Action("stay", worth(left), details=_details(0, left))]
        actions += [_run(rules, left, metres, worth, lost) for metres in formed_by(roll)[::-1]]
    words += f", {turns_left} turns left" if aim == "within" else ""
    words += f", the opponent {them:,} m" if aim in ("race", "reply") else ""
    lower = aim == "turns"
    return Advice(
        words,
        aim,
        "turns" if lower else "probability",
        ranked(actions, lower_is_better=lower),
        lower_is_better=lower,
        notes=(note,),
    )


def _usual(position: Mapping[str, Any]) -> str:
    """Choose what suits the position."""
    if position["them"] is not None:
        near = max(position["left"], position["them"]) <= LONGEST_RACE
        return "race" if near else "reply"
    return "turns" if position["turns_left"] is None else "within"


def _checked(
    rules: MarathonRules, position: Mapping[str, Any]
) -> tuple[int, tuple[int, ...] | None, int | None]:
    """Refuse positions that can't be."""
    left, roll, them = position["left"], position["roll"], position["them"]
    if left is None:
        raise ValueError("left must be given: the metres left to the finish")
    for name, metres in (("left", left), ("them", them)):
        if metres is not None and metres > rules.distance:
            raise ValueError(
                f"{name} must be at most the distance, {rules.distance:,} metres, not {metres:,}"
            )
    if left in rules.dead:
        raise ValueError(
            f"left must not be dead, as {left:,} is: no roll can ever lead from there to the finish, "
            f"so nothing that you run matters"
        )
    if roll is not None and len(roll) != rules.dice(left):
        raise ValueError(
            f"roll must be {_dice(rules, left)} with {left:,} metres left, not {len(roll)}"
        )
    return left, roll, them


def _dice(rules: MarathonRules, left: int) -> str:
    count = rules.dice(left)
    return "1 die" if count == 1 else f"{count} dice"


def _details(metres: int, after: int) -> dict[str, Any]:
    return {"metres": metres, "left_after": after}


def _run(rules: MarathonRules, left: int, metres: int, worth: Worth, lost: float) -> Action:
    """Value running a number of metres."""
    after = left - metres
    if after < 0:
        if rules.overshoot == "stay":
            words = f"run {metres:,}, past the finish: back to where you are"
            return Action(words, worth(left), details=_details(metres, left))
        return Action(
            f"run {metres:,}, past the finish: out", lost, details=_details(metres, after)
        )
    goal = f"{after:,} m left" + (", dead" if after in rules.dead else "")
    words = f"run {metres:,}: {goal if after else 'finished'}"
    return Action(words, worth(after), details=_details(metres, after))


def _by_turns(rules: MarathonRules, left: int, _: int | None) -> tuple[Worth, float, str]:
    from simulators.marathon.values import turns_to_finish

    values = turns_to_finish(rules)
    note = "Turns still to come, without the one under way."
    return lambda after: float(values[after]), float(values[left]), note


def _by_time(rules: MarathonRules, left: int, turns: int | None) -> tuple[Worth, float, str]:
    from simulators.marathon.values import chances_in_time

    assert turns is not None
    # Nothing beyond where the runner is matters.
    chances = chances_in_time(rules.with_switches({"distance": left}), turns)

    def chance(turns_left: int, after: int) -> float:
        return float(chances[turns_left, after]) if after < chances.shape[1] else 0.0

    last = "the one under way" if turns == 1 else f"this turn and the next {turns - 1}"
    return lambda after: chance(turns - 1, after), chance(turns, left), f"Turns that count: {last}."


def _by_race(rules: MarathonRules, left: int, them: int | None) -> tuple[Worth, float, str]:
    from simulators.marathon.solve_race import race_values

    assert them is not None
    if max(left, them) > LONGEST_RACE:
        raise ValueError(
            f"objective race needs both within {LONGEST_RACE:,} metres of the finish, not at {left:,} "
            f"and {them:,}; objective reply takes any"
        )
    reach = min(-(-max(left, them) // _ROUND) * _ROUND, rules.distance)
    wins = race_values(rules, reach).tables["wins"]
    note = "You and the opponent watch each other and play as well as possible from here on."
    return lambda after: 1 - float(wins[them, after]), float(wins[left, them]), note


def _by_reply(rules: MarathonRules, left: int, them: int | None) -> tuple[Worth, float, str]:
    from simulators.marathon.optimal import OPTIMAL_TURNS
    from simulators.marathon.solve_reply import best_reply
    from simulators.marathon.times import finishing_times, look_ahead

    assert them is not None
    mine = rules.with_switches({"distance": left})
    note = "The opponent plays optimal-turns; you go by your distance and the turn from here on."
    if them in rules.dead:
        turns, finishing, running = 1, np.zeros(2), 0.0
        note = "The opponent is stuck: nobody can lose who doesn't get stuck as well."
    else:
        theirs = rules.with_switches({"distance": them})
        turns = look_ahead(mine, OPTIMAL_TURNS(), theirs)
        finishing, running = finishing_times(theirs, OPTIMAL_TURNS(), turns)
    chances = best_reply(mine, finishing, "first", running).chances
    return lambda after: float(chances[turns - 1, after]), float(chances[turns, left]), note


_AIMS: Mapping[str, Callable[[MarathonRules, int, int | None], tuple[Worth, float, str]]] = {
    "turns": _by_turns,
    "within": _by_time,
    "race": _by_race,
    "reply": _by_reply,
}

ADVISER = Adviser(
    questions=(
        Parameter("left", integer(1, MAX_DISTANCE), None, "metres you have left to the finish"),
        Parameter("roll", Faces(1, MAX_DICE), None, "the dice just rolled"),
        Parameter(
            "turns_left",
            integer(1, MOST_TURNS),
            None,
            "turns that count, this one included: to be done within them is what matters",
        ),
        Parameter(
            "them",
            integer(1, MAX_DISTANCE),
            None,
            "metres that the opponent has left: to be done before him is what matters",
        ),
    ),
    advise=_advise,
    objectives=OBJECTIVES,
    examples=(
        "--left 1234 --roll 2,2,3,6",
        "--left 5000 --roll 2,2,3,6 --turns-left 8",
        "--left 1800 --roll 1,1,3,5 --them 640",
    ),
)
