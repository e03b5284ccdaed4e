"""The numbers that are drawn are those of the data."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer

from analysis import Run, charts, simulate, wilson_interval
from analysis.charts.distributions import cells_for
from analysis.charts.swept import places_on_axis
from analysis.charts.wording import figure_with_interval, minus, places_for


def _bars(ax: Axes) -> dict[float, float]:
    return {
        round(bar.get_x() + bar.get_width() / 2, 6): bar.get_height()  # type: ignore[attr-defined]
        for bar in ax.patches
        if hasattr(bar, "get_height")
    }


def _points(ax: Axes) -> list[tuple[float, float, float, float]]:
    """List (x, y, ends of the interval) of horizontal error bars."""
    found = []
    for container in ax.containers:
        assert isinstance(container, ErrorbarContainer)
        line, _, (bar,) = container.lines
        (x,), (y,) = line.get_xdata(), line.get_ydata()  # type: ignore[union-attr]
        (low, _), (high, _) = bar.get_segments()[0]
        found.append((x, y, low, high))
    return found


def test_distribution__heights_are_the_probabilities(turns: Run) -> None:
    bars = _bars(charts.distribution(turns, "rolls"))
    frame = turns.distribution("rolls")
    shown = frame[frame["rolls"].isin(bars)]
    for value, probability in zip(shown["rolls"], shown["probability"], strict=True):
        assert bars[value] == pytest.approx(100 * probability)
    assert sum(bars.values()) == pytest.approx(100 * shown["probability"].sum())
    assert sum(bars.values()) > 99.7


def test_distribution__wider_bars_add_up_and_begin_at_the_target(runs: list[Run]) -> None:
    run = runs[1]
    ax = charts.distribution(run)
    bars = _bars(ax)
    assert "per 50 points" in ax.get_ylabel()
    frame = run.distribution("score")
    for centre, height in bars.items():
        inside = (frame["score"] >= centre - 20) & (frame["score"] <= centre + 20)
        assert height == pytest.approx(100 * frame.loc[inside, "probability"].sum())
    (line,) = [
        line
        for line in ax.lines
        if len(set(line.get_xdata())) == 1
        and line.get_alpha() is None
        and line.get_linestyle() == "--"
    ]
    assert set(line.get_xdata()) == {500}
    won = sum(height for centre, height in bars.items() if centre > 500)
    beyond = 100 * frame.loc[frame["score"] > max(bars) + 20, "probability"].sum()
    assert won + beyond == pytest.approx(100 * run.rate("win").mean)


def test_distribution__the_target_is_that_of_the_rules() -> None:
    run = simulate("solitaire-dice", "greedy", switches={"target": 130}, games=500, seed=1)
    ax = charts.distribution(run)
    assert any(set(line.get_xdata()) == {130} for line in ax.lines)
    assert "reach 130?" in " ".join(ax.get_title(loc="left").split())
    legend = [text.get_text() for text in ax.get_legend().get_texts()]  # type: ignore[union-attr]
    assert "target 130" in legend


def test_distribution__several_runs_share_their_steps(runs: list[Run]) -> None:
    ax = charts.distribution(runs, "rolls")
    assert len(ax.lines) == 3
    for run, line in zip(runs, ax.lines, strict=True):
        shares = dict(run.distribution("rolls")[["rolls", "probability"]].to_numpy())
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True):
            assert y == pytest.approx(100 * shares.get(x, 0.0))


def test_distribution__category_has_its_labels(runs: list[Run]) -> None:
    ax = charts.distribution(runs[1], "reject_faces")
    frame = runs[1].distribution("reject_faces").sort_values("probability", ascending=False)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert set(labels) <= set(frame["label"])
    assert labels[0] == frame["label"].iloc[0]
    first = ax.containers[0].lines[0].get_xdata()[0]  # type: ignore[attr-defined]
    assert first == pytest.approx(100 * frame["probability"].iloc[0])


def test_distribution__a_match_shows_who_won() -> None:
    from analysis import match

    ax = charts.distribution(match("10000", ["bank-at", "race"], games=300, seed=1))
    assert any("from seat" in label.get_text() for label in ax.get_yticklabels())


def test_cells__hold_every_value_once() -> None:
    pairs = [(value, 1) for value in range(-200, 3000, 10)]
    cells = cells_for([pairs], boundary=500)
    counts, beyond = cells.counts(pairs)
    assert sum(counts) + beyond == len(pairs)
    assert beyond == 0
    assert (500 - cells.start) % cells.width == 0
    assert cells.n <= 90


def test_cells__one_single_value() -> None:
    cells = cells_for([[(7, 5)]])
    assert (cells.n, cells.centre(0)) == (1, 7)


def test_rates__points_and_intervals_are_the_estimates_best_on_top(runs: list[Run]) -> None:
    ax = charts.rates(runs)
    estimates = sorted((run.estimate("win") for run in runs), key=lambda e: -e.mean)
    points = _points(ax)
    assert [place for _, place, _, _ in points] == [0, 1, 2]
    for (x, _, low, high), estimate in zip(points, estimates, strict=True):
        assert (x, low, high) == pytest.approx(
            (100 * estimate.mean, 100 * estimate.ci_low, 100 * estimate.ci_high)
        )
    assert ax.yaxis_inverted()
    assert "Wilson's" in charts.small_print_of(ax)


def test_rates__what_is_better_low_has_its_lowest_on_top() -> None:
    runs = [
        simulate("10000", policy, mode="target", games=300, seed=1)
        for policy in ("always-bank", "bank-at")
    ]
    ax = charts.rates(runs)
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "bank-at:threshold=300",
        "always-bank",
    ]
    assert "Student's t" in charts.small_print_of(ax)


def test_rates__same_policy_under_other_rules_is_told_apart() -> None:
    runs = [
        simulate("10000", "bank-at", switches=switches, games=300, seed=1)
        for switches in ({}, {"straight": "none"})
    ]
    ax = charts.rates(runs)
    labels = {label.get_text() for label in ax.get_yticklabels()}
    assert labels == {"rules 10000", "rules 10000, straight=none"}
    small = charts.small_print_of(ax)
    assert "bank-at" in small
    assert "rules" not in small


def test_rates__of_a_match_are_its_win_rates(played: pd.DataFrame) -> None:
    drawn = sorted(point[0] for point in _points(charts.rates(played)))
    assert drawn == pytest.approx(sorted(100 * played["win_rate"]))


def test_rates__a_single_game_has_no_interval() -> None:
    run = simulate("10000", "bank-at", games=1, seed=1)
    ax = charts.rates(run)
    assert ax.texts[0].get_text() == minus(run.estimate().mean, 2)


def test_sweep__points_are_the_means_and_the_star_the_fresh_winner(swept: pd.DataFrame) -> None:
    ax = charts.sweep(swept)
    rows = swept[swept["metric"] == "points"]
    points, star = ax.containers
    x, y = points.lines[0].get_data()  # type: ignore[attr-defined]
    assert list(x[:3]) == [200, 300, 400]
    assert x[3] > 400
    assert "never" in [label.get_text() for label in ax.get_xticklabels()]
    assert list(y) == pytest.approx(list(rows["mean"]))
    winner = swept.attrs["winner"]
    at = star.lines[0].get_data()  # type: ignore[attr-defined]
    assert at[0][0] == float(winner["parameters"]["threshold"])
    assert at[1][0] == pytest.approx(winner["mean"])
    assert str(winner["seed"]) in charts.small_print_of(ax)


def test_sweep__another_metric_has_no_winner(swept: pd.DataFrame) -> None:
    ax = charts.sweep(swept, "bust")
    assert len(ax.containers) == 1
    assert "%" in ax.get_ylabel()
    assert "played again" not in charts.small_print_of(ax)


def test_sweep__heat_map_has_every_mean_in_its_place(grid: pd.DataFrame) -> None:
    ax = charts.sweep(grid)
    columns = [label.get_text() for label in ax.get_xticklabels()]
    lines = [label.get_text() for label in ax.get_yticklabels()]
    assert columns == ["200", "300", "400"]
    assert lines == ["most-points", "most-dice"]
    drawn = np.asarray(ax.collections[0].get_array()).reshape(2, 3)
    for row in grid[grid["metric"] == "points"].to_dict("records"):
        cell = drawn[lines.index(row["set_aside"]), columns.index(row["threshold"])]
        assert cell == pytest.approx(row["mean"])
    frame = np.array(ax.lines[0].get_data())
    best = grid.attrs["winner"]["parameters"]
    assert frame[0].min() == columns.index(best["threshold"])
    assert frame[1].min() == lines.index(best["set_aside"])


def test_sweep_lines__one_curve_each(swept: pd.DataFrame) -> None:
    ax = charts.sweep_lines({"first": swept, "second": swept})
    legend = [text.get_text() for text in ax.get_legend().get_texts()]  # type: ignore[union-attr]
    best = swept.attrs["winner"]["parameters"]["threshold"]
    assert [text.partition(",")[0] for text in legend] == [
        f"first: best at {best}", f"second: best at {best}",
    ]  # fmt: skip


def test_differences__are_those_of_the_frame(compared: pd.DataFrame) -> None:
    for metric, scale in (("win", 100), ("score", 1)):
        rows = compared[compared["metric"] == metric]
        points = _points(charts.differences(compared, metric))
        for (x, _, low, high), row in zip(points, rows.to_dict("records"), strict=True):
            wanted = (row["mean_difference"], row["ci_low"], row["ci_high"])
            assert (x, low, high) == pytest.approx([scale * value for value in wanted])


def test_differences__long_names_are_whole_in_the_small_print() -> None:
    from analysis import compare

    policies = [
        f"bank-at-dice:thresholds={n}/250/400/1050/3050/15400,take_over=500/400/300/200/100"
        for n in (100, 9950)
    ]
    ax = charts.differences(compare("10000", policies, games=100, seed=1))
    (label,) = (label.get_text() for label in ax.get_yticklabels())
    assert label.count("\n") == 3
    small = charts.small_print_of(ax).replace(" ", "")
    assert all(policy in small for policy in policies)


def test_differences__hollow_where_nothing_is_shown(compared: pd.DataFrame) -> None:
    frame = compared.copy()
    frame.attrs.update(compared.attrs)
    frame.loc[frame["policy_b"] == "few-sums", "p_adjusted"] = 0.4
    ax = charts.differences(frame, "score")
    faces = [container.lines[0].get_markerfacecolor() for container in ax.containers]  # type: ignore[attr-defined]
    rows = frame[frame["metric"] == "score"]
    assert [face == "white" for face in faces] == list(rows["p_adjusted"] >= 0.05)
    assert "Holm over 3 pairs" in charts.small_print_of(ax)


def test_win_matrix__cells_are_the_win_rates_strongest_on_top(pairs: pd.DataFrame) -> None:
    ax = charts.win_matrix(pairs)
    names = [label.get_text().rpartition("  ")[0] for label in ax.get_yticklabels()]
    assert names[-1] == "always-bank" or names[0] == "bank-at:threshold=300"
    cells = {
        (math.floor(text.get_position()[1]), math.floor(text.get_position()[0])): text.get_text()
        for text in ax.texts
        if "±" in text.get_text() and "\n" in text.get_text() and "Wilson" not in text.get_text()
    }
    assert len(cells) == 6
    for row in pairs.to_dict("records"):
        shown = cells[names.index(row["policy"]), names.index(row["opponent"])]
        assert float(shown.partition(" %")[0]) == pytest.approx(100 * row["win_rate"], abs=0.51)
    drawn = np.asarray(ax.collections[0].get_array()).reshape(3, 3)
    assert np.nanmax(np.abs(drawn + drawn.T)) < 1e-9


def test_marks__shares_and_means_are_those_of_the_run(runs: list[Run]) -> None:
    ax = charts.marks(runs)
    drawn = np.asarray(ax.collections[0].get_array()).reshape(3, 11)
    for i, run in enumerate(runs):
        for j, sum_ in enumerate(range(2, 13)):
            assert drawn[i, j] == pytest.approx(100 * run.rate(f"marks_{sum_} > 0").mean)
    frame = runs[1].distribution("marks_7")
    opened = frame[frame["marks_7"] > 0]
    mean = (opened["marks_7"] * opened["count"]).sum() / opened["count"].sum()
    texts = {text.get_position(): text.get_text() for text in ax.texts}
    assert texts[5.5, 1.71] == f"{mean:.1f}"


def test_places__words_come_after_numbers() -> None:
    assert places_on_axis(["300", "never", "100"]) == ([300.0, 700.0, 100.0], {700.0: "never"})
    assert places_on_axis(["a", "b"]) == ([0.0, 1.0], {0.0: "a", 1.0: "b"})


def test_figures__decimals_follow_the_interval() -> None:
    low, high = wilson_interval(412, 10_000)
    assert figure_with_interval(4.12, 100 * low, 100 * high, " %") == "4.1 % (3.7 to 4.5)"
    assert [places_for(half) for half in (0.04, 0.4, 4.0, 400.0)] == [2, 1, 0, 0]
    assert [minus(-0.2), minus(-1234.4), minus(0.2, 1, sign=True)] == ["0", "−1,234", "+0.2"]
