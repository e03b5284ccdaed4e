"""The search for parameters: it finds a known optimum, repeats itself, and refuses bad input."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.tuning import tune


def _small(**changes: Any) -> Any:
    given: dict[str, Any] = {
        "game": "10000",
        "policy": "bank-at:threshold=900",
        "parameters": ["threshold"],
        "generations": 6,
        "population": 16,
        "games": 20_000,
        "final_games": 50_000,
        "seed": 3,
        "scale": 0.5,
    }
    return tune(**{**given, **changes})


def test_tune__finds_the_best_threshold() -> None:
    # Exactly, 250 to 300 points are best and within 3 points of each other.
    result = _small()
    assert 200 < dict(result.policy.values)["threshold"] <= 350
    assert result.estimate.mean > 455
    assert len(result.history) == 6
    assert result.final_seed not in set(result.history["seed"])


def test_tune__same_seed_same_policy_whatever_the_workers() -> None:
    one, two = (_small(generations=2, games=3000, workers=n) for n in (1, 2))
    assert one.policy == two.policy
    assert one.estimate == two.estimate
    assert one.history.equals(two.history)


def test_tune__lower_is_better_where_the_metric_says_so() -> None:
    result = _small(metric="bust", generations=8, games=2000)
    # The turn is lost least often by banking at once.
    assert dict(result.policy.values)["threshold"] < 300


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"parameters": ["treshold"]}, "unknown parameter of policy bank-at 'treshold'"),
        ({"parameters": []}, "name parameters to tune: policy bank-at has threshold"),
        ({"parameters": ["set_aside"]}, "set_aside is no number"),
        ({"parameters": ["take_over"]}, "take_over must start from numbers, not never"),
        ({"metric": "pionts"}, "unknown metric 'pionts'"),
        ({"population": 3}, "population must be at least 4"),
        ({"generations": 0}, "generations must be a whole number from 1"),
        ({"scale": 0}, "scale must be above 0"),
        ({"games": 1.5}, "games must be a whole number"),
    ],
)
def test_tune__refuses(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        _small(**changes)
