"""Switches, presets, scoring, and who must eat."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.dice import counts_of
from simulators.dino_dice import DINO_DICE, HANDS, DinoDiceRules
from simulators.dino_dice.modes import most_points
from tests.dino_dice.helpers import RULES, SHOWING, random_rules, score_faces

FACES = st.lists(st.integers(1, 6), min_size=1, max_size=5)


def worth(faces: str, rules: DinoDiceRules = RULES) -> int:
    return rules.worth(counts_of([int(face) for face in faces.split()]))


def hungry(kept: str, rolled: str, rules: DinoDiceRules) -> int:
    old, new = ([int(face) for face in text.split()] for text in (kept, rolled))
    return rules.hungry(counts_of(old + new), counts_of(new))


def test_presets__are_the_two_readings():
    assert DinoDiceRules() == RULES
    assert (RULES.eats, RULES.rolls, RULES.match_target) == ("rolled", 3, 150)
    assert (RULES.pair, RULES.triple, RULES.four, RULES.quintet) == (5, 15, 30, 75)
    assert SHOWING.differences(RULES) == {"eats": "showing"}
    assert DINO_DICE.default_preset == "niebling"


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        ("6 6 5 2", 24),  # worked example: (2 × 6 + 5) + 5 + 2
        ("6 6 6 4", 37),  # worked example: (3 × 6 + 15) + 4
        ("3 3 3 3 3", 75),  # worked example
        ("2 2 2 2 2", 75),  # worked example
        ("6 6 6 6 6", 75),
        ("1 1 1 1 1", 75),
        ("1 2 4 5 6", 18),
        ("6 6 5 5 4", 36),  # two pairs add 5 each
        ("6 6 5 5 5", 12 + 5 + 15 + 15),  # a pair and a triple: 5 + 15
        ("6 6 6 6 5", 24 + 30 + 5),
        ("4 4 4 4", 16 + 30),  # four alike of four dice are no quintet
        ("3 3 3 3", 0),  # 3s score nothing
        ("3 3 3 3 1", 1),
        ("3 3 6", 6),
        ("3", 0),
        ("3 3 2 2", 4 + 5),
    ],
)
def test_worth__worked_examples_and_herds(faces, points):
    assert worth(faces) == points


def test_worth__equals_a_scorer_written_from_the_text():
    random = Random(5)
    for rules in (RULES, *(random_rules(random) for _ in range(4))):
        for n in range(1, 6):
            for faces in product(range(1, 7), repeat=n):
                assert rules.worth(counts_of(faces)) == score_faces(rules, faces)


@given(FACES, st.randoms())
def test_worth__order_never_matters(faces, random):
    shuffled = list(faces)
    random.shuffle(shuffled)
    assert RULES.worth(counts_of(faces)) == RULES.worth(counts_of(shuffled))


def test_worth__bounds():
    assert {RULES.worth(hand) for hand in HANDS} <= set(range(76))
    assert most_points(RULES) == 75
    assert most_points(RULES.with_switches({"quintet": 0})) == worth("6 6 6 6 5")
    assert most_points(RULES.with_switches({"four": 1000})) == 24 + 1000 + 5


@pytest.mark.parametrize(
    ("kept", "rolled", "by_rolled", "by_showing"),
    [
        ("", "6 6 2 4 3", 1, 1),
        ("3 6 6", "1 2", 0, 1),  # a kept 3: only the second reading feeds it again
        ("3 6 6", "3 2", 1, 2),
        ("3 3 6", "3", 1, 3),
        ("3 3", "3 3 3", 0, 0),  # five 3s, kept or rolled, are a quintet
        ("", "3 3 3 3 3", 0, 0),
        ("3 3 3 3", "6", 0, 4),
        ("", "3 3 3 3", 4, 4),  # four 3s of four dice are no quintet
    ],
)
def test_hungry__both_readings(kept, rolled, by_rolled, by_showing):
    assert hungry(kept, rolled, RULES) == by_rolled
    assert hungry(kept, rolled, SHOWING) == by_showing


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("eats", "always"),
        ("eats", True),
        ("rolls", 0),
        ("rolls", 101),
        ("rolls", 2.5),
        ("rolls", None),
        ("pair", -1),
        ("triple", 1001),
        ("four", "many"),
        ("quintet", -75),
        ("match_target", 0),
        ("match_target", 10_001),
        ("match_target", True),
    ],
)
def test_rules__refuse_values_by_name(name, value):
    with pytest.raises((ValueError, TypeError), match=f"switch {name} must be"):
        DinoDiceRules(**{name: value})


def test_rules__read_text_and_survive_json():
    switches = {"eats": "showing", "rolls": "1", "pair": "0", "quintet": "1000"}
    rules = DINO_DICE.rules(switches=switches)
    assert (rules.eats, rules.rolls, rules.pair, rules.quintet) == ("showing", 1, 0, 1000)
    assert DinoDiceRules.from_dict(json.loads(json.dumps(rules.as_dict()))) == rules


def test_rules__every_combination_in_range_makes_a_game():
    for values in product(("rolled", "showing"), (1, 100), (0, 1000), (0, 1000), (1, 10_000)):
        names = ("eats", "rolls", "pair", "quintet", "match_target")
        assert DinoDiceRules(**dict(zip(names, values, strict=True)))


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        ({"triple": 0}, ["three 1s score 3 points, fewer than a pair of them with 7"]),
        ({"four": 9}, ["four 1s score 13 points, fewer than three of them with 18"]),
        (
            {"quintet": 58},
            ["a quintet scores 58 points, fewer than the best hand without one with 59"],
        ),
        ({"quintet": 59}, []),
        ({"rolls": 1}, ["with a single roll a player chooses nothing but who is eaten"]),
    ],
)
def test_lint__tells_what_is_odd(switches, words):
    assert list(DINO_DICE.lint(RULES.with_switches(switches), None)) == words


def test_lint__finds_nothing_odd_in_the_published_rules():
    assert not DINO_DICE.lint(RULES, None)
    assert not DINO_DICE.lint(SHOWING, None)
