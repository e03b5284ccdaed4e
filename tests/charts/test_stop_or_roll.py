"""The stop-or-roll chart of Low-High, and the exact gains behind it."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis import charts
from simulators.low_high import LOW_HIGH
from simulators.low_high.gains import choices_in_turn


def _cells(ax: Axes) -> dict[tuple[int, int], tuple[str, str]]:
    """Read letter and figure of each cell, by dice left and highest face kept."""
    found: dict[tuple[int, int], list[str]] = {}
    for text in ax.texts:
        x, y = text.get_position()
        if text.get_label() != "small print":
            found.setdefault((int(x) + 1, int(y) + 1), []).append(text.get_text())
    return {key: (letter, figure) for key, (letter, figure) in found.items()}


def _hatched(ax: Axes) -> set[tuple[int, int]]:
    return {
        tuple(np.floor(patch.get_path().vertices.min(axis=0)).astype(int) + 1)
        for patch in ax.patches
        if patch.get_hatch()
    }


def test_chart__the_default_card_is_never_wrong() -> None:
    """It rolls exactly where rolling gains, and stops where that is hatched as better."""
    ax = charts.stop_or_roll()
    cells, hatched = _cells(ax), _hatched(ax)
    assert set(cells) == {(dice, face) for dice in range(1, 13) for face in range(1, 7)}
    assert cells[7, 2] == ("R", "+0.01") and cells[8, 2] == ("S", "−0.08")
    assert cells[1, 3] == ("S", "0"), "one die above a 3: an even bet"
    assert cells[12, 6] == ("S", "−12.0")
    assert {key for key, (letter, _) in cells.items() if letter == "S"} == hatched | {(1, 3)}
    assert "card" in ax.get_title(loc="left")
    assert "exact, not simulated" in charts.small_print_of(ax)


@pytest.mark.parametrize(
    ("policy", "preset"),
    [("stop-at:threshold=5", "low-high"), ("card", "pips"), ("low-first", "pips-descending")],
)
def test_chart__figures_are_the_gains_and_shares_of_stops(policy: str, preset: str) -> None:
    rules = LOW_HIGH.rules(preset)
    cells = _cells(charts.stop_or_roll(policy, rules))
    for key, choice in choices_in_turn(rules, LOW_HIGH.policy(policy)).items():
        letter, figure = cells[key]
        assert float(figure.replace("−", "-")) == pytest.approx(choice.gain, abs=0.051)
        if letter in ("S", "R"):
            assert choice.stops == pytest.approx(float(letter == "S"), abs=0.005)
        else:
            assert float(letter.removesuffix(" %")) == pytest.approx(100 * choice.stops, abs=0.51)
    mixed = any(letter.endswith("%") for letter, _ in cells.values())
    assert mixed == (policy != "card")


def test_chart__of_a_match_says_the_totals() -> None:
    rules = LOW_HIGH.rules(switches={"dice": 9})
    alone, late = (
        charts.stop_or_roll("race", rules, **totals)
        for totals in ({}, {"score": 24, "best_opponent": 29})
    )
    assert "own total 24, best opponent 29" in charts.small_print_of(late)
    assert "no match on" in charts.small_print_of(alone)
    assert _cells(alone)[4, 4][0] == "S" != _cells(late)[4, 4][0]
    assert len(_cells(alone)) == 6 * 8


def test_chart__goes_into_other_axes() -> None:
    ax = Figure().add_subplot()
    assert charts.stop_or_roll(ax=ax) is ax


def test_chart__bad_input() -> None:
    with pytest.raises(ValueError, match="switch dice must be at least 2"):
        charts.stop_or_roll(rules=LOW_HIGH.rules(switches={"dice": 1}))
    with pytest.raises(ValueError, match="score must be below the target"):
        charts.stop_or_roll(score=30)
    with pytest.raises(ValueError, match="best_opponent must be 0 without an own score"):
        charts.stop_or_roll(best_opponent=3)
    with pytest.raises(ValueError, match="unknown policy"):
        charts.stop_or_roll("bank-at")
