"""Put the commands together."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from analysis.cli import (
    advise,
    bound,
    chart,
    compare,
    games,
    match,
    replay,
    simulate,
    solve,
    study,
    sweep,
    train,
    tune,
)
from analysis.cli.launch import BROKEN_PIPE, INTERRUPTED
from simulators.errors import unknown_name


class _Commands(TyperGroup):
    """The commands, listed in the order of their files here, an unknown one answered by name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            raise unknown_name("command", args[0], self.commands)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # What is left in the buffer has no reader; without this, Python would complain at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except BaseException as error:
            if not _comes_from_interrupt(error):
                raise
            print("interrupted", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        return code


def _comes_from_interrupt(error: BaseException | None) -> bool:
    """Tell whether Ctrl-C is behind it; amid a compilation it shows as an error of numba's."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    # Frames and colours are for people at a terminal; a pipe gets plain text.
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print("dicelab", version("dicelab"))
        except PackageNotFoundError:
            print("dicelab, run from its sources without being installed")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def dicelab(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Play dice games by the million and ask what a strategy is worth."""
    if context.invoked_subcommand is None:
        print(context.get_help())


app.command("games")(games.command)
app.command("simulate")(simulate.command)
app.command("sweep")(sweep.command)
app.command("compare")(compare.command)
app.command("match")(match.command)
app.command("solve")(solve.command)
app.command("bound")(bound.command)
app.command("advise", context_settings=advise.CONTEXT)(advise.command)
app.command("replay")(replay.command)
app.command("chart", cls=chart.Command)(chart.command)
app.command("tune")(tune.command)
app.command("train")(train.command)
app.command("study")(study.command)
