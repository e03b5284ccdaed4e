"""The card to print and the map of the race: what stands in them is what was solved."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes

from analysis.charts import find_chart, small_print_of
from analysis.charts.kinds import ChartRequest
from analysis.charts.low_high_card import card
from analysis.charts.low_high_race import chances_to_win, sure_to_win, win_chances
from simulators.low_high import LOW_HIGH, LowHighRules
from tests.low_high.helpers import RULES

FEW = LowHighRules(dice=5, target=8)


def cells(ax: Axes) -> dict[tuple[int, int], str]:
    """Read a table: row and column of each text."""
    found = {}
    for text in ax.texts:
        x, y = text.get_position()
        found[int(y), int(x)] = text.get_text()
    return found


def test_card__says_what_the_best_turn_does() -> None:
    main = card()
    found = cells(main)
    letters = ["".join(found[face, left] for left in range(1, 13)) for face in range(1, 7)]
    assert letters == ["R" * 12, "R" * 7 + "S" * 5, *["S" * 12] * 4]
    figure = main.figure
    told = " ".join(" ".join(text.get_text().split()) for text in figure.texts)
    assert "which set should I keep" in told
    assert "above a 2 with at most 7 dice left, else stop. Who lacks 3 or fewer wins" in told
    chances = cells(figure.axes[1])
    assert chances[1, 1] == "66" and chances[7, 7] == "100"


def test_card__of_pips_tells_where_it_depends() -> None:
    found = cells(card(LowHighRules("pips", dice=7, target=12)))
    assert {"R", "r", "s", "S"} <= set(found.values())


def test_win_chances__are_those_solved() -> None:
    ax = win_chances(FEW)
    shown = ax.collections[0].get_array()
    assert np.allclose(shown, 100 * chances_to_win(FEW).T)
    assert chances_to_win(RULES)[0, 0] == pytest.approx(0.65986058502, abs=1e-10)
    assert "exact, not simulated" in small_print_of(ax)


def test_sure_to_win__is_the_largest_set_that_must_turn_up() -> None:
    assert sure_to_win(RULES) == 3
    assert sure_to_win(FEW) == 1
    assert sure_to_win(LowHighRules(dice=7, target=9)) == 2


@pytest.mark.parametrize("name", ["card", "win-chances"])
def test_charts__are_found_by_name_and_take_rules_only(name: str) -> None:
    kind = find_chart(name, LOW_HIGH)
    assert kind.answer(ChartRequest(LOW_HIGH, FEW)).has_data() or name == "card"
    with pytest.raises(ValueError, match="takes neither policies nor options"):
        kind.answer(ChartRequest(LOW_HIGH, FEW, (LOW_HIGH.policy(),)))
    with pytest.raises(ValueError, match="isn't solved"):
        kind.answer(ChartRequest(LOW_HIGH, LowHighRules(target=1000)))


def test_card__a_single_die_leaves_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        card(LowHighRules(dice=1))
