"""Run by the million: alone, and against each other.

A roll is one draw: the outcome's entry holds where its numbers stand and how many there are. What
remains is the policy's look through up to 24 numbers, and that is what bounds the speed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from simulators.accelerate import inlined, kernel, pointer
from simulators.decisions import caller, decision_address
from simulators.game import FAULTY, FINISHED, TRUNCATED, Task
from simulators.marathon.limits import MAX_TURNS
from simulators.marathon.rules import MarathonRules
from simulators.marathon.state import DECLINE, Numbers, Runner
from simulators.marathon.tables import Course, RollTables, course, dead_table, roll_tables
from simulators.marathon.values import dice_of
from simulators.streams import bounded, draw, draw_noise, open_stream, seed_key, turn_start

_RUNNER = types.NamedUniTuple(types.int64, len(Runner._fields), Runner)  # type: ignore[no-untyped-call]
_NUMBERS = types.NamedTuple(  # type: ignore[no-untyped-call]
    (types.int64, types.CPointer(types.int64)),  # type: ignore[no-untyped-call]
    Numbers,
)

#: Signature of the decision "choose", and what calls one.
CHOOSE = types.int64(_RUNNER, _NUMBERS, types.CPointer(types.float64))  # type: ignore[no-untyped-call]
ask = caller(CHOOSE)

#: How a runner stands.
RUNNING, STUCK, ELIMINATED = 0, 1, 2
#: What :func:`run_turn` says of an answer that is none.
WRONG = -1


class Prepared(NamedTuple):
    """What a kernel gets to play a task.

    Attributes
    ----------
    addresses : ndarray of int64, shape (n_players,)
        Where the compiled decisions lie.
    numbers : ndarray of float64
        What they read, end to end.
    offsets : ndarray of int64, shape (n_players,)
        Where the numbers of each start.
    """

    course: Course
    dead: NDArray[np.uint8]
    rolls: RollTables
    addresses: NDArray[np.int64]
    numbers: NDArray[np.float64]
    offsets: NDArray[np.int64]
    key: np.uint64


def prepare(task: Task) -> Prepared:
    """Build the tables of a task and compile its policies."""
    rules = task.rules
    assert isinstance(rules, MarathonRules)
    numbers = [policy.numbers("choose", rules) for policy in task.policies]
    return Prepared(
        course(rules),
        dead_table(rules),
        roll_tables(),
        np.array([decision_address(policy, "choose", CHOOSE) for policy in task.policies]),
        np.concatenate(numbers),
        np.cumsum([0, *(own.size for own in numbers)])[:-1].astype(np.int64),
        np.uint64(seed_key(np.uint64(task.seed))),
    )


@inlined
def run_turn(
    prepared: Prepared,
    player: int,
    left: int,
    turn: int,
    rivals: int,
    rival_left: int,
    state: np.uint64,
    gamma: np.uint64,
) -> int:
    """Roll and ask how far to run: metres, 0 to stay, `WRONG` for an answer that is none."""
    rolls = prepared.rolls
    dice = dice_of(prepared.course, left)
    outcome = bounded(draw(state, gamma, 0), rolls.n_outcomes[dice])
    packed = rolls.entry[rolls.first_entry[dice] + outcome]
    place, count = packed >> 8, packed & 255
    noise = np.int64(draw_noise(state, gamma, player, 0) >> np.uint64(1))
    answer = ask(
        prepared.addresses[player],
        Runner(left, dice, turn, rivals, rival_left, noise),
        Numbers(count, pointer(rolls.metres, place)),
        pointer(prepared.numbers, prepared.offsets[player]),
    )
    if answer == DECLINE:
        return 0
    if answer < 0 or answer >= count:
        return WRONG
    return rolls.metres[place + answer]


@inlined
def stand_after(prepared: Prepared, left: int, metres: int) -> tuple[int, int]:
    """Return how a runner stands after a run, and the metres left; below 0 past the finish."""
    if metres > left:
        if prepared.course.stay == 1:
            return RUNNING, left
        return ELIMINATED, left - metres
    left -= metres
    if left <= prepared.course.longest_dead and prepared.dead[left] == 1:
        return STUCK, left
    return RUNNING, left


@kernel
def run_alone_kernel(prepared: Prepared, first: int, outcomes: NDArray[np.int32]) -> None:
    """Run alone: status, turns, finished, stuck, eliminated, distance."""
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        left = prepared.course.distance
        stand = RUNNING
        status = FINISHED
        turns = 0
        while left != 0 and stand == RUNNING:
            if turns == MAX_TURNS:
                status = TRUNCATED
                break
            state = turn_start(start, gamma, turns)
            turns += 1
            metres = run_turn(prepared, 0, left, turns, 0, 0, state, gamma)
            if metres > 0:
                stand, left = stand_after(prepared, left, metres)
            elif metres == WRONG:
                status = FAULTY
                break
        outcomes[0, game] = status
        outcomes[1, game] = turns
        outcomes[2, game] = left == 0
        outcomes[3, game] = stand == STUCK
        outcomes[4, game] = stand == ELIMINATED
        outcomes[5, game] = prepared.course.distance - left


@kernel
def run_matches_kernel(
    prepared: Prepared, n_players: int, rotate: int, first: int, outcomes: NDArray[np.int32]
) -> None:
    """Run matches: status, result, turns, finished, stuck, eliminated, then each entrant's end.

    An entrant's end is distance, stuck, eliminated.
    """
    lefts = np.zeros(n_players, dtype=np.int64)  # by entrant, as what follows
    stands = np.zeros(n_players, dtype=np.int64)
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(prepared.key, first + game)
        shift = (first + game) % n_players if rotate == 1 else 0
        lefts[:] = prepared.course.distance
        stands[:] = RUNNING
        running = n_players
        status = FINISHED
        winner = -1
        turn = 0
        rounds = 0
        while winner < 0 and running > 0 and status == FINISHED:
            if rounds == MAX_TURNS:
                status = TRUNCATED
                break
            rounds += 1
            entrant = n_players - shift if shift > 0 else 0  # who sits at seat 0
            for _ in range(n_players):
                if stands[entrant] == RUNNING:
                    rival_left = 0
                    if running > 1:
                        for other in range(n_players):
                            if other != entrant and stands[other] == RUNNING:
                                if rival_left == 0 or lefts[other] < rival_left:
                                    rival_left = lefts[other]
                    left = lefts[entrant]
                    state = turn_start(start, gamma, turn)
                    metres = run_turn(
                        prepared, entrant, left, rounds, running - 1, rival_left, state, gamma
                    )
                    if metres > 0:
                        stand, left = stand_after(prepared, left, metres)
                        lefts[entrant] = left
                        if left == 0:
                            winner = entrant
                            break
                        if stand != RUNNING:
                            stands[entrant] = stand
                            running -= 1
                            if running == 0:
                                break
                    elif metres == WRONG:
                        status = FAULTY
                        break
                turn += 1
                entrant += 1
                if entrant == n_players:
                    entrant = 0
        n_stuck = 0
        n_eliminated = 0
        for entrant in range(n_players):
            stuck = stands[entrant] == STUCK
            out = stands[entrant] == ELIMINATED
            n_stuck += stuck
            n_eliminated += out
            outcomes[6 + 3 * entrant, game] = prepared.course.distance - lefts[entrant]
            outcomes[7 + 3 * entrant, game] = stuck
            outcomes[8 + 3 * entrant, game] = out
        outcomes[0, game] = status
        outcomes[1, game] = (1 << winner if winner >= 0 else 0) * n_players + shift
        outcomes[2, game] = rounds
        outcomes[3, game] = winner >= 0
        outcomes[4, game] = n_stuck
        outcomes[5, game] = n_eliminated
