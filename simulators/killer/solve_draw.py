"""The best that can be made of a draw, for anything that a finished sum may be worth.

The recurrence is that of :mod:`simulators.killer.drawing`, computed once per state: no loops, no
rounding but that of the means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.dice import faces_of, multisets
from simulators.killer.draw_states import LEAST_SUM, N_STATES, PLACE, SUMS, check_state
from simulators.killer.drawing import fill_chances, fill_draw, rolls_table
from simulators.killer.limits import N_DICE, PAR
from simulators.killer.rules import KillerRules
from simulators.solving import Solution

#: Chance that a roll of six dice shows a certain face at all, and so an attack does damage.
HIT = 1 - (5 / 6) ** N_DICE
#: Differences smaller than this are rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class BestDraw:
    """A draw solved for what its sum is worth.

    Attributes
    ----------
    values : ndarray of float64, shape (112,)
        What each state is worth under the best choices, in the order of `draw_states`.
    grows : bool
        Whether no sum is worth less than a smaller one, so that only the highest dice are ever
        best to set aside.
    """

    values: NDArray[np.float64]
    grows: bool

    def value(self, dice: int = N_DICE, aside: int = 0) -> float:
        """Return what a state is worth, by dice left and points aside."""
        check_state(dice, aside)
        return float(self.values[PLACE[dice] + aside])

    def options(self, roll: Sequence[int], aside: int = 0) -> dict[tuple[int, ...], float]:
        """Value everything that can be set aside of a roll.

        Parameters
        ----------
        roll : sequence of int
            The dice just rolled.
        aside : int
            Points aside before.

        Returns
        -------
        dict of tuple to float
            By the faces set aside, highest first: the most dice first.
        """
        check_state(len(roll), aside)
        faces = sorted(roll, reverse=True)
        return {
            kept: float(self.values[PLACE[len(faces) - n] + aside + sum(kept)])
            for n in range(len(faces), 0, -1)
            for kept in sorted(set(combinations(faces, n)), reverse=True)
        }

    def chances(self, dice: int = N_DICE, aside: int = 0) -> dict[int, float]:
        """Return the probability of each sum under the best choices."""
        check_state(dice, aside)
        chances = np.empty(N_STATES)
        fill_chances(rolls_table(not self.grows), self.values, PLACE[dice] + aside, chances)
        return {sum_: float(chances[sum_ - LEAST_SUM]) for sum_ in SUMS}


def best_draw(worth: Callable[[int], float] | Sequence[float]) -> BestDraw:
    """Solve a draw.

    Parameters
    ----------
    worth : callable or sequence of 31 numbers
        What the sums from 6 to 36 are worth; anything finite, rising or not.

    Returns
    -------
    BestDraw

    Raises
    ------
    ValueError
        If there are not 31 finite numbers.

    Examples
    --------
    >>> round(best_draw(float).value(), 4)
    30.152
    >>> best = best_draw(lambda sum_: sum_ == 7)  # five 1s and a 2, if possible
    >>> max(best.options([6, 2, 2, 1, 1, 1]).items(), key=lambda option: option[1])[0]
    (1, 1, 1)
    """
    listed = [worth(sum_) for sum_ in SUMS] if callable(worth) else list(worth)
    values = np.zeros(N_STATES)
    if len(listed) != len(SUMS):
        raise ValueError(
            f"worth must be {len(SUMS)} numbers, of the sums 6 to 36, not {len(listed)}"
        )
    values[: len(SUMS)] = listed
    if not np.isfinite(values).all():
        raise ValueError("worth must be finite for every sum")
    grows = bool((np.diff(values[: len(SUMS)]) >= 0).all())
    fill_draw(rolls_table(not grows), values)
    return BestDraw(values, grows)


def gain_worth(weight: float) -> Callable[[int], float]:
    """Say what a sum is worth where each point of strength makes up for `weight` of loss."""
    return lambda sum_: float(weight * (sum_ - PAR) if sum_ > PAR else sum_ - PAR)


def best_attack(rules: KillerRules) -> BestDraw:
    """Solve the draw of an attack turn for expected damage minus own loss.

    Notes
    -----
    Six dice show a face once on average, so one attack of strength *s* does *s* damage. Another
    attack costs nothing as long as the strength or the damage stays the same, and follows every
    hit: a chance `HIT`, *h*. So there are 1 / (1 - h) times as many hits, each of the same mean.
    Where a new sum is drawn instead, the turn is worth ::

        x = draw of (s + h max(x, 0) above 30, s below)

    which has one solution, as its right side rises less than *x* does.
    """
    if rules.repeat == "none":
        return best_draw(gain_worth(1.0))
    if rules.repeat != "new_strength":
        return best_draw(gain_worth(1 / (1 - HIT)))
    value, found = -np.inf, 0.0
    while abs(found - value) > _ROUNDING:
        value = found
        more = HIT * max(value, 0.0)
        best = best_draw([sum_ - PAR + (more if sum_ > PAR else 0.0) for sum_ in SUMS])
        found = best.value()
    return best


def draw_for(goal: str, sum_: int = PAR) -> BestDraw:
    """Solve a draw for a goal; `sum_` matters to ``at-least`` and ``exactly`` only."""
    if goal == "mean":
        return best_draw(float)
    if goal == "at-least":
        return best_draw(lambda total: total >= sum_)
    if goal == "exactly":
        return best_draw(lambda total: total == sum_)
    return best_draw(lambda total: max(total - PAR, 0))


def what_to_keep(best: BestDraw, aside: Mapping[int, int] | None = None) -> dict[int, list[str]]:
    """Write the best choices as a table: what a roll must show for dice to be set aside.

    Parameters
    ----------
    best : BestDraw
        One that `grows`.
    aside : mapping of int to int, optional
        Points aside by dice rolled; the least possible by default. They make no difference where
        the expected sum is what counts.

    Returns
    -------
    dict of int to list of str
        By dice rolled, entries such as ``"6 6 5 5"``: if the highest four dice show at least that,
        one by one, set them aside. The last entry that a roll meets is the best choice; a roll that
        meets none gives up its highest die alone.
    """
    table: dict[int, list[str]] = {}
    for n in range(2, N_DICE + 1):
        before = (aside or {}).get(n, N_DICE - n)
        chosen: dict[int, list[tuple[int, ...]]] = {}
        for counts in multisets(n):
            faces = faces_of(counts)[::-1]
            values = [best.values[PLACE[n - k] + before + sum(faces[:k])] for k in range(1, n + 1)]
            k = max(k for k in range(1, n + 1) if values[k - 1] >= max(values) - _ROUNDING)
            chosen.setdefault(k, []).append(faces[:k])
        table[n] = [
            " ".join(map(str, faces))
            for k in sorted(chosen)
            if k > 1
            for faces in sorted(_least(set(chosen[k])), reverse=True)
        ]
    return table


def _least(tops: set[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Pick those that show at least as much as no other, die by die."""
    return [
        top
        for top in tops
        if not any(
            other != top and all(a <= b for a, b in zip(other, top, strict=True)) for other in tops
        )
    ]


