"""The ways to play: alone, and against each other."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.game import Mode, PlayBlock, Task
from simulators.marathon.distances import numbers_of
from simulators.marathon.limits import MAX_PLAYERS, MAX_TURNS, MIN_PLAYERS
from simulators.marathon.reference import run_alone, run_match
from simulators.marathon.rules import MarathonRules
from simulators.outcomes import Metric, Replay, match_result, rate
from simulators.plain_stream import PlainStream

#: Longer games and farther positions are counted too, only more slowly.
_MANY_TURNS = 2000
_MANY_METRES = 60_000


def _distance_metric(rules: MarathonRules, name: str, description: str, behind: int) -> Metric:
    """Declare a metric of metres run; `behind` is how far from the finish most games end."""
    past = numbers_of(4)[-1] - 1 if rules.overshoot == "eliminated" else 0
    low = max(0, rules.distance - behind)
    return Metric(name, description, "metres", low, rules.distance + past)


class Solo(Mode):
    """One runner alone."""

    name = "solo"
    summary = "one runner alone, until finished, stuck or out"
    headline = "finished"
    cap = f"a run of {MAX_TURNS} turns"
    chunk_games = 1 << 16

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return (
            Metric(
                "turns",
                "turns until finished, stuck or out",
                "turns",
                1,
                _MANY_TURNS,
                lower_is_better=True,
            ),
            rate("finished", "the runner finished"),
            rate(
                "stuck",
                "the runner came to a distance from which no roll can ever help",
                lower_is_better=True,
            ),
            rate("eliminated", "the runner ran past the finish", lower_is_better=True),
            _distance_metric(
                rules,
                "distance",
                "metres run at the end, the fatal ones past the finish included",
                max(rules.dead, default=0),
            ),
        )

    def bind(self, task: Task) -> PlayBlock:
        from simulators.marathon.kernels import prepare, run_alone_kernel

        prepared = prepare(task)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            run_alone_kernel(prepared, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        return run_alone(_rules(task), task.policies[0], stream)


class Match(Mode):
    """Two to eight runners; the first with exactly the distance wins."""

    name = "match"
    summary = (
        "two to eight runners, turn by turn: the first with exactly the distance wins at once; "
        "nobody wins when all are stuck or out"
    )
    min_players, max_players = MIN_PLAYERS, MAX_PLAYERS
    headline = "result"
    cap = f"a match of {MAX_TURNS} rounds"
    chunk_games = 1 << 15

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        shared = (
            match_result(n_players),
            Metric("turns", "rounds begun, the last one included", "rounds", 1, _MANY_TURNS),
            rate("finished", "somebody finished and won"),
            Metric("stuck", "players stuck at the end", "players", 0, n_players),
            Metric("eliminated", "players who ran past the finish", "players", 0, n_players),
        )
        own = [
            (
                _distance_metric(
                    rules, f"distance_{e}", f"metres run by entrant {e} at the end", _MANY_METRES
                ),
                rate(f"stuck_{e}", f"entrant {e} was stuck at the end", lower_is_better=True),
                rate(f"eliminated_{e}", f"entrant {e} ran past the finish", lower_is_better=True),
            )
            for e in range(n_players)
        ]
        return (*shared, *(metric for metrics in own for metric in metrics))

    def bind(self, task: Task) -> PlayBlock:
        from simulators.marathon.kernels import prepare, run_matches_kernel

        prepared = prepare(task)
        n_players, rotate = len(task.policies), int(task.rotate)

        def play(first: int, outcomes: NDArray[np.int32]) -> None:
            run_matches_kernel(prepared, n_players, rotate, first, outcomes)

        return play

    def replay(self, task: Task, game: int) -> Replay:
        stream = PlainStream.of_game(task.seed, game)
        shift = game % len(task.policies) if task.rotate else 0
        return run_match(_rules(task), task.policies, stream, shift)


def _rules(task: Task) -> MarathonRules:
    assert isinstance(task.rules, MarathonRules)
    return task.rules


MODES: dict[str, Mode] = {mode.name: mode for mode in (Solo(), Match())}
