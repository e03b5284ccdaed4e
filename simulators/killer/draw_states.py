"""The states of a draw, and what a draw can be made for.

With *n* dice left, 6 - n to 6 (6 - n) points can be aside: 112 states in all. Tables hold them in one
row, those without dice left, the sums 6 to 36, first.
"""

from __future__ import annotations

from collections.abc import Mapping

from simulators.killer.limits import N_DICE

#: The sums that a draw can end with.
LEAST_SUM, MOST_SUM = N_DICE, 6 * N_DICE
SUMS = range(LEAST_SUM, MOST_SUM + 1)

_N_ASIDE = tuple(5 * (N_DICE - n) + 1 for n in range(N_DICE + 1))
#: The state of *n* dice left and *a* points aside is at ``PLACE[n] + a``.
PLACE = tuple(sum(_N_ASIDE[:n]) - (N_DICE - n) for n in range(N_DICE + 1))
N_STATES = sum(_N_ASIDE)
#: Where nothing is aside yet.
START = PLACE[N_DICE]

GOALS: Mapping[str, str] = {
    "mean": "the largest expected sum",
    "at-least": "the largest chance of a sum of at least so much",
    "exactly": "the largest chance of a sum of exactly so much",
    "strength": "the largest expected strength, a sum below 30 having none",
}


def check_state(dice: int, aside: int) -> None:
    """Refuse points aside that the dice set aside can't show.

    Raises
    ------
    ValueError
    """
    if not 1 <= dice <= N_DICE:
        raise ValueError(f"dice must be from 1 to {N_DICE}, not {dice}")
    done = N_DICE - dice
    if not done <= aside <= 6 * done:
        have = f"from {done} to {6 * done}" if done else "0"
        raise ValueError(
            f"aside must be {have} with {dice} of {N_DICE} dice still to roll, not {aside}"
        )
