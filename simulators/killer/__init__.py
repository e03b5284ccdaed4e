"""Killer: draw life points, then attack until one player is left.

:data:`KILLER` is the game as the toolkit sees it; :func:`policy` turns a function of one's own into
a policy.

Examples
--------
>>> from simulators import killer
>>> @killer.policy(target=lambda state, p: 1 if state.seat == 0 else 0)
... def two_at_a_time(state, p):
...     return killer.HIGHEST[min(2, state.dice)]
>>> two_at_a_time().label
'two-at-a-time'
"""

from typing import TYPE_CHECKING, Any

from simulators.game import Game
from simulators.killer.advise import ADVISER
from simulators.killer.duel import Duel, duel
from simulators.killer.exact import (
    AttackDistribution,
    DrawDistribution,
    attack_distribution,
    draw_distribution,
)
from simulators.killer.modes import MODES
from simulators.killer.objectives import OBJECTIVES
from simulators.killer.policies import POLICIES
from simulators.killer.rules import PRESETS, KillerRules
from simulators.killer.rules_of_thumb import rules_of_thumb
from simulators.killer.state import ATTACK, HIGHEST, PREPARATION, KillerState
from simulators.killer.user_policy import policy
from simulators.policy import Parameter

if TYPE_CHECKING:
    from simulators.killer.solve_draw import BestDraw, best_draw

__all__ = [
    "ATTACK",
    "HIGHEST",
    "KILLER",
    "PREPARATION",
    "AttackDistribution",
    "BestDraw",
    "DrawDistribution",
    "Duel",
    "KillerRules",
    "KillerState",
    "Parameter",
    "attack_distribution",
    "best_draw",
    "draw_distribution",
    "duel",
    "policy",
]

KILLER = Game(
    name="killer",
    title="Killer",
    summary="Draw a sum of six dice as life points, then draw sums to attack with: what is above "
    "30 is strength, what is below costs life. The last player left wins.",
    source="anonymous French rules of Killer, Mon wiki, jeux:des, 24 November 2024",
    version=1,
    rules_type=KillerRules,
    presets=PRESETS,
    default_preset="killer",
    policies=POLICIES,
    default_policy="keep-at-least",
    modes=MODES,
    default_mode="draw",
    objectives=OBJECTIVES,
    rules_of_thumb=rules_of_thumb,
    adviser=ADVISER,
)


def __getattr__(name: str) -> Any:
    """Load the solver of a draw when it is first asked for."""
    if name in ("BestDraw", "best_draw"):
        from simulators.killer import solve_draw

        return getattr(solve_draw, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
