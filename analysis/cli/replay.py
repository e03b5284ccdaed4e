"""`dicelab replay`: tell one game of a run, roll by roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli.options import (
    RULES,
    GameName,
    Json,
    ModeName,
    ModeOptions,
    Preset,
    Seats,
    Switches,
    read_assignments,
    read_seats,
    read_seed,
)
from analysis.cli.output import Column, heading, note, print_json, print_table
from analysis.cli.wording import describe_run

if TYPE_CHECKING:
    from simulators.game import Task
    from simulators.outcomes import Replay


def command(
    game: GameName,
    seed: Annotated[str, typer.Option(metavar="S", help="Seed of the run.")],
    index: Annotated[
        str, typer.Option("--game", metavar="I", help="Which game of the run, from 0.")
    ],
    policies: Annotated[
        list[str] | None,
        typer.Option(
            "--policy",
            metavar="P:name=value,…",
            help="Policy of the run; several for a match, in the order of the run.",
            rich_help_panel=RULES,
        ),
    ] = None,
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    seats: Seats = "rotate",
    as_json: Json = False,
) -> None:
    """Tell one game of a run: every roll, choice and score."""
    from analysis.tasks import build_task

    chosen: list[str | None] = [*policies] if policies else [None]
    task = build_task(
        game,
        chosen,
        preset=preset,
        switches=read_assignments(switches, "--set"),
        mode=mode or ("match" if len(chosen) > 1 else None),
        options=read_assignments(options, "--option"),
        seed=read_seed(seed),
        rotate=read_seats(seats),
    )
    number = read_index(index)
    replay = task.replay(number)
    check_against_kernel(task, number, replay)
    if as_json:
        print_json(replay_document(task, number, replay))
    else:
        _print_replay(task, number, replay)


def read_index(text: str) -> int:
    """Read the number of a game, which counts from 0."""
    from analysis.tasks import MAX_GAMES

    try:
        index = int(text)
    except ValueError:
        index = -1
    if not 0 <= index < MAX_GAMES:
        raise ValueError(f"--game must be a whole number from 0 to {MAX_GAMES - 1:,}, not {text!r}")
    return index


def check_against_kernel(task: Task, index: int, replay: Replay) -> None:
    """Make sure that what is told is what the compiled kernel played."""
    from simulators.engine import outcomes_of

    played = {name: int(values[0]) for name, values in outcomes_of(task, index, 1).items()}
    if played.pop("status") != replay.status or played != dict(replay.outcome):
        raise RuntimeError(
            f"the kernel plays game {index} of seed {task.seed} differently: {played} instead of "
            f"{dict(replay.outcome)}; please report this"
        )


def replay_document(task: Task, index: int, replay: Replay) -> dict[str, Any]:
    """Write a replay as a JSON document: the run's description, the game's number, log, outcome."""
    from simulators.outcomes import FINISHED

    return {
        **task.as_dict(),
        "game_index": index,
        "status": "finished" if replay.status == FINISHED else "truncated",
        "outcome": replay.outcome,
        "log": replay.lines,
    }


def _print_replay(task: Task, index: int, replay: Replay) -> None:
    from simulators.outcomes import FINISHED

    heading(f"{describe_run(task)} · game {index}")
    for line in replay.lines:
        note(line)
    note()
    if replay.status != FINISHED:
        note(f"The game was cut ({task.mode.cap}) and counts as truncated, with no outcome.")
        return
    rows = []
    for metric in task.metrics:
        value = replay.outcome[metric.name]
        meaning = metric.labels(value) if metric.kind == "category" and metric.labels else ""
        rows.append([metric.name, f"{value:,}", meaning])
    print_table([Column("metric"), Column("outcome", numeric=True), Column("")], rows)
