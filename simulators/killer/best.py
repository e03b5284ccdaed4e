"""The best that can be made of a draw, by dynamic programming.

With *n* dice left and *a* points aside a draw is worth ::

    value(0, a) = worth(a)
    value(n, a) = mean over rolls of max over k of value(n - k, a + the k highest dice)

where *worth* says what a finished sum is worth. It grows with the sum, hence so does every value,
and setting aside any *k* dice but the highest can't be better.

References
----------
R. Bellman, *Dynamic Programming*, 1957.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.dice import faces_of, multisets, n_ways
from simulators.killer.decide import N_SUMS
from simulators.killer.limits import N_DICE, PAR


def draw_values(worth: Callable[[int], float]) -> NDArray[np.float64]:
    """Compute what every state of a draw is worth under the best choices.

    Parameters
    ----------
    worth : callable
        What a sum from 0 to 36 is worth; must not fall as the sum grows.

    Returns
    -------
    ndarray of float64, shape (7, 37)
        By dice left and points aside. ``nan`` where a sum would pass 36.

    Examples
    --------
    >>> values = draw_values(float)
    >>> round(float(values[6, 0]), 4)
    30.152
    """
    values = np.full((N_DICE + 1, N_SUMS), np.nan)
    values[0] = [worth(sum_) for sum_ in range(N_SUMS)]
    if (np.diff(values[0]) < 0).any():
        raise ValueError("worth must not fall as the sum grows")
    for n in range(1, N_DICE + 1):
        n_aside = N_SUMS - 6 * n  # so many points can be aside without passing 36
        total = np.zeros(n_aside)
        for counts in multisets(n):
            faces = faces_of(counts)[::-1]
            tops = np.cumsum(faces)
            options = [values[n - k, tops[k - 1] : tops[k - 1] + n_aside] for k in range(1, n + 1)]
            total += n_ways(counts) * np.max(options, axis=0)
        values[n, :n_aside] = total / 6**n
    return values


def value_tables(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare the tables of ``best-draw``: for the sum in the preparation, for attacks after it."""
    weight = values["weight"]

    def worth(sum_: int) -> float:
        return float(weight * (sum_ - PAR) if sum_ > PAR else sum_ - PAR)

    return np.concatenate([draw_values(float).ravel(), draw_values(worth).ravel()])
