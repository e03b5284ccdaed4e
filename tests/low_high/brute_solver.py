"""The best play of shrunken games, by plain recursion over sorted rolls, from RULES.md alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import product

from simulators.low_high import LowHighRules
from tests.low_high.helpers import points_by_hand

Worth = Callable[[int], float]


@lru_cache(maxsize=32)
def sorted_rolls(n_dice: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """List the rolls, order aside, with their chances."""
    found = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=n_dice))
    return tuple((roll, ways / 6**n_dice) for roll, ways in found.items())


class BruteTurn:
    """The best of a turn, remembered by the very dice on the good track."""

    def __init__(self, rules: LowHighRules, worth: Worth) -> None:
        self.rules, self.worth = rules, worth
        self.known: dict[tuple[tuple[int, ...], int], float] = {}

    def stopping(self, good: tuple[int, ...], bad: int) -> float:
        return self.worth(points_by_hand(self.rules, list(good), bad))

    def rolling(self, good: tuple[int, ...] = (), bad: int = 0) -> float:
        key = tuple(sorted(good)), bad
        if key not in self.known:
            left = self.rules.dice - len(good) - bad
            self.known[key] = sum(
                chance * self.choosing(good, bad, roll) for roll, chance in sorted_rolls(left)
            )
        return self.known[key]

    def choosing(self, good: tuple[int, ...], bad: int, roll: tuple[int, ...]) -> float:
        highest = max(good, default=0)
        unlocked = [die for die in roll if die > highest]
        lost = bad + len(roll) - len(unlocked)
        if not unlocked:
            return self.stopping(good, lost)
        return max(
            self.best(good + tuple(die for die in unlocked if die == face), lost)
            for face in set(unlocked)
        )

    def best(self, good: tuple[int, ...], bad: int) -> float:
        now = self.stopping(good, bad)
        if len(good) + bad == self.rules.dice:
            return now
        return max(now, self.rolling(good, bad))


def brute_race(rules: LowHighRules, lowest: int) -> dict[tuple[int, int], float]:
    """Solve the race by repeating over all pairs; who falls below the lowest total has lost."""
    totals = range(lowest, rules.target)
    win = {(own, other): 0.5 for own in totals for other in totals}
    change = 1.0
    while change > 1e-11:
        change = 0.0
        for own in reversed(totals):
            for other in reversed(totals):
                turn = BruteTurn(rules, lambda points: _after(rules, win, own + points, other))  # noqa: B023
                value = turn.rolling()
                change = max(change, abs(value - win[own, other]))
                win[own, other] = value
    return win


def _after(rules: LowHighRules, win: dict[tuple[int, int], float], total: int, other: int) -> float:
    if total >= rules.target:
        return 1.0
    return 1.0 - win[other, total] if (other, total) in win else 0.0
