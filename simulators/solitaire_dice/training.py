"""Train a learned value: one command, the same bits for the same seed, to be interrupted at will.

How is said in :mod:`~simulators.solitaire_dice.teaching`. A value for ``win`` starts from one for
``mean``, which the chance to win follows closely: its first log-odds are ``(mean - target) / spread``.
"""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from simulators.engine import default_workers
from simulators.errors import unknown_name
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.learner import Learner, read_checkpoint, write_checkpoint
from simulators.solitaire_dice.learning_tables import (
    Entries,
    LearningLayout,
    condense,
    expand,
    learning_layout,
)
from simulators.solitaire_dice.rules import SUMS, SolitaireDiceRules
from simulators.solitaire_dice.teaching import Stretch, Teacher, TrainingProgress, teach
from simulators.solitaire_dice.value_table import OBJECTIVES
from simulators.streams import check_seed

#: Of a training for ``win`` without a start, the share of games that learn the mean first.
MEAN_SHARE = 0.4


def _to_log_odds(
    mean: Entries, layout: LearningLayout, rules: SolitaireDiceRules, spread: float
) -> Entries:
    """Turn a mean into first log-odds: (mean - target) / spread, the score as it stands included."""
    weights = Entries(*[table / spread for table in mean])
    weights = weights._replace(reach=layout.zeros().reach)
    level = layout.indices.level
    _, marks_of_level = np.unique(level, return_index=True)
    done = np.zeros(len(weights.fine), dtype=bool)
    for column, sum_ in enumerate(SUMS):
        worth = np.array([rules.worth(sum_, int(marks)) for marks in marks_of_level])
        rows = np.unique(layout.indices.fine[:, column])
        rows = rows[~done[rows]]
        weights.fine[rows] += worth / spread
        done[rows] = True
    weights.faces[:] -= rules.target / spread
    return weights


def train(
    rules: SolitaireDiceRules | None = None,
    *,
    objective: str = "mean",
    games: int = 1_000_000,
    seed: int | None = None,
    start: LearnedValue | None = None,
    mixing: float = 0.0,
    workers: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: TrainingProgress | None = None,
) -> LearnedValue:
    """Learn a value by self-play.

    Parameters
    ----------
    rules : SolitaireDiceRules, optional
        Sackson's own by default; the target to play for is theirs.
    objective : str
        ``mean``: the expected score. ``win``: the chance to reach the target.
    games : int
        A million takes two cores two to three minutes and gives a strong player.
    seed : int, optional
        Fixes everything; drawn and kept in the manifest if left out.
    start : LearnedValue, optional
        A value for ``mean`` from which a training for ``win`` starts; without, the first
        `MEAN_SHARE` of the games make one.
    mixing : float
        Lambda of TD(lambda), 0 to 1, while games are learned from as they were played.
    workers : int, optional
        Threads for exact backups; all available cores by default. The result is the same.
    checkpoint : path, optional
        Where to keep the state of the training while it runs, and when it is interrupted.
    resume : bool
        Go on from the checkpoint if there is one; the result is the same bits.
    progress : callable, optional

    Returns
    -------
    LearnedValue

    Raises
    ------
    ValueError
        For an unknown objective, a `start` of other rules, or a checkpoint of another training.

    Examples
    --------
    >>> value = train(games=100, seed=1)
    >>> value == train(games=100, seed=1)
    True
    """
    rules = SolitaireDiceRules() if rules is None else rules
    if objective not in OBJECTIVES:
        raise unknown_name("objective", objective, OBJECTIVES)
    if not 1 <= games <= 10**11:
        raise ValueError(f"games must be from 1 to 10**11, not {games!r}")
    if not 0.0 <= mixing <= 1.0:
        raise ValueError(f"mixing must be from 0 to 1, not {mixing!r}")
    seed = check_seed(seed)
    if start is not None and (objective != "win" or start.objective != "mean"):
        raise ValueError("start must be a value for mean from which one for win is learned")
    if start is not None and not start.fits(rules):
        raise ValueError("start must have been learned for the same rules, but for the target")
    made: dict[str, Any] = {"games": games, "seed": seed, "mixing": mixing}
    if start is not None:
        made["start"] = {"digest": start.digest, "made": dict(start.made)}
    problem = {"rules": rules.as_dict(), "objective": objective, "made": made}
    path = None if checkpoint is None else Path(checkpoint)
    learner = read_checkpoint(path, problem, rules) if resume and path else None
    switch = 0 if objective == "mean" or start is not None else int(games * MEAN_SHARE)
    if learner is None:
        learner = Learner.fresh(rules, "mean" if switch else objective)
        if start is not None:
            spread = float(start.made["last_round"]["spread"])
            mean = expand(learning_layout(rules, "mean"), start.numbers)
            learner.weights = _to_log_odds(mean, learner.layout, rules, max(spread, 1.0))

    teacher = Teacher(rules, seed, mixing, workers or default_workers())

    def keep() -> None:
        if path is not None and learner is not None:
            write_checkpoint(path, problem, learner)

    try:
        if learner.objective != objective:
            stretch = Stretch("mean", 0, switch)
            teach(learner, teacher, games, stretch, keep, progress)
            spread = max(learner.last.get("spread", 1.0), 1.0)
            mean, done, last = learner.weights, learner.done, learner.last
            learner = Learner.fresh(rules, objective)
            learner.weights = _to_log_odds(mean, learner.layout, rules, spread)
            learner.done, learner.last = done, last
        teach(learner, teacher, games, Stretch(objective, switch, games), keep, progress)
    except KeyboardInterrupt:
        keep()
        raise
    made["last_round"] = {name: round(value, 6) for name, value in learner.last.items()}
    made["software"] = _software()
    return LearnedValue.from_numbers(
        rules, objective, condense(learner.layout, learner.weights), made
    )


def _software() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in ("numpy", "numba"):
        found[name] = version(name)
    return found
