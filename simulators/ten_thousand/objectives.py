"""What 10000 and its relatives can be asked to solve exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from simulators.policy import Parameter
from simulators.solving import Objective, Solution
from simulators.ten_thousand.limits import PENALTY_BUSTS
from simulators.ten_thousand.modes import BUSTS, COUNTER, DICE, OPENED, SCORE, check_busts
from simulators.ten_thousand.rules import MAX_TARGET, TenThousandRules
from simulators.ten_thousand.solved_policies import SOLVED
from simulators.ten_thousand.start import check_start, opened_score
from simulators.values import integer

_POINTS = Parameter("points", integer(1, MAX_TARGET), 1000, "points to bank in this turn")
_FROM_NOTHING = Parameter(SCORE.name, SCORE.kind, 0, SCORE.description)
_TURNS = Parameter("turns", integer(1, 1000), 20, "turns that the player has")


def _start(rules: TenThousandRules, values: Mapping[str, Any]) -> tuple[int, int, int]:
    """Read the state in which a turn starts: own score, counter, dice."""
    score, counter, dice = values["score"], values["counter"], values["dice"]
    own = opened_score(rules) if score == OPENED else int(score)
    check_start(rules, own, counter, dice, "option ")
    return own, counter, dice


def _stored(
    name: str, rules: TenThousandRules, values: Mapping[str, Any], solve: Callable[[], Solution]
) -> Solution:
    # Imported late: the games can be listed without compiling anything.
    from simulators.solution_store import stored_solution

    return stored_solution(name, rules, values, solve)


def _solve_turn(rules: TenThousandRules, values: Mapping[str, Any]) -> Solution:
    score, counter, dice = _start(rules, values)
    busts = values["busts"]
    check_busts(rules, busts)

    def solve() -> Solution:
        from simulators.ten_thousand.solve_turn import long_run, turn_values

        found = turn_values(rules, score, counter, busts)
        row = min((counter - found.offset) // found.unit, found.n_rows - 1)
        details: dict[str, Any] = {
            "bank_at": found.bank_at(),
            "bust": float(found.turn.roll_lost[row, dice]),
        }
        if rules.farkle_penalty:
            details["points_per_turn"] = long_run(rules)
            details["bank_at_by_busts"] = {
                str(lost): turn_values(rules, score, counter, lost).bank_at()
                for lost in range(PENALTY_BUSTS)
            }
        return Solution(found.rolling(counter, dice), 6 * found.n_rows, details=details)

    return _stored("ten-thousand turn", rules, values, solve)


def _solve_chance(rules: TenThousandRules, values: Mapping[str, Any], exactly: bool) -> Solution:
    score, counter, dice = _start(rules, values)
    points = values["points"]
    if rules.exact and points > rules.target - score:
        raise ValueError(
            f"option points must be at most the {rules.target - score} needed, not {points}"
        )

    def solve() -> Solution:
        from simulators.ten_thousand.solve_turn import chance_of_at_least, chance_of_exactly

        chance = chance_of_exactly if exactly else chance_of_at_least
        found = chance(rules, points, score, counter)
        value = found.rolling(counter, dice)
        return Solution(value, 6 * found.n_rows)

    name = "exactly" if exactly else "at-least"
    return _stored(f"ten-thousand {name}", rules, values, solve)


def _solve_at_least(rules: TenThousandRules, values: Mapping[str, Any]) -> Solution:
    return _solve_chance(rules, values, exactly=False)


def _solve_exactly(rules: TenThousandRules, values: Mapping[str, Any]) -> Solution:
    return _solve_chance(rules, values, exactly=True)


def _solve_turns(rules: TenThousandRules, values: Mapping[str, Any]) -> Solution:
    def solve() -> Solution:
        from simulators.ten_thousand.solve_target import turns_to_target

        found = turns_to_target(rules)
        return Solution(found.expected(), found.states, found.residual)

    return _stored("ten-thousand turns", rules, values, solve)


def _solve_within(rules: TenThousandRules, values: Mapping[str, Any]) -> Solution:
    def solve() -> Solution:
        from simulators.ten_thousand.solve_target import chances_within

        chances, states = chances_within(rules, values["turns"])
        by_turn = {str(turn): float(chance) for turn, chance in enumerate(chances) if turn}
        return Solution(float(chances[-1]), states, details={"within": by_turn})

    return _stored("ten-thousand within", rules, values, solve)


def _solve_race(rules: TenThousandRules, values: Mapping[str, Any]) -> Solution:
    from simulators.ten_thousand.race_solution import race_solution

    return race_solution(rules)


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective(
            "turn",
            "most expected points of a turn; with a penalty, of it and of what its loss costs later, "
            "which for a fresh turn after none lost is most points per turn in the long run",
            "points",
            _solve_turn,
            (SCORE, COUNTER, DICE, BUSTS),
            lambda values: SOLVED["optimal-turn"](),
        ),
        Objective(
            "turns",
            "fewest expected turns of a player alone to the target",
            "turns",
            _solve_turns,
            (),
            lambda values: SOLVED["optimal-turns"](),
            lower_is_better=True,
        ),
        Objective(
            "within",
            "best chance of a player alone to be at the target within so many turns",
            "probability",
            _solve_within,
            (_TURNS,),
        ),
        Objective(
            "at-least",
            "best chance to bank at least so many points in a turn, such as the opening",
            "probability",
            _solve_at_least,
            (_POINTS, _FROM_NOTHING, COUNTER, DICE),
            lambda values: SOLVED["optimal-at-least"](points=values["points"]),
        ),
        Objective(
            "exactly",
            "best chance to bank exactly so many points in a turn",
            "probability",
            _solve_exactly,
            (_POINTS, _FROM_NOTHING, COUNTER, DICE),
        ),
        Objective(
            "race",
            "the first player's chance to win a match of two, ties as half, if both play as well as "
            "possible",
            "probability",
            _solve_race,
            (),
            lambda values: SOLVED["optimal-race"](),
        ),
    )
}
