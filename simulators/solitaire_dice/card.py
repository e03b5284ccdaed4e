"""A strategy that fits on a card: whole numbers to add up for every split.

Each split earns points for its two marks, by the sum (its distance from 7) and the marks that the sum
has already, less points for its reject, by the marks of that face, or, where it opens a face, by the
face. The numbers change twice in a game, as the rejects fill up.

They were distilled from the learned player: chosen so that, over its games, what is lost by the card's
choices, in chances to win as the learned value judges them, is as little as possible, then rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.card_numbers import CARD_NUMBERS
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.values import Vector, integer

PHASES = ("early", "middle", "late")
N_MARKS = 10
N_PRICES = 7
N_FACES = 3
#: Reject marks that there can be, and some.
MOST_FILLED = 256

# Layout of the numbers: where the phases begin, then a block for each phase.
BLOCKS_AT = 2
BLOCK = 6 * N_MARKS + 3 + N_PRICES


def choose_by_card(sheet: Sheet, splits: Splits, p: Any) -> int:
    """Choose the split that earns most points, of equals the first.

    ``p[0]`` and ``p[1]`` are the reject marks from which the middle and the late numbers count; then,
    for each phase, points by distance from 7 and marks, prices by opened face, prices by marks.
    """
    filled = 0
    for face in range(1, 7):
        filled += sheet.rejects[face]
    at = 2
    if filled >= p[0]:
        at += 70
    if filled >= p[1]:
        at += 70
    best, best_points = 0, -1e300
    for i in range(splits.count):
        low, high = splits.low[i], splits.high[i]
        marks = sheet.marks[low]
        points = 0.0
        if marks < 10:
            points += p[at + abs(low - 7) * 10 + marks]
        marks = sheet.marks[high] + (low == high)
        if marks < 10:
            points += p[at + abs(high - 7) * 10 + marks]
        if not sheet.free:
            face = splits.reject[i]
            rejected = sheet.rejects[face]
            if rejected == 0:
                points -= p[at + 60 + (abs(2 * face - 7) - 1) // 2]
            else:
                points -= p[at + 62 + min(rejected, 7)]
        if points > best_points:
            best, best_points = i, points
    return best


assert (BLOCKS_AT, BLOCK, N_MARKS) == (2, 70, 10), "choose_by_card has the layout written into it"


def card_parameters(numbers: NDArray[np.float64], middle: int, late: int) -> dict[str, Any]:
    """Round three blocks of numbers to the parameters of a card."""
    found: dict[str, Any] = {"middle": middle, "late": late}
    for phase, block in zip(PHASES, np.rint(numbers).astype(int).reshape(3, BLOCK), strict=True):
        found[f"sums_{phase}"] = tuple(block[: 6 * N_MARKS].tolist())
        found[f"opening_{phase}"] = tuple(block[6 * N_MARKS : 6 * N_MARKS + N_FACES].tolist())
        found[f"rejects_{phase}"] = tuple(block[6 * N_MARKS + N_FACES :].tolist())
    return found


def _phase_parameters(phase: str) -> tuple[Parameter, ...]:
    number = integer(-1000, 1000)
    return (
        Parameter(
            f"sums_{phase}",
            Vector(number, 6 * N_MARKS, spread=False),
            CARD_NUMBERS[f"sums_{phase}"],
            f"{phase}: points for a mark, by the sum's distance from 7, then by its marks, 0 to 9",
        ),
        Parameter(
            f"opening_{phase}",
            Vector(number, N_FACES, spread=False),
            CARD_NUMBERS[f"opening_{phase}"],
            f"{phase}: price of opening reject face 3 or 4, 2 or 5, 1 or 6",
        ),
        Parameter(
            f"rejects_{phase}",
            Vector(number, N_PRICES, spread=False),
            CARD_NUMBERS[f"rejects_{phase}"],
            f"{phase}: price of one more mark on a reject face that has 1 to 7",
        ),
    )


CARD = PolicyFamily(
    "card",
    "add up whole numbers from a card: points for the marks, a price for the reject",
    "ours; distilled from the learned player, see simulators/solitaire_dice/distil.py",
    {
        "choose": Decision(
            choose_by_card,
            (
                "middle",
                "late",
                *(f"{part}_{p}" for p in PHASES for part in ("sums", "opening", "rejects")),
            ),
        )
    },
    (
        *(parameter for phase in PHASES for parameter in _phase_parameters(phase)),
        Parameter(
            "middle",
            integer(0, MOST_FILLED),
            CARD_NUMBERS["middle"],
            "reject marks from which the middle numbers count",
        ),
        Parameter(
            "late",
            integer(0, MOST_FILLED),
            CARD_NUMBERS["late"],
            "reject marks from which the late numbers count",
        ),
    ),
)
