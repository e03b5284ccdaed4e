"""`dicelab simulate`: play one policy many times."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli.options import (
    OUTPUT,
    PLAY,
    GameName,
    Games,
    Json,
    ModeName,
    ModeOptions,
    PolicyText,
    Preset,
    Seed,
    Switches,
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
    whole,
)
from analysis.cli.wording import describe_run, stopped

if TYPE_CHECKING:
    from analysis import Run


def command(
    game: GameName,
    policy: PolicyText = None,
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    games: Games = "1e6",
    seed: Seed = None,
    until: Annotated[
        str | None,
        typer.Option(
            metavar="METRIC=HALFWIDTH",
            help="Stop as soon as the metric's 95 % interval is this narrow.",
            rich_help_panel=PLAY,
        ),
    ] = None,
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
    """Play a policy many times: what does it score, how often does it win?"""
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


def _print_run(run: Run, seconds: float) -> None:
    heading(describe_run(run.task, run.games))
    if run.truncated < run.games:
        kinds = {metric.name: metric.kind for metric in run.metrics}
        rows = [
            [
                row.metric,
                *estimate_cells(
                    row.mean,
                    row.std_error,
                    row.ci_low,
                    row.ci_high,
                    percent=kinds[row.metric] == "rate",
                ),
                *(
                    "" if kinds[row.metric] == "rate" else whole(quantile)
                    for quantile in (row.q05, row.q25, row.median, row.q75, row.q95)
                ),
            ]
            for row in run.summary().itertuples()
        ]
        columns = [Column("metric"), *numbers("mean ± std error", "95 % interval")]
        print_table(columns + numbers("5 %", "25 %", "median", "75 %", "95 %"), rows)
    if run.truncated:
        note(f"{run.truncated:,} games were cut ({run.task.mode.cap}) and are in no other figure.")
    note(f"{run.games:,} games in {seconds:.1f} s.")
