"""Marathon: run 42195 metres exactly, each turn a number formed by the dice.

:data:`MARATHON` is the game as the toolkit sees it; :func:`policy` turns a function of one's own into
a policy.

Examples
--------
>>> from simulators import marathon
>>> @marathon.policy
... def shortest_steps(runner, numbers, p):
...     return 0 if numbers.metres[0] <= runner.left else marathon.DECLINE
>>> shortest_steps().label
'shortest-steps'
"""

from simulators.game import Game
from simulators.marathon.modes import MODES
from simulators.marathon.policies import POLICIES
from simulators.marathon.rules import PRESETS, MarathonRules
from simulators.marathon.state import DECLINE, Numbers, Runner
from simulators.marathon.user_policy import policy
from simulators.policy import Parameter

__all__ = [
    "DECLINE",
    "MARATHON",
    "MarathonRules",
    "Numbers",
    "Parameter",
    "Runner",
    "policy",
]

MARATHON = Game(
    name="marathon",
    title="Marathon",
    summary=(
        "each turn run a number formed by the dice rolled; the first with exactly 42195 metres wins, "
        "who runs past them is out, and some distances nobody can ever finish from"
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
)
