"""`dicelab advise`: what to do in a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from analysis.cli.options import (
    PLAY,
    RULES,
    GameName,
    Json,
    Preset,
    Seed,
    Switches,
    read_assignments,
    read_seed,
)

if TYPE_CHECKING:
    from simulators.advice import Advice
    from simulators.game import Game

#: The position's own options differ from game to game; the game knows them.
CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}


def command(
    context: typer.Context,
    game: GameName,
    objective: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What to aim at; what suits the position if left out.",
            rich_help_panel=RULES,
        ),
    ] = None,
    preset: Preset = None,
    switches: Switches = None,
    games: Annotated[
        str,
        typer.Option(
            metavar="N",
            help="Rollouts per action, where no exact value exists.",
            rich_help_panel=PLAY,
        ),
    ] = "1e4",
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Rank every legal action in a position; `dicelab advise GAME` tells how to describe one."""
    from analysis.advising import about, ask_advice, rows_of
    from analysis.cli.output import print_json
    from simulators.registry import find_game

    found = find_game(game)
    position = read_position(context.args)
    if not position and not as_json:
        _print_questions(found)
        return
    changed = read_assignments(switches, "--set")
    number = read_seed(seed)
    advice = ask_advice(
        found, position, objective=objective, preset=preset, switches=changed, games=games,
        seed=0 if number is None else number,
    )  # fmt: skip
    if as_json:
        rules = found.rules(preset, changed)
        actions = [
            {**row, **action.details}
            for row, action in zip(rows_of(advice), advice.actions, strict=True)
        ]
        facts = {name: value for name, value in about(advice).items() if name != "details"}
        print_json({"game": found.name, "rules": rules.as_dict(), **facts, "actions": actions})
    else:
        _print_advice(advice)


def read_position(arguments: Sequence[str]) -> dict[str, str]:
    """Read what describes the position: ``--name value`` or ``--name=value``.

    Raises
    ------
    ValueError
        If anything else stands there, a value is missing, or a name comes twice.

    Examples
    --------
    >>> read_position(["--rolls-left", "2", "--dice=6,6,2"])
    {'rolls_left': '2', 'dice': '6,6,2'}
    """
    found: dict[str, str] = {}
    waiting = list(arguments)
    while waiting:
        text = waiting.pop(0)
        if not text.startswith("--"):
            raise ValueError(f"a position is described by --name value, not {text!r}")
        option, equals, value = text[2:].partition("=")
        if not equals:
            if not waiting or waiting[0].startswith("--"):
                raise ValueError(f"--{option} needs a value")
            value = waiting.pop(0)
        name = option.replace("-", "_")
        if name in found:
            raise ValueError(f"--{option} is given twice")
        found[name] = value
    return found


def _print_questions(game: Game) -> None:
    from analysis.cli.output import Column, heading, note, print_table

    adviser = game.adviser
    if adviser is None:
        raise ValueError(f"{game.name} gives no advice")
    heading(f"What a position of {game.title} is described by")
    rows = [
        [
            f"--{spec.name.replace('_', '-')}",
            "" if spec.default is None else spec.kind.format(spec.default),
            spec.kind.describe(),
            spec.description,
        ]
        for spec in adviser.questions
    ]
    columns = ("option", "default", "allowed", "meaning")
    print_table([Column(title, wrap=title in ("allowed", "meaning")) for title in columns], rows)
    note()
    for name, meaning in adviser.objectives.items():
        note(f"--objective {name}: {meaning}")
    note()
    for example in adviser.examples:
        note(f"dicelab advise {game.name} {example}")


def _print_advice(advice: Advice) -> None:
    from analysis.cli.output import Column, decimals_for, heading, note, numbers, print_table

    scale, unit = (100.0, "%") if advice.unit == "probability" else (1.0, advice.unit)
    heading(advice.position)
    measure = unit if unit == advice.objective else f"{advice.objective}, {unit}"
    columns = [Column("action", wrap=True), *numbers(measure, "costs")]
    rows = []
    for action, cost in zip(advice.actions, advice.costs(), strict=True):
        if action.std_error is None:
            rows.append([action.words, f"{scale * action.value:.4f}", f"{scale * cost:.4f}"])
            continue
        places = decimals_for(scale * action.std_error)
        value = f"{scale * action.value:.{places}f} ± {scale * action.std_error:.{places}f}"
        error = scale * (action.cost_error or 0.0)
        lost = f"{scale * cost:.{places}f} ± {error:.{places}f}" if cost else "0"
        rows.append([action.words, value, lost])
    print_table(columns, rows)
    note()
    for line in advice.notes:
        note(line)
    if advice.exact:
        note("All values are exact.")
