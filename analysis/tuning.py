"""Search a policy's parameters for the best mean of a metric.

The cross-entropy method: draw a population of parameter vectors from independent normal
distributions, play every one on the same games (common random numbers), fit the distributions to the
best of them, repeat. Every generation plays games of its own seed, so that nothing is fitted to one
set of dice, and the final vector is estimated on a seed that the search never saw.

References
----------
R. Y. Rubinstein, D. P. Kroese, *The Cross-Entropy Method*, Springer 2004, chapter 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.conditions import find_metric, metric_estimate
from analysis.estimates import Estimate
from analysis.tasks import PolicyChoice, build_task, parse_count, parse_games
from simulators import engine
from simulators.engine import SimulationJob
from simulators.game import Game
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.streams import check_seed
from simulators.values import Number, Vector

#: Called with (generations done, generations in all, best mean of the generation).
TuningProgress = Callable[[int, int, float], None]


@dataclass(frozen=True)
class TuningResult:
    """The policy that a search arrived at.

    Attributes
    ----------
    policy : Policy
    history : DataFrame
        One row per generation: generation, seed, best, mean (of the population), games.
    estimate : Estimate
        Of the metric, on games of `final_seed`, which the search never saw.
    seed, final_seed : int
    """

    policy: Policy
    history: pd.DataFrame
    estimate: Estimate
    seed: int
    final_seed: int


@dataclass(frozen=True)
class _Coordinates:
    """How some of a policy's parameters lie in one flat vector."""

    start: Policy
    names: tuple[str, ...]

    def numbers(self) -> NDArray[np.float64]:
        values = dict(self.start.values)
        parts = {n: np.atleast_1d(np.asarray(values[n], dtype=float)) for n in self.names}
        for name, part in parts.items():
            if not np.isfinite(part).all():
                text = self.start.family.parameter(name).kind.format(values[name])
                raise ValueError(f"parameter {name} must start from numbers, not {text}")
        return np.concatenate(list(parts.values()))

    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        lows, highs = [], []
        for name in self.names:
            kind = self.start.family.parameter(name).kind
            item, n = (kind.item, kind.length) if isinstance(kind, Vector) else (kind, 1)
            if not isinstance(item, Number):
                raise ValueError(f"parameter {name} is no number, so it can't be tuned")
            lows += [item.low] * n
            highs += [item.high] * n
        return np.array(lows, float), np.array(highs, float)

    def policy(self, vector: NDArray[np.float64]) -> Policy:
        values, at = dict(self.start.values), 0
        for name in self.names:
            kind = self.start.family.parameter(name).kind
            item, n = (kind.item, kind.length) if isinstance(kind, Vector) else (kind, 1)
            whole = isinstance(item, Number) and item.whole
            part = [round(x) if whole else round(float(x), 4) for x in vector[at : at + n]]
            values[name] = part if isinstance(kind, Vector) else part[0]
            at += n
        return self.start.family.with_values(values)


def tune(
    game: str | Game,
    policy: PolicyChoice,
    parameters: Sequence[str],
    *,
    metric: str | None = None,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
    generations: Any = 40,
    population: Any = 40,
    games: Any = 50_000,
    scale: float = 0.3,
    seed: int | None = None,
    final_games: Any = 1_000_000,
    workers: int | None = None,
    progress: TuningProgress | None = None,
) -> TuningResult:
    """Search the best values of some of a policy's parameters.

    Parameters
    ----------
    policy : str, Policy or PolicyFamily
        Where the search starts.
    parameters : sequence of str
        Names of numeric parameters; vectors are searched in every component.
    metric : str, optional
        Whose mean to bring up, or down where lower is better; the mode's headline by default.
    generations, population : int
        How many rounds, and how many vectors in each (at least 4).
    games : int
        Games of each vector in each round.
    scale : float
        First standard deviation of the search, relative to each starting value.
    seed : int, optional
        Fixes the search: generation *i* plays seed ``seed + 1 + i``, the final estimate
        ``seed + 1 + generations``.
    final_games : int
        Games of the final estimate.

    The other parameters are those of :func:`~analysis.simulation.simulate`.

    Returns
    -------
    TuningResult

    Raises
    ------
    ValueError
        For an unknown parameter or metric, or a parameter that isn't a number.
    """
    found = find_game(game)
    start = found.policy(policy)
    space = _Coordinates(start, _checked(start, parameters))
    low, high = space.bounds()
    centre = space.numbers()
    n_generations, n_vectors = (
        parse_count(generations, "generations"),
        parse_count(population, "population"),
    )
    if n_vectors < 4:
        raise ValueError(f"population must be at least 4, not {n_vectors}")
    if not 0 < scale < 10:
        raise ValueError(f"scale must be above 0 and below 10, not {scale!r}")
    drawn, n_games = check_seed(seed), parse_games(games)
    task = build_task(
        found, [start], preset=preset, rules=rules, switches=switches, mode=mode, options=options,
        seed=drawn,
    )  # fmt: skip
    row = find_metric(task.metrics, metric or task.mode.headline)
    goal = task.metrics[row]
    if goal.kind == "category":
        raise ValueError(f"{goal.name} is a category: nothing can be best at it")
    sign = -1 if goal.lower_is_better else 1

    def estimate(candidate: Policy, at_seed: int, n: int) -> Estimate:
        job = SimulationJob(replace(task, policies=(candidate,), seed=at_seed))
        played = engine.run(job, n, workers=workers)
        if played.interrupted:
            raise KeyboardInterrupt
        pairs = played.tally.histograms[row].pairs()
        if not pairs:
            raise ValueError(f"policy {candidate.label}: no game finished, so it can't be tuned")
        return metric_estimate(goal, pairs)

    generator = np.random.Generator(np.random.Philox(drawn))
    spread = scale * np.maximum(np.abs(centre), 0.05 * np.maximum(np.abs(centre).max(), 1e-9))
    n_elite = max(2, n_vectors // 5)
    history = []
    for generation in range(n_generations):
        sample = generator.normal(centre, spread, size=(n_vectors, centre.size))
        sample = np.clip(np.vstack([centre, sample[1:]]), low, high)
        at_seed = (drawn + 1 + generation) % 2**64
        means = [estimate(space.policy(vector), at_seed, n_games).mean for vector in sample]
        best_first = np.argsort([-sign * mean for mean in means], kind="stable")
        elite = sample[best_first[:n_elite]]
        # Part of a step towards the elite keeps one lucky generation from closing the search.
        centre = 0.3 * centre + 0.7 * elite.mean(axis=0)
        spread = 0.4 * spread + 0.6 * elite.std(axis=0)
        best_mean = means[best_first[0]]
        history.append((generation, at_seed, best_mean, float(np.mean(means)), n_games))
        if progress:
            progress(generation + 1, n_generations, best_mean)
    best = space.policy(centre)
    final_seed = (drawn + 1 + n_generations) % 2**64
    final = estimate(best, final_seed, parse_games(final_games))
    columns = ["generation", "seed", "best", "mean", "games"]
    return TuningResult(best, pd.DataFrame(history, columns=columns), final, drawn, final_seed)


def _checked(start: Policy, parameters: Sequence[str]) -> tuple[str, ...]:
    """Make sure that there is something to tune, and that the policy has it."""
    if isinstance(parameters, str) or not parameters:
        known = ", ".join(parameter.name for parameter in start.family.parameters)
        raise ValueError(f"name parameters to tune: policy {start.name} has {known or 'none'}")
    for name in parameters:
        start.family.parameter(name)
    return tuple(dict.fromkeys(parameters))
