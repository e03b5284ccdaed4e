"""The best simple rules: that they are what they say, and lose what they say."""

from __future__ import annotations

import pytest

from simulators.killer import KILLER, KillerRules, draw_distribution, duel
from simulators.killer.rules_of_thumb import _candidates, rules_of_thumb
from simulators.killer.solve_fight import fight_solution


@pytest.fixture(scope="module")
def found():
    return rules_of_thumb(KillerRules())


def test_rules__one_to_three_numbers_by_sum_and_by_chance_to_win(found):
    assert [(rule.n_numbers, rule.objective) for rule in found] == [
        *((n, objective) for n in (1, 2, 3) for objective in ("draw", "fight")),
        (4, "fight"),
    ]
    wins = [rule.loss for rule in found if rule.objective == "fight"]
    assert wins == sorted(wins, reverse=True)
    sums = [rule.loss for rule in found if rule.objective == "draw"]
    assert sums == sorted(sums, reverse=True)
    assert sums == pytest.approx([0.0892539, 0.0062603, 0.0003365], abs=5e-7)


def test_rules__values_are_exact(found):
    best = KILLER.policy("optimal-fight")
    for rule in found[-3:]:
        if rule.objective == "draw":
            mean = float(draw_distribution(rule.policy).mean)
            assert rule.value == pytest.approx(mean, abs=1e-12)
            assert rule.optimum == pytest.approx(30.1519767128, abs=1e-10)
        else:
            assert rule.value == duel([rule.policy, best]).win
            assert rule.optimum == fight_solution(KillerRules()).value


def test_rules__nothing_of_their_kind_is_better(found):
    """Candidates of one number, by enumeration in plain Python."""
    means = [float(draw_distribution(policy).mean) for policy, _ in list(_candidates(1))[::4]]
    assert max(means) <= found[0].value + 1e-12
    assert "at most one die is then left" in found[0].words


def test_rules__where_strength_does_less_30_is_good_enough():
    """With a single attack a turn nothing is gained by rolling on."""
    found = rules_of_thumb(KillerRules(repeat="none"))
    assert max(rule.n_numbers for rule in found) == 3


def test_rules__for_more_than_two_players_only_the_sum():
    alone = rules_of_thumb(KillerRules(players=4))
    assert {rule.objective for rule in alone} == {"draw"}
