"""Play a job with what a person at a terminal expects: progress, Ctrl-C, checkpoints.

None of it touches the result: the engine counts the same bits however the games are cut up.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

from analysis.tasks import parse_count
from simulators import engine
from simulators.engine import Job
from simulators.game import Task
from simulators.outcomes import outcome_block
from simulators.probe import probe
from simulators.tally import Tally

#: Called with (games done, games in all); ``None`` picks a bar on a terminal, ``False`` nothing.
ProgressChoice = Callable[[int, int], None] | bool | None

CHECKPOINT_SECONDS = 10.0
MAX_WORKERS = 4096


@dataclass(frozen=True)
class Resources:
    """Where and how to play; never changes a result."""

    workers: int | None = None
    executor: Executor | None = None
    chunk_games: int | None = None
    progress: ProgressChoice = None

    def __post_init__(self) -> None:
        if self.workers is not None:
            object.__setattr__(self, "workers", parse_count(self.workers, "workers", MAX_WORKERS))
        if self.chunk_games is not None:
            object.__setattr__(self, "chunk_games", parse_count(self.chunk_games, "chunk_games"))


class Stages(Protocol):
    """Fixed numbers of games at which to ask whether enough was played."""

    def next_end(self, done: int) -> int: ...
    def satisfied(self, tally: Tally) -> bool: ...


@dataclass
class Played:
    """What was counted, and whether Ctrl-C cut it short."""

    tally: Tally
    interrupted: bool = False


class _Interrupt:
    """Hold a Ctrl-C back until the counts are whole; a second one gets through at once."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, *_: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def raise_if_asked(self) -> None:
        if self.asked:
            raise KeyboardInterrupt


@contextmanager
def _held_interrupt() -> Iterator[_Interrupt]:
    interrupt = _Interrupt()
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield interrupt
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def make_ready(tasks: Sequence[Task], resources: Resources) -> None:
    """Try users' policies in Python, then compile, so that what is wrong shows before playing."""
    for task in tasks:
        probe(task)
        if resources.executor is None:
            task.play(0, outcome_block(1 + len(task.metrics), 1))


@contextmanager
def _reporter(games: int, done: int, choice: ProgressChoice) -> Iterator[Callable[[int], None]]:
    """Give a function to call with the number of games done."""
    if callable(choice):
        yield lambda now: choice(now, games)
        return
    if choice is False or (choice is None and not sys.stderr.isatty()):
        yield lambda now: None
        return
    from tqdm import tqdm

    bar = tqdm(
        total=games, initial=done, unit=" games", unit_scale=True, delay=1, leave=False,
        file=sys.stderr, dynamic_ncols=True,
    )  # fmt: skip
    with bar:
        yield lambda now: (bar.update(now - bar.n), None)[1]


@contextmanager
def in_parts(resources: Resources, parts: int, games: int) -> Iterator[Callable[[int], Resources]]:
    """Share one progress bar between several runs of `games` games each.

    Yields
    ------
    callable
        Gives the resources for part number 0, 1, ...
    """
    with _reporter(parts * games, 0, resources.progress) as report:

        def part(number: int) -> Resources:
            def step(done: int, _: int) -> None:
                report(number * games + done)

            return replace(resources, progress=step)

        yield part


def _whole(tally: Tally) -> bool:
    """Tell whether every histogram holds every finished game."""
    finished = tally.games - tally.truncated
    return all(int(h.counts.sum()) + sum(h.outside.values()) == finished for h in tally.histograms)


def play(
    job: Job,
    games: int,
    resources: Resources,
    *,
    start: Tally | None = None,
    checkpoint: Callable[[Tally], None] | None = None,
    stages: Stages | None = None,
) -> Played:
    """Play games up to number `games` of a job.

    Parameters
    ----------
    start : Tally, optional
        What an earlier run counted, from game 0 on.
    checkpoint : callable, optional
        Called with the counts so far every ten seconds or so, and at the end.
    stages : Stages, optional
        When to look whether the counts suffice, so that playing may end before `games`.
    """
    tally = start or job.empty()
    with (
        _held_interrupt() as interrupt,
        _reporter(games, tally.games, resources.progress) as report,
    ):

        def step(done: int, _: int) -> None:
            report(done)
            interrupt.raise_if_asked()

        pace = _Pace(16 * job.chunk_games, enabled=checkpoint is not None)
        while tally.games < games and not interrupt.asked:
            stage = games
            if stages:
                if stages.satisfied(tally):
                    break
                stage = min(games, stages.next_end(tally.games))
            stop = min(stage, tally.games + pace.games)
            with pace:
                part = engine.run(
                    job, stop, first=tally.games, workers=resources.workers,
                    executor=resources.executor, chunk_games=resources.chunk_games, progress=step,
                )  # fmt: skip
            if part.interrupted and not _whole(part.tally):
                raise KeyboardInterrupt
            tally.add(part.tally)
            if checkpoint:
                checkpoint(tally)
            if part.interrupted:
                return Played(tally, interrupted=True)
        return Played(tally, interrupted=interrupt.asked and tally.games < games)


class _Pace:
    """Learn how many games fit between two checkpoints."""

    def __init__(self, games: int, enabled: bool) -> None:
        self.games = games if enabled else sys.maxsize
        self._enabled = enabled
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = time.monotonic()

    def __exit__(self, *_: object) -> None:
        spent = time.monotonic() - self._since
        if self._enabled:
            growth = CHECKPOINT_SECONDS / max(spent, 1e-3)
            self.games = max(1, int(self.games * min(4.0, max(0.25, growth))))
