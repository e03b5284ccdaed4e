"""Exact enumeration and simulation agree, and each can find the other wrong."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from simulators.engine import SimulationJob
from simulators.killer import (
    HIGHEST,
    KILLER,
    KillerRules,
    attack_distribution,
    draw_distribution,
    policy,
)
from tests.killer.helpers import REPEATS, odd, task

GAMES = 200_000
LIMIT = 4.5
RARE = 10  # cells with fewer expected games are taken together


def z_scores(expected: dict[int, float], counted: dict[int, int], n: int) -> list[float]:
    """Compare counts with exact probabilities: cell by cell, rare cells as one, the mean."""
    cells = set(expected) | set(counted)
    common = [cell for cell in cells if expected.get(cell, 0) * n >= RARE]
    pairs = [(expected[cell], counted.get(cell, 0)) for cell in common]
    seen = sum(count for _, count in pairs)
    rare = 1 - sum(p for p, _ in pairs)
    found = [(count - n * p) / sqrt(n * p * (1 - p)) for p, count in pairs if p < 1 - 1e-12]
    if rare * n >= 1:
        found.append((n - seen - n * rare) / sqrt(n * rare))
    else:
        assert n - seen <= 10
    mean = sum(cell * p for cell, p in expected.items())
    spread = sum((cell - mean) ** 2 * p for cell, p in expected.items())
    if spread > 0:
        average = sum(value * count for value, count in counted.items()) / n
        found.append((average - mean) / sqrt(spread / n))
    return found


def simulated(mode, choice, rules=None, games=GAMES, seed=20, **options) -> dict[str, dict]:
    played = task(mode, [choice], rules or KillerRules(), seed, **options)
    tally = SimulationJob(played).play_chunk(0, games)
    assert tally.truncated == 0
    return {
        metric.name: dict(histogram.pairs())
        for metric, histogram in zip(played.metrics, tally.histograms, strict=True)
    }


def worst_draw(choice, against=None, games=GAMES) -> float:
    found = simulated("draw", choice, games=games)
    exact = draw_distribution(KILLER.policy(against or choice))
    sums = {sum_: float(chance) for sum_, chance in exact.sums.items()}
    rolls = {n: float(chance) for n, chance in exact.rolls.items()}
    return max(
        map(abs, z_scores(sums, found["sum"], games) + z_scores(rolls, found["rolls"], games))
    )


def worst_attack(choice, rules, life=30, opponent=None, games=GAMES) -> float:
    options = {"life": life, "opponent": "unharmed" if opponent is None else opponent}
    found = simulated("attack", choice, rules, games=games, **options)
    exact = attack_distribution(KILLER.policy(choice), rules, life=life, opponent=opponent)
    assert exact.leftover < 1e-11
    margins = {
        "damage": lambda damage, loss: damage,
        "loss": lambda damage, loss: loss,
        "gain": lambda damage, loss: damage - loss,
    }
    scores = z_scores(exact.hits, found["hits"], games)
    for name, value in margins.items():
        expected: dict[int, float] = Counter()
        for (damage, loss), chance in exact.outcomes.items():
            expected[value(damage, loss)] += chance
        scores += z_scores(expected, found[name], games)
    return max(map(abs, scores))


DRAWING = [
    "keep-sixes",
    "keep-at-least",
    "keep-at-least:minimum=4/5/5/6/6/6",
    "keep-at-least:minimum=1",
    "best-draw",
    "best-draw:weight=0",
    "highest-only",
    odd,
]
DRAWING_NAMES = [getattr(choice, "name", choice) for choice in DRAWING]


@pytest.mark.parametrize("choice", DRAWING, ids=DRAWING_NAMES)
def test_draw__simulation_agrees_with_exact(choice):
    assert worst_draw(choice) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("choice", DRAWING, ids=DRAWING_NAMES)
def test_draw__simulation_agrees_with_exact_over_millions(choice):
    assert worst_draw(choice, games=5_000_000) < LIMIT


def test_draw__the_comparison_can_fail():
    """A vector of 6/6/6/6/5/4 passed off as 6/6/6/5/5/4 is found out."""
    assert worst_draw("keep-at-least", against="keep-at-least:minimum=6/6/6/6/5/4") > 20


def test_draw__keep_at_least_reproduces_the_published_30_1026():
    """Public analyses report about 30.10 for the vector 6/6/6/5/5/4: exactly 30.1026."""
    exact = draw_distribution(KILLER.policy("keep-at-least:minimum=6/6/6/5/5/4"))
    assert round(float(exact.mean), 4) == 30.1026
    assert sum(exact.sums.values()) == 1


def test_draw__that_vector_is_read_die_by_die():
    """With one minimum for all the dice of a roll the same vector would be worth less."""

    @policy
    def per_roll(state, p):
        least = 6 if state.dice >= 4 else 5 if state.dice >= 2 else 4
        k = 1
        while k < state.dice and state.faces[k] >= least:
            k += 1
        return HIGHEST[k]

    assert float(draw_distribution(per_roll()).mean) == pytest.approx(30.0252, abs=5e-5)


def test_draw__all_at_once_is_six_dice():
    exact = draw_distribution(KILLER.policy("keep-at-least:minimum=1"))
    assert exact.mean == 21
    assert exact.rolls == {1: 1}
    assert exact.sums[36] == exact.sums[6] == Fraction(1, 6**6)


def test_draw__highest_only_by_order_statistics():
    """Six rolls, of six dice down to one: the sum of the expected maxima."""
    exact = draw_distribution(KILLER.policy("highest-only"))
    maxima = [6 - sum(Fraction(f, 6) ** n for f in range(1, 6)) for n in range(1, 7)]
    assert exact.mean == sum(maxima)
    assert exact.rolls == {6: 1}


def test_draw__one_six_after_another_by_binomials():
    """Every die shows 6 in the end with the chance that it does under keep-sixes."""
    exact = draw_distribution(KILLER.policy("keep-sixes"))

    def all_sixes(n: int) -> Fraction:
        if n == 0:
            return Fraction(1)
        return sum(
            (Fraction(comb(n, k) * 5 ** (n - k), 6**n) * all_sixes(n - k) for k in range(1, n + 1)),
            Fraction(0),
        )

    assert exact.sums[36] == all_sixes(6)


def test_draw__a_policy_that_flips_coins_is_refused():
    with pytest.raises(ValueError, match="policy random flips coins"):
        draw_distribution(KILLER.policy("random"))


# --- attack turns ---------------------------------------------------------------------------------

ATTACKING = ["keep-at-least", "best-draw", "keep-sixes:repeat=never", "highest-only:repeat=20"]


@pytest.mark.parametrize("choice", ATTACKING)
@pytest.mark.parametrize("repeat", REPEATS)
@pytest.mark.parametrize("steal", [False, True])
def test_attack__simulation_agrees_with_exact(choice, repeat, steal):
    assert worst_attack(choice, KillerRules(repeat=repeat, steal=steal), life=19) < LIMIT


@pytest.mark.parametrize("repeat", REPEATS)
def test_attack__against_an_opponent_who_can_fall(repeat):
    rules = KillerRules(repeat=repeat)
    assert worst_attack("keep-at-least", rules, opponent=7) < LIMIT
    assert worst_attack("best-draw", rules, opponent=0) < LIMIT


def test_attack__of_a_users_policy():
    @policy(again=lambda state, p: state.hits < 3 and state.lives[1] > 10 and state.dealt < 20)
    def careful(state, p):
        return HIGHEST[1] if state.life < 15 else HIGHEST[min(2, state.dice)]

    for repeat in ("same_strength", "same_damage"):
        assert worst_attack(careful(), KillerRules(repeat=repeat), opponent=25) < LIMIT


def test_attack__the_comparison_can_fail():
    found = simulated("attack", "keep-at-least", KillerRules(repeat="none"))
    exact = attack_distribution(KILLER.policy("keep-at-least"), KillerRules())
    damage: dict[int, float] = Counter()
    for (done, _), chance in exact.outcomes.items():
        damage[done] += chance
    assert max(map(abs, z_scores(damage, found["damage"], GAMES))) > 20


def test_attack__one_attack_by_hand():
    """Strength s hits k dice of six as a binomial; a strength's mean damage is itself."""
    rules = KillerRules(repeat="none")
    chosen = KILLER.policy("keep-at-least")
    sums = draw_distribution(chosen).sums
    exact = attack_distribution(chosen, rules)
    assert exact.leftover == 0
    for total in range(6, 30):
        assert exact.outcomes.get((0, 30 - total), 0) == pytest.approx(float(sums.get(total, 0)))
    assert exact.outcomes[36, 0] == pytest.approx(float(sums[36]) / 6**6)
    positive = sum(float(chance) * (s - 30) for s, chance in sums.items() if s > 30)
    assert exact.mean_damage == pytest.approx(positive)


