"""What a strategy card makes of a turn, exactly and fast, so that many cards can be tried.

The same recurrence as in :mod:`simulators.low_high.solve_turn`, but the set is the one that the card
says is worth most, and the turn is stopped where the card says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.low_high.positions import Positions, positions_of
from simulators.low_high.rules import LowHighRules


def card_points(rules: LowHighRules, bonus: Sequence[float], most: Sequence[int]) -> float:
    """Compute the expected points of a turn by the policy ``card``.

    Parameters
    ----------
    bonus : sequence of float, length 6
        Added to the dice (pips, where they score) of a set, by face.
    most : sequence of int, length 6
        Most dice left to roll on with, by highest face kept.

    Examples
    --------
    >>> rules = LowHighRules(dice=2)
    >>> round(card_points(rules, [0] * 6, [0] * 6) * 6, 9)  # one die, or two alike once in six rolls
    7.0
    """
    positions = positions_of(rules)
    rolling = np.empty(positions.left.size)
    choosing = np.empty(positions.left.size)
    taken, limits = np.array(bonus, dtype=np.float64), np.array(most, dtype=np.int64)
    _card_kernel(positions, taken, limits, rolling, choosing)
    return float(choosing[positions.start])


@kernel
def _card_kernel(
    positions: Positions,
    bonus: NDArray[np.float64],
    most: NDArray[np.int64],
    rolling: NDArray[np.float64],
    choosing: NDArray[np.float64],
) -> None:
    """Value positions: `rolling` what the card makes of them, `choosing` when a set must be kept."""
    numbering, falls = positions.numbering, positions.falls
    width = numbering.n_dice + 1
    price = np.empty((6, width))
    value = np.empty((6, width))
    for highest in range(6, -1, -1):
        n_faces = 6 - highest
        n_others = n_faces - 2
        start = numbering.block[highest]
        stop = numbering.block[highest - 1] if highest > 0 else start + 1
        price[:, 0] = -np.inf
        for i in range(n_faces):
            face = highest + 1 + i
            for size in range(1, width):
                price[i, size] = size * (face if numbering.pips == 1 else 1) + bonus[face - 1]
        for t in range(start, stop):
            left = positions.left[t]
            if left == 0 or n_faces == 0:
                choosing[t] = positions.points[t]
                continue
            place = positions.keeping[t]
            for i in range(n_faces):
                for size in range(1, left + 1):
                    value[i, size] = rolling[positions.after[place]]
                    place += 1
            if n_faces == 1:
                choosing[t] = value[0, left]
                continue
            total = 0.0
            for on_pair in range(left if n_others == 0 else 0, left + 1):
                others = left - on_pair
                for fall in range(falls.first[n_others, others], falls.first[n_others, others + 1]):
                    best, gets = -np.inf, 0.0
                    for i in range(n_others):
                        size = falls.sizes[fall, i]
                        if price[i, size] > best:
                            best, gets = price[i, size], value[i, size]
                    part = 0.0
                    for low in range(on_pair + 1):
                        got, high = gets, on_pair - low
                        dearest = best
                        if price[n_others, low] > dearest:
                            dearest, got = price[n_others, low], value[n_others, low]
                        if price[n_others + 1, high] > dearest:
                            got = value[n_others + 1, high]
                        part += falls.pair_share[on_pair, low] * got
                    total += falls.share[fall] * part
            choosing[t] = total * falls.scale[n_faces, left]
        if highest == 0:
            break
        for t in range(start, stop):
            left = positions.left[t]
            if left == 0 or left > most[highest - 1]:
                rolling[t] = positions.points[t]
                continue
            total = 0.0
            for bad in range(left if highest == 6 else 0, left + 1):
                total += positions.bad_chance[highest, left, bad] * choosing[t + bad]
            rolling[t] = total
