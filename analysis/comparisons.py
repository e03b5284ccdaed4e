"""Compare policies on the same dice.

All policies play the same games of one seed (common random numbers), and each game yields a
difference; what luck they share cancels out, so a difference is known far better than either mean.

References
----------
.. [1] S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Stat. 6 (1979),
   65-70.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from analysis.estimates import Pairs, mean_estimate
from analysis.playing import ProgressChoice, Resources, make_ready, play
from analysis.runs import describe_cut, warn_of_truncated
from analysis.tasks import PolicyChoice, build_task, check_distinct, parse_games
from simulators.engine import PairedJob
from simulators.game import Game
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.streams import check_seed

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "policy_a",
    "policy_b",
    "metric",
    "mean_a",
    "mean_b",
    "mean_difference",
    "std_error",
    "ci_low",
    "ci_high",
    "p_value",
    "p_adjusted",
    "better",
    "equal",
    "worse",
    "n",
    "method",
    "correction",
)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for being several [1]_.

    Notes
    -----
    In rising order, the *k*-th smallest of *m* is multiplied by ``m - k + 1``, and none may fall
    below one before it or exceed 1. Whatever the dependence, the chance of any false rejection
    stays within the level at which the adjusted values are read.

    Examples
    --------
    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    adjusted = [0.0] * len(p_values)
    floor = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, index in enumerate(order):
        floor = max(floor, min(1.0, (len(order) - rank) * p_values[index]))
        adjusted[index] = floor
    return adjusted


def paired_p_value(mean: float, std_error: float, n: int) -> float:
    """Return the two-sided p-value of a mean difference of zero, by Student's t.

    When every game gave the same difference, there is no error: 1 if that difference is zero,
    else 0. NaN for a single game.
    """
    if math.isnan(std_error):
        return math.nan
    if std_error == 0:
        return 1.0 if mean == 0 else 0.0
    from scipy.special import stdtr

    return float(2 * stdtr(n - 1, -abs(mean) / std_error))


def _difference(metric: str, pairs: Pairs) -> dict[str, Any]:
    """Describe one pair's differences of one metric."""
    estimate = mean_estimate(metric, pairs)
    n = estimate.n
    return {
        "metric": metric,
        "mean_difference": estimate.mean,
        "std_error": estimate.std_error,
        "ci_low": estimate.ci_low,
        "ci_high": estimate.ci_high,
        "p_value": paired_p_value(estimate.mean, estimate.std_error, n),
        "better": sum(count for value, count in pairs if value > 0) / n,
        "equal": sum(count for value, count in pairs if value == 0) / n,
        "worse": sum(count for value, count in pairs if value < 0) / n,
        "n": n,
        "method": "paired t",
    }


def _correct(rows: list[dict[str, Any]], metrics: Sequence[str]) -> None:
    """Add Holm's correction over all pairs, for each metric by itself: each is its own question."""
    for metric in metrics:
        family = [row for row in rows if row["metric"] == metric]
        adjusted = holm([row["p_value"] for row in family])
        for row, p_value in zip(family, adjusted, strict=True):
            row["p_adjusted"] = math.nan if math.isnan(row["p_value"]) else p_value
            row["correction"] = f"Holm over {len(family)} pair{'s' if len(family) > 1 else ''}"


def compare(
    game: str | Game,
    policies: Sequence[PolicyChoice],
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
    progress: ProgressChoice = None,
) -> pd.DataFrame:
    """Estimate the differences between policies that play the same games.

    Parameters
    ----------
    policies : sequence
        Two or more, as for :func:`~analysis.runs.simulate`; every pair is compared.

    The other parameters are those of :func:`~analysis.runs.simulate`.

    Returns
    -------
    DataFrame
        A row for each pair and each metric that is no category: policy_a, policy_b, metric, mean_a,
        mean_b, mean_difference (a minus b), std_error, ci_low, ci_high (Student's t on the
        differences, 95 %, each row by itself), p_value, p_adjusted, better, equal, worse (shares
        of games in which a's value was higher, the same, lower), n, method, correction. Only games
        that all policies finished count.

    Notes
    -----
    `p_adjusted` is Holm's over all pairs, for each metric by itself.
    """
    from analysis.columns import frame

    n_games, drawn, found = parse_games(games), check_seed(seed), find_game(game)
    if isinstance(policies, str) or not isinstance(policies, Sequence):
        raise TypeError(f"policies must be a list of at least two, not {policies!r}")
    chosen = check_distinct([found.policy(choice) for choice in policies])
    tasks = [
        build_task(
            found,
            [policy],
            preset=preset,
            rules=rules,
            switches=switches,
            mode=mode,
            options=options,
            seed=drawn,
        )
        for policy in chosen
    ]
    resources = Resources(workers, executor, chunk_games, progress)
    make_ready(tasks, resources)
    job = PairedJob(tuple(tasks))
    played = play(job, n_games, resources)
    tally = played.tally
    if tally.games == tally.truncated:
        raise ValueError(
            "no game was finished by all policies, so there is nothing to compare"
            + "".join(f"; {cut}" for cut in map(describe_cut, tasks) if cut)
        )
    warn_of_truncated(tasks, tally, stacklevel=3)
    metrics = tasks[0].metrics
    histograms = iter(tally.histograms)
    means = [{metric.name: _mean(next(histograms).pairs()) for metric in metrics} for _ in tasks]
    rows = []
    for a, b in job.pairs:
        for metric in metrics:
            pairs = next(histograms).pairs()
            if metric.kind == "category":
                continue
            rows.append(
                {
                    "policy_a": chosen[a].label,
                    "policy_b": chosen[b].label,
                    "mean_a": means[a][metric.name],
                    "mean_b": means[b][metric.name],
                    **_difference(metric.name, pairs),
                }
            )
    _correct(rows, [metric.name for metric in metrics])
    attrs = {
        "game": found.name,
        "mode": tasks[0].mode_name,
        "options": tasks[0].as_dict()["options"],
        "rules": tasks[0].rules.as_dict(),
        "policies": [policy.label for policy in chosen],
        "metric": tasks[0].mode.headline,
        "seed": drawn,
        "games": tally.games,
        "truncated": tally.truncated,
        "interrupted": played.interrupted,
    }
    return frame(rows, COLUMNS, attrs)


def _mean(pairs: Pairs) -> float:
    return sum(value * count for value, count in pairs) / sum(count for _, count in pairs)
