"""The policies of a task as a kernel takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled
from simulators.decisions import decision_address
from simulators.policy import Policy

LOWEST = -(1 << 62)


class Players(NamedTuple):
    """The policies that take part, by entrant and decision.

    Attributes
    ----------
    addresses : ndarray of int64, shape (n_players, n_decisions)
        Where the compiled decisions lie.
    numbers : ndarray of float64
        What they read, end to end.
    offsets : ndarray of int64, shape (n_players, n_decisions)
        Where the numbers for each decision start.
    """

    addresses: NDArray[np.int64]
    numbers: NDArray[np.float64]
    offsets: NDArray[np.int64]


def seat_players(policies: Sequence[Policy], signatures: Mapping[str, Any], rules: Any) -> Players:
    """Compile the policies and lay out what they read.

    Parameters
    ----------
    signatures : mapping of str to numba signature
        The game's decisions, in the order of the columns.
    """
    addresses = [[decision_address(p, d, signatures[d]) for d in signatures] for p in policies]
    read = [policy.numbers(decision, rules) for policy in policies for decision in signatures]
    starts = np.cumsum([0, *(own.size for own in read)])[:-1]
    return Players(
        np.array(addresses, dtype=np.int64),
        np.concatenate(read),
        starts.reshape(len(policies), len(signatures)).astype(np.int64),
    )


@compiled
def rank(scores: NDArray[np.int64]) -> tuple[int, int]:
    """Find who is best: the bits of all who share the best score, and its lead over the next.

    The lead is 0 where several share the best score.
    """
    best, second = LOWEST, LOWEST
    winners = 0
    for entrant in range(scores.size):
        score = scores[entrant]
        if score > best:
            second = best
            best = score
            winners = 1 << entrant
        else:
            if score == best:
                winners |= 1 << entrant
            if score > second:
                second = score
    return winners, best - second
