"""The policies of Solitaire Dice, and the way to write another.

Each chooses one of the legal splits of the roll; among equals, the first in ascending order
(reject, low sum, high sum), so that a choice is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.card import CARD
from simulators.solitaire_dice.few_sums import FEW_SUMS
from simulators.solitaire_dice.learned import LEARNED_MEAN, LEARNED_WIN
from simulators.solitaire_dice.look_ahead import SEARCH
from simulators.solitaire_dice.pace import PACE
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.tuned import TUNED
from simulators.solitaire_dice.weights import GREEDY, WEIGHTS
from simulators.user_policy import user_family


def choose_at_random(sheet: Sheet, splits: Splits, p: Any) -> int:
    """Choose each legal split with the same chance, within 2**-48."""
    return (sheet.noise >> 15) * splits.count >> 48


RANDOM = PolicyFamily(
    "random",
    "take any of the distinct legal splits, all equally likely",
    "the floor to measure others against",
    {"choose": Decision(choose_at_random)},
)

POLICIES = {
    family.name: family
    for family in (
        RANDOM,
        GREEDY,
        WEIGHTS,
        FEW_SUMS,
        PACE,
        TUNED,
        CARD,
        LEARNED_MEAN,
        LEARNED_WIN,
        SEARCH,
    )
}


def policy(
    choose: Callable[[Sheet, Splits, Any], Any] | None = None,
    *,
    name: str | None = None,
    parameters: Sequence[Parameter] = (),
    summary: str = "",
) -> Any:
    """Turn a function into a policy, as a decorator with or without arguments.

    Parameters
    ----------
    choose : callable
        Takes a :class:`Sheet`, the legal :class:`Splits` and its parameters' numbers in the order
        declared (vectors laid end to end); returns the index of a split.
    name : str, optional
        The function's own name with dashes by default.
    parameters : sequence of Parameter

    Returns
    -------
    PolicyFamily
        To be passed wherever a policy goes; call it with values for its parameters.

    Examples
    --------
    >>> @policy
    ... def keep_sevens(sheet, splits, p):
    ...     for i in range(splits.count):
    ...         if splits.low[i] == 7 or splits.high[i] == 7:
    ...             return i
    ...     return 0
    >>> keep_sevens.name
    'keep-sevens'
    """

    def build(function: Callable[[Sheet, Splits, Any], Any]) -> PolicyFamily:
        return user_family(
            {"choose": function}, {}, name=name, parameters=parameters, summary=summary
        )

    return build if choose is None else build(choose)
