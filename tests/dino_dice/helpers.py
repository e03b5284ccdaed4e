"""A second scorer and enumerator, scripted dice and random rules, for the tests of Dino Dice.

The enumerator is written from the rule text over plain lists of faces: it shares nothing with the
game's own folder but the names of the switches.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

from simulators.dino_dice import DINO_DICE, DinoDiceRules, policy
from simulators.policy import Policy

RULES = DINO_DICE.rules()
SHOWING = DINO_DICE.rules("always-hungry")


def score_faces(rules: DinoDiceRules, faces: tuple[int, ...]) -> int:
    """Score dice from the rule text."""
    if len(faces) == 5 and len(set(faces)) == 1:
        return rules.quintet
    total = sum(face for face in faces if face != 3)
    for face in (1, 2, 4, 5, 6):
        alike = faces.count(face)
        total += {2: rules.pair, 3: rules.triple, 4: rules.four}.get(alike, 0)
    return total


def lowest_loss(rules: DinoDiceRules, faces: tuple[int, ...], hungry: int) -> tuple[int, ...]:
    """Return the dice left when what costs least is eaten, of equals the lowest faces."""
    food = [face for face in sorted(faces) if face != 3]

    def left(eaten: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((Counter(faces) - Counter(eaten)).elements()))

    return left(
        min(combinations(food, hungry), key=lambda eaten: (-score_faces(rules, left(eaten)), eaten))
    )


def pairs_and_from_five(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return what `keep-pairs-up` keeps with its default parameters."""
    return tuple(face for face in faces if face != 3 and (face >= 5 or faces.count(face) >= 2))


def enumerate_turn(
    rules: DinoDiceRules, enough: float = float("inf")
) -> dict[tuple[int, int, int], Fraction]:
    """Enumerate every order of the dice; return chances by (points, starved, rolls).

    The player keeps as `keep-pairs-up` does and stops with `enough` points.
    """
    known: dict[tuple[tuple[int, ...], int, int], dict[tuple[int, int, int], Fraction]] = {}

    def rolled(kept: tuple[int, ...], n: int, rolls: int) -> dict[tuple[int, int, int], Fraction]:
        if (kept, n, rolls) in known:
            return known[kept, n, rolls]
        found: dict[tuple[int, int, int], Fraction] = Counter()  # type: ignore[assignment]
        ways = Counter(tuple(sorted(new)) for new in product(range(1, 7), repeat=n))
        for new, count in ways.items():
            for end, chance in lies(kept, new, rolls).items():
                found[end] += chance * Fraction(count, 6**n)
        known[kept, n, rolls] = found
        return found

    def lies(
        kept: tuple[int, ...], new: tuple[int, ...], rolls: int
    ) -> dict[tuple[int, int, int], Fraction]:
        faces = tuple(sorted(kept + new))
        hungry = (faces if rules.eats == "showing" else new).count(3)
        if faces == (3, 3, 3, 3, 3):
            hungry = 0
        if len(faces) - faces.count(3) < hungry:
            return {(0, 1, rolls): Fraction(1)}
        if hungry:
            faces = lowest_loss(rules, faces, hungry)
        points, keeps = score_faces(rules, faces), pairs_and_from_five(faces)
        quintet = len(faces) == 5 and len(set(faces)) == 1
        if rolls == rules.rolls or points >= enough or keeps == faces or quintet:
            return {(points, 0, rolls): Fraction(1)}
        return rolled(keeps, len(faces) - len(keeps), rolls + 1)

    return rolled((), 5, 1)


class ScriptedDice:
    """A stream that shows the rolls that a test wants, and notes how many dice were thrown."""

    def __init__(self, *rolls: str) -> None:
        self.rolls = [tuple(int(face) for face in roll.split()) for roll in rolls]
        self.thrown: list[int] = []
        self.turns: list[int] = []

    def roll(self, turn: int, roll: int, n_dice: int) -> tuple[int, ...]:
        if turn not in self.turns:
            self.turns.append(turn)
        self.thrown.append(n_dice)
        faces = self.rolls.pop(0)
        assert len(faces) == n_dice, f"{n_dice} dice thrown, the script has {faces}"
        return faces


def random_rules(random: Random) -> DinoDiceRules:
    """Draw rules with every switch at random."""
    return DinoDiceRules(
        eats=random.choice(("rolled", "showing")),
        rolls=random.choice((1, 2, 3, 3, 4, 7)),
        pair=random.choice((0, 5, 9)),
        triple=random.choice((0, 15, 21)),
        four=random.choice((0, 30, 100)),
        quintet=random.choice((0, 75, 500)),
        match_target=random.choice((1, 40, 150)),
    )


@policy(
    eat=lambda state, options, p: (state.hand + state.rolls) % options.count,
    reroll=lambda state, options, p: (7 * state.hand + state.rolls + state.score) % options.count,
)
def erratic(state, p):
    """Decide by a mixture of everything, 3s are kept as often as not."""
    if state.final_round == 1 and state.score + state.points > state.best_opponent:
        return True
    return (state.hand + state.need + state.best_opponent) % 4 == 0


def _keeps_threes(state, options, p):
    """Keep every 3 and nothing else; with nothing but 3s, roll one."""
    for i in range(options.count):
        fits = options.kept[7 * i + 3] == state.counts[3]
        if fits and options.dice[i] == state.dice - state.counts[3]:
            return i
    for i in range(options.count):
        if options.dice[i] == 1:
            return i
    return 0


@policy(name="tyrant", reroll=_keeps_threes)
def tyrant(state, p):
    """Keep 3s and roll all plant-eaters, until the end."""
    return False


def random_policy(random: Random) -> Policy:
    """Draw a policy, parameters and all."""
    make = DINO_DICE.policies
    shared = {
        "eat": random.choice(("fewest-points", "lowest-face", "loners-first")),
        "threes": random.choice((0, 8, 20, float("inf"))),
    }
    keep = {"herd": random.randint(2, 5), "loner": random.choice((None, 1, 2, 4, 5, 6))}
    return random.choice(
        (
            lambda: make["keep-pairs-up"](**keep, **shared),
            lambda: make["stop-at"](points=random.randrange(60), **keep, **shared),
            lambda: make["one-roll"](rolls=random.randint(1, 4), **keep, **shared),
            lambda: make["brave"](aim=random.randint(2, 5), **shared),
            erratic,
            tyrant,
        )
    )()
