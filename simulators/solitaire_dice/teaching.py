"""Let a learner learn: first from games as they are played, then from exact backups.

In the first part of a training every game is played by what the one before it taught, which spreads
what games end with to their beginnings fast; it runs on one core. Once a player is strong, the luck of
single games only hides what is left to learn. Then sheets are still met in play, but each is moved
towards the exact mean over its next rolls (:mod:`~simulators.solitaire_dice.backup_kernel`). The games
of a round are played by all cores; what they taught is taken on in their order, so that the result is
the same on any number of them.

Per second of one core, the halves together lead further than either alone: after a minute to a mean of
290 points, where games as played alone led to 280 and exact backups alone to 281.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulators.solitaire_dice.learner import Learner
from simulators.solitaire_dice.learning_tables import Floats, coarsen, condense, refine
from simulators.solitaire_dice.rules import SolitaireDiceRules
from simulators.solitaire_dice.splits import split_tables
from simulators.solitaire_dice.value_table import score_steps
from simulators.streams import seed_key

#: Games between two looks at progress and the clock: about a second.
ROUND_GAMES = 20_000
#: The same while backups are exact, at most and at least, and in how many rounds at least they are
#: played: backups look up the values from before the round.
BACKUP_ROUND_GAMES = (10_000, 500)
BACKUP_ROUNDS = 50
#: Games that one thread plays at a time while backups are exact.
BLOCK_GAMES = 1_000
#: Rounds between two checkpoints.
CHECKPOINT_ROUNDS = 25

#: Rounds after which entries forget the errors that they met, and with them their step sizes.
FORGET_AFTER = (1, 2, 4)

#: The share of the games, at the end, that are learned from by exact backups.
BACKUP_SHARE = 0.5
#: The learning rate while games are learned from as they were played: full for this share of them, then
#: falling evenly to this share of itself.
FULL_RATE_SHARE = 0.4
LAST_RATE = 0.2
#: Log-odds are learned at this multiple of the rate: a chance changes by at most a quarter of them.
RATES = {"mean": 1.0, "win": 4.0}
#: With exact backups the rate falls evenly all the time, from these to that share of itself.
BACKUP_RATES = {"mean": 2.0, "win": 12.0}
LAST_BACKUP_RATE = 0.03
#: How often the visits of a round are learned from.
BACKUP_PASSES = 2
#: How many times as much tables with a single entry for a sheet learn: played, and backed up.
SINGLE = (1.0, 20.0)

#: Called with (games done, games in all, mean score and win rate of the last round).
TrainingProgress = Callable[[int, int, float, float], None]


@dataclass(frozen=True)
class Stretch:
    """The games of a training that learn one objective.

    Attributes
    ----------
    first, stop : int
        The first game and the end.
    """

    objective: str
    first: int
    stop: int

    @property
    def backup(self) -> int:
        """The first game that is backed up exactly."""
        return self.stop - int((self.stop - self.first) * BACKUP_SHARE)


class Teacher:
    """Plays rounds of games and lets a learner learn from them."""

    def __init__(self, rules: SolitaireDiceRules, seed: int, mixing: float, workers: int) -> None:
        self.rules, self.mixing, self.workers = rules, mixing, workers
        self.key = np.uint64(seed_key(np.uint64(seed)))
        self.tables = split_tables()

    def _goal(self, learner: Learner, rate: float, single: float) -> Any:
        from simulators.solitaire_dice.learning_kernel import Goal

        rules = self.rules
        score_from, score_unit = score_steps(rules)
        return Goal(
            rules.reject_faces,
            rules.reject_marks,
            learner.layout.played.sheets.n_levels,
            learner.objective == "win",
            float(rules.winning_score),
            float(score_from),
            float(score_unit),
            rate,
            single,
            self.mixing,
        )

    def play(self, learner: Learner, n_games: int, share: float) -> Floats:
        """Learn from games as they are played; `share` of such games were played before."""
        from simulators.solitaire_dice.learning_kernel import learn_kernel

        falling = max(0.0, (share - FULL_RATE_SHARE) / (1.0 - FULL_RATE_SHARE))
        rate = RATES[learner.objective] * (1.0 - (1.0 - LAST_RATE) * falling)
        sums, layout, indices = np.zeros(6), learner.layout, learner.layout.indices
        if learner.objective == "mean":
            # From nothing, fewer entries learn far faster; the chance to win starts from the mean.
            indices = coarsen(indices)
        learn_kernel(
            self.key, learner.done, n_games, self.tables, indices,
            self._goal(learner, rate, SINGLE[0]), learner.weights, learner.net, learner.gross,
            layout.played.symmetric, sums,
        )  # fmt: skip
        return sums

    def back_up(self, learner: Learner, n_games: int, share: float) -> Floats:
        """Learn the exact backups of games; `share` of such games were played before."""
        from simulators.solitaire_dice.backup_kernel import Visits, fit_kernel, visit_kernel
        from simulators.solitaire_dice.one_roll import roll_cells

        rate = BACKUP_RATES[learner.objective] * (1.0 - (1.0 - LAST_BACKUP_RATE) * share)
        goal = self._goal(learner, rate, SINGLE[1])
        layout, sums = learner.layout, np.zeros(6)
        numbers, cells = condense(layout, learner.weights), roll_cells()
        longest = int(layout.played.sheets.rolls_left.max()) + 2

        def visit(first: int) -> tuple[Visits, int, Floats]:
            games, found = min(BLOCK_GAMES, learner.done + n_games - first), np.zeros(6)
            visits = Visits.empty(games * longest)
            n = visit_kernel(
                self.key, first, games, self.tables, layout.indices, goal, numbers, cells, visits,
                found,
            )  # fmt: skip
            return visits, n, found

        with ThreadPoolExecutor(self.workers) as pool:
            firsts = range(learner.done, learner.done + n_games, BLOCK_GAMES)
            blocks = list(pool.map(visit, firsts))
        for repeat in range(BACKUP_PASSES):
            for visits, n, found in blocks:
                fit_kernel(
                    visits, n, layout.indices, goal, learner.weights, learner.net, learner.gross,
                    layout.played.symmetric, found if repeat == 0 else np.zeros(6),
                )  # fmt: skip
        for _, _, found in blocks:
            sums += found
        return sums


def teach(
    learner: Learner,
    teacher: Teacher,
    games: int,
    stretch: Stretch,
    checkpoint: Callable[[], None],
    progress: TrainingProgress | None,
) -> None:
    """Learn until a stretch of `games` games in all is over."""
    first, backup, stop = stretch.first, stretch.backup, stretch.stop
    most, least = BACKUP_ROUND_GAMES
    round_games = min(max((stop - backup) // BACKUP_ROUNDS, least), most)
    rounds = 0

    def note(n_games: int, sums: Floats) -> None:
        nonlocal rounds
        learner.done += n_games
        mean = float(sums[1] / n_games)
        learner.last = {
            "mean": mean,
            "win": float(sums[2] / n_games),
            "spread": float(np.sqrt(max(sums[5] / n_games - mean**2, 0.0))),
            "error": float(np.sqrt(sums[4] / max(sums[3], 1.0))),
        }
        rounds += 1
        if progress:
            progress(learner.done, games, mean, learner.last["win"])
        if rounds % CHECKPOINT_ROUNDS == 0 and learner.done < stop:
            checkpoint()

    while learner.done < backup:
        share = (learner.done - first) / (backup - first)
        if (learner.done - first) // ROUND_GAMES in FORGET_AFTER and share < FULL_RATE_SHARE:
            learner.forget_errors()
        n_games = min(ROUND_GAMES, backup - learner.done)
        note(n_games, teacher.play(learner, n_games, share))
    if learner.done == backup:  # once more if a training is resumed just here: it changes nothing
        if learner.objective == "mean":
            refine(learner.weights)
        learner.forget_errors()
    while learner.done < stop:
        n_games = min(round_games, stop - learner.done)
        share = (learner.done - backup) / (stop - backup)
        note(n_games, teacher.back_up(learner, n_games, share))
