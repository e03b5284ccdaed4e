r"""The best possible play of short games, by dynamic programming over every state.

With x a sheet before its next roll (marks, reject marks), the best expected outcome is

.. math:: V(x) = \sum_m p_m \max_a V(x + a), \qquad V(\text{full sheet}) = g(\text{score}),

m over the 252 rolls, a over the legal splits, g the score itself (``mean``) or whether it wins
(``win``). Marks beyond the cap change nothing, so they aren't counted, and marks and reject marks only
grow: states are solved from the last back. One loop remains. On a free roll the reject sheet stays as
it is, and two marks on sums that are full leave the state as it was; V(x) then stands on both sides.
The least fixed point is found by policy iteration: V follows from the set of rolls on which the player
stays, the set from V, until nothing changes; no series is cut off.

The published game has some 3e11 sheets of marks for each of 7,638 reject sheets. A game that ends
within a few rolls has few enough: ``reject_faces=6, reject_marks=2`` lasts seven rolls at most and is
otherwise the whole game, with 1.3 million states for Sackson's scores.

References
----------
R. A. Howard, *Dynamic Programming and Markov Processes*, 1960 (policy iteration).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.solitaire_dice.game_graph import (
    BARRED,
    ENDS,
    FREE,
    N_PAIRS,
    N_ROLLS,
    N_SLOTS,
    Rolls,
    SheetGraph,
    best_of,
    count_sheets,
    is_free,
    live_sheets,
    rolls_table,
    sheet_graph,
)
from simulators.solitaire_dice.rules import N_SUMS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.splits import ALL_FACES

#: More states than this aren't solved: about a minute on one core, and 100 MB.
MOST_STATES = 12_000_000
#: Marks of one sum take four bits of a state's key.
BITS, MOST_MARKS = 4, 15
OBJECTIVES = ("mean", "win")

_ADD = np.array([1 << BITS * index for index in range(N_SUMS)], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class ExactValues:
    """The best possible outcome from every sheet of a short game.

    Attributes
    ----------
    rules : SolitaireDiceRules
    objective : str
        ``mean`` (points) or ``win`` (probability).
    keys : tuple of ndarray of int64
        For each number of reject marks, the sheets of marks that are solved, ascending: marks, up to
        the cap, of sum s are bits ``4 * (s - 2)`` and on.
    values : tuple of ndarray of float64, shape (reject sheets, sheets of marks)
    """

    rules: SolitaireDiceRules
    objective: str
    keys: tuple[NDArray[np.int64], ...]
    values: tuple[NDArray[np.float64], ...]

    @property
    def start(self) -> float:
        """Value of the empty sheet."""
        return float(self.values[0][0, 0])

    @property
    def n_states(self) -> int:
        return sum(values.size for values in self.values)

    def value(self, marks: Sequence[int], rejects: Sequence[int]) -> float:
        """Return the value of a sheet before its next roll, or of a full one.

        Parameters
        ----------
        marks : sequence of int
            Marks of each sum, indexed by the sum: ``marks[2]`` to ``marks[12]``.
        rejects : sequence of int
            Marks of each reject face, indexed by the face: ``rejects[1]`` to ``rejects[6]``.

        Raises
        ------
        ValueError
            For a sheet that no game leads to.
        """
        rules = self.rules
        if max(rejects[1:7]) >= rules.reject_marks:
            score = sum(rules.worth(sum_, marks[sum_]) for sum_ in SUMS)
            return float(score) if self.objective == "mean" else float(rules.is_win(score))
        layer = sum(rejects[1:7])
        known = _rows_of(rules.reject_faces, rules.reject_marks)
        cap = _cap(rules)
        key = sum(int(step) * min(marks[sum_], cap) for sum_, step in zip(SUMS, _ADD, strict=True))
        at = int(np.searchsorted(self.keys[layer], key))
        sheet = tuple(rejects[1:7])
        if sheet not in known or at == len(self.keys[layer]) or self.keys[layer][at] != key:
            raise ValueError("no game of these rules leads to this sheet")
        return float(self.values[layer][known[sheet], at])


def _cap(rules: SolitaireDiceRules) -> int:
    return rules.cap_marks if rules.cap_marks is not None else MOST_MARKS + 1


def _layer_sheets(rules: SolitaireDiceRules) -> list[list[tuple[int, ...]]]:
    """Group the live reject sheets by their marks."""
    sheets = live_sheets(rules.reject_faces, rules.reject_marks)
    layers: list[list[tuple[int, ...]]] = [[] for _ in range(sum(sheets[-1]) + 1)]
    for sheet in sheets:
        layers[sum(sheet)].append(sheet)
    return layers


@lru_cache(maxsize=4)
def _rows_of(reject_faces: int, reject_marks: int) -> dict[tuple[int, ...], int]:
    """Give each live reject sheet its number within its layer."""
    rows: dict[tuple[int, ...], int] = {}
    seen: Counter[int] = Counter()
    for sheet in live_sheets(reject_faces, reject_marks):
        rows[sheet] = seen[sum(sheet)]
        seen[sum(sheet)] += 1
    return rows


def _count_marks(most: int, cap: int, exactly: bool) -> int:
    """Count the sheets of marks after `most` marks, or after that many and any more."""
    ways = [1] + [0] * (N_SUMS * cap)
    below = [1] + [0] * (N_SUMS * cap)  # no sum at the cap
    for _ in range(N_SUMS):
        ways = [sum(ways[max(0, i - cap) : i + 1]) for i in range(len(ways))]
        below = [sum(below[max(0, i - cap + 1) : i + 1]) for i in range(len(below))]
    if exactly:
        full = sum(ways[: most + 1]) - sum(below[: most + 1])
        return int(full + (below[most] if most < len(below) else 0))
    return sum(ways) - sum(below) + sum(below[most::2])


def estimate_states(rules: SolitaireDiceRules) -> int:
    """Count the states that a solver has to go through, without listing them.

    It is a ceiling: every sheet of marks that so many rolls can leave counts, for every reject sheet
    with so many marks.
    """
    cap = _cap(rules)
    if count_sheets(rules.reject_faces, rules.reject_marks) > 100_000:
        return int((cap + 1) ** N_SUMS * count_sheets(rules.reject_faces, rules.reject_marks))
    return sum(
        len(sheets) * _count_marks(2 * rolls, cap, not _has_free(rules, rolls))
        for rolls, sheets in enumerate(_layer_sheets(rules))
    )


def _has_free(rules: SolitaireDiceRules, rolls: int) -> bool:
    """Tell whether there are free rolls after so many others: with all reject faces open."""
    return rules.reject_faces < 6 and rolls >= rules.reject_faces


def check_solvable(rules: SolitaireDiceRules) -> None:
    """Refuse rules whose states are too many.

    Raises
    ------
    ValueError
        Saying how many there are, and what bounds the best play of such a game.
    """
    states = estimate_states(rules)
    if states > MOST_STATES:
        raise ValueError(
            f"these rules of solitaire-dice lead to up to {states:.2g} states, and at most "
            f"{MOST_STATES:,} can be solved: set reject_marks and reject_faces for a shorter game, "
            "or see `dicelab bound solitaire-dice` for how good any play can be"
        )
    longest = 2 * (len(_layer_sheets(rules)) + 1)
    if rules.cap_marks is None and (rules.reject_faces < 6 or longest > MOST_MARKS):
        raise ValueError(
            "switch cap_marks must not be none to solve these rules: free rolls would add marks "
            "without end"
        )
    if rules.cap_marks is not None and rules.cap_marks > MOST_MARKS and longest > MOST_MARKS:
        raise ValueError(f"switch cap_marks must be at most {MOST_MARKS} to solve these rules")


def _one_more(keys: NDArray[np.int64], cap: int) -> NDArray[np.int64]:
    """List the sheets with one mark more, on any sum; a full sum stays as it is."""
    found = [keys[:0]]
    for index, step in enumerate(_ADD):
        marks = keys >> BITS * index & MOST_MARKS
        found.append(keys + np.where(marks < cap, step, 0))
    return np.unique(np.concatenate(found))


def _layer_keys(rules: SolitaireDiceRules) -> list[NDArray[np.int64]]:
    cap, keys, layers = _cap(rules), np.zeros(1, dtype=np.int64), []
    for rolls in range(len(_layer_sheets(rules))):
        if rolls:
            keys = _one_more(_one_more(keys, cap), cap)
        while _has_free(rules, rolls):
            wider = np.union1d(keys, _one_more(_one_more(keys, cap), cap))
            if wider.size == keys.size:
                break
            keys = wider
        layers.append(keys)
    return layers


@lru_cache(maxsize=4)
def exact_values(rules: SolitaireDiceRules, objective: str = "mean") -> ExactValues:
    """Solve a short game.

    Parameters
    ----------
    rules : SolitaireDiceRules
    objective : str
        ``mean``, the expected score, or ``win``, the chance to reach the target.

    Raises
    ------
    ValueError
        If there are more than `MOST_STATES` states.

    Examples
    --------
    One roll ends the game; a doubled sum costs the penalty once, two sums twice:

    >>> rules = SolitaireDiceRules(reject_marks=1)
    >>> round(exact_values(rules).start, 4)
    -258.642
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective must be mean or win, not {objective!r}")
    check_solvable(rules)
    cap = min(_cap(rules), MOST_MARKS)
    worth = np.array([[rules.worth(s, m) for m in range(MOST_MARKS + 1)] for s in SUMS], float)
    target = rules.winning_score
    graph = sheet_graph(rules.reject_faces, rules.reject_marks)
    keys = _layer_keys(rules)
    first = np.searchsorted(graph.marks, np.arange(len(keys) + 1))
    values: list[NDArray[np.float64]] = [np.empty((0, 0))] * len(keys)
    after_keys, after_values = np.zeros(0, dtype=np.int64), np.zeros((0, 0))
    for layer in range(len(keys) - 1, -1, -1):
        here = np.zeros((first[layer + 1] - first[layer], keys[layer].size))
        _solve_layer(
            rolls_table(), graph, first[layer], keys[layer], here, first[layer + 1],
            _index_of(after_keys), after_keys, after_values, _index_of(keys[layer]),
            worth, cap, objective == "win", float(target),
        )  # fmt: skip
        values[layer] = here
        after_keys, after_values = keys[layer], here
    return ExactValues(rules, objective, tuple(keys), tuple(values))


