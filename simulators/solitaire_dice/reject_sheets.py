"""Number the reject sheets that a game can go on from, and say how long it can still last.

Under Sackson's rules 7,638 reject sheets are live: no more than three open faces, each with one to
seven marks. A learned value looks most things up by this number. Rules with more or longer reject
columns have more sheets; their counts are then told apart in coarser steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from simulators.dice import multisets, n_ways
from simulators.solitaire_dice.rules import SolitaireDiceRules
from simulators.solitaire_dice.splits import ALL_FACES, N_DICE

#: More sheets than this are told apart in coarser steps.
MOST_SHEETS = 12_000
#: Counts of reject marks that :attr:`RejectSheets.levels` lists; the longest column has 40.
N_COUNTS = 48

Levels = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class RejectSheets:
    """The live reject sheets of some rules.

    A sheet's number is ``offsets[set of open faces]`` plus the levels of its faces, each less one,
    as the digits of a number to the base `n_levels`, the lowest face first.

    Attributes
    ----------
    n_levels : int
        Levels that an open face can have, 1 to `n_levels`; the counts themselves where they are few.
    levels : ndarray of int64, shape (N_COUNTS,)
        Level of each count of reject marks; 0 for none.
    offsets : ndarray of int64, shape (64,)
        Number of the first sheet with a set of open faces (bit ``face - 1``), -1 if none is legal.
    sheets : tuple of tuple of int
        Levels of the faces 1 to 6 of each sheet, by its number.
    open_faces : ndarray of int64, shape (n,)
        Set of open faces of each sheet.
    mirror : ndarray of int64, shape (n,)
        The sheet with each face f turned into 7 - f.
    rolls_left : ndarray of float64, shape (n,)
        Expected rolls to the end, the last one included, of a player who only wants to go on.
    """

    n_levels: int
    levels: NDArray[np.int64]
    offsets: NDArray[np.int64]
    sheets: tuple[Levels, ...]
    open_faces: NDArray[np.int64]
    mirror: NDArray[np.int64]
    rolls_left: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.sheets)


def _faces(mask: int) -> list[int]:
    return [face for face in range(6) if mask >> face & 1]


def _n_levels(rules: SolitaireDiceRules) -> int:
    """Return how many levels an open face gets, so that there are at most `MOST_SHEETS`."""
    sizes = [len(_faces(mask)) for mask in range(ALL_FACES + 1)]
    n_levels = rules.reject_marks - 1
    while n_levels > 1 and _n_sheets(sizes, n_levels, rules.reject_faces) > MOST_SHEETS:
        n_levels -= 1
    return n_levels


def _n_sheets(sizes: list[int], n_levels: int, most_faces: int) -> int:
    return sum(n_levels**size for size in sizes if size <= most_faces)


@lru_cache(maxsize=16)
def reject_sheets(reject_faces: int, reject_marks: int) -> RejectSheets:
    """List the live reject sheets.

    Examples
    --------
    >>> sheets = reject_sheets(3, 8)
    >>> len(sheets), round(float(sheets.rolls_left[0]), 2)
    (7638, 21.67)
    """
    rules = SolitaireDiceRules(reject_faces=reject_faces, reject_marks=reject_marks)
    n_levels = _n_levels(rules)
    last = max(reject_marks - 1, 1)
    levels = [0] + [1 + (min(count, last) - 1) * n_levels // last for count in range(1, N_COUNTS)]
    offsets = np.full(ALL_FACES + 1, -1, dtype=np.int64)
    sheets: list[Levels] = []
    for mask in range(ALL_FACES + 1):
        faces = _faces(mask)
        if len(faces) > reject_faces:
            continue
        offsets[mask] = len(sheets)
        for digits in product(range(1, n_levels + 1), repeat=len(faces)):
            row = [0] * 6
            for face, level in zip(faces, reversed(digits), strict=True):
                row[face] = level
            sheets.append(tuple(row))
    number = {sheet: index for index, sheet in enumerate(sheets)}
    return RejectSheets(
        n_levels,
        np.array(levels, dtype=np.int64),
        offsets,
        tuple(sheets),
        np.array([sum(1 << face for face in range(6) if s[face]) for s in sheets], dtype=np.int64),
        np.array([number[sheet[::-1]] for sheet in sheets], dtype=np.int64),
        _rolls_left(sheets, number, reject_faces, last / max(n_levels, 1)),
    )


def _rolls_left(
    sheets: list[Levels],
    number: dict[Levels, int],
    reject_faces: int,
    counts_per_level: float,
) -> NDArray[np.float64]:
    """Solve the game of lasting as long as possible, from the fullest sheets back.

    With ``V`` the expected rolls left and ``q`` the chance of a free roll,
    ``V = (1 + sum over the other rolls of P(roll) * max over the faces of V(next)) / (1 - q)``.
    A level that stands for several counts lasts as many rolls.
    """
    chance = np.zeros(ALL_FACES + 1)
    for counts in multisets(N_DICE):
        chance[sum(1 << face for face in range(6) if counts[face])] += n_ways(counts) / 6**N_DICE
    found = np.zeros(len(sheets))
    for index in sorted(range(len(sheets)), key=lambda i: -sum(sheets[i])):
        sheet = sheets[index]
        opened = [face for face in range(6) if sheet[face]]
        usable = opened if len(opened) == reject_faces else range(6)
        after = []
        for face in usable:
            raised = (*sheet[:face], sheet[face] + 1, *sheet[face + 1 :])
            after.append((found[number[raised]] if raised in number else 0.0, face))
        total, left = 0.0, chance.copy()
        left[0] = 0.0
        masks = np.arange(ALL_FACES + 1)
        for value, face in sorted(after, reverse=True):
            shown = masks >> face & 1 == 1
            total += value * left[shown].sum()
            left[shown] = 0.0
        found[index] = (counts_per_level + total) / (1.0 - left.sum())
    return found
