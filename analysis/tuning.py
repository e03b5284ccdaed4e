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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simulators.engine import SimulationJob, run
from simulators.game import Game, Task
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules
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
    mean, std_error : float
        Of the metric, on `games` games of `seed`, which the search never saw.
    """

    policy: Policy
    history: pd.DataFrame
    mean: float
    std_error: float
    games: int
    seed: int


@dataclass(frozen=True)
class _Coordinates:
    """How some of a policy's parameters lie in one flat vector."""

    start: Policy
    names: tuple[str, ...]

    def numbers(self) -> NDArray[np.float64]:
        values = dict(self.start.values)
        return np.concatenate([np.atleast_1d(np.asarray(values[n], float)) for n in self.names])

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
    policy: str | Policy,
    parameters: Sequence[str],
    *,
    metric: str | None = None,
    rules: Rules | None = None,
    generations: int = 40,
    population: int = 40,
    games: int = 50_000,
    scale: float = 0.3,
    seed: int = 0,
    final_games: int = 1_000_000,
    workers: int | None = None,
    progress: TuningProgress | None = None,
) -> TuningResult:
    """Search the best values of some of a policy's parameters.

    Parameters
    ----------
    parameters : sequence of str
        Names of numeric parameters; vectors are searched in every component.
    metric : str, optional
        What to maximise the mean of; the default mode's headline metric.
    scale : float
        First standard deviation of the search, relative to each starting value.
    seed : int
        Fixes the search. Generation *i* plays seed ``seed + 1 + i``, the final estimate
        ``seed + 1 + generations``.

    Returns
    -------
    TuningResult

    Raises
    ------
    ValueError
        For an unknown parameter or metric, or a parameter that isn't a number.
    """
    found = find_game(game)
    mode = found.mode()
    laws = rules if rules is not None else found.rules()
    start = found.policy(policy)
    space = _Coordinates(start, tuple(parameters))
    goal = metric or mode.headline
    names = [spec.name for spec in mode.metrics(laws, 1)]
    if goal not in names:
        raise ValueError(f"unknown metric {goal!r}: choose from {', '.join(names)}")
    row = names.index(goal)

    def score(candidate: Policy, at_seed: int, n: int) -> tuple[float, float]:
        task = Task(found, mode.name, laws, (candidate,), at_seed)
        pairs = run(SimulationJob(task), n, workers=workers).tally.histograms[row].pairs()
        values, counts = np.array(pairs, dtype=float).T
        mean = float(values @ counts / counts.sum())
        variance = float(counts @ (values - mean) ** 2 / counts.sum())
        return mean, (variance / counts.sum()) ** 0.5

    generator = np.random.Generator(np.random.Philox(seed))
    low, high = space.bounds()
    centre = space.numbers()
    spread = scale * np.maximum(np.abs(centre), 0.05 * np.maximum(np.abs(centre).max(), 1e-9))
    n_elite = max(2, population // 5)
    history = []
    for generation in range(generations):
        sample = generator.normal(centre, spread, size=(population, centre.size))
        sample = np.clip(np.vstack([centre, sample[1:]]), low, high)
        at_seed = seed + 1 + generation
        scores = [score(space.policy(vector), at_seed, games)[0] for vector in sample]
        elite = sample[np.argsort(scores)[::-1][:n_elite]]
        # Half a step towards the elite keeps one lucky generation from closing the search.
        centre = 0.3 * centre + 0.7 * elite.mean(axis=0)
        spread = 0.4 * spread + 0.6 * elite.std(axis=0)
        history.append((generation, at_seed, max(scores), float(np.mean(scores)), games))
        if progress:
            progress(generation + 1, generations, max(scores))
    best = space.policy(centre)
    final_seed = seed + 1 + generations
    mean, std_error = score(best, final_seed, final_games)
    columns = ["generation", "seed", "best", "mean", "games"]
    frame = pd.DataFrame(history, columns=columns)
    return TuningResult(best, frame, mean, std_error, final_games, final_seed)
