"""Rules as data: frozen dataclasses whose fields are the switches of a game.

A game subclasses :class:`Rules` and declares each field with :func:`switch`. Construction checks
every value, then the combination; there is no way to hold rules that can't be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, Self

from simulators.errors import unknown_name
from simulators.values import Kind


@dataclass(frozen=True)
class Switch:
    """One switch of a game's rules, as the command line and the documentation show it."""

    name: str
    kind: Kind
    default: Any
    description: str


def switch(default: Any, kind: Kind, description: str) -> Any:
    """Declare a dataclass field that is a switch of the rules."""
    return field(default=default, metadata={"kind": kind, "description": description})


def _as_switch(spec: Field[Any]) -> Switch:
    return Switch(spec.name, spec.metadata["kind"], spec.default, spec.metadata["description"])


@dataclass(frozen=True)
class Rules:
    """Base of every game's rules.

    Raises
    ------
    ValueError, TypeError
        On a value outside its range or of the wrong type, and on an impossible combination; the
        message names the switch, what it must be and what it was.
    """

    def __post_init__(self) -> None:
        for spec in self.switches():
            try:
                value = spec.kind.check(getattr(self, spec.name))
            except (ValueError, TypeError) as error:
                raise type(error)(f"switch {spec.name} {error}") from None
            object.__setattr__(self, spec.name, value)
        self.check_combination()

    def check_combination(self) -> None:
        """Refuse combinations of switches that make no game; subclasses override."""

    @classmethod
    def switches(cls) -> tuple[Switch, ...]:
        """List the switches in the order in which the class declares them."""
        return tuple(_as_switch(spec) for spec in fields(cls))

    @classmethod
    def switch_named(cls, name: str) -> Switch:
        """Find one switch; ``ValueError`` names those that exist."""
        known = {spec.name: spec for spec in cls.switches()}
        if name not in known:
            raise unknown_name("switch", name, known)
        return known[name]

    def with_switches(self, changes: Mapping[str, Any]) -> Self:
        """Return these rules with some switches changed.

        Parameters
        ----------
        changes : mapping of str to object
            Values as text (``"none"``, ``"yes"``, ``"500"``) or as Python values.
        """
        values = {}
        for name, value in changes.items():
            spec = self.switch_named(name)
            try:
                values[name] = spec.kind.parse(value) if isinstance(value, str) else value
            except (ValueError, TypeError) as error:
                raise type(error)(f"switch {name} {error}") from None
        return replace(self, **values)

    def as_dict(self) -> dict[str, Any]:
        """Write every switch and its value as plain JSON types, in declared order."""
        values = {spec.name: getattr(self, spec.name) for spec in self.switches()}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Read back what :meth:`as_dict` wrote."""
        for name in values:
            cls.switch_named(name)
        return cls(**{n: tuple(v) if isinstance(v, list) else v for n, v in values.items()})

    def differences(self, other: Rules) -> dict[str, str]:
        """Write the switches in which these rules differ from `other`, as text for labels."""
        return {
            spec.name: spec.kind.format(getattr(self, spec.name))
            for spec in self.switches()
            if getattr(self, spec.name) != getattr(other, spec.name)
        }
