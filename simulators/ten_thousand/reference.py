"""One game at a time in plain Python, logging every roll, choice and score.

This is the second implementation of the rules. It shares no table and no compiled code with the
kernels, only the scoring rules of :mod:`simulators.ten_thousand.scoring`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from simulators.dice import counts_of
from simulators.errors import PolicyError
from simulators.plain_stream import PlainStream
from simulators.policy import Policy
from simulators.ten_thousand.limits import MAX_ROLLS, PENALTY_BUSTS, UNLIMITED
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.scoring import Reading, best_reading, choices
from simulators.ten_thousand.state import SetAsideOptions, TurnState

Ending = Literal["banked", "bust", "overshot", "endless"]


@dataclass(frozen=True)
class TurnResult:
    """How a turn went.

    Attributes
    ----------
    points : int
        What was banked; 0 if the counter was lost.
    dice_left : int
        Dice not set aside when the turn ended; 0 after a bank with all six used.
    rolls, hot_dice : int
        Rolls made, and how many times all six dice were used.
    ending : str
    """

    points: int
    dice_left: int
    rolls: int
    hot_dice: int
    ending: Ending


@dataclass(frozen=True)
class Situation:
    """What doesn't change during a turn: scores, and the player's turns lost in a row before it."""

    score: int = 0
    best_opponent: int = 0
    final_turn: bool = False
    busts: int = 0


def options_of(readings: tuple[Reading, ...]) -> SetAsideOptions:
    """Show the choices of a roll as a policy sees them."""
    return SetAsideOptions(
        count=len(readings),
        points=tuple(reading.points for reading in readings),
        dice=tuple(reading.n_dice for reading in readings),
        ones=tuple(reading.counts[0] for reading in readings),
        fives=tuple(reading.counts[4] for reading in readings),
    )


@dataclass
class Player:
    """A policy at the table, asked one question at a time."""

    policy: Policy
    rules: TenThousandRules
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = {
            decision: self.policy.numbers(decision, self.rules)
            for decision in self.policy.family.decisions
        }

    def see(self, situation: Situation, counter: int, dice: int, rolls: int) -> TurnState:
        """Write down what the policy may know."""
        return TurnState(
            counter=counter,
            dice=dice,
            rolls=rolls,
            score=situation.score,
            need=self.rules.target - situation.score,
            best_opponent=situation.best_opponent,
            final_turn=int(situation.final_turn),
            exact=int(self.rules.exact),
            wins_at=self.rules.target - situation.score if self.rules.sudden else UNLIMITED,
            busts=situation.busts,
        )

    def says_yes(self, decision: str, state: TurnState) -> bool:
        """Ask a yes-or-no question; anything but 0 or 1 is an error."""
        answer = self.policy.decide(decision, state, numbers=self._numbers[decision])
        if answer not in (0, 1):
            reason = f"returned {answer} for {decision}, which must be 0 or 1"
            raise PolicyError(self.policy.complaint(reason, state))
        return bool(answer)

    def choose(self, readings: tuple[Reading, ...], state: TurnState) -> Reading:
        """Ask which dice to set aside."""
        options = options_of(readings)
        numbers = self._numbers["set_aside"]
        answer = self.policy.decide("set_aside", state, options, numbers=numbers)
        if not 0 <= answer < options.count:
            allowed = f"which must be an option from 0 to {options.count - 1}"
            reason = f"returned {answer} for set_aside, {allowed}"
            raise PolicyError(self.policy.complaint(reason, state))
        return readings[answer]

    def may_bank(self, situation: Situation, counter: int, dice_left: int) -> bool:
        """Say whether the rules allow a bank."""
        opened = situation.score > 0 or counter >= self.rules.opening
        enough = opened and counter >= self.rules.min_bank
        return enough and (dice_left > 0 or self.rules.hot_dice == "optional")

    def _why_not(self, situation: Situation, counter: int, dice_left: int) -> str:
        """Tell why the rules don't allow a bank."""
        if dice_left == 0 and self.rules.hot_dice == "forced":
            return "hot dice"
        if situation.score <= 0 and counter < self.rules.opening:
            return "not opened yet"
        return f"less than {self.rules.min_bank}"

    def may_take_over(self, situation: Situation, counter: int, dice_left: int) -> bool:
        """Say whether the rules allow playing on with a counter that was just banked."""
        start = self.rules.play_on_from
        if dice_left == 0 or start is None or situation.score < start:
            return False
        return not self.rules.exact or counter < self.rules.target - situation.score

    def play_turn(
        self,
        stream: PlainStream,
        turn: int,
        situation: Situation,
        counter: int = 0,
        dice: int = 6,
    ) -> TurnResult:
        """Play a turn from a counter and a number of dice to roll."""
        hot_dice = 0
        for rolls in range(1, MAX_ROLLS + 1):
            faces = stream.roll(turn, rolls - 1, dice)
            shown = f"  roll {rolls}: {' '.join(map(str, faces))}:"
            reading = self._read(faces, self.see(situation, counter, dice, rolls))
            if reading is None:
                self.log.append(f"{shown} bust, counter {counter} lost")
                return TurnResult(0, dice, rolls, hot_dice, "bust")
            counter += reading.points
            dice_left = dice - reading.n_dice
            self.log.append(
                f"{shown} {reading.words}, {reading.points}; counter {counter}, {dice_left} left"
            )
            if self.rules.exact and counter > self.rules.target - situation.score:
                self.log.append(
                    f"  more than the {self.rules.target - situation.score} needed: counter lost"
                )
                return TurnResult(0, dice, rolls, hot_dice, "overshot")
            if dice_left == 0:
                hot_dice += 1
            dice = dice_left or 6
            if not self.may_bank(situation, counter, dice_left):
                reason = self._why_not(situation, counter, dice_left)
                self.log.append(f"  must roll {dice}: {reason}")
            elif self.says_yes("bank", self.see(situation, counter, dice, rolls)):
                self.log.append(f"  banks {counter}")
                return TurnResult(counter, dice_left, rolls, hot_dice, "banked")
        self.log.append(f"  cut after {MAX_ROLLS} rolls")
        return TurnResult(0, dice, MAX_ROLLS, hot_dice, "endless")

    def _read(self, faces: tuple[int, ...], state: TurnState) -> Reading | None:
        counts = counts_of(faces)
        if self.rules.set_aside == "all":
            return best_reading(self.rules, counts)
        readings = choices(self.rules, counts)
        return self.choose(readings, state) if readings else None


def settle(
    rules: TenThousandRules, result: TurnResult, busts: int, log: list[str]
) -> tuple[int, int]:
    """Work out what a turn adds to the score, and how many turns in a row are lost after it.

    They are counted, from 0 to 2, only where the third costs a penalty.
    """
    if not rules.farkle_penalty or result.ending == "banked":
        return result.points, 0
    if busts + 1 < PENALTY_BUSTS:
        return 0, busts + 1
    log.append(f"  turn {PENALTY_BUSTS} lost in a row: {rules.farkle_penalty} points off")
    return -rules.farkle_penalty, 0
