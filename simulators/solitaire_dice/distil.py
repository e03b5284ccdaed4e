"""Distil a card from a learned player: whole numbers that lose as little as possible.

At every decision each split costs what it gives up against the best one, as the learned value sees it.
The first decisions are those of the learned player; then the card itself plays, and the decisions that
it came to are added: a card must know its way where its own mistakes lead [2]_. A card's points turn
into chances to take a split, ``exp(points)`` over their sum, and the expected cost of its choices is
brought down by gradient descent (Adam [1]_). Costs, unlike the learned player's choices alone, tell
slips from blunders.

References
----------
.. [1] D. P. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.
.. [2] S. Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction to
   no-regret online learning", AISTATS 2011.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.solitaire_dice.card import BLOCK, MOST_FILLED, N_MARKS, card_parameters
from simulators.solitaire_dice.kernels import N_MULTISETS, N_OUTCOMES
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.one_roll import worth
from simulators.solitaire_dice.rules import MAX_ROLLS
from simulators.solitaire_dice.search import search_numbers, value_split
from simulators.solitaire_dice.splits import ALL_FACES, SplitTables, split_tables
from simulators.streams import bounded, check_seed, draw, draw_noise, open_stream, seed_key

MOST_SPLITS = 15
#: One decision in so many is taken at random, so that rare sheets are met too.
RANDOM_IN = 30
#: The largest number on a card.
LARGEST = 99

_BATCH = 10_000


class Decisions(NamedTuple):
    """Decisions of a learned player, one a row.

    Attributes
    ----------
    n_splits : ndarray of int64, shape (n,)
        Splits of each.
    filled : ndarray of int64, shape (n,)
        Reject marks on the sheet.
    cells : ndarray of int16, shape (n, 15, 3)
        Which numbers of a phase's block the low sum, the high sum and the reject of each split
        read; -1 for none.
    costs : ndarray of float64, shape (n, 15)
        What each split gives up.
    """

    n_splits: NDArray[np.int64]
    filled: NDArray[np.int64]
    cells: NDArray[np.int16]
    costs: NDArray[np.float64]


@compiled
def _points(numbers: NDArray[np.float64], at: int, cells: NDArray[np.int16]) -> float:
    """Add up what a split earns."""
    points = 0.0
    for k in range(3):
        if cells[k] >= 0:
            points += numbers[at + cells[k]] if k < 2 else -numbers[at + cells[k]]
    return points


@kernel
def _gather_kernel(
    p: NDArray[np.float64],
    key: np.uint64,
    reject_faces: int,
    reject_marks: int,
    tables: SplitTables,
    phase: NDArray[np.int64],
    numbers: NDArray[np.float64],
    by_card: bool,
    decisions: Decisions,
) -> None:
    marks, rejects = np.zeros(13, dtype=np.int64), np.zeros(7, dtype=np.int64)
    row, n, game = 0, len(decisions.n_splits), 0
    while row < n:
        start, gamma = open_stream(key, game)
        game += 1
        marks[:] = 0
        rejects[:] = 0
        for roll in range(MAX_ROLLS):
            mask, n_open, filled = 0, 0, 0
            for face in range(1, 7):
                filled += rejects[face]
                if rejects[face] > 0:
                    mask |= 1 << (face - 1)
                    n_open += 1
            allowed = mask if n_open == reject_faces else ALL_FACES
            outcome = bounded(draw(start, gamma, roll), N_OUTCOMES)
            packed = tables.listing[allowed * N_MULTISETS + tables.multiset[outcome]]
            first, count, free = packed >> 5, (packed >> 1) & 15, packed & 1
            best = 0
            for i in range(count):
                face = int(tables.reject[first + i])
                low, high = int(tables.low[first + i]), int(tables.high[first + i])
                value = worth(p, value_split(p, marks, rejects, (face, low, high), free))
                decisions.costs[row, i] = value
                if value > decisions.costs[row, best]:
                    best = i
                again = 1 if low == high else 0
                cells = decisions.cells[row, i]
                cells[0] = abs(low - 7) * N_MARKS + marks[low] if marks[low] < N_MARKS else -1
                cells[1] = -1
                if marks[high] + again < N_MARKS:
                    cells[1] = abs(high - 7) * N_MARKS + marks[high] + again
                cells[2] = -1
                if free == 0:
                    cells[2] = 62 + min(rejects[face], 7)
                    if rejects[face] == 0:
                        cells[2] = 60 + (abs(2 * face - 7) - 1) // 2
            highest = decisions.costs[row, best]
            for i in range(count):
                decisions.costs[row, i] = highest - decisions.costs[row, i]
            if by_card:
                best, most = 0, -1e300
                for i in range(count):
                    points = _points(numbers, phase[filled] * BLOCK, decisions.cells[row, i])
                    if points > most:
                        best, most = i, points
            decisions.n_splits[row], decisions.filled[row] = count, filled
            row += 1
            noise = draw_noise(start, gamma, 0, roll)
            split = first + best
            if bounded(noise, RANDOM_IN) == 0:
                split = first + bounded(noise << np.uint64(16), count)
            marks[tables.low[split]] += 1
            marks[tables.high[split]] += 1
            if row == n:
                break
            if free == 0:
                rejects[tables.reject[split]] += 1
                if rejects[tables.reject[split]] >= reject_marks:
                    break


@compiled
def _expected_cost(
    numbers: NDArray[np.float64],
    phase: NDArray[np.int64],
    decisions: Decisions,
    first: int,
    stop: int,
    sharpness: float,
    slope: NDArray[np.float64],
) -> float:
    """Add up expected costs of some decisions, and their slope in the numbers."""
    total, points = 0.0, np.zeros(MOST_SPLITS)
    for row in range(first, stop):
        at, count = phase[decisions.filled[row]] * BLOCK, decisions.n_splits[row]
        largest = -1e300
        for i in range(count):
            points[i] = sharpness * _points(numbers, at, decisions.cells[row, i])
            largest = max(largest, points[i])
        whole = 0.0
        for i in range(count):
            points[i] = exp(points[i] - largest)
            whole += points[i]
        cost = 0.0
        for i in range(count):
            points[i] /= whole
            cost += points[i] * decisions.costs[row, i]
        total += cost
        for i in range(count):
            push = points[i] * (decisions.costs[row, i] - cost) * sharpness
            cells = decisions.cells[row, i]
            for k in range(3):
                if cells[k] >= 0:
                    slope[at + cells[k]] += push if k < 2 else -push
    return total


def gather(
    value: LearnedValue,
    n: int,
    seed: int,
    phase: NDArray[np.int64],
    numbers: NDArray[np.float64] | None = None,
) -> Decisions:
    """Note `n` decisions of the learned player, or of a card, with what every split costs."""
    rules = value.rules
    decisions = Decisions(
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        np.full((n, MOST_SPLITS, 3), -1, dtype=np.int16),
        np.zeros((n, MOST_SPLITS)),
    )
    looked_up = search_numbers(value.numbers, rules.reject_faces)
    key = np.uint64(seed_key(np.uint64(check_seed(seed))))
    card = np.zeros(3 * BLOCK) if numbers is None else numbers
    _gather_kernel(
        looked_up, key, rules.reject_faces, rules.reject_marks, split_tables(), phase, card,
        numbers is not None, decisions,
    )  # fmt: skip
    return decisions


def distil(
    value: LearnedValue,
    *,
    middle: int = 6,
    late: int = 12,
    decisions: int = 200_000,
    rounds: int = 6,
    steps: int = 300,
    seed: int = 0,
) -> dict[str, Any]:
    """Find the numbers of a card.

    Parameters
    ----------
    value : LearnedValue
        Whose judgement the card is to follow.
    middle, late : int
        Reject marks from which the middle and the late numbers count.
    decisions : int
        How many are added in each round.
    rounds : int
        The first sees decisions of the learned player, each other those of the card so far.
    steps : int
        Of gradient descent in each round.
    seed : int
        Round *i* plays games of ``seed + i``.

    Returns
    -------
    dict of str to int or tuple of int
        Parameters of the policy ``card``.
    """
    phase = np.array([int(f >= middle) + int(f >= late) for f in range(MOST_FILLED)])
    numbers = np.zeros(3 * BLOCK)
    seen: list[Decisions] = []
    for round_ in range(rounds):
        card = numbers if round_ else None
        seen.append(gather(value, decisions, seed + round_, phase, card))
        _descend(numbers, phase, seen, steps, last=round_ == rounds - 1)
    return card_parameters(numbers * LARGEST / np.abs(numbers).max(), middle, late)


def _descend(
    numbers: NDArray[np.float64],
    phase: NDArray[np.int64],
    seen: list[Decisions],
    steps: int,
    *,
    last: bool,
) -> None:
    """Bring the expected cost down; the last time with ever smaller steps."""
    first_moment, second_moment = np.zeros_like(numbers), np.zeros_like(numbers)
    scale = float(seen[0].costs.sum() / max(seen[0].n_splits.sum(), 1))
    n = len(seen[0].n_splits)
    for step in range(steps):
        slope, size = np.zeros_like(numbers), 0
        for decisions in seen:
            first = step * _BATCH % n
            stop = min(first + _BATCH, n)
            _expected_cost(numbers, phase, decisions, first, stop, 1.0, slope)
            size += stop - first
        slope /= scale * size
        first_moment = 0.9 * first_moment + 0.1 * slope
        second_moment = 0.99 * second_moment + 0.01 * slope**2
        rate = 0.2 * (1 - 0.95 * step / steps) if last else 0.2
        size_of = np.sqrt(second_moment / (1 - 0.99 ** (step + 1))) + 1e-9
        numbers -= rate * first_moment / (1 - 0.9 ** (step + 1)) / size_of
