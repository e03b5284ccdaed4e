"""The kinds of charts that can be asked for by name, and what it takes to draw one.

A game adds charts of its own in a module here that holds a tuple ``KINDS`` of :class:`ChartKind`,
and one line in :mod:`analysis.charts.registry`. The command line and its errors pick them up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes

from analysis.playing import Resources
from analysis.runs import Run
from analysis.simulation import run_task
from analysis.tasks import build_task, parse_games
from simulators.errors import unknown_name
from simulators.game import Game, Task
from simulators.policy import Policy
from simulators.rules import Rules
from simulators.streams import check_seed


class ChartInterrupted(KeyboardInterrupt):
    """Ctrl-C came before everything that the chart shows was played."""


@dataclass(frozen=True)
class ChartRequest:
    """What a chart is asked to show.

    Attributes
    ----------
    policies : tuple of Policy
        As asked for; may be empty.
    options : mapping of str to str
        Options of the mode.
    vary : mapping of str to list
        Values of each parameter to sweep.
    seed : int
        The same for everything that the chart shows.
    """

    game: Game
    rules: Rules
    policies: tuple[Policy, ...] = ()
    mode: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    metric: str | None = None
    vary: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    games: Any = 1_000_000
    seed: int = 0
    resources: Resources = field(default_factory=Resources)

    def only_policy(self) -> Policy:
        """Return the one policy that the chart is of, the game's default without any."""
        if len(self.policies) > 1:
            raise ValueError(f"this chart shows one policy, not {len(self.policies)}")
        return self.policies[0] if self.policies else self.game.policy()

    def all_policies(self) -> tuple[Policy, ...]:
        """Return the policies asked for; without any, all that the game has, as they come."""
        if self.policies:
            return self.policies
        return tuple(family() for family in self.game.policies.values())

    def simulate_each(self, policies: Sequence[Policy]) -> list[Run]:
        """Play every policy by itself on the same dice, after checking all that is to be played."""
        tasks = [
            build_task(
                self.game,
                [policy],
                rules=self.rules,
                mode=self.mode,
                options=self.options,
                seed=self.seed,
            )
            for policy in policies
        ]
        self.check_metric(tasks[0].metrics)
        return [self._play(task) for task in tasks]

    def simulate_match(self, policies: Sequence[Policy]) -> Run:
        """Let the policies play against each other."""
        task = build_task(
            self.game,
            policies,
            rules=self.rules,
            mode=self.mode,
            options=self.options,
            seed=self.seed,
        )
        self.check_metric(task.metrics)
        return self._play(task)

    def _play(self, task: Task) -> Run:
        run = run_task(task, self.games, self.resources)
        if run.interrupted:
            raise ChartInterrupted
        return run

    def check_metric(self, metrics: Sequence[Any]) -> None:
        """Refuse an unknown metric before anything is played."""
        if self.metric is not None and self.metric not in [metric.name for metric in metrics]:
            raise unknown_name("metric", self.metric, [metric.name for metric in metrics])

    def settings(self) -> dict[str, Any]:
        """Return what sweeps, comparisons and tournaments are called with."""
        return {
            "rules": self.rules,
            "mode": self.mode,
            "options": self.options,
            "games": self.games,
            "seed": self.seed,
            "workers": self.resources.workers,
            "progress": self.resources.progress,
        }


@dataclass(frozen=True)
class ChartKind:
    """A chart that can be asked for by name.

    Attributes
    ----------
    name, summary : str
        As the command line lists them.
    applies : callable
        Whether a game has such a chart.
    draw : callable
        Plays what the request asks for and draws it.
    takes : frozenset of str
        Which of ``vary`` and ``metric`` mean something to it; it refuses the others.
    exact : bool
        Whether it is computed, so that games and seed play no part.
    """

    name: str
    summary: str
    applies: Callable[[Game], bool]
    draw: Callable[[ChartRequest], Axes]
    takes: frozenset[str] = frozenset()
    exact: bool = False

    def answer(self, request: ChartRequest) -> Axes:
        """Draw the chart, after refusing what it can't show."""
        parse_games(request.games)
        check_seed(request.seed)
        for name in ("vary", "metric"):
            if getattr(request, name) and name not in self.takes:
                raise ValueError(f"a {self.name} chart takes no {name}")
        return self.draw(request)
