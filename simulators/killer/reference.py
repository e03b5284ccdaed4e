"""One turn at a time in plain Python, logging every roll, choice and score.

This is the second implementation of the rules. It shares no table and no compiled code with the
kernels, only the policies' functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from simulators.errors import PolicyError
from simulators.killer.limits import MAX_HITS, MAX_PLAYERS, N_DICE, PAR
from simulators.killer.rules import KillerRules
from simulators.killer.state import ATTACK, PREPARATION, KillerState
from simulators.plain_stream import PlainStream
from simulators.policy import Policy

#: Which of the noise of a roll each decision gets.
_NOISE = {"keep": 0, "target": 1, "again": 2}


@dataclass
class Table:
    """What everybody at the table can see.

    Attributes
    ----------
    lives : list of int
        Life points by seat; 0 before they are drawn, below 0 out of the game.
    order : list of int
        Seats in the order of turns; empty in the preparation.
    last_hit : dict of int to int
        Who last hit each player who was ever hit.
    places : dict of int to int
        Place of each player who is out.
    """

    lives: list[int]
    order: list[int] = field(default_factory=list)
    last_hit: dict[int, int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)

    @property
    def alive(self) -> list[int]:
        """Seats of those still in the game."""
        return [seat for seat, life in enumerate(self.lives) if life >= 0]

    def opponents(self, seat: int) -> list[int]:
        """Seats that a player may attack."""
        return [other for other in self.alive if other != seat]

    def take(self, losses: dict[int, int]) -> list[int]:
        """Take life points from players at once; return those whom it throws out.

        Whoever falls together shares the place behind those still in.
        """
        for seat, loss in losses.items():
            self.lives[seat] -= loss
        fallen = [seat for seat in losses if self.lives[seat] < 0]
        for seat in fallen:
            self.places[seat] = len(self.alive) + 1
        return fallen


@dataclass
class Dice:
    """The dice of one turn: each throw is the next roll of the stream."""

    stream: PlainStream
    turn: int
    rolls: int = 0

    def throw(self, n_dice: int) -> tuple[int, ...]:
        faces = self.stream.roll(self.turn, self.rolls, n_dice)
        self.rolls += 1
        return faces


@dataclass
class Progress:
    """What has happened in a turn so far."""

    strength: int = 0
    hits: int = 0
    dealt: int = 0


@dataclass(frozen=True)
class TurnResult:
    """How an attack turn went.

    Attributes
    ----------
    strength : int
        Of the first draw, -24 to 6.
    hits, dealt, loss : int
        Rolls that did damage, all damage done, and what the attacker lost.
    rolls : int
    ending : str
    """

    strength: int
    hits: int
    dealt: int
    loss: int
    rolls: int
    ending: Literal["done", "endless"]


def _padded(values: list[int], length: int, filling: int) -> tuple[int, ...]:
    return (*values, *[filling] * (length - len(values)))


class Player:
    """A policy that sits at the table."""

    def __init__(self, policy: Policy, rules: KillerRules, log: list[str]) -> None:
        self.policy = policy
        self.rules = rules
        self.log = log
        self._numbers = {name: policy.numbers(name, rules) for name in _NOISE}

    def see(
        self,
        table: Table,
        seat: int,
        dice: Dice,
        progress: Progress,
        decision: str,
        shown: tuple[int, ...] = (),
        aside: int = 0,
    ) -> KillerState:
        """Show the state as the policy sees it."""
        last = table.last_hit.get(seat, -1)
        return KillerState(
            phase=ATTACK if table.order else PREPARATION,
            faces=_padded(list(shown), N_DICE, 0),
            dice=len(shown),
            aside=aside,
            rolls=dice.rolls,
            strength=progress.strength,
            hits=progress.hits,
            dealt=progress.dealt,
            seat=seat,
            players=len(table.lives),
            alive=len(table.alive),
            life=table.lives[seat],
            last_attacker=last if last in table.alive else -1,
            lives=_padded(table.lives, MAX_PLAYERS, -1),
            order=_padded(table.order, MAX_PLAYERS, -1),
            noise=dice.stream.noise(dice.turn, 4 * dice.rolls + _NOISE[decision], seat),
        )

    def _decide(self, decision: str, state: KillerState) -> int:
        return self.policy.decide(decision, state, numbers=self._numbers[decision])

    def _refuse(self, decision: str, answer: int, rule: str, state: KillerState) -> PolicyError:
        reason = f"returned {answer} for {decision}, {rule}"
        return PolicyError(self.policy.complaint(reason, state))

    def keep(self, state: KillerState) -> list[int]:
        """Ask which dice to set aside: their positions among the faces shown."""
        answer = self._decide("keep", state)
        if answer == 0:
            raise self._refuse("keep", answer, "which sets no die aside", state)
        if not 0 < answer < 2**state.dice:
            allowed = f"which must be from 1 to {2**state.dice - 1} with {state.dice} dice"
            raise self._refuse("keep", answer, allowed, state)
        return [i for i in range(state.dice) if answer & 2**i]

    def target(self, table: Table, state: KillerState) -> int:
        """Ask whom to attack."""
        answer = self._decide("target", state)
        if answer not in table.opponents(state.seat):
            who = "the player's own seat" if answer == state.seat else "no seat at the table"
            if answer in range(state.players) and answer != state.seat:
                who = "the seat of a player who is out"
            seats = " or ".join(map(str, table.opponents(state.seat)))
            raise self._refuse("target", answer, f"{who}: it must be {seats}", state)
        return answer

    def again(self, state: KillerState) -> bool:
        """Ask whether to attack again."""
        answer = self._decide("again", state)
        if answer not in (0, 1):
            raise self._refuse("again", answer, "which must be 0 or 1", state)
        return bool(answer)

    def draw(self, table: Table, seat: int, dice: Dice, progress: Progress) -> int:
        """Draw a sum."""
        left, aside = N_DICE, 0
        while left > 0:
            shown = tuple(sorted(dice.throw(left), reverse=True))
            kept = self.keep(self.see(table, seat, dice, progress, "keep", shown, aside))
            aside += sum(shown[i] for i in kept)
            left -= len(kept)
            self.log.append(
                f"  roll {dice.rolls}: {' '.join(map(str, shown))}: sets aside "
                f"{' '.join(str(shown[i]) for i in kept)}; {aside} points, {left} dice left"
            )
        return aside

    def attack(self, table: Table, seat: int, dice: Dice) -> TurnResult:
        """Play an attack turn."""
        progress = Progress()
        strength = first = self._draw_strength(table, seat, dice, progress)
        first_damage, loss = 0, 0
        ending: Literal["done", "endless"] = "done"
        while strength > 0:
            progress.strength = strength
            aside = PAR + strength
            state = self.see(table, seat, dice, progress, "target", aside=aside)
            target = self.target(table, state)
            faces = dice.throw(N_DICE)
            matches = faces.count(strength)
            shown = f"  attacks seat {target}, roll {dice.rolls}: {' '.join(map(str, faces))}"
            if matches == 0:
                self.log.append(f"{shown}: a miss")
                break
            damage = matches * strength
            if progress.hits and self.rules.repeat == "same_damage":
                damage = first_damage
            elif not progress.hits:
                first_damage = damage
            struck = table.opponents(seat) if matches == N_DICE else [target]
            self._hit(table, seat, struck, damage, shown)
            progress.hits += 1
            progress.dealt += damage * len(struck)
            if not table.opponents(seat) or self.rules.repeat == "none":
                break
            if progress.hits == MAX_HITS:
                self.log.append(f"  cut after {MAX_HITS} hits")
                ending = "endless"
                break
            if not self.again(self.see(table, seat, dice, progress, "again", aside=aside)):
                self.log.append("  stops")
                break
            if self.rules.repeat == "new_strength":
                strength = self._draw_strength(table, seat, dice, progress)
        if strength < 0:
            loss = -strength
            fallen = table.take({seat: loss})
            out = ", and is out" if fallen else ""
            self.log.append(f"  loses {loss}: {table.lives[seat]} life points left{out}")
        return TurnResult(first, progress.hits, progress.dealt, loss, dice.rolls, ending)

    def _draw_strength(self, table: Table, seat: int, dice: Dice, progress: Progress) -> int:
        progress.strength = 0
        total = self.draw(table, seat, dice, progress)
        self.log.append(f"  sum {total}: strength {total - PAR}")
        return total - PAR

    def _hit(self, table: Table, seat: int, struck: list[int], damage: int, shown: str) -> None:
        fallen = table.take(dict.fromkeys(struck, damage))
        table.last_hit |= dict.fromkeys(struck, seat)
        if self.rules.steal:
            table.lives[seat] += damage * len(struck)
        whom = ", ".join(
            f"seat {other} has {table.lives[other]} left{' and is out' if other in fallen else ''}"
            for other in struck
        )
        gain = f"; seat {seat} has {table.lives[seat]}" if self.rules.steal else ""
        self.log.append(f"{shown}: {damage} damage; {whom}{gain}")
