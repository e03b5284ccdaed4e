"""One turn at a time in plain Python, logging every roll, meal, choice and score.

This is the second implementation of the rules. It shares no table and no compiled code with the
kernels, only the lists of legal actions in :mod:`simulators.dino_dice.hands`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from simulators.dice import counts_of, faces_of
from simulators.dino_dice.hands import (
    NUMBER_OF,
    Counts,
    Meal,
    Reroll,
    largest_herd,
    meals,
    plant_eaters,
    rerolls,
)
from simulators.dino_dice.rules import N_DICE, DinoDiceRules
from simulators.dino_dice.state import MealOptions, RerollOptions, TurnState
from simulators.errors import PolicyError
from simulators.plain_stream import PlainStream
from simulators.policy import Policy


@dataclass(frozen=True)
class Situation:
    """What doesn't change during a turn: the player's score and the others', and the round."""

    score: int = 0
    best_opponent: int = 0
    final_round: bool = False
    after: int = 0


@dataclass(frozen=True)
class TurnResult:
    """How a turn went; the fields are the metrics of the mode `turn`, in its order.

    Attributes
    ----------
    points : int
    starved, quintet : int
        1 if there was too little to eat; 1 if five alike were in play at the end.
    rolls, eaten : int
        Rolls made, plant-eaters eaten; those of a roll that starves aren't.
    herd : int
        Plant-eaters alike at the end, 5 for any quintet, 0 after starving.
    """

    points: int
    starved: int
    quintet: int
    rolls: int
    eaten: int
    herd: int


def in_words(counts: Counts) -> str:
    """Write dice as faces: ``2 4 6 6``."""
    return " ".join(map(str, faces_of(counts))) or "nothing"


def _rows(flat: Sequence[Counts]) -> list[int]:
    return [count for counts in flat for count in (0, *counts)]


def meal_options(options: Sequence[Meal]) -> MealOptions:
    """Show what may be eaten as a policy sees it."""
    points = [meal.points for meal in options]
    return MealOptions(len(options), points, _rows([meal.eaten for meal in options]))


def reroll_options(options: Sequence[Reroll]) -> RerollOptions:
    """Show what may be rolled again as a policy sees it."""
    points, dice = [way.points for way in options], [way.dice for way in options]
    return RerollOptions(len(options), points, dice, _rows([way.kept for way in options]))


@dataclass
class Player:
    """A policy at the table, asked one question at a time."""

    policy: Policy
    rules: DinoDiceRules
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = {
            decision: self.policy.numbers(decision, self.rules)
            for decision in self.policy.family.decisions
        }

    def see(self, situation: Situation, counts: Counts, rolls: int, eating: int = 0) -> TurnState:
        """Write down what the policy may know."""
        return TurnState(
            counts=(0, *counts),
            hand=NUMBER_OF[counts],
            dice=sum(counts),
            points=self.rules.worth(counts),
            eating=eating,
            rolls=rolls,
            rolls_left=self.rules.rolls - rolls,
            score=situation.score,
            need=self.rules.match_target - situation.score,
            best_opponent=situation.best_opponent,
            final_round=int(situation.final_round),
            after=situation.after,
        )

    def stops(self, state: TurnState) -> bool:
        """Ask whether to stop; anything but 0 or 1 is an error."""
        answer = self.policy.decide("stop", state, numbers=self._numbers["stop"])
        if answer not in (0, 1):
            reason = f"returned {answer} for stop, which must be 0 or 1"
            raise PolicyError(self.policy.complaint(reason, state))
        return bool(answer)

    def gives(self, state: TurnState, options: Sequence[Meal]) -> Meal:
        """Ask what is eaten, if there is a choice."""
        if len(options) == 1:
            return options[0]
        return options[self._choose("eat", state, meal_options(options))]

    def throws(self, state: TurnState, options: Sequence[Reroll]) -> Reroll:
        """Ask what is rolled again."""
        return options[self._choose("reroll", state, reroll_options(options))]

    def _choose(self, decision: str, state: TurnState, options: MealOptions | RerollOptions) -> int:
        numbers = self._numbers[decision]
        answer = self.policy.decide(decision, state, options, numbers=numbers)
        if not 0 <= answer < options.count:
            allowed = f"which must be an option from 0 to {options.count - 1}"
            reason = f"returned {answer} for {decision}, {allowed}"
            raise PolicyError(self.policy.complaint(reason, state))
        return answer

    def play_turn(self, stream: PlainStream, turn: int, situation: Situation) -> TurnResult:
        """Play a turn."""
        rules = self.rules
        kept: Counts = (0,) * 6
        n_rolled, eaten = N_DICE, 0
        for rolls in range(1, rules.rolls + 1):
            faces = stream.roll(turn, rolls - 1, n_rolled)
            rolled = counts_of(faces)
            counts = tuple(lying + new for lying, new in zip(kept, rolled, strict=True))
            beside = f" beside {in_words(kept)}" if sum(kept) else ""
            self.log.append(f"  roll {rolls}: {' '.join(map(str, faces))}{beside}")
            hungry = rules.hungry(counts, rolled)
            if plant_eaters(counts) < hungry:
                self.log.append(
                    f"  {hungry} must eat, {plant_eaters(counts)} can be eaten: 0 points"
                )
                return TurnResult(0, 1, 0, rolls, eaten, 0)
            if hungry:
                state = self.see(situation, counts, rolls, hungry)
                meal = self.gives(state, meals(rules, counts, hungry))
                eaten += hungry
                counts = meal.left
                self.log.append(f"  eaten: {in_words(meal.eaten)}; in play: {in_words(counts)}")
            if rolls == rules.rolls:
                break
            state = self.see(situation, counts, rolls)
            if self.stops(state):
                break
            way = self.throws(state, rerolls(rules, counts))
            kept, n_rolled = way.kept, way.dice
            self.log.append(f"  keeps {in_words(kept)} and rolls {n_rolled}")
        points, herd = rules.worth(counts), largest_herd(counts)
        self.log.append(f"  ends with {in_words(counts)}: {points} points")
        return TurnResult(points, 0, int(herd == N_DICE), rolls, eaten, herd)
