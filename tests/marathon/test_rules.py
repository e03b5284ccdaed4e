"""The rules: dice by distance, dead distances, what is refused."""

from __future__ import annotations

from random import Random

import pytest

from simulators.dice import faces_of, multisets
from simulators.marathon import MARATHON, MarathonRules
from simulators.marathon.distances import in_words, numbers_of, stretches
from simulators.marathon.limits import MAX_DISTANCE
from simulators.marathon.reference import formed_by
from simulators.marathon.tables import roll_tables
from tests.marathon.helpers import RULES, finishable


def test_defaults__are_the_published_game():
    assert RULES.as_dict() == {
        "distance": 42_195,
        "overshoot": "eliminated",
        "dice_from": [10, 100, 1000],
    }


def test_numbers__worked_example_2_2_3_6():
    """2236, 6322, 3262 and every other ordering: twelve in all."""
    numbers = formed_by((2, 2, 3, 6))
    assert {2236, 6322, 3262} < set(numbers)
    assert numbers == sorted(numbers)
    assert numbers == [
        *(2236, 2263, 2326, 2362, 2623, 2632, 3226, 3262, 3622, 6223, 6232, 6322),
    ]


@pytest.mark.parametrize(
    ("left", "dice"),
    [(42_195, 4), (1001, 4), (1000, 4), (999, 3), (100, 3), (99, 2), (10, 2), (9, 1), (1, 1)],
)
def test_dice__worked_example_by_metres_left(left, dice):
    assert RULES.dice(left) == dice


def test_dice__published_positions():
    """The source's footnotes, which count the metres already run."""
    for low, high, dice in (
        (0, 41_195, 4),
        (41_196, 42_095, 3),
        (42_096, 42_185, 2),
        (42_186, 42_194, 1),
    ):
        assert RULES.dice(42_195 - low) == RULES.dice(42_195 - high) == dice


def test_dead_distances__are_the_123_of_c23():
    published = {10, *range(100, 111), *range(1000, 1111)}
    assert len(published) == 123
    assert RULES.dead == published


def test_dead_distances__are_those_whose_smallest_roll_overshoots():
    by_smallest = {d for d in range(1, 42_196) if numbers_of(RULES.dice(d))[0] > d}
    assert by_smallest == RULES.dead


@pytest.mark.parametrize("distance", [9, 11, 999, 1111, 21_097, 42_195])
def test_dead_distances__of_other_distances_are_found(distance):
    rules = MarathonRules(distance=distance)
    assert rules.dead == {d for d in RULES.dead if d <= distance}


@pytest.mark.parametrize("seed", range(12))
def test_dead_distances__agree_with_brute_force_under_any_dice(seed):
    random = Random(seed)
    dice_from = tuple(sorted(random.choice((1, 2, 5, 10, 11, 60, 200, 1500)) for _ in range(3)))
    distance = max(finishable(3000, dice_from))
    found = MarathonRules(distance=distance, dice_from=dice_from).dead
    assert found == set(range(1, distance + 1)) - finishable(distance, dice_from)


def test_dead_distances__can_be_dead_though_a_roll_fits():
    """With two dice from 2 on, 18 leads to 2 to 7 only, which are dead."""
    rules = MarathonRules(distance=42_195, dice_from=(2, 100, 1000))
    assert {2, 10, 18} <= rules.dead
    assert 17 not in rules.dead  # 16, then a 1


def test_preset__no_dead_ends_has_none():
    assert MARATHON.rules("no-dead-ends").dead == set()
    assert MARATHON.rules("no-dead-ends").dice(1110) == 3


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"distance": 0}, "switch distance must be an integer from 1 to 1000000, not 0"),
        ({"distance": -5}, "switch distance must be an integer from 1"),
        ({"distance": MAX_DISTANCE + 1}, "switch distance must be an integer from 1"),
        ({"distance": 42.5}, "switch distance must be an integer from 1"),
        ({"distance": "far"}, "switch distance must be an integer from 1"),
        ({"distance": 10}, "must not be dead from the start, as 10 is: 2 dice are rolled"),
        ({"distance": 105}, "as 105 is: 3 dice are rolled, and their smallest number, 111, over"),
        ({"distance": 1110}, "as 1110 is: 4 dice are rolled"),
        (
            {"distance": 18, "dice_from": "2/100/1000"},
            "every number that fits leads to another dead",
        ),
        ({"overshoot": "back"}, "switch overshoot must be eliminated or stay, not 'back'"),
        ({"dice_from": "100/10/1000"}, "dice_from must not fall from two dice to four"),
        ({"dice_from": "10/100"}, "dice_from must be 3 values"),
        ({"dice_from": "0/100/1000"}, "dice_from must be an integer|dice_from"),
        ({"laps": 2}, "unknown switch 'laps': choose from"),
    ],
)
def test_rules__are_refused_with_the_reason(switches, reason):
    with pytest.raises(ValueError, match=reason):
        MARATHON.rules(switches=switches)


@pytest.mark.parametrize("distance", [None, True, "42195", [1]])
def test_rules__wrong_types_are_refused(distance):
    with pytest.raises(TypeError, match="switch distance must be an integer"):
        MarathonRules(distance=distance)


@pytest.mark.parametrize("distance", [1, 9, 11, 99, 111, 999, 1111, 42_195, 100_000])
def test_rules__distances_that_can_be_finished_are_taken(distance):
    assert MarathonRules(distance=distance).distance == distance


def test_roll_tables__agree_with_the_reference_on_every_outcome():
    tables = roll_tables()
    for n_dice in (1, 2, 3, 4):
        assert tables.n_outcomes[n_dice] == 6**n_dice
        for outcome in range(6**n_dice):
            faces = tuple(outcome // 6**i % 6 + 1 for i in range(n_dice))
            packed = tables.entry[tables.first_entry[n_dice] + outcome]
            place, count = packed >> 8, packed & 255
            assert tables.metres[place : place + count].tolist() == formed_by(faces)
        first, stop = tables.first_multiset[n_dice : n_dice + 2]
        assert tables.chance[first:stop].sum() == pytest.approx(1, abs=1e-12)
        for packed, counts in zip(
            tables.multiset_entry[first:stop], multisets(n_dice), strict=True
        ):
            formed = tables.metres[packed >> 8 : (packed >> 8) + (packed & 255)].tolist()
            assert formed == formed_by(faces_of(counts))


def test_stretches__put_neighbours_together():
    assert stretches([]) == []
    assert stretches([3, 1, 2, 9]) == [(1, 3), (9, 9)]
    assert in_words(RULES.dead) == "10, 100-110 and 1000-1110"
