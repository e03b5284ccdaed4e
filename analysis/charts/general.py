"""The kinds of charts that any game has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from analysis.charts.distributions import distribution
from analysis.charts.kinds import ChartInterrupted, ChartKind, ChartRequest
from analysis.charts.matrices import win_matrix
from analysis.charts.points import differences, rates
from analysis.charts.sweeps import sweep
from analysis.comparisons import compare
from analysis.conditions import find_metric
from analysis.sweeps import sweep as play_sweep
from analysis.tournaments import round_robin
from simulators.game import Game

if TYPE_CHECKING:
    import pandas as pd


def _any_game(game: Game) -> bool:
    return True


def _has_matches(game: Game) -> bool:
    return any(mode.is_match for mode in game.modes.values())


def _whole(frame: pd.DataFrame) -> pd.DataFrame:
    if frame.attrs.get("interrupted"):
        raise ChartInterrupted
    return frame


def _refuse_category(request: ChartRequest) -> None:
    """Refuse, before anything is played, a metric that has no mean."""
    mode = request.game.mode(request.mode)
    metrics = mode.metrics(request.rules, mode.min_players)
    metric = metrics[find_metric(metrics, request.metric or mode.headline)]
    if metric.kind == "category":
        raise ValueError(
            f"{metric.name} is a category: it has a distribution but no mean"
            + ("; see the chart win-matrix" if mode.is_match else "")
        )


def _distribution(request: ChartRequest) -> Axes:
    policies = request.policies or (request.game.policy(),)
    if request.game.mode(request.mode).is_match:
        return distribution([request.simulate_match(policies)], request.metric)
    return distribution(request.simulate_each(policies), request.metric)


def _rates(request: ChartRequest) -> Axes:
    _refuse_category(request)
    return rates(request.simulate_each(request.all_policies()), request.metric)


def _sweep(request: ChartRequest) -> Axes:
    if not request.vary:
        raise ValueError("a sweep chart needs vary: a parameter of the policy and its values")
    if len(request.vary) > 2:
        raise ValueError(f"a sweep chart shows one or two parameters, not {len(request.vary)}")
    policy = request.only_policy()
    settings = request.settings()
    frame = play_sweep(request.game, policy, vary=request.vary, metric=request.metric, **settings)
    return sweep(_whole(frame))


def _differences(request: ChartRequest) -> Axes:
    _refuse_category(request)
    policies = request.all_policies()
    frame = compare(request.game, policies, **request.settings())
    return differences(_whole(frame), request.metric)


def _win_matrix(request: ChartRequest) -> Axes:
    policies = request.all_policies()
    frame = round_robin(request.game, policies, **request.settings())
    return win_matrix(_whole(frame))


KINDS = (
    ChartKind(
        "distribution",
        "how often each value of a metric comes up, for one policy or several",
        _any_game,
        _distribution,
        takes=frozenset({"metric"}),
    ),
    ChartKind(
        "rates",
        "a rate or a mean for each policy, best on top, with its interval",
        _any_game,
        _rates,
        takes=frozenset({"metric"}),
    ),
    ChartKind(
        "sweep",
        "the mean at each value of a parameter, or on a grid of two; needs --vary",
        _any_game,
        _sweep,
        takes=frozenset({"metric", "vary"}),
    ),
    ChartKind(
        "differences",
        "how far each policy is ahead of each other one on the same dice",
        _any_game,
        _differences,
        takes=frozenset({"metric"}),
    ),
    ChartKind(
        "win-matrix",
        "how often each policy beats each other one in matches of two",
        _has_matches,
        _win_matrix,
    ),
)
