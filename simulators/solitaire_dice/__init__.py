"""Solitaire Dice by Sid Sackson: split five dice into two pairs and a reject, roll after roll.

Source: S. Sackson, *A Gamut of Games* (1969); also on BrettspielWelt as SoloWürfeln.
"""

from simulators.game import Game
from simulators.solitaire_dice.advise import ADVISER
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.look_ahead import search_with
from simulators.solitaire_dice.modes import Duplicate, Solo
from simulators.solitaire_dice.objectives import OBJECTIVES
from simulators.solitaire_dice.policies import POLICIES, policy
from simulators.solitaire_dice.rules import PRESETS, SolitaireDiceRules
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.training import train

__all__ = [
    "SOLITAIRE_DICE",
    "LearnedValue",
    "Sheet",
    "SolitaireDiceRules",
    "Splits",
    "policy",
    "search_with",
    "train",
]

SOLITAIRE_DICE = Game(
    name="solitaire-dice",
    title="Solitaire Dice",
    summary="split five dice into two pairs and a reject, again and again; 500 points win",
    source="Sid Sackson, A Gamut of Games; BrettspielWelt's SoloWürfeln",
    version=1,
    rules_type=SolitaireDiceRules,
    presets=PRESETS,
    default_preset="sackson",
    policies=POLICIES,
    default_policy="tuned",
    modes={mode.name: mode for mode in (Solo(), Duplicate())},
    default_mode="solo",
    objectives=OBJECTIVES,
    adviser=ADVISER,
)
