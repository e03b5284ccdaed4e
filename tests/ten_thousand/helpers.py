"""An independent scorer, scripted dice and random rules, for the tests of 10000 and 15000."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

from simulators.policy import Policy
from simulators.ten_thousand import TEN_THOUSAND, TenThousandRules, policy

RULES = TEN_THOUSAND.presets["10000"]
RULES_15000 = TEN_THOUSAND.presets["15000"]


def group_points(rules: TenThousandRules, group: tuple[int, ...]) -> int:
    """Value of dice taken as one combination, written from RULES.md alone."""
    kinds = {face: group.count(face) for face in group}
    if len(kinds) == 1:
        table = {
            1: rules.singles,
            3: rules.three_of_a_kind,
            4: rules.four_of_a_kind,
            5: rules.five_of_a_kind,
            6: rules.six_of_a_kind,
        }.get(len(group))
        return table[group[0] - 1] if table else 0
    if len(group) != 6:
        return 0
    if len(kinds) == 6:
        return rules.straight or 0
    if sorted(kinds.values()) == [3, 3]:
        return rules.two_triplets or 0
    if sorted(kinds.values()) == [2, 2, 2]:
        return rules.three_pairs or 0
    if sorted(kinds.values()) == [2, 4] and rules.four_and_pair_is_three_pairs:
        return rules.three_pairs or 0
    return 0


@cache
def best_partition(
    rules: TenThousandRules, dice: tuple[int, ...], leave: bool
) -> tuple[int, int] | None:
    """Try every partition of sorted dice into combinations, leaving dice over only if `leave`.

    Returns the most points and, among equals, the most dice; ``None`` if there is no partition.
    """
    if not dice:
        return 0, 0
    first, rest = dice[0], dice[1:]
    found = []
    if leave and (without := best_partition(rules, rest, leave)):
        found.append(without)
    for size in range(len(rest) + 1):
        for others in set(combinations(range(len(rest)), size)):
            group = (first, *(rest[i] for i in others))
            points = group_points(rules, group)
            remaining = tuple(rest[i] for i in range(len(rest)) if i not in others)
            after = best_partition(rules, remaining, leave) if points else None
            if after is not None:
                found.append((points + after[0], len(group) + after[1]))
    return max(found, default=None)


def brute_force_worth(rules: TenThousandRules, dice: tuple[int, ...]) -> tuple[int, int]:
    """Points and dice of the best reading of a roll; (0, 0) for a bust."""
    found = best_partition(rules, tuple(sorted(dice)), True) or (0, 0)
    return (rules.nothing, 6) if is_nothing(rules, dice, found[0]) else found


def is_nothing(rules: TenThousandRules, dice: tuple[int, ...], points: int) -> bool:
    """Say whether six dice score as a whole because nothing in them does."""
    return len(dice) == 6 and points == 0 and bool(rules.nothing)


def brute_force_choices(
    rules: TenThousandRules, dice: tuple[int, ...]
) -> dict[tuple[int, ...], int]:
    """Points of every set of dice that may be set aside."""
    found = {}
    for size in range(1, len(dice) + 1):
        for some in {tuple(sorted(chosen)) for chosen in combinations(dice, size)}:
            if (best := best_partition(rules, some, False)) is not None:
                found[some] = best[0]
    if is_nothing(rules, dice, sum(found.values())):
        found[tuple(sorted(dice))] = rules.nothing or 0
    return found


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


def _random_values(random: Random, chance: float) -> tuple[int, ...]:
    return tuple(
        random.choice((50, 75, 100, 250, 1000)) if random.random() < chance else 0 for _ in range(6)
    )


def random_rules(random: Random) -> TenThousandRules:
    """Draw rules with every switch at random, until they make a game."""
    while True:
        switches = {
            "target": random.choice((1000, 2000, 3000, 5000)),
            "finish": random.choice(("last_round", "exact", "first")),
            "opening": random.choice((0, 50, 300, 500, 1000)),
            "straight": random.choice((None, 500, 3000)),
            "three_pairs": random.choice((None, 500, 750)),
            "four_and_pair_is_three_pairs": random.random() < 0.3,
            "set_aside": random.choice(("all", "choose")),
            "hot_dice": random.choice(("forced", "optional")),
            "play_on": random.choice(("always", "never", 300, 1000)),
        }
        if random.random() < 0.5:
            switches |= {
                "two_triplets": random.choice((None, 400, 2500)),
                "nothing": random.choice((None, 50, 500)),
                "min_bank": random.choice((0, 0, 150, 300)),
                "farkle_penalty": random.choice((0, 100, 500)),
            }
        if random.random() < 0.5:
            switches["singles"] = _random_values(random, 0.3)
            for kind in ("three", "four", "five", "six"):
                switches[f"{kind}_of_a_kind"] = _random_values(random, 0.7)
        try:
            return TenThousandRules(**switches)
        except ValueError:
            continue


@policy(take_over=lambda state, p: state.dice >= 2 and state.counter >= 200)
def opportunist(state, p):
    """Bank by a mixture of everything a state holds, and take over now and then."""
    if state.final_turn == 1 and state.exact == 0:
        return state.counter + state.score > state.best_opponent
    if state.counter >= state.wins_at:
        return True
    least = 200 + 30 * state.dice - 20 * state.rolls - 40 * state.busts
    return state.counter >= least + state.best_opponent // 50


def _pick(state, options, p):
    if state.dice >= 4:
        return options.count - 1
    best = 0
    for i in range(options.count):
        if options.ones[i] + options.fives[i] > options.ones[best] + options.fives[best]:
            best = i
    return best


@policy(name="picky", set_aside=_pick, take_over=lambda state, p: state.rolls == 0)
def picky(state, p):
    """Set odd dice aside, take everything over."""
    return state.counter >= 350 or state.dice == 1 or state.counter == state.need


def random_policy(random: Random) -> Policy:
    """Draw a policy, parameters and all."""
    words = ("most-points", "most-dice", "fewest-dice", "keep-ones-first", "most-points-per-die")
    shared = {
        "set_aside": random.choice(words),
        "take_over": tuple(random.choice((0, 300, 600, float("inf"))) for _ in range(5)),
    }
    make = TEN_THOUSAND.policies
    return random.choice(
        (
            lambda: make["bank-at"](threshold=random.randrange(0, 1200, 50), **shared),
            lambda: make["bank-at-dice"](
                thresholds=tuple(random.randrange(0, 1200, 25) for _ in range(6)), **shared
            ),
            lambda: make["bank-after"](rolls=random.randint(1, 4), **shared),
            lambda: make["always-bank"](**shared),
            lambda: make["race"](
                threshold=random.randrange(0, 800),
                shift=random.random() / 2,
                urgency=3 * random.random(),
                **shared,
            ),
            opportunist,
            picky,
        )
    )()
