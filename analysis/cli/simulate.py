"""`dicelab simulate`: play one policy many times."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli.options import (
    OUTPUT,
    GameName,
    Games,
    Json,
    ModeName,
    ModeOptions,
    PolicyText,
    Preset,
    Seed,
    Switches,
    UntilText,
    Workers,
    read_assignments,
    read_seed,
)
from analysis.cli.output import (
    Column,
    estimate_cells,
    heading,
    note,
    numbers,
    print_json,
    print_table,
)
from analysis.cli.wording import describe_run, stopped

if TYPE_CHECKING:
    from analysis import Run
    from simulators.outcomes import Metric


def command(
    game: GameName,
    policy: PolicyText = None,
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    games: Games = "1e6",
    seed: Seed = None,
    until: UntilText = None,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Keep the results in this folder; a run stopped there is carried on.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Play a policy many times: its score, how often it wins."""
    from analysis import simulate

    began = time.monotonic()
    run = simulate(
        game,
        policy,
        preset=preset,
        switches=read_assignments(switches, "--set"),
        mode=mode,
        options=read_assignments(options, "--option"),
        games=games,
        seed=read_seed(seed),
        workers=workers,  # type: ignore[arg-type]  # text such as 1e1 is read there
        until=until,
        out=out,
    )
    if as_json:
        print_json(run.as_dict())
    else:
        _print_run(run, time.monotonic() - began)
    return stopped(run.interrupted, run.games, out)


def _row(run: Run, metric: Metric) -> list[str]:
    """Write a metric's line of the table; without pandas, which takes long to load."""
    from analysis.estimates import quantile
    from analysis.runs import QUANTILES

    percent = metric.kind == "rate"
    pairs = run.pairs(metric.name)
    quantiles = [f"{quantile(pairs, share):,}" for share in QUANTILES.values()]
    estimate = estimate_cells(run.estimate(metric.name).as_dict(), percent=percent)
    return [metric.name, *estimate, *([""] * len(quantiles) if percent else quantiles)]


def _print_run(run: Run, seconds: float) -> None:
    from analysis.conditions import Until

    heading(describe_run(run.task, run.games, run.truncated))
    if run.truncated < run.games:
        rows = [_row(run, metric) for metric in run.metrics if metric.kind != "category"]
        columns = [Column("metric"), *numbers("mean ± std error", "95 % interval")]
        print_table(columns + numbers("5 %", "25 %", "median", "75 %", "95 %"), rows)
    if run.until and not Until.parse(run.until, run.metrics).satisfied(run.tally):
        note(f"The interval asked for, {run.until}, takes more games.")
    note(f"{run.games:,} games in {seconds:.1f} s.")
