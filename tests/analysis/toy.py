"""A small game for testing the analysis alone: roll one die, add it up, stop in time.

A 1 busts (unless ``bust=no``, where a policy that never stops is cut at 60 rolls). In a match every
entrant plays one such turn and the highest total wins; seat 0 gets `head_start` points on top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from simulators import registry
from simulators.accelerate import kernel, pointer
from simulators.decisions import RAISED, caller, decision_address
from simulators.errors import PolicyError
from simulators.game import Game, Mode, PlayBlock, Task
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED, Metric, Replay, match_result, rate
from simulators.plain_stream import PlainStream
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.rules import Rules, switch
from simulators.streams import bounded, draw, open_stream, seed_key, turn_start
from simulators.values import Flag, integer

CAP_ROLLS = 60


class State(NamedTuple):
    """What the policy sees."""

    total: int
    rolls: int


SIGNATURE = types.int64(types.NamedUniTuple(types.int64, 2, State), types.CPointer(types.float64))
ask = caller(SIGNATURE)


@dataclass(frozen=True)
class ToyRules(Rules):
    """Rules of the toy."""

    bust: bool = switch(True, Flag(), "whether a 1 ends the turn with nothing")
    head_start: int = switch(0, integer(0, 100), "points on top for seat 0 of a match")


@kernel
def turn_kernel(turn, gamma, decide, numbers, bust):  # type: ignore[no-untyped-def]
    """Play one turn: (status, total, rolls, last face)."""
    total = 0
    rolls = 0
    face = 0
    while rolls < CAP_ROLLS:
        face = bounded(draw(turn, gamma, rolls), 6) + 1
        rolls += 1
        if bust and face == 1:
            return FINISHED, 0, rolls, face
        total += face
        answer = ask(decide, State(total, rolls), numbers)
        if answer == RAISED or answer < 0 or answer > 1:
            return FAULTY, 0, rolls, face
        if answer == 1:
            return FINISHED, total, rolls, face
    return TRUNCATED, 0, rolls, face


@kernel
def solo_kernel(seed, first, decide, numbers, bust, outcomes):  # type: ignore[no-untyped-def]
    """Play solo turns into `outcomes`."""
    key = seed_key(seed)
    for column in range(outcomes.shape[1]):
        start, gamma = open_stream(key, first + column)
        turn = turn_start(start, gamma, 0)
        status, total, rolls, face = turn_kernel(turn, gamma, decide, pointer(numbers, 0), bust)
        outcomes[0, column] = status
        outcomes[1, column] = total
        outcomes[2, column] = 1 if total == 0 else 0
        outcomes[3, column] = rolls
        outcomes[4, column] = face


@kernel
def match_kernel(  # type: ignore[no-untyped-def]
    seed, first, deciders, numbers, offsets, bust, head_start, rotate, outcomes
):
    """Play matches of one turn each into `outcomes`."""
    key = seed_key(seed)
    n = len(deciders)
    for column in range(outcomes.shape[1]):
        game = first + column
        start, gamma = open_stream(key, game)
        shift = game % n if rotate else 0
        best = 0
        mask = 0
        status = FINISHED
        for seat in range(n):
            entrant = (seat - shift) % n
            turn = turn_start(start, gamma, seat)
            fine, total, rolls, face = turn_kernel(
                turn, gamma, deciders[entrant], pointer(numbers, offsets[entrant]), bust
            )
            status = max(status, fine)
            if seat == 0 and total > 0:
                total += head_start
            if total > best:
                best = total
                mask = 0
            if total == best and total > 0:
                mask |= 1 << entrant
        outcomes[0, column] = status
        outcomes[1, column] = mask * n + shift
        outcomes[2, column] = best


METRICS = (
    Metric("points", "points of the turn", "points", 0, 40),
    rate("bust", "whether the turn was lost", lower_is_better=True),
    Metric("rolls", "rolls in the turn", "rolls", 1, CAP_ROLLS),
    Metric("last", "last face rolled", "face", 1, 6, "category", str),
)


def replay_turn(
    task: Task, game: int, turn: int, entrant: int
) -> tuple[int, int, int, int, list[str]]:
    """Play one turn in plain Python."""
    stream = PlainStream.of_game(task.seed, game)
    policy, numbers = task.policies[entrant], task.policies[entrant].numbers("bank")
    total, lines, face = 0, [], 0
    for roll in range(CAP_ROLLS):
        (face,) = stream.roll(turn, roll, 1)
        if task.rules.bust and face == 1:  # type: ignore[attr-defined]
            return FINISHED, 0, roll + 1, face, [*lines, "rolled 1: bust"]
        total += face
        lines.append(f"rolled {face}: total {total} after {roll + 1} rolls")
        state = State(total, roll + 1)
        answer = policy.decide("bank", state, numbers=numbers)
        if answer not in (0, 1):
            raise PolicyError(policy.complaint(f"returned {answer} for bank, not 0 or 1", state))
        if answer:
            return FINISHED, total, roll + 1, face, lines
    return TRUNCATED, 0, CAP_ROLLS, face, lines


class SoloMode(Mode):
    """One turn alone."""

    name = "turn"
    summary = "one turn"
    headline = "points"
    cap = f"a turn is cut after {CAP_ROLLS} rolls"
    options = (Parameter("handicap", integer(0, 9), 0, "does nothing"),)
    chunk_games = 1 << 15

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return METRICS

    def bind(self, task: Task) -> PlayBlock:
        decide = decision_address(task.policies[0], "bank", SIGNATURE)
        numbers, bust = task.policies[0].numbers("bank"), task.rules.bust  # type: ignore[attr-defined]

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            solo_kernel(np.uint64(task.seed), first, decide, numbers, bust, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        status, total, rolls, face, lines = replay_turn(task, game, 0, 0)
        outcome = {"points": total, "bust": int(total == 0), "rolls": rolls, "last": face}
        return Replay(tuple(lines), outcome, status)


class MatchMode(Mode):
    """One turn each; the highest total wins."""

    name = "match"
    summary = "one turn each"
    min_players, max_players = 2, 4
    headline = "result"
    cap = f"a turn is cut after {CAP_ROLLS} rolls"

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return match_result(n_players), Metric("best", "highest total", "points", 0, 200)

    def bind(self, task: Task) -> PlayBlock:
        deciders = np.array([decision_address(p, "bank", SIGNATURE) for p in task.policies])
        rows = [policy.numbers("bank") for policy in task.policies]
        offsets = np.cumsum([0, *map(len, rows)])
        numbers = np.concatenate(rows)
        rules: Any = task.rules

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            match_kernel(
                np.uint64(task.seed), first, deciders, numbers, offsets,
                rules.bust, rules.head_start, task.rotate, outcomes,
            )  # fmt: skip

        return play

    def replay(self, task: Task, game: int) -> Replay:
        rules: Any = task.rules
        n = len(task.policies)
        shift = game % n if task.rotate else 0
        best, mask, status, log = 0, 0, FINISHED, []
        for seat in range(n):
            entrant = (seat - shift) % n
            fine, total, _, _, lines = replay_turn(task, game, seat, entrant)
            log += [f"entrant {entrant}: {line}" for line in lines]
            status = max(status, fine)
            total += rules.head_start if seat == 0 and total else 0
            mask = 0 if total > best else mask
            best = max(best, total)
            mask |= 1 << entrant if total == best and total else 0
        return Replay(tuple(log), {"result": mask * n + shift, "best": best}, status)


def bank_at(state, p):  # type: ignore[no-untyped-def]
    """Stop from a total on."""
    return state.total >= p[0]


def bank_after(state, p):  # type: ignore[no-untyped-def]
    """Stop after some rolls, or never."""
    return state.rolls >= p[0]


BANK_AT = PolicyFamily(
    "bank-at",
    "stop at a threshold",
    "folklore",
    {"bank": Decision(bank_at, ("threshold",))},
    (
        Parameter("threshold", integer(1, 100), 20, "total to stop at"),
        Parameter("mood", integer(0, 9), 0, "does nothing"),
    ),
)
BANK_AFTER = PolicyFamily(
    "bank-after",
    "stop after some rolls",
    "folklore",
    {"bank": Decision(bank_after, ("rolls",))},
    (Parameter("rolls", integer(1, 60, never=float("inf")), 3, "rolls to stop after"),),
)

TOY = Game(
    name="toy",
    title="Toy",
    summary="roll and stop in time",
    source="made up for the tests",
    version=1,
    rules_type=ToyRules,
    presets={"plain": ToyRules(), "gentle": ToyRules(bust=False)},
    default_preset="plain",
    policies={"bank-at": BANK_AT, "bank-after": BANK_AFTER},
    default_policy="bank-at",
    modes={"turn": SoloMode(), "match": MatchMode()},
    default_mode="turn",
)


def user_policy(function: Any, name: str = "mine", **parameters: Parameter) -> PolicyFamily:
    """Wrap a function as a policy that a user wrote."""
    return PolicyFamily(
        name,
        "a user's",
        "a notebook",
        {"bank": Decision(function, tuple(parameters))},
        tuple(parameters.values()),
        user_written=True,
    )


def register() -> None:
    """Make the toy known by name, in this process."""
    registry.GAMES["toy"] = f"{__name__}:TOY"
