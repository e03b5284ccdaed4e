"""Pig, the smallest jeopardy dice game, as an example of how a game is added.

Roll one die as often as you like: a 1 ends the turn with nothing, anything else adds to the turn's
total, which you may hold. The first to 100 points wins. Everything that dicelab asks of a game stands
here in one file; a game of the package has a file for each of these parts, and more switches.

    from analysis import simulate, solve
    from examples.pig import PIG

    simulate(PIG, "hold-at:threshold=20", games=1_000_000, seed=1).summary()
    solve(PIG, "race").value            # 0.5306: what going first is worth

Two players and the solved policy:  ``match(PIG, ["optimal-race", "hold-at"], games=..., seed=...)``

References
----------
.. [1] T. W. Neller, C. G. M. Presser, "Optimal play of the dice game Pig", The UMAP Journal 25
   (2004), 25-47: hold at 20 scores 8.1418 points a turn, the first player wins 53.06 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from simulators.accelerate import kernel, pointer
from simulators.decisions import caller
from simulators.errors import PolicyError
from simulators.game import Game, Mode, PlayBlock, Task
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED, Metric, Replay, match_result, rate
from simulators.plain_stream import PlainStream
from simulators.players import seat_players
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.rules import Rules, switch
from simulators.solution_store import stored_solution
from simulators.solving import Objective, Solution
from simulators.streams import bounded, draw, open_stream, seed_key, turn_start
from simulators.values import integer

MAX_ROLLS, MAX_TURNS = 1000, 10_000
MAX_TARGET = 1000


# Rules: what the table agrees on.
@dataclass(frozen=True)
class PigRules(Rules):
    """The one switch of Pig."""

    target: int = switch(100, integer(1, MAX_TARGET), "points that win")


# State: what a policy sees.
class State(NamedTuple):
    """A turn in which something is held.

    Attributes
    ----------
    total : int
        Points of this turn.
    score, opponent : int
        Points on the sheets, 0 and 0 for a turn alone.
    target : int
    """

    total: int
    score: int
    opponent: int
    target: int


_STATE = types.NamedUniTuple(types.int64, 4, State)  # type: ignore[no-untyped-call]
_NUMBERS = types.CPointer(types.float64)  # type: ignore[no-untyped-call]
SIGNATURES = {"hold": types.int64(_STATE, _NUMBERS)}
ask = caller(SIGNATURES["hold"])


# Policies: what a player chooses.
def hold_at(state: State, p: Sequence[float]) -> bool:
    """Hold from a total on, and what wins."""
    return state.total >= p[0] or state.score + state.total >= state.target


def hold_by_table(state: State, p: Sequence[float]) -> bool:
    """Hold where the solution does; see :func:`solve_race`."""
    size = state.target
    own, other = min(state.score, size - 1), min(state.opponent, size - 1)
    return state.total >= p[own * size + other]


def _race_table(rules: PigRules, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return solve_race(rules, values).tables["hold_at"].astype(np.float64).ravel()


THRESHOLD = Parameter("threshold", integer(2, MAX_TARGET), 20, "total to hold at")
POLICIES = {
    "hold-at": PolicyFamily(
        "hold-at",
        "Hold as soon as the turn's total is at least a threshold, or wins.",
        "The best-known advice for Pig: hold at 20, where a roll gains as much as it risks.",
        {"hold": Decision(hold_at, ("threshold",))},
        (THRESHOLD,),
    ),
    "optimal-race": PolicyFamily(
        "optimal-race",
        "Hold where that wins a game of two most often.",
        "Computed by the solver of the objective `race`.",
        {"hold": Decision(hold_by_table, prepare=_race_table)},
    ),
}


# Kernels: a turn, then the modes made of it.
@kernel
def _play_turn(turn, gamma, hold, numbers, score, opponent, target):  # type: ignore[no-untyped-def]
    """Play one turn: points, rolls, status."""
    total = 0
    for roll in range(MAX_ROLLS):
        face = bounded(draw(turn, gamma, roll), 6) + 1
        if face == 1:
            return 0, roll + 1, FINISHED
        total += face
        answer = ask(hold, State(total, score, opponent, target), numbers)
        if answer == 1:
            return total, roll + 1, FINISHED
        if answer != 0:
            return 0, roll + 1, FAULTY
    return 0, MAX_ROLLS, TRUNCATED


@kernel
def _play_turns(key, first, players, target, outcomes):  # type: ignore[no-untyped-def]
    hold, numbers = players.addresses[0, 0], pointer(players.numbers, 0)
    for column in range(outcomes.shape[1]):
        start, gamma = open_stream(key, first + column)
        points, rolls, status = _play_turn(start, gamma, hold, numbers, 0, 0, target)
        outcomes[0, column] = status
        outcomes[1, column] = points
        outcomes[2, column] = points == 0
        outcomes[3, column] = rolls


@kernel
def _play_matches(key, first, players, rotate, target, outcomes):  # type: ignore[no-untyped-def]
    scores = np.zeros(2, dtype=np.int64)
    for column in range(outcomes.shape[1]):
        start, gamma = open_stream(key, first + column)
        shift = (first + column) % 2 if rotate else 0
        scores[:] = 0
        status = TRUNCATED
        for turn in range(MAX_TURNS):
            entrant = (turn + shift) % 2
            points, _, ended = _play_turn(
                turn_start(start, gamma, turn),
                gamma,
                players.addresses[entrant, 0],
                pointer(players.numbers, players.offsets[entrant, 0]),
                scores[entrant],
                scores[1 - entrant],
                target,
            )
            scores[entrant] += points
            if ended != FINISHED or scores[entrant] >= target:
                status = ended
                outcomes[1, column] = (1 << entrant) * 2 + shift
                outcomes[2, column] = turn + 1
                break
        outcomes[0, column] = status


# Reference player: the same in plain Python, with a log.
def _replay_turn(
    task: Task, stream: PlainStream, turn: int, entrant: int, scores: Sequence[int], log: list[str]
) -> tuple[int, int, int]:
    rules: Any = task.rules
    policy = task.policies[entrant]
    numbers = policy.numbers("hold", rules)
    total = 0
    for roll in range(MAX_ROLLS):
        (face,) = stream.roll(turn, roll, 1)
        if face == 1:
            log.append("rolled 1: nothing")
            return 0, roll + 1, FINISHED
        total += face
        log.append(f"rolled {face}: {total} in this turn")
        state = State(total, scores[entrant], scores[1 - entrant], rules.target)
        answer = policy.decide("hold", state, numbers=numbers)
        if answer not in (0, 1):
            raise PolicyError(policy.complaint(f"returned {answer} for hold, not 0 or 1", state))
        if answer:
            log.append(f"held {total}")
            return total, roll + 1, FINISHED
    return 0, MAX_ROLLS, TRUNCATED


# Modes: the ways to play.
class Turn(Mode):
    """One turn alone."""

    name, summary, headline = "turn", "one turn of a player alone", "points"
    cap = f"a turn of {MAX_ROLLS} rolls"

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return (
            Metric("points", "points held, 0 if they were lost", "points", 0, 200),
            rate("bust", "a 1 was rolled", lower_is_better=True),
            Metric("rolls", "rolls made", "rolls", 1, 60),
        )

    def bind(self, task: Task) -> PlayBlock:
        rules: Any = task.rules
        players = seat_players(task.policies, SIGNATURES, rules)
        key = np.uint64(seed_key(np.uint64(task.seed)))
        return lambda first, out: _play_turns(key, first, players, rules.target, out)

    def replay(self, task: Task, game: int) -> Replay:
        log: list[str] = []
        stream = PlainStream.of_game(task.seed, game)
        points, rolls, status = _replay_turn(task, stream, 0, 0, (0, 0), log)
        outcome = {"points": points, "bust": int(points == 0), "rolls": rolls}
        return Replay(tuple(log), outcome, status)


class Match(Mode):
    """Two players to the target."""

    name, summary, headline = "match", "two players until one reaches the target", "result"
    min_players = max_players = 2
    cap = f"{MAX_TURNS} turns, or a turn of {MAX_ROLLS} rolls"

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return match_result(2), Metric("turns", "turns begun", "turns", 1, 500)

    def bind(self, task: Task) -> PlayBlock:
        rules: Any = task.rules
        players = seat_players(task.policies, SIGNATURES, rules)
        key, rotate = np.uint64(seed_key(np.uint64(task.seed))), task.rotate
        return lambda first, out: _play_matches(key, first, players, rotate, rules.target, out)

    def replay(self, task: Task, game: int) -> Replay:
        rules: Any = task.rules
        stream, shift = PlainStream.of_game(task.seed, game), game % 2 if task.rotate else 0
        scores, log = [0, 0], [""][:0]
        for turn in range(MAX_TURNS):
            entrant = (turn + shift) % 2
            log.append(f"turn of entrant {entrant}, {scores[entrant]} to {scores[1 - entrant]}")
            points, _, status = _replay_turn(task, stream, turn, entrant, scores, log)
            scores[entrant] += points
            if status != FINISHED or scores[entrant] >= rules.target:
                outcome = {"result": (1 << entrant) * 2 + shift, "turns": turn + 1}
                return Replay(tuple(log), outcome, status)
        return Replay(tuple(log), {}, TRUNCATED)


# Solver: what the best play is worth.
def solve_race(rules: PigRules, values: Mapping[str, Any]) -> Solution:
    """Solve the game of two for the chance to win.

    With *i* own points, *j* the opponent's and *k* in this turn ::

        P(i, j, k) = max(1 - P(j, i + k, 0),  (1 - P(j, i, 0) + sum of P(i, j, k + face)) / 6)

    and P = 1 as soon as i + k reaches the target. Only P(i, j, 0) and P(j, i, 0) depend on each
    other: the pairs are solved from the highest sum of points down, each by iteration.
    """
    return stored_solution("pig race", rules, {}, lambda: _solve_race(rules.target))


def _solve_race(target: int) -> Solution:
    win, hold = np.zeros((target, target)), np.zeros((target, target), dtype=np.int16)
    residual = _race_kernel(win, hold, target)
    return Solution(float(win[0, 0]), target * target, float(residual), tables={"hold_at": hold})


@kernel
def _race_kernel(win, hold, target):  # type: ignore[no-untyped-def]
    """Fill `win` (chance to win before a turn) and `hold` (total to hold at); return the residual."""
    worst = 0.0
    values = np.ones(target + 6)
    for points in range(2 * target - 2, -1, -1):
        for i in range(max(0, points - target + 1), min(points, target - 1) + 1):
            j = points - i
            if i > j:
                continue
            change = 1.0
            while change > 1e-13:  # rounding moves the last digits for ever
                change = 0.0
                for own, other in ((i, j), (j, i)):
                    lost = 1.0 - win[other, own]
                    held = target - own  # holding at this total wins
                    values[held:] = 1.0
                    for k in range(held - 1, -1, -1):
                        rolled = (lost + values[k + 2 : k + 7].sum()) / 6
                        kept = 1.0 - win[other, own + k] if k > 0 else 0.0
                        values[k] = max(rolled, kept)
                        if kept >= rolled:
                            held = k
                    change = max(change, abs(values[0] - win[own, other]))
                    win[own, other] = values[0]
                    hold[own, other] = held
            worst = max(worst, change)
    return worst


PIG = Game(
    name="pig",
    title="Pig",
    summary="roll one die, hold before a 1 comes; the first to 100 wins",
    source="folklore; described by J. Scarne, Scarne on Dice (1945)",
    version=1,
    rules_type=PigRules,
    presets={"pig": PigRules()},
    default_preset="pig",
    policies=POLICIES,
    default_policy="hold-at",
    modes={"turn": Turn(), "match": Match()},
    default_mode="turn",
    objectives={
        "race": Objective(
            "race",
            "the first player's best chance to win a game of two",
            "probability",
            solve_race,
            policy=lambda values: POLICIES["optimal-race"](),
        )
    },
)
