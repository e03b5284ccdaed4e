"""The roll-again chart, and the exact gains behind it."""

from __future__ import annotations

import pytest
from matplotlib.axes import Axes

from analysis import charts
from analysis.charts.dino_dice import DEEPEST, kind_of_hand, share_gaining
from simulators.dino_dice import DINO_DICE, hands_in_turn
from tests.dino_dice.helpers import RULES

BEST = "keep-pairs-up:herd=3,loner=4"


def _markers(ax: Axes) -> dict[str, list[tuple[float, bool]]]:
    """Read gain and hollowness of every marker, by the words of its row."""
    words = [label.get_text() for label in ax.get_yticklabels()]
    found: dict[str, list[tuple[float, bool]]] = {each: [] for each in words}
    for points in ax.collections:
        hollow = len(points.get_facecolor()) == 0
        for x, y in points.get_offsets():
            found[words[int(y)]].append((float(x), hollow))
    return found


@pytest.mark.parametrize(
    ("faces", "kind"),
    [
        ((2, 5, 6, 6), ((2,), 2)),
        ((4, 4, 6, 6, 6), ((3, 2), 0)),
        ((3, 3, 3, 3, 3), ((5,), 0)),
        ((3, 3, 6), ((), 3)),
        ((3,), ((), 1)),
        ((5, 5, 5, 5), ((4,), 0)),
        ((1, 1, 2, 2, 3), ((2, 2), 1)),
    ],
)
def test_kind__of_hands(faces, kind):
    assert kind_of_hand(faces) == kind


@pytest.mark.parametrize("rolls", [1, 2])
@pytest.mark.parametrize("policy", [BEST, "brave", "stop-at:points=25"])
def test_chart__has_a_marker_for_each_hand(policy, rolls):
    ax = charts.roll_again(policy, rolls=rolls)
    hands = hands_in_turn(RULES, DINO_DICE.policy(policy), rolls)
    shown = [marker for row in _markers(ax).values() for marker in row]
    for stops in (False, True):
        expected = [h.gain for h in hands if h.stops == stops and h.gain >= -DEEPEST]
        gains = [gain for gain, hollow in shown if hollow == stops]
        assert sorted(gains) == pytest.approx(sorted(expected))
    told = sum(int(text.get_text().split()[1]) for text in ax.texts if "◂" in text.get_text())
    assert len(shown) + told == len(hands)


def test_chart__rows_are_kinds_of_hands():
    rows = _markers(charts.roll_again(BEST))
    assert len(rows["a triple"]) == 2
    assert all(hollow and gain < 0 for gain, hollow in rows["a triple"])
    assert all(not hollow for _, hollow in rows["no herd, 2 dice"])
    assert list(rows)[-1] == "five alike"


def test_chart__shares_add_up():
    ax = charts.roll_again(BEST)
    shares = [float(t.get_text().split()[0]) for t in ax.texts if t.get_text().endswith(" %")]
    assert sum(shares) == pytest.approx(100, abs=1)


def test_chart__says_where_it_comes_from():
    ax = charts.roll_again(BEST, RULES.with_switches({"rolls": 4}))
    assert "with which hands does a fourth roll pay?" in ax.get_title(loc="left")
    small = charts.small_print_of(ax)
    for words in ("rules niebling, rolls=4", BEST, "exact, not simulated", "after roll 3 of 4"):
        assert words in small
    hands = hands_in_turn(RULES, DINO_DICE.policy(BEST), 2)
    assert f"gains in {share_gaining(hands):.1f} %" in charts.small_print_of(
        charts.roll_again(BEST)
    )


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"policy": "one-roll"}, ValueError, "one-roll.* never comes to a decision after 2 rolls"),
        ({"rolls": 3}, ValueError, "rolls before a decision must be from 1 to 2, not 3"),
        ({"rules": RULES.with_switches({"rolls": 1})}, ValueError, "none with a single roll"),
        ({"rules": "niebling"}, TypeError, "rules"),
        ({"policy": "bold"}, ValueError, "unknown policy 'bold'"),
        ({"ax": 3}, TypeError, "ax must be matplotlib Axes"),
    ],
)
def test_chart__bad_input(arguments, error, words):
    with pytest.raises(error, match=words):
        charts.roll_again(**arguments)


def test_chart__is_listed_for_this_game_only():
    from simulators.registry import find_game

    assert "roll-again" in charts.charts_of(DINO_DICE)
    assert "roll-again" not in charts.charts_of(find_game("10000"))
