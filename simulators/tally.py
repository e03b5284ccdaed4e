"""Count outcomes: exact integer histograms that merge by addition, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.outcomes import FAULTY, FINISHED, TRUNCATED


@dataclass
class Histogram:
    """How often each value occurred.

    Attributes
    ----------
    low : int
        Value of the first cell.
    counts : ndarray of int64, shape (n,)
    outside : Counter
        Occurrences of values that have no cell.
    """

    low: int
    counts: NDArray[np.int64]
    outside: Counter[int] = field(default_factory=Counter)

    @classmethod
    def empty(cls, low: int, high: int) -> Histogram:
        return cls(low, np.zeros(high - low + 1, dtype=np.int64))

    @classmethod
    def from_pairs(cls, low: int, high: int, pairs: Sequence[Sequence[int]]) -> Histogram:
        """Rebuild a histogram from (value, count) pairs."""
        histogram = cls.empty(low, high)
        for value, count in pairs:
            if low <= value <= high:
                histogram.counts[value - low] += count
            else:
                histogram.outside[value] += count
        return histogram

    def add(self, other: Histogram) -> None:
        """Add another histogram with the same cells."""
        self.counts += other.counts
        self.outside.update(other.outside)

    def pairs(self) -> list[tuple[int, int]]:
        """List (value, count) for every value that occurred, in order of value."""
        cells = np.flatnonzero(self.counts)
        dense = [(self.low + int(cell), int(self.counts[cell])) for cell in cells]
        return sorted(dense + [(v, n) for v, n in self.outside.items() if n])


@dataclass
class Tally:
    """The outcomes of a range of games: one histogram per metric.

    Each histogram counts ``games - truncated`` outcomes.
    """

    games: int
    truncated: int
    histograms: tuple[Histogram, ...]

    @classmethod
    def empty(cls, ranges: Sequence[tuple[int, int]]) -> Tally:
        return cls(0, 0, tuple(Histogram.empty(low, high) for low, high in ranges))

    def add(self, other: Tally) -> None:
        """Add the outcomes of other games of the same metrics."""
        self.games += other.games
        self.truncated += other.truncated
        for mine, others in zip(self.histograms, other.histograms, strict=True):
            mine.add(others)

    def count(self, outcomes: NDArray[np.int32]) -> int:
        """Count a block of outcomes.

        Parameters
        ----------
        outcomes : ndarray of int32, shape (1 + number of metrics, number of games)
            Row 0 is the status.

        Returns
        -------
        int
            Index of the first faulty game, -1 if there is none.
        """
        status = outcomes[0]
        n_truncated, first_faulty = _scan_status_kernel(status)
        if first_faulty >= 0:
            return int(first_faulty)
        for row, histogram in zip(outcomes[1:], self.histograms, strict=True):
            if _histogram_kernel(status, row, histogram.low, histogram.counts):
                cells = histogram.low, histogram.low + len(histogram.counts) - 1
                beyond = (status == FINISHED) & ((row < cells[0]) | (row > cells[1]))
                histogram.outside.update(row[beyond].tolist())
        self.games += outcomes.shape[1]
        self.truncated += int(n_truncated)
        return -1


@kernel
def _scan_status_kernel(status: NDArray[np.int32]) -> tuple[int, int]:
    """Count truncated games and find the first faulty one (-1: none)."""
    n_truncated = 0
    for game in range(status.size):
        if status[game] != FINISHED:
            if status[game] >= FAULTY:
                return n_truncated, game
            if status[game] == TRUNCATED:
                n_truncated += 1
    return n_truncated, -1


@kernel
def _histogram_kernel(
    status: NDArray[np.int32], values: NDArray[np.int32], low: int, counts: NDArray[np.int64]
) -> int:
    """Add finished games to a histogram; return how many had no cell."""
    n_outside = 0
    size = counts.size
    for game in range(values.size):
        if status[game] == FINISHED:
            cell = values[game] - low
            if 0 <= cell < size:
                counts[cell] += 1
            else:
                n_outside += 1
    return n_outside
