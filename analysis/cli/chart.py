"""`dicelab chart`: play what a chart shows, and draw it into a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from analysis.cli.options import (
    OUTPUT,
    RULES,
    GameName,
    Games,
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
from analysis.cli.output import Column, heading, note, print_table

if TYPE_CHECKING:
    from simulators.game import Game


class Command(TyperCommand):
    """The command; its help lists the kinds of charts, which are loaded only then."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from analysis.charts import CHARTS

        kinds = "; ".join(f"{kind.name}: {kind.summary}" for kind in CHARTS.values())
        for parameter in self.params:
            if parameter.name == "kind":
                setattr(parameter, "help", f"Which chart; without one, lists them. {kinds}.")  # noqa: B010
        super().format_help(ctx, formatter)


def command(
    game: GameName,
    kind: Annotated[
        str | None, typer.Argument(metavar="KIND", help="Which chart; without one, lists them.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File to write: .png, .svg or .pdf.", rich_help_panel=OUTPUT
        ),
    ] = None,
    policies: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="P:name=value,…",
            help="A policy to show; may be repeated where the chart shows several.",
            rich_help_panel=RULES,
        ),
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=START:STOP:STEP",
            help="For a sweep: values of a parameter, as for `dicelab sweep`.",
            rich_help_panel=RULES,
        ),
    ] = None,
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    metric: MetricName = None,
    games: Games = "1e6",
    seed: Seed = None,
    workers: Workers = None,
) -> None:
    """Draw a chart: distributions, rates, sweeps and more."""
    from simulators.registry import find_game

    found = find_game(game)
    if kind is None:
        _list_charts(found)
        return
    if out is None:
        raise ValueError("a chart needs a file to go to: --out FILE.png, .svg or .pdf")

    from analysis import charts
    from analysis.cli.vary import read_grid
    from analysis.playing import Resources
    from simulators.streams import check_seed

    charts.check_target(out)
    chosen = charts.find_chart(kind, found)
    texts = policies or []
    shown = tuple(found.policy(text) for text in texts)
    base = (shown[0] if shown else found.policy()).family
    request = charts.ChartRequest(
        found,
        found.rules(preset, read_assignments(switches, "--set")),
        shown,
        mode,
        read_assignments(options, "--option"),
        metric,
        read_grid(vary or [], base, texts[0] if texts else ""),
        games,
        check_seed(read_seed(seed)),
        Resources(workers),  # type: ignore[arg-type]  # text such as 1e1 is read there
    )
    charts.save(chosen.answer(request), out)
    played = "computed exactly" if chosen.exact else f"seed {request.seed}"
    note(f"Wrote {out}: {found.title}, {chosen.name}, {played}.")


def _list_charts(game: Game) -> None:
    from analysis import charts

    heading(f"Charts of {game.title}: dicelab chart {game.name} KIND --out FILE.png")
    rows = [[name, kind.summary] for name, kind in charts.charts_of(game).items()]
    print_table([Column("kind"), Column("what it shows", wrap=True)], rows)
