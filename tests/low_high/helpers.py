"""Scripted dice, random rules and policies, and a turn played from RULES.md alone, for the tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import product
from random import Random

from simulators.low_high import LOW_HIGH, LowHighRules, policy
from simulators.policy import Policy

RULES = LOW_HIGH.presets["low-high"]
PIPS = LOW_HIGH.presets["pips"]
DESCENDING = LOW_HIGH.presets["pips-descending"]


class ScriptedDice:
    """A stream that shows the rolls that a test wants, and notes how many dice were thrown."""

    def __init__(self, *rolls: str) -> None:
        self.rolls = [tuple(int(face) for face in roll.split()) for roll in rolls]
        self.thrown: list[int] = []
        self.turns: list[int] = []

    def many_dice(self, turn: int, draw: int, n_dice: int) -> tuple[int, ...]:
        if turn not in self.turns:
            self.turns.append(turn)
        self.thrown.append(n_dice)
        faces = self.rolls.pop(0)
        assert len(faces) == n_dice, f"{n_dice} dice thrown, the script has {faces}"
        return faces


def keeping(*faces: int, rolls: int | None = None) -> Policy:
    """Make a policy that keeps these faces, one after the other, and stops after the last."""
    first, last = dict(enumerate(faces, 1)), len(faces) if rolls is None else rolls

    def keep(state, options, p):
        return list(options.face).index(first[state.rolls])

    @policy(name="scripted", keep=keep)
    def stop(state, p):
        return state.rolls >= last

    return stop()


def points_by_hand(rules: LowHighRules, good: list[int], bad: int) -> int:
    """Cancel die by die, written from RULES.md alone."""
    if rules.scoring == "dice":
        return len(good) - bad
    track = sorted(good)
    while bad and track:
        track.remove(max(track) if rules.cancel == "descending" else min(track))
        bad -= 1
    return sum(track) - bad


Keep = Callable[[list[int], int, int], int]
Stop = Callable[[list[int], int, int], bool]


def brute_force_turn(
    rules: LowHighRules,
    keep: Keep,
    stop: Stop,
    good: tuple[int, ...] = (),
    bad: int = 0,
    known: dict[object, dict[tuple[int, int, int], float]] | None = None,
) -> dict[tuple[int, int, int], float]:
    """Try every ordered roll of every throw: probability of (points, good dice, bad dice).

    `keep` gets the unlocked dice, the highest face kept and the bad dice, and returns a face; `stop`
    gets the good dice, the bad dice and the number of dice left.
    """
    known = {} if known is None else known
    if (good, bad) in known:
        return known[good, bad]
    track = list(good)
    found: dict[tuple[int, int, int], float] = defaultdict(float)
    left = rules.dice - len(track) - bad
    for roll in product(range(1, 7), repeat=left):
        chance = 6.0**-left
        highest = max(track, default=0)
        unlocked = [face for face in roll if face > highest]
        lost = bad + left - len(unlocked)
        if unlocked:
            face = keep(unlocked, highest, lost)
            now = track + [die for die in unlocked if die == face]
            after = rules.dice - len(now) - lost
            if after and not stop(now, lost, after):
                rest = brute_force_turn(rules, keep, stop, tuple(now), lost, known)
                for end, share in rest.items():
                    found[end] += chance * share
                continue
        else:
            now = track
        found[points_by_hand(rules, now, lost), len(now), lost] += chance
    known[good, bad] = found
    return found


def random_rules(random: Random) -> LowHighRules:
    """Draw rules with every switch at random."""
    scoring = random.choice(("dice", "pips"))
    return LowHighRules(
        scoring=scoring,
        cancel=random.choice(("ascending", "descending")) if scoring == "pips" else "ascending",
        target=random.choice((1, 10, 30, 60)),
        dice=random.choice((1, 2, 3, 6, 7, 12, 13, 14, 19, 26)),
    )


def _odd_set(state, options, p):
    best = 0
    for i in range(options.count):
        if options.dice[i] % 2 == 1 and options.face[i] + state.bad > 3:
            best = i
    if state.kept[0] + state.kept[5] > 2:
        best = options.count - 1
    return best


@policy(name="moody", keep=_odd_set)
def moody(state, p):
    """Decide by a mixture of everything a state holds."""
    if state.points >= state.need:
        return True
    if state.pips == 1 and state.kept[4] + state.descending > 2:
        return True
    mood = state.dice + 2 * state.highest + state.good - 2 * state.bad + state.rolls
    return mood > 9 + (state.best_opponent - state.score) % 5


@policy
def defaults(state, p):
    """Keep what users keep who say nothing of it."""
    return state.highest >= 2


def random_policy(random: Random) -> Policy:
    """Draw a policy, parameters and all."""
    make = LOW_HIGH.policies
    card = {
        "bonus": tuple(random.uniform(-2, 3) for _ in range(6)),
        "most": tuple(random.randrange(0, 14) for _ in range(6)),
    }
    return random.choice(
        (
            lambda: make["largest-set-stop"](
                rolls=random.randint(1, 6), ties=random.choice(("low", "high"))
            ),
            lambda: make["low-first"](
                defence=random.randint(0, 6), threshold=random.randint(-2, 9)
            ),
            lambda: make["stop-at"](
                threshold=random.randint(-2, 20), slope=random.choice((-1, 0, 0.25, 0.7, 2))
            ),
            lambda: make["card"](**card),
            lambda: make["race"](danger=random.randint(0, 40), reach=random.randint(0, 40), **card),
            moody,
            defaults,
        )
    )()
