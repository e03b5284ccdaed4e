"""`dicelab study`: play everything and write the results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from analysis.cli.options import Games, Workers, read_seed


def command(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder to write the results to.")
    ] = Path("results"),
    games: Games = "1e7",
    seed: Annotated[
        str, typer.Option(metavar="S", help="Seed of everything, a whole number from 0.")
    ] = "1",
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="GAME", help="Chapter to write; may be repeated. All."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only check the files there against their manifests.")
    ] = False,
    workers: Workers = None,
) -> int:
    """Play the study: tables, charts and pages to read."""
    from analysis.study import study, verify

    if check:
        print(f"{out}: {', '.join(verify(out))}: every file is as it was written")
        return 0
    page = study(
        out,
        games=games,
        seed=read_seed(seed),
        only=only,
        workers=workers,  # type: ignore[arg-type]  # text such as 1e1 is read there
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )
    print(f"wrote {page}")
    return 0
