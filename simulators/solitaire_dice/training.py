"""Train a learned value: one command, the same bits for the same seed, to be interrupted at will.

Learning runs on one core: every game is played by what the one before it taught, so there is nothing
to hand to a second one. (Two cores train two values side by side.) A value for ``win`` starts from one
for ``mean``, which the chance to win follows closely: its first log-odds are
``(mean - target) / spread``.
"""

from __future__ import annotations

import json
import os
import platform
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from simulators.errors import unknown_name
from simulators.files import save_arrays
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.learning_tables import (
    Entries,
    LearningLayout,
    condense,
    expand,
    learning_layout,
)
from simulators.solitaire_dice.rules import SUMS, SolitaireDiceRules
from simulators.solitaire_dice.splits import split_tables
from simulators.solitaire_dice.value_table import OBJECTIVES, earned_unit
from simulators.streams import check_seed, seed_key

#: Games between two looks at progress and the clock: about a second.
ROUND_GAMES = 20_000
#: Rounds between two checkpoints.
CHECKPOINT_ROUNDS = 25

#: Rounds after which entries forget the errors that they met, and with them their step sizes.
FORGET_AFTER = (1, 2, 4)

#: The learning rate: full for this share of the games, then falling evenly to this share of itself.
FULL_RATE_SHARE = 0.4
LAST_RATE = 0.03
#: Log-odds are learned at this multiple of the rate: a chance changes by at most a quarter of them.
RATES = {"mean": 1.0, "win": 4.0}
#: Of a training for ``win`` without a start, the share of games that learn the mean first.
MEAN_SHARE = 0.4

#: Called with (games done, games in all, mean score and win rate of the last round).
TrainingProgress = Callable[[int, int, float, float], None]


@dataclass
class _Learner:
    """Weights under way: the state of a training, as a checkpoint keeps it."""

    layout: LearningLayout
    objective: str
    weights: Entries
    net: Entries
    gross: Entries
    done: int = 0
    last: dict[str, float] = field(default_factory=dict)

    @classmethod
    def fresh(cls, rules: SolitaireDiceRules, objective: str) -> _Learner:
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
        groups = {"weights": self.weights, "net": self.net, "gross": self.gross}
        return {
            f"{group}_{name}": table
            for group, entries in groups.items()
            for name, table in zip(Entries._fields, entries, strict=True)
        }


def _rate(objective: str, share: float) -> float:
    """Return the learning rate once this share of the games is played."""
    falling = max(0.0, (share - FULL_RATE_SHARE) / (1.0 - FULL_RATE_SHARE))
    return RATES[objective] * (1.0 - (1.0 - LAST_RATE) * falling)


def _learn(
    learner: _Learner,
    rules: SolitaireDiceRules,
    seed: int,
    games: int,
    span: tuple[int, int],
    mixing: float,
    checkpoint: Callable[[], None],
    progress: TrainingProgress | None,
) -> None:
    """Play on until `span` (first game, end) of `games` games in all is over."""
    from simulators.solitaire_dice.learning_kernel import Goal, learn_kernel

    first, stop = span
    key = np.uint64(seed_key(np.uint64(seed)))
    tables, layout = split_tables(), learner.layout
    rounds = 0
    while learner.done < stop:
        n_games = min(ROUND_GAMES, stop - learner.done)
        share = (learner.done - first) / (stop - first)
        played = (learner.done - first) // ROUND_GAMES
        if played in FORGET_AFTER and share < FULL_RATE_SHARE:
            learner.forget_errors()
        goal = Goal(
            rules.reject_faces,
            rules.reject_marks,
            layout.played.sheets.n_levels,
            learner.objective == "win",
            float(rules.target if rules.win == "reach" else rules.target + 1),
            float(rules.opening_penalty),
            float(earned_unit(rules)),
            _rate(learner.objective, share),
            mixing,
        )
        sums = np.zeros(6)
        learn_kernel(
            key, learner.done, n_games, tables, layout.indices, goal,
            learner.weights, learner.net, learner.gross, layout.played.symmetric, sums,
        )  # fmt: skip
        learner.done += n_games
        mean = sums[1] / n_games
        learner.last = {
            "mean": mean,
            "win": sums[2] / n_games,
            "spread": float(np.sqrt(max(sums[5] / n_games - mean**2, 0.0))),
        }
        rounds += 1
        if progress:
            progress(learner.done, games, mean, learner.last["win"])
        if rounds % CHECKPOINT_ROUNDS == 0 and learner.done < stop:
            checkpoint()


def _to_log_odds(
    mean: Entries, layout: LearningLayout, rules: SolitaireDiceRules, spread: float
) -> Entries:
    """Turn a mean into first log-odds: (mean - target) / spread, the score as it stands included."""
    weights = Entries(*[table / spread for table in mean])
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
        One core plays about 20,000 a second. A million gives a strong player, ten the best.
    seed : int, optional
        Fixes everything; drawn and kept in the manifest if left out.
    start : LearnedValue, optional
        A value for ``mean`` from which a training for ``win`` starts; without, the first
        `MEAN_SHARE` of the games make one.
    mixing : float
        Lambda of TD(lambda), 0 to 1.
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
    learner = _read_checkpoint(path, problem, rules) if resume and path else None
    switch = 0 if objective == "mean" or start is not None else int(games * MEAN_SHARE)
    if learner is None:
        learner = _Learner.fresh(rules, "mean" if switch else objective)
        if start is not None:
            spread = float(start.made["last_round"]["spread"])
            learner.weights = _to_log_odds(
                expand(learner.layout, start.numbers), learner.layout, rules, max(spread, 1.0)
            )

    def keep() -> None:
        if path is not None and learner is not None:
            _write_checkpoint(path, problem, learner)

    try:
        if learner.objective != objective:
            _learn(learner, rules, seed, games, (0, switch), mixing, keep, progress)
            spread = max(learner.last.get("spread", 1.0), 1.0)
            weights = _to_log_odds(learner.weights, learner.layout, rules, spread)
            done, last = learner.done, learner.last
            learner = _Learner.fresh(rules, objective)
            learner.weights, learner.done, learner.last = weights, done, last
        _learn(learner, rules, seed, games, (switch, games), mixing, keep, progress)
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


def _write_checkpoint(path: Path, problem: Mapping[str, Any], learner: _Learner) -> None:
    state = {
        "problem": problem,
        "objective": learner.objective,
        "done": learner.done,
        "last": learner.last,
    }
    text = np.frombuffer(json.dumps(state, sort_keys=True).encode(), dtype=np.uint8)
    save_arrays(path, {"state": text, **learner.arrays()})


def _read_checkpoint(
    path: Path, problem: Mapping[str, Any], rules: SolitaireDiceRules
) -> _Learner | None:
    """Read the state of a training; ``None`` if there is no such file."""
    if not path.exists():
        return None
    try:
        with np.load(path, allow_pickle=False) as file:
            state = json.loads(file["state"].tobytes())
            learner = _Learner.fresh(rules, state["objective"])
            for name, table in learner.arrays().items():
                table[:] = file[name]
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} holds no training to resume: {error}") from None
    if state["problem"] != json.loads(json.dumps(problem)):
        raise ValueError(f"{path} holds another training: resume needs the same rules and options")
    learner.done, learner.last = state["done"], state["last"]
    return learner
