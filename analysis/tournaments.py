"""Round robins: every policy against every other one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import combinations
from typing import TYPE_CHECKING, Any

from analysis.matches import Match, match_task, win_rate
from analysis.playing import ProgressChoice, Resources, in_parts
from analysis.simulation import run_task
from analysis.tasks import PolicyChoice, check_distinct, parse_games
from simulators.game import Game
from simulators.registry import find_game
from simulators.streams import check_seed

if TYPE_CHECKING:
    import pandas as pd


def round_robin(
    game: str | Game,
    policies: Sequence[PolicyChoice],
    *,
    games: Any = 1_000_000,
    seed: int | None = None,
    seats: str = "rotate",
    workers: int | None = None,
    executor: Executor | None = None,
    chunk_games: int | None = None,
    progress: ProgressChoice = None,
    **given: Any,
) -> pd.DataFrame:
    """Let every policy play every other one, two at a time, all on the same dice.

    Parameters
    ----------
    games : int, float or str
        Games of each pair.
    **given
        preset, rules, switches, mode, options, as for :func:`match`.

    Returns
    -------
    DataFrame
        A row for each ordered pair: policy, opponent, wins, draws, losses, no_winner, n, win_rate,
        std_error, ci_low, ci_high, method. :func:`win_matrix` turns it into a square.
    """
    from analysis.columns import frame

    drawn, n_games = check_seed(seed), parse_games(games)
    found = find_game(game)
    chosen = check_distinct([found.policy(choice) for choice in policies])
    given = {"mode": None, **given, "seed": drawn}
    tasks = [match_task(found, pair, seats, **given) for pair in combinations(chosen, 2)]
    rows: list[dict[str, Any]] = []
    resources = Resources(workers, executor, chunk_games, progress)
    with in_parts(resources, len(tasks), n_games) as part:
        for number, task in enumerate(tasks):
            played = run_task(task, n_games, part(number))
            assert isinstance(played, Match)
            played.require_outcomes()
            rows += _both_sides(played)
            if played.interrupted:
                break
    attrs = {**played.label(), "policies": [policy.label for policy in chosen]}
    return frame(rows, list(rows[0]), {**attrs, "interrupted": played.interrupted})


def _both_sides(played: Match) -> list[dict[str, Any]]:
    rows = []
    n = played.games - played.truncated
    for entrant, label in enumerate(played.labels):
        standing = played.standing(entrant)
        rows.append(
            {
                "policy": label,
                "opponent": played.labels[1 - entrant],
                "draws": standing.draws,
                "losses": standing.losses,
                "no_winner": played.no_winner,
                **win_rate(standing.wins, n),
            }
        )
    return rows


def win_matrix(pairs: pd.DataFrame, value: str = "win_rate") -> pd.DataFrame:
    """Turn the pairs of :func:`round_robin` into a square: row policy against column opponent."""
    order = pairs.attrs.get("policies") or list(dict.fromkeys(pairs["policy"]))
    square = pairs.pivot(index="policy", columns="opponent", values=value)
    return square.reindex(index=order, columns=order)
