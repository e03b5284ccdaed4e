"""Scripted dice, policies of users, random rules, for the tests of Killer."""

from __future__ import annotations

from random import Random

from simulators.game import Task
from simulators.killer import HIGHEST, KILLER, KillerRules, policy
from simulators.killer.reference import Dice, Player, Table
from simulators.policy import Policy

RULES = KILLER.rules()
REPEATS = ("same_strength", "same_damage", "new_strength", "none")
TARGETS = ("weakest", "strongest", "next-seat", "random", "last-attacker")


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

    def noise(self, turn: int, roll: int, seat: int = 0) -> int:
        return 0


@policy
def keep_all(state, p):
    """Set everything aside at once, so that a script says what is drawn."""
    return HIGHEST[state.dice]


def sum_of(total: int) -> str:
    """A roll of six dice with this total."""
    faces = [1] * 6
    for i in range(6):
        step = min(5, total - sum(faces))
        faces[i] += step
    assert sum(faces) == total
    return " ".join(map(str, faces))


def task(mode, policies, switches=None, seed=7, rotate=True, **options) -> Task:
    chosen = tuple(KILLER.policy(choice) for choice in policies)
    rules = switches if isinstance(switches, KillerRules) else KILLER.rules(switches=switches)
    return Task(KILLER, mode, rules, chosen, seed, tuple(options.items()), rotate)


def attack(lives, *rolls, using=keep_all, seat=0, last_hit=None, **switches):
    """Play one attack turn with these rolls; all of them must be used."""
    stream = ScriptedDice(*rolls)
    log: list[str] = []
    player = Player(KILLER.policy(using), RULES.with_switches(switches), log)
    order = sorted(range(len(lives)), key=lambda s: (-lives[s], s))
    table = Table(list(lives), order, dict(last_hit or {}))
    result = player.attack(table, seat, Dice(stream, 1))
    assert not stream.rolls
    return result, table, log


def _odd_keep(state, p):
    """Set aside the lowest die, or the two in the middle, and so on: anything but the highest."""
    if state.dice >= 3 and state.faces[1] == state.faces[2]:
        return 6
    if state.phase == 1 and state.life > 12:
        return HIGHEST[1 + (state.alive + state.hits) % state.dice]
    return 1 << (state.dice - 1)


def _odd_target(state, p):
    found = -1
    for i in range(state.players):
        seat = state.order[i]
        if seat != state.seat and state.lives[seat] >= 0:
            found = seat
            if seat == state.last_attacker:
                return seat
    return found


def _odd_again(state, p):
    return (state.life + state.dealt + state.hits + state.rolls + state.strength) % 4 != 0


odd = policy(name="odd", target=_odd_target, again=_odd_again)(_odd_keep)
POLICIES = [*KILLER.policies, odd]
NAMES = [getattr(choice, "name", choice) for choice in POLICIES]


def random_rules(random: Random) -> KillerRules:
    """Draw every switch at random but the number of players."""
    return KillerRules(repeat=random.choice(REPEATS), steal=random.random() < 0.4)


def random_policy(random: Random) -> Policy:
    """Draw a policy, parameters and all."""
    shared = {
        "target": random.choice(TARGETS),
        "repeat": random.choice((0, 5, 15, 30, float("inf"))),
    }
    make = KILLER.policies
    return random.choice(
        (
            lambda: make["keep-sixes"](**shared),
            lambda: make["keep-at-least"](
                minimum=tuple(random.randint(1, 6) for _ in range(6)), **shared
            ),
            lambda: make["best-draw"](weight=random.choice((0, 1, 3, 10)), **shared),
            lambda: make["highest-only"](**shared),
            lambda: make["random"](**shared),
            odd,
        )
    )()
