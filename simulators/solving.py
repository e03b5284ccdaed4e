"""The contract of exact solvers: what a game can be asked to solve, and what comes back.

A game declares one :class:`Objective` for each question that it can answer exactly. The command line,
the notebooks, the study and the solved policies all go through it; solutions are kept on disk by
:mod:`simulators.solution_store`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.errors import unknown_name
from simulators.policy import Parameter, Policy


@dataclass(frozen=True)
class Solution:
    """What a solver found.

    Attributes
    ----------
    value : float
        Of the objective at its start, under optimal play; of a race, the first player's chance to
        win, ties as half.
    states : int
        States that were solved.
    residual : float
        Largest amount by which one more application of the recurrence changes a value; 0 where the
        states form no loop, so that each is computed once.
    details : mapping of str to object
        What else a reader wants to know, as plain JSON types, such as thresholds.
    tables : mapping of str to ndarray
        What the solved policy, charts and advice look up. Kept on disk, so keep them lean.
    seconds : float
        Wall-clock time that the solver took when it ran; set by the store.
    from_disk : bool
        Whether it was solved before; set by the store.
    """

    value: float
    states: int
    residual: float = 0.0
    details: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, NDArray[np.generic]] = field(default_factory=dict, repr=False)
    seconds: float = 0.0
    from_disk: bool = False


@dataclass(frozen=True)
class Objective:
    """A question that a game can answer exactly.

    Attributes
    ----------
    name, summary : str
        As the command line lists them.
    unit : str
        Of the value: ``points``, ``turns``, ``probability``.
    solve : callable
        Takes the rules and the value of every parameter by name; refuses rules under which the
        question makes no sense with a ``ValueError``.
    parameters : tuple of Parameter
        What else fixes the question, such as the state in which a turn starts.
    policy : callable, optional
        Takes the values of the parameters and returns the policy that plays the solution.
    lower_is_better : bool
    """

    name: str
    summary: str
    unit: str
    solve: Callable[[Any, Mapping[str, Any]], Solution]
    parameters: tuple[Parameter, ...] = ()
    policy: Callable[[Mapping[str, Any]], Policy] | None = None
    lower_is_better: bool = False

    def complete(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Check values, text or not, and fill in defaults.

        Raises
        ------
        ValueError, TypeError
            Naming the parameter, what it must be and what it was.
        """
        known = {spec.name: spec for spec in self.parameters}
        for name in given:
            if name not in known:
                raise unknown_name("option", name, known, where=f"objective {self.name}")
        return {name: read_value(spec, given) for name, spec in known.items()}


def read_value(spec: Parameter, given: Mapping[str, Any], noun: str = "option") -> Any:
    """Read a parameter's value, given as text or as itself; its default where it isn't given."""
    if spec.name not in given:
        return spec.default
    value = given[spec.name]
    try:
        return spec.kind.parse(value) if isinstance(value, str) else spec.kind.check(value)
    except (ValueError, TypeError) as error:
        raise type(error)(f"{noun} {spec.name} {error}".lstrip()) from None


@dataclass(frozen=True)
class RuleOfThumb:
    """A simple policy, the best of its family, and what a player gives up by following it.

    Attributes
    ----------
    policy : Policy
    words : str
        The rule as one would tell it at the table.
    n_numbers : int
        How many numbers one has to remember.
    objective : str
        Name of the objective under which it was evaluated.
    value : float
        Exact, under that objective.
    optimum : float
        The best value that any policy reaches.
    """

    policy: Policy
    words: str
    n_numbers: int
    objective: str
    value: float
    optimum: float

    @property
    def loss(self) -> float:
        """What it gives up, in the objective's unit; never negative."""
        return abs(self.optimum - self.value)