def _index_of(keys: NDArray[np.int64]) -> NDArray[np.int32]:
    """Build an open-addressing hash table: places hold indices into `keys`, or -1."""
    size = 8
    while size < 2 * keys.size:
        size *= 2
    table = np.full(size, -1, dtype=np.int32)
    _fill_index(keys, table)
    return table


@compiled
def _place(key: int, size: int) -> int:
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64((mixed ^ (mixed >> np.uint64(32))) & np.uint64(size - 1))  # type: ignore[return-value]


@kernel
def _fill_index(keys: NDArray[np.int64], table: NDArray[np.int32]) -> None:
    for index in range(keys.size):
        place = _place(keys[index], table.size)
        while table[place] >= 0:
            place = (place + 1) & (table.size - 1)
        table[place] = index


@compiled
def _find(key: int, keys: NDArray[np.int64], table: NDArray[np.int32]) -> int:
    place = _place(key, table.size)
    while table[place] >= 0 and keys[table[place]] != key:
        place = (place + 1) & (table.size - 1)
    return int(table[place])


@compiled
def _marked(key: int, low: int, high: int, cap: int) -> int:
    """Mark two sums in a key; a full sum stays as it is."""
    for index in (low, high):
        if key >> BITS * index & MOST_MARKS < cap:
            key += 1 << BITS * index
    return key


