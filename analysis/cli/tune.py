"""`dicelab tune`: search the best values of a policy's parameters."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from analysis.cli.options import (
    PLAY,
    RULES,
    GameName,
    Games,
    Json,
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


def command(
    game: GameName,
    policy: Annotated[
        str,
        typer.Option(
            metavar="P:name=value,…",
            help="Policy, with the values from which to search.",
            rich_help_panel=RULES,
        ),
    ],
    parameters: Annotated[
        list[str],
        typer.Option(
            "--parameter",
            metavar="NAME",
            help="Parameter to search; may be repeated. Vectors are searched in every component.",
            rich_help_panel=RULES,
        ),
    ],
    preset: Preset = None,
    switches: Switches = None,
    mode: ModeName = None,
    options: ModeOptions = None,
    metric: MetricName = None,
    generations: Annotated[
        str, typer.Option(metavar="N", help="Rounds of the search.", rich_help_panel=PLAY)
    ] = "40",
    population: Annotated[
        str, typer.Option(metavar="N", help="Vectors in each round.", rich_help_panel=PLAY)
    ] = "40",
    scale: Annotated[
        float,
        typer.Option(
            metavar="X",
            help="How far to look at first, relative to each starting value.",
            rich_help_panel=PLAY,
        ),
    ] = 0.3,
    games: Games = "5e4",
    final_games: Annotated[
        str,
        typer.Option(
            metavar="N", help="Games of the final estimate, on a fresh seed.", rich_help_panel=PLAY
        ),
    ] = "1e6",
    seed: Seed = None,
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """Search the parameters of a policy by the cross-entropy method."""
    from analysis.cli.output import note, print_json
    from analysis.tuning import tune

    def show(done: int, of: int, best: float) -> None:
        if sys.stderr.isatty():
            print(f"generation {done} of {of}: best {best:.6g}", file=sys.stderr)

    result = tune(
        game,
        policy,
        parameters,
        metric=metric,
        preset=preset,
        switches=read_assignments(switches, "--set"),
        mode=mode,
        options=read_assignments(options, "--option"),
        generations=generations,
        population=population,
        games=games,
        scale=scale,
        seed=read_seed(seed),
        final_games=final_games,
        workers=workers,  # type: ignore[arg-type]  # text such as 1e1 is read there
        progress=show,
    )
    found = result.estimate
    if as_json:
        print_json(
            {
                "game": game,
                "policy": result.policy.label,
                **found.as_dict(),
                "seed": result.seed,
                "final_seed": result.final_seed,
                "history": result.history.to_dict("records"),
            }
        )
    else:
        print(result.policy.label)
        note(
            f"{found.metric} {found.mean:.6g} ± {found.std_error:.2g} (95 % interval "
            f"{found.ci_low:.6g} to {found.ci_high:.6g}) in {found.n:,} games of seed "
            f"{result.final_seed}, which the search (seed {result.seed}) never saw."
        )
    return 0
