"""One turn, compiled: what every kernel of the game is made of."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulators.accelerate import compiled, inlined
from simulators.low_high.rules import LowHighRules
from simulators.low_high.signatures import ask, ask_which
from simulators.low_high.state import KeepOptions
from simulators.low_high.tables import WIDTH
from simulators.streams import mix64, split_bits

# How a turn ended.
DONE, ILLEGAL = range(2)

_PER_DRAW = 13
# The first, second and third part of a roll of n <= 13 dice: 6, 6 and 1 dice at most.
_PARTS = [np.array([6 ** min(max(n - s, 0), 6) for n in range(14)], np.uint64) for s in (0, 6, 12)]
_FIRST, _SECOND, _THIRD = _PARTS
_PADDING = 18  # dice that the three look-ups count in all
_FACE_MASK = (1 << WIDTH) - 1
# Times this, the highest of the six counts becomes their sum.
_SUMMED = sum(1 << WIDTH * face for face in range(6))
_TOP = 5 * WIDTH


class TurnRules(NamedTuple):
    """The switches that a turn needs, as integers.

    Attributes
    ----------
    dice, target : int
    pips, descending : int
        0 or 1.
    """

    dice: int
    target: int
    pips: int
    descending: int


def turn_rules(rules: LowHighRules) -> TurnRules:
    """Pick a turn's switches out of the rules."""
    return TurnRules(rules.dice, rules.target, int(rules.pips), int(rules.descending))


@inlined
def _counts_of_draw(table: Any, bits: np.uint64, n_dice: int) -> Any:
    """Count the faces of up to 13 dice of one draw, packed."""
    first, rest = split_bits(bits, _FIRST[n_dice])
    second, rest = split_bits(rest, _SECOND[n_dice])
    third, _ = split_bits(rest, _THIRD[n_dice])
    counted = np.int64(table[first]) + np.int64(table[second]) + np.int64(table[third])
    return counted - (_PADDING - n_dice)


@inlined
def throw(table: Any, state: np.uint64, gamma: np.uint64, n_dice: int) -> Any:
    """Roll and count the faces, packed.

    A roll takes two draws of the stream; the second is used from the 14th die on.

    Parameters
    ----------
    table : pointer to uint32
        See :func:`packed_counts`.
    state : uint64
        State of the stream before the roll's first draw.
    n_dice : int
        1 to 26.
    """
    state += gamma
    if n_dice <= _PER_DRAW:
        return _counts_of_draw(table, mix64(state), n_dice)
    return _counts_of_draw(table, mix64(state), _PER_DRAW) + _counts_of_draw(
        table, mix64(state + gamma), n_dice - _PER_DRAW
    )


@compiled
def pips_points(kept: Any, bad: int, descending: int) -> int:
    """Score a turn by pips."""
    points = 0
    for i in range(6):
        face = 6 - i if descending == 1 else i + 1
        count = kept[face - 1]
        cancelled = min(count, bad)
        bad -= cancelled
        points += face * (count - cancelled)
    return points - bad


@inlined
def set_scene(seen: Any, rules: TurnRules, score: int, need: int, best_opponent: int) -> None:
    """Write down what doesn't change during a turn."""
    seen.score = score
    seen.need = need
    seen.best_opponent = best_opponent
    seen.pips = rules.pips
    seen.descending = rules.descending


@inlined
def play_turn(
    rules: TurnRules,
    table: Any,
    keep: int,
    keep_numbers: Any,
    stop: int,
    stop_numbers: Any,
    seen: Any,
    faces: Any,
    sizes: Any,
    counts: int,
    state: np.uint64,
    gamma: np.uint64,
) -> tuple[int, int, int]:
    """Play a turn from the position in `seen`.

    Parameters
    ----------
    table : pointer to uint32
        See :func:`packed_counts`.
    keep, keep_numbers, stop, stop_numbers
        Addresses of the policy's compiled decisions, and pointers to their parameters.
    seen : record
        The state that the policy sees: its scene set, `kept`, `good`, `bad`, `highest` and `dice`
        those of the position. Holds the last position afterwards.
    faces, sizes : pointers to int64
        Room for the six options.
    counts : int
        What the first roll shows, see :func:`throw`: known beforehand, so that nothing waits
        for it.
    state, gamma : uint64
        State of the stream before the first roll, and its increment.

    Returns
    -------
    points, sets, ending : int
        Score of the turn, and sets kept in it.
    """
    dice, highest, good, bad = seen.dice, seen.highest, seen.good, seen.bad
    rolls = 0
    sets = 0
    ending = DONE
    while True:
        rolls += 1
        low = counts & ((1 << (WIDTH * highest)) - 1)
        gone = ((low * _SUMMED) >> _TOP) & _FACE_MASK
        bad += gone
        dice -= gone
        points = good - bad
        if rules.pips == 1:
            points = pips_points(seen.kept, bad, rules.descending)
        if dice == 0:
            break
        count = 0
        for face in range(highest + 1, 7):
            size = (counts >> (WIDTH * (face - 1))) & _FACE_MASK
            faces[count] = face
            sizes[count] = size
            count += size > 0
        seen.dice = dice
        seen.highest = highest
        seen.good = good
        seen.bad = bad
        seen.points = points
        seen.rolls = rolls
        options = KeepOptions(count, faces, sizes)
        choice = ask_which(keep, seen, options, keep_numbers)
        if choice < 0 or choice >= count:
            ending = ILLEGAL
            break
        highest = faces[choice]
        size = sizes[choice]
        sets += 1
        good += size
        dice -= size
        seen.kept[highest - 1] = size
        points = good - bad
        if rules.pips == 1:
            points = pips_points(seen.kept, bad, rules.descending)
        if dice == 0:
            break
        seen.dice = dice
        seen.highest = highest
        seen.good = good
        seen.points = points
        answer = ask(stop, seen, stop_numbers)
        if answer == 1:
            break
        if answer != 0:
            ending = ILLEGAL
            break
        state += gamma + gamma
        counts = throw(table, state, gamma, dice)
    seen.dice = dice
    seen.highest = highest
    seen.good = good
    seen.bad = bad
    seen.rolls = rolls
    return points, sets, ending
