"""`dicelab solve`: the best possible, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli.options import OUTPUT, RULES, GameName, Json, Preset, Switches, read_assignments

if TYPE_CHECKING:
    from analysis.solving import Solved


def command(
    game: GameName,
    objective: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="What to make as good as possible, as `dicelab games GAME` lists them.",
            rich_help_panel=RULES,
        ),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="Set an option of the objective; may be repeated.",
            rich_help_panel=RULES,
        ),
    ] = None,
    simple: Annotated[
        bool,
        typer.Option(
            "--simple",
            help="List rules that a person can remember, and exactly what each gives up.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    preset: Preset = None,
    switches: Switches = None,
    as_json: Json = False,
) -> None:
    """Compute the best possible play and its value, exactly."""
    from analysis.cli.output import origin, print_json, records
    from analysis.solving import answer, rules_of_thumb

    changed = read_assignments(switches, "--set")
    given = read_assignments(options, "--option")
    if simple:
        if objective is not None or given:
            raise ValueError("--simple takes neither --objective nor --option")
        frame = rules_of_thumb(game, preset=preset, switches=changed)
        if as_json:
            print_json({**origin(frame), "rules_of_thumb": records(frame)})
        else:
            _print_simple(frame)
        return
    solved = answer(game, objective, given, preset=preset, switches=changed)
    if as_json:
        print_json(solved.as_dict())
    else:
        _print_solved(solved)


def _print_solved(solved: Solved) -> None:
    from analysis.cli.output import heading, note
    from analysis.tasks import describe_rules

    written = solved.as_dict()
    rules = describe_rules(solved.game, solved.rules)
    options = [f"{name}={text}" for name, text in written["options"].items() if text is not None]
    heading(" · ".join([solved.game.title, f"rules {rules}", solved.objective.name, *options]))
    note(f"{solved.objective.summary[:1].upper()}{solved.objective.summary[1:]}:")
    heading(f"{solved.value:.12g} {solved.objective.unit}")
    for name, value in solved.solution.details.items():
        note(f"{name.replace('_', ' ')}: {_in_words(value)}")
    note()
    before = ", solved before" if solved.solution.from_disk else ""
    note(
        f"Exact: {solved.solution.states:,} states, residual {solved.solution.residual:.1g}, "
        f"{solved.solution.seconds:.2f} s{before}."
    )
    if solved.policy is not None:
        note(f"It is played by the policy {solved.policy.label}.")


def _in_words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_in_words(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_in_words, value))
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _print_simple(frame: Any) -> None:
    from analysis.cli.output import Column, numbers, print_table

    columns = [Column("rule", wrap=True), *numbers("value", "best", "loss", "loss %"), Column("as")]
    rows = [
        [
            row.words,
            f"{row.value:.6g}",
            f"{row.optimum:.6g}",
            f"{row.loss:.4g}",
            f"{100 * row.loss_share:.2f}",
            row.policy,
        ]
        for row in frame.itertuples()
    ]
    print_table(columns, rows)
