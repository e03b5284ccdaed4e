"""The habits of a Solitaire Dice player: what goes with winning, game by game.

A run counts every metric by itself; here two are counted together: how often games are won by the
number of sums that were opened, by the set of reject faces, and by the rolls that they lasted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.estimates import wilson_interval
from analysis.tasks import PolicyChoice, build_task, describe_rules, parse_games
from simulators.engine import BLOCK_GAMES, default_workers, outcomes_of
from simulators.game import Task
from simulators.outcomes import FINISHED
from simulators.streams import check_seed

if TYPE_CHECKING:
    import pandas as pd

    from simulators.rules import Rules

#: What games are told apart by: a metric, and how many values it can have at most.
ASPECTS = {"sums_opened": 12, "sums_completed": 12, "reject_faces": 64, "rolls": 600}


def habits(
    policy: PolicyChoice = None,
    *,
    games: Any = 200_000,
    seed: int | None = None,
    rules: Rules | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, pd.DataFrame]:
    """Tell apart games of Solitaire Dice by what was done in them.

    Parameters
    ----------
    policy : str, Policy or PolicyFamily, optional
    games : int
    seed : int, optional
    rules : SolitaireDiceRules, optional
    workers : int, optional
        Threads; never changes a result.

    Returns
    -------
    dict of str to DataFrame
        ``sums_opened``, ``sums_completed``, ``reject_faces`` (a set as a number: face f adds
        2**(f - 1)) and ``rolls``, each with a row for every value that occurred: value, games, share
        of all games, win (share of its games), ci_low and ci_high (Wilson, 95 %), mean_score.

    Examples
    --------
    >>> int(habits("greedy", games=1000, seed=1)["sums_opened"]["games"].sum())
    1000
    """
    task = build_task("solitaire-dice", [policy], rules=rules, seed=check_seed(seed))
    n_games = parse_games(games)
    starts = range(0, n_games, BLOCK_GAMES)

    def count(first: int) -> dict[str, np.ndarray[Any, Any]]:
        return _count(task, first, min(BLOCK_GAMES, n_games - first))

    total = {name: np.zeros((3, size)) for name, size in ASPECTS.items()}
    with ThreadPoolExecutor(workers or default_workers()) as pool:
        for done, counted in enumerate(pool.map(count, starts), start=1):
            for name, table in counted.items():
                total[name] += table
            if progress:
                progress(min(done * BLOCK_GAMES, n_games), n_games)
    origin: dict[Hashable, Any] = {
        "rules": describe_rules(task.game, task.rules),
        "policy": task.policies[0].label,
        "games": n_games,
        "seed": task.seed,
    }
    frames = {}
    for name, table in total.items():
        frames[name] = _frame(table)
        frames[name].attrs = {"aspect": name, **origin}
    return frames


def _count(task: Task, first: int, games: int) -> dict[str, np.ndarray[Any, Any]]:
    """Count games, wins and points by each aspect, shape (3, number of values)."""
    outcomes = outcomes_of(task, first, games)
    done = outcomes["status"] == FINISHED
    found = {}
    for name, size in ASPECTS.items():
        value = np.minimum(outcomes[name][done], size - 1)
        weights = (None, outcomes["win"][done], outcomes["score"][done])
        found[name] = np.array([np.bincount(value, w, minlength=size) for w in weights])
    return found


def _frame(table: np.ndarray[Any, Any]) -> pd.DataFrame:
    import pandas as pd

    games, wins, points = table
    rows = []
    for value in np.flatnonzero(games):
        n, won = int(games[value]), int(wins[value])
        low, high = wilson_interval(won, n)
        share = n / games.sum()
        rows.append((int(value), n, share, won / n, low, high, points[value] / n))
    columns = ["value", "games", "share", "win", "ci_low", "ci_high", "mean_score"]
    return pd.DataFrame(rows, columns=columns)