@pytest.mark.parametrize("repeat", ["same_strength", "same_damage"])
def test_attack__repeating_for_nothing_multiplies_the_damage(repeat):
    """Attacks go on until one misses, with chance (5/6)**6: on average 2.986 of them."""
    once = attack_distribution(KILLER.policy("keep-at-least"), KillerRules(repeat="none"))
    often = attack_distribution(KILLER.policy("keep-at-least"), KillerRules(repeat=repeat))
    assert often.mean_damage == pytest.approx(once.mean_damage * (6 / 5) ** 6, rel=1e-9)
    assert often.mean_loss == pytest.approx(once.mean_loss, rel=1e-9)


def test_attack__brute_force_of_two_attacks():
    """All ordered pairs of rolls, seen by the number of dice that match, for a policy that
    repeats once."""

    @policy(again=lambda state, p: state.hits == 1)
    def twice(state, p):
        return HIGHEST[state.dice]

    matches = Counter(sum(face == 1 for face in faces) for faces in product(range(1, 7), repeat=6))
    damage: dict[int, float] = Counter()
    for first, n in matches.items():
        for second, m in matches.items():
            damage[first + (second if first else 0)] += n * m / 6**12
    rules = KillerRules()
    exact = attack_distribution(twice(), rules)
    sums = Counter(sum(faces) for faces in product(range(1, 7), repeat=6))
    found: dict[int, float] = Counter()
    for strength in range(1, 7):
        for done, chance in damage.items():
            found[done * strength] += chance * sums[30 + strength] / 6**6
    for done, chance in found.items():
        if done:
            assert exact.outcomes[done, 0] == pytest.approx(chance, rel=1e-9)


def test_attack__a_policy_that_counts_rolls_is_refused():
    with pytest.raises(ValueError, match="policy odd flips coins or counts rolls"):
        attack_distribution(odd(), KillerRules())


def test_attack__probabilities_add_up():
    for repeat in REPEATS:
        exact = attack_distribution(KILLER.policy("best-draw"), KillerRules(repeat=repeat))
        assert sum(exact.outcomes.values()) + exact.leftover == pytest.approx(1, abs=1e-9)
        assert sum(exact.hits.values()) + exact.leftover == pytest.approx(1, abs=1e-9)
        assert np.isclose(
            exact.mean_damage - exact.mean_loss,
            sum((d - loss) * p for (d, loss), p in exact.outcomes.items()),
        )
