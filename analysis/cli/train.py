"""`dicelab train`: learn a value by self-play, for rules or a target of one's own."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analysis.cli.options import (
    OUTPUT,
    PLAY,
    RULES,
    GameName,
    Games,
    Json,
    Preset,
    Seed,
    Switches,
    read_assignments,
    read_seed,
)

if TYPE_CHECKING:
    from simulators.solitaire_dice import LearnedValue


def command(
    game: GameName,
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Where the value goes: .npz.", rich_help_panel=OUTPUT),
    ],
    objective: Annotated[
        str,
        typer.Option(
            metavar="mean|win",
            help="What to learn: the expected score, or the chance to reach the target.",
            rich_help_panel=RULES,
        ),
    ] = "mean",
    start: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="For win: a value for mean of the same rules to start from.",
            rich_help_panel=PLAY,
        ),
    ] = None,
    preset: Preset = None,
    switches: Switches = None,
    games: Games = "1e6",
    seed: Seed = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Go on where a training that was stopped left off.",
            rich_help_panel=PLAY,
        ),
    ] = False,
    as_json: Json = False,
) -> int:
    """Learn what a sheet is worth by playing; the same seed gives the same file, bit for bit.

    While it runs, FILE.checkpoint keeps the state of the training, for --resume.
    """
    from analysis.cli.output import note, print_json
    from analysis.files import check_target_of
    from analysis.tasks import parse_games
    from simulators.registry import find_game
    from simulators.solitaire_dice import LearnedValue, SolitaireDiceRules, train
    from simulators.streams import check_seed

    found = find_game(game)
    rules = found.rules(preset, read_assignments(switches, "--set"))
    if not isinstance(rules, SolitaireDiceRules):
        raise ValueError(f"{found.name} has no learned players: only solitaire-dice does")
    target = check_target_of(out, [".npz"], "write a learned value")
    checkpoint = target.with_name(f"{target.name}.checkpoint")
    value = train(
        rules,
        objective=objective,
        games=parse_games(games),
        seed=check_seed(read_seed(seed)),
        start=None if start is None else LearnedValue.load(start),
        checkpoint=checkpoint,
        resume=resume,
        progress=_Bar() if sys.stderr.isatty() else None,
    )
    value.save(target)
    checkpoint.unlink(missing_ok=True)
    if as_json:
        print_json({"file": str(target), **value.manifest()})
    else:
        note(f"{target}: {objective} of {game}, seed {value.made['seed']}")
        note(_last_round(value))
    return 0


def _last_round(value: LearnedValue) -> str:
    last = value.made["last_round"]
    return (
        f"The last games of the training reached {last['mean']:.1f} points on average and the "
        f"target in {100 * last['win']:.1f} %."
    )


class _Bar:
    """Tell how far the training is, how well it plays, and when it will be done."""

    def __init__(self) -> None:
        self.began, self.first = time.monotonic(), 0

    def __call__(self, done: int, games: int, mean: float, win: float) -> Any:
        if not self.first:
            self.began, self.first = time.monotonic(), done
            return
        left = (games - done) * (time.monotonic() - self.began) / max(done - self.first, 1)
        line = f"{done:,} of {games:,} games, mean {mean:.0f}, target {100 * win:.1f} %"
        end = "\n" if done == games else "\r"
        print(f"{line}, {left / 60:.0f} min left   ", end=end, file=sys.stderr, flush=True)
