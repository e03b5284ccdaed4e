"""Turn what a user says (names, switches, texts, numbers) into a checked task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from simulators.game import Game, Task
from simulators.policy import Policy, PolicyFamily
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.streams import check_seed

PolicyChoice = str | Policy | PolicyFamily | None

#: More games than any machine plays; keeps stream numbers and counts well inside 64 bits.
MAX_GAMES = 10**15


def parse_count(value: Any, name: str, high: int = MAX_GAMES) -> int:
    """Read a positive whole number: ``1000000``, ``"1_000_000"``, ``"1e6"`` or ``1e6``.

    Raises
    ------
    TypeError, ValueError
        If it is no number, not whole, or not from 1 to `high`.

    Examples
    --------
    >>> parse_count("1e6", "games"), parse_count("1_000", "games")
    (1000000, 1000)
    """
    reason = f"{name} must be a whole number from 1 to {high:,}, not {value!r}"
    if isinstance(value, bool) or value is None:
        raise TypeError(reason)
    try:
        number = Decimal(value.strip() if isinstance(value, str) else str(value))
    except (InvalidOperation, ValueError):
        raise (ValueError if isinstance(value, str) else TypeError)(reason) from None
    if not number.is_finite() or not 1 <= number <= high or number != number.to_integral_value():
        raise ValueError(reason)
    return int(number)


def parse_games(value: Any) -> int:
    """Read a number of games, see :func:`parse_count`."""
    return parse_count(value, "games")


def build_rules(
    game: Game,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
) -> Rules:
    """Build rules from a preset or from finished rules, with some switches changed."""
    if switches is not None and not isinstance(switches, Mapping):
        raise TypeError(f"switches must be a mapping such as {{'target': 500}}, not {switches!r}")
    if rules is None:
        return game.rules(preset, switches)
    if preset is not None:
        raise ValueError("give rules or a preset, not both")
    if not isinstance(rules, Rules):
        raise TypeError(
            f"rules must be a {game.rules_type.__name__}, not {rules!r}; "
            "to change some switches of a preset, give switches={...}"
        )
    return rules.with_switches(switches or {})


def build_task(
    game: str | Game,
    policies: Sequence[PolicyChoice],
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    rotate: bool = True,
) -> Task:
    """Resolve names and check everything, before anything is played.

    Parameters
    ----------
    policies : sequence of str, Policy, PolicyFamily or None
        One per player; ``None`` is the game's default policy.
    seed : int, optional
        0 to 2**64 - 1; drawn where it is ``None``, and recorded in the task.
    """
    found = find_game(game)
    return Task(
        found,
        found.mode(mode).name,
        build_rules(found, preset, rules, switches),
        tuple(found.policy(choice) for choice in policies),
        check_seed(seed),
        tuple((options or {}).items()),
        rotate,
    )


def check_distinct(policies: Sequence[Policy], least: int = 2) -> tuple[Policy, ...]:
    """Refuse fewer policies than can be compared, and any that is there twice."""
    if len(policies) < least:
        raise ValueError(f"give at least {least} policies, not {len(policies)}")
    for position, policy in enumerate(policies):
        if policy in policies[:position]:
            raise ValueError(f"policy {policy.label} is there twice")
    return tuple(policies)


def describe_rules(game: Game, rules: Rules) -> str:
    """Name the preset that these rules are, or are closest to, and what was changed in it."""
    name, nearest = min(game.presets.items(), key=lambda preset: len(rules.differences(preset[1])))
    changes = [f"{switch}={value}" for switch, value in rules.differences(nearest).items()]
    return ", ".join([name, *changes])


def preset_of(task: Task) -> str | None:
    """Name the preset that these rules are, if they are one."""
    return next((name for name, rules in task.game.presets.items() if rules == task.rules), None)
