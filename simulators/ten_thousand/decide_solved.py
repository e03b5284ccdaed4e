"""The plain functions that solved policies decide with: they look values up in one table.

The table, a flat sequence of numbers, starts with ``unit, step, shift, rows, busts, optional, exact``
(see :mod:`~simulators.ten_thousand.solved_tables`). A turn is found by what the player needs and by
turns lost in a row; its head at ``8 + 24 * turn`` says where its rows start, how many there are, the
least counter that may be banked, and the straight lines that go on beyond its rows. A row has, by dice
left 0 to 5, what rolling is worth, and then what banking is.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.ten_thousand.state import SetAsideOptions, TurnState

Numbers = Sequence[float]


def bank_by_table(state: TurnState, p: Numbers) -> bool:
    """Bank where it is worth no less than rolling."""
    if state.counter >= state.wins_at:
        return True
    turn = min((state.need + p[2]) // p[1], p[3] - 1)
    head = int(8 + 24 * (turn * p[4] + min(state.busts, p[4] - 1)))
    left = state.dice % 6
    row = int(state.counter // p[0])
    if row < p[head + 1]:
        at = int(p[head]) + 7 * row
        return p[at + 6] >= p[at + left]
    rolling = p[head + 4 + left] + p[head + 12 + left] * state.counter
    banking = p[head + 10] + p[head + 18] * state.counter
    return banking >= rolling


def set_aside_by_table(state: TurnState, options: SetAsideOptions, p: Numbers) -> int:
    """Set aside what leaves the best of banking and rolling."""
    turn = min((state.need + p[2]) // p[1], p[3] - 1)
    head = int(8 + 24 * (turn * p[4] + min(state.busts, p[4] - 1)))
    best, highest = 0, -1e300
    for i in range(options.count):
        counter = state.counter + options.points[i]
        left = state.dice - options.dice[i]
        if p[6] == 1 and counter > state.need:
            continue
        row = int(counter // p[0])
        if row < p[head + 1]:
            at = int(p[head]) + 7 * row
            value, banking = p[at + left], p[at + 6]
        else:
            value = p[head + 4 + left] + p[head + 12 + left] * counter
            banking = p[head + 10] + p[head + 18] * counter
        if counter >= p[head + 2] and (left > 0 or p[5] == 1):
            value = max(value, banking)
        if value > highest:
            best, highest = i, value
    return best


def take_over_by_table(state: TurnState, p: Numbers) -> bool:
    """Play on where rolling those dice is worth more than starting afresh."""
    turn = min((state.need + p[2]) // p[1], p[3] - 1)
    head = int(8 + 24 * (turn * p[4] + min(state.busts, p[4] - 1)))
    left = state.dice % 6
    row = int(state.counter // p[0])
    if row < p[head + 1]:
        rolling = p[int(p[head]) + 7 * row + left]
    else:
        rolling = p[head + 4 + left] + p[head + 12 + left] * state.counter
    return rolling > p[int(p[head])]