@kernel
def _solve_layer(
    rolls: Rolls,
    graph: SheetGraph,
    first_sheet: int,
    keys: NDArray[np.int64],
    values: NDArray[np.float64],
    first_after: int,
    after_index: NDArray[np.int32],
    after_keys: NDArray[np.int64],
    after_values: NDArray[np.float64],
    index: NDArray[np.int32],
    worth: NDArray[np.float64],
    cap: int,
    is_win: bool,
    target: float,
) -> None:
    """Fill `values` for the reject sheets with one number of marks, from the fullest marks down."""
    lays = np.empty(N_SLOTS)
    ends = np.empty(N_PAIRS)
    after = np.empty(N_PAIRS, dtype=np.int64)
    free_best = np.empty(N_ROLLS)
    for at in range(keys.size - 1, -1, -1):
        for pair in range(N_PAIRS):
            key = _marked(keys[at], rolls.low[pair], rolls.high[pair], cap)
            score = 0.0
            for sum_ in range(N_SUMS):
                score += worth[sum_, key >> BITS * sum_ & MOST_MARKS]
            ends[pair] = score
            if is_win:
                ends[pair] = 1.0 if score >= target else 0.0
            after[pair] = _find(key, after_keys, after_index) if after_keys.size else -1
        for row in range(values.shape[0]):
            allowed = graph.allowed[first_sheet + row]
            for face in range(6):
                sheet = graph.after[first_sheet + row, face]
                if sheet == BARRED:
                    continue
                for pair in range(N_PAIRS):
                    if sheet == ENDS:
                        lays[face * N_PAIRS + pair] = ends[pair]
                    else:
                        lays[face * N_PAIRS + pair] = after_values[sheet - first_after, after[pair]]
            total = 0.0
            if allowed != ALL_FACES:
                for pair in range(N_PAIRS):
                    key = _marked(keys[at], rolls.low[pair], rolls.high[pair], cap)
                    stays = key == keys[at]
                    lays[FREE * N_PAIRS + pair] = (
                        np.inf if stays else values[row, _find(key, keys, index)]
                    )
            n_free = 0
            for roll in range(N_ROLLS):
                if is_free(rolls, allowed, roll):
                    n_free += 1
                else:
                    total += rolls.chance[roll] * best_of(rolls, allowed, roll, lays)
            if n_free:
                total = _with_free_rolls(rolls, allowed, lays, total, free_best)
            values[row, at] = total


@compiled
def _with_free_rolls(
    rolls: Rolls,
    allowed: int,
    lays: NDArray[np.float64],
    others: float,
    best: NDArray[np.float64],
) -> float:
    """Solve ``V = others + sum of p * max(b, V)`` over the free rolls; infinity marks "can stay"."""
    for roll in range(N_ROLLS):
        best[roll] = np.nan
        if is_free(rolls, allowed, roll):
            found = -np.inf
            for i in range(rolls.first[allowed, roll], rolls.first[allowed, roll + 1]):
                value = lays[rolls.slots[i]]
                if value < np.inf:
                    found = max(found, value)
            best[roll] = found
    value = -np.inf
    while True:
        gained, staying = others, 0.0
        for roll in range(N_ROLLS):
            if np.isnan(best[roll]):
                continue
            can_stay = False
            for i in range(rolls.first[allowed, roll], rolls.first[allowed, roll + 1]):
                can_stay = can_stay or lays[rolls.slots[i]] == np.inf
            if can_stay and not best[roll] > value:
                staying += rolls.chance[roll]
            else:
                gained += rolls.chance[roll] * best[roll]
        better = gained / (1.0 - staying)
        if better <= value:
            return value
        value = better
