"""Sentences that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.cli.launch import INTERRUPTED

if TYPE_CHECKING:
    from simulators.game import Game, Task
    from simulators.rules import Rules


def describe_run(task: Task, games: int | None = None, truncated: int = 0) -> str:
    """Say in one line what was played."""
    options = [
        f"{spec.name}={spec.kind.format(value)}"
        for spec, (_, value) in zip(task.mode.options, task.options, strict=True)
        if value != spec.default
    ]
    return _line(
        task.game,
        task.rules,
        ", ".join([task.mode_name, *options]),
        [" against ".join(policy.label for policy in task.policies)],
        games,
        truncated,
        task.seed,
    )


def describe_frame(about: Mapping[str, Any], policies: Sequence[str]) -> str:
    """Say in one line what a frame is of; `about` is its ``attrs``."""
    from simulators.registry import find_game

    game = find_game(about["game"])
    rules = game.rules_type.from_dict(about["rules"])
    truncated = about.get("truncated", 0)
    return _line(game, rules, about["mode"], policies, about["games"], truncated, about["seed"])


def _line(
    game: Game,
    rules: Rules,
    mode: str,
    policies: Sequence[str],
    games: int | None,
    truncated: int,
    seed: int,
) -> str:
    cut = f" ({truncated:,} truncated)" if truncated else ""
    from analysis.tasks import describe_rules

    parts = [
        game.title,
        f"rules {describe_rules(game, rules)}",
        f"mode {mode}",
        *policies,
        *([f"{games:,} games{cut}"] if games is not None else []),
        f"seed {seed}",
    ]
    return " · ".join(parts)


def rates_of(about: Mapping[str, Any]) -> set[str]:
    """Name the metrics of a frame that are rates; `about` is its ``attrs``."""
    from simulators.registry import find_game

    game = find_game(about["game"])
    rules = game.rules_type.from_dict(about["rules"])
    mode = game.mode(about["mode"])
    return {m.name for m in mode.metrics(rules, mode.min_players) if m.kind == "rate"}


def stopped(interrupted: bool, games: int | None = None, out: Path | None = None) -> int:
    """Return the exit code; after a Ctrl-C, say what was counted and how to go on."""
    if not interrupted:
        return 0
    print("interrupted" + (f" after {games:,} games" if games else ""), file=sys.stderr)
    if out is not None:
        print(f"the same command with --out {out} goes on from there", file=sys.stderr)
    return INTERRUPTED
