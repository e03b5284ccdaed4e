"""The fight of two to the end, the preparation included, for the largest chance to win.

With *a* life points of the player whose turn it is and *b* of the other, a turn is worth ::

    V(a, b) = draw of (0                    where the loss l = 30 - sum exceeds a
                       1 - V(b, a - l)      for other sums up to 30
                       A(s, a, b)           for a strength s = sum - 30 above 0)

the draw being that of :mod:`simulators.killer.drawing`, and an attack of strength *s*, where each
damage *d* = *m s* of *m* matching dice has its chance, ::

    A(s, a, b) = P(m = 0) (1 - V(b, a)) + sum over m > 0 of P(m) H(s, d, a, b)
    H(s, d, a, b) = 1                                                       where d > b
                    max(1 - V(b - d, a), what it is worth to attack again)  otherwise

Attacking again is worth A(s, a, b - d) with the same strength; with the same damage the same
recurrence with *d* fixed; V(a, b - d) where a new sum is drawn. Where damage is stolen, the hit also
makes *a* into *a + d*.

The preparation comes before. The player in seat 1 sees the life *x* drawn in seat 0, and draws for
the largest 1 - W(x, y); the player in seat 0 draws for the least that this can be. W(x, y) is seat
0's chance to win with lives *x* and *y*: V(x, y) if x >= y, as then seat 0 begins, 1 - V(y, x)
otherwise.

Bounds. Nobody gains life points unless they are stolen, and then the opponent loses as many: a hit
for more than he has ends the match. So both together never have more than at the start, at most 72;
each at most 36, or 72 where damage is stolen. No position is cut off.

Loops. Life points together never grow, so the totals are solved in order. Positions of the same
total may lead to each other: by turns without damage and loss, and where damage is stolen by hits.
Sweeps over them converge, whatever they start from: a turn loses no life point only if its sum is 30
or more, which no draw reaches with a chance above 0.675, so one sweep shrinks every error to 0.675 of
the largest one or less. The errors of the solution are therefore at most 3.1 times its residual.

More life is never worse, nor is less life of the opponent: whoever has more can play as though he
had less. Hence what a sum is worth never falls as it grows, and only the highest dice need be tried.
The solution is checked for it.

References
----------
L. S. Shapley, *Stochastic Games*, 1953.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.killer.draw_states import LEAST_SUM, MOST_SUM, N_STATES, START
from simulators.killer.drawing import fill_draw, rolls_table
from simulators.killer.fight_kernel import MOST_DAMAGE, MOST_STRENGTH, Fight, solve_fight_kernel
from simulators.killer.limits import N_DICE
from simulators.killer.rules import KillerRules
from simulators.killer.turn_kernel import turn_rules
from simulators.solution_store import stored_solution
from simulators.solving import Solution

#: Sweeps end when no value changes by more.
TOLERANCE = 1e-14
_ROUNDING = 1e-12


def most_life(rules: KillerRules) -> int:
    """Return the most life points that a player of two can have."""
    return 2 * MOST_SUM if rules.steal else MOST_SUM


def matches_chances() -> NDArray[np.float64]:
    """Return the chances that 0 to 6 of six dice show a certain face."""
    counts = [comb(N_DICE, n) * 5 ** (N_DICE - n) for n in range(N_DICE + 1)]
    return np.array(counts) / 6.0**N_DICE


def fight_solution(rules: KillerRules) -> Solution:
    """Return the solved fight, from memory or disk if it was solved before.

    Raises
    ------
    ValueError
        If more than two must take part.
    """
    if rules.players not in (None, 2):
        raise ValueError(
            f"the fight is solved for two players only, and the switch players is {rules.players}"
        )
    # Who may sit down changes nothing else.
    laws = rules.with_switches({"players": None})
    return stored_solution("killer fight", laws, {}, lambda: solve_fight(laws))


def fight_tables(rules: KillerRules) -> dict[str, NDArray[np.float64]]:
    """Return the tables of :func:`fight_solution`; see :func:`solve_fight` for what they hold."""
    tables = fight_solution(rules).tables
    return {name: np.asarray(table, dtype=np.float64) for name, table in tables.items()}


def solve_fight(rules: KillerRules) -> Solution:
    """Solve the fight.

    Returns
    -------
    Solution
        Its value is the chance of the player in seat 0 before anything is rolled. Tables, with *n*
        - 1 the most life points: ``turn`` (n, n), chances before a turn by the life points of the
        player to move and of the other; ``attack`` (7, n, n), before the dice of an attack, by its
        strength; ``more`` (37, n, n), the same where a damage repeats, by that damage; ``draws`` (n,
        n, 112), the states of a turn's draw; ``second`` (37, 112), of seat 1's draw in the
        preparation by the life of seat 0; ``first`` (112,), of seat 0's. ``nan`` where no position
        is.

    Examples
    --------
    >>> solution = solve_fight(KillerRules())
    >>> solution.tables["turn"].shape
    (37, 37)
    """
    most, laws = most_life(rules), turn_rules(rules)
    shape = (most + 1, most + 1)
    n_damages = MOST_DAMAGE + 1 if rules.repeat == "same_damage" else 0
    fight = Fight(
        np.full(shape, 0.5),
        np.full((MOST_STRENGTH + 1, *shape), np.nan),
        np.full((n_damages, *shape), np.nan),
    )
    draws = np.full((*shape, N_STATES), np.nan)
    together = 2 * MOST_SUM
    sweeps, residual = solve_fight_kernel(
        laws, rolls_table(), matches_chances(), together, TOLERANCE, fight, draws
    )
    fight.turn[np.add.outer(np.arange(most + 1), np.arange(most + 1)) > together] = np.nan
    first, second = _prepare(fight.turn)
    _check_growth(draws, second, first)
    win = float(first[START])
    positions = int(np.isfinite(fight.turn).sum())
    n_draws = positions + np.isfinite(second[:, START]).sum() + 1
    states = int(
        n_draws * N_STATES + np.isfinite(fight.attack).sum() + np.isfinite(fight.more).sum()
    )
    details: dict[str, Any] = {
        "second_wins": 1 - win,
        "positions": positions,
        "sweeps": sweeps,
        "to_move_with_30_each": float(fight.turn[30, 30]),
        "to_move_with_0_each": float(fight.turn[0, 0]),
    }
    tables = {
        "turn": fight.turn,
        "attack": fight.attack,
        "more": fight.more,
        "draws": draws,
        "second": second,
        "first": first,
    }
    return Solution(win, states, residual, details, tables)


def seat_0_wins(turn: NDArray[np.float64], mine: int, other: int) -> float:
    """Return seat 0's chance once both have drawn their life points: with as many it begins."""
    return float(turn[mine, other] if mine >= other else 1 - turn[other, mine])


def _prepare(turn: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Solve the draws of the preparation: of seat 0, and of seat 1 by what seat 0 drew."""
    rolls = rolls_table()
    first, second = np.empty(N_STATES), np.full((MOST_SUM + 1, N_STATES), np.nan)
    for seen in range(LEAST_SUM, MOST_SUM + 1):
        for own in range(LEAST_SUM, MOST_SUM + 1):
            second[seen, own - LEAST_SUM] = 1 - seat_0_wins(turn, seen, own)
        fill_draw(rolls, second[seen])
        first[seen - LEAST_SUM] = 1 - second[seen, START]
    fill_draw(rolls, first)
    return first, second


def _check_growth(*tables: NDArray[np.float64]) -> None:
    """Make sure that no sum is worth less than a smaller one, as only the highest dice were tried."""
    for table in tables:
        worths = table[..., : MOST_SUM - LEAST_SUM + 1]
        steps = np.diff(worths, axis=-1)
        if (steps < -_ROUNDING).any():
            raise ArithmeticError("a larger sum is worth less than a smaller one in the fight")
