"""The contract of advice: a position goes in, all legal actions come out, ranked.

A game declares an :class:`Adviser`: which questions describe a position, and a function that values
every legal action there, exactly where a solver can, by rollouts with their errors where none can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulators.errors import unknown_name
from simulators.policy import Parameter
from simulators.solving import read_value


@dataclass(frozen=True)
class Action:
    """One legal action and what it is worth.

    Attributes
    ----------
    words : str
        As one would say it: ``bank``, ``set aside 1 1 for 200, roll four``.
    value : float
        In the advice's unit, if everything after the action is played by the policy that the advice
        names (optimally, where it is exact).
    std_error : float or None
        ``None``: exact.
    cost_error : float or None
        Standard error of the difference to the best action, which common random numbers make
        smaller than the two errors together; ``None``: exact.
    details : mapping of str to object
        The action in plain JSON types, for programs: ``{"bank": False, "set_aside": [1, 1]}``.
    """

    words: str
    value: float
    std_error: float | None = None
    cost_error: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Advice:
    """All legal actions in a position, best first.

    Attributes
    ----------
    position : str
        What the advice is for, in words.
    objective, unit : str
        What the values are: ``race`` and ``probability``, ``turn`` and ``points``.
    actions : tuple of Action
        Best first.
    lower_is_better : bool
    notes : tuple of str
        What the reader must know: how values were estimated, what was assumed.
    """

    position: str
    objective: str
    unit: str
    actions: tuple[Action, ...]
    lower_is_better: bool = False
    notes: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        return all(action.std_error is None for action in self.actions)

    def costs(self) -> list[float]:
        """Compute what each action gives up against the best one, in order; never negative."""
        best = self.actions[0].value
        return [abs(best - action.value) for action in self.actions]


def ranked(actions: Sequence[Action], *, lower_is_better: bool = False) -> tuple[Action, ...]:
    """Order actions best first; equals stay in the order given."""
    return tuple(sorted(actions, key=lambda a: a.value if lower_is_better else -a.value))


@dataclass(frozen=True)
class Effort:
    """How hard to try where a value must be estimated.

    Attributes
    ----------
    games : int
        Rollouts per action.
    seed : int
    """

    games: int = 10_000
    seed: int = 0


@dataclass(frozen=True)
class Adviser:
    """What a game can be asked about a position.

    Attributes
    ----------
    questions : tuple of Parameter
        What describes a position, each ``--name value`` on the command line (with ``-`` for ``_``).
        Where a default is ``None``, the question may be left open; `advise` tells what it needs.
    advise : callable
        ``advise(rules, position, objective, effort)``: `position` maps every question's name to its
        value, `objective` is one of `objectives` or ``None`` for the one that suits the position.
        Impossible positions are refused with a ``ValueError`` that says why.
    objectives : mapping of str to str
        Name and meaning of what can be aimed at.
    examples : tuple of str
        Options of example calls, such as ``"--held 450 --dice 3"``.
    """

    questions: tuple[Parameter, ...]
    advise: Callable[[Any, Mapping[str, Any], str | None, Effort], Advice]
    objectives: Mapping[str, str]
    examples: tuple[str, ...] = ()

    def ask(
        self, rules: Any, given: Mapping[str, Any], objective: str | None, effort: Effort
    ) -> Advice:
        """Check the position's values, text or not, and advise."""
        known = {spec.name: spec for spec in self.questions}
        for name in given:
            if name not in known:
                raise unknown_name("part of a position", name, known)
        if objective is not None and objective not in self.objectives:
            raise unknown_name("objective", objective, self.objectives)
        position = {name: read_value(spec, given, noun="") for name, spec in known.items()}
        return self.advise(rules, position, objective, effort)
