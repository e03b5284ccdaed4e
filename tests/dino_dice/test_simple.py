"""Rules that a person can remember: what they keep, and that each is the best of its family."""

from __future__ import annotations

import pytest

from analysis.solving import rules_of_thumb
from simulators.dino_dice import DINO_DICE, turn_distribution
from simulators.dino_dice.decide import keep_kinds
from tests.dino_dice.helpers import RULES, SHOWING


def test_rules__cost_what_their_policies_give_up():
    frame = rules_of_thumb("dino-dice")
    assert frame["n_numbers"].tolist() == [1, 2, 3]
    assert frame["policy"].tolist() == [
        "keep-pairs-up:herd=5,loner=4",
        "keep-pairs-up:herd=3,loner=4",
        "keep-kinds:kinds=2",
    ]
    assert frame["loss"].is_monotonic_decreasing
    assert frame["loss"].tolist() == pytest.approx([0.7352, 0.3474, 0.1609], abs=1e-4)
    for row in frame.itertuples():
        exact = turn_distribution(RULES, DINO_DICE.policy(row.policy)).mean()
        assert row.value == pytest.approx(exact, abs=1e-12)
        assert row.optimum == pytest.approx(25.990085928370927)
    assert frame["words"].str.contains("4s, 5s and 6s").all()


@pytest.mark.parametrize(
    "rules",
    [RULES.with_switches({"quintet": 500}), SHOWING.with_switches({"rolls": 2, "pair": 0})],
)
def test_rules__best_of_their_families_under_other_rules(rules):
    for rule in DINO_DICE.rules_of_thumb(rules):
        values = dict(rule.policy.values)
        for name in ("kinds", "face", "loner", "herd"):
            for other in {1, 2, 4, 5, 6} if name in values else ():
                if name == "herd" and (rule.n_numbers == 1 or not 2 <= other <= 4):
                    continue
                if name == "kinds" and other > 3:
                    continue
                changed = rule.policy.family(**{**values, name: other})
                assert turn_distribution(rules, changed).mean() <= rule.value + 1e-9


@pytest.mark.parametrize(
    ("counts", "kinds", "kept"),
    [
        ((1, 1, 0, 1, 1, 1), 2, (0, 0, 0, 0, 1, 1)),  # no herd: two single dice, highest first
        ((1, 0, 0, 1, 1, 2), 2, (0, 0, 0, 0, 1, 2)),  # a pair and one single die
        ((0, 0, 0, 1, 2, 2), 2, (0, 0, 0, 0, 2, 2)),  # two pairs and no single die
        ((3, 0, 0, 1, 0, 1), 2, (3, 0, 0, 0, 0, 1)),  # a triple of any face
        ((2, 0, 1, 0, 0, 2), 2, (0, 0, 0, 0, 0, 2)),  # no pair of a low face, no 3
        ((1, 1, 0, 1, 1, 1), 0, (0, 0, 0, 0, 0, 0)),
        ((1, 1, 0, 1, 1, 1), 5, (0, 0, 0, 1, 1, 1)),
    ],
)
def test_keep_kinds__by_hand(counts, kinds, kept):
    assert keep_kinds(counts, 3, 4, kinds) == kept


def test_command__lists_them(capsys):
    from analysis import cli

    assert cli.main(["solve", "dino-dice", "--simple"]) == 0
    assert "keep-kinds:kinds=2" in capsys.readouterr().out
