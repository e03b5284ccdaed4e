"""What every chart keeps to: its Axes, no global state, words and small print that fit the data."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from analysis import charts, simulate
from analysis.charts.style import settle

CHARTS: dict[str, tuple[Callable[..., Axes], tuple[str, ...]]] = {
    "distribution": (charts.distribution, ("turns",)),
    "distributions": (charts.distribution, ("runs",)),
    "rates": (charts.rates, ("runs",)),
    "rates of a match": (charts.rates, ("played",)),
    "rates of a sweep": (charts.rates, ("swept",)),
    "sweep": (charts.sweep, ("swept",)),
    "heat map": (charts.sweep, ("grid",)),
    "differences": (charts.differences, ("compared",)),
    "win matrix": (charts.win_matrix, ("pairs",)),
    "marks": (charts.marks, ("runs",)),
}


@pytest.fixture(
    params=[
        *CHARTS,
        *("sweep lines", "bank or roll", "roll again", "drawn sums", "chances"),
        *("dead ends", "finish by"),
    ]
)
def draw(request: pytest.FixtureRequest) -> Callable[..., Axes]:
    """Return a function of `ax` alone."""
    name = request.param
    if name == "bank or roll":
        return lambda ax=None: charts.bank_or_roll("10000", ax=ax)
    if name == "roll again":
        return lambda ax=None: charts.roll_again(ax=ax)
    if name == "drawn sums":
        return lambda ax=None: charts.drawn_sums(["keep-sixes", "best-draw"], ax=ax)
    if name == "dead ends":
        return lambda ax=None: charts.dead_ends(["greedy", "safe"], ax=ax)
    if name == "finish by":
        return lambda ax=None: charts.finish_by(["greedy", "deadline"], ax=ax, turns=15)
    if name == "chances":
        return lambda ax=None: charts.chances(ax=ax)
    if name == "sweep lines":
        frame = request.getfixturevalue("swept")
        return lambda ax=None: charts.sweep_lines({"one": frame, "two": frame}, ax=ax)
    function, (data,) = CHARTS[name]
    value = request.getfixturevalue(data)
    return lambda ax=None: function(value, ax=ax)


def test_chart__returns_the_axes_it_was_given(draw: Callable[..., Axes]) -> None:
    figure = Figure(figsize=(10, 5), layout="constrained")
    left, right = figure.subplots(1, 2)
    assert draw(right) is right
    assert right.get_figure() is figure
    assert not left.has_data()


def test_chart__without_axes_makes_a_figure_unknown_to_pyplot(draw: Callable[..., Axes]) -> None:
    before, interactive = dict(mpl.rcParams), mpl.is_interactive()
    ax = draw()
    assert isinstance(ax.get_figure(), Figure)
    assert dict(mpl.rcParams) == before
    assert mpl.is_interactive() is interactive
    if "matplotlib.pyplot" in sys.modules:
        assert sys.modules["matplotlib.pyplot"].get_fignums() == []


def test_chart__asks_a_question_and_says_where_it_comes_from(draw: Callable[..., Axes]) -> None:
    ax = draw()
    title = " ".join(ax.get_title(loc="left").split())
    assert title.startswith(
        ("Solitaire Dice: ", "10000: ", "Dino Dice: ", "Killer: ", "Marathon: ")
    )
    assert "?" in title
    assert ax.get_xlabel()
    small = charts.small_print_of(ax)
    game = title.partition(":")[0]
    assert small.startswith(f"{game} · rules ")
    assert f"{3000:,} games" in small or "exact, not simulated" in small
    assert "seed 7" in small or "exact, not simulated" in small
    assert "95 % intervals: " in small or "exact, not simulated" in small


@pytest.mark.parametrize("shared", [False, True])
def test_chart__no_text_leaves_the_figure(draw: Callable[..., Axes], shared: bool) -> None:
    ax = draw(Figure(figsize=(9, 7), layout="constrained").add_subplot() if shared else None)
    figure = ax.get_figure()
    assert isinstance(figure, Figure)
    settle(figure)
    renderer = FigureCanvasAgg(figure).get_renderer()
    whole = figure.bbox.padded(2)
    texts = [*ax.texts, ax.xaxis.label, ax.yaxis.label, ax._left_title]  # type: ignore[attr-defined]
    for axis in (ax.xaxis, ax.yaxis):
        low, high = sorted(axis.get_view_interval())
        texts += [tick.label1 for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    for text in texts:
        box = text.get_window_extent(renderer)
        if text.get_text() and text.get_visible():
            assert whole.containsx(box.x0), text
            assert whole.containsx(box.x1), text
            assert whole.containsy(box.y0), text
            assert whole.containsy(box.y1), text


def test_chart__legend_hides_no_data(draw: Callable[..., Axes]) -> None:
    ax = draw()
    figure = ax.get_figure()
    assert isinstance(figure, Figure)
    settle(figure)
    legend = ax.get_legend()
    if legend is not None:
        box = legend.get_window_extent()
        assert box.y0 >= ax.get_window_extent().y1 - 1
        assert box.y1 <= ax._left_title.get_window_extent().y0 + 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("wrong", ["ax", 3, Figure()])
def test_chart__anything_but_axes_is_refused(draw: Callable[..., Axes], wrong: Any) -> None:
    with pytest.raises(TypeError, match="ax must be matplotlib Axes"):
        draw(wrong)


def test_small_print__names_changed_rules_options_and_truncated_games() -> None:
    run = simulate(
        "10000", "bank-at:threshold=350", switches={"straight": "none"},
        options={"score": "5000", "dice": "6"}, games=500, seed=2**64 - 1,
    )  # fmt: skip
    small = charts.small_print_of(charts.distribution(run))
    assert "rules 10000, straight=none" in small
    assert "mode turn, score=5000 ·" in small
    assert "bank-at:threshold=350" in small
    assert "500 games" in small
    assert f"seed {2**64 - 1}" in small


def test_small_print__fixed_seats_are_said(played: Any) -> None:
    assert "fixed seats" in charts.small_print_of(charts.rates(played))


def test_small_print__options_of_a_sweep_are_said() -> None:
    from analysis import sweep

    frame = sweep("10000", "bank-at", threshold=[300], options={"score": 0}, games=100, seed=1)
    assert "mode turn, score=0" in charts.small_print_of(charts.sweep(frame))


def test_looks__are_all_different_in_grey_too() -> None:
    from analysis.charts.style import look

    seen = [look(index) for index in range(49)]
    assert len({(each.colour, each.marker) for each in seen}) == 49
    assert len({(each.marker, str(each.line)) for each in seen[:7]}) == 7
