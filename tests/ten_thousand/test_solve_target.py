"""Alone to the target: fewest turns and chances in time, against plain iteration and by hand."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from simulators.ten_thousand import TEN_THOUSAND, TenThousandRules
from simulators.ten_thousand.solve_target import (
    chances_within,
    make_road,
    turns_to_target,
)
from tests.ten_thousand.helpers import RULES
from tests.ten_thousand.plain_turn import plain_roll

SMALL = RULES.with_switches({"target": 400, "opening": 0, "play_on": "never"})
CASES = {
    "last round": {},
    "opening": {"opening": 350},
    "hot dice optional": {"hot_dice": "optional"},
    "choose": {"set_aside": "choose"},
    "first": {"finish": "first", "min_bank": 200},
    "exact": {"finish": "exact"},
    "exact, choose": {"finish": "exact", "set_aside": "choose", "hot_dice": "optional"},
}


def plain_turn(rules, after, score, busts):
    """Turns missing from a score, one turn played by recursion and the rest taken from `after`."""
    lost = (score, busts + 1) if rules.farkle_penalty else (score, 0)
    if busts == 2:
        lost = (score - rules.farkle_penalty, 0)
    roll = plain_roll(
        rules,
        lambda c: -after(score + c, 0),
        -after(*lost),
        least=max(rules.min_bank, rules.opening if score <= 0 else 0, 1),
        need=rules.target - score if rules.exact else None,
        cap=rules.target - score + 5000,
    )
    return 1 - roll(0, 6)


@pytest.mark.parametrize("case", CASES)
def test_turns__satisfy_the_equations_by_plain_recursion(case):
    rules = SMALL.with_switches(CASES[case])
    found = turns_to_target(rules)
    assert found.residual < 1e-10

    def after(score, busts):
        return found.expected(score) if score < rules.target else 0.0

    for score in range(0, rules.target, 50):
        assert plain_turn(rules, after, score, 0) == pytest.approx(found.expected(score), abs=1e-4)


def test_turns__penalty_satisfies_the_equations_by_plain_recursion():
    rules = SMALL.with_switches({"farkle_penalty": 100, "min_bank": 250})
    found = turns_to_target(rules)

    def after(score, busts):
        return found.expected(score, busts) if score < rules.target else 0.0

    for score in (-300, -50, 0, 50, 350):
        for busts in range(3):
            expected = plain_turn(rules, after, score, busts)
            assert found.expected(score, busts) == pytest.approx(expected, abs=1e-4)
    assert found.expected(0, 0) < found.expected(0, 1) < found.expected(0, 2)


def test_turns__equal_plain_iteration():
    rules = SMALL.with_switches({"target": 150})
    turns = dict.fromkeys(range(0, 150, 50), 0.0)

    def after(score, busts):
        return turns.get(score, 0.0)

    for _ in range(60):
        for score in turns:
            turns[score] = plain_turn(rules, after, score, 0)
    for score, expected in turns.items():
        assert turns_to_target(rules).expected(score) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("opening", [0, 300])
def test_turns__rows_below_hardly_matter(opening, monkeypatch):
    rules = TEN_THOUSAND.rules("zilch", {"target": 2000, "opening": opening})
    before = turns_to_target(rules).expected()
    monkeypatch.setattr("simulators.ten_thousand.solve_target.LOST_PENALTIES", 12)
    assert turns_to_target(rules).expected() == pytest.approx(before, abs=1e-9)


def test_turns__a_penalty_that_nobody_makes_good_is_refused():
    rules = RULES.with_switches({"farkle_penalty": 5000, "target": 2000})
    with pytest.raises(ValueError, match="the turns to the target have no bound"):
        turns_to_target(rules)


def test_turns__a_single_roll_by_hand():
    """Any scoring roll is enough, and it may be banked: the turns of a geometric distribution."""
    rules = SMALL.with_switches({"target": 50, "hot_dice": "optional"})
    assert turns_to_target(rules).expected() == pytest.approx(1 / (1 - 5 / 216))
    chances, _ = chances_within(rules, 3)
    assert chances == pytest.approx([1 - (5 / 216) ** t for t in range(4)])


def test_turns__no_way_to_the_target_is_endless():
    """Needing exactly 50 where only 100 scores: no turn can be the last."""
    only = dict.fromkeys(("four_of_a_kind", "five_of_a_kind", "six_of_a_kind"), (0,) * 6)
    rules = TenThousandRules(
        **only, target=300, finish="exact", opening=0, singles=(100, 0, 0, 0, 0, 0),
        three_of_a_kind=(0, 150, 0, 0, 0, 0), straight=None, three_pairs=None, play_on="never",
    )  # fmt: skip
    found = turns_to_target(rules)
    assert found.expected(250) == np.inf
    assert np.isfinite(found.expected(200))
    assert np.isfinite(found.expected(0))


@pytest.mark.parametrize("case", ["last round", "opening", "choose", "exact"])
def test_within__equals_plain_recursion(case):
    rules = SMALL.with_switches(CASES[case])

    @cache
    def plain(score: int, turns: int) -> float:
        if score >= rules.target or turns == 0:
            return float(score >= rules.target)
        roll = plain_roll(
            rules,
            lambda c: plain(score + c, turns - 1),
            plain(score, turns - 1),
            least=max(1, rules.opening if score == 0 else 0),
            need=rules.target - score if rules.exact else None,
            cap=5000,
        )
        return roll(0, 6)

    chances, _ = chances_within(rules, 2)
    assert chances[1] == pytest.approx(plain(0, 1), abs=1e-4)
    assert chances[2] == pytest.approx(plain(0, 2), abs=1e-4)


def test_within__grows_to_one_and_fits_the_turns():
    """No policy's expected turns can be below what the best chances in time allow."""
    chances, _ = chances_within(RULES, 60)
    assert (np.diff(chances) >= 0).all()
    assert chances[-1] > 0.999
    assert np.sum(1 - chances) < turns_to_target(RULES).expected()


def test_within__penalty_below_zero():
    rules = TEN_THOUSAND.rules("zilch", {"target": 1000})
    none = rules.with_switches({"farkle_penalty": 0})
    with_penalty, without = (chances_within(each, 8)[0] for each in (rules, none))
    assert with_penalty[:4] == pytest.approx(without[:4])
    assert (with_penalty[4:] < without[4:]).all()


def test_road__too_many_states_are_refused():
    with pytest.raises(ValueError, match="set a lower target or coarser values"):
        make_road(RULES.with_switches({"target": 1_000_000}), 4, 0.0)


def test_expected__refuses_scores_off_the_grid():
    with pytest.raises(ValueError, match="score must be a multiple of 50, not 75"):
        turns_to_target(SMALL).expected(75)
