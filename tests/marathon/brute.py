"""Marathon solved by hand: plain recursion over every order of the dice, for short courses only."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations, product

from simulators.marathon import MarathonRules


def rolls(rules: MarathonRules, left: int) -> list[set[int]]:
    """What each of the equally likely outcomes of a roll may become; 0 is to stay."""
    dice = 1 + sum(left >= threshold for threshold in rules.dice_from)
    return [
        {0} | {n for order in permutations(faces) if (n := int("".join(order))) <= left}
        for faces in product("123456", repeat=dice)
    ]


def fewest_turns(rules: MarathonRules) -> list[float]:
    """Fewest expected turns by distance: wait for the k best places to go to, for the best k."""
    turns = [0.0]
    for left in range(1, rules.distance + 1):
        best = [
            min((turns[left - n] for n in roll if n), default=None) for roll in rolls(rules, left)
        ]
        found = float("inf")
        for most in {b for b in best if b is not None}:
            taken = [b for b in best if b is not None and b <= most]
            found = min(found, (len(best) + sum(taken)) / len(taken))
        turns.append(found)
    return turns


def chance_within(rules: MarathonRules, turns: int) -> float:
    """Best chance to be done within a number of turns."""
    return chance_before(rules, [1.0] * turns)


def chance_before(rules: MarathonRules, worth: list[float]) -> float:
    """Best mean of ``worth[t - 1]`` for finishing in turn *t*; nothing for not finishing."""

    @cache
    def value(turn: int, left: int) -> float:
        if turn == len(worth):
            return 0.0
        outcomes = rolls(rules, left)

        def after(n: int) -> float:
            return worth[turn] if n == left else value(turn + 1, left - n)

        return sum(max(map(after, roll)) for roll in outcomes) / len(outcomes)

    return value(0, rules.distance)


def race(rules: MarathonRules, sweeps: int) -> dict[tuple[int, int], float]:
    """Chance to win of the player to move, by sweeping over all positions again and again.

    From below, as whoever isn't done loses: the true chance if the race surely ends.
    """
    n = rules.distance
    outcomes = {
        left: Counter(frozenset(left - n for n in roll) for roll in rolls(rules, left)).items()
        for left in range(1, n + 1)
    }
    lose = {(a, b): 1.0 for a in range(1, n + 1) for b in range(n + 1)}  # of the player to move
    order = sorted((pair for pair in lose if pair[1]), key=sum)
    for _ in range(sweeps):
        for a, b in order:
            won = ways = 0.0
            for reached, count in outcomes[a]:
                won += count * max([lose[b, after] for after in reached])
                ways += count
            lose[a, b] = 1 - won / ways
    return {pair: 1 - lose[pair] for pair in order}
