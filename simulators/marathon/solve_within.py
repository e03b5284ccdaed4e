r"""The best chance to be done within so many turns.

With :math:`W_t(d)` the best chance to finish within *t* turns from *d* metres left,

.. math:: W_t(d) = \sum_m p_m \max\bigl(W_{t-1}(d), \max_{x \le d} W_{t-1}(d - x)\bigr),
          \qquad W_t(0) = 1, \quad W_0(d) = 0 \text{ for } d > 0,

over the rolls *m* and the numbers *x* that they form. Turns only run out, so each chance is computed
once.
"""

from __future__ import annotations

from simulators.marathon.rules import MarathonRules
from simulators.marathon.values import MOST_METRES, chances_in_time
from simulators.solution_store import stored_solution
from simulators.solving import Solution

#: The longest look ahead: by then whoever hurries is home, but for one run in ten million.
MOST_TURNS = 100
#: The largest table that is kept, in chances: 256 MB.
MOST_CELLS = 1 << 25


def best_chance_within(rules: MarathonRules, turns: int) -> Solution:
    """Solve for the best chance to finish in time, or read what was solved before.

    Parameters
    ----------
    rules : MarathonRules
    turns : int
        Turns that count, 1 to 100.

    Returns
    -------
    Solution
        Its table ``chances``, float64 of shape (turns + 1, n), holds them by turns left and metres
        left, up to the distance or as far as so many turns can lead.

    Raises
    ------
    ValueError
        If the table would take more than 256 MB.

    Examples
    --------
    >>> round(best_chance_within(MarathonRules(distance=6), 2).value, 4)
    0.3056
    """
    cells = (turns + 1) * (min(rules.distance, MOST_METRES * turns) + 1)
    if cells > MOST_CELLS:
        raise ValueError(
            f"option turns must be smaller over {rules.distance:,} metres: {turns} turns take a "
            f"table of {cells:,} chances, and {MOST_CELLS:,} is the most that is kept"
        )
    asked = rules.without_overshoot
    return stored_solution(
        "marathon within", asked, {"turns": turns}, lambda: solve_within(asked, turns)
    )


def solve_within(rules: MarathonRules, turns: int) -> Solution:
    """Solve for the best chance to finish in time; see :func:`best_chance_within`."""
    chances = chances_in_time(rules, turns)
    reached = chances.shape[1] > rules.distance
    by_turn = chances[:, rules.distance].tolist() if reached else [0.0] * (turns + 1)
    return Solution(
        value=by_turn[turns],
        states=turns * (chances.shape[1] - 1),
        details={
            "fewest_turns_possible": next(
                (turn for turn, chance in enumerate(by_turn) if chance > 0), None
            ),
            "within_each_turn": by_turn[1:],
        },
        tables={"chances": chances},
    )
