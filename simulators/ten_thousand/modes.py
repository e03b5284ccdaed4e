"""The ways to play: one turn, alone to the target, matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.game import Mode, PlayBlock, Task
from simulators.outcomes import Metric, Replay, match_result, rate
from simulators.plain_stream import PlainStream
from simulators.policy import Parameter
from simulators.ten_thousand.limits import (
    MAX_PLAYERS,
    MAX_ROLLS,
    MAX_TURNS,
    MIN_PLAYERS,
    PENALTY_BUSTS,
)
from simulators.ten_thousand.reference_match import play_match, play_one_turn, play_to_target
from simulators.ten_thousand.rules import MAX_TARGET, TenThousandRules
from simulators.ten_thousand.start import check_start, opened_score
from simulators.values import integer

_HIGH_POINTS = 20_000
#: Penalties in one match that a histogram has cells for.
_LOST_PENALTIES = 10
OPENED = "opened"

# The state in which a turn starts.
SCORE = Parameter(
    "score",
    integer(0, MAX_TARGET, opened=OPENED),
    OPENED,
    "own score before the turn; 0: the opening isn't made; opened: just made",
)
COUNTER = Parameter("counter", integer(0, MAX_TARGET), 0, "points in the counter at the start")
DICE = Parameter("dice", integer(1, 6), 6, "dice of the first roll")
BUSTS = Parameter(
    "busts",
    integer(0, PENALTY_BUSTS - 1),
    0,
    "turns lost in a row before this one, where the third costs a penalty",
)


def start_score(task: Task) -> int:
    """Resolve the option `score` of a single turn: an opened player has just the opening."""
    score, rules = task.option("score"), task.rules
    assert isinstance(rules, TenThousandRules)
    return opened_score(rules) if score == OPENED else int(score)


def check_busts(rules: TenThousandRules, busts: int) -> None:
    """Refuse turns lost in a row where nobody counts them."""
    if busts and not rules.farkle_penalty:
        raise ValueError(
            f"option busts must be 0 where no penalty is agreed, not {busts}: turns lost in a row "
            f"aren't counted"
        )


class TurnMode(Mode):
    """One turn of one player, from any state."""

    name = "turn"
    summary = "one turn of a player alone"
    headline = "points"
    cap = f"a turn of {MAX_ROLLS} rolls"
    chunk_games = 1 << 20
    options = (SCORE, COUNTER, DICE, BUSTS)

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        high = min(rules.target, _HIGH_POINTS) if rules.exact else _HIGH_POINTS
        return (
            Metric(
                "points",
                "points banked, 0 if the counter was lost; then less the penalty, where it is due",
                "points",
                -rules.farkle_penalty,
                high,
            ),
            rate("bust", "the counter was lost", lower_is_better=True),
            Metric("rolls", "rolls made", "rolls", 0, 63),
            Metric("hot_dice", "how many times all six dice were used", "times", 0, 31),
        )

    def check(self, task: Task) -> None:
        super().check(task)
        rules: Any = task.rules
        score, counter, dice = start_score(task), task.option("counter"), task.option("dice")
        if rules.exact and task.option("score") == OPENED and rules.opening == rules.target:
            raise ValueError(
                "option score must be 0 where the opening is the target of an exact finish, "
                "not opened: who has opened has won"
            )
        check_start(rules, score, counter, dice, "option ")
        check_busts(rules, task.option("busts"))

    def bind(self, task: Task) -> PlayBlock:
        from simulators.ten_thousand.kernels import play_turns_kernel, prepare

        prepared, choices = prepare(task)
        start = start_score(task), task.option("counter"), task.option("dice"), task.option("busts")

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_turns_kernel(prepared, choices, first, *start, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        start = start_score(task), task.option("counter"), task.option("dice"), task.option("busts")
        return play_one_turn(_rules(task), task.policies[0], stream, *start)


class TargetMode(Mode):
    """One player's turns until the target is reached."""

    name = "target"
    summary = "a player alone, until the target is reached"
    headline = "turns"
    cap = f"{MAX_TURNS} turns, or a turn of {MAX_ROLLS} rolls"
    chunk_games = 1 << 16

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        high = rules.target if rules.exact else rules.target + _HIGH_POINTS
        low = rules.target
        return (
            Metric(
                "turns",
                "turns until the target was reached",
                "turns",
                1,
                1000,
                lower_is_better=True,
            ),
            Metric(
                "busts",
                "turns in which the counter was lost",
                "turns",
                0,
                1000,
                lower_is_better=True,
            ),
            Metric("score", "points on the sheet at the end", "points", low, high),
        )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.ten_thousand.kernels import play_to_target_kernel, prepare

        prepared, choices = prepare(task)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_to_target_kernel(prepared, choices, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        return play_to_target(_rules(task), task.policies[0], stream)


class MatchMode(Mode):
    """Two to six players against each other."""

    name = "match"
    summary = "two to six players until the game ends"
    min_players, max_players = MIN_PLAYERS, MAX_PLAYERS
    headline = "result"
    cap = f"{MAX_TURNS} rounds, or a turn of {MAX_ROLLS} rolls"
    chunk_games = 1 << 15

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        high = rules.target if rules.exact else rules.target + _HIGH_POINTS // 2
        low = -_LOST_PENALTIES * rules.farkle_penalty
        return (
            match_result(n_players),
            Metric("rounds", "rounds begun, the last one included", "rounds", 1, 1000),
            Metric("lead", "best score minus the next best, 0 for a draw", "points", 0, high - low),
            *(
                Metric(f"score_{e}", f"final score of entrant {e}", "points", low, high)
                for e in range(n_players)
            ),
        )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.ten_thousand.kernels import prepare
        from simulators.ten_thousand.match_kernel import play_matches_kernel

        prepared, choices = prepare(task)
        n_players, rotate = len(task.policies), int(task.rotate)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_matches_kernel(prepared, choices, n_players, rotate, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        shift = game % len(task.policies) if task.rotate else 0
        return play_match(_rules(task), task.policies, stream, shift)


def _rules(task: Task) -> TenThousandRules:
    assert isinstance(task.rules, TenThousandRules)
    return task.rules


MODES: dict[str, Mode] = {mode.name: mode for mode in (TurnMode(), TargetMode(), MatchMode())}
