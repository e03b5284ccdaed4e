"""The two small texts of the interface: conditions and precision goals."""

from __future__ import annotations

import operator
import re

import pytest

from analysis import simulate
from analysis.conditions import Until
from analysis.runs import Run
from tests.analysis.toy import METRICS


@pytest.fixture(scope="module")
def run() -> Run:
    from tests.analysis import toy

    return simulate(toy.TOY, games=20_000, seed=4)


@pytest.mark.parametrize(
    ("text", "compare", "bound"),
    [
        ("points >= 20", operator.ge, 20),
        ("points>=20", operator.ge, 20),
        (" points > 20 ", operator.gt, 20),
        ("points <= 21", operator.le, 21),
        ("points<22.5", operator.lt, 22.5),
        ("points == 0", operator.eq, 0),
        ("points != 0", operator.ne, 0),
        ("points > -1", operator.gt, -1),
        ("points >= 1e9", operator.ge, 1e9),
    ],
)
def test_rate__every_comparison(run: Run, text: str, compare: object, bound: float) -> None:
    wanted = sum(count for value, count in run.pairs("points") if compare(value, bound))  # type: ignore[operator]
    found = run.rate(text)
    assert (found.mean, found.n, found.method) == (wanted / 20_000, 20_000, "wilson")
    assert found.ci_low <= found.mean <= found.ci_high


def test_rate__bare_rate_metric(run: Run) -> None:
    assert run.rate("bust").mean == run.rate("points == 0").mean == run.estimate("bust").mean


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("points", "points is no rate"),
        ("score >= 500", "unknown metric 'score': choose from points"),
        ("500 <= points", "unknown metric '500'"),
        ("points >= many", "'many' in the condition 'points >= many' must be a number"),
        ("points >= nan", "must be a number"),
        ("points >= 5 and bust", "a condition must be"),
        ("points =< 5", "a condition must be"),
        ("points = 5", "a condition must be"),
        ("", "a condition must be"),
        (None, "a condition must be"),
    ],
)
def test_rate__unreadable(run: Run, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        run.rate(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bust", "until must be"),
        ("bust=", "until must be"),
        ("bust=0", "until must be"),
        ("bust=-0.1", "until must be"),
        ("bust=nan", "until must be"),
        ("bust=inf", "until must be"),
        ("last=1", "last is a category"),
        ("score=1", "unknown metric 'score'"),
        (0.1, "until must be"),
    ],
)
def test_until__unreadable(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        simulate("toy", games=10, seed=1, until=text)


def test_until__stops_at_the_first_look_that_is_narrow_enough() -> None:
    run = simulate("toy", games=10_000_000, seed=1, until="bust=0.004")
    assert run.estimate("bust").half_width <= 0.004
    looks = [10_000]
    goal = Until.parse("bust=0.004", METRICS)
    while looks[-1] < run.games:
        looks.append(goal.next_end(looks[-1]))
    assert looks[-1] == run.games
    before = simulate("toy", games=looks[-2], seed=1)
    assert before.estimate("bust").half_width > 0.004
    assert run.as_dict()["until"] == "bust=0.004"


def test_until__games_is_the_most() -> None:
    run = simulate("toy", games=1234, seed=1, until="bust=0.0001")
    assert (run.games, run.interrupted) == (1234, False)


def test_until__same_games_for_any_workers_and_chunks() -> None:
    runs = [
        simulate("toy", games=10**6, seed=2, until="points=0.08", workers=w, chunk_games=c)
        for w, c in [(1, None), (3, 1000), (2, 77_777)]
    ]
    assert len({run.digest for run in runs}) == 1
