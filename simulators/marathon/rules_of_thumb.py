"""Rules for Marathon that a person can remember, and what each gives up.

The families run as far as they can but for the distances at which they won't stop. The expected turns
of such a policy follow from distance to distance, so that thousands can be tried; the best of each
family is what is told.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel
from simulators.marathon.distances import in_words
from simulators.marathon.policies import KEEP_CLEAR, SAFE
from simulators.marathon.rules import MarathonRules
from simulators.marathon.solve_turns import fewest_turns
from simulators.marathon.tables import Course, RollTables, course, dead_table, roll_tables
from simulators.marathon.values import dice_of
from simulators.solution_store import stored_solution
from simulators.solving import RuleOfThumb, Solution

#: What is tried: shares in per cent, and widths in steps.
_SHARES = range(0, 101, 5)
_STEPS = (*range(11), 12, 15, 18, 21, 25, 30)


def rules_of_thumb(rules: MarathonRules) -> list[RuleOfThumb]:
    """List the best simple rules for the fewest turns, fewest numbers first.

    Parameters
    ----------
    rules : MarathonRules

    Returns
    -------
    list of RuleOfThumb
        One without a number, that avoids dead distances only; one with a share, by which to keep
        clear of each distance from which more dice are rolled; and one with a width for each of them.
        Those last two are left out where nothing but one die is ever rolled.
    """
    optimum = fewest_turns(rules).value
    plain = turns_of(rules, None)
    words = "Run as far as you can, but never to where no roll can help"
    told = [RuleOfThumb(SAFE(), words, 0, "turns", plain, optimum)]
    starts = _starts(rules)
    if not starts:
        return told
    asked = rules.without_overshoot
    found = stored_solution("marathon rules of thumb", asked, {}, lambda: _search(asked)).tables
    for name, n_numbers in (("share", 1), ("widths", len(starts))):
        metres = tuple(int(width) for width in found[name])
        zones = [range(at, at + metres[i] + 1) for i, at in starts]
        words = f"Run as far as you can, but never stop on {in_words(d for z in zones for d in z)}"
        if name == "share":
            share = int(found["per_cent"][0])
            words += f": the first {share} % beyond where more dice are rolled"
        value = turns_of(rules, metres)
        told.append(
            RuleOfThumb(KEEP_CLEAR(metres=metres), words, n_numbers, "turns", value, optimum)
        )
    return told


def _starts(rules: MarathonRules) -> list[tuple[int, int]]:
    """List the distances from which more dice are rolled, with their place in the switch."""
    return [(i, at) for i, at in enumerate(rules.dice_from) if 1 < at <= rules.distance]


def _search(rules: MarathonRules) -> Solution:
    """Try every share, then from there one width after the other until none gets better."""

    def turns(metres: tuple[int, ...]) -> float:
        return turns_of(rules, metres)

    def by_share(share: int) -> tuple[int, ...]:
        return tuple(at * share // 100 for at in rules.dice_from)

    best, share = min((turns(by_share(share)), share) for share in _SHARES)
    widths, value = _one_by_one(rules, turns, by_share(share), best)
    tables = {
        "per_cent": np.array([share]),
        "share": np.array(by_share(share)),
        "widths": np.array(widths),
    }
    return Solution(value=value, states=rules.distance, tables=tables)


def _one_by_one(
    rules: MarathonRules,
    turns: Callable[[tuple[int, ...]], float],
    widths: tuple[int, ...],
    value: float,
) -> tuple[tuple[int, ...], float]:
    better = True
    while better:
        better = False
        for i, at in _starts(rules):
            step = max(1, 10 ** (len(str(at)) - 2))  # round numbers: 1, 10 and 100 metres
            for n in _STEPS:
                tried = (*widths[:i], n * step, *widths[i + 1 :])
                found = turns(tried)
                if found < value - 1e-9:
                    widths, value, better = tried, found, True
    return widths, value


def turns_of(rules: MarathonRules, metres: tuple[int, ...] | None) -> float:
    """Compute the expected turns of `keep-clear`, in a hundredth of a second.

    Parameters
    ----------
    rules : MarathonRules
    metres : tuple of int, optional
        As the policy takes them; without, it avoids dead distances only, as `safe` does.
    """
    poor = np.zeros(rules.distance + 1, dtype=np.uint8)
    for at, beyond in zip(rules.dice_from, metres or (), strict=metres is not None):
        poor[at : at + beyond + 1] = 1
    values = np.full(rules.distance + 1, np.inf)
    _largest_kernel(course(rules), dead_table(rules), roll_tables(), poor, values)
    return float(values[rules.distance])


@kernel
def _largest_kernel(
    course: Course,
    dead: NDArray[np.uint8],
    rolls: RollTables,
    poor: NDArray[np.uint8],
    values: NDArray[np.float64],
) -> None:
    values[0] = 0.0
    for left in range(1, values.size):
        if left < dead.size and dead[left] == 1:
            continue
        dice = dice_of(course, left)
        # Where no number leads to a good distance, any will do that isn't dead.
        for content in range(2):
            leaving, turns = 0.0, 1.0
            for multiset in range(rolls.first_multiset[dice], rolls.first_multiset[dice + 1]):
                packed = rolls.multiset_entry[multiset]
                for place in range((packed >> 8) + (packed & 255) - 1, (packed >> 8) - 1, -1):
                    after = left - rolls.metres[place]
                    if after < 0 or values[after] == np.inf:
                        continue
                    if content == 1 or poor[after] == 0:
                        leaving += rolls.chance[multiset]
                        turns += rolls.chance[multiset] * values[after]
                        break
            if leaving > 0:
                values[left] = turns / leaving
                break
