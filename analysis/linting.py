"""Ask a game what is wrong with its rules as written: for designers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.tasks import PolicyChoice, build_rules
from simulators.game import Game
from simulators.registry import find_game
from simulators.rules import Rules


def lint(
    game: str | Game,
    policy: PolicyChoice = None,
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
) -> list[str]:
    """List what a designer should know about a set of rules, a sentence each.

    Parameters
    ----------
    game : str or Game
    policy : str, Policy or PolicyFamily, optional
        Whose play is looked at; the game chooses one that suits without it.
    preset, rules, switches
        Which rules, as for :func:`analysis.simulate`.

    Returns
    -------
    list of str
        Exact figures, nothing simulated. Empty where the game has no such check.

    Examples
    --------
    >>> lint("marathon", switches={"dice_from": "11/111/1111"})
    ['No distance is dead: from everywhere some rolls lead to the finish.']
    """
    found = find_game(game)
    laws = build_rules(found, preset, rules, switches)
    chosen = None if policy is None else found.policy(policy)
    return [] if found.lint is None else list(found.lint(laws, chosen))
