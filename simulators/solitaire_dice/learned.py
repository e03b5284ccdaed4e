"""The learned players: the values that ship with the package, and the policies that play by them.

Each is a file in ``tables/`` that says how it was made, verified when it is read. To make one for other
rules or another target::

    from simulators.solitaire_dice import SolitaireDiceRules, train

    rules = SolitaireDiceRules(opening_penalty=300)
    player = train(rules, objective="win", games=2_000_000, seed=1).policy("mine")

Compiled code and Python alike look a sheet up with
:func:`~simulators.solitaire_dice.afterstate.afterstate_value`, for example
``afterstate_value(shipped_value(rules, "mean").numbers, marks, rejects)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, PolicyFamily
from simulators.solitaire_dice.by_value import choose_by_value
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.rules import SolitaireDiceRules

__all__ = ["LEARNED_MEAN", "LEARNED_WIN", "LearnedValue", "shipped_value"]

_FOLDER = "tables"


@lru_cache(maxsize=1)
def shipped_files() -> dict[str, str]:
    """List the shipped values: name (``mean``, ``win-500``) and path."""
    folder = resources.files("simulators.solitaire_dice") / _FOLDER
    paths = sorted(str(path) for path in folder.iterdir() if path.name.endswith(".npz"))
    return {path.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".npz"): path for path in paths}


@lru_cache(maxsize=8)
def shipped(name: str) -> LearnedValue:
    """Read a shipped value by its name and verify it."""
    return LearnedValue.load(shipped_files()[name])


def shipped_value(rules: SolitaireDiceRules, objective: str) -> LearnedValue:
    """Find the shipped value for some rules and an objective.

    Raises
    ------
    ValueError
        If none was made for these rules; says how to make one.
    """
    name = "mean" if objective == "mean" else f"win-{rules.winning_score}"
    if name in shipped_files():
        value = shipped(name)
        if value.fits(rules):
            return value
    targets = [file.removeprefix("win-") for file in shipped_files() if file.startswith("win-")]
    known = f" and targets {', '.join(sorted(targets, key=int))}" if objective == "win" else ""
    raise ValueError(
        f"no learned value ({objective}) ships for these rules, only for Sackson's own{known}: "
        "learn one with dicelab train solitaire-dice, or train() in Python, which takes minutes"
    )


def _mean_numbers(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return shipped_value(rules, "mean").numbers


def _win_numbers(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return shipped_value(rules, "win").numbers


LEARNED_MEAN = PolicyFamily(
    "learned-mean",
    "leave the sheet of the highest expected score, as learned in millions of games",
    "ours; learned in play, then by exact backups, see dicelab train",
    {"choose": Decision(choose_by_value, prepare=_mean_numbers)},
)

LEARNED_WIN = PolicyFamily(
    "learned-win",
    "leave the sheet of the highest chance to reach the target, as learned in millions of games",
    "ours; learned in play, then by exact backups, see dicelab train",
    {"choose": Decision(choose_by_value, prepare=_win_numbers)},
)
