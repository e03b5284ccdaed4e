"""Sweep a policy's parameters over a grid, and say honestly how good the best point is.

All points play the same games of one seed, so that their differences are known better than their
levels. The best of many estimates is too good on average, because luck helped to pick it (the
winner's curse): it is played once more on a seed that had no part in the choice.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from analysis.conditions import find_metric, metric_estimate
from analysis.estimates import CONFIDENCE, Estimate
from analysis.playing import ProgressChoice, Resources, in_parts
from analysis.runs import Run
from analysis.simulation import run_task
from analysis.tasks import PolicyChoice, build_task, parse_games
from simulators.game import Game, Task
from simulators.outcomes import Metric
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.streams import check_seed

if TYPE_CHECKING:
    import pandas as pd

MAX_POINTS = 100_000


def fresh_seed(seed: int) -> int:
    """Derive the seed on which a winner is played again: a hash, so unrelated to `seed`."""
    digest = hashlib.blake2b(f"dicelab fresh seed after {seed}".encode(), digest_size=6)
    return int.from_bytes(digest.digest(), "big")


def _values_of(name: str, values: Any) -> list[Any]:
    """Take a single value as a sweep of one."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [values]
    found = list(values)
    if not found:
        raise ValueError(f"parameter {name}: give at least one value to sweep over")
    return [
        value.item() if hasattr(value, "item") and not getattr(value, "ndim", 0) else value
        for value in found
    ]


def sweep_points(policy: Policy, grid: Mapping[str, Any]) -> list[Policy]:
    """List the policies of a grid, the last parameter changing fastest.

    Parameters
    ----------
    grid : mapping of str to iterable
        Values of each swept parameter; the other parameters stay as `policy` has them.

    Raises
    ------
    ValueError
        For a parameter that the policy doesn't have (the message lists those it has), a value out
        of range, no parameter at all, or more than 100,000 points.
    """
    if not grid:
        known = ", ".join(parameter.name for parameter in policy.family.parameters)
        raise ValueError(f"name a parameter to sweep: policy {policy.name} has {known or 'none'}")
    for name in grid:
        policy.family.parameter(name)
    values = [_values_of(name, entries) for name, entries in grid.items()]
    if math.prod(map(len, values)) > MAX_POINTS:
        raise ValueError(f"a sweep takes at most {MAX_POINTS:,} points")
    points = [
        policy.family.with_values({**dict(policy.values), **dict(zip(grid, point, strict=True))})
        for point in product(*values)
    ]
    return list(dict.fromkeys(points))


def _estimates(run: Run, confidence: float = CONFIDENCE) -> dict[str, Estimate | None]:
    """Estimate every metric; ``None`` where no game finished."""
    finished = run.games > run.truncated
    return {
        metric.name: metric_estimate(metric, run.pairs(metric.name), confidence)
        if finished
        else None
        for metric in run.metrics
        if metric.kind != "category"
    }


def _rows(run: Run, swept: Sequence[str], n_points: int) -> list[dict[str, Any]]:
    policy = run.task.policies[0]
    single = _estimates(run)
    joint = _estimates(run, 1 - (1 - CONFIDENCE) / n_points)
    rows = []
    for name, found in single.items():
        wide = joint[name]
        rows.append(
            {
                **_cells(policy, swept),
                "policy": policy.label,
                "metric": name,
                "mean": found.mean if found else math.nan,
                "std_error": found.std_error if found else math.nan,
                "ci_low": found.ci_low if found else math.nan,
                "ci_high": found.ci_high if found else math.nan,
                "ci_low_all": wide.ci_low if wide else math.nan,
                "ci_high_all": wide.ci_high if wide else math.nan,
                "n": found.n if found else 0,
                "truncated": run.truncated,
                "seed": run.task.seed,
                "method": found.method if found else "none: no game finished",
                "correction": f"Bonferroni over {n_points} point{'s' if n_points > 1 else ''}",
            }
        )
    return rows


def _cells(policy: Policy, swept: Sequence[str]) -> dict[str, Any]:
    """Write the swept parameters as numbers where they are plain numbers, else as text."""
    from analysis.columns import parameter_column

    values = dict(policy.values)
    cells = {}
    for name in swept:
        parameter = policy.family.parameter(name)
        plain = parameter_column(parameter).dtype != "str"
        cells[name] = values[name] if plain else parameter.kind.format(values[name])
    return cells


