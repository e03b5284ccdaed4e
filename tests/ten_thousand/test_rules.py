"""Presets, switches, and combinations that make no game."""

from __future__ import annotations

import json

import pytest

from simulators.ten_thousand import FIFTEEN_THOUSAND, TEN_THOUSAND, TenThousandRules
from simulators.ten_thousand.rules import can_sum_to


def test_presets__are_those_of_the_source():
    ten, fifteen = TEN_THOUSAND.rules(), FIFTEEN_THOUSAND.rules()
    assert ten == TenThousandRules()
    assert (ten.target, ten.finish, ten.opening) == (10_000, "last_round", 1000)
    assert (ten.straight, ten.three_pairs, ten.four_and_pair_is_three_pairs) == (500, 500, False)
    assert (ten.set_aside, ten.hot_dice, ten.play_on) == ("all", "forced", "always")
    assert ten.differences(fifteen).keys() == {
        *("target", "finish", "opening", "straight", "three_pairs", "play_on")
    }
    assert (fifteen.target, fifteen.finish, fifteen.opening) == (15_000, "exact", 500)
    assert (fifteen.straight, fifteen.three_pairs, fifteen.play_on) == (3000, None, 5000)
    assert TEN_THOUSAND.rules("15000") == fifteen
    assert FIFTEEN_THOUSAND.rules("10000") == ten


def test_presets__relatives_share_what_farkle_is():
    relatives = set(TEN_THOUSAND.presets) - {"10000", "15000"}
    assert relatives == {"farkle-facebook", "zilch", "patch", "cardgames-io"}
    assert set(FIFTEEN_THOUSAND.presets) == {"10000", "15000"}
    for name in relatives:
        rules = TEN_THOUSAND.rules(name)
        assert (rules.set_aside, rules.hot_dice, rules.play_on) == ("choose", "optional", "never")
        assert (rules.opening, rules.target) == (0, 10_000)
        assert rules.singles == (100, 0, 0, 0, 50, 0)


def test_values__four_five_six_of_a_kind_double():
    rules = TenThousandRules()
    assert rules.three_of_a_kind == (1000, 200, 300, 400, 500, 600)
    for fewer, more in (
        (rules.three_of_a_kind, rules.four_of_a_kind),
        (rules.four_of_a_kind, rules.five_of_a_kind),
        (rules.five_of_a_kind, rules.six_of_a_kind),
    ):
        assert more == tuple(2 * value for value in fewer)


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"opening": 10_050}, "opening must be at most the target"),
        ({"target": 900}, "opening must be at most the target"),
        ({"play_on": 10_001}, "play_on must be at most the target"),
        ({"finish": "exact", "target": 10_025}, "target must be a sum of scoring values"),
        ({"finish": "exact", "target": 1049}, "target must be a sum of scoring values"),
        ({"min_bank": 10_001}, "min_bank must be at most the target"),
        ({"finish": "exact", "min_bank": 300}, "min_bank must be 0 under an exact finish"),
        ({"finish": "exact", "farkle_penalty": 525}, "farkle_penalty must be a multiple of 50"),
        ({"three_pairs": None, "four_and_pair_is_three_pairs": True}, "four_and_pair"),
        ({"three_pairs": 0, "four_and_pair_is_three_pairs": True}, "four_and_pair"),
        (
            {
                "straight": None,
                "three_pairs": None,
                "singles": (0,) * 6,
                "three_of_a_kind": (0,) * 6,
                "four_of_a_kind": (0,) * 6,
                "five_of_a_kind": (0,) * 6,
                "six_of_a_kind": (0,) * 6,
            },
            "nothing scores",
        ),
    ],
)
def test_rules__refuse_what_makes_no_game(switches, reason):
    with pytest.raises(ValueError, match=reason):
        TenThousandRules(**switches)


@pytest.mark.parametrize(
    "switches",
    [
        {"opening": 10_000},
        {"opening": 0},
        {"play_on": 10_000},
        {"finish": "exact", "target": 1050},
        {"straight": 0, "three_pairs": 0},
        {"min_bank": 10_000, "farkle_penalty": 525},
        {"finish": "first", "min_bank": 300},
        {"finish": "exact", "farkle_penalty": 550},
    ],
)
def test_rules__accept_the_limits(switches):
    assert TenThousandRules(**switches)


def test_rules__nothing_alone_may_score():
    kinds = ("singles", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind", "six_of_a_kind")
    none = dict.fromkeys(kinds, (0,) * 6) | {"straight": None, "three_pairs": None}
    assert TenThousandRules(**none, nothing=500).scoring_values() == {500}
    assert TenThousandRules(**none, two_triplets=500).scoring_values() == {500}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0),
        ("target", 1.5),
        ("opening", -50),
        ("straight", "maybe"),
        ("finish", "sudden"),
        ("set_aside", "some"),
        ("hot_dice", True),
        ("play_on", "sometimes"),
        ("four_and_pair_is_three_pairs", 1),
        ("singles", (100, 50)),
        ("singles", 100),
        ("six_of_a_kind", (0, 0, 0, 0, 0, -1)),
        ("two_triplets", -1),
        ("nothing", "something"),
        ("min_bank", -50),
        ("farkle_penalty", None),
    ],
)
def test_rules__refuse_values_by_name(name, value):
    with pytest.raises((ValueError, TypeError), match=f"switch {name} must be"):
        TenThousandRules(**{name: value})


def test_rules__read_text_and_survive_json():
    rules = TEN_THOUSAND.rules(
        switches={
            "straight": "none",
            "play_on": "never",
            "singles": "100/0/0/0/50/10",
            "four_and_pair_is_three_pairs": "yes",
        }
    )
    assert rules.straight is None
    assert rules.play_on == "never"
    assert rules.singles == (100, 0, 0, 0, 50, 10)
    assert TenThousandRules.from_dict(json.loads(json.dumps(rules.as_dict()))) == rules


@pytest.mark.parametrize(
    ("target", "values", "possible"),
    [
        (10_000, {50}, True),
        (10_025, {50, 100}, False),
        (1, {2, 3}, False),
        (7, {3, 5}, False),
        (8, {3, 5}, True),
        (999_999, {1_000, 999}, True),
        (50, {100}, False),
    ],
)
def test_can_sum_to__small_cases(target, values, possible):
    assert can_sum_to(target, values) is possible


def test_can_sum_to__equals_a_plain_search():
    for values in ({4, 6}, {6, 10, 15}, {7, 9}, {5}):
        sums = {0}
        for total in range(1, 80):
            if any(total - value in sums for value in values):
                sums.add(total)
            assert can_sum_to(total, values) is (total in sums), (total, values)
