"""What comes out of a game: its status, its metrics, and how a match ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

# What row 0 of the outcomes says of each game.
FINISHED = 0
TRUNCATED = 1  #: cut at the mode's stated cap
FAULTY = 2  #: the policy raised or decided something illegal; the replay tells what


@dataclass(frozen=True)
class Metric:
    """An integer outcome of each game.

    Parameters
    ----------
    low, high : int
        Values that are counted in a dense histogram, both included; rarer ones outside are counted
        exactly too, only more slowly.
    kind : {"number", "rate", "category"}
        A rate is 0 or 1. A category is a code without order, its meanings in `labels`.
    lower_is_better : bool
        Whether a player wants it low: the winner of a sweep is then the point with the lowest mean.
    """

    name: str
    description: str
    unit: str
    low: int
    high: int
    kind: Literal["number", "rate", "category"] = "number"
    labels: Callable[[int], str] | None = None
    lower_is_better: bool = False


def rate(name: str, description: str, *, lower_is_better: bool = False) -> Metric:
    """Declare a metric that says whether something happened."""
    return Metric(name, description, "0 or 1", 0, 1, "rate", lower_is_better=lower_is_better)


@dataclass(frozen=True)
class Replay:
    """One game as the reference player saw it.

    Attributes
    ----------
    lines : tuple of str
        A readable log: every roll, choice and score.
    outcome : dict of str to int
        Each metric, as the kernel would report it.
    status : int
        `FINISHED` or `TRUNCATED`.
    """

    lines: tuple[str, ...]
    outcome: Mapping[str, int]
    status: int = FINISHED


def outcome_block(rows: int, games: int) -> NDArray[np.int32]:
    """Make an array for a kernel to fill, shape (rows, games).

    It never is contiguous. A kernel is compiled anew for each layout of its arrays, and the last
    block of a chunk, a part of the buffer, isn't contiguous either.
    """
    return np.empty((rows, games + 1), dtype=np.int32)[:, :games]


def match_result(n_players: int) -> Metric:
    """Declare the first metric of every match: who won, from which seat.

    The code is ``mask * n_players + shift``: `mask` has the bit of every entrant who shares the
    best result (0: nobody won), and entrant *e* sat at seat ``(e + shift) % n_players``.
    """
    return Metric(
        "result",
        "who won, as entrants' bits times seats plus the seat of entrant 0",
        "code",
        0,
        (1 << n_players) * n_players - 1,
        "category",
        lambda code: _result_in_words(code, n_players),
    )


def _result_in_words(code: int, n_players: int) -> str:
    mask, shift = divmod(code, n_players)
    winners = [e for e in range(n_players) if mask >> e & 1]
    if not winners:
        return "no winner"
    if len(winners) > 1:
        return "draw of " + ", ".join(str(e) for e in winners)
    return f"{winners[0]} from seat {(winners[0] + shift) % n_players}"
