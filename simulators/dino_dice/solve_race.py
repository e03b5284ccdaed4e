r"""The race of two players to the match target, for the greatest chance to win, ties as half.

With *a* points of the player who begins every round, *b* of the other, *T* the target, and
:math:`\mathrm{turn}(u)` what a turn is worth whose points *x* are worth *u(x)*
(:mod:`simulators.dino_dice.turn_graph`), the chances of whoever is to move are

.. math::

    F(a, b) &= \mathrm{turn}(x \mapsto 1 - S(a + x, b)) \\
    S(a, b) &= \mathrm{turn}(x \mapsto 1 \text{ if } b + x \ge T \text{ else } 1 - F(a, b + x)) \\
    S(a, b) &= \mathrm{turn}(x \mapsto [b + x > a] + [b + x = a] / 2) \quad\text{for } a \ge T.

A turn without points leaves the scores as they are, so *F(a, b)* and *S(a, b)* stand on each other;
all others that they need have a larger sum of scores and are solved before. Both players must miss
for a round to come to nothing, so that a pass over the two equations shrinks an error by the product
of these chances; the secant through the last two passes shrinks it faster, and passes go on until
one changes nothing that counts. In the last round only the deficit matters, and one beyond the most
that a turn can score is lost, so that scores past the target need no table.

References
----------
T. W. Neller, C. G. M. Presser, *Optimal Play of the Dice Game Pig*, The UMAP Journal 25 (2004): the
same equations for a race without last round.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.dino_dice.hands import N_HANDS
from simulators.dino_dice.rules import DinoDiceRules
from simulators.dino_dice.turn_graph import TurnGraph, turn_graph
from simulators.dino_dice.turn_values import Scratch, scratch, value_turns
from simulators.solution_store import stored_solution
from simulators.solving import Solution

#: The largest ``match_target ** 2 * rolls`` that is solved. Time and memory grow with it: at the
#: limit they are some ten seconds and, for the policy, 300 MB.
MOST_WORK = 400_000
#: Passes end with one that changes no chance by more.
SETTLED = 1e-13
MOST_PASSES = 1000

FIRST, SECOND = 0, 1
#: Scores solved side by side.
LANES = 32


def check_tractable(rules: DinoDiceRules) -> None:
    """Refuse races that are too long to be solved."""
    work = rules.match_target**2 * rules.rolls
    if work > MOST_WORK:
        raise ValueError(
            f"a race with switches match_target={rules.match_target} and rolls={rules.rolls} is too "
            f"long to be solved: match_target squared times rolls must be at most {MOST_WORK}, "
            f"not {work}"
        )


def race_solution(rules: DinoDiceRules) -> Solution:
    """Solve the race from all scores, or find it solved on disk.

    Returns
    -------
    Solution
        Its tables: `chances`, float64 of shape (2, target, target), the chance of the player to move
        who is the first or second of the round, by the first one's and the second one's points; and
        `last`, float64 of shape (most points of a turn + 2,), the chance of the second player in the
        last round by how many points there are to make up.

    Raises
    ------
    ValueError
        Where the race is too long.
    """
    check_tractable(rules)
    return stored_solution("dino-dice race", rules, {}, lambda: solve_race(rules))


def solve_race(rules: DinoDiceRules) -> Solution:
    """Solve the race from all scores."""
    graph = turn_graph(rules)
    target = rules.match_target
    last = np.empty(int(graph.scores[-1]) + 2)
    _last_round_kernel(graph, rules.rolls, scratch(graph, last.size), last)
    chances = np.full((2, target, target), 0.5)
    residual = _race_kernel(graph, rules.rolls, last, scratch(graph, LANES), chances)
    first = float(chances[FIRST, 0, 0])
    return Solution(
        value=first,
        states=(2 * target**2 + last.size) * rules.rolls * (N_HANDS + graph.n_throws),
        residual=residual,
        details={"second_player": 1 - first, "scores": 2 * target**2},
        tables={"chances": chances, "last": last},
    )


def chance_at(solution: Solution, first: int, second: int) -> Solution:
    """Return the chance of the player who begins rounds, from these scores on."""
    chance = float(solution.tables["chances"][FIRST, first, second])
    details = {**solution.details, "second_player": 1 - chance}
    return replace(solution, value=chance, details=details)


def race_worth(
    rules: DinoDiceRules, solution: Solution, seat: int, own: int, other: int
) -> NDArray[np.float64]:
    """Say what each score of a turn is worth in a race.

    Parameters
    ----------
    solution : Solution
        Of :func:`race_solution`.
    seat : int
        `FIRST` or `SECOND` in the round; the second where the other has reached the target.
    own, other : int
        Points on the sheets; the own ones below the target.

    Returns
    -------
    ndarray of float64, shape (n_scores,)
        By the `scores` of the rules' graph: the chance to win with so many points more.
    """
    after = own + turn_graph(rules).scores
    target, last = rules.match_target, solution.tables["last"]
    chances = solution.tables["chances"]
    if other >= target:
        return (np.sign(after - other) + 1) / 2
    within = np.minimum(after, target - 1)
    if seat == SECOND:
        return np.where(after < target, 1 - chances[FIRST, other, within], 1.0)
    to_make_up = np.clip(after - other, 0, last.size - 1)
    lost = np.where(after < target, chances[SECOND, within, other], last[to_make_up])
    return np.asarray(1 - lost)


@compiled
def worth_in_last_round(graph: TurnGraph, deficit: int, worth: NDArray[np.float64]) -> None:
    """Write what points are worth in the last round, by how many there are to make up."""
    for place in range(worth.size):
        points = graph.scores[place]
        worth[place] = 1.0 if points > deficit else (0.5 if points == deficit else 0.0)


@compiled
def worth_to_first(
    graph: TurnGraph,
    chances: NDArray[np.float64],
    last: NDArray[np.float64],
    own: int,
    other: int,
    worth: NDArray[np.float64],
) -> None:
    """Write what points are worth to the first player of a round."""
    target = chances.shape[1]
    for place in range(worth.size):
        after = own + graph.scores[place]
        if after < target:
            worth[place] = 1.0 - chances[SECOND, after, other]
        else:
            worth[place] = 1.0 - last[min(after - other, last.size - 1)]


@compiled
def worth_to_second(
    graph: TurnGraph,
    chances: NDArray[np.float64],
    own: int,
    other: int,
    worth: NDArray[np.float64],
) -> None:
    """Write what points are worth to the second player while nobody has reached the target."""
    target = chances.shape[1]
    for place in range(worth.size):
        after = own + graph.scores[place]
        worth[place] = 1.0 - chances[FIRST, other, after] if after < target else 1.0


@kernel
def _last_round_kernel(
    graph: TurnGraph, rolls: int, room: Scratch, last: NDArray[np.float64]
) -> None:
    worth = np.empty((graph.scores.size, last.size))
    for deficit in range(last.size):
        worth_in_last_round(graph, deficit, worth[:, deficit])
    value_turns(graph, worth, rolls, room, last)


@kernel
def _race_kernel(
    graph: TurnGraph,
    rolls: int,
    last: NDArray[np.float64],
    room: Scratch,
    chances: NDArray[np.float64],
) -> float:
    """Fill `chances`, scores of equal sum side by side; return the largest last change."""
    target, n_lanes = chances.shape[1], room.hands.shape[1]
    residual = 0.0
    for sum_ in range(2 * target - 2, -1, -1):
        low, high = max(0, sum_ - target + 1), min(sum_, target - 1)
        for start in range(low, high + 1, n_lanes):
            lanes = min(n_lanes, high + 1 - start)
            change = _settle(graph, rolls, last, room, chances, start, sum_, lanes)
            residual = max(residual, change)
    return residual


@compiled
def _settle(
    graph: TurnGraph,
    rolls: int,
    last: NDArray[np.float64],
    room: Scratch,
    chances: NDArray[np.float64],
    start: int,
    sum_: int,
    lanes: int,
) -> float:
    """Solve for the scores of a block: first player `start` and up, both together `sum_`."""
    worth = np.full((graph.scores.size, room.hands.shape[1]), 0.5)
    values = np.empty(room.hands.shape[1])
    guess, change = np.zeros(lanes), np.zeros(lanes)
    earlier_guess, earlier_change = np.zeros(lanes), np.zeros(lanes)
    for lane in range(lanes):
        first, second = start + lane, sum_ - start - lane
        if first + 1 < chances.shape[1] and second + 1 < chances.shape[1]:
            guess[lane] = chances[FIRST, first + 1, second + 1]
        else:
            guess[lane] = 0.5
    largest = np.inf
    for done in range(MOST_PASSES):
        for lane in range(lanes):
            first, second = start + lane, sum_ - start - lane
            chances[FIRST, first, second] = guess[lane]
            worth_to_second(graph, chances, second, first, worth[:, lane])
        value_turns(graph, worth, rolls, room, values)
        for lane in range(lanes):
            first, second = start + lane, sum_ - start - lane
            chances[SECOND, first, second] = values[lane]
            worth_to_first(graph, chances, last, first, second, worth[:, lane])
        value_turns(graph, worth, rolls, room, values)
        largest = 0.0
        for lane in range(lanes):
            chances[FIRST, start + lane, sum_ - start - lane] = values[lane]
            change[lane] = values[lane] - guess[lane]
            largest = max(largest, abs(change[lane]))
        if largest <= SETTLED:
            break
        for lane in range(lanes):
            slope = 0.0  # of the change, by the secant; of a plain pass, -1
            if done > 0 and abs(change[lane]) > SETTLED:
                slope = (change[lane] - earlier_change[lane]) / (guess[lane] - earlier_guess[lane])
            earlier_guess[lane], earlier_change[lane] = guess[lane], change[lane]
            guess[lane] -= change[lane] / (slope if slope <= -0.5 else -1.0)
    return largest
