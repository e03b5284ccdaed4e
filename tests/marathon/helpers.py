"""Scripted dice, random rules and policies, and dead distances by brute force."""

from __future__ import annotations

from itertools import product
from random import Random

from simulators.game import Task
from simulators.marathon import DECLINE, MARATHON, MarathonRules, policy

RULES = MARATHON.rules()


class ScriptedDice:
    """A stream that shows the rolls that a test wants, and notes turns and numbers of dice."""

    def __init__(self, *rolls: str) -> None:
        self.rolls = [tuple(int(face) for face in roll.split()) for roll in rolls]
        self.thrown: list[int] = []
        self.turns: list[int] = []

    def roll(self, turn: int, roll: int, n_dice: int) -> tuple[int, ...]:
        assert roll == 0
        self.turns.append(turn)
        self.thrown.append(n_dice)
        faces = self.rolls.pop(0)
        assert len(faces) == n_dice, f"{n_dice} dice thrown, the script has {faces}"
        return faces

    def noise(self, turn: int, roll: int, seat: int = 0) -> int:
        return 0


def task(mode="solo", policies=("greedy",), rules=RULES, seed=7, rotate=True):
    chosen = tuple(MARATHON.policy(choice) for choice in policies)
    return Task(MARATHON, mode, rules, chosen, seed, rotate=rotate)


def finishable(distance: int, dice_from: tuple[int, ...]) -> set[int]:
    """Distances from which the finish can be reached, forwards from the finish; the slow way."""

    def dice(left: int) -> int:
        return 1 + sum(1 for threshold in dice_from if left >= threshold)

    numbers = {
        n: [int("".join(faces)) for faces in product("123456", repeat=n)] for n in (1, 2, 3, 4)
    }
    found, new = {0}, {0}
    while new:
        before = {
            left + number
            for left in new
            for n, listed in numbers.items()
            for number in listed
            if left + number <= distance and dice(left + number) == n
        }
        new = before - found
        found |= new
    return found


@policy
def moody(runner, numbers, p):
    """Decide by a mixture of everything that a runner sees; overshoot now and then."""
    mix = runner.left + 3 * runner.turn + 5 * runner.rivals + runner.rival_left + runner.dice
    if mix % 7 == 0 or (runner.noise >> 60) == 5:
        return -1
    pick = (mix + numbers.metres[0]) % numbers.count
    if mix % 11 != 0:
        while pick >= 0 and numbers.metres[pick] > runner.left:
            pick -= 1
    return pick


@policy
def stays(runner, numbers, p):
    """Never run at all."""
    return DECLINE


def random_rules(random: Random) -> MarathonRules:
    """Draw rules with every switch at random, until they make a game."""
    while True:
        try:
            return MarathonRules(
                distance=random.choice(
                    (
                        random.randint(1, 150),
                        random.randint(100, 3000),
                        random.randint(3000, 60_000),
                    )
                ),
                overshoot=random.choice(("eliminated", "stay")),
                dice_from=random.choice(
                    (
                        (10, 100, 1000),
                        (11, 111, 1111),
                        tuple(sorted(random.choice((1, 7, 20, 150, 900, 5000)) for _ in range(3))),
                    )
                ),
            )
        except ValueError:
            continue


def random_policy(random: Random):
    """Draw a policy, parameters and all."""
    make = MARATHON.policies
    return random.choice(
        (
            lambda: make["greedy"](),
            lambda: make["safe"](least=random.choice((0.0, 0.005, 0.1, 0.5, 1.0))),
            lambda: make["lookahead"](stuck_cost=random.choice((0, 5, 40, float("inf")))),
            lambda: make["deadline"](turns=random.choice((1, 3, 9, 14))),
            lambda: make["blunder"](carelessness=random.choice((0.0, 0.2, 1.0))),
            lambda: make["random"](),
            moody,
        )
    )()
