"""The ways to play: one draw, one attack turn, matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.game import Mode, PlayBlock, Task
from simulators.killer.limits import (
    MAX_HITS,
    MAX_LIFE,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MIN_PLAYERS,
    MOST_ROUNDS,
    UNHARMED,
)
from simulators.killer.reference_match import play_attack, play_draw, play_match
from simulators.killer.rules import KillerRules
from simulators.outcomes import Metric, Replay, match_result
from simulators.plain_stream import PlainStream
from simulators.policy import Parameter
from simulators.values import integer


def _strength(description: str) -> Metric:
    return Metric("strength", description, "points", -24, 6)


class DrawMode(Mode):
    """One draw of a sum: a player's life points, or an attack's strength plus 30."""

    name = "draw"
    summary = "one draw of a sum, as in the preparation"
    headline = "sum"
    cap = "never: a draw takes at most six rolls"
    chunk_games = 1 << 19

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return (
            Metric("sum", "total of the six dice set aside", "points", 6, 36),
            _strength("strength of an attack with this sum: sum minus 30"),
            Metric("rolls", "rolls made", "rolls", 1, 6),
        )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.killer.kernels import play_draws_kernel, prepare

        prepared = prepare(task)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_draws_kernel(prepared, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        return play_draw(_rules(task), task.policies[0], stream)


class AttackMode(Mode):
    """One attack turn against a single opponent."""

    name = "attack"
    summary = "one attack turn against a single opponent"
    headline = "gain"
    cap = f"a turn of {MAX_HITS} hits"
    chunk_games = 1 << 18
    options = (
        Parameter("life", integer(0, MAX_LIFE), 30, "own life points before the turn"),
        Parameter(
            "opponent",
            integer(0, MAX_LIFE, unharmed=UNHARMED),
            UNHARMED,
            "the opponent's life points; unharmed: so many that he can't be eliminated",
        ),
    )

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return (
            Metric("gain", "damage done minus own loss", "life points", -24, 500),
            Metric("damage", "damage done", "life points", 0, 500),
            Metric(
                "loss", "life points lost by a sum below 30", "life points", 0, 24,
                lower_is_better=True,
            ),
            _strength("strength of the first draw: sum minus 30"),
            Metric("hits", "rolls that did damage", "hits", 0, 100),
            Metric("rolls", "rolls made, those of draws included", "rolls", 1, 200),
        )  # fmt: skip

    def bind(self, task: Task) -> PlayBlock:
        from simulators.killer.kernels import play_attacks_kernel, prepare

        prepared = prepare(task)
        life, opponent = task.option("life"), task.option("opponent")

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_attacks_kernel(prepared, first, life, opponent, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        start = task.option("life"), task.option("opponent")
        return play_attack(_rules(task), task.policies[0], stream, *start)


class MatchMode(Mode):
    """Two to eight players until one is left."""

    name = "match"
    summary = "two to eight players until one is left"
    min_players, max_players = MIN_PLAYERS, MAX_PLAYERS
    headline = "result"
    cap = f"{MAX_ROUNDS} rounds, or as many as the option rounds says, or a turn of {MAX_HITS} hits"
    chunk_games = 1 << 15
    options = (
        Parameter(
            "rounds",
            integer(1, MOST_ROUNDS),
            MAX_ROUNDS,
            "rounds after which a match is cut and counted as truncated",
        ),
    )

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        most = 400 if not rules.steal else 1000
        unit = "life points"
        own = [
            (
                Metric(f"life_{e}", f"life points drawn by entrant {e}", unit, 6, 36),
                Metric(f"damage_{e}", f"damage by entrant {e}, overkill included", unit, 0, most),
                Metric(
                    f"loss_{e}", f"life points that entrant {e} lost by own sums below 30", unit, 0,
                    most, lower_is_better=True,
                ),
                Metric(
                    f"place_{e}", f"place of entrant {e}: 1 won, those who fall together share one",
                    "place", 1, n_players, lower_is_better=True,
                ),
            )
            for e in range(n_players)
        ]  # fmt: skip
        return (
            match_result(n_players),
            Metric("turns", "attack turns played", "turns", 1, 1000),
            Metric("rounds", "rounds begun", "rounds", 1, 500),
            Metric(
                "winner_turn", "the winner's turn in a round, 1 for the one who drew the most life",
                "place", 1, n_players,
            ),
            Metric("winner_life", "life points that the winner had left", unit, 0, most),
            *(metric for four in own for metric in four),
        )  # fmt: skip

    def check(self, task: Task) -> None:
        super().check(task)
        wanted, n = _rules(task).players, len(task.policies)
        if wanted is not None and wanted != n:
            raise ValueError(
                f"{task.game_name} match takes {wanted} policies where the switch players is "
                f"{wanted}, not {n}"
            )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.killer.kernels import play_matches_kernel, prepare

        prepared = prepare(task)
        settings = len(task.policies), int(task.rotate), task.option("rounds")

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            play_matches_kernel(prepared, *settings, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        shift = game % len(task.policies) if task.rotate else 0
        return play_match(_rules(task), task.policies, stream, shift, task.option("rounds"))


def _rules(task: Task) -> KillerRules:
    assert isinstance(task.rules, KillerRules)
    return task.rules


MODES: dict[str, Mode] = {mode.name: mode for mode in (DrawMode(), AttackMode(), MatchMode())}
