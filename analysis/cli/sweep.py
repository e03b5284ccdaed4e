"""`dicelab sweep`: a policy at every point of a grid of its parameters."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli.options import (
    PLAY,
    RULES,
    ExportFile,
    GameName,
    Games,
    Json,
    MetricName,
    ModeName,
    ModeOptions,
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
    origin,
    print_json,
    print_table,
    records,
)
from analysis.cli.wording import describe_frame, rates_of, stopped

if TYPE_CHECKING:
    import pandas as pd


def command(
    game: GameName,
    policy: Annotated[
        str,
        typer.Option(
            metavar="P:name=value,…",
            help="Policy; values given here stay fixed.",
            rich_help_panel=RULES,
        ),
    ],
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=START:STOP:STEP",
            help="Values of a parameter: a grid whose stop is included if a step lands on it, or "
            "NAME=value,value,…; several of them make a grid of all combinations.",
            rich_help_panel=RULES,
        ),
    ],
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    metric: MetricName = None,
    minimise: Annotated[
        bool | None,
        typer.Option(
            "--minimise/--maximise",
            help="What is best; by default what suits the metric.",
            show_default=False,
            rich_help_panel=PLAY,
        ),
    ] = None,
    games: Games = "1e6",
    seed: Seed = None,
    workers: Workers = None,
    out: ExportFile = None,
    as_json: Json = False,
) -> int:
    """Vary a policy's parameters and find the best values."""
    from analysis import export, sweep
    from analysis.cli.vary import read_grid
    from analysis.exporting import check_target
    from simulators.registry import find_game

    began = time.monotonic()
    if out is not None:
        check_target(out)
    base = find_game(game).policy(policy)
    frame = sweep(
        game,
        base,
        vary=read_grid(vary, base.family, policy),
        metric=metric,
        minimise=minimise,
        preset=preset,
        switches=read_assignments(switches, "--set"),
        mode=mode,
        options=read_assignments(options, "--option"),
        games=games,
        seed=read_seed(seed),
        workers=workers,  # type: ignore[arg-type]  # text such as 1e1 is read there
    )
    if out is not None:
        export(frame, out)
    if as_json:
        print_json({**origin(frame), "rows": records(frame)})
    else:
        _print_sweep(frame, time.monotonic() - began)
    return stopped(frame.attrs["interrupted"])


def _print_sweep(frame: pd.DataFrame, seconds: float) -> None:
    about = origin(frame)
    percent = about["metric"] in rates_of(about)
    swept = about["swept"]
    rows = []
    for row in records(frame[frame["metric"] == about["metric"]]):
        joint = {**row, "ci_low": row["ci_low_all"], "ci_high": row["ci_high_all"]}
        cells = [str(row[name]) for name in swept]
        cells += [*estimate_cells(row, percent=percent), estimate_cells(joint, percent=percent)[1]]
        won = about["winner"] and row["policy"] == about["winner"]["policy"]
        rows.append([*cells, "best" if won else ""])
    heading(describe_frame(about, [about["policy"]]))
    estimates = numbers(f"{about['metric']} ± std error", "95 % interval", "95 % for all at once")
    print_table([*numbers(*swept), *estimates, Column("")], rows)
    if about["winner"]:
        _print_winner(about, percent)
    cut = int(frame.groupby("policy")["truncated"].first().sum())
    if about["interrupted"]:
        note("Stopped before every point was played: there is no winner.")
    note(
        f"{'Up to ' if about['interrupted'] else ''}{about['games']:,} games per point"
        + (f", {cut:,} of all truncated" if cut else "")
        + f", the same dice for all, in {seconds:.1f} s."
    )


def _print_winner(about: dict[str, Any], percent: bool) -> None:
    winner = about["winner"]
    values = ", ".join(f"{name}={winner['parameters'][name]}" for name in about["swept"])
    estimate, interval = estimate_cells(winner, percent=percent)
    chosen, _ = estimate_cells({**winner, "mean": winner["mean_when_chosen"]}, percent=percent)
    note(
        f"Best {about['metric']}: {values}. Played again on a fresh seed, {winner['seed']}, so "
        f"that luck in the choice doesn't count: {estimate} (95 % interval {interval}); "
        f"{chosen.split(' ±')[0]} when chosen."
    )
