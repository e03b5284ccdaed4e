"""Legal actions, and the tables that kernels read instead of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from simulators.dice import counts_of, faces_of
from simulators.dino_dice.hands import (
    HANDS,
    N_HANDS,
    NUMBER_OF,
    largest_herd,
    meals,
    plant_eaters,
    rerolls,
)
from simulators.dino_dice.state import ROW
from simulators.dino_dice.tables import (
    COUNT_BITS,
    DICE_BITS,
    FIRST_OUTCOME,
    NOBODY,
    STARVES,
    tables,
)
from tests.dino_dice.helpers import RULES, SHOWING, random_rules, score_faces


def hand(faces: str) -> tuple[int, ...]:
    return counts_of([int(face) for face in faces.split()])


def test_hands__are_all_multisets_of_one_to_five_dice():
    expected = {counts_of(faces) for n in range(1, 6) for faces in product(range(1, 7), repeat=n)}
    assert set(HANDS) == expected
    assert len(HANDS) == N_HANDS == 461
    assert [sum(counts) for counts in HANDS] == sorted(sum(counts) for counts in HANDS)


@pytest.mark.parametrize("rules", [RULES, random_rules(Random(3))])
def test_meals__are_every_choice_of_plant_eaters_once(rules):
    for counts in HANDS:
        food = [face for face in faces_of(counts) if face != 3]
        for hungry in (1, 2):
            found = meals(rules, counts, hungry)
            assert sorted(faces_of(meal.eaten) for meal in found) == sorted(
                set(combinations(food, hungry))
            )
            for meal in found:
                left = Counter(faces_of(counts)) - Counter(faces_of(meal.eaten))
                assert Counter(faces_of(meal.left)) == left
                assert meal.points == score_faces(rules, faces_of(meal.left))
            assert [-meal.points for meal in found] == sorted(-meal.points for meal in found)


def test_meals__worked_example_the_three_eats_the_two():
    first = meals(RULES, hand("6 6 2 4 3"), 1)[0]
    assert faces_of(first.eaten) == (2,)
    assert faces_of(first.left) == (3, 4, 6, 6)


def test_meals__too_few_plant_eaters_are_no_meal():
    assert meals(RULES, hand("3 3 3 1 2"), 3) == ()
    assert meals(RULES, hand("3"), 1) == ()


def test_rerolls__are_every_choice_of_dice_but_none_once():
    for counts in HANDS:
        faces = faces_of(counts)
        expected = {
            tuple(sorted(kept)) for n in range(len(faces)) for kept in combinations(faces, n)
        }
        found = rerolls(RULES, counts)
        assert sorted(faces_of(way.kept) for way in found) == sorted(expected)
        assert all(way.dice == len(faces) - sum(way.kept) >= 1 for way in found)
        assert all(way.points == score_faces(RULES, faces_of(way.kept)) for way in found)
        assert 1 <= len(found) <= 31
    assert len(rerolls(RULES, hand("1 2 4 5 6"))) == 31
    assert len(rerolls(RULES, hand("3"))) == 1


def test_largest_herd__threes_count_only_as_a_quintet():
    sizes = {
        "3 3 3 3 3": 5,
        "3 3 3 3": 0,
        "3 3 3 1 2": 1,
        "6 6 5 5 5": 3,
        "2 2 2 2 2": 5,
        "2 2 2 2": 4,
        "3": 0,
    }
    assert {faces: largest_herd(hand(faces)) for faces in sizes} == sizes


def test_tables__rolls_and_unions():
    built = tables(RULES)
    for n in range(1, 6):
        for outcome in range(6**n):
            digits = [outcome // 6**i % 6 + 1 for i in range(n)]
            number = built.rolled[int(FIRST_OUTCOME[n]) + outcome]
            assert HANDS[number] == counts_of(digits)
    assert sum(len(rerolls(RULES, counts)) for counts in HANDS) == len(built.thrown)
    for number, counts in enumerate(HANDS):
        first, count = divmod(int(built.reroll_list[number]), 1 << COUNT_BITS)
        ways = rerolls(RULES, counts)
        assert count == len(ways)
        for i, way in enumerate(ways):
            row, dice = divmod(int(built.thrown[first + i]), 1 << DICE_BITS)
            assert dice == way.dice == built.reroll_dice[first + i]
            assert built.reroll_points[first + i] == way.points
            kept = built.reroll_kept[ROW * (first + i) : ROW * (first + i + 1)]
            assert tuple(kept) == (0, *way.kept)
            for rolled in HANDS:
                if sum(rolled) == dice:
                    joined = built.union[row + NUMBER_OF[rolled]]
                    assert HANDS[joined] == tuple(np.add(way.kept, rolled))


@pytest.mark.parametrize("rules", [RULES, SHOWING, random_rules(Random(4))])
def test_tables__feeding(rules):
    built = tables(rules)
    for number, counts in enumerate(HANDS):
        assert built.points[number] == rules.worth(counts)
        assert built.dice[number] == sum(counts)
        assert built.threes[number] == counts[2]
        assert [int(built.packed[number]) >> 8 * face & 255 for face in range(8)] == [
            *(0, *counts, 0)
        ]
        for hungry in range(1, counts[2] + 1):
            entry = int(built.feeding[hungry * N_HANDS + number])
            if counts[2] == 5:
                assert entry == NOBODY
            elif plant_eaters(counts) < hungry:
                assert entry == STARVES
            else:
                first, count = divmod(entry, 1 << COUNT_BITS)
                ways = meals(rules, counts, hungry)
                assert count == len(ways)
                for i, meal in enumerate(ways):
                    assert HANDS[built.meal_left[first + i]] == meal.left
                    assert built.meal_points[first + i] == meal.points
                    eaten = built.meal_eaten[ROW * (first + i) : ROW * (first + i + 1)]
                    assert tuple(eaten) == (0, *meal.eaten)
