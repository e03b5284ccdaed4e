"""Sentences that several commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.cli.launch import INTERRUPTED

if TYPE_CHECKING:
    from simulators.game import Game, Task
    from simulators.rules import Rules


def describe_rules(game: Game, rules: Rules) -> str:
    """Name the preset that these rules are, or are closest to, and what was changed in it."""
    name, nearest = min(game.presets.items(), key=lambda preset: len(rules.differences(preset[1])))
    changes = [f"{switch}={value}" for switch, value in rules.differences(nearest).items()]
    return ", ".join([name, *changes])


def describe_run(task: Task, games: int | None = None, truncated: int = 0) -> str:
    """Say in one line what was played."""
    cut = f" ({truncated:,} truncated)" if truncated else ""
    options = [
        f"{spec.name}={spec.kind.format(value)}"
        for spec, (_, value) in zip(task.mode.options, task.options, strict=True)
        if value != spec.default
    ]
    parts = [
        task.game.title,
        f"rules {describe_rules(task.game, task.rules)}",
        f"mode {', '.join([task.mode_name, *options])}",
        " against ".join(policy.label for policy in task.policies),
        *([f"{games:,} games{cut}"] if games is not None else []),
        f"seed {task.seed}",
    ]
    return " · ".join(parts)


def stopped(interrupted: bool, games: int, out: Path | None = None) -> int:
    """Return the exit code; after a Ctrl-C, say how to go on."""
    if not interrupted:
        return 0
    print(f"interrupted after {games:,} games", file=sys.stderr)
    if out is not None:
        print(f"the same command with --out {out} goes on from there", file=sys.stderr)
    return INTERRUPTED
