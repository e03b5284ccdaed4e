"""Low-High: roll thirteen dice, keep a set, and every die not above it goes bad from then on.

:data:`LOW_HIGH` is the game as the toolkit sees it; :func:`policy` turns a function of one's own
into a policy.

Examples
--------
>>> from simulators import low_high
>>> @low_high.policy
... def enough(state, p):
...     return state.points >= 4 or state.highest >= 3
>>> enough().label
'enough'
"""

from simulators.game import Game
from simulators.low_high.modes import MODES
from simulators.low_high.objectives import ADVISER, OBJECTIVES, simple_rules
from simulators.low_high.policies import POLICIES
from simulators.low_high.rules import PRESETS, LowHighRules
from simulators.low_high.state import KeepOptions, TurnState
from simulators.low_high.user_policy import policy
from simulators.policy import Parameter

__all__ = [
    "LOW_HIGH",
    "KeepOptions",
    "LowHighRules",
    "Parameter",
    "TurnState",
    "policy",
]

LOW_HIGH = Game(
    name="low-high",
    title="Low-High",
    summary="Roll thirteen dice and keep all of one face; stop, or roll the others again, of which "
    "those not above the highest face kept are lost and count against you. First to 30 wins.",
    source="Daniel Solis, Low-High Dice Game, French and English rules",
    version=1,
    rules_type=LowHighRules,
    presets=PRESETS,
    default_preset="low-high",
    policies=POLICIES,
    default_policy="card",
    modes=MODES,
    default_mode="turn",
    objectives=OBJECTIVES,
    rules_of_thumb=simple_rules,
    adviser=ADVISER,
)
