"""Marathon: run 42195 metres exactly, each turn a number formed by the dice.

:data:`MARATHON` is the game as the toolkit sees it; :func:`policy` turns a function of one's own
into a policy; :func:`dead_ends` tells a designer where the rules leave players stuck.

Examples
--------
>>> from simulators import marathon
>>> @marathon.policy
... def shortest_steps(runner, numbers, p):
...     return 0 if numbers.metres[0] <= runner.left else marathon.DECLINE
>>> shortest_steps().label
'shortest-steps'
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simulators.game import Game
from simulators.marathon.advise import ADVISER
from simulators.marathon.modes import MODES
from simulators.marathon.objectives import OBJECTIVES
from simulators.marathon.policies import POLICIES
from simulators.marathon.rules import PRESETS, MarathonRules
from simulators.marathon.state import DECLINE, Numbers, Runner
from simulators.marathon.user_policy import policy
from simulators.policy import Parameter, Policy
from simulators.solving import RuleOfThumb

if TYPE_CHECKING:
    from simulators.marathon.exact import Outlook, WalkDistribution, outlook, walk_distribution
    from simulators.marathon.lint import DeadEnds, dead_ends

__all__ = [
    "DECLINE",
    "MARATHON",
    "DeadEnds",
    "MarathonRules",
    "Numbers",
    "Outlook",
    "Parameter",
    "Runner",
    "WalkDistribution",
    "dead_ends",
    "outlook",
    "policy",
    "walk_distribution",
]


def _lint(rules: Any, player: Policy | None) -> Sequence[str]:
    from simulators.marathon.lint import dead_ends

    return dead_ends(rules, player).lines


def _rules_of_thumb(rules: Any) -> Sequence[RuleOfThumb]:
    from simulators.marathon.rules_of_thumb import rules_of_thumb

    return rules_of_thumb(rules)


MARATHON = Game(
    name="marathon",
    title="Marathon",
    summary=(
        "each turn run a number formed by the dice rolled; the first with exactly 42195 metres "
        "wins, who runs past them is out, and from some distances nobody can ever finish"
    ),
    source="anonymous French rules of Marathon, Mon wiki, jeux:des, 24 November 2024",
    version=1,
    rules_type=MarathonRules,
    presets=PRESETS,
    default_preset="marathon",
    policies=POLICIES,
    default_policy="lookahead",
    modes=MODES,
    default_mode="solo",
    lint=_lint,
    objectives=OBJECTIVES,
    rules_of_thumb=_rules_of_thumb,
    adviser=ADVISER,
)


def __getattr__(name: str) -> Any:
    """Import the exact computations on first use: they bring the compiler along."""
    from importlib import import_module

    for module in ("exact", "lint"):
        if name in __all__ and hasattr(found := import_module(f"{__name__}.{module}"), name):
            return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
