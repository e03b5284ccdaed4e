"""Play games by any policy and tell of each what its luck was worth.

From the same sheet two rolls may be worlds apart; what policies differ by is small beside it. With U a
learned value, the luck of a roll is the value of its best split less the mean of that over all rolls,
see :mod:`~simulators.solitaire_dice.playouts`. Its mean is 0 under every policy, and it doesn't depend
on what the policy then chooses. The mean of *score less luck* is therefore the policy's mean score, of
*won less luck* its win rate, without bias however good or bad U is; the better U, the less noise is
left. For the shipped values it is a tenth to a seventh of the score's and of the win's, so that a game
tells as much as fifty to a hundred do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import keep_alive, kernel, pointer
from simulators.decisions import caller, decision_address
from simulators.game import Task
from simulators.solitaire_dice.afterstate import record_of, score_of
from simulators.solitaire_dice.kernels import CHOOSE, N_MULTISETS, N_OUTCOMES, signed
from simulators.solitaire_dice.learned import shipped_value
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.one_roll import allowed_faces
from simulators.solitaire_dice.playouts import REJECT_FACES, luck_of_roll, playout_numbers
from simulators.solitaire_dice.rules import MAX_ROLLS, SolitaireDiceRules
from simulators.solitaire_dice.splits import SplitTables, split_tables
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.value_table import WINNING_SCORE
from simulators.streams import bounded, draw, draw_noise, open_stream, seed_key

ask = caller(CHOOSE)


class FairGames(NamedTuple):
    """Games and their luck, one entry each.

    Attributes
    ----------
    score, win : ndarray of float64
        What was reached: points, and 1 or 0.
    score_luck, win_luck : ndarray of float64
        How much of it the dice brought, mean 0: points, and a chance.
    """

    score: NDArray[np.float64]
    win: NDArray[np.float64]
    score_luck: NDArray[np.float64]
    win_luck: NDArray[np.float64]


@lru_cache(maxsize=4)
def _laid_out(value: LearnedValue) -> NDArray[np.float64]:
    return playout_numbers(value.numbers, value.rules.reject_faces)


def yardsticks_of(rules: SolitaireDiceRules) -> tuple[LearnedValue, LearnedValue]:
    """Find the shipped values by which luck is measured: of the score, and of winning.

    Raises
    ------
    ValueError
        If none were made for these rules.
    """
    return shipped_value(rules, "mean"), shipped_value(rules, "win")


def play_fairly(
    task: Task, first: int, games: int, yardsticks: tuple[LearnedValue, LearnedValue]
) -> FairGames:
    """Play games of one player and work out what their luck was worth.

    Parameters
    ----------
    task : Task
        Of the mode ``solo``.
    first, games : int
        Which games of the task's seed, the same that :func:`~simulators.engine.outcomes_of` plays.
    yardsticks : tuple of LearnedValue
        A value of the score and one of winning, for the task's rules; of any quality.

    Raises
    ------
    ValueError
        If a value was learned for other rules, or for another objective.
    PolicyError
        If the policy decides what isn't allowed.
    """
    rules, policy = task.rules, task.policies[0]
    assert isinstance(rules, SolitaireDiceRules)
    for value, objective in zip(yardsticks, ("mean", "win"), strict=True):
        value.check_fits(rules)
        if value.objective != objective:
            raise ValueError(
                "yardsticks must be a value of the mean, then one of win, not one of "
                f"{yardsticks[0].objective}, then one of {yardsticks[1].objective}"
            )
    mean, win = map(_laid_out, yardsticks)
    found = np.empty((4, games))
    _fair_kernel(
        mean,
        win,
        np.uint64(seed_key(np.uint64(task.seed))),
        first,
        split_tables(),
        decision_address(policy, "choose", CHOOSE),
        policy.numbers("choose", rules),
        found,
    )
    for game in np.flatnonzero(np.isnan(found[0]))[:1]:
        raise task.fault(first + int(game))
    return FairGames(*found)


@kernel
def _fair_kernel(
    mean: NDArray[np.float64],
    win: NDArray[np.float64],
    key: np.uint64,
    first_game: int,
    tables: SplitTables,
    choose: int,
    numbers: NDArray[np.float64],
    found: NDArray[np.float64],
) -> None:
    """Fill `found`, shape (4, games); a score is nan where the policy decided what isn't allowed."""
    for game in range(found.shape[1]):
        start, gamma = open_stream(key, first_game + game)
        marks, rejects = np.zeros(13, np.int64), np.zeros(7, np.int64)
        score, of_score, of_win = 0.0, 0.0, 0.0
        for roll in range(MAX_ROLLS):
            multiset = tables.multiset[bounded(draw(start, gamma, roll), N_OUTCOMES)]
            of_score += luck_of_roll(mean, multiset, marks, rejects)
            of_win += luck_of_roll(win, multiset, marks, rejects)
            packed = tables.listing[
                allowed_faces(int(mean[REJECT_FACES]), rejects) * N_MULTISETS + multiset
            ]
            first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
            opened = int(np.count_nonzero(rejects))
            noise = signed(draw_noise(start, gamma, 0, roll))
            choice = ask(
                choose,
                Sheet(
                    pointer(marks, 0), pointer(rejects, 0), opened, roll, free, int(score), noise
                ),
                Splits(
                    pointer(tables.reject, first),
                    pointer(tables.low, first),
                    pointer(tables.high, first),
                    count,
                ),
                pointer(numbers, 0),
            )
            if choice < 0 or choice >= count:
                score = np.nan
                break
            split = first + choice
            marks[tables.low[split]] += 1
            marks[tables.high[split]] += 1
            score = score_of(mean, marks)
            if free == 0:
                rejects[tables.reject[split]] += 1
                if record_of(mean, rejects) < 0:
                    break
        keep_alive(marks)
        keep_alive(rejects)
        found[0, game] = score
        found[1, game] = 1.0 if score >= win[WINNING_SCORE] else 0.0
        found[2, game], found[3, game] = of_score, of_win
