"""Scoring against an independent brute-force scorer, the worked examples, and the known bugs."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from simulators.dice import FACES, counts_of, faces_of, multisets
from simulators.ten_thousand import TEN_THOUSAND
from simulators.ten_thousand.scoring import best_reading, choices
from simulators.ten_thousand.tables import FIRST_OUTCOME, choice_tables, worth_table
from tests.ten_thousand.helpers import (
    RULES,
    RULES_15000,
    brute_force_choices,
    brute_force_worth,
)

ALL_MULTISETS = [counts for n in range(1, 7) for counts in multisets(n)]

SCORING_SWITCHES = [
    {"straight": straight, "three_pairs": pairs, "four_and_pair_is_three_pairs": also}
    for straight, pairs, also in product((None, 500, 3000), (None, 500), (False, True))
    if pairs or not also
]
VALUES = {
    "the game's own": {},
    "threes of a kind only": {"singles": (0,) * 6},
    "every die scores": {"singles": (1, 2, 3, 4, 5, 6)},
    "no four or five of a kind": {"four_of_a_kind": (0,) * 6, "five_of_a_kind": (0,) * 6},
    "two threes beat six": {"six_of_a_kind": (1, 0, 100, 400, 1000, 1199)},
    "three pairs tie with others": {"three_pairs": 1000},
    "two triplets and nothing": {"two_triplets": 1100, "nothing": 500},
}


def worth(roll: str, rules=RULES, **switches):
    """Points of a roll and how many dice are left."""
    faces = [int(face) for face in roll.split()]
    reading = best_reading(rules.with_switches(switches), counts_of(faces))
    return (reading.points, len(faces) - reading.n_dice) if reading else (0, None)


def test_multisets__there_are_923():
    assert len(ALL_MULTISETS) == 923


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("switches", SCORING_SWITCHES, ids=str)
def test_best_reading__equals_brute_force_over_all_multisets(switches, values):
    rules = RULES.with_switches(switches if switches["three_pairs"] is None else switches | values)
    for counts in ALL_MULTISETS:
        reading = best_reading(rules, counts)
        found = (reading.points, reading.n_dice) if reading else (0, 0)
        assert found == brute_force_worth(rules, faces_of(counts)), faces_of(counts)


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("switches", SCORING_SWITCHES[::3], ids=str)
def test_choices__equal_brute_force_over_all_multisets(switches, values):
    rules = RULES.with_switches(switches if switches["three_pairs"] is None else switches | values)
    for counts in ALL_MULTISETS:
        listed = choices(rules, counts)
        found = {faces_of(reading.counts): reading.points for reading in listed}
        assert len(found) == len(listed)
        assert found == brute_force_choices(rules, faces_of(counts)), faces_of(counts)
        order = [(-reading.points, -reading.n_dice) for reading in listed]
        assert order == sorted(order)


@pytest.mark.parametrize("rules", [RULES, RULES_15000], ids=["10000", "15000"])
def test_worth_table__every_ordering_of_every_multiset_scores_alike(rules):
    """C08: order never matters, over all 55986 ordered rolls of one to six dice."""
    table = worth_table(rules)
    assert table.shape == (sum(6**n for n in range(1, 7)),)
    for n in range(1, 7):
        start = int(FIRST_OUTCOME[n])
        for outcome, backwards in enumerate(product(FACES, repeat=n)):
            points, dice = brute_force_worth(rules, backwards)
            assert table[start + outcome] == points << 3 | dice, backwards


def test_choice_tables__hold_the_choices_of_every_outcome():
    rules = RULES.with_switches({"set_aside": "choose"})
    tables = choice_tables(rules)
    for n in range(1, 7):
        for outcome, backwards in enumerate(product(FACES, repeat=n)):
            m = tables.multiset[int(FIRST_OUTCOME[n]) + outcome]
            rows = slice(tables.first[m], tables.first[m + 1])
            listed = choices(rules, counts_of(backwards))
            assert tables.points[rows].tolist() == [r.points for r in listed]
            assert tables.dice[rows].tolist() == [r.n_dice for r in listed]
            assert tables.ones[rows].tolist() == [r.counts[0] for r in listed]
            assert tables.fives[rows].tolist() == [r.counts[4] for r in listed]


def test_score__c01_four_and_pair():
    assert worth("4 3 3 3 4 3") == (600, 2)
    assert worth("4 3 3 3 4 3", four_and_pair_is_three_pairs="yes") == (600, 2)
    assert worth("4 3 3 3 4 3", RULES_15000) == (600, 2)
    assert worth("2 2 2 2 3 3") == (400, 2)
    for pair in ("3 3", "4 4", "6 6"):
        assert worth(f"2 2 2 2 {pair}", four_and_pair_is_three_pairs="yes") == (500, 0)


def test_score__c01_switch_changes_nothing_else():
    changed = {"three_pairs": 500, "four_and_pair_is_three_pairs": "yes"}
    yes = RULES.with_switches(changed)
    differ = [
        faces_of(counts)
        for counts in ALL_MULTISETS
        if (best_reading(RULES, counts) or (0, 0))[:2] != (best_reading(yes, counts) or (0, 0))[:2]
    ]
    assert sorted(differ) == [(2, 2, 2, 2, 3, 3), (2, 2, 2, 2, 4, 4), (2, 2, 2, 2, 6, 6)]


def test_score__c02_three_pairs():
    assert worth("2 2 3 3 4 4") == (500, 0)
    assert worth("2 2 3 3 4 4", RULES_15000) == (0, None)


def test_score__c05_straight_is_never_counted_twice():
    assert worth("1 2 3 4 5 6") == (500, 0)
    assert worth("1 2 3 4 5 6", RULES_15000) == (3000, 0)
    assert worth("1 2 3 4 5 6", straight="none") == (150, 4)


@pytest.mark.parametrize("rules", [RULES, RULES_15000], ids=["10000", "15000"])
def test_score__c06_four_alike_and_a_single(rules):
    assert worth("1 2 2 2 2", rules) == (500, 0)


@pytest.mark.parametrize("rules", [RULES, RULES_15000], ids=["10000", "15000"])
def test_score__c07_ones(rules):
    assert worth("1 1 1 1", rules) == (2000, 0)
    assert worth("1 1 1", rules) == (1000, 0)
    assert worth("1 1", rules) == (200, 0)


def test_score__c08_unsorted_straight():
    assert worth("6 5 4 3 2 1") == worth("1 2 3 4 6 5") == (500, 0)


@pytest.mark.parametrize("rules", [RULES, RULES_15000], ids=["10000", "15000"])
def test_score__c13_each_roll_scores_alone(rules):
    assert worth("1 2 3 4 6 6", rules) == (100, 5)
    assert worth("1 1 2 3 4", rules) == (200, 3)


def test_score__worked_examples_of_10000():
    assert worth("1 1 1 6 6 2") == (1000, 3)
    assert worth("2 5 3") == (50, 2)
    assert worth("2 4") == (0, None)
    assert worth("1 6") == (100, 1)
    assert worth("2 2 3 3 6 6") == (500, 0)
    assert worth("4 4 5 5 6 6") == (500, 0)
    assert worth("1 1 1 1 5 5") == (2100, 0)
    assert worth("1 1 1 1 1 1") == (8000, 0)
    assert worth("6 6 6 6 6 6") == (4800, 0)


def test_score__worked_example_of_15000():
    assert worth("1 2 3 4 5 6", RULES_15000) == (3000, 0)


def test_score__c16_two_rule_sets_alive_at_once():
    straightless = RULES.with_switches({"straight": "none"})
    for _ in range(2):
        assert worth("1 2 3 4 5 6", straightless) == (150, 4)
        assert worth("1 2 3 4 5 6") == (500, 0)
    entry = int(FIRST_OUTCOME[6]) + sum(face * 6**face for face in range(6))
    assert worth_table(straightless)[entry] == 150 << 3 | 2
    assert worth_table(RULES)[entry] == 500 << 3 | 6


@pytest.mark.parametrize(("rules", "bust"), [(RULES, 5 / 216), (RULES_15000, 5 / 162)])
def test_table__c18_chances_of_six_dice(rules, bust):
    six = worth_table(rules)[int(FIRST_OUTCOME[6]) :]
    assert np.mean(six == 0) == pytest.approx(bust, abs=1e-15)
    straights = [faces for faces in product(FACES, repeat=6) if len(set(faces)) == 6]
    assert len(straights) / 6**6 == pytest.approx(5 / 324, abs=1e-15)


RELATIVES = {
    "farkle-facebook": (
        ("2 2 2 2 3 3", 400, 2),
        ("6 6 6 6 6 6", 2400, 0),
        ("1 1 1 1 1 2", 3000, 1),
    ),
    "zilch": (("2 2 2 2 3 3", 1500, 0), ("2 2 3 4 6 6", 500, 0), ("6 6 6 6 6 2", 2400, 1)),
    "patch": (("2 2 2 4 4 4", 2500, 0), ("1 1 1 2 3 4", 300, 3), ("1 1 1 1 1 1", 3000, 0)),
    "cardgames-io": (("1 1 1 1 2 3", 1100, 2), ("1 2 3 4 5 6", 2500, 0), ("2 2 2 2 2 3", 2000, 1)),
}


@pytest.mark.parametrize("preset", RELATIVES)
def test_score__relatives(preset):
    for roll, points, left in RELATIVES[preset]:
        assert worth(roll, TEN_THOUSAND.rules(preset)) == (points, left), roll


@pytest.mark.parametrize("preset", RELATIVES)
def test_choices__of_relatives_equal_brute_force(preset):
    rules = TEN_THOUSAND.rules(preset)
    for counts in ALL_MULTISETS:
        found = {faces_of(reading.counts): reading.points for reading in choices(rules, counts)}
        assert found == brute_force_choices(rules, faces_of(counts)), faces_of(counts)


def test_nothing__only_six_dice_of_which_none_scores():
    assert worth("2 2 3 4 6 6", nothing=500) == (500, 0)
    assert worth("2 2 3 4 6", nothing=500) == (0, None)
    assert worth("2 2 3 4 5 6", nothing=500) == (50, 5)
    assert worth("2 2 3 3 6 6", nothing=9000) == (500, 0)


def test_two_triplets__need_two_faces():
    assert worth("2 2 2 3 3 3", two_triplets=2500) == (2500, 0)
    assert worth("2 2 2 2 2 2", two_triplets=2500) == (1600, 0)
    assert worth("2 2 2 3 3 3") == (500, 0)


def test_zero_value__its_dice_are_left():
    rules = RULES.with_switches({"singles": (100, 0, 0, 0, 0, 0)})
    assert worth("1 5 5 2 3 3", rules) == (100, 5)
    assert worth("5 5 2 3 3 4", rules) == (0, None)


def test_tie__more_dice_are_set_aside():
    assert worth("1 1 2 2 5 5", three_pairs=300) == (300, 0)
    assert worth("2 2 2 2 4 4", three_pairs=400, four_and_pair_is_three_pairs="yes") == (400, 0)
