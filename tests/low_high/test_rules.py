"""Rules of Low-High: switches, presets, refused values and combinations, and the scoring."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.low_high import LOW_HIGH, LowHighRules
from simulators.low_high.scoring import turn_points
from tests.low_high.helpers import DESCENDING, PIPS, RULES, points_by_hand

TRACK = st.lists(st.integers(0, 4), min_size=6, max_size=6)


def test_defaults__are_the_source_s_game():
    assert RULES.as_dict() == {
        "scoring": "dice",
        "cancel": "ascending",
        "target": 30,
        "dice": 13,
    }
    assert LOW_HIGH.rules() == RULES == LowHighRules()


def test_presets__differ_in_scoring_only():
    assert PIPS.differences(RULES) == {"scoring": "pips"}
    assert DESCENDING.differences(RULES) == {"scoring": "pips", "cancel": "descending"}


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"scoring": "eyes"}, "switch scoring must be dice or pips, not 'eyes'"),
        ({"cancel": "random"}, "switch cancel must be ascending or descending"),
        ({"target": 0}, "switch target must be an integer from 1 to 1000, not 0"),
        ({"target": 1001}, "switch target must be an integer from 1 to 1000"),
        ({"target": 12.5}, "switch target must be an integer"),
        ({"dice": 0}, "switch dice must be an integer from 1 to 26, not 0"),
        ({"dice": 27}, "switch dice must be an integer from 1 to 26"),
        ({"dice": "many"}, "switch dice must be an integer"),
        ({"cancel": "descending"}, "switch cancel must be ascending where scoring is dice"),
        ({"players": 2}, "unknown switch 'players'"),
    ],
)
def test_rules__are_refused_with_the_reason(switches, reason):
    with pytest.raises(ValueError, match=reason):
        LOW_HIGH.rules(switches=switches)


def test_rules__wrong_types_are_refused():
    with pytest.raises(TypeError, match="switch dice must be an integer"):
        LowHighRules(dice=True)
    with pytest.raises(TypeError, match="switch scoring must be"):
        LowHighRules(scoring=1)


def test_scoring__worked_example_of_dice():
    """Four 1s, three 2s and two 4s kept, three bad: 9 − 3 = 6, not 5 as the source says."""
    assert turn_points(RULES, (4, 3, 0, 2, 0, 0), 3) == 6


def test_scoring__worked_example_of_pips():
    """Good 1 1 1 1 5 5, bad 3: ascending 1 + 5 + 5 = 11, descending 1 + 1 + 1 = 3."""
    assert turn_points(PIPS, (4, 0, 0, 0, 2, 0), 3) == 11
    assert turn_points(DESCENDING, (4, 0, 0, 0, 2, 0), 3) == 3


@pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING])
def test_scoring__bad_dice_left_over_cost_one_each(rules):
    assert turn_points(rules, (2, 0, 0, 0, 0, 0), 2) == 0
    assert turn_points(rules, (2, 0, 0, 0, 0, 0), 9) == -7
    assert turn_points(rules, (0, 0, 0, 0, 0, 1), 12) == -11


@given(TRACK, st.integers(0, 26))
def test_scoring__equals_cancelling_die_by_die(kept, bad):
    good = [face for face, count in enumerate(kept, 1) for _ in range(count)]
    for rules in (RULES, PIPS, DESCENDING):
        assert turn_points(rules, kept, bad) == points_by_hand(rules, good, bad)


@given(TRACK, st.integers(0, 26))
def test_scoring__orders_of_cancelling(kept, bad):
    """Cancelling low faces first never scores less, and both agree where nothing is left."""
    ascending, descending = turn_points(PIPS, kept, bad), turn_points(DESCENDING, kept, bad)
    assert ascending >= descending
    if bad >= sum(kept):
        assert ascending == descending == turn_points(RULES, kept, bad)
    if bad == 0:
        assert ascending == descending


def test_bounds__of_a_turn():
    assert (RULES.fewest_points, RULES.most_points) == (-11, 13)
    assert (PIPS.fewest_points, PIPS.most_points) == (-11, 78)
    single = LowHighRules(dice=1)
    assert (single.fewest_points, single.most_points) == (1, 1)
