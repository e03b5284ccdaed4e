"""Simulate a policy: check what was asked, play, keep what was counted."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from os import PathLike
from pathlib import Path
from typing import Any

from analysis.conditions import Until
from analysis.playing import ProgressChoice, Resources, make_ready, play
from analysis.runs import Run, warn_of_truncated
from analysis.tasks import PolicyChoice, build_task, parse_games
from simulators.engine import SimulationJob
from simulators.game import Game, Task
from simulators.rules import Rules


def run_class(task: Task) -> type[Run]:
    """Pick what holds the outcomes: a match knows who won."""
    if not task.mode.is_match:
        return Run
    from analysis.matches import Match

    return Match


def run_task(
    task: Task,
    games: Any,
    resources: Resources | None = None,
    until: str | None = None,
    out: str | PathLike[str] | None = None,
) -> Run:
    """Play a finished task; :func:`simulate` and :func:`analysis.matches.match` end up here."""
    n_games = parse_games(games)
    stages = None if until is None else Until.parse(until, task.metrics)
    goal = stages.text if stages else None
    resources = resources or Resources()
    shelf = None
    if out is not None:
        from analysis.store import Shelf

        shelf = Shelf(Path(out), task, n_games, goal)
    make_ready([task], resources)
    played = play(
        SimulationJob(task),
        n_games,
        resources,
        stages=stages,
        start=shelf.found if shelf else None,
        checkpoint=shelf.keep if shelf else None,
    )
    run = run_class(task)(task, played.tally, played.interrupted, goal)
    if shelf:
        shelf.finish(run)
    warn_of_truncated([task], run.tally)
    return run


def simulate(
    game: str | Game,
    policy: PolicyChoice = None,
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
    games: Any = 1_000_000,
    seed: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    chunk_games: int | None = None,
    until: str | None = None,
    out: str | PathLike[str] | None = None,
    progress: ProgressChoice = None,
) -> Run:
    """Play many games of one policy and count the outcomes.

    Parameters
    ----------
    game : str or Game
        A name such as ``solitaire-dice``.
    policy : str, Policy or PolicyFamily, optional
        ``greedy``, ``bank-at:threshold=300``, or an object; the game's default without one.
    preset, rules, switches
        A named rule set or a rules object, and switches to change in it.
    mode, options
        Which way to play, and what else that mode lets one set.
    games : int, float or str
        How many; with `until` at most how many. ``1_000_000``, ``1e6`` and ``"1e6"`` are the same.
    seed : int, optional
        0 to 2**64 - 1; drawn and recorded where not given.
    workers, executor, chunk_games
        Where and in which portions to play; never changes the result.
    until : str, optional
        ``metric=halfwidth``: stop once the metric's 95 % interval is that narrow.
    out : path, optional
        Folder for the results: an earlier run of the same task found there is carried on, and what
        has been counted is kept there every ten seconds.
    progress : callable or bool, optional
        By default a bar on standard error, if that is a terminal; ``False`` for none; or a function
        of (games done, games in all).

    Returns
    -------
    Run

    Examples
    --------
    >>> run = simulate("10000", "bank-at:threshold=300", games=1000, seed=1)
    >>> run.games
    1000
    """
    task = build_task(
        game, [policy], preset=preset, rules=rules, switches=switches, mode=mode, options=options,
        seed=seed,
    )  # fmt: skip
    resources = Resources(workers, executor, chunk_games, progress)
    return run_task(task, games, resources, until, out)
