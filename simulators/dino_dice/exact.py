"""One turn under any policy, exactly.

Forwards: from the hands that a turn can hold after *r* rolls, each with its probability, one roll
leads to those after *r* + 1; every outcome of the dice is weighed by its chance and the policy is
asked in plain Python. Backwards: a hand is worth what it scores where the policy stops, and what
the hands after the next roll are worth on average where it goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from simulators.dice import faces_of, multisets, n_ways
from simulators.dino_dice.hands import NUMBER_OF, Counts, largest_herd, meals, plant_eaters, rerolls
from simulators.dino_dice.reference import Player, Situation, TurnResult
from simulators.dino_dice.rules import N_DICE, DinoDiceRules
from simulators.errors import unknown_name
from simulators.policy import Policy

_NOTHING: Counts = (0,) * 6


@dataclass(frozen=True)
class TurnDistribution:
    """How a turn ends, exactly.

    Attributes
    ----------
    outcomes : mapping of TurnResult to float
        Probability of every way in which a turn can end.
    """

    outcomes: Mapping[TurnResult, float]

    def of(self, metric: str) -> dict[int, float]:
        """Return the probability of each value of a metric, in order of value."""
        names = [spec.name for spec in fields(TurnResult)]
        if metric not in names:
            raise unknown_name("metric", metric, names)
        found: dict[int, float] = defaultdict(float)
        for result, chance in self.outcomes.items():
            found[getattr(result, metric)] += chance
        return dict(sorted(found.items()))

    def mean(self, metric: str = "points") -> float:
        """Return the expectation of a metric."""
        return sum(value * chance for value, chance in self.of(metric).items())


@dataclass
class TurnTree:
    """Everything that can follow in a turn under one policy, worked out once when asked for.

    Parameters
    ----------
    rules : DinoDiceRules
    policy : Policy
    situation : Situation
        Own score and others' scores, which a policy may look at.
    """

    rules: DinoDiceRules
    policy: Policy
    situation: Situation = field(default_factory=Situation)

    def __post_init__(self) -> None:
        self._player = Player(self.policy, self.rules)
        self._after: dict[tuple[Counts, int, int], dict[tuple[Counts, int], float]] = {}
        self._values: dict[tuple[Counts, int], float] = {}

    def first(self) -> dict[tuple[Counts, int], float]:
        """List the hands after the first roll; see :meth:`after`."""
        return self.after(_NOTHING, N_DICE, 1)

    def after(self, kept: Counts, n_dice: int, rolls: int) -> dict[tuple[Counts, int], float]:
        """List what rolling `n_dice` beside the `kept` ones leads to, as roll number `rolls`.

        Returns
        -------
        dict of (tuple of int, int) to float
            Chance of each hand in play, fed, with the number of plant-eaters eaten; the empty hand
            stands for starving.
        """
        key = kept, n_dice, rolls
        if key not in self._after:
            chances: dict[tuple[Counts, int], float] = defaultdict(float)
            for rolled in multisets(n_dice):
                chances[self._feed(kept, rolled, rolls)] += n_ways(rolled) / 6**n_dice
            self._after[key] = dict(chances)
        return self._after[key]

    def _feed(self, kept: Counts, rolled: Counts, rolls: int) -> tuple[Counts, int]:
        counts = tuple(lying + new for lying, new in zip(kept, rolled, strict=True))
        hungry = self.rules.hungry(counts, rolled)
        if hungry == 0:
            return counts, 0
        if plant_eaters(counts) < hungry:
            return _NOTHING, 0
        state = self._player.see(self.situation, counts, rolls, hungry)
        return self._player.gives(state, meals(self.rules, counts, hungry)).left, hungry

    def ends(self, counts: Counts, rolls: int) -> bool:
        """Say whether the turn ends with this hand after so many rolls."""
        if rolls >= self.rules.rolls or counts == _NOTHING:
            return True
        return self._player.stops(self._player.see(self.situation, counts, rolls))

    def roll_on(self, counts: Counts, rolls: int) -> dict[tuple[Counts, int], float]:
        """List what follows when the player rolls what the policy wants, though it might stop."""
        state = self._player.see(self.situation, counts, rolls)
        way = self._player.throws(state, rerolls(self.rules, counts))
        return self.after(way.kept, way.dice, rolls + 1)

    def value(self, counts: Counts, rolls: int) -> float:
        """Return the expected points of a turn that holds this hand after so many rolls."""
        key = counts, rolls
        if key not in self._values:
            if self.ends(counts, rolls):
                self._values[key] = float(self._scores(counts))
            else:
                self._values[key] = self.value_of_rolling(counts, rolls)
        return self._values[key]

    def value_of_rolling(self, counts: Counts, rolls: int) -> float:
        """Return the expected points of rolling once more and then following the policy."""
        following = self.roll_on(counts, rolls)
        return sum(p * self.value(hand, rolls + 1) for (hand, _), p in following.items())

    def _scores(self, counts: Counts) -> int:
        return 0 if counts == _NOTHING else self.rules.worth(counts)

    def result(self, counts: Counts, rolls: int, eaten: int) -> TurnResult:
        """Sum up a turn that ends with this hand."""
        if counts == _NOTHING:
            return TurnResult(0, 1, 0, rolls, eaten, 0)
        herd = largest_herd(counts)
        return TurnResult(self._scores(counts), 0, int(herd == N_DICE), rolls, eaten, herd)

    def layers(self) -> list[dict[tuple[Counts, int], float]]:
        """List, for each number of rolls, the chance of each hand with what was eaten so far."""
        layers = [self.first()]
        for rolls in range(1, self.rules.rolls):
            following: dict[tuple[Counts, int], float] = defaultdict(float)
            for (counts, eaten), chance in layers[-1].items():
                if not self.ends(counts, rolls):
                    for (hand, more), p in self.roll_on(counts, rolls).items():
                        following[hand, eaten + more] += chance * p
            if not following:
                break
            layers.append(dict(following))
        return layers


def turn_distribution(
    rules: DinoDiceRules, policy: Policy, situation: Situation | None = None
) -> TurnDistribution:
    """Compute how a turn ends.

    Parameters
    ----------
    rules : DinoDiceRules
    policy : Policy
    situation : Situation, optional
        Own score, best opponent, whether this is the final round; a turn alone by default.

    Examples
    --------
    >>> from simulators.dino_dice import DINO_DICE
    >>> exact = turn_distribution(DINO_DICE.rules(), DINO_DICE.policy("one-roll"))
    >>> round(exact.mean("quintet") * 6**4, 9), round(exact.mean("rolls"), 9)
    (1.0, 1.0)
    """
    tree = TurnTree(rules, policy, situation or Situation())
    outcomes: dict[TurnResult, float] = defaultdict(float)
    for rolls, layer in enumerate(tree.layers(), 1):
        for (counts, eaten), chance in layer.items():
            if tree.ends(counts, rolls):
                outcomes[tree.result(counts, rolls, eaten)] += chance
    return TurnDistribution(dict(outcomes))


@dataclass(frozen=True)
class HandInTurn:
    """A hand after which a player may stop or roll on.

    Attributes
    ----------
    faces : tuple of int
        The dice in play, sorted.
    points : int
        What stopping scores.
    herd : int
        Size of the largest herd.
    chance : float
        Probability that a turn comes to this decision.
    stops : bool
        What the policy does.
    gain : float
        Expected points of rolling what the policy would roll and then following it, minus `points`.
    """

    faces: tuple[int, ...]
    points: int
    herd: int
    chance: float
    stops: bool
    gain: float


def hands_in_turn(rules: DinoDiceRules, policy: Policy, rolls: int = 1) -> list[HandInTurn]:
    """List every hand with which a policy can come to its decision after `rolls` rolls.

    Raises
    ------
    ValueError
        If no decision comes after so many rolls.
    """
    if not 1 <= rolls < rules.rolls:
        allowed = f"from 1 to {rules.rolls - 1}" if rules.rolls > 1 else "none with a single roll"
        raise ValueError(f"rolls before a decision must be {allowed}, not {rolls}")
    tree = TurnTree(rules, policy)
    layers = tree.layers()
    chances: dict[Counts, float] = defaultdict(float)
    for (counts, _), chance in layers[rolls - 1].items() if rolls <= len(layers) else ():
        chances[counts] += chance
    return [
        HandInTurn(
            faces_of(counts),
            rules.worth(counts),
            largest_herd(counts),
            chances[counts],
            tree.ends(counts, rolls),
            tree.value_of_rolling(counts, rolls) - rules.worth(counts),
        )
        for counts in sorted(chances, key=lambda counts: NUMBER_OF.get(counts, -1))
        if counts != _NOTHING
    ]


def gain_of_rolling(rules: DinoDiceRules, policy: Policy, counts: Counts, rolls: int = 1) -> float:
    """Compute what one more roll gains over stopping now.

    Parameters
    ----------
    counts : tuple of int, length 6
        Dice in play by face, one to five of them.
    rolls : int
        Rolls made, fewer than the rules allow.

    Returns
    -------
    float
        Expected points of rolling what the policy rolls and then following it, minus what stopping
        scores.

    Raises
    ------
    ValueError
        If that is no hand, or no roll is left.
    """
    hand = tuple(counts)
    if hand not in NUMBER_OF:
        raise ValueError(f"counts must be of one to {N_DICE} dice by face 1 to 6, not {counts!r}")
    if not 1 <= rolls < rules.rolls:
        raise ValueError(f"rolls must leave one of the {rules.rolls} allowed, not {rolls}")
    return TurnTree(rules, policy).value_of_rolling(hand, rolls) - rules.worth(hand)
