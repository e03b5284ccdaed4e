"""The solved fight: against a plain solution of its recurrence, the exact duel, and simulation."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, sqrt

import numpy as np
import pytest

from simulators.engine import SimulationJob
from simulators.killer import KILLER, KillerRules, attack_distribution, duel
from simulators.killer.draw_states import START, SUMS
from simulators.killer.objectives import OBJECTIVES
from simulators.killer.solve_fight import fight_solution
from tests.killer.helpers import REPEATS, task

LIMIT = 4.5
ALL_RULES = [
    KillerRules(repeat=repeat, steal=steal) for repeat in REPEATS for steal in (False, True)
]
every_rule = pytest.mark.parametrize(
    "rules", ALL_RULES, ids=lambda rules: f"{rules.repeat}{'-steal' * rules.steal}"
)
SIX = {m: comb(6, m) * 5 ** (6 - m) / 6**6 for m in range(7)}


# --- the recurrence in plain Python, every set of dice tried ---------------------------------------


@cache
def rolls_of(n_dice: int):
    """Every roll with its chance and all that can be set aside of it: how many dice, their total."""
    found = []
    for roll in combinations_with_replacement(range(1, 7), n_dice):
        ways = factorial(n_dice)
        for face in set(roll):
            ways //= factorial(roll.count(face))
        kept = (kept for k in range(1, n_dice + 1) for kept in combinations(roll, k))
        found.append((ways / 6**n_dice, {(len(dice), sum(dice)) for dice in kept}))
    return found


def drawn(worth) -> float:
    """What a draw is worth, by a recursion over dice left and points aside."""
    known: dict[tuple[int, int], float] = {}

    def value(dice: int, aside: int) -> float:
        if dice == 0:
            return worth(aside)
        if (dice, aside) not in known:
            known[dice, aside] = sum(
                chance * max(value(dice - k, aside + total) for k, total in options)
                for chance, options in rolls_of(dice)
            )
        return known[dice, aside]

    return value(6, 0)


def turn_by_hand(rules: KillerRules, chance, a: int, b: int) -> float:
    """What a turn is worth, by what positions are worth to the player then to move."""

    @cache
    def attack(strength: int, own: int, other: int, first: int) -> float:
        value = SIX[0] * (1 - chance(other, own))
        for m in range(1, 7):
            damage = first or m * strength
            value += SIX[m] * (1.0 if damage > other else hit(strength, damage, own, other))
        return value

    def hit(strength: int, damage: int, own: int, other: int) -> float:
        own, other = own + damage * rules.steal, other - damage
        stop = 1 - chance(other, own)
        if rules.repeat == "none":
            return stop
        if rules.repeat == "new_strength":
            return max(stop, chance(own, other))
        first = damage if rules.repeat == "same_damage" else 0
        return max(stop, attack(strength, own, other, first))

    def worth(sum_: int) -> float:
        strength = sum_ - 30
        if strength > 0:
            return attack(strength, a, b, 0)
        return 1 - chance(b, a + strength) if a + strength >= 0 else 0.0

    worths = {sum_: worth(sum_) for sum_ in SUMS}
    return drawn(worths.__getitem__)


POSITIONS = [(0, 0), (1, 0), (0, 7), (3, 5), (12, 12), (36, 1), (30, 22), (36, 36)]


@every_rule
def test_fight__positions_keep_the_recurrence(rules):
    turn = fight_solution(rules).tables["turn"]
    for a, b in POSITIONS[::3] if rules.steal else POSITIONS[1::3]:
        by_hand = turn_by_hand(rules, lambda x, y: turn[x, y], a, b)
        assert turn[a, b] == pytest.approx(by_hand, abs=1e-12), (a, b)


@pytest.mark.slow
@every_rule
def test_fight__many_positions_keep_the_recurrence(rules):
    turn = fight_solution(rules).tables["turn"]
    generator = np.random.default_rng(4)
    most = len(turn) - 1
    for _ in range(25):
        a = int(generator.integers(0, most + 1))
        b = int(generator.integers(0, min(most, 72 - a) + 1))
        by_hand = turn_by_hand(rules, lambda x, y: turn[x, y], a, b)
        assert turn[a, b] == pytest.approx(by_hand, abs=1e-12), (a, b)


@pytest.mark.slow
@every_rule
def test_fight__solved_by_hand_where_few_life_points_are_left(rules):
    """A shrunken match: at most 2 life points together, iterated from nothing known."""
    positions = [(a, b) for a in range(3) for b in range(3 - a)]
    known = dict.fromkeys(positions, 0.0)
    for _ in range(45):
        before = dict(known)
        known = {at: turn_by_hand(rules, lambda *at: before[at], *at) for at in positions}  # noqa: B023
    turn = fight_solution(rules).tables["turn"]
    for a, b in positions:
        assert turn[a, b] == pytest.approx(known[a, b], abs=1e-10)


def test_fight__the_preparation_by_hand():
    tables = fight_solution(KillerRules()).tables
    turn = tables["turn"]

    def seat_1(mine: int, seen: int) -> float:
        return 1 - turn[seen, mine] if seen >= mine else turn[mine, seen]

    replies = {seen: drawn(lambda mine, seen=seen: seat_1(mine, seen)) for seen in (6, 29, 30, 36)}
    for seen, value in replies.items():
        assert tables["second"][seen, START] == pytest.approx(value, abs=1e-12)
    first = drawn(lambda mine: 1 - tables["second"][mine, START])
    assert fight_solution(KillerRules()).value == pytest.approx(first, abs=1e-12)


# --- the solved policy ----------------------------------------------------------------------------

SAMPLE = [ALL_RULES[0], ALL_RULES[3], ALL_RULES[4]]


@pytest.mark.parametrize("rules", SAMPLE[:2], ids=str)
def test_fight__the_policy_wins_what_the_solver_says(rules):
    """The duel asks the compiled policy about every roll in every position."""
    solution = fight_solution(rules)
    exact = duel([KILLER.policy("optimal-fight")] * 2, rules)
    assert exact.win == pytest.approx(solution.value, abs=1e-11)
    for to_move in exact.to_move:
        assert np.allclose(to_move, solution.tables["turn"], atol=1e-11, rtol=0, equal_nan=True)


@pytest.mark.parametrize(
    "rules",
    [ALL_RULES[3], *(pytest.param(r, marks=pytest.mark.slow) for r in ALL_RULES[::2])],
    ids=str,
)
def test_fight__its_turns_lead_where_the_values_say(rules):
    """Follow a turn of the policy to its ends, in plain Python."""
    turn, (a, b) = fight_solution(rules).tables["turn"], (20, 9)
    policy = KILLER.policy("optimal-fight")
    outcomes = attack_distribution(policy, rules, life=a, opponent=b, tolerance=1e-14).outcomes
    won = 0.0
    for (damage, loss), chance in outcomes.items():
        own = a + damage * rules.steal - loss
        if damage > b:
            won += chance
        elif own >= 0:
            won += chance * (1 - turn[b - damage, own])
    assert won == pytest.approx(turn[a, b], abs=1e-11)


def assert_nobody_gains(rules: KillerRules, names: list[str]) -> None:
    best = KILLER.policy("optimal-fight")
    value = fight_solution(rules).value
    for name in names:
        other = KILLER.policy(name)
        assert duel([other, best], rules).win < value - 1e-4
        assert duel([best, other], rules).win > value + 1e-4


def test_fight__nobody_does_better_against_it():
    assert_nobody_gains(SAMPLE[0], ["best-draw", "fives-to-finish"])


@pytest.mark.slow
@every_rule
def test_fight__nobody_does_better_against_it_under_any_rule(rules):
    names = [name for name in KILLER.policies if name not in ("random", "optimal-fight")]
    assert_nobody_gains(rules, [*names, "best-draw:weight=1", "keep-sixes:repeat=never"])


def z_of(rules: KillerRules, policies: list[str], games: int, seed: int) -> float:
    played = task("match", policies, rules, seed, rotate=False)
    wins = dict(SimulationJob(played).play_chunk(0, games).histograms[0].pairs())[0b01 * 2]
    value = fight_solution(rules).value
    return (wins - games * value) / sqrt(games * value * (1 - value))


@pytest.mark.parametrize("rules", SAMPLE, ids=str)
def test_fight__simulation_hits_the_value(rules):
    assert abs(z_of(rules, ["optimal-fight"] * 2, 200_000, 51)) < LIMIT


@pytest.mark.slow
@every_rule
def test_fight__simulation_hits_the_value_over_ten_millions(rules):
    assert abs(z_of(rules, ["optimal-fight"] * 2, 10_000_000, 52)) < LIMIT


def test_fight__the_comparison_can_fail():
    assert z_of(SAMPLE[0], ["keep-at-least", "optimal-fight"], 200_000, 51) < -LIMIT


@pytest.mark.parametrize("players", [3, 5])
def test_fight__with_more_players_it_still_gets_more_than_its_share(players):
    policies = ["optimal-fight", *["best-draw"] * (players - 1)]
    played = task("match", policies, seed=3)
    tally = SimulationJob(played).play_chunk(0, 20_000)
    wins = sum(n for code, n in tally.histograms[0].pairs() if code // players & 1)
    assert wins / 20_000 > 1.15 / players


# --- its shape ------------------------------------------------------------------------------------


@every_rule
def test_fight__life_helps_and_totals_never_grow(rules):
    solution = fight_solution(rules)
    turn = solution.tables["turn"]
    n = 73 if rules.steal else 37
    together = np.add.outer(np.arange(n), np.arange(n))
    assert turn.shape == (n, n)
    assert (np.isfinite(turn) == (together <= 72)).all()
    known = np.isfinite(turn[1:]) & np.isfinite(turn[:-1])
    assert (np.diff(turn, axis=0)[known] > 0).all()
    assert (np.diff(turn, axis=1)[known.T] < 0).all()
    assert 0 < turn[0, 0] < 0.5 < solution.value < 0.51
    assert solution.residual < 1e-13


def test_fight__when_to_stop():
    """With the same strength another attack costs nothing; a new sum may cost life."""
    for repeat, ever_stops in (("same_strength", False), ("same_damage", False)):
        tables = fight_solution(KillerRules(repeat=repeat)).tables
        again = tables["attack" if repeat == "same_strength" else "more"][1:]
        assert (again >= 1 - tables["turn"].T - 1e-14).all() is not ever_stops
    turn = fight_solution(KillerRules(repeat="new_strength")).tables["turn"]
    stops = turn < 1 - turn.T
    assert stops.any()
    assert not stops.all()
    assert stops[0, 0]


def test_fight__is_refused_for_more_than_two():
    with pytest.raises(ValueError, match="for two players only, and the switch players is 3"):
        OBJECTIVES["fight"].solve(KillerRules(players=3), {})
    alike = OBJECTIVES["fight"].solve(KillerRules(players=2), {})
    assert alike.value == fight_solution(KillerRules()).value
