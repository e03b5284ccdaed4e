"""Policies: what the player chooses.

A :class:`PolicyFamily` is a name, parameters with bounds and meaning, a source, and one plain
function for each decision that the game asks for. A :class:`Policy` is a family with values for its
parameters. A decision function takes the state first and its parameters last, as a flat sequence of
numbers::

    def bank(state, p):
        return state.counter >= p[0]

The same function decides in the reference player, called by Python, and in the kernels, compiled by
:mod:`simulators.decisions`; built-in and user-written policies run through the same door.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.errors import PolicyError, unknown_name
from simulators.values import Kind, Number


@dataclass(frozen=True)
class Parameter:
    """A number, word or vector that tunes a policy."""

    name: str
    kind: Kind
    default: Any
    description: str


@dataclass(frozen=True)
class Decision:
    """How a policy takes one kind of decision.

    Parameters
    ----------
    function : callable
        Takes the game's arguments for this decision, then the parameters; returns an int or bool.
    parameters : tuple of str
        Which parameters of the family it reads, in the order in which it finds them.
    prepare : callable, optional
        Takes the rules and a mapping of all the family's parameters, and returns the numbers that
        the function reads instead: a table worked out once, so that the function only looks up.
    """

    function: Callable[..., Any]
    parameters: tuple[str, ...] = ()
    prepare: Callable[[Any, Mapping[str, Any]], NDArray[np.float64]] | None = None


@dataclass(frozen=True)
class PolicyFamily:
    """A parameterised policy.

    Calling it with values for some of its parameters gives a :class:`Policy`.
    """

    name: str
    summary: str
    source: str
    decisions: Mapping[str, Decision] = field(hash=False)
    parameters: tuple[Parameter, ...] = ()
    user_written: bool = False

    def __call__(self, **values: Any) -> Policy:
        return self.with_values(values)

    def parameter(self, name: str) -> Parameter:
        """Find one parameter; ``ValueError`` names those that exist."""
        known = {parameter.name: parameter for parameter in self.parameters}
        if name not in known:
            raise unknown_name("parameter", name, known, where=f"policy {self.name}")
        return known[name]

    def with_values(self, values: Mapping[str, Any]) -> Policy:
        """Build a policy; values are Python values, or text as on the command line."""
        checked = {parameter.name: parameter.default for parameter in self.parameters}
        for name, value in values.items():
            kind = self.parameter(name).kind
            try:
                checked[name] = kind.parse(value) if isinstance(value, str) else kind.check(value)
            except (ValueError, TypeError) as error:
                raise type(error)(f"policy {self.name}: parameter {name} {error}") from None
        return Policy(self, tuple(checked.items()))

    def __reduce__(self) -> Any:
        """Pickle with the functions' code, so that a notebook's policy travels to other processes."""
        from numba import cloudpickle

        state = (
            self.name,
            self.summary,
            self.source,
            dict(self.decisions),
            self.parameters,
            self.user_written,
        )
        return _restore_family, (cloudpickle.dumps(state),)  # type: ignore[no-untyped-call]


@lru_cache(maxsize=64)
def _restore_family(state: bytes) -> PolicyFamily:
    """Rebuild a family; the same one for every chunk of work, so that it is compiled only once."""
    from numba import cloudpickle

    return PolicyFamily(*cloudpickle.loads(state))


@dataclass(frozen=True)
class Policy:
    """A policy family with a value for each of its parameters, in the family's order."""

    family: PolicyFamily
    values: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        return self.family.name

    @property
    def label(self) -> str:
        """Write the policy as the command line takes it.

        Values at their default are left out, but for a first parameter that is a single number:
        that is what one policy of the family is told from another by.
        """
        written = []
        for number, (name, value) in enumerate(self.values):
            spec = self.family.parameter(name)
            if value != spec.default or (number == 0 and isinstance(spec.kind, Number)):
                written.append(f"{name}={spec.kind.format(value)}")
        return f"{self.name}:{','.join(written)}" if written else self.name

    def as_dict(self) -> dict[str, Any]:
        """Write name and every parameter as plain JSON types; ``never`` and the like as words."""
        return {
            "name": self.name,
            "parameters": {
                name: self.family.parameter(name).kind.format(value) for name, value in self.values
            },
        }

    def numbers(self, decision: str, rules: Any = None) -> NDArray[np.float64]:
        """Encode what a decision reads: its parameters, or the table prepared from them.

        Parameters
        ----------
        rules : Rules, optional
            Those of the game that is played; decisions that prepare a table need them.

        Returns
        -------
        ndarray of float64, shape (n,)
            Vectors laid end to end; words as their index among the choices, ``never`` as infinity.
        """
        return _numbers(self, decision, rules)

    def decide(self, decision: str, *arguments: Any, numbers: NDArray[np.float64]) -> int:
        """Ask the plain Python function, as the reference player does.

        Raises
        ------
        PolicyError
            If the function raises or returns anything but an int or a bool; names policy and state.
        """
        function = self.family.decisions[decision].function
        try:
            answer = function(*arguments, numbers)
        except PolicyError:
            raise
        except Exception as error:
            reason = f"raised {type(error).__name__} ({error}) on {decision}"
            raise PolicyError(self.complaint(reason, arguments[0])) from error
        if not isinstance(answer, Integral | np.bool_):
            reason = f"returned {answer!r} for {decision}, which must be a whole number"
            raise PolicyError(self.complaint(reason, arguments[0]))
        return int(answer)

    def complaint(self, reason: str, state: Any) -> str:
        """Word an error so that it names policy, fault and state."""
        return f"policy {self.label} {reason} in state {state}"


@lru_cache(maxsize=256)
def _numbers(policy: Policy, decision: str, rules: Any) -> NDArray[np.float64]:
    values = dict(policy.values)
    how = policy.family.decisions[decision]
    if how.prepare is not None:
        numbers = np.ascontiguousarray(how.prepare(rules, values), dtype=np.float64)
    else:
        listed: list[float] = []
        for name in how.parameters:
            listed += policy.family.parameter(name).kind.encode(values[name])
        numbers = np.array(listed or [0.0], dtype=np.float64)
    return numbers


def parse_policy(text: str, families: Mapping[str, PolicyFamily]) -> Policy:
    """Read a policy from text such as ``bank-at:threshold=300``.

    Examples
    --------
    >>> parse_policy("bank-at:treshold=300", {})
    Traceback (most recent call last):
    ValueError: unknown policy 'bank-at': choose from none at all
    """
    name, _, rest = text.strip().partition(":")
    if name not in families:
        raise unknown_name("policy", name, families)
    values: dict[str, str] = {}
    for item in filter(None, rest.split(",")):
        key, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"policy {name}: expected parameter=value, not {item!r}")
        if key.strip() in values:
            raise ValueError(f"policy {name}: parameter {key.strip()} given twice")
        values[key.strip()] = value
    return families[name].with_values(values)
