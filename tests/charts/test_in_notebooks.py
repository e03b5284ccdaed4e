"""A notebook cuts a figure to its tight bounding box: all that was written must be inside."""

from __future__ import annotations

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis import charts, simulate, sweep


def _chart(kind: str) -> Axes:
    if kind == "sweep":
        return charts.sweep(sweep("10000", "bank-at", threshold=[200, 300], games=200, seed=1))
    if kind == "bank-or-roll":
        return charts.bank_or_roll("10000", "bank-at", held=[200, 300, 400])
    return charts.distribution(simulate("solitaire-dice", "greedy", games=200, seed=1))


@pytest.mark.parametrize("kind", ["distribution", "sweep", "bank-or-roll"])
def test_small_print__inside_of_what_a_notebook_shows(kind: str) -> None:
    figure = _chart(kind).figure
    assert isinstance(figure, Figure)
    figure.draw_without_rendering()
    shown = figure.get_tightbbox()
    (note,) = figure.texts
    written = note.get_window_extent().transformed(figure.dpi_scale_trans.inverted())
    assert "rules" in note.get_text()
    assert shown.x0 <= written.x0
    assert written.x1 <= shown.x1
    assert shown.y0 <= written.y0
    assert written.y1 <= shown.y1
