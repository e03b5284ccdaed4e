"""Ceilings on the best play: never below the exact optimum of short games, nor above each other."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis import simulate
from analysis.bounding import bound
from analysis.study.solitaire_dice_bound import win_bound
from simulators.solitaire_dice import SolitaireDiceRules, decoupled
from simulators.solitaire_dice.bound import clairvoyant_bounds, learned_excess
from simulators.solitaire_dice.counted_bound import counted_bounds
from simulators.solitaire_dice.decoupled import PRICES, decoupled_values, prices_of
from simulators.solitaire_dice.exact import exact_values
from simulators.solitaire_dice.game_graph import count_sheets, live_sheets
from simulators.solitaire_dice.relaxed import grain_of, relaxed_values, win_relaxation
from simulators.solitaire_dice.rules import SUMS

from .test_exact import FREE_GAME, SEVEN_ROLLS

OBJECTIVES = ("mean", "win")
CEILINGS = {"mean": decoupled_values, "win": relaxed_values}
BOUNDS = {"mean": clairvoyant_bounds, "win": counted_bounds}
#: Standard errors within which a sampled ceiling may be below the optimum.
Z = 4.0


def check_order(rules: SolitaireDiceRules, objective: str, games: int, width: int) -> None:
    """Check policies <= optimum <= clairvoyant's bound <= relaxed game's value."""
    optimum = exact_values(rules, objective).start
    relaxed = CEILINGS[objective](rules)
    bounds = BOUNDS[objective](rules, 1, 0, games, width=width)
    error = bounds.std(ddof=1) / games**0.5
    assert optimum <= relaxed.start
    assert bounds.mean() <= relaxed.start + Z * error
    assert optimum <= bounds.mean() + Z * error
    for policy in ("greedy", "tuned"):
        run = simulate("solitaire-dice", policy, rules=rules, games=20_000, seed=2, progress=False)
        played = run.estimate("score" if objective == "mean" else "win")
        assert played.mean <= optimum + Z * played.std_error


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_order__free_rolls(objective: str) -> None:
    check_order(FREE_GAME, objective, 200, 300)


@pytest.mark.slow
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_order__penalties(objective: str) -> None:
    check_order(SEVEN_ROLLS, objective, 400, 1000)
    exact, relaxed = exact_values(SEVEN_ROLLS, objective), CEILINGS[objective](SEVEN_ROLLS)
    generator = np.random.default_rng(6)
    for _ in range(300):
        n = int(generator.integers(1, 6))
        marks, rejects = [0] * 13, [0] * 7
        for sum_ in generator.integers(2, 13, 2 * n).tolist():
            marks[sum_] += 1
        for face in (generator.permutation(6)[:n] + 1).tolist():
            rejects[face] = 1
        assert exact.value(marks, rejects) <= relaxed.ceiling(marks, rejects)


def test_clairvoyant__is_close_to_the_optimum() -> None:
    optimum, relaxed = exact_values(FREE_GAME).start, decoupled_values(FREE_GAME).start
    bounds = clairvoyant_bounds(FREE_GAME, 1, 0, 400, width=300)
    assert bounds.mean() < relaxed - 0.9 * (relaxed - optimum)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_clairvoyant__holds_however_narrow(objective: str) -> None:
    optimum = exact_values(FREE_GAME, objective).start
    for width in (1, 10):
        bounds = BOUNDS[objective](FREE_GAME, 3, 0, 400, width=width)
        assert optimum <= bounds.mean() + Z * bounds.std(ddof=1) / 20


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_ceiling__in_every_kind_of_state(objective: str) -> None:
    exact, relaxed = exact_values(FREE_GAME, objective), CEILINGS[objective](FREE_GAME)
    generator = np.random.default_rng(5)
    for _ in range(300):
        marks = [0, 0, *generator.integers(0, 3, len(SUMS)).tolist()]
        marks[7] = 2  # one sum at the cap: then free rolls lead to any sheet of marks
        rejects = [0] * 7
        rejects[generator.integers(1, 7)] = 1
        assert exact.value(marks, rejects) <= relaxed.ceiling(marks, rejects)


@pytest.mark.parametrize("price", [0.0, 30.0, 500.0])
def test_decoupled__is_a_ceiling_at_any_price(
    price: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoupled, "prices_of", lambda rules: np.full(len(SUMS), price))
    decoupled_values.cache_clear()
    try:
        assert exact_values(FREE_GAME).start <= decoupled_values(FREE_GAME).start
    finally:
        decoupled_values.cache_clear()


def test_prices__published_or_the_slope_of_a_sum() -> None:
    assert prices_of(SolitaireDiceRules()).tolist() == list(PRICES)
    # From 5 marks to 10 a seven gains 150 points, from 1 to 10 a two gains 700.
    other = prices_of(SolitaireDiceRules(opening_penalty=100))
    assert other[5] == (150 + 100) / 9 and other[0] == (500 + 100) / 9


def test_lines__are_nowhere_below_the_worth() -> None:
    for rules in (SolitaireDiceRules(), FREE_GAME, SEVEN_ROLLS, SolitaireDiceRules(par_marks=9)):
        relaxation, grain = win_relaxation(rules), grain_of(rules)
        for index, sum_ in enumerate(SUMS):
            for marks in range((rules.cap_marks or 15) + 1):
                assert rules.worth(sum_, marks) <= -grain * relaxation.counted[index, marks]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_bounds__any_number_of_workers_and_any_part(objective: str) -> None:
    play, ceilings = BOUNDS[objective], CEILINGS[objective]
    whole = play(FREE_GAME, 9, 0, 30, width=50)
    assert np.array_equal(whole, play(FREE_GAME, 9, 0, 30, width=50, workers=3))
    assert np.array_equal(whole[10:], play(FREE_GAME, 9, 10, 20, width=50))
    one, three = ceilings(FREE_GAME, 1).start, ceilings(FREE_GAME, 3).start
    assert one == three


def test_excess__is_learned_from_games_of_its_own() -> None:
    first = learned_excess(SEVEN_ROLLS).entries.copy()
    clairvoyant_bounds(SEVEN_ROLLS, 1, 0, 10, width=50)
    assert np.array_equal(learned_excess(SEVEN_ROLLS).entries, first)  # bounding changes nothing
    learned_excess.cache_clear()
    assert np.array_equal(learned_excess(SEVEN_ROLLS, 3).entries, first)
    assert np.abs(first).max() > 1.0


def test_sheets__as_many_as_counted() -> None:
    assert len(live_sheets(3, 8)) == count_sheets(3, 8) == 7638


def test_grain__spans_target_and_penalties() -> None:
    assert grain_of(SolitaireDiceRules()) == 50
    assert grain_of(SolitaireDiceRules(opening_penalty=0, target=0)) == 1


def test_bound__frame_and_refusals() -> None:
    found = bound(rules=FREE_GAME, games=40, seed=1, width=50, workers=2)
    (row,) = found.summary().to_dict("records")
    assert row["limit"] == found.limit == min(found.relaxed, found.mean + 1.96 * found.std_error)
    with pytest.raises(ValueError, match="killer has no bound: only solitaire-dice does"):
        bound("killer")
    with pytest.raises(ValueError, match="unknown objective of bound 'max'"):
        bound(objective="max")
    with pytest.raises(
        ValueError, match="switch cap_marks must be at most 15 to bound these rules"
    ):
        bound(switches={"cap_marks": "none"})
    with pytest.raises(ValueError, match="reject sheets, and at most 10,000 can be bounded"):
        bound(switches={"reject_marks": 40})
    with pytest.raises(ValueError, match="games must be at least 2"):
        bound(rules=FREE_GAME, games=1)


def test_recorded_bound__is_of_these_rules() -> None:
    found = win_bound()
    assert found["rules"] == SolitaireDiceRules().as_dict()
    assert found["limit"] == min(found["relaxed"], found["mean"] + 1.96 * found["std_error"])


@pytest.mark.slow  # six minutes and 1.3 GB
def test_recorded_bound__comes_out_again() -> None:
    found = win_bound()
    again = bound(objective="win", **{name: found[name] for name in ("games", "seed", "width")})
    assert json.loads(json.dumps(again.as_dict())) == found
