"""`dicelab bound`: what no policy can beat."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli.options import (
    PLAY,
    RULES,
    GameName,
    Games,
    Json,
    Preset,
    Seed,
    Switches,
    Workers,
    read_assignments,
    read_seed,
)

if TYPE_CHECKING:
    from analysis.bounding import Bound


def command(
    game: GameName,
    objective: Annotated[
        str,
        typer.Option(
            metavar="mean|win",
            help="Bound the expected score, or the chance to reach the target.",
            rich_help_panel=RULES,
        ),
    ] = "mean",
    preset: Preset = None,
    switches: Switches = None,
    width: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Sheets that the clairvoyant follows at each roll; more give a tighter bound.",
            rich_help_panel=PLAY,
        ),
    ] = None,
    games: Games = "200",
    seed: Seed = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Bound the best possible play from above, where a game is too large to be solved."""
    from analysis.bounding import bound
    from analysis.cli.output import print_json

    def show(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"{done} of {of} games", file=sys.stderr)

    found = bound(
        game,
        objective,
        preset=preset,
        switches=read_assignments(switches, "--set"),
        games=games,
        seed=read_seed(seed),
        width=width,
        workers=workers,  # type: ignore[arg-type]  # text such as 1e1 is read there
        progress=show,
    )
    if as_json:
        print_json(found.as_dict())
    else:
        _print_bound(found)


def _print_bound(found: Bound) -> None:
    from analysis.cli.output import heading, note
    from analysis.tasks import describe_rules

    def write(value: float) -> str:
        return f"{100 * value:.2f} %" if found.objective == "win" else f"{value:.2f} points"

    what = "expected score" if found.objective == "mean" else "chance to reach the target"
    heading(f"{found.game.title} · rules {describe_rules(found.game, found.rules)} · bound")
    note(f"No policy has a larger {what} than")
    heading(f"{write(found.limit)} (with a confidence of 97.5 %)")
    note(
        f"A clairvoyant who pays for what he knows: {write(found.mean)} ± {write(found.std_error)} "
        f"in {found.games:,} games of seed {found.seed}, {found.width:,} sheets followed at each roll."
    )
    note(f"The relaxed game, solved exactly: {write(found.relaxed)}, without error of sampling.")
