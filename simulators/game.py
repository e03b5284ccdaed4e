"""The game contract: what a game must offer so that everything else works with it.

A game is a folder with rules, policies, kernels and a reference player. It shows itself to the
engine, the command line, the charts and the conformance tests through one :class:`Game` object,
which holds one :class:`Mode` for each way to play: one turn, alone to the target, a match.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.advice import Adviser
from simulators.errors import PolicyError, unknown_name
from simulators.outcomes import Metric, Replay
from simulators.policy import Parameter, Policy, PolicyFamily, parse_policy
from simulators.rules import Rules
from simulators.solving import Objective, RuleOfThumb

#: Plays games first, first + 1, ... into the columns of an int32 array of shape
#: (1 + number of metrics, number of games); row 0 takes the status. Thread-safe.
PlayBlock = Callable[[int, NDArray[np.int32]], None]


class Mode(ABC):
    """One way to play a game.

    Attributes
    ----------
    name, summary : str
    min_players, max_players : int
        How many policies take part; 1 and 1 for solo play.
    headline : str
        The metric that this mode is mostly about.
    cap : str
        When a game is cut and counted as truncated, in words.
    options : tuple of Parameter
        What else can be set, such as the state in which a turn starts.
    chunk_games : int
        Games in one unit of work: some tens of milliseconds on one core.
    """

    name: str
    summary: str
    min_players: int = 1
    max_players: int = 1
    headline: str
    cap: str
    options: tuple[Parameter, ...] = ()
    chunk_games: int = 1 << 16

    @property
    def is_match(self) -> bool:
        return self.max_players > 1

    @abstractmethod
    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        """List what each game reports. A match reports :func:`match_result` first."""

    @abstractmethod
    def bind(self, task: Task) -> PlayBlock:
        """Prepare tables and compiled policies, and return the function that plays a block."""

    @abstractmethod
    def replay(self, task: Task, game: int) -> Replay:
        """Play one game with the reference player."""

    def check(self, task: Task) -> None:
        """Refuse what this mode can't play; subclasses add their own conditions."""
        n = len(task.policies)
        if not self.min_players <= n <= self.max_players:
            allowed = (
                f"{self.min_players} to {self.max_players} policies"
                if self.max_players > self.min_players
                else f"{self.min_players} policy"
            )
            raise ValueError(f"{task.game_name} {self.name} takes {allowed}, not {n}")


@dataclass(frozen=True)
class Game:
    """A game as the toolkit sees it.

    Attributes
    ----------
    version : int
        Goes up when, and only when, the same (rules, policy, seed) give other results than before.
    presets : mapping of str to Rules
        Named rule sets; `default_preset` is the source's own game.
    policies : mapping of str to PolicyFamily
    modes : mapping of str to Mode
        `default_mode` is what ``simulate`` plays; a match mode is named ``match``.
    lint : callable, optional
        Takes rules and a policy (or ``None``: one that suits) and tells a designer, a sentence
        each, what is wrong with the rules as written.
    objectives : mapping of str to Objective
        What can be solved exactly, the usual question first.
    rules_of_thumb : callable, optional
        Takes rules; lists the best simple policies, fewest numbers first, evaluated exactly.
    adviser : Adviser, optional
        Answers what to do in a position.
    """

    name: str
    title: str
    summary: str
    source: str
    version: int
    rules_type: type[Rules]
    presets: Mapping[str, Rules] = field(hash=False)
    default_preset: str
    policies: Mapping[str, PolicyFamily] = field(hash=False)
    default_policy: str
    modes: Mapping[str, Mode] = field(hash=False)
    default_mode: str
    lint: Callable[[Any, Policy | None], Sequence[str]] | None = field(default=None, hash=False)
    objectives: Mapping[str, Objective] = field(default_factory=dict, hash=False)
    rules_of_thumb: Callable[[Any], Sequence[RuleOfThumb]] | None = field(default=None, hash=False)
    adviser: Adviser | None = field(default=None, hash=False)

    def rules(self, preset: str | None = None, switches: Mapping[str, Any] | None = None) -> Rules:
        """Build rules from a preset and changed switches."""
        name = preset or self.default_preset
        if name not in self.presets:
            raise unknown_name("preset", name, self.presets, where=self.name)
        return self.presets[name].with_switches(switches or {})

    def policy(self, choice: str | Policy | PolicyFamily | None = None) -> Policy:
        """Resolve a policy given as text, as an object, or not at all (the default one)."""
        if isinstance(choice, Policy):
            return choice
        if isinstance(choice, PolicyFamily):
            return choice()
        if choice is not None and not isinstance(choice, str):
            raise TypeError(
                f"policy must be a name such as {self.default_policy!r} or a policy object, "
                f"not {choice!r}"
            )
        return parse_policy(choice if choice is not None else self.default_policy, self.policies)

    def mode(self, name: str | None = None) -> Mode:
        """Find a mode by name; the default one without a name."""
        chosen = name or self.default_mode
        if chosen not in self.modes:
            raise unknown_name("mode", chosen, self.modes, where=self.name)
        return self.modes[chosen]

    def objective(self, name: str | None = None) -> Objective:
        """Find an objective by name; the usual one without a name."""
        if not self.objectives:
            raise ValueError(f"{self.name} has nothing that can be solved exactly")
        chosen = next(iter(self.objectives)) if name is None else name
        if chosen not in self.objectives:
            raise unknown_name("objective", chosen, self.objectives, where=self.name)
        return self.objectives[chosen]


