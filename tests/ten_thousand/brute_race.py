"""The race of two, solved by plain recursion in points, for small games only.

It shares nothing with the solver but the scoring rules. A bust leads from one player's fresh turn to
the other's, so the chances of both are guessed and played through again until they stay as they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import gcd

from simulators.dice import multisets, n_ways
from simulators.ten_thousand import TenThousandRules
from simulators.ten_thousand.scoring import best_reading, choices

Roll = tuple[tuple[tuple[int, int], ...], float]  # options as (points, dice left), chance


def rolls(rules: TenThousandRules, dice: int) -> tuple[Roll, ...]:
    """List the rolls of some dice; a bust has no options."""
    ways: Counter[tuple[tuple[int, int], ...]] = Counter()
    for counts in multisets(dice):
        best = best_reading(rules, counts)
        readings = choices(rules, counts) if rules.set_aside == "choose" else [best] if best else []
        ways[tuple(sorted({(r.points, dice - r.n_dice) for r in readings}))] += n_ways(counts)
    return tuple((options, number / 6**dice) for options, number in ways.items())


class BruteRace:
    """Chances of the player to move in every state of a small race.

    Parameters
    ----------
    rules : TenThousandRules
    cap : int
        A counter from here on counts as worthless: the chance to get there must be negligible.
    """

    def __init__(self, rules: TenThousandRules, cap: int) -> None:
        self.rules, self.cap = rules, cap
        self.rolls = {dice: rolls(rules, dice) for dice in range(1, 7)}
        self.fresh: dict[tuple[int, int], float] = {}
        self.known: dict[tuple[int, int], dict[tuple[int, ...], float]] = defaultdict(dict)
        step = gcd(*rules.scoring_values())
        scores = range(0, rules.target, step)
        for total in range(2 * scores[-1], -1, -step):
            for pair in [(a, total - a) for a in scores if total - a in scores]:
                if pair[0] <= pair[1]:
                    self._settle(pair)

    def _settle(self, pair: tuple[int, int]) -> None:
        other = (pair[1], pair[0])
        self.fresh[pair] = self.fresh[other] = 0.5
        while True:
            found = []
            for own, their in (pair, other):
                self.known[own, their].clear()
                found.append(self.roll(own, their, 0, 6, 0))
            change = max(abs(found[0] - self.fresh[pair]), abs(found[1] - self.fresh[other]))
            self.fresh[pair], self.fresh[other] = found
            if change < 1e-13:
                return

    def roll(self, own: int, their: int, counter: int, dice: int, beat: int) -> float:
        """Chance to win if some dice are rolled now; in the last turn `beat` is the score to beat."""
        known = self.known[own, their]
        state = (counter, dice, beat)
        if state not in known:
            value = 0.0
            for options, chance in self.rolls[dice]:
                after = [self._after(own, their, counter + p, left, beat) for p, left in options]
                value += chance * max(after, default=self._lost(own, their, beat))
            known[state] = value
        return known[state]

    def _lost(self, own: int, their: int, beat: int) -> float:
        return 0.0 if beat else 1 - self.fresh[their, own]

    def _after(self, own: int, their: int, counter: int, left: int, beat: int) -> float:
        rules = self.rules
        if counter >= self.cap or (rules.finish == "exact" and own + counter > rules.target):
            return self._lost(own, their, beat)
        worth = [self.roll(own, their, counter, left or 6, beat)]
        opened = own > 0 or counter >= rules.opening
        if opened and counter >= rules.min_bank and (left or rules.hot_dice == "optional"):
            worth.append(self.bank(own, their, counter, left, beat))
        return max(worth)

    def bank(self, own: int, their: int, counter: int, left: int, beat: int) -> float:
        """Chance to win after banking."""
        rules, score = self.rules, own + counter
        if beat:
            return 1.0 if score > beat else 0.5 if score == beat else 0.0
        if score >= rules.target and rules.finish != "last_round":
            return 1.0
        last = score if score >= rules.target else 0
        theirs = [self.fresh[their, score] if not last else self.roll(their, -1, 0, 6, last)]
        start = rules.play_on_from
        fits = rules.finish != "exact" or counter < rules.target - their
        if start is not None and their >= start and left and fits:
            theirs.append(self.roll(their, -1 if last else score, counter, left, last))
        return 1 - max(theirs)
