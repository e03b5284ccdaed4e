"""Exact distributions under a fixed policy, by enumeration: of a draw, and of an attack turn.

Every multiset of dice is weighed by its chance and the policy is asked in plain Python; nothing is
shared with the kernels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeVar

from simulators.dice import faces_of, multisets, n_ways
from simulators.killer.decide_fight import looks_at_lives
from simulators.killer.limits import MAX_HITS, MAX_PLAYERS, N_DICE, PAR, UNHARMED
from simulators.killer.reference import Player, Table
from simulators.killer.rules import KillerRules
from simulators.killer.state import ALONE, ATTACK, KillerState
from simulators.policy import Policy

T = TypeVar("T")

#: Stop when less probability than this is still on the way.
TOLERANCE = 1e-12

# What nothing that is enumerated may depend on, tried with a few values.
_HIDDEN = ((0, 0), (1 << 62, 7), ((1 << 63) - 1, 1000))


@dataclass(frozen=True)
class DrawDistribution:
    """How a draw ends, exactly.

    Attributes
    ----------
    sums, rolls : mapping of int to Fraction
        Probability of each sum, and of each number of rolls.
    """

    sums: Mapping[int, Fraction]
    rolls: Mapping[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """Expected sum."""
        return sum((s * chance for s, chance in self.sums.items()), Fraction(0))


@dataclass(frozen=True)
class AttackDistribution:
    """How an attack turn ends, exactly but for what is left over.

    Attributes
    ----------
    outcomes : mapping of (int, int) to float
        Probability of each pair of damage done and own loss.
    hits : mapping of int to float
    leftover : float
        Probability of turns that weren't followed to their end.
    """

    outcomes: Mapping[tuple[int, int], float]
    hits: Mapping[int, float]
    leftover: float

    @property
    def mean_damage(self) -> float:
        return sum(damage * chance for (damage, _), chance in self.outcomes.items())

    @property
    def mean_loss(self) -> float:
        return sum(loss * chance for (_, loss), chance in self.outcomes.items())


def draw_distribution(
    policy: Policy, rules: KillerRules | None = None, state: KillerState = ALONE
) -> DrawDistribution:
    """Compute how a draw ends.

    Parameters
    ----------
    policy : Policy
    rules : KillerRules, optional
    state : KillerState
        What the policy sees besides the dice; a player alone by default.

    Returns
    -------
    DrawDistribution

    Raises
    ------
    ValueError
        If the policy flips coins.

    Examples
    --------
    >>> from simulators.killer import KILLER
    >>> round(float(draw_distribution(KILLER.policy("keep-at-least")).mean), 4)
    30.1026
    """
    player = Player(policy, rules or KillerRules(), [])
    sums: dict[int, Fraction] = defaultdict(Fraction)
    ended: dict[int, Fraction] = defaultdict(Fraction)
    layer = {(N_DICE, 0): Fraction(1)}
    for rolls in range(1, N_DICE + 1):
        arrived: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (dice, aside), before in layer.items():
            for counts in multisets(dice):
                faces = faces_of(counts)[::-1]
                shown = state._replace(
                    faces=(*faces, *[0] * (N_DICE - dice)),
                    dice=dice,
                    aside=aside,
                    rolls=state.rolls + rolls,
                )
                kept = _steady(player.keep, shown, policy, hide_rolls=state.hits > 0)
                chance = before * Fraction(n_ways(counts), 6**dice)
                arrived[dice - len(kept), aside + sum(faces[i] for i in kept)] += chance
        layer = {}
        for (dice, aside), chance in arrived.items():
            if dice == 0:
                sums[aside] += chance
                ended[rolls] += chance
            else:
                layer[dice, aside] = chance
    return DrawDistribution(dict(sums), dict(ended))


def _steady(
    decide: Callable[[KillerState], T], state: KillerState, policy: Policy, hide_rolls: bool = True
) -> T:
    """Ask a policy, and make sure that it depends on nothing hidden."""
    answers = [
        decide(state._replace(noise=noise, rolls=rolls if hide_rolls else state.rolls))
        for noise, rolls in _HIDDEN
    ]
    if any(answer != answers[0] for answer in answers):
        what = "flips coins or counts rolls" if hide_rolls else "flips coins"
        raise ValueError(f"policy {policy.label} {what}: its turns can't be enumerated")
    return answers[0]


def attack_distribution(
    policy: Policy,
    rules: KillerRules | None = None,
    *,
    life: int = 30,
    opponent: int | None = None,
    tolerance: float = TOLERANCE,
) -> AttackDistribution:
    """Compute how an attack turn against a single opponent ends.

    Parameters
    ----------
    policy : Policy
    rules : KillerRules, optional
    life : int
        Own life points.
    opponent : int, optional
        The opponent's; by default so many that he can't be eliminated.
    tolerance : float
        Largest leftover probability to accept.

    Returns
    -------
    AttackDistribution

    Raises
    ------
    ValueError
        If the policy flips coins, or attacks again by the number of rolls.
    """
    turn = _AttackTurn(policy, rules or KillerRules(), life, opponent)
    turn.drawing[0] = 1.0
    for hits in range(MAX_HITS):
        turn.draw_strengths(hits)
        layer, turn.layer = turn.layer, defaultdict(float)
        for (strength, dealt, first), before in layer.items():
            turn.roll(strength, hits, dealt, first, before)
        if turn.leftover < tolerance:
            break
    return AttackDistribution(dict(turn.outcomes), dict(turn.hits), turn.leftover)


class _AttackTurn:
    """Collect how turns end, and what is still on the way.

    Attributes
    ----------
    layer : dict
        Probability of attacks still to be rolled, by strength, damage dealt and first damage.
    drawing : dict
        Probability of draws still to be made, by damage dealt.
    """

    def __init__(self, policy: Policy, rules: KillerRules, life: int, opponent: int | None) -> None:
        self.policy, self.rules = policy, rules
        self.life = life
        self.opponent = UNHARMED if opponent is None else opponent
        self.player = Player(policy, rules, [])
        self.outcomes: dict[tuple[int, int], float] = defaultdict(float)
        self.hits: dict[int, float] = defaultdict(float)
        self.layer: dict[tuple[int, int, int], float] = defaultdict(float)
        self.drawing: dict[int, float] = defaultdict(float)
        self._answers: dict[int, bool] = {}

    @property
    def leftover(self) -> float:
        return sum(self.layer.values()) + sum(self.drawing.values())

    def life_after(self, dealt: int) -> int:
        """Return the own life points after so much damage."""
        return self.life + (dealt if self.rules.steal else 0)

    def see(self, strength: int, hits: int, dealt: int) -> KillerState:
        """Show the state as the policy sees it, but for noise and rolls."""
        own = self.life_after(dealt)
        return ALONE._replace(
            phase=ATTACK,
            aside=PAR + strength if strength else 0,
            strength=strength,
            hits=hits,
            dealt=dealt,
            players=2,
            alive=2,
            life=own,
            lives=(own, self.opponent - dealt, *[-1] * (MAX_PLAYERS - 2)),
            order=(0, 1, *[-1] * (MAX_PLAYERS - 2)),
        )

    def end(self, hits: int, dealt: int, loss: int, chance: float) -> None:
        self.outcomes[dealt, loss] += chance
        self.hits[hits] += chance

    def draw_strengths(self, hits: int) -> None:
        """Draw: the turn ends, or there is an attack to roll."""
        drawing, self.drawing = self.drawing, defaultdict(float)
        for dealt, chance in drawing.items():
            # The others look at nothing but the dice and the phase.
            looks = looks_at_lives(self.policy)
            state = self.see(0, hits, dealt) if looks else ALONE._replace(phase=ATTACK)
            for sum_, share in _draws(self.policy, self.rules, state).items():
                if sum_ > PAR:
                    self.layer[sum_ - PAR, dealt, 0] += chance * share
                else:
                    self.end(hits, dealt, PAR - sum_, chance * share)

    def again(self, strength: int, hits: int, dealt: int) -> bool:
        """Ask whether to attack again; most policies look at nothing but their own life."""
        if not looks_at_lives(self.policy):
            own = self.life_after(dealt)
            if own not in self._answers:
                state = self.see(strength, hits, dealt)
                self._answers[own] = _steady(self.player.again, state, self.policy)
            return self._answers[own]
        return _steady(self.player.again, self.see(strength, hits, dealt), self.policy)

    def roll(self, strength: int, hits: int, dealt: int, first: int, chance: float) -> None:
        """Roll six dice for one attack."""
        if self.policy.family.user_written:
            table = Table([self.life, self.opponent - dealt], [0, 1])
            state = self.see(strength, hits, dealt)
            _steady(lambda seen: self.player.target(table, seen), state, self.policy)
        repeat = self.rules.repeat
        for matches in range(N_DICE + 1):
            share = chance * comb(N_DICE, matches) * 5 ** (N_DICE - matches) / 6**N_DICE
            if matches == 0:
                self.end(hits, dealt, 0, share)
                continue
            same = repeat == "same_damage" and hits > 0
            damage = first if same else matches * strength
            done = dealt + damage
            over = done > self.opponent or repeat == "none"
            if over or not self.again(strength, hits + 1, done):
                self.end(hits + 1, done, 0, share)
            elif repeat == "new_strength":
                self.drawing[done] += share
            else:
                self.layer[strength, done, damage if repeat == "same_damage" else 0] += share


@lru_cache(maxsize=4096)
def _draws(policy: Policy, rules: KillerRules, state: KillerState) -> dict[int, float]:
    return {s: float(chance) for s, chance in draw_distribution(policy, rules, state).sums.items()}
