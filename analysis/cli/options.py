"""Options that several commands share, and how their texts are read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, overload

import typer

RULES, PLAY, OUTPUT = "Rules and policies", "How much to play", "Output"

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of the game, as `dicelab games` lists it.")
]
PolicyText = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="P:name=value,…",
        help="Policy, with values for some of its parameters; the game's default one if left out.",
        rich_help_panel=RULES,
    ),
]
PolicyTexts = Annotated[
    list[str],
    typer.Option(
        "--policy",
        metavar="P:name=value,…",
        help="A policy; give it once for each one that takes part.",
        rich_help_panel=RULES,
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Named rule set to start from.", rich_help_panel=RULES),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SWITCH=VALUE",
        help="Change one switch of the rules; may be repeated.",
        rich_help_panel=RULES,
    ),
]
ModeName = Annotated[
    str | None,
    typer.Option(
        "--mode",
        metavar="NAME",
        help="Way to play, as `dicelab games GAME` lists them.",
        rich_help_panel=RULES,
    ),
]
ModeOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="Set an option of the mode; may be repeated.",
        rich_help_panel=RULES,
    ),
]
Games = Annotated[
    str,
    typer.Option(
        metavar="N", help="Number of games: 1000000, 1_000_000 or 1e6.", rich_help_panel=PLAY
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="S",
        help="Seed, a whole number from 0; drawn and shown if left out.",
        rich_help_panel=PLAY,
    ),
]
UntilText = Annotated[
    str | None,
    typer.Option(
        metavar="METRIC=HALFWIDTH",
        help="Stop as soon as the metric's 95 % interval is this narrow.",
        rich_help_panel=PLAY,
    ),
]
Workers = Annotated[
    str | None,
    typer.Option(
        metavar="W",
        help="Threads; every core by default. Never changes a result.",
        rich_help_panel=PLAY,
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json", help="Print one JSON document and nothing else.", rich_help_panel=OUTPUT
    ),
]
Seats = Annotated[
    str,
    typer.Option(
        metavar="rotate|fixed",
        help="In a match: seats rotate from game to game, or the first policy always begins.",
        rich_help_panel=PLAY,
    ),
]
MetricName = Annotated[
    str | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        help="What to look at; the mode's headline metric if left out.",
        rich_help_panel=PLAY,
    ),
]
ExportFile = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Write the table to this file too: .csv, .parquet or .json.",
        rich_help_panel=OUTPUT,
    ),
]


def read_assignments(texts: Sequence[str] | None, option: str) -> dict[str, str]:
    """Read repeated ``name=value`` texts.

    Raises
    ------
    ValueError
        If one isn't of that form, or a name comes twice.

    Examples
    --------
    >>> read_assignments(["opening=500", "straight=none"], "--set")
    {'opening': '500', 'straight': 'none'}
    """
    values: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise ValueError(f"{option} takes name=value, not {text!r}")
        if name in values:
            raise ValueError(f"{option} gives {name} twice")
        values[name] = value.strip()
    return values


@overload
def read_seed(text: str) -> int: ...
@overload
def read_seed(text: None) -> None: ...
def read_seed(text: str | None) -> int | None:
    """Read a seed; its range is checked where it is used.

    Examples
    --------
    >>> read_seed("0"), read_seed(None)
    (0, None)
    """
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"--seed must be an integer from 0 to 2**64 - 1, not {text!r}") from None


def read_seats(text: str) -> bool:
    """Tell whether seats rotate."""
    if text not in ("rotate", "fixed"):
        raise ValueError(f"--seats must be rotate or fixed, not {text!r}")
    return text == "rotate"
