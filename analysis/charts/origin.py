"""Where the numbers of a chart come from: read off runs and frames, put into small print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analysis.conditions import find_metric
from analysis.runs import Run
from analysis.tasks import describe_rules
from simulators.game import Game, Mode
from simulators.outcomes import Metric
from simulators.registry import find_game
from simulators.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

_INTERVALS = {
    "t": "Student's t",
    "wilson": "Wilson's",
    "paired t": "Student's t on paired differences",
}


def rules_in_words(game: Game, rules: Rules) -> str:
    """Say which rules these are; see :func:`analysis.tasks.describe_rules`."""
    return f"rules {describe_rules(game, rules)}"


@dataclass(frozen=True)
class Origin:
    """What was played.

    Attributes
    ----------
    games : str
        How many, in words: of each policy, of each point.
    options : dict of str to str
        Options of the mode that aren't at their default, where all share them.
    same_rules : bool
        Whether `rules` are those of everything that the chart shows.
    """

    game: Game
    mode: Mode
    rules: Rules
    policies: tuple[str, ...]
    seed: int | None
    games: str
    options: Mapping[str, str] = field(default_factory=dict)
    fixed_seats: bool = False
    same_rules: bool = True
    interrupted: bool = False

    def metric(self, name: str | None, n_players: int | None = None) -> Metric:
        """Find a metric, by default the mode's headline; ``ValueError`` lists those there are."""
        players = n_players or self.mode.min_players
        metrics = self.mode.metrics(self.rules, players)
        return metrics[find_metric(metrics, name or self.mode.headline)]

    def small_print(
        self,
        *notes: str,
        methods: Sequence[str] = (),
        policies: bool = True,
        rules: bool = True,
    ) -> str:
        """Write it all as one line.

        Parameters
        ----------
        notes : str
            What else the reader should know; empty ones are left out.
        methods : sequence of str
            Names of the intervals that are drawn.
        policies : bool
            Whether to list the policies; not where the chart itself does, in full.
        rules : bool
            Whether all was played under the same rules; else the chart's labels say which.
        """
        kinds = [_INTERVALS.get(method, method) for method in dict.fromkeys(methods)]
        options = [f"{name}={value}" for name, value in self.options.items()]
        parts = [
            self.game.title,
            rules_in_words(self.game, self.rules) if rules and self.same_rules else "",
            ", ".join([f"mode {self.mode.name}", *options]),
            "; ".join(self.policies) if policies else "",
            self.games,
            "" if self.seed is None else f"seed {self.seed}",
            "fixed seats" if self.fixed_seats else "",
            f"95 % intervals: {' and '.join(kinds)}" if kinds else "",
            *notes,
            "stopped before all was played" if self.interrupted else "",
        ]
        return " · ".join(part for part in parts if part)


def of_run(run: Run, games: str | None = None) -> Origin:
    """Say where a run comes from."""
    task = run.task
    kinds = {spec.name: spec for spec in task.mode.options}
    cut = f" ({run.truncated:,} truncated)" if run.truncated else ""
    return Origin(
        task.game,
        task.mode,
        task.rules,
        tuple(policy.label for policy in task.policies),
        task.seed,
        games or f"{run.games:,} games{cut}",
        {
            name: kinds[name].kind.format(value)
            for name, value in task.options
            if value != kinds[name].default
        },
        task.mode.is_match and not task.rotate,
        interrupted=run.interrupted,
    )


def of_runs(runs: Sequence[Run]) -> Origin:
    """Say where several runs come from; what they don't share is left to their labels."""
    first = of_run(runs[0])
    counts = sorted({run.games for run in runs})
    games = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    cut = sum(run.truncated for run in runs)
    games += f" games{' each' if len(runs) > 1 else ''}" + (f" ({cut:,} truncated)" if cut else "")
    seeds = {run.task.seed for run in runs}
    labels = tuple(dict.fromkeys(label for run in runs for label in of_run(run).policies))
    return Origin(
        first.game,
        first.mode,
        first.rules,
        labels,
        first.seed if len(seeds) == 1 else None,
        games + ("" if len(seeds) == 1 else ", several seeds"),
        first.options if len({run.task.options for run in runs}) == 1 else {},
        first.fixed_seats,
        len({run.task.rules for run in runs}) == 1,
        any(run.interrupted for run in runs),
    )


