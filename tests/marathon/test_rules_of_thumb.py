"""Rules to remember are the best of their families, and cost what they are said to cost."""

from __future__ import annotations

import pytest

from simulators.marathon import MARATHON, MarathonRules, outlook
from simulators.marathon.rules_of_thumb import rules_of_thumb, turns_of
from tests.marathon.helpers import RULES


def test_rules_of_thumb__of_the_marathon():
    plain, share, widths = rules_of_thumb(RULES)
    assert [rule.n_numbers for rule in (plain, share, widths)] == [0, 1, 3]
    assert share.policy.label == "keep-clear" and "40 %" in share.words
    assert "10-14, 100-140 and 1000-1400" in share.words
    assert plain.loss == pytest.approx(6.2421, abs=1e-4)
    assert share.loss == pytest.approx(1.0012, abs=1e-4)
    assert 0.9 < widths.loss < share.loss


@pytest.mark.parametrize(
    "rules",
    [RULES, MARATHON.rules("no-dead-ends"), MarathonRules(distance=777, overshoot="stay")],
)
def test_rules_of_thumb__are_evaluated_exactly(rules):
    for rule in rules_of_thumb(rules):
        assert outlook(rules, rule.policy).turns[rules.distance] == pytest.approx(rule.value)
        assert rule.objective == "turns"
        assert rule.optimum <= rule.value
        assert rule.loss == pytest.approx(rule.value - rule.optimum)


def test_rules_of_thumb__no_neighbour_is_better():
    rules = MarathonRules(distance=5000)
    _, share, widths = rules_of_thumb(rules)
    best = dict(widths.policy.values)["metres"]
    for i, step in enumerate((1, 10, 100)):
        for steps in (0, 1, 3, 7, 12):
            tried = (*best[:i], steps * step, *best[i + 1 :])
            assert turns_of(rules, tried) >= widths.value - 1e-9
    for percent in range(0, 101, 5):
        tried = tuple(at * percent // 100 for at in rules.dice_from)
        assert turns_of(rules, tried) >= share.value - 1e-9


def test_rules_of_thumb__where_one_die_is_rolled_there_is_nothing_to_remember():
    (only,) = rules_of_thumb(MarathonRules(distance=9))
    assert only.policy.name == "safe" and only.n_numbers == 0