def _best(rows: Sequence[Mapping[str, Any]], metric: Metric, minimise: bool) -> str | None:
    """Name the policy of the best mean; the first of equals."""
    found = [r for r in rows if r["metric"] == metric.name and not math.isnan(r["mean"])]
    if not found:
        return None
    sign = 1 if minimise else -1
    return str(min(found, key=lambda row: sign * row["mean"])["policy"])


def _winner(task: Task, metric: Metric, games: int, resources: Resources, chosen: Any) -> Any:
    """Play the winner again on a seed of its own."""
    again = run_task(replace(task, seed=fresh_seed(task.seed)), games, resources)
    policy = task.policies[0]
    words = policy.as_dict()["parameters"]
    found = again.estimate(metric.name)
    return {
        "policy": policy.label,
        "parameters": words,
        **found.as_dict(),
        "seed": again.task.seed,
        "games": again.games,
        "truncated": again.truncated,
        "mean_when_chosen": chosen,
    }


def sweep(
    game: str | Game,
    policy: PolicyChoice = None,
    *,
    vary: Mapping[str, Any] | None = None,
    metric: str | None = None,
    minimise: bool | None = None,
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
    **values: Any,
) -> pd.DataFrame:
    """Play a policy at every point of a grid of its parameters, all on the same dice.

    Parameters
    ----------
    policy : str, Policy or PolicyFamily
        What is swept; parameters given with it stay fixed.
    vary : mapping of str to iterable, optional
        Values for each swept parameter, for names that are no Python identifiers or are those of
        other arguments.
    metric : str, optional
        Which metric picks the winner; the mode's headline by default.
    minimise : bool, optional
        Whether the lowest mean wins; by default what suits the metric: fewest turns, most points.
    **values
        The same as `vary`: ``threshold=range(100, 1001, 50)``.

    The other parameters are those of :func:`~analysis.runs.simulate`; `games` is per point.

    Returns
    -------
    DataFrame
        A row for each point and metric: the swept parameters, policy, metric, mean, std_error,
        ci_low, ci_high (95 %, this row alone), ci_low_all, ci_high_all (95 % for all points at
        once, Bonferroni), n, truncated, seed, method, correction. ``attrs["winner"]`` is the best
        point played again on a fresh seed; ``attrs["metric"]`` and ``attrs["minimise"]`` say what
        best means.
    """
    from analysis.columns import frame, parameter_column

    n_games, drawn, found = parse_games(games), check_seed(seed), find_game(game)
    base = found.policy(policy)
    both = sorted(set(vary or {}) & set(values))
    if both:
        raise ValueError(f"parameter {both[0]} is swept twice")
    grid = {**(vary or {}), **values}
    points = sweep_points(base, grid)
    tasks = [
        build_task(
            found,
            [point],
            preset=preset,
            rules=rules,
            switches=switches,
            mode=mode,
            options=options,
            seed=drawn,
        )
        for point in points
    ]
    first = tasks[0]
    chosen = first.metrics[find_metric(first.metrics, metric or first.mode.headline)]
    if chosen.kind == "category":
        raise ValueError(f"{chosen.name} is a category: no point can be best at it")
    lowest = chosen.lower_is_better if minimise is None else minimise
    rows: list[dict[str, Any]] = []
    winner = None
    interrupted = False
    resources = Resources(workers, executor, chunk_games, progress)
    with in_parts(resources, len(tasks) + 1, n_games) as part:
        for number, task in enumerate(tasks):
            run = run_task(task, n_games, part(number))
            rows += _rows(run, list(grid), len(tasks))
            if interrupted := run.interrupted:
                break
        best = _best(rows, chosen, lowest)
        if best is not None and not interrupted:
            task = next(t for t in tasks if t.policies[0].label == best)
            when_chosen = next(
                r["mean"] for r in rows if r["policy"] == best and r["metric"] == chosen.name
            )
            winner = _winner(task, chosen, n_games, part(len(tasks)), when_chosen)
    attrs = {
        **{k: v for k, v in run.label().items() if k not in ("policies", "truncated")},
        "games": n_games,
        "policy": base.label,
        "swept": list(grid),
        "metric": chosen.name,
        "minimise": lowest,
        "winner": winner,
        "interrupted": interrupted,
    }
    extra = [parameter_column(base.family.parameter(name)) for name in grid]
    return frame(rows, list(rows[0]), attrs, extra)
