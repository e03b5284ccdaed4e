"""Dino Dice: five dice, five kinds of plant-eaters, and the Tyrannosaur that eats them.

:data:`DINO_DICE` is the game as the toolkit sees it; :func:`policy` turns a function of one's own
into a policy.

Examples
--------
>>> from simulators import dino_dice
>>> @dino_dice.policy
... def no_more_than_needed(state, p):
...     return state.points >= min(25, state.need)
>>> no_more_than_needed().label
'no-more-than-needed'
"""

from simulators.dino_dice.exact import (
    HandInTurn,
    TurnDistribution,
    gain_of_rolling,
    hands_in_turn,
    turn_distribution,
)
from simulators.dino_dice.hands import HANDS
from simulators.dino_dice.lint import odd_rules
from simulators.dino_dice.modes import MODES
from simulators.dino_dice.objectives import ADVISER, OBJECTIVES, simple_rules
from simulators.dino_dice.policies import POLICIES
from simulators.dino_dice.rules import PRESETS, DinoDiceRules
from simulators.dino_dice.state import MealOptions, RerollOptions, TurnState
from simulators.dino_dice.user_policy import policy
from simulators.game import Game
from simulators.policy import Parameter

__all__ = [
    "DINO_DICE",
    "HANDS",
    "DinoDiceRules",
    "HandInTurn",
    "MealOptions",
    "Parameter",
    "RerollOptions",
    "TurnDistribution",
    "TurnState",
    "gain_of_rolling",
    "hands_in_turn",
    "policy",
    "turn_distribution",
]

DINO_DICE = Game(
    name="dino-dice",
    title="Dino Dice",
    summary="Roll up to three times for herds of plant-eaters; every 3 is a Tyrannosaur that eats "
    "one of them, and where there are too few to eat the turn is lost. Five alike score most.",
    source="Will Niebling's Dino Dice, French rules in the wording of Paul",
    version=1,
    rules_type=DinoDiceRules,
    presets=PRESETS,
    default_preset="niebling",
    policies=POLICIES,
    default_policy="keep-pairs-up",
    modes=MODES,
    default_mode="turn",
    lint=odd_rules,
    objectives=OBJECTIVES,
    rules_of_thumb=simple_rules,
    adviser=ADVISER,
)
