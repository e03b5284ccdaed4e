"""The charts of Marathon show the exact values that they say they show."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes

from analysis import charts
from analysis.charts.kinds import ChartRequest
from analysis.charts.marathon_best import best_turns, card, where_to_stop
from analysis.charts.registry import charts_of
from simulators.marathon import MARATHON, outlook, walk_distribution
from simulators.marathon.values import chances_in_time, turns_to_finish
from simulators.registry import find_game
from tests.marathon.helpers import RULES


def _lines(ax: Axes) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(np.asarray(line.get_xdata()), np.asarray(line.get_ydata())) for line in ax.lines]


@pytest.mark.parametrize("metric", ["finished", "stuck", "eliminated", "turns"])
def test_dead_ends__lines_are_the_outlook(metric: str) -> None:
    names = ["greedy", "blunder"]
    ax = charts.dead_ends(names, metric=metric)
    drawn = _lines(ax)
    assert len(drawn) == 2
    for name, (left, values) in zip(names, drawn, strict=True):
        exact = getattr(outlook(RULES, MARATHON.policy(name)), metric)[1:]
        assert np.array_equal(left, np.arange(1, 42_196))
        dead = np.isnan(values)
        assert set(left[dead]) == RULES.dead
        scale = 1 if metric == "turns" else 100
        assert values[~dead] == pytest.approx(scale * exact[~dead])


def test_dead_ends__shades_every_dead_stretch() -> None:
    ax = charts.dead_ends("greedy")
    spans = sorted((patch.get_x(), patch.get_x() + patch.get_width()) for patch in ax.patches)
    assert spans == [(9.5, 10.5), (99.5, 110.5), (999.5, 1110.5)]
    assert "10, 100-110 and 1000-1110" in charts.small_print_of(ax)
    mended = charts.dead_ends("greedy", MARATHON.rules("no-dead-ends"))
    assert not mended.patches
    assert "can ever help: none" in charts.small_print_of(mended)


def test_finish_by__lines_are_the_walk_below_the_best_possible() -> None:
    (turns, best), *others = _lines(charts.finish_by(["greedy", "deadline:turns=12"], turns=20))
    assert turns.tolist() == list(range(21))
    assert best == pytest.approx(100 * chances_in_time(RULES, 20)[:, 42_195])
    for name, (_, chances) in zip(["greedy", "deadline:turns=12"], others, strict=True):
        walk = walk_distribution(RULES, MARATHON.policy(name), most_turns=20)
        assert chances == pytest.approx(100 * np.cumsum(walk.finished))
        assert (chances <= best + 1e-6).all()
    assert others[1][1][12] == pytest.approx(best[12], abs=1e-5)


def test_finish_by__too_few_turns_for_the_distance() -> None:
    (_, best), (_, chances) = _lines(charts.finish_by("greedy", turns=5))
    assert not best.any()
    assert not chances.any()


def test_charts__belong_to_marathon_alone() -> None:
    assert {"dead-ends", "finish-by", "best-turns", "card"} <= set(charts_of(MARATHON))
    assert "dead-ends" not in charts_of(find_game("10000"))


@pytest.mark.parametrize("chart", [charts.dead_ends, charts.finish_by])
def test_charts__refuse_what_they_cannot_show(chart) -> None:
    with pytest.raises(ValueError, match="flips coins"):
        chart("random")
    with pytest.raises(ValueError, match="1 to 7 policies, not 8"):
        chart(["greedy"] * 8)
    with pytest.raises(ValueError, match="unknown policy"):
        chart("gredy")
    with pytest.raises(TypeError, match="rules must be MarathonRules"):
        chart("greedy", find_game("10000").rules())


def test_charts__refuse_metrics_and_turns() -> None:
    with pytest.raises(ValueError, match="unknown metric 'speed'"):
        charts.dead_ends(metric="speed")
    with pytest.raises(ValueError, match="looks at the number of the turn"):
        charts.dead_ends("deadline")
    with pytest.raises(ValueError, match="an integer from 1 to 40"):
        charts.finish_by(turns=41)


def test_best_turns__is_the_solution_with_its_best_distances():
    ax = best_turns()
    (left, values), *marked = _lines(ax)
    expected = turns_to_finish(RULES)[1:10_001]
    assert np.array_equal(left, np.arange(1, 10_001))
    alive = np.isfinite(expected)
    assert np.array_equal(values[alive], expected[alive]) and np.isnan(values[~alive]).all()
    assert len(marked) == 4
    for distances, turns in marked:
        assert turns == pytest.approx(expected[np.asarray(distances) - 1])
    spans = sorted((patch.get_x(), patch.get_x() + patch.get_width()) for patch in ax.patches)
    assert spans == [(9.5, 10.5), (99.5, 110.5), (999.5, 1110.5)]


def test_where_to_stop__aim_and_avoid():
    values = turns_to_finish(RULES)
    found = where_to_stop(RULES)
    assert [(s.first, s.last, s.dice) for s in found] == [
        *((1, 9, 1), (10, 99, 2), (100, 999, 3), (1000, 2000, 4)),
    ]
    assert found[0].best == (1, 2, 3, 4, 5, 6) and not found[0].costly
    assert found[1].best[:5] == (16, 26, 36, 46, 56) and found[1].costly == (11, 12, 13)
    assert {d for s in found for d in s.dead} == RULES.dead
    for stretch in found[1:]:
        whole = [values[d] for d in range(stretch.first, stretch.last + 1)]
        assert stretch.least == min(whole)
        others = np.delete(whole, np.array(stretch.best) - stretch.first)
        assert max(values[list(stretch.best)]) <= min(others) + 1e-9
        assert min(values[list(stretch.costly)]) >= stretch.least + 1.5
        assert values[stretch.costly[-1] + 1] < stretch.least + 1.5


def test_card__names_the_distances():
    ax = card()
    texts = [text.get_text() for text in ax.texts]
    assert "16, 26, 36, 46, 56 and 65" in texts and "1111–1235" in texts
    figure = ax.get_figure(root=True)
    whole = " ".join(" ".join(text.get_text().split()) for text in figure.texts)
    assert "never stop on 10-14, 100-140 and 1000-1400" in whole
    assert "17.8711 turns" in charts.small_print_of(ax)
    assert len(card(MARATHON.rules(switches={"distance": 9})).texts) == 12


@pytest.mark.parametrize("name", ["best-turns", "card"])
def test_best_charts__refuse_policies_and_other_rules(name):
    request = ChartRequest(MARATHON, RULES, policies=(MARATHON.policy("greedy"),))
    with pytest.raises(ValueError, match="takes no policy"):
        charts.find_chart(name, MARATHON).answer(request)
    with pytest.raises(TypeError, match="rules must be MarathonRules"):
        {"best-turns": best_turns, "card": card}[name](find_game("10000").rules())