def solve_draw(goal: str, sum_: int, dice: int, aside: int) -> Solution:
    """Solve a draw for a goal from any of its states."""
    check_state(dice, aside)
    best = draw_for(goal, sum_)
    chances = best.chances(dice, aside)
    details: dict[str, Any] = {
        "below_30": sum(chance for total, chance in chances.items() if total < PAR),
        "exactly_30": chances[PAR],
        "above_30": sum(chance for total, chance in chances.items() if total > PAR),
    }
    if goal == "mean":
        details["expected_total_of_dice"] = {
            str(n): best.value(n, N_DICE - n) - (N_DICE - n) for n in range(1, N_DICE + 1)
        }
        details["set_aside_from"] = {str(n): kept for n, kept in what_to_keep(best).items()}
    return Solution(
        best.value(dice, aside), N_STATES, details=details, tables={"values": best.values}
    )


def solve_attack(rules: KillerRules) -> Solution:
    """Solve an attack turn for expected damage minus own loss, against whoever can't fall."""
    best = best_attack(rules)
    chances = best.chances()
    details = {
        "expected_loss": sum((PAR - s) * chance for s, chance in chances.items() if s < PAR),
        "below_30": sum(chance for total, chance in chances.items() if total < PAR),
        "exactly_30": chances[PAR],
        "above_30": sum(chance for total, chance in chances.items() if total > PAR),
    }
    return Solution(best.value(), N_STATES, details=details, tables={"values": best.values})
