"""The ways to play: one turn, and matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.dino_dice.hands import HANDS
from simulators.dino_dice.reference_match import play_match, play_one_turn
from simulators.dino_dice.rules import (
    MAX_PLAYERS,
    MAX_ROUNDS,
    MIN_PLAYERS,
    N_DICE,
    DinoDiceRules,
)
from simulators.game import Mode, PlayBlock, Task
from simulators.outcomes import Metric, Replay, match_result, rate
from simulators.plain_stream import PlainStream


def most_points(rules: DinoDiceRules) -> int:
    """Return the most that a turn can score."""
    return max(rules.worth(hand) for hand in HANDS)


class TurnMode(Mode):
    """One turn of one player."""

    name = "turn"
    summary = "one turn of a player alone"
    headline = "points"
    cap = "never: the rules limit the rolls of a turn"
    chunk_games = 1 << 20

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return (
            Metric("points", "points that the turn scored", "points", 0, most_points(rules)),
            rate("starved", "there were fewer plant-eaters than 3s to feed", lower_is_better=True),
            rate("quintet", "five alike were in play at the end"),
            Metric("rolls", "rolls made", "rolls", 1, rules.rolls),
            Metric("eaten", "plant-eaters eaten", "dice", 0, N_DICE, lower_is_better=True),
            Metric(
                "herd",
                "plant-eaters alike at the end, 5 for any quintet, 0 if the turn starved",
                "dice",
                0,
                N_DICE,
            ),
        )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.dino_dice.kernels import play_turns_kernel, prepare

        prepared = prepare(task)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_turns_kernel(prepared, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        return play_one_turn(_rules(task), task.policies[0], stream)


class MatchMode(Mode):
    """Two to eight players against each other."""

    name = "match"
    summary = (
        "two to eight players take turns; the first round in which somebody reaches match_target "
        "is completed, highest score wins"
    )
    min_players, max_players = MIN_PLAYERS, MAX_PLAYERS
    headline = "result"
    cap = f"{MAX_ROUNDS} rounds"
    chunk_games = 1 << 15

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        high = rules.match_target + most_points(rules)
        return (
            match_result(n_players),
            Metric("rounds", "rounds played, the last one included", "rounds", 1, 500),
            Metric("lead", "best score minus the next best, 0 for a draw", "points", 0, high),
            *(
                Metric(f"score_{e}", f"final score of entrant {e}", "points", 0, high)
                for e in range(n_players)
            ),
        )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.dino_dice.kernels import play_matches_kernel, prepare

        prepared = prepare(task)
        n_players, rotate = len(task.policies), int(task.rotate)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_matches_kernel(prepared, n_players, rotate, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        shift = game % len(task.policies) if task.rotate else 0
        return play_match(_rules(task), task.policies, stream, shift)


def _rules(task: Task) -> DinoDiceRules:
    assert isinstance(task.rules, DinoDiceRules)
    return task.rules


MODES: dict[str, Mode] = {mode.name: mode for mode in (TurnMode(), MatchMode())}
