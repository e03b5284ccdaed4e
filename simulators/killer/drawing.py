"""What a draw is worth, compiled: tables of every roll, and the recurrence over them.

With *n* dice left and *a* points aside a draw is worth ::

    value(0, a) = worth(a)
    value(n, a) = mean over rolls of max over sets of the dice of value(n - k, a + their total)

where *worth* says what a finished sum is worth, and a set holds *k* of the dice, at least one.

Where *worth* never falls as the sum grows, neither does any value, so among all sets of *k* dice the
*k* highest are best and no others need a look.

References
----------
R. Bellman, *Dynamic Programming*, 1957.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.dice import faces_of, multisets, n_ways
from simulators.killer.draw_states import PLACE
from simulators.killer.limits import N_DICE


class Rolls(NamedTuple):
    """Every roll of one to six dice, and what can be set aside of it.

    Attributes
    ----------
    first : ndarray of int64, shape (8,)
        The rolls of *n* dice are those from ``first[n]`` to ``first[n + 1] - 1``.
    ways : ndarray of float64, by roll
        In how many orders it falls.
    options : ndarray of int64, by roll and one more
        A roll's options are those from ``options[roll]`` to ``options[roll + 1] - 1``, the fewest
        dice first.
    leads : ndarray of int64, by option
        The state that it leads to, less the points aside before.
    """

    first: NDArray[np.int64]
    ways: NDArray[np.float64]
    options: NDArray[np.int64]
    leads: NDArray[np.int64]


@lru_cache(maxsize=2)
def rolls_table(every_set: bool = False) -> Rolls:
    """List all rolls with their options: every set of dice, or only the highest *k*."""
    first, ways, options, leads = [0, 0], [], [0], []
    for n in range(1, N_DICE + 1):
        for counts in multisets(n):
            faces = faces_of(counts)[::-1]
            ways.append(float(n_ways(counts)))
            leads += [PLACE[n - k] + total for k, total in _sets(faces, every_set)]
            options.append(len(leads))
        first.append(len(ways))
    whole = [np.array(column, dtype=np.int64) for column in (first, options, leads)]
    return Rolls(whole[0], np.array(ways), whole[1], whole[2])


def _sets(faces: tuple[int, ...], every_set: bool) -> list[tuple[int, int]]:
    """List what can be set aside of a roll, by how many dice and their total."""
    if not every_set:
        return [(k, sum(faces[:k])) for k in range(1, len(faces) + 1)]
    kept = (
        [face for face, keep in zip(faces, choice, strict=True) if keep]
        for choice in product((False, True), repeat=len(faces))
    )
    return sorted({(len(dice), sum(dice)) for dice in kept if dice})


@compiled
def fill_draw(rolls: Rolls, values: NDArray[np.float64]) -> None:
    """Work out what every state of a draw is worth.

    Parameters
    ----------
    rolls : Rolls
    values : ndarray of float64, shape (112,)
        Holds what the sums 6 to 36 are worth; the rest is filled in.
    """
    n_outcomes = 1.0
    for n in range(1, N_DICE + 1):
        n_outcomes *= 6.0
        for aside in range(N_DICE - n, 6 * (N_DICE - n) + 1):
            total = 0.0
            for roll in range(rolls.first[n], rolls.first[n + 1]):
                best = -np.inf
                for option in range(rolls.options[roll], rolls.options[roll + 1]):
                    value = values[rolls.leads[option] + aside]
                    if value > best:
                        best = value
                total += rolls.ways[roll] * best
            values[PLACE[n] + aside] = total / n_outcomes


@compiled
def fill_chances(
    rolls: Rolls, values: NDArray[np.float64], place: int, chances: NDArray[np.float64]
) -> None:
    """Work out how likely a draw that makes the most of its values gets to each state.

    Among options of the same value it takes the one with the most dice.

    Parameters
    ----------
    values : ndarray of float64, shape (112,)
        See :func:`fill_draw`.
    place : int
        The state in which it starts.
    chances : ndarray of float64, shape (112,)
        Filled in; the sums 6 to 36 come first.
    """
    chances[:] = 0.0
    chances[place] = 1.0
    for step in range(N_DICE):
        n = N_DICE - step
        n_outcomes = 6.0**n
        for aside in range(N_DICE - n, 6 * (N_DICE - n) + 1):
            here = chances[PLACE[n] + aside]
            if here == 0.0:
                continue
            for roll in range(rolls.first[n], rolls.first[n + 1]):
                best = -np.inf
                lead = 0
                for option in range(rolls.options[roll], rolls.options[roll + 1]):
                    at = rolls.leads[option] + aside
                    if values[at] >= best:
                        best = values[at]
                        lead = at
                chances[lead] += here * rolls.ways[roll] / n_outcomes
