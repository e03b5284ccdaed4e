"""The best turn once more, as plainly as can be: recursion over an independent scorer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from simulators.dice import faces_of, multisets, n_ways
from simulators.ten_thousand import TenThousandRules
from tests.ten_thousand.helpers import brute_force_choices, brute_force_worth

Offers = dict[int, list[tuple[float, tuple[tuple[int, int], ...]]]]


@cache
def offers_of(rules: TenThousandRules) -> Offers:
    """List what rolls can bring, by dice: the chance, and every option's points and dice left."""
    found: Offers = {}
    for n in range(1, 7):
        ways: Counter[tuple[tuple[int, int], ...]] = Counter()
        for counts in multisets(n):
            dice = faces_of(counts)
            if rules.set_aside == "choose":
                options = {(p, n - len(d)) for d, p in brute_force_choices(rules, dice).items()}
            else:
                points, used = brute_force_worth(rules, dice)
                options = {(points, n - used)} if points else set()
            ways[tuple(sorted(options))] += n_ways(counts)
        found[n] = [(number / 6**n, options) for options, number in ways.items()]
    return found


def plain_roll(
    rules: TenThousandRules,
    worth: Callable[[int], float],
    bust: float = 0.0,
    *,
    least: int = 1,
    need: int | None = None,
    cap: int,
) -> Callable[[int, int], float]:
    """Value rolls by recursion: a function of counter and dice.

    A counter above `cap` is banked if that is allowed, else lost; one above `need` is lost.
    """
    offers = offers_of(rules)

    def may_bank(points: int, left: int) -> bool:
        return points >= least and (left > 0 or rules.hot_dice == "optional")

    @cache
    def best(points: int, left: int) -> float:
        if need is not None and points > need:
            return bust
        if points > cap:
            return worth(points) if may_bank(points, left) else bust
        rolled = roll(points, left or 6)
        return max(worth(points), rolled) if may_bank(points, left) else rolled

    @cache
    def roll(points: int, n: int) -> float:
        return sum(
            chance * (max(best(points + p, left) for p, left in options) if options else bust)
            for chance, options in offers[n]
        )

    return roll
