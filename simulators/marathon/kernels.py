"""Run by the million: alone, and against each other.

A roll is one draw: the outcome's entry holds where its numbers stand and how many there are. What
remains is the policy's look through up to 24 numbers, and that is what bounds the speed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from simulators.accelerate import inlined, kernel, pointer
from simulators.decisions import caller, decision_address
from simulators.game import Task
from simulators.marathon.limits import MAX_TURNS
from simulators.marathon.rules import MarathonRules
from simulators.marathon.state import DECLINE, Numbers, Runner
from simulators.marathon.tables import Course, RollTables, course, dead_table, roll_tables
from simulators.marathon.values import dice_of
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED
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
RUNNING, STUCK, ELIMINATED, WRONG = 0, 1, 2, 3  # WRONG: the policy's answer was none


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


class Track(NamedTuple):
    """What every turn looks up, as numbers and bare addresses.

    Arrays are counted references: to take one out of a tuple costs more than to roll the dice.
    """

    course: Course
    dead: Any
    n_outcomes: Any
    first_entry: Any
    entry: Any
    metres: Any


@inlined
def track_of(prepared: Prepared) -> Track:
    """Take the addresses, once per call of a kernel."""
    rolls = prepared.rolls
    return Track(
        prepared.course,
        pointer(prepared.dead, 0),
        pointer(rolls.n_outcomes, 0),
        pointer(rolls.first_entry, 0),
        pointer(rolls.entry, 0),
        pointer(rolls.metres, 0),
    )


@inlined
def run_turn(
    track: Track,
    address: int,
    numbers: Any,
    left: int,
    turn: int,
    rivals: int,
    rival_left: int,
    bits: np.uint64,
    noise: np.uint64,
) -> tuple[int, int]:
    """Roll, ask how far to run, and run.

    Returns
    -------
    tuple of int
        How the runner stands, and the metres left: below 0 past the finish.
    """
    dice = dice_of(track.course, left)
    outcome = bounded(bits, track.n_outcomes[dice])
    packed = track.entry[track.first_entry[dice] + outcome]
    place, count = packed >> 8, packed & 255
    coins: Any = np.int64(noise >> np.uint64(1))
    answer = ask(
        address,
        Runner(left, dice, turn, rivals, rival_left, coins),
        Numbers(count, pointer(track.metres, place)),
        numbers,
    )
    if answer == DECLINE:
        return RUNNING, left
    if answer < 0 or answer >= count:
        return WRONG, left
    after = left - track.metres[place + answer]
    if after < 0:
        if track.course.stay == 1:
            return RUNNING, left
        return ELIMINATED, after
    if after <= track.course.longest_dead and track.dead[after] == 1:
        return STUCK, after
    return RUNNING, after


@kernel
def run_alone_kernel(prepared: Prepared, first: int, outcomes: NDArray[np.int32]) -> None:
    """Run alone: status, turns, finished, stuck, eliminated, distance."""
    track = track_of(prepared)
    distance, key = prepared.course.distance, prepared.key
    address, numbers = prepared.addresses[0], pointer(prepared.numbers, 0)
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(key, first + game)
        left = distance
        stand = RUNNING
        status = FINISHED
        turns = 0
        bits, noise = draw(start, gamma, 0), draw_noise(start, gamma, 0, 0)
        while left != 0 and stand == RUNNING:
            if turns == MAX_TURNS:
                status = TRUNCATED
                break
            turns += 1
            # The next turn's draws depend on nothing: they are made while this one waits.
            state = turn_start(start, gamma, turns)
            next_bits, next_noise = draw(state, gamma, 0), draw_noise(state, gamma, 0, 0)
            stand, left = run_turn(track, address, numbers, left, turns, 0, 0, bits, noise)
            bits, noise = next_bits, next_noise
        outcomes[0, game] = FAULTY if stand == WRONG else status
        outcomes[1, game] = turns
        outcomes[2, game] = left == 0
        outcomes[3, game] = stand == STUCK
        outcomes[4, game] = stand == ELIMINATED
        outcomes[5, game] = distance - left


@kernel
def run_matches_kernel(
    prepared: Prepared, n_players: int, rotate: int, first: int, outcomes: NDArray[np.int32]
) -> None:
    """Run matches: status, result, turns, finished, stuck, eliminated, then each entrant's end.

    An entrant's end is distance, stuck, eliminated.
    """
    track = track_of(prepared)
    distance, key = prepared.course.distance, prepared.key
    numbers = pointer(prepared.numbers, 0)
    addresses, offsets = pointer(prepared.addresses, 0), pointer(prepared.offsets, 0)
    lefts = np.zeros(n_players, dtype=np.int64)  # by entrant, as what follows
    stands = np.zeros(n_players, dtype=np.int64)
    for game in range(outcomes.shape[1]):
        start, gamma = open_stream(key, first + game)
        shift = (first + game) % n_players if rotate == 1 else 0
        lefts[:] = distance
        stands[:] = RUNNING
        running = n_players
        status = FINISHED
        winner = -1
        turn = 0
        rounds = 1
        seat = 0
        entrant = n_players - shift if shift > 0 else 0  # who sits at seat 0
        bits, noise = draw(start, gamma, 0), draw_noise(start, gamma, entrant, 0)
        while True:
            after = entrant + 1 if entrant + 1 < n_players else 0
            turn += 1
            # The next turn's draws depend on nothing: they are made while this one waits.
            state = turn_start(start, gamma, turn)
            next_bits, next_noise = draw(state, gamma, 0), draw_noise(state, gamma, after, 0)
            if stands[entrant] == RUNNING:
                rival_left = 0
                if running > 1:
                    rival_left = 1 << 62
                    for other in range(n_players):
                        if other != entrant and stands[other] == RUNNING:
                            rival_left = min(rival_left, lefts[other])
                stand, left = run_turn(
                    track,
                    addresses[entrant],
                    pointer(numbers, offsets[entrant]),
                    lefts[entrant],
                    rounds,
                    running - 1,
                    rival_left,
                    bits,
                    noise,
                )
                lefts[entrant] = left
                if left == 0:
                    winner = entrant
                    break
                if stand != RUNNING:
                    stands[entrant] = stand
                    running -= 1
                    if stand == WRONG:
                        status = FAULTY
                        break
                    if running == 0:
                        break
            bits, noise = next_bits, next_noise
            entrant = after
            seat += 1
            if seat == n_players:
                seat = 0
                if rounds == MAX_TURNS:
                    status = TRUNCATED
                    break
                rounds += 1
        n_stuck = 0
        n_eliminated = 0
        for entrant in range(n_players):
            stuck = stands[entrant] == STUCK
            out = stands[entrant] == ELIMINATED
            n_stuck += stuck
            n_eliminated += out
            outcomes[6 + 3 * entrant, game] = distance - lefts[entrant]
            outcomes[7 + 3 * entrant, game] = stuck
            outcomes[8 + 3 * entrant, game] = out
        outcomes[0, game] = status
        outcomes[1, game] = (1 << winner if winner >= 0 else 0) * n_players + shift
        outcomes[2, game] = rounds
        outcomes[3, game] = winner >= 0
        outcomes[4, game] = n_stuck
        outcomes[5, game] = n_eliminated
