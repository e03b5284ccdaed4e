"""Run many games: split them into chunks, play the chunks anywhere, add up the counts.

A chunk is a pure function of a range of games. Chunks run on threads (kernels release the
interpreter lock), or on any :class:`concurrent.futures.Executor`; because merging is integer
addition and every game has its own stream, the result is the same bits however the work was split.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol

import numpy as np

from simulators.game import Task
from simulators.outcomes import FINISHED, TRUNCATED, outcome_block
from simulators.tally import Tally

#: Games per call of a kernel: long enough to make the call's cost vanish, short enough for the cache.
BLOCK_GAMES = 1 << 14

#: What a chunk should take, and how many games the first ones play to find out.
CHUNK_SECONDS = 0.05
FIRST_CHUNK_GAMES = 256

_Timed = tuple[Tally, float]

#: Called with (games done, games in all) from the thread that waits.
Progress = Callable[[int, int], None]


class Job(Protocol):
    """Work that can be split by game; must be picklable for executors in other processes."""

    @property
    def chunk_games(self) -> int: ...
    def empty(self) -> Tally: ...
    def play_chunk(self, first: int, stop: int) -> Tally: ...


def _blocks(first: int, stop: int) -> Iterator[tuple[int, int]]:
    for start in range(first, stop, BLOCK_GAMES):
        yield start, min(start + BLOCK_GAMES, stop)


@dataclass(frozen=True)
class SimulationJob:
    """Play a task and count every metric."""

    task: Task

    @property
    def chunk_games(self) -> int:
        return self.task.mode.chunk_games

    def empty(self) -> Tally:
        return Tally.empty([(metric.low, metric.high) for metric in self.task.metrics])

    def play_chunk(self, first: int, stop: int) -> Tally:
        tally = self.empty()
        buffer = outcome_block(1 + len(tally.histograms), BLOCK_GAMES)
        for start, end in _blocks(first, stop):
            outcomes = buffer[:, : end - start]
            self.task.play(start, outcomes)
            faulty = tally.count(outcomes)
            if faulty >= 0:
                raise self.task.fault(start + faulty)
        return tally


@dataclass(frozen=True)
class PairedJob:
    """Play several tasks on the same games and count the differences of each pair.

    The histograms are those of each task in turn, then for each pair (i, j), i < j, of tasks and
    each metric the histogram of outcome i minus outcome j. A game counts where all tasks finished it.
    """

    tasks: tuple[Task, ...]

    @property
    def chunk_games(self) -> int:
        return max(BLOCK_GAMES, self.tasks[0].mode.chunk_games // len(self.tasks))

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.tasks)), 2))

    def empty(self) -> Tally:
        single = [(metric.low, metric.high) for metric in self.tasks[0].metrics]
        difference = [(low - high, high - low) for low, high in single]
        return Tally.empty(single * len(self.tasks) + difference * len(self.pairs))

    def play_chunk(self, first: int, stop: int) -> Tally:
        tally = self.empty()
        n_tasks, n_metrics = len(self.tasks), len(self.tasks[0].metrics)
        played = outcome_block(n_tasks * (1 + n_metrics), BLOCK_GAMES)
        by_task = played.reshape(n_tasks, 1 + n_metrics, BLOCK_GAMES)
        counted = outcome_block(1 + len(tally.histograms), BLOCK_GAMES)
        for start, end in _blocks(first, stop):
            outcomes, block = by_task[:, :, : end - start], counted[:, : end - start]
            for task, rows in zip(self.tasks, outcomes, strict=True):
                task.play(start, rows)
                for game in np.flatnonzero(rows[0] > TRUNCATED)[:1]:
                    raise task.fault(start + int(game))
            block[0] = np.where((outcomes[:, 0] == FINISHED).all(axis=0), FINISHED, TRUNCATED)
            singles = 1 + n_tasks * n_metrics
            block[1:singles] = outcomes[:, 1:].reshape(-1, end - start)
            for pair, (i, j) in enumerate(self.pairs):
                row = singles + pair * n_metrics
                np.subtract(outcomes[i, 1:], outcomes[j, 1:], out=block[row : row + n_metrics])
            tally.count(block)
        return tally


@dataclass
class Progressed:
    """What :func:`run` achieved: the outcomes of games `first` to ``first + tally.games - 1``."""

    tally: Tally
    interrupted: bool = False


def default_workers() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _pool(executor: Executor | None, workers: int) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    pool = ThreadPoolExecutor(workers, thread_name_prefix="dicelab")
    try:
        yield pool
    finally:
        # Chunks that still run end by themselves; one that never does must not hold up Ctrl-C.
        pool.shutdown(wait=False, cancel_futures=True)


def run(
    job: Job,
    games: int,
    *,
    first: int = 0,
    workers: int | None = None,
    executor: Executor | None = None,
    chunk_games: int | None = None,
    progress: Progress | None = None,
) -> Progressed:
    """Play games `first` to ``games - 1`` of a job.

    Parameters
    ----------
    games : int
        End of the range; with ``first=0`` the number of games.
    workers : int, optional
        Threads, or chunks in flight on `executor`; all available cores by default.
    executor : concurrent.futures.Executor, optional
        Where chunks run instead of on threads: a process pool, Dask's, MPI's.
    chunk_games : int, optional
        Games per chunk; by default what takes some 50 ms, at most the mode's own size. Never
        changes the result.
    progress : callable, optional

    Returns
    -------
    Progressed
        On Ctrl-C, `interrupted` is set and the tally holds the unbroken run of games from `first`
        that were finished.
    """
    count = workers or default_workers()
    chunks = _Chunks(first, games, job.chunk_games, chunk_games)
    result = Progressed(job.empty())
    pending: deque[Future[_Timed]] = deque()
    window = 4 * count
    with _pool(executor, count) as pool:
        try:
            while True:
                while len(pending) < window and (chunk := chunks.take()):
                    pending.append(pool.submit(_play_timed, job, *chunk))
                if not pending:
                    return result
                wait([pending[0]], timeout=0.2)
                _merge_finished(pending, result, chunks)
                if progress:
                    progress(first + result.tally.games, games)
        except KeyboardInterrupt:
            for future in pending:
                future.cancel()
            wait([future for future in pending if not future.cancelled()], timeout=5)
            # Ctrl-C reaches worker processes too: their chunks fail with it, or they are gone.
            with suppress(KeyboardInterrupt, BrokenExecutor):
                _merge_finished(pending, result, chunks)
            result.interrupted = True
            return result
        except BaseException:
            for future in pending:
                future.cancel()
            raise


def _play_timed(job: Job, first: int, stop: int) -> _Timed:
    """Play a chunk and say how long it took, wherever that was."""
    began = time.perf_counter()
    return job.play_chunk(first, stop), time.perf_counter() - began


class _Chunks:
    """Cut the games into chunks that take about `CHUNK_SECONDS` each, learning as it goes.

    Policies differ in speed by a factor of thousands; a chunk must be short enough for Ctrl-C.
    """

    def __init__(self, first: int, stop: int, most: int, fixed: int | None) -> None:
        self._next, self._stop = first, stop
        self._most, self._fixed = most, fixed
        self._size = fixed or min(most, FIRST_CHUNK_GAMES)

    def take(self) -> tuple[int, int] | None:
        """Return the next range of games; ``None`` when there are no more."""
        first, self._next = self._next, min(self._next + self._size, self._stop)
        return (first, self._next) if first < self._next else None

    def learn(self, games: int, seconds: float) -> None:
        """Take note of what a chunk took."""
        if self._fixed is None:
            fitting = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
            self._size = max(1, min(self._most, fitting))


def _merge_finished(pending: deque[Future[_Timed]], result: Progressed, chunks: _Chunks) -> None:
    """Add finished chunks in the order of their games, stopping at the first gap.

    A chunk that failed stays in its place, so that nothing behind it is ever added.
    """
    while pending and pending[0].done() and not pending[0].cancelled():
        tally, seconds = pending[0].result()
        pending.popleft()
        result.tally.add(tally)
        chunks.learn(tally.games, seconds)


def outcomes_of(task: Task, first: int, games: int) -> dict[str, Any]:
    """Play a few games and return every outcome, for tests, notebooks and replays.

    Returns
    -------
    dict of str to ndarray of int32, shape (games,)
        ``status`` and each metric.
    """
    outcomes = outcome_block(1 + len(task.metrics), games)
    task.play(first, outcomes)
    names = ["status", *(metric.name for metric in task.metrics)]
    return dict(zip(names, outcomes, strict=True))