def of_frame(frame: pd.DataFrame, maker: str, per: str = "") -> Origin:
    """Say where a frame comes from, by its ``attrs``.

    Parameters
    ----------
    maker : str
        The function whose frames the chart takes, for the error.
    per : str
        What the number of games is counted by: ``per point``.

    Raises
    ------
    ValueError
        If the frame has lost its ``attrs``, as some operations of pandas make it.
    """
    about = frame.attrs
    missing = [name for name in ("game", "mode", "rules", "seed", "games") if name not in about]
    if missing:
        raise ValueError(
            f"the frame doesn't say where it comes from (attrs has no {', '.join(missing)}): "
            f"give the frame as {maker} returned it"
        )
    game = find_game(about["game"])
    mode = game.mode(about["mode"])
    kinds = {spec.name: spec for spec in mode.options}
    options = {n: v for n, v in about.get("options", {}).items() if v != _default(kinds.get(n))}
    cut = about.get("truncated", 0)
    games = f"{about['games']:,} games" + (f" {per}" if per else "")
    policies = about.get("policies") or ([about["policy"]] if "policy" in about else [])
    return Origin(
        game,
        mode,
        game.rules_type.from_dict(about["rules"]),
        tuple(policies),
        about["seed"],
        games + (f" ({cut:,} truncated)" if cut else ""),
        options,
        about.get("seats") == "fixed",
        True,
        bool(about.get("interrupted", False)),
    )


def _default(spec: Any) -> str | None:
    return None if spec is None else spec.kind.format(spec.default)


def check_runs(data: Any, maker: str) -> list[Run]:
    """Take a run or several; refuse anything else, and runs that can't share a chart.

    Raises
    ------
    TypeError, ValueError
    """
    runs = [data] if isinstance(data, Run) else list(data) if isinstance(data, list | tuple) else []
    if not runs or not all(isinstance(run, Run) for run in runs):
        if isinstance(data, list | tuple) and not data:
            raise ValueError(f"charts.{maker} needs at least one run, not an empty list")
        what = type(data).__name__ if not runs else "a list with other things in it"
        raise TypeError(f"charts.{maker} takes a run of simulate, or a list of them, not {what}")
    played = {(run.task.game_name, run.task.mode_name) for run in runs}
    if len(played) > 1:
        raise ValueError(
            f"charts.{maker} takes runs of one game in one mode, not "
            + " and ".join(f"{game} {mode}" for game, mode in sorted(played))
        )
    for run in runs:
        run.require_outcomes()
    return runs


def labels_of(runs: Sequence[Run]) -> list[str]:
    """Name each run by its policies, and by what else tells it from the others."""
    policies = [" against ".join(p.label for p in run.task.policies) for run in runs]
    rules = [rules_in_words(run.task.game, run.task.rules) for run in runs]
    options = [" ".join(f"{n}={v}" for n, v in of_run(run).options.items()) for run in runs]
    seeds = [f"seed {run.task.seed}" for run in runs]
    labels = policies if len(set(policies)) > 1 or len(runs) == 1 else [""] * len(runs)
    for more in (rules, options):
        if len(set(more)) > 1:
            labels = _joined(labels, more)
    if len(set(labels)) < len(runs):
        labels = _joined(labels, seeds)
    return labels


def _joined(labels: Sequence[str], more: Sequence[str]) -> list[str]:
    return [", ".join(filter(None, pair)) for pair in zip(labels, more, strict=True)]
