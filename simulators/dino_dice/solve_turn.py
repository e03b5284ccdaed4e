"""The best turn: for its expected points, and for the chance of at least so many points.

Both are the recurrence of :mod:`simulators.dino_dice.turn_graph`, with *u(x) = x* and with
*u(x) = 1 if x >= points else 0*. Rolls left grow from state to state, so there is no loop: every
value is computed once, and the residual is 0.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simulators.dice import counts_of
from simulators.dino_dice.hands import N_HANDS, NUMBER_OF
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.turn_graph import turn_graph
from simulators.dino_dice.turn_values import turn_values
from simulators.solution_store import stored_solution
from simulators.solving import Solution


def worth_of_points(rules: DinoDiceRules, points: int | None = None) -> NDArray[np.float64]:
    """Say what each score of a turn is worth.

    Parameters
    ----------
    points : int, optional
        1 for so many points and more, else 0; without it, the points themselves.

    Returns
    -------
    ndarray of float64, shape (n_scores,)
        By the `scores` of the rules' graph.

    Examples
    --------
    >>> worth_of_points(DinoDiceRules())[[0, 1, -1]].tolist()
    [0.0, 1.0, 75.0]
    """
    scores = turn_graph(rules).scores
    return (scores if points is None else scores >= points).astype(np.float64)


def turn_solution(
    rules: DinoDiceRules,
    points: int | None = None,
    start: tuple[tuple[int, ...], int] | None = None,
) -> Solution:
    """Solve a turn, or find it solved on disk.

    Parameters
    ----------
    rules : DinoDiceRules
    points : int, optional
        Aim at no less; without it, at as many as possible on average.
    start : (faces, rolls left), optional
        What is in play, 3s fed; without it the turn has not begun.

    Returns
    -------
    Solution
        Its tables: what every hand, feeding and throw of the rules' graph is worth, by rolls left.
    """
    name, values = "dino-dice turn", {}
    if points is not None:
        name, values = "dino-dice at-least", {"points": points}
    solution = stored_solution(name, rules, values, lambda: solve_turn(rules, points))
    if start is None:
        return solution
    faces, left = start
    hand = NUMBER_OF[counts_of(faces)]
    return replace(solution, value=float(solution.tables["hands"][left, hand]), details={})


def solve_turn(rules: DinoDiceRules, points: int | None = None) -> Solution:
    """Solve a turn from all of its states."""
    graph = turn_graph(rules)
    values = turn_values(rules, worth_of_points(rules, points))
    begun = values.throws[:, graph.start]
    return Solution(
        value=float(begun[-1]),
        states=rules.rolls * (N_HANDS + graph.n_throws),
        details={"by_rolls": {str(n): float(value) for n, value in enumerate(begun[:10], 1)}},
        tables=values._asdict(),
    )
