"""One clear sentence for every mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from analysis import Run, charts, simulate, win_matrix


@pytest.mark.parametrize("function", [charts.distribution, charts.rates, charts.marks])
@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        ([], ValueError, "at least one run"),
        ("run", TypeError, "takes a run of simulate, or a list of them, not str"),
        ([1, 2], TypeError, "not a list with other things in it"),
        (None, TypeError, "not NoneType"),
    ],
)
def test_runs__anything_else_is_refused(
    function: Callable[..., Any], data: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        function(data)


def test_runs__of_two_games_share_no_chart(runs: list[Run], turns: Run) -> None:
    with pytest.raises(ValueError, match="runs of one game in one mode, not 10000 turn and soli"):
        charts.rates([runs[0], turns])


def test_runs__without_a_finished_game(runs: list[Run]) -> None:
    empty = Run(runs[0].task, type(runs[0].tally)(0, 0, runs[0].tally.histograms))
    with pytest.raises(ValueError, match="no game was counted"):
        charts.distribution(empty)


def test_metric__unknown_ones_are_answered_by_the_nearest(runs: list[Run]) -> None:
    for function in (charts.distribution, charts.rates):
        with pytest.raises(ValueError, match="unknown metric 'scroe': choose from score"):
            function(runs, "scroe")


def test_metric__a_category_has_no_mean(
    runs: list[Run], swept: pd.DataFrame, compared: pd.DataFrame
) -> None:
    with pytest.raises(ValueError, match="reject_faces is a category"):
        charts.rates(runs, "reject_faces")
    with pytest.raises(ValueError, match="unknown metric 'reject_faces'"):
        charts.differences(compared, "reject_faces")
    with pytest.raises(ValueError, match="unknown metric 'win'"):
        charts.sweep(swept, "win")


def test_frames__others_are_refused(swept: pd.DataFrame, pairs: pd.DataFrame) -> None:
    other = pd.DataFrame({"a": [1]})
    for function in (charts.rates, charts.sweep, charts.differences, charts.win_matrix):
        with pytest.raises(ValueError, match="takes"):
            function(other)  # type: ignore[operator]
    with pytest.raises(ValueError, match="not their square"):
        charts.win_matrix(win_matrix(pairs))
    with pytest.raises(TypeError, match="takes sweeps by name"):
        charts.sweep_lines([swept])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 to 7 sweeps, not 0"):
        charts.sweep_lines({})


@pytest.mark.parametrize("function", [charts.differences, charts.win_matrix])
def test_frames__that_lost_their_origin(
    function: Callable[..., Any], compared: pd.DataFrame, pairs: pd.DataFrame
) -> None:
    frame = (compared if function is charts.differences else pairs).copy()
    frame.attrs.clear()
    with pytest.raises(ValueError, match="doesn't say where it comes from"):
        function(frame)


def test_sweep__of_three_parameters(swept: pd.DataFrame) -> None:
    frame = swept.copy()
    frame.attrs.update({**swept.attrs, "swept": ["a", "b", "c"]})
    with pytest.raises(ValueError, match="one or two, not 3: a, b, c"):
        charts.sweep(frame)


def test_sweep_lines__of_two_parameters(swept: pd.DataFrame, grid: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="one parameter, not 2"):
        charts.sweep_lines({"one": swept, "two": grid})


def test_marks__of_another_game(turns: Run) -> None:
    with pytest.raises(ValueError, match=r"played alone, not 10000 \(turn\)"):
        charts.marks(turns)


def test_chart_kinds__apply_to_their_games() -> None:
    from simulators.registry import find_game

    kinds = {name: set(charts.charts_of(find_game(name))) for name in ("10000", "solitaire-dice")}
    assert {"bank-or-roll", "win-chance"} <= kinds["10000"] - kinds["solitaire-dice"]
    assert "marks" in kinds["solitaire-dice"] - kinds["10000"]
    assert {"distribution", "rates", "sweep", "differences", "win-matrix"} <= kinds["10000"]


def test_chart_kinds__a_new_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from simulators.registry import find_game

    kind = charts.ChartKind(
        "spread", "how far apart", lambda game: game.name == "10000",
        lambda request: charts.distribution(request.simulate_each(request.all_policies()[:1])),
    )  # fmt: skip
    monkeypatch.setitem(charts.CHARTS, kind.name, kind)
    game = find_game("10000")
    request = charts.ChartRequest(game, game.rules(), games=200, seed=1)
    ax = charts.find_chart("spread", game).answer(request)
    assert "200 games" in charts.small_print_of(ax)
    with pytest.raises(ValueError, match="takes no metric"):
        kind.answer(charts.ChartRequest(game, game.rules(), metric="points"))
    with pytest.raises(ValueError, match="unknown chart of 15000 'spread'"):
        charts.find_chart("spread", find_game("15000"))


def test_chart_kinds__of_one_name_stay_with_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.charts import registry
    from simulators.registry import find_game

    names = ("10000", "dino-dice", "killer")
    kinds = {
        name: charts.ChartKind(
            "page", name, lambda game, name=name: game.name == name, charts.roll_again
        )
        for name in names[:2]
    }
    monkeypatch.setattr(registry, "_KINDS", (*registry._KINDS, *kinds.values()))
    assert [charts.charts_of(find_game(name)).get("page") for name in names] == [
        kinds["10000"], kinds["dino-dice"], None,
    ]  # fmt: skip


def test_truncated__games_are_in_the_small_print() -> None:
    with pytest.warns(UserWarning, match="truncated"):
        run = simulate(
            "10000", "bank-at:threshold=9950", mode="target", games=200, seed=1,
            switches={"hot_dice": "optional"},
        )  # fmt: skip
    assert f"({run.truncated:,} truncated)" in charts.small_print_of(charts.distribution(run))
