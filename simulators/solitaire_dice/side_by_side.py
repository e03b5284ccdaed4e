"""Share work out to threads where no result depends on how many there are."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from simulators.solitaire_dice.game_graph import SheetGraph

Part = Callable[[NDArray[np.int64]], object]


def solve_by_layers(
    graph: SheetGraph, flipped: NDArray[np.bool_], workers: int, solve: Part
) -> None:
    """Solve the reject sheets, those with the most marks first, equally full ones side by side.

    Parameters
    ----------
    graph : SheetGraph
    flipped : ndarray of bool, shape (sheets,)
        Sheets that are left out: their mirror image is solved.
    workers : int
    solve : callable
        Gets some sheets of equally many marks; those with more marks are solved by then.
    """
    with ThreadPoolExecutor(workers) as pool:
        for layer in range(int(graph.marks.max()), -1, -1):
            sheets = np.flatnonzero((graph.marks == layer) & ~flipped)
            list(pool.map(solve, np.array_split(sheets, min(4 * workers, sheets.size))))


def play_in_parts(n_games: int, workers: int, play: Part) -> None:
    """Play games in as many parts as there are workers; `play` gets the numbers of some, from 0."""
    parts = [part for part in np.array_split(np.arange(n_games), workers) if part.size]
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(play, parts))
