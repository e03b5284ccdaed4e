"""Compare players of Solitaire Dice on the same dice, with what luck was worth taken off.

Common random numbers leave the difference of two good players an error that a day of thinking ahead
doesn't overcome: they split the same rolls differently, and from there on luck treats them differently.
:mod:`simulators.solitaire_dice.luck` prices that luck game by game; without it, a game tells as much as
fifty to a hundred do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.tasks import PolicyChoice, build_task, check_distinct, describe_rules, parse_games
from simulators.engine import default_workers
from simulators.registry import find_game
from simulators.solitaire_dice.rules import SolitaireDiceRules
from simulators.streams import check_seed

if TYPE_CHECKING:
    import pandas as pd

    from simulators.game import Task
    from simulators.rules import Rules
    from simulators.solitaire_dice import LearnedValue

#: Games that one call of the kernel plays, at most: a search may play only a few in a second.
BLOCK = 10


def compare_fairly(
    policies: Sequence[PolicyChoice],
    *,
    games: Any = 1_000,
    seed: int | None = None,
    rules: Rules | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    yardsticks: tuple[LearnedValue, LearnedValue] | None = None,
) -> pd.DataFrame:
    """Estimate by how much players differ from the last one named.

    Parameters
    ----------
    policies : sequence
        Two or more players of Solitaire Dice.
    games : int
        Games of each, on the same dice; at least 2.
    seed : int, optional
    rules : SolitaireDiceRules, optional
    workers : int, optional
        Threads; never changes a result.
    progress : callable, optional
        Called with games done and games in all, those of all policies together.
    yardsticks : tuple of LearnedValue, optional
        By which luck is measured, a value of the score and one of winning; the shipped ones by
        default. Whatever they are, estimates are unbiased; the better, the smaller the errors.

    Returns
    -------
    DataFrame
        For each policy but the last, and each of ``score`` and ``win``: policy_a, policy_b (the
        last), metric, mean_a, error_a, mean_b, error_b, mean_difference (a minus b), std_error,
        plain_error (what the error would be with the luck left in), n. Errors are standard errors.

    Raises
    ------
    ValueError
        For rules for which no values ship, without yardsticks.

    Examples
    --------
    >>> found = compare_fairly(["search:rolls=1", "learned-win"], games=50, seed=3)
    >>> bool((found["std_error"] < found["plain_error"]).all())
    True
    """
    import pandas as pd

    from simulators.solitaire_dice.luck import yardsticks_of

    if isinstance(policies, str) or not isinstance(policies, Sequence):
        raise TypeError(f"policies must be a list of at least two, not {policies!r}")
    found, n_games, drawn = find_game("solitaire-dice"), parse_games(games), check_seed(seed)
    if n_games < 2:
        raise ValueError("games must be at least 2: one game alone has no standard error")
    chosen = check_distinct([found.policy(choice) for choice in policies])
    tasks = [build_task(found, [policy], rules=rules, seed=drawn) for policy in chosen]
    laws = tasks[0].rules
    assert isinstance(laws, SolitaireDiceRules)
    measures = yardsticks or yardsticks_of(laws)
    threads = workers or default_workers()
    told = progress or (lambda done, games: None)
    played = []
    with ThreadPoolExecutor(threads) as pool:
        for number, task in enumerate(tasks):

            def tell(done: int, before: int = number * n_games) -> None:
                told(before + done, len(tasks) * n_games)

            played.append(_play(task, n_games, measures, pool, tell))
    *others, last = played
    rows = []
    for policy, mine in zip(chosen, others, strict=False):
        pair = {"policy_a": policy.label, "policy_b": chosen[-1].label}
        rows += [{**pair, **_difference(mine, last, row)} for row in (0, 1)]
    frame = pd.DataFrame(rows)
    frame.attrs = {
        "rules": describe_rules(found, laws),
        "policies": [policy.label for policy in chosen],
        "games": n_games,
        "seed": drawn,
    }
    return frame


def _play(
    task: Task,
    games: int,
    yardsticks: tuple[LearnedValue, LearnedValue],
    pool: ThreadPoolExecutor,
    tell: Callable[[int], None],
) -> np.ndarray[Any, Any]:
    """Play all games; rows score, win, and the luck of each, a column for each game."""
    from simulators.solitaire_dice.luck import play_fairly

    def play(first: int) -> np.ndarray[Any, Any]:
        return np.array(play_fairly(task, first, min(BLOCK, games - first), yardsticks))

    parts = []
    for part in pool.map(play, range(0, games, BLOCK)):
        parts.append(part)
        tell(sum(part.shape[1] for part in parts))
    return np.concatenate(parts, axis=1)


def _difference(mine: np.ndarray[Any, Any], last: np.ndarray[Any, Any], row: int) -> dict[str, Any]:
    n = mine.shape[1]

    def error(values: np.ndarray[Any, Any]) -> float:
        return float(values.std(ddof=1)) / float(n**0.5)

    a, b = mine[row] - mine[2 + row], last[row] - last[2 + row]
    return {
        "metric": ("score", "win")[row],
        "mean_a": float(a.mean()),
        "error_a": error(a),
        "mean_b": float(b.mean()),
        "error_b": error(b),
        "mean_difference": float((a - b).mean()),
        "std_error": error(a - b),
        "plain_error": error(mine[row] - last[row]),
        "n": n,
    }
