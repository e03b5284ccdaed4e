"""The best turn and the best race by plain recursion over lists of faces, from the rule text.

Nothing is shared with the solvers; only the switches' names are the game's. A worth of points may be
an array, so that many questions are asked of one recursion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product

import numpy as np

from simulators.dino_dice import DinoDiceRules
from tests.dino_dice.helpers import score_faces

Faces = tuple[int, ...]


def parts(faces: Faces, size: int) -> set[Faces]:
    return set(combinations(faces, size))


@cache
def rolls_of(n: int) -> list[tuple[Faces, float]]:
    ways = Counter(tuple(sorted(new)) for new in product(range(1, 7), repeat=n))
    return [(new, count / 6**n) for new, count in ways.items()]


class BestTurn:
    """Values of all states of a turn, worked out when asked for."""

    def __init__(self, rules: DinoDiceRules, worth: Callable[[int], object]) -> None:
        self.rules = rules
        self.worth = cache(worth)
        self.on = cache(self._on)
        self.rolled = cache(self._rolled)

    def _on(self, faces: Faces, left: int):
        """Value dice in play that have eaten."""
        best = self.worth(score_faces(self.rules, faces))
        if left:
            for size in range(len(faces)):
                for kept in parts(faces, size):
                    best = np.maximum(best, self.rolled(kept, len(faces) - size, left - 1))
        return best

    def _rolled(self, kept: Faces, n: int, left: int):
        """Value `n` dice about to be rolled beside the kept ones; `left` rolls remain after it."""
        return sum(chance * self.lies(kept, new, left) for new, chance in rolls_of(n))

    def lies(self, kept: Faces, new: Faces, left: int):
        """Value a roll before its 3s eat."""
        faces = tuple(sorted(kept + new))
        hungry = (faces if self.rules.eats == "showing" else new).count(3)
        if hungry == 0 or faces == (3,) * 5:
            return self.on(faces, left)
        food = tuple(face for face in faces if face != 3)
        if len(food) < hungry:
            return self.worth(0)
        best = None
        for eaten in parts(food, hungry):
            rest = Counter(faces)
            rest.subtract(eaten)
            value = self.on(tuple(sorted(rest.elements())), left)
            best = value if best is None else np.maximum(best, value)
        return best

    def start(self):
        return self.rolled((), 5, self.rules.rolls - 1)


def best_race(rules: DinoDiceRules, settled: float = 1e-12) -> tuple[np.ndarray, np.ndarray]:
    """Iterate over whole rounds until nothing changes; chances of whoever moves, first and second."""
    target = rules.match_target
    most = 75 + rules.quintet + rules.four + rules.triple + rules.pair
    deficits = np.arange(target + most + 1)
    last = BestTurn(rules, lambda x: (x > deficits) + 0.5 * (x == deficits)).start()

    def to_second(own: int, other: int, x: int) -> float:
        return 1.0 if own + x >= target else 1 - first[other, own + x]

    def to_first(own: int, other: int, x: int) -> float:
        after = own + x
        return 1 - (second[after, other] if after < target else last[after - other])

    cells = list(product(range(target), repeat=2))
    first, second = np.full((target, target), 0.5), np.full((target, target), 0.5)
    while True:
        worth = lambda x: np.array([to_second(b, a, x) for a, b in cells])  # noqa: E731
        second = BestTurn(rules, worth).start().reshape(target, target)
        worth = lambda x: np.array([to_first(a, b, x) for a, b in cells])  # noqa: E731
        before, first = first, BestTurn(rules, worth).start().reshape(target, target)
        if np.abs(first - before).max() < settled:
            return first, second
