"""The ways to play: one turn, matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.game import Mode, PlayBlock, Task
from simulators.low_high.limits import MAX_PLAYERS, MAX_ROLLS, MAX_ROUNDS, MIN_PLAYERS
from simulators.low_high.reference import Situation, Tracks
from simulators.low_high.reference_match import play_match, play_one_turn
from simulators.low_high.rules import MAX_DICE, MAX_TARGET, LowHighRules
from simulators.low_high.start import NO_DICE, check_position, check_scores
from simulators.low_high.state import OUT_OF_REACH
from simulators.outcomes import Metric, Replay, match_result, rate
from simulators.plain_stream import PlainStream
from simulators.policy import Parameter
from simulators.values import Vector, integer

_ALONE = "alone"
_LOWEST_TOTAL = -MAX_DICE * MAX_ROUNDS


class TurnMode(Mode):
    """One turn of one player, from any position."""

    name = "turn"
    summary = "one turn of a player alone"
    headline = "points"
    cap = f"never, for a turn has at most {MAX_ROLLS} rolls"
    chunk_games = 1 << 20
    options = (
        Parameter(
            "score",
            integer(_LOWEST_TOTAL, MAX_TARGET, alone=_ALONE),
            _ALONE,
            "own total before the turn; alone: no match is on, the turn is played for its points",
        ),
        Parameter(
            "best_opponent",
            integer(_LOWEST_TOTAL, MAX_TARGET),
            0,
            "the highest total among the others, where there is an own score",
        ),
        Parameter(
            "kept",
            Vector(integer(0, MAX_DICE), 6, spread=False),
            NO_DICE,
            "good dice at the start, by face 1 to 6; the turn goes on by rolling the dice left",
        ),
        Parameter("bad", integer(0, MAX_DICE), 0, "bad dice at the start"),
    )

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        low, high = rules.fewest_points, rules.most_points
        return (
            Metric("points", "points that the turn scores", "points", low, high),
            Metric("sets", "sets kept", "sets", 0, 6),
            Metric("highest_face", "the highest face kept", "pips", 0, 6),
            rate("below_zero", "the turn scores less than 0", lower_is_better=True),
            Metric("good", "dice on the good track at the end", "dice", 0, rules.dice),
            Metric(
                "bad",
                "dice on the bad track at the end",
                "dice",
                0,
                rules.dice,
                lower_is_better=True,
            ),
            Metric("rolls", "rolls made", "rolls", 1, MAX_ROLLS),
        )

    def check(self, task: Task) -> None:
        super().check(task)
        rules = _rules(task)
        check_scores(rules, _situation(task).score, task.option("best_opponent"), "option ")
        check_position(rules, task.option("kept"), task.option("bad"), "option ")

    def bind(self, task: Task) -> PlayBlock:
        from simulators.low_high.kernels import play_turns_kernel, prepare

        prepared, situation = prepare(task), _situation(task)
        score = situation.score or 0
        need = OUT_OF_REACH if situation.score is None else _rules(task).target - score
        kept = np.array(task.option("kept"), dtype=np.int64)
        start = score, need, situation.best_opponent, kept, task.option("bad")

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_turns_kernel(prepared, first, *start, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        tracks = Tracks(task.option("kept"), task.option("bad"))
        return play_one_turn(_rules(task), task.policies[0], stream, _situation(task), tracks)


class MatchMode(Mode):
    """Two to six players race to the target."""

    name = "match"
    summary = "two to six players; the first to reach the target wins at once"
    min_players, max_players = MIN_PLAYERS, MAX_PLAYERS
    headline = "result"
    cap = f"{MAX_ROUNDS} rounds"
    chunk_games = 1 << 15

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        high = rules.target + rules.most_points - 1
        low = -20 * rules.dice
        return (
            match_result(n_players),
            Metric("turns", "turns played by all players together", "turns", 1, 999),
            Metric("rounds", "rounds begun, the last one included", "rounds", 1, 999),
            Metric("lead", "the winner's total minus the next best", "points", 1, high - low),
            *(
                Metric(f"score_{e}", f"final total of entrant {e}", "points", low, high)
                for e in range(n_players)
            ),
        )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.low_high.kernels import prepare
        from simulators.low_high.match_kernel import play_matches_kernel

        prepared = prepare(task)
        n_players, rotate = len(task.policies), int(task.rotate)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_matches_kernel(prepared, n_players, rotate, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        shift = game % len(task.policies) if task.rotate else 0
        return play_match(_rules(task), task.policies, stream, shift)


def _rules(task: Task) -> LowHighRules:
    assert isinstance(task.rules, LowHighRules)
    return task.rules


def _situation(task: Task) -> Situation:
    score = task.option("score")
    return Situation(None if score == _ALONE else score, task.option("best_opponent"))


MODES: dict[str, Mode] = {mode.name: mode for mode in (TurnMode(), MatchMode())}