@dataclass(frozen=True)
class Task:
    """Everything that fixes the outcome of every game: game, mode, rules, policies, seed.

    Attributes
    ----------
    options : tuple of (str, object)
        The mode's options with their values, in the mode's order.
    rotate : bool
        In a match, entrant *e* of game *g* sits at seat ``(e + g) % n``; without, at seat *e*.
    """

    game: Game = field(hash=False)
    mode_name: str
    rules: Rules
    policies: tuple[Policy, ...]
    seed: int
    options: tuple[tuple[str, Any], ...] = ()
    rotate: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.rules, self.game.rules_type):
            raise TypeError(
                f"rules of {self.game_name} must be {self.game.rules_type.__name__}, "
                f"not {type(self.rules).__name__}"
            )
        for policy in self.policies:
            self._check_policy(policy)
        object.__setattr__(self, "options", self._complete_options())
        self.mode.check(self)

    def _check_policy(self, policy: Policy) -> None:
        """Refuse policies of other games, and users' policies that pass for built-in ones."""
        family, known = policy.family, self.game.policies
        if not family.user_written:
            if known.get(policy.name) is not family:
                raise unknown_name("policy", policy.name, known)
            return
        if policy.name in known:
            raise ValueError(f"policy {policy.name} has the name of a built-in one: rename it")
        asked = set(next(iter(known.values())).decisions)
        if set(family.decisions) != asked:
            raise ValueError(
                f"policy {policy.name} was written for another game: it decides "
                f"{', '.join(sorted(family.decisions))}, and {self.game_name} asks for "
                f"{', '.join(sorted(asked))}"
            )

    def _complete_options(self) -> tuple[tuple[str, Any], ...]:
        given, known = dict(self.options), {spec.name: spec for spec in self.mode.options}
        values = {}
        for name in given:
            if name not in known:
                raise unknown_name("option", name, known, where=f"mode {self.mode_name}")
        for name, spec in known.items():
            value = given.get(name, spec.default)
            try:
                parsed = (
                    spec.kind.parse(value) if isinstance(value, str) else spec.kind.check(value)
                )
            except (ValueError, TypeError) as error:
                raise type(error)(f"option {name} {error}") from None
            values[name] = parsed
        return tuple(values.items())

    @property
    def game_name(self) -> str:
        return self.game.name

    @property
    def mode(self) -> Mode:
        return self.game.mode(self.mode_name)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.mode.metrics(self.rules, len(self.policies))

    def option(self, name: str) -> Any:
        return dict(self.options)[name]

    def play(self, first: int, outcomes: NDArray[np.int32]) -> None:
        """Play games into `outcomes`, see `PlayBlock`."""
        _bound(self, self._codes)(first, outcomes)

    @property
    def _codes(self) -> tuple[str, ...]:
        """Digest the code of users' policies, captured values included."""
        users = [policy.family for policy in self.policies if policy.family.user_written]
        if not users:
            return ()
        from simulators.code_digest import code_digest

        return tuple(code_digest(family) for family in users)

    def replay(self, game: int) -> Replay:
        """Play one game with the reference player."""
        return self.mode.replay(self, game)

    def fault(self, game: int) -> PolicyError:
        """Find out, by a replay, what a policy did wrong in a game that the kernel gave up."""
        try:
            self.replay(game)
        except PolicyError as error:
            return error
        labels = " and ".join(policy.label for policy in self.policies)
        return PolicyError(
            f"policy {labels} decides differently when compiled than in Python, in game {game} "
            f"of seed {self.seed}"
        )

    def as_dict(self) -> dict[str, Any]:
        """Write the task as plain JSON types, for manifests and digests."""
        words = {spec.name: spec.kind.format for spec in self.mode.options}
        return {
            "game": self.game_name,
            "game_version": self.game.version,
            "mode": self.mode_name,
            "options": {name: words[name](value) for name, value in self.options},
            "rules": self.rules.as_dict(),
            "policies": [policy.as_dict() for policy in self.policies],
            "rotate": self.rotate if self.mode.is_match else False,
            "seed": self.seed,
        }

    def __reduce__(self) -> Any:
        """Pickle the game and its policies by name: they hold what can't travel, and needn't.

        A user-written policy travels whole.
        """
        policies = tuple(
            policy if policy.family.user_written else (policy.name, policy.values)
            for policy in self.policies
        )
        settings = (self.seed, self.options, self.rotate)
        return _restore_task, (self.game_name, self.mode_name, self.rules, policies, settings)


def _restore_task(
    game_name: str, mode_name: str, rules: Rules, policies: tuple[Any, ...], settings: Any
) -> Task:
    from simulators.registry import find_game

    game = find_game(game_name)
    restored = tuple(
        Policy(game.policies[policy[0]], policy[1]) if isinstance(policy, tuple) else policy
        for policy in policies
    )
    return Task(game, mode_name, rules, restored, *settings)


@lru_cache(maxsize=64)
def _bound(task: Task, codes: tuple[str, ...]) -> PlayBlock:
    """Bind a task; `codes` tells users' policies apart that captured a changed global."""
    return task.mode.bind(task)
