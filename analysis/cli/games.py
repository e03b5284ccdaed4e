"""`dicelab games`: what there is to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from analysis.cli.options import Json
from analysis.cli.output import Column, heading, note, print_json, print_table, sentence

_SETTINGS = [
    Column("name"),
    Column("default"),
    Column("allowed", wrap=True),
    Column("meaning", wrap=True),
]


def command(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Show this game in full.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games, or show one with all that can be chosen."""
    from analysis.cli.catalogue import describe_game, list_games
    from simulators.registry import find_game

    if game is None:
        games = list_games()
        if as_json:
            print_json({"games": games})
        else:
            columns = [Column("game"), Column("title"), Column("in short", wrap=True)]
            print_table(columns, [[g["name"], g["title"], g["summary"]] for g in games])
            note("dicelab games GAME shows one in full.")
        return
    description = describe_game(find_game(game))
    if as_json:
        print_json(description)
    else:
        _print_game(description)


def _print_game(game: Mapping[str, Any]) -> None:
    heading(f"{game['title']} ({game['name']})")
    note(sentence(game["summary"]))
    note(sentence(f"Source: {game['source']}"))
    note()
    heading("Rules: --set switch=value")
    _print_settings(game["rules"])
    heading("Presets: --preset name")
    for name, differences in game["presets"].items():
        changes = ", ".join(f"{switch}={value}" for switch, value in differences.items())
        usual = " (the default)" if name == game["default_preset"] else ""
        note(f"{name}{usual}: {changes or 'the values above'}")
    note()
    if game["notes"]:
        heading("Notes on these rules, for designers")
        for line in game["notes"]:
            note(line)
        note()
    heading("Policies: --policy name:parameter=value,parameter=value")
    for name, policy in game["policies"].items():
        usual = " (the default)" if name == game["default_policy"] else ""
        heading(f"{name}{usual}")
        note(f"{sentence(policy['summary'])} {sentence('Source: ' + policy['source'])}")
        _print_settings(policy["parameters"])
    for name, mode in game["modes"].items():
        _print_mode(name, mode, usual=name == game["default_mode"])
    _print_exact(game)


def _print_exact(game: Mapping[str, Any]) -> None:
    """Print what can be solved and asked."""
    if game["objectives"]:
        heading(f"Solved exactly: dicelab solve {game['name']} --objective name")
        for name, objective in game["objectives"].items():
            note(f"{name}: {objective['summary']} ({objective['unit']})")
            _print_settings(objective["options"])
    if game["advice"]:
        heading(f"Advice: dicelab advise {game['name']} --name value")
        _print_settings(game["advice"]["position"])


def _print_settings(settings: Mapping[str, Mapping[str, str]]) -> None:
    if settings:
        rows = [
            [name, entry["default"], entry["allowed"], entry["description"]]
            for name, entry in settings.items()
        ]
        print_table(_SETTINGS, rows)
    note()


def _print_mode(name: str, mode: Mapping[str, Any], *, usual: bool) -> None:
    heading(f"Mode: --mode {name}{' (the default)' if usual else ''}")
    low, high = mode["players"]
    players = f"{low} to {high} players" if high > low else f"{low} player"
    note(f"{sentence(mode['summary'])} {players}. Cut and counted as truncated: {mode['cap']}.")
    if mode["options"]:
        heading("Options: --option name=value")
        _print_settings(mode["options"])
    rows = [
        [
            f"{metric}{' (headline)' if metric == mode['headline'] else ''}",
            entry["unit"],
            entry["description"],
        ]
        for metric, entry in mode["metrics"].items()
    ]
    print_table([Column("metric"), Column("unit"), Column("meaning", wrap=True)], rows)
    note()
