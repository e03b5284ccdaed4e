r"""How good the best play of Solitaire Dice can be at most: a clairvoyant who pays for what he knows.

Let x_0, x_1, ... be the sheets of a game, m_t its rolls, V the best possible expected outcome, H >= V a
ceiling that is proven, and W any guess of V, right where the game ends. For a sheet x and a roll m let
Q(x, m) be the largest W among the sheets that a split of m can leave, and

.. math:: e(x) = \mathrm E_m\, Q(x, m) - W(x)

the *error* of the guess: by how much it differs from looking one roll ahead, over all 252 rolls.

**The bound.** For any policy that can't see rolls to come, :math:`Q(x_t, m_{t+1}) - W(x_t) - e(x_t)`
has mean 0 given all that happened before. So for any moment *s* at which one may stop, by what has
happened so far, and with g the outcome if the game has ended and H(x_s) if it hasn't,

.. math:: \mathrm E[\text{outcome}] \le \mathrm E\Bigl[ g - \sum_{t < s} \bigl( Q(x_t, m_{t+1}) -
          W(x_t) - e(x_t) \bigr) \Bigr] = W(x_0) + \mathrm E\Bigl[ \sum_{t < s} \bigl( e(x_t) +
          W(x_{t+1}) - Q(x_t, m_{t+1}) \bigr) + g - W(x_s) \Bigr].

The right-hand side only grows if, for each game, the largest sum of all ways to play is taken: a
clairvoyant's, who knows all rolls but loses with each split what it is worse by W than the best one,
and gains where W's errors are positive. Were W equal to V he would gain nothing. It holds for any W
that doesn't depend on the dice of the games that are averaged.

**The search.** The clairvoyant's ways are followed roll by roll. Ways that lead to the same sheet are
one, with the larger sum. Of the sheets at each roll the `width` with the largest sum plus H - W are
followed on. At the others the clairvoyant is stopped and credited with H: which they are depends on
the rolls so far only, so this is a moment *s* as above, and the bound holds for any width; a larger
one makes it tighter. What depends on rolls to come must not, and doesn't, decide where to stop.

**The guess** is the ceiling H of :mod:`~simulators.solitaire_dice.decoupled` less an *excess*
(:mod:`~simulators.solitaire_dice.excess`) that is learned beforehand, on games of its own, from the
errors of the guess at the very sheets to which it draws the clairvoyant.

The mean over many games estimates the bound without bias, with a standard error; the mean plus 1.96
of them is above the best possible outcome with a confidence of 97.5 %.

References
----------
D. B. Brown, J. E. Smith, P. Sun, "Information relaxations and duality in stochastic dynamic programs",
Operations Research 58 (2010), 785-801.
V. V. Desai, V. F. Farias, C. C. Moallemi, "Pathwise optimization for optimal stopping problems",
Management Science 58 (2012), 2292-2308: the idea to fit the penalty to the bound itself.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.clairvoyant import follow_kernel
from simulators.solitaire_dice.decoupled import decoupled_values
from simulators.solitaire_dice.excess import Excess, no_excess
from simulators.solitaire_dice.game_graph import rolls_table, sheet_graph
from simulators.solitaire_dice.rules import SolitaireDiceRules
from simulators.solitaire_dice.side_by_side import play_in_parts
from simulators.solitaire_dice.splits import split_tables
from simulators.streams import seed_key

#: Sheets that are followed at each roll.
WIDTH = 3000
#: How the excess is learned: rates, each for so many games, and the sheets followed at each roll.
RATES, GAMES_PER_RATE, LEARNING_WIDTH = (0.2, 0.1, 0.1, 0.05, 0.05, 0.02), 300, 300
#: Number of the first game that is learned from: far beyond any game that is bounded.
FIRST_LEARNED = 10**15


@lru_cache(maxsize=4)
def learned_excess(rules: SolitaireDiceRules, workers: int = 1) -> Excess:
    """Learn by how much the ceiling is too high, one game after the other, always the same games."""
    tables, excess = decoupled_values(rules, workers).tables, no_excess(rules)
    totals = np.zeros(GAMES_PER_RATE)
    for number, rate in enumerate(RATES):
        first = FIRST_LEARNED + number * GAMES_PER_RATE
        follow_kernel(
            np.uint64(seed_key(np.uint64(0))), first + np.arange(GAMES_PER_RATE), rolls_table(),
            sheet_graph(rules.reject_faces, rules.reject_marks), tables, excess,
            split_tables().multiset, LEARNING_WIDTH, rate, totals,
        )  # fmt: skip
    return excess


def clairvoyant_bounds(
    rules: SolitaireDiceRules,
    seed: int,
    first_game: int,
    n_games: int,
    *,
    width: int = WIDTH,
    workers: int = 1,
) -> NDArray[np.float64]:
    """Bound games one by one; the mean is the bound of the expected score.

    Parameters
    ----------
    rules : SolitaireDiceRules
    seed, first_game, n_games : int
        Which games: their dice are those of any simulation with this seed.
    width : int
        Sheets followed at each roll.
    workers : int
        Threads; the figures are the same for any number.

    Returns
    -------
    ndarray of float64, shape (n_games,)
        Points.

    Raises
    ------
    ValueError
        For rules that can't be bounded, see
        :func:`~simulators.solitaire_dice.boundable.check_boundable`.
    """
    values, excess = decoupled_values(rules, workers), learned_excess(rules, workers)
    totals = np.zeros(n_games)

    def some(part: NDArray[np.int64]) -> None:
        follow_kernel(
            np.uint64(seed_key(np.uint64(seed))), first_game + part, rolls_table(),
            sheet_graph(rules.reject_faces, rules.reject_marks), values.tables, excess,
            split_tables().multiset, width, 0.0, totals[part[0] : part[-1] + 1],
        )  # fmt: skip

    play_in_parts(n_games, workers, some)
    return totals + values.margin
