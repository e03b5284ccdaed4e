"""The policy ``search``: the learned player, thinking ahead as far as its budget goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.learned import shipped_value
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.search import choose_by_search, search_numbers
from simulators.values import Choice, integer

_BUDGET = (
    Parameter("candidates", integer(1, 15), 3, "splits that are thought about again"),
    Parameter("rolls", integer(0, 2), 0, "rolls to look ahead, over all that can come"),
    Parameter(
        "playouts",
        integer(0, 1_000_000),
        0,
        "games played on after each candidate; with rolls, after those close to the best, less luck",
    ),
)


def _laid_out(value: LearnedValue, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return search_numbers(
        value.numbers,
        value.rules.reject_faces,
        **{parameter.name: values[parameter.name] for parameter in _BUDGET},
    )


def _numbers(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    return _laid_out(shipped_value(rules, values["objective"]), values)


SEARCH = PolicyFamily(
    "search",
    "the learned player, thinking again about the splits that look best: over every next roll, or "
    "by playing on; plays like the learned one until it is given rolls or playouts",
    "ours",
    {"choose": Decision(choose_by_search, prepare=_numbers)},
    (
        Parameter("objective", Choice(("win", "mean")), "win", "what the learned value is of"),
        *_BUDGET,
    ),
)


@dataclass(frozen=True)
class _Prepare:
    """Give a search its numbers, under the rules for which its value was learned."""

    value: LearnedValue

    def __call__(self, rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
        self.value.check_fits(rules)
        return _laid_out(self.value, values)


def search_with(value: LearnedValue, name: str = "search-with") -> PolicyFamily:
    """Make a policy like ``search`` that thinks ahead from a value of your own.

    Parameters
    ----------
    value : LearnedValue
        Of any rules; the policy plays under these.
    name : str

    Examples
    --------
    >>> from simulators.solitaire_dice import train
    >>> search_with(train(games=100, seed=1))(rolls=2, candidates=4).name
    'search-with'
    """
    digest = value.digest[:16]
    return PolicyFamily(
        name,
        f"think ahead from a learned value ({value.objective})",
        "learned by temporal differences",
        {"choose": Decision(choose_by_search, prepare=_Prepare(value))},
        (Parameter("value", Choice((digest,)), digest, "digest of the learned value"), *_BUDGET),
        user_written=True,
    )
