"""Put the commands together."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from analysis.cli import games, replay, simulate
from simulators.errors import unknown_name


class _Commands(TyperGroup):
    """The commands, listed in the order of their files here, an unknown one answered by name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            raise unknown_name("command", args[0], self.commands)
        return super().resolve_command(ctx, args)


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
        from importlib.metadata import version

        print("dicelab", version("dicelab"))
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
app.command("replay")(replay.command)
