"""The state of a training: weights under way, and the checkpoint that keeps them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simulators.files import save_arrays
from simulators.solitaire_dice.learning_tables import Entries, LearningLayout, learning_layout
from simulators.solitaire_dice.rules import SolitaireDiceRules


@dataclass
class Learner:
    """Weights under way.

    Attributes
    ----------
    layout : LearningLayout
    objective : str
        ``mean`` or ``win``.
    weights, net, gross : Entries
        Of each entry the weight, the sum of the errors that it has met, and the sum of their sizes.
    done : int
        Games played.
    last : dict of str to float
        What the last round of games showed.
    """

    layout: LearningLayout
    objective: str
    weights: Entries
    net: Entries
    gross: Entries
    done: int = 0
    last: dict[str, float] = field(default_factory=dict)

    @classmethod
    def fresh(cls, rules: SolitaireDiceRules, objective: str) -> Learner:
        """Begin with nothing."""
        layout = learning_layout(rules, objective)
        return cls(layout, objective, layout.zeros(), layout.zeros(), layout.zeros())

    def forget_errors(self) -> None:
        """Let every entry take full steps again.

        The wild errors of the first games would keep step sizes small for good: with some seeds the
        player then never got beyond 250 points. Forgetting them a few times cures it.
        """
        for table in (*self.net, *self.gross):
            table[:] = 0.0

    def arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        """Name every table, to write it or read it."""
        groups = {"weights": self.weights, "net": self.net, "gross": self.gross}
        return {
            f"{group}_{name}": table
            for group, entries in groups.items()
            for name, table in zip(Entries._fields, entries, strict=True)
        }


def write_checkpoint(path: Path, problem: Mapping[str, Any], learner: Learner) -> None:
    """Write a file, whole or not at all; `problem` says of which training."""
    state = {
        "problem": problem,
        "objective": learner.objective,
        "done": learner.done,
        "last": learner.last,
    }
    text = np.frombuffer(json.dumps(state, sort_keys=True).encode(), dtype=np.uint8)
    save_arrays(path, {"state": text, **learner.arrays()})


def read_checkpoint(
    path: Path, problem: Mapping[str, Any], rules: SolitaireDiceRules
) -> Learner | None:
    """Read the state of a training.

    Returns
    -------
    Learner or None
        ``None`` if there is no such file.

    Raises
    ------
    ValueError
        If the file holds none, or that of another training.
    """
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as file:
            state = json.loads(file["state"].tobytes())
            learner = Learner.fresh(rules, state["objective"])
            for name, table in learner.arrays().items():
                table[:] = file[name]
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} holds no training to resume: {error}") from None
    if state["problem"] != json.loads(json.dumps(problem)):
        raise ValueError(f"{path} holds another training: resume needs the same rules and options")
    learner.done, learner.last = state["done"], state["last"]
    return learner
