"""`dicelab match`: let policies play against each other."""

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
    PolicyTexts,
    Preset,
    Seats,
    Seed,
    Switches,
    UntilText,
    Workers,
    read_assignments,
    read_seats,
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
    records,
)
from analysis.cli.wording import describe_run, stopped

if TYPE_CHECKING:
    from analysis import Match


def command(
    game: GameName,
    policies: PolicyTexts,
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    games: Games = "1e6",
    seed: Seed = None,
    seats: Seats = "rotate",
    until: UntilText = None,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Keep the results in this folder; a match stopped there is carried on.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Let policies play against each other: who wins, and from where."""
    from analysis import match

    read_seats(seats)
    began = time.monotonic()
    played = match(
        game,
        policies,
        preset=preset,
        switches=read_assignments(switches, "--set"),
        mode=mode,
        options=read_assignments(options, "--option"),
        games=games,
        seed=read_seed(seed),
        seats=seats,
        workers=workers,  # type: ignore[arg-type]  # text such as 1e1 is read there
        until=until,
        out=out,
    )
    if as_json:
        print_json(played.as_dict())
    else:
        _print_match(played, time.monotonic() - began)
    return stopped(played.interrupted, played.games, out)


def _print_match(played: Match, seconds: float) -> None:
    heading(describe_run(played.task, played.games, played.truncated))
    if played.truncated < played.games:
        _print_standings(played)
    if played.no_winner:
        note(f"{played.no_winner:,} games ended without a winner.")
    how = "Seats rotated from game to game" if played.task.rotate else "Seats in the order given"
    note(f"{how}. {played.games:,} games in {seconds:.1f} s.")


def _print_standings(played: Match) -> None:
    from_seat: dict[int, list[str]] = {}
    for row in records(played.by_seat()):
        from_seat.setdefault(row["entrant"], []).append(f"{100 * row['win_rate']:.2f} %")
    rows = [
        [
            row["policy"],
            *estimate_cells({**row, "mean": row["win_rate"]}, percent=True),
            *(f"{row[name]:,}" for name in ("wins", "draws", "losses")),
            " / ".join(from_seat[row["entrant"]]),
        ]
        for row in records(played.summary())
    ]
    columns = numbers("wins ± std error", "95 % interval", "wins", "draws", "losses")
    print_table([Column("policy"), *columns, *numbers("wins by seat")], rows)
