"""Mirror images of reject sheets and of sets of sums: face f turned into 7 - f, sum v into 14 - v."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.game_graph import live_sheets
from simulators.solitaire_dice.rules import N_OPEN_SETS, N_SUMS, SolitaireDiceRules


def sheet_rows(rules: SolitaireDiceRules) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Give every live reject sheet a row, mirror images one together where values are symmetric.

    Returns
    -------
    ndarray of int64, ndarray of bool, shape (sheets,)
        The row; and whether it is the mirror image's, so that sets of sums have to be turned round.
    """
    sheets = live_sheets(rules.reject_faces, rules.reject_marks)
    number = {sheet: index for index, sheet in enumerate(sheets)}
    symmetric = rules.values == rules.values[::-1]
    row = np.zeros(len(sheets), dtype=np.int64)
    flipped = np.zeros(len(sheets), dtype=np.bool_)
    rows = 0
    for index, sheet in enumerate(sheets):
        image = number[sheet[::-1]]
        if symmetric and image < index:
            row[index], flipped[index] = row[image], True
        else:
            row[index] = rows
            rows += 1
    return row, flipped


@lru_cache
def open_set_flips() -> NDArray[np.int64]:
    """Turn each set of sums round: sum s becomes 14 - s."""
    return np.array([int(f"{mask:0{N_SUMS}b}"[::-1], 2) for mask in range(N_OPEN_SETS)])
