r"""How often the best play of Solitaire Dice can reach the target at most.

A clairvoyant pays for what he knows, as in :mod:`simulators.solitaire_dice.bound`, by the ceiling H of
:mod:`simulators.solitaire_dice.relaxed` itself: the relaxed game has the recurrence
:math:`H(x) = \mathrm E_m\, Q(x, m)`, with Q(x, m) the best that the *relaxed* player makes of roll m.
So

.. math:: \mathrm E[\text{outcome}] \le H(x_0) + \mathrm E\Bigl[ \sum_{t < s} \bigl( H(x_{t+1}) -
          Q(x_t, m_{t+1}) \bigr) \Bigr],

where H of a full sheet is 1 or 0. No term is above 0, so the bound is never above H(x_0). A sheet that
is cut from the search is credited with H, as there.

A learned guess, which brings the mean down so far, doesn't help here: late in a game H stays near 1 on
sheets that are as good as lost, for it forgives sums that stay below par and lets others grow beyond
the cap, and what is credited at sheets that are cut then decides every game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.solitaire_dice.boundable import check_boundable
from simulators.solitaire_dice.game_graph import (
    ENDS,
    FREE,
    N_PAIRS,
    Rolls,
    SheetGraph,
    rolls_table,
    sheet_graph,
)
from simulators.solitaire_dice.kernels import N_OUTCOMES
from simulators.solitaire_dice.mirrored import open_set_flips
from simulators.solitaire_dice.one_roll import MOST_SPLITS
from simulators.solitaire_dice.relaxed import relaxed_values
from simulators.solitaire_dice.relaxed_kernels import Relaxation
from simulators.solitaire_dice.rules import MAX_ROLLS, N_SUMS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.sheet_keys import (
    MARKS_BITS,
    SHEET_AT,
    add_mark,
    find_place,
    read_marks,
)
from simulators.solitaire_dice.side_by_side import play_in_parts
from simulators.solitaire_dice.splits import split_tables
from simulators.streams import bounded, draw, open_stream, seed_key


def counted_bounds(
    rules: SolitaireDiceRules,
    seed: int,
    first_game: int,
    n_games: int,
    *,
    width: int,
    workers: int = 1,
) -> NDArray[np.float64]:
    """Bound games one by one; the mean is the bound.

    Parameters
    ----------
    rules : SolitaireDiceRules
    seed, first_game, n_games : int
        Which games: their dice are those of any simulation with this seed.
    width : int
        Sheets followed at each roll.
    workers : int
        Threads; the figures are the same for any number.

    Returns
    -------
    ndarray of float64, shape (n_games,)
        No more than the relaxed game's value.

    Raises
    ------
    ValueError
        For rules that can't be bounded, see
        :func:`~simulators.solitaire_dice.boundable.check_boundable`.
    """
    relaxed = relaxed_values(rules, workers)
    worth = np.array([[rules.worth(s, m) for m in range(16)] for s in SUMS], dtype=np.float64)
    found = np.zeros(n_games)

    def some(part: NDArray[np.int64]) -> None:
        _bound_kernel(
            np.uint64(seed_key(np.uint64(seed))), first_game + part, rolls_table(),
            sheet_graph(rules.reject_faces, rules.reject_marks), relaxed.relaxation, relaxed.row,
            relaxed.flipped, open_set_flips(), relaxed.values, split_tables().multiset, worth,
            check_boundable(rules), float(rules.winning_score), width, found[part[0] : part[-1] + 1],
        )  # fmt: skip

    play_in_parts(n_games, workers, some)
    return relaxed.start + np.minimum(found, 0.0)


@compiled
def _marked(relaxation: Relaxation, sum_: int, is_open: bool, lane: int, lanes: int) -> int:
    """Return the counter after one mark in the relaxed game."""
    if is_open:
        return int(max(lane - relaxation.closer[sum_], 0))
    if lane == 0:
        return 0
    return int(min(max(lane + relaxation.opening[sum_], 0), lanes - 1))


@compiled
def _read(
    relaxation: Relaxation, key: np.uint64, lanes: int, marks: NDArray[np.int64]
) -> tuple[int, int]:
    """Read a sheet: set of opened sums and counter; `marks` is filled in."""
    opened, lane = 0, relaxation.base
    read_marks(key, marks)
    for sum_ in range(N_SUMS):
        if marks[sum_] > 0:
            opened |= 1 << sum_
            lane += relaxation.counted[sum_, marks[sum_]]
    return opened, min(max(lane, 0), lanes - 1)


@kernel
def _bound_kernel(
    key: np.uint64,
    games: NDArray[np.int64],
    rolls: Rolls,
    graph: SheetGraph,
    relaxation: Relaxation,
    row: NDArray[np.int64],
    flipped: NDArray[np.bool_],
    flips: NDArray[np.int64],
    values: NDArray[np.float32],
    multiset: NDArray[np.uint8],
    worth: NDArray[np.float64],
    cap: int,
    target: float,
    width: int,
    found: NDArray[np.float64],
) -> None:
    """Write what the clairvoyant loses at least in each game, against the relaxed value."""
    lanes = values.shape[2]
    size = 64
    while size < 2 * MOST_SPLITS * width:
        size *= 2
    keys, sums = np.zeros(width, dtype=np.uint64), np.zeros(width)
    table_keys, table_sums = np.zeros(size, dtype=np.uint64), np.zeros(size)
    taken = np.zeros(size, dtype=np.bool_)
    places = np.zeros(MOST_SPLITS * width, dtype=np.int64)
    marks, after_marks = np.zeros(N_SUMS, dtype=np.int64), np.zeros(N_SUMS, dtype=np.int64)
    bits = np.uint64(MARKS_BITS)
    for at in range(games.size):
        start, gamma = open_stream(key, games[at])
        keys[0], sums[0], n_keys = np.uint64(0), 0.0, 1
        best = -np.inf
        for number in range(MAX_ROLLS):
            roll = multiset[bounded(draw(start, gamma, number), N_OUTCOMES)]
            n_places = 0
            for node in range(n_keys):
                sheet = np.int64(keys[node] >> np.uint64(SHEET_AT))
                opened, lane = _read(relaxation, keys[node], lanes, marks)
                allowed = graph.allowed[sheet]
                first, stop = rolls.first[allowed, roll], rolls.first[allowed, roll + 1]
                relaxed = -np.inf
                for place in range(first, stop):
                    face, pair = rolls.slots[place] // N_PAIRS, rolls.slots[place] % N_PAIRS
                    low, high = rolls.low[pair], rolls.high[pair]
                    after = sheet if face == FREE else graph.after[sheet, face]
                    source = relaxation.ending
                    if after != ENDS:
                        reached = opened | 1 << low | 1 << high
                        reached = flips[reached] if flipped[after] else reached
                        source = values[row[after], reached]
                    is_open = opened >> low & 1 == 1
                    at_lane = _marked(relaxation, low, is_open, lane, lanes)
                    is_open = (opened | 1 << low) >> high & 1 == 1
                    at_lane = _marked(relaxation, high, is_open, at_lane, lanes)
                    relaxed = max(relaxed, source[at_lane])
                for place in range(first, stop):
                    face, pair = rolls.slots[place] // N_PAIRS, rolls.slots[place] % N_PAIRS
                    low, high = rolls.low[pair], rolls.high[pair]
                    after = sheet if face == FREE else graph.after[sheet, face]
                    child = add_mark(add_mark(keys[node] & bits, low, cap), high, cap)
                    reached, after_lane = _read(relaxation, child, lanes, after_marks)
                    if after == ENDS:
                        value = 0.0
                        for sum_ in range(N_SUMS):
                            value += worth[sum_, after_marks[sum_]]
                        value = 1.0 if value >= target else 0.0
                        best = max(best, sums[node] + value - relaxed)
                        continue
                    reached = flips[reached] if flipped[after] else reached
                    value = values[row[after], reached, after_lane]
                    total = sums[node] + value - relaxed
                    child |= np.uint64(after) << np.uint64(SHEET_AT)
                    spot = find_place(taken, table_keys, child)
                    if not taken[spot]:
                        taken[spot] = True
                        table_keys[spot], table_sums[spot] = child, total
                        places[n_places] = spot
                        n_places += 1
                    else:
                        table_sums[spot] = max(table_sums[spot], total)
            # Whom to follow on is decided by the sums so far, and so by the rolls so far.
            least = -np.inf
            if n_places > width:
                least = np.partition(table_sums[places[:n_places]], n_places - width)[
                    n_places - width
                ]
            n_keys = 0
            for i in range(n_places):
                spot = places[i]
                taken[spot] = False
                total = table_sums[spot]
                if total >= least and total > best and n_keys < width and number < MAX_ROLLS - 1:
                    keys[n_keys], sums[n_keys] = table_keys[spot], total
                    n_keys += 1
                else:
                    best = max(best, total)
            if n_keys == 0:
                break
        found[at] = best
