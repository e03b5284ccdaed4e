"""The rules of a race of two as the solver needs them: in units, with what is known beforehand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, kernel
from simulators.ten_thousand.offers import Rolls, roll_offers_of, unit_of
from simulators.ten_thousand.race_final import NO_TIES, TIES, final_turn
from simulators.ten_thousand.rules import TenThousandRules

LAST_ROUND, EXACT, FIRST = range(3)
_FINISHES = {"last_round": LAST_ROUND, "exact": EXACT, "first": FIRST}
#: Dice that can come with a counter on offer: 1 to 5.
OFFERED = 5
N_LEFT = 6  # dice left after setting aside: 0 to 5
#: Most units to the target: the work grows with its third power.
MOST_UNITS = 600


class Race(NamedTuple):
    """The rules of a race and all that is known beforehand, in units.

    Attributes
    ----------
    target, opening, min_bank : int
    finish : int
        `LAST_ROUND`, `EXACT` or `FIRST`.
    optional : int
        1 where a player with all six dice used may bank.
    play_on_from : int
        Least own score to play on with; above every score for never.
    rolls : Rolls
    steps : ndarray of int64, shape (n_options,)
        Points and dice left of each option, as places in an array of shape (counters, 6, 2).
    most : int
        Points of the best roll.
    surely_bust : float
        Least chance to bust with dice that one may bank with.
    last : ndarray of float64, shape (n, 7)
        Chance to win the last turn, by deficit + 1 and dice; see :mod:`race_final`.
    fresh : ndarray of float64, shape (n + 1,)
        The same for a fresh last turn, by deficit; ends with 0.
    tail : ndarray of float64, shape (n + 1, 2)
        Value and slope in *L* of rolling six dice where one banks whenever allowed, by lead.
    """

    target: int
    opening: int
    min_bank: int
    finish: int
    optional: int
    play_on_from: int
    rolls: Rolls
    steps: NDArray[np.int64]
    most: int
    surely_bust: float
    last: NDArray[np.float64]
    fresh: NDArray[np.float64]
    tail: NDArray[np.float64]


@compiled
def last_turn(race: Race, lacking: int, dice: int) -> float:
    """Chance to win the last turn with counter and dice taken over."""
    row = max(0, lacking + 1)
    return race.last[row, dice] if row < race.last.shape[0] else 0.0


@compiled
def fresh_last_turn(race: Race, deficit: int) -> float:
    """Chance to win a fresh last turn."""
    chance: float = race.fresh[min(deficit, race.fresh.size - 1)]
    return chance


@compiled
def least_bank(race: Race, own: int) -> int:
    """Smallest counter that may be banked, at least 1."""
    return max(1, race.min_bank, race.opening if own == 0 else 0)


@compiled
def may_be_offered(race: Race, own: int) -> bool:
    """Say whether a player with this score may play on."""
    return own >= race.play_on_from


@compiled
def highest_offer(race: Race, banker: int, taker: int) -> int:
    """Largest counter that can be on offer, `banker` being the score before it was banked."""
    most = race.target - 1 - banker
    return min(most, race.target - 1 - taker) if race.finish == EXACT else most


def build_race(rules: TenThousandRules) -> Race:
    """Write the rules down in units, with all that is known beforehand.

    Raises
    ------
    ValueError
        Where a race has no solution of this kind, or one too large to be worked out.
    """
    if rules.farkle_penalty:
        raise ValueError(
            f"a race has no exact solution here with switch farkle_penalty="
            f"{rules.farkle_penalty}: scores could fall and both players' lost turns would count; "
            f"set it to 0"
        )
    unit = unit_of(rules)
    target = -(-rules.target // unit)
    if target > MOST_UNITS:
        raise ValueError(
            f"a race to {rules.target} in steps of {unit} is too long to be solved: the target "
            f"may be {MOST_UNITS * unit} at most"
        )
    rolls = roll_offers_of(rules)
    roll, _ = final_turn(rules)
    min_bank = -(-rules.min_bank // unit)
    fresh = np.append(roll[TIES, 1:, 6], 0.0)
    if min_bank:
        fresh[:min_bank] = roll[NO_TIES, min(min_bank, roll.shape[1] - 1), 6]
    optional = int(rules.hot_dice == "optional")
    counted = [*range(1, 6), *([6] if optional and rolls.bust[6] else [])]
    play_on = rules.play_on_from
    return Race(
        target=target,
        opening=-(-rules.opening // unit),
        min_bank=min_bank,
        finish=_FINISHES[rules.finish],
        optional=optional,
        play_on_from=target if play_on is None else -(-play_on // unit),
        rolls=rolls,
        steps=2 * N_LEFT * rolls.points + 2 * rolls.left,
        most=int(rolls.points.max()),
        surely_bust=float(min(rolls.bust[n] for n in counted)),
        last=np.ascontiguousarray(roll[TIES]),
        fresh=fresh,
        tail=_tail(rolls, fresh, optional),
    )


def _tail(rolls: Rolls, fresh: NDArray[np.float64], optional: int) -> NDArray[np.float64]:
    """Value six dice of a player who leads after the target and banks whenever allowed."""
    tail = np.zeros((fresh.size, 2))
    _tail_kernel(rolls, fresh, optional, tail)
    return tail


@kernel
def _tail_kernel(
    rolls: Rolls, fresh: NDArray[np.float64], optional: int, tail: NDArray[np.float64]
) -> None:
    end = fresh.size - 1
    for lead in range(end, -1, -1):
        value, slope, hot = 0.0, rolls.bust[6], 0.0
        for offer in range(rolls.first_offer[6], rolls.first_offer[7]):
            best, bust, again = -1.0, 0.0, 0.0
            for option in range(rolls.first_option[offer], rolls.first_option[offer + 1]):
                after = min(lead + rolls.points[option], end)
                bank = 1.0 - fresh[after]
                if rolls.left[option] > 0 or (optional == 1 and bank >= tail[after, 0]):
                    if bank >= best:
                        best, bust, again = bank, 0.0, 0.0
                elif after == lead:  # beyond the last row all are alike
                    if best < 0.0:
                        best, bust, again = 0.0, 0.0, 1.0
                elif tail[after, 0] > best:
                    best, bust, again = tail[after, 0], tail[after, 1], 0.0
            value += rolls.chance[offer] * best
            slope += rolls.chance[offer] * bust
            hot += rolls.chance[offer] * again
        tail[lead, 0] = value / (1.0 - hot) if hot < 1.0 else 0.0
        tail[lead, 1] = slope / (1.0 - hot) if hot < 1.0 else 1.0
