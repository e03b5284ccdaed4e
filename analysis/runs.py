"""What came out of many games: the run, as exact counts and everything that follows from them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.conditions import Condition, find_metric, metric_estimate
from analysis.estimates import Estimate, quantile
from analysis.provenance import content_digest, describe_task, software_versions
from analysis.tasks import preset_of
from simulators.game import Task
from simulators.outcomes import TRUNCATED, Metric, Replay
from simulators.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


class TruncatedGamesWarning(UserWarning):
    """Some games were cut at the cap, so that estimates rest on the others."""


@dataclass(eq=False, repr=False)
class Run:
    """The outcomes of a number of games of one task, as exact counts.

    Attributes
    ----------
    task : Task
        Game, mode, rules, policies, seed.
    tally : Tally
        A histogram for each metric of the task.
    interrupted : bool
        Whether Ctrl-C ended it before all games were played.
    until : str, optional
        The precision that was asked for, as in ``win=0.001``.
    description : dict
        The task in plain JSON types; for a loaded run, as its file says.
    """

    task: Task
    tally: Tally
    interrupted: bool = False
    until: str | None = None
    description: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.description:
            self.description = describe_task(self.task)

    def __repr__(self) -> str:
        labels = ", ".join(policy.label for policy in self.task.policies)
        return (
            f"<{type(self).__name__}: {self.games:,} games of {self.task.game_name} "
            f"({self.task.mode_name}) by {labels}, seed {self.task.seed}>"
        )

    @property
    def games(self) -> int:
        """Games counted, the truncated ones included."""
        return self.tally.games

    @property
    def truncated(self) -> int:
        """Games cut at the mode's cap; no metric counts them."""
        return self.tally.truncated

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.task.metrics

    @property
    def digest(self) -> str:
        """SHA-256 of task, games and counts; equal for equal results, whatever computed them."""
        return content_digest(self.description, self.tally, [m.name for m in self.metrics])

    def pairs(self, metric: str) -> list[tuple[int, int]]:
        """List (value, count) of a metric, in order of value."""
        return self.tally.histograms[find_metric(self.metrics, metric)].pairs()

    def estimate(self, metric: str | None = None) -> Estimate:
        """Estimate a metric's mean or rate; the mode's headline by default.

        Raises
        ------
        ValueError
            For an unknown metric, a category, or when no game finished.
        """
        name = metric or self.task.mode.headline
        position = find_metric(self.metrics, name)
        self.require_outcomes()
        return metric_estimate(self.metrics[position], self.pairs(name))

    def rate(self, condition: str) -> Estimate:
        """Estimate how often a condition such as ``score >= 500`` holds.

        Parameters
        ----------
        condition : str
            A metric, one of ``>= > <= < == !=`` and a number; or the name of a rate alone.

        Returns
        -------
        Estimate
            With Wilson's interval.
        """
        parsed = Condition.parse(condition, self.metrics)
        self.require_outcomes()
        return parsed.estimate(self.tally)

    def summary(self) -> pd.DataFrame:
        """Tabulate mean, error, interval and quantiles of every metric that is no category.

        Returns
        -------
        DataFrame
            metric, mean, std_error, ci_low, ci_high, q05, q25, median, q75, q95, n, method.
        """
        from analysis.columns import frame

        self.require_outcomes()
        rows = []
        for metric in self.metrics:
            if metric.kind == "category":
                continue
            pairs = self.pairs(metric.name)
            row = metric_estimate(metric, pairs).as_dict()
            row.update({name: quantile(pairs, share) for name, share in QUANTILES.items()})
            rows.append(row)
        names = ["metric", "mean", "std_error", "ci_low", "ci_high", *QUANTILES, "n", "method"]
        return frame(rows, names, self.label())

    def distribution(self, metric: str | None = None) -> pd.DataFrame:
        """Tabulate how often each value of a metric occurred.

        Returns
        -------
        DataFrame
            The metric's value under its own name, count, probability, cumulative; for a category
            its label in place of cumulative.
        """
        from analysis.columns import frame, metric_column

        name = metric or self.task.mode.headline
        chosen = self.metrics[find_metric(self.metrics, name)]
        pairs = self.pairs(name)
        n = self.games - self.truncated
        rows: list[dict[str, Any]] = []
        below = 0
        for value, count in pairs:
            below += count
            row: dict[str, Any] = {name: value, "count": count, "probability": count / n}
            if chosen.kind == "category":
                row["label"] = chosen.labels(value) if chosen.labels else str(value)
            else:
                row["cumulative"] = below / n
            rows.append(row)
        last = "label" if chosen.kind == "category" else "cumulative"
        names = [name, "count", "probability", last]
        return frame(rows, names, self.label(), extra=[metric_column(chosen)])

    def label(self) -> dict[str, Any]:
        """Say in plain JSON types what this is a result of; every frame carries it in `attrs`."""
        return {
            "game": self.task.game_name,
            "mode": self.task.mode_name,
            "options": dict(self.description["options"]),
            "rules": self.task.rules.as_dict(),
            "policies": [policy.label for policy in self.task.policies],
            "seed": self.task.seed,
            "games": self.games,
            "truncated": self.truncated,
        }

    def replay(self, game: int) -> Replay:
        """Tell one game of the run, as the plain reference player plays it.

        Parameters
        ----------
        game : int
            Its number, from 0.

        Returns
        -------
        Replay
            Every roll, choice and score in ``lines``, each metric in ``outcome``.

        Raises
        ------
        TypeError, ValueError
            For anything but a game that was counted.

        Examples
        --------
        >>> from analysis import simulate
        >>> simulate("10000", "bank-at-dice", games=10, seed=1).replay(7).lines[-1]
        '  banks 300'
        """
        if isinstance(game, bool) or not hasattr(game, "__index__"):
            raise TypeError(f"game must be the number of a game, from 0, not {game!r}")
        if not 0 <= game < self.games:
            raise ValueError(f"game must be from 0 to {self.games - 1:,}, not {game}")
        return self.task.replay(int(game))

    def as_dict(self) -> dict[str, Any]:
        """Write the run as one JSON document.

        Where no game finished, the estimates are ``None``; categories have only a distribution.
        """
        nothing = dict.fromkeys(["mean", "std_error", "ci_low", "ci_high", "method"])
        metrics: dict[str, Any] = {}
        for metric in self.metrics:
            if metric.kind == "category":
                continue
            pairs = self.pairs(metric.name)
            found = metric_estimate(metric, pairs).as_dict() if pairs else {**nothing, "n": 0}
            metrics[metric.name] = {key: found[key] for key in [*nothing, "n"]}
        (policy, *others) = self.description["policies"]
        who: dict[str, Any] = {
            "policy": self.task.policies[0].label,
            "parameters": policy["parameters"],
        }
        if others:
            who = {"policies": [entrant.label for entrant in self.task.policies]}
        return {
            "game": self.task.game_name,
            "mode": self.task.mode_name,
            "options": self.description["options"],
            "preset": preset_of(self.task),
            "rules": self.description["rules"],
            **who,
            "seed": self.task.seed,
            "games": self.games,
            "truncated": self.truncated,
            "interrupted": self.interrupted,
            "until": self.until,
            "metrics": metrics,
            "distribution": {
                metric.name: [list(pair) for pair in self.pairs(metric.name)]
                for metric in self.metrics
            },
            "digest": self.digest,
            "software": software_versions(),
        }

    def counts(self) -> pd.DataFrame:
        """Tabulate every count in long form: metric, value, count."""
        from analysis.columns import frame

        rows = [
            {"metric": metric.name, "value": value, "count": count}
            for metric in self.metrics
            for value, count in self.pairs(metric.name)
        ]
        return frame(rows, ["metric", "value", "count"], self.label())

    def save(self, folder: str | PathLike[str]) -> Path:
        """Write the run as Parquet with a JSON manifest; return the manifest's path."""
        from analysis.store import save

        return save(self, Path(folder))

    def require_outcomes(self) -> None:
        """Raise ``ValueError`` if no game finished, naming policy, cap and the state at the cut."""
        if self.games > self.truncated:
            return
        if self.games == 0:
            raise ValueError("no game was counted, so there is nothing to estimate")
        raise ValueError(
            f"no game finished, so there is nothing to estimate: all {self.games:,} games of "
            f"{describe_cut(self.task)}"
        )


def describe_cut(task: Task) -> str:
    """Say where the first game of a task was cut; nothing if it came to an end."""
    replay = task.replay(0)
    if replay.status != TRUNCATED:
        return ""
    labels = " and ".join(policy.label for policy in task.policies)
    last = (replay.lines or ("its first line",))[-1]
    return f"policy {labels} were cut at the cap ({task.mode.cap}), game 0 at: {last}"


def warn_of_truncated(tasks: Sequence[Task], tally: Tally, stacklevel: int = 4) -> None:
    """Warn when games were cut, naming policies, share and cap."""
    if tally.truncated:
        labels = ", ".join(policy.label for task in tasks for policy in task.policies)
        share = 100 * tally.truncated / tally.games
        warnings.warn(
            f"{tally.truncated:,} of {tally.games:,} games ({share:.3g} %) of policy {labels} were "
            f"cut and counted as truncated ({tasks[0].mode.cap}); estimates rest on the others",
            TruncatedGamesWarning,
            stacklevel=stacklevel,
        )
