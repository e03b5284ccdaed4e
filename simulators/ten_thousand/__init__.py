"""10000 and 15000: roll six dice, set scoring dice aside, bank or roll on.

One engine with a preset for each game, and for relatives of the Farkle kind. :data:`TEN_THOUSAND` and
:data:`FIFTEEN_THOUSAND` are the games as the toolkit sees them; :func:`policy` turns a function of
one's own into a policy.

Examples
--------
>>> from simulators import ten_thousand
>>> @ten_thousand.policy
... def two_dice_at_most(state, p):
...     return state.dice <= 2 or state.counter >= 500
>>> two_dice_at_most().label
'two-dice-at-most'
"""

from collections.abc import Mapping

from simulators.game import Game
from simulators.policy import Parameter
from simulators.solving import RuleOfThumb
from simulators.ten_thousand.adviser import ADVISER
from simulators.ten_thousand.exact import TurnDistribution, gain_of_rolling, turn_distribution
from simulators.ten_thousand.modes import MODES
from simulators.ten_thousand.objectives import OBJECTIVES
from simulators.ten_thousand.policies import POLICIES
from simulators.ten_thousand.rules import PRESETS, TenThousandRules
from simulators.ten_thousand.state import SetAsideOptions, TurnState
from simulators.ten_thousand.user_policy import policy

__all__ = [
    "FIFTEEN_THOUSAND",
    "TEN_THOUSAND",
    "Parameter",
    "SetAsideOptions",
    "TenThousandRules",
    "TurnDistribution",
    "TurnState",
    "gain_of_rolling",
    "policy",
    "turn_distribution",
]


def _rules_of_thumb(rules: TenThousandRules) -> list[RuleOfThumb]:
    from simulators.ten_thousand.rules_of_thumb import rules_of_thumb

    return rules_of_thumb(rules)


def _game(name: str, summary: str, presets: Mapping[str, TenThousandRules]) -> Game:
    return Game(
        name=name,
        title=name,
        summary=summary,
        source="anonymous French rules of 10000 and 15000, Mon wiki, jeux:des, 24 November 2024",
        version=1,
        rules_type=TenThousandRules,
        presets=presets,
        default_preset=name,
        policies=POLICIES,
        default_policy="bank-at-dice",
        modes=MODES,
        default_mode="turn",
        objectives=OBJECTIVES,
        rules_of_thumb=_rules_of_thumb,
        adviser=ADVISER,
    )


TEN_THOUSAND = _game(
    "10000",
    "Roll six dice, set aside those that score, and bank the counter before a roll scores nothing. "
    "Whoever reaches 10000 gives the others one more turn; the highest score wins.",
    PRESETS,
)
FIFTEEN_THOUSAND = _game(
    "15000",
    "10000 to exactly 15000: a counter beyond it is lost, straights are worth more, and from 5000 "
    "points on the counter that the previous player banked may be taken over.",
    {name: PRESETS[name] for name in ("15000", "10000")},
)
