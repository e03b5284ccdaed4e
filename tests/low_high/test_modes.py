"""A single turn's options and metrics, and the input that is refused."""

from __future__ import annotations

import pytest

from simulators.engine import SimulationJob, outcomes_of
from simulators.game import Task
from simulators.low_high import LOW_HIGH, policy
from simulators.low_high.state import OUT_OF_REACH


def task(choice="card", mode="turn", switches=None, preset=None, seed=3, **options):
    rules = LOW_HIGH.rules(preset, switches)
    return Task(LOW_HIGH, mode, rules, (LOW_HIGH.policy(choice),), seed, tuple(options.items()))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"score": 30}, "option score must be below the target, 30, not 30: who has reached it"),
        ({"score": 5, "best_opponent": 30}, "option best_opponent must be below the target"),
        ({"best_opponent": 3}, "option best_opponent must be 0 without an own score"),
        ({"score": "some"}, "option score must be an integer from -260000 to 1000 or alone"),
        ({"kept": "1/2/3"}, "option kept must be 6 values"),
        ({"kept": "1/-2/3/0/0/0"}, "option kept must be"),
        ({"kept": "13/0/0/0/0/0"}, "option kept and option bad must leave a die to roll of the 13"),
        ({"kept": "4/0/0/0/0/0", "bad": 9}, "must leave a die to roll"),
        ({"bad": 1}, "option bad must be 0 before a set is kept"),
        ({"bad": -1}, "option bad must be an integer from 0"),
        ({"dice": 5}, "unknown option of mode turn 'dice'"),
    ],
)
def test_options__are_refused_with_the_reason(options, reason):
    with pytest.raises(ValueError, match=reason):
        task(**options)


def test_turn__takes_one_policy():
    with pytest.raises(ValueError, match="low-high turn takes 1 policy, not 2"):
        Task(LOW_HIGH, "turn", LOW_HIGH.rules(), (LOW_HIGH.policy(),) * 2, 1)


def test_turn__alone_no_policy_stops_to_win():
    """Four 6s are 24 pips; a threshold of 40 isn't cut short by the 30 that would win a match."""
    found = outcomes_of(task("stop-at:threshold=40", preset="pips"), 0, 5000)
    match = outcomes_of(task("stop-at:threshold=40", preset="pips", score=0), 0, 5000)
    between = (match["points"] >= 30) & (match["points"] < 40) & (match["rolls"] == 1)
    assert between.sum() > 50
    assert (found["rolls"][between] > 1).all()


def test_turn__need_without_a_match_is_out_of_reach():
    @policy(keep=lambda state, options, p: 0)
    def looks(state, p):
        return state.need == 1_000_000

    assert OUT_OF_REACH == 1_000_000
    assert set(outcomes_of(task(looks), 0, 50)["rolls"]) == {1}


def test_metrics__fit_together():
    for preset in LOW_HIGH.presets:
        found = outcomes_of(task("always-roll", preset=preset), 0, 4000)
        assert (found["good"] + found["bad"] == 13).all()
        assert ((found["points"] < 0) == (found["below_zero"] == 1)).all()
        assert (found["sets"] <= found["highest_face"]).all()
        assert set(found["rolls"] - found["sets"]) == {0, 1}
        if preset == "low-high":
            assert (found["points"] == found["good"] - found["bad"]).all()


def test_metrics__bounds_hold_for_any_number_of_dice():
    for dice in (1, 2, 13, 26):
        for preset in LOW_HIGH.presets:
            job = SimulationJob(task("always-roll", preset=preset, switches={"dice": dice}))
            points = job.play_chunk(0, 5000).histograms[0]
            assert not points.outside


def test_single_die__scores_one_or_its_pips():
    assert set(outcomes_of(task(switches={"dice": 1}), 0, 200)["points"]) == {1}
    pips = outcomes_of(task("always-roll", preset="pips", switches={"dice": 1}), 0, 200)
    assert (pips["points"] == pips["highest_face"]).all()
    assert set(pips["points"]) == {1, 2, 3, 4, 5, 6}


def test_start__counts_what_lies_there():
    found = outcomes_of(task("always-roll", kept="4/0/3/0/0/0", bad=1), 0, 500)
    assert found["good"].min() >= 7 and found["bad"].min() >= 1
    assert found["highest_face"].min() >= 3
    assert found["sets"].min() == 0


def test_pairing__two_policies_see_the_same_first_roll():
    """Common random numbers: the largest set of the first roll is the same for both."""
    low, high = (
        outcomes_of(task(f"largest-set-stop:ties={word}"), 0, 2000) for word in ("low", "high")
    )
    assert (low["points"] == high["points"]).all()
    assert (low["highest_face"] <= high["highest_face"]).all()
    assert (low["highest_face"] < high["highest_face"]).any()
