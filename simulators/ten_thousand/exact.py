"""The exact distribution of a turn under any policy, by enumeration.

From the states (counter, dice) that a turn can be in after *r* rolls, each with its probability,
one roll leads to those after *r* + 1: every outcome of the dice is weighed by its chance and the
policy is asked in plain Python. Probability that ends in a bank or a loss is collected, until
hardly any is left on the way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from simulators.dice import multisets, n_ways
from simulators.policy import Policy
from simulators.ten_thousand.limits import MAX_ROLLS, PENALTY_BUSTS
from simulators.ten_thousand.reference import Player, Situation
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.scoring import Reading, best_reading, choices
from simulators.ten_thousand.start import check_start, opened_score

#: Stop when less probability than this is still on the way.
TOLERANCE = 1e-15
#: A state less likely than this share of the tolerance is left over too, not followed.
NEGLIGIBLE = 1e-5


@dataclass(frozen=True)
class TurnDistribution:
    """How a turn ends, exactly.

    Attributes
    ----------
    points : mapping of int to float
        Probability of each number of points; 0, or less where a penalty is due, is a counter lost.
    rolls : mapping of int to float
        Probability of each number of rolls.
    leftover : float
        Probability of turns that weren't followed to their end.
    """

    points: Mapping[int, float]
    rolls: Mapping[int, float]
    leftover: float

    @property
    def bust(self) -> float:
        """Probability that the counter is lost."""
        return sum(chance for points, chance in self.points.items() if points <= 0)

    @property
    def mean(self) -> float:
        """Expected points."""
        return sum(points * chance for points, chance in self.points.items())


@lru_cache(maxsize=256)
def roll_offers(
    rules: TenThousandRules, n_dice: int
) -> tuple[tuple[tuple[Reading, ...], float], ...]:
    """List what a roll can offer, and how likely.

    Rolls that offer the same points and dice are taken together; to a policy they look alike. Where
    every scoring die is set aside, a roll offers its best reading only.
    """
    ways: Counter[object] = Counter()
    shown: dict[object, tuple[Reading, ...]] = {}
    for counts in multisets(n_dice):
        if rules.set_aside == "choose":
            readings = choices(rules, counts)
        else:
            best = best_reading(rules, counts)
            readings = (best,) if best else ()
        if rules.set_aside == "choose":
            look: object = tuple((r.points, r.n_dice, r.counts[0], r.counts[4]) for r in readings)
        else:
            look = tuple((r.points, r.n_dice) for r in readings)
        ways[look] += n_ways(counts)
        shown.setdefault(look, readings)
    return tuple((shown[look], n / 6**n_dice) for look, n in ways.items())


def turn_distribution(
    rules: TenThousandRules,
    policy: Policy,
    *,
    score: int | None = None,
    counter: int = 0,
    dice: int = 6,
    best_opponent: int = 0,
    final_turn: bool = False,
    busts: int = 0,
    tolerance: float = TOLERANCE,
) -> TurnDistribution:
    """Compute how a turn ends.

    Parameters
    ----------
    rules : TenThousandRules
    policy : Policy
    score : int, optional
        Own score before the turn; that of a player who has just opened by default.
    counter, dice : int
        Where the turn starts: points in the counter, dice of the first roll (1 to 6).
    best_opponent : int
    final_turn : bool
    busts : int
        Turns lost in a row before this one, where the third costs a penalty.
    tolerance : float
        Largest leftover probability to accept.

    Returns
    -------
    TurnDistribution

    Raises
    ------
    ValueError
        If no turn can start there.

    Examples
    --------
    >>> from simulators.ten_thousand import TEN_THOUSAND
    >>> exact = turn_distribution(TEN_THOUSAND.rules(), TEN_THOUSAND.policy("always-bank"))
    >>> round(exact.bust * 216, 6) > 5
    True
    """
    own = opened_score(rules) if score is None else score
    check_start(rules, own, counter, dice)
    player, situation = Player(policy, rules), Situation(own, best_opponent, final_turn, busts)
    loss = -rules.farkle_penalty if busts + 1 == PENALTY_BUSTS else 0
    limit = rules.target - own if rules.exact else None
    points: dict[int, float] = defaultdict(float)
    ended: dict[int, float] = defaultdict(float)
    layer = {(counter, dice): 1.0}
    leftover = 0.0
    for rolls in range(1, MAX_ROLLS + 1):
        lost, arrived = _roll_all(player, situation, layer, rolls, limit)
        points[loss] += lost
        ended[rolls] += lost
        layer = defaultdict(float)
        for (held, left), chance in arrived.items():
            if chance < tolerance * NEGLIGIBLE:
                leftover += chance
                continue
            state = player.see(situation, held, left or 6, rolls)
            if player.may_bank(situation, held, left) and player.says_yes("bank", state):
                points[held] += chance
                ended[rolls] += chance
            else:
                layer[held, left or 6] += chance
        if sum(layer.values()) < tolerance:
            break
    leftover += sum(layer.values())
    return TurnDistribution(dict(points), dict(ended), leftover)


def _roll_all(
    player: Player,
    situation: Situation,
    layer: Mapping[tuple[int, int], float],
    rolls: int,
    limit: int | None,
) -> tuple[float, dict[tuple[int, int], float]]:
    """Roll once from every state; return the chance of a loss, and states by dice left (0 to 5)."""
    lost = 0.0
    arrived: dict[tuple[int, int], float] = defaultdict(float)
    choosing = player.rules.set_aside == "choose"
    for (counter, dice), before in layer.items():
        state = player.see(situation, counter, dice, rolls)
        for readings, chance in roll_offers(player.rules, dice):
            if not readings:
                lost += before * chance
                continue
            taken = player.choose(readings, state) if choosing else readings[0]
            held = counter + taken.points
            if limit is not None and held > limit:
                lost += before * chance
            else:
                arrived[held, dice - taken.n_dice] += before * chance
    return lost, arrived


def gain_of_rolling(
    rules: TenThousandRules,
    policy: Policy,
    counter: int,
    dice: int,
    *,
    score: int | None = None,
    tolerance: float = 1e-9,
) -> float:
    """Compute what one more roll gains over banking now.

    Parameters
    ----------
    rules : TenThousandRules
    policy : Policy
        What the player follows after that roll.
    counter : int
        Points that could be banked now.
    dice : int
        Dice to roll, 1 to 6.
    score : int, optional
        Own score; that of a player who has just opened by default.
    tolerance : float
        Largest leftover probability to accept.

    Returns
    -------
    float
        Expected points of rolling and then following the policy, minus `counter`.
    """
    exact = turn_distribution(
        rules, policy, score=score, counter=counter, dice=dice, tolerance=tolerance
    )
    return exact.mean - counter
