"""Exact matches of two against simulated ones, and against a few cases by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from simulators.engine import SimulationJob, outcomes_of
from simulators.killer import KILLER, KillerRules, attack_distribution, duel
from tests.killer.helpers import REPEATS, keep_all, task

GAMES = 100_000
LIMIT = 4.5

STEALING = KillerRules(repeat="same_damage", steal=True)
PAIRS = [
    ("keep-at-least", "keep-at-least"),
    ("best-draw", "keep-at-least"),
    ("keep-sixes:repeat=never", "highest-only"),
    ("best-draw:weight=1,repeat=15", "keep-sixes:repeat=20"),
]


def policies(pair):
    return [KILLER.policy(choice) for choice in pair]


def z_of(count: int, chance: float, n: int) -> float:
    return (count - n * chance) / sqrt(n * chance * (1 - chance))


@pytest.mark.parametrize("pair", PAIRS, ids=str)
@pytest.mark.parametrize("repeat", REPEATS)
def test_duel__simulation_agrees_with_exact(pair, repeat):
    rules = KillerRules(repeat=repeat)
    found = outcomes_of(task("match", pair, rules, 31, rotate=False), 0, GAMES)
    exact = duel(policies(pair), rules)
    wins = int((found["result"] == 0b01 * 2).sum())
    first = int((found["winner_turn"] == 1).sum())
    assert abs(z_of(wins, exact.win, GAMES)) < LIMIT
    assert abs(z_of(first, exact.first, GAMES)) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=str)
@pytest.mark.parametrize("repeat", REPEATS)
def test_duel__simulation_agrees_with_exact_over_millions(pair, repeat):
    rules = KillerRules(repeat=repeat)
    tally = SimulationJob(task("match", pair, rules, 32, rotate=False)).play_chunk(0, 3_000_000)
    wins = dict(tally.histograms[0].pairs())[0b01 * 2]
    assert abs(z_of(wins, duel(policies(pair), rules).win, 3_000_000)) < LIMIT


@pytest.mark.parametrize("rules", [STEALING, KillerRules(steal=True)], ids=str)
def test_duel__simulation_agrees_where_damage_is_stolen(rules):
    """Life points of both together never grow, so that there are only so many positions."""
    found = outcomes_of(task("match", PAIRS[3], rules, 33, rotate=False), 0, GAMES)
    exact = duel(policies(PAIRS[3]), rules)
    assert abs(z_of(int((found["result"] == 2).sum()), exact.win, GAMES)) < LIMIT
    assert exact.to_move[0].shape == (73, 73)


def test_duel__policies_that_look_at_life_points():
    pair = ["optimal-fight", "best-draw"]
    found = outcomes_of(task("match", pair, KillerRules(), 34, rotate=False), 0, GAMES)
    wins = int((found["result"] == 2).sum())
    assert abs(z_of(wins, duel(policies(pair)).win, GAMES)) < LIMIT


def test_duel__the_comparison_can_fail():
    found = outcomes_of(task("match", PAIRS[2], rotate=False), 0, GAMES)
    wins = int((found["result"] == 2).sum())
    assert abs(z_of(wins, duel(policies(PAIRS[0])).win, GAMES)) > 20


def test_duel__nobody_has_life_to_lose():
    """At 0 against 0 any damage wins, any loss loses, and anything else passes the turn."""
    chosen = KILLER.policy("keep-at-least")
    outcomes = attack_distribution(chosen, opponent=0).outcomes
    hit = sum(chance for (damage, _), chance in outcomes.items() if damage)
    nothing = outcomes[0, 0]
    exact = duel([chosen, chosen])
    win = exact.to_move[0][0, 0]
    assert win == pytest.approx(hit + nothing * (1 - win), abs=1e-12)


def test_duel__life_helps():
    exact = duel(policies(PAIRS[1]))
    for table in exact.to_move:
        assert (np.diff(table, axis=0) > 0).all()
        assert (np.diff(table, axis=1) < 0).all()
        assert (table > 0).all()
        assert (table < 1).all()


def test_duel__seats_of_equals_differ_by_ties_only():
    """Seat 0 begins where both draw the same, and nothing else tells the seats apart."""
    exact = duel(policies(PAIRS[0]))
    other = duel(policies(PAIRS[0][::-1]))
    assert exact.win == other.win
    assert 0.5 < exact.win < 0.51
    assert exact.win < exact.first


@pytest.mark.parametrize(
    ("pair", "rules", "reason"),
    [
        (["keep-sixes"], KillerRules(), "takes 2 policies, not 1"),
        (["keep-sixes", keep_all], KillerRules(), "takes built-in policies, not keep-all"),
        (["keep-sixes", "random"], KillerRules(), "policy random flips coins"),
    ],
)
def test_duel__refuses_what_it_cannot_compute(pair, rules, reason):
    with pytest.raises(ValueError, match=reason):
        duel(policies(pair), rules)
