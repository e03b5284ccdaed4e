"""Exact answers and advice, on a toy whose answers are known by heart."""

from __future__ import annotations

import json

import pytest

from analysis import advise, rules_of_thumb, simulate, solve
from tests.analysis.toy import TOY, ToyRules
from tests.analysis.toy_exact import EXACT_TOY, fixed_value, rolled


def test_solve__value_policy_and_document() -> None:
    solved = solve(EXACT_TOY)
    assert solved.value == rolled(0) == pytest.approx(8.14, abs=0.01)  # the best is hold at 20
    assert solved.policy is not None and solved.policy.label == "bank-at:threshold=20"
    written = json.loads(json.dumps(solved.as_dict()))
    assert {"game", "rules", "objective", "value", "states", "seconds", "residual"} <= set(written)
    assert written["bank_at"] == 20 and written["options"] == {"total": "0"}
    assert list(solved.summary().columns[:3]) == ["game", "objective", "value"]


def test_solve__agrees_with_simulation_of_its_policy() -> None:
    solved = solve(EXACT_TOY)
    run = simulate(EXACT_TOY, solved.policy, games=200_000, seed=1)
    found = run.estimate("points")
    assert abs(found.mean - solved.value) < 4.5 * found.std_error


def test_solve__options_and_their_refusals() -> None:
    assert solve(EXACT_TOY, "turn", total=19).value == rolled(19)
    with pytest.raises(ValueError, match="option total must be an integer from 0 to 19, not 20"):
        solve(EXACT_TOY, "turn", total=20)
    with pytest.raises(
        ValueError, match="unknown option of objective turn 'totl': choose from total"
    ):
        solve(EXACT_TOY, "turn", totl=1)
    with pytest.raises(ValueError, match="unknown objective of toy 'trun': choose from turn"):
        solve(EXACT_TOY, "trun")
    with pytest.raises(ValueError, match="toy has nothing that can be solved exactly"):
        solve(TOY)


def test_solve__rules_under_which_it_makes_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="switch bust must be yes"):
        solve(EXACT_TOY, switches={"bust": "no"})


def test_rules_of_thumb__loss_is_what_the_optimum_is_ahead() -> None:
    frame = rules_of_thumb(EXACT_TOY)
    (row,) = frame.to_dict("records")
    assert row["value"] == fixed_value(0, 15) < row["optimum"] == rolled(0)
    assert row["loss"] == row["optimum"] - row["value"]
    assert row["loss_share"] == row["loss"] / row["optimum"]
    assert frame.attrs["rules"] == ToyRules().as_dict()
    with pytest.raises(ValueError, match="no rules of thumb"):
        rules_of_thumb(TOY)


def test_advise__ranks_all_actions() -> None:
    frame = advise(EXACT_TOY, total=12)
    assert frame["action"].tolist() == ["roll", "stop"]
    assert frame["value"].tolist() == [rolled(12), 12.0]
    assert frame["cost"].tolist() == [0.0, rolled(12) - 12]
    assert frame["std_error"].tolist() == [0.0, 0.0]
    assert frame.attrs["exact"] and frame.attrs["details"] == [{"stop": False}, {"stop": True}]
    assert advise(EXACT_TOY, total=21)["action"].tolist() == ["stop", "roll"]


def test_advise__estimates_carry_their_errors() -> None:
    frame = advise(EXACT_TOY, objective="guess", games="1e2", total="12")
    assert frame["std_error"].tolist() == [0.01, 0.0]
    assert not frame.attrs["exact"] and frame.attrs["notes"] == ["Rolled by nobody."]


def test_advise__refusals() -> None:
    with pytest.raises(ValueError, match="total can't be 1: a 1 ends the turn"):
        advise(EXACT_TOY, total=1)
    with pytest.raises(ValueError, match="total must be an integer from 0 to 100, not 101"):
        advise(EXACT_TOY, total=101)
    with pytest.raises(ValueError, match="unknown part of a position 'totl': choose from total"):
        advise(EXACT_TOY, totl=1)
    with pytest.raises(ValueError, match="unknown objective 'win': choose from turn, guess"):
        advise(EXACT_TOY, objective="win", total=3)
    with pytest.raises(ValueError, match="games must be a whole number"):
        advise(EXACT_TOY, games=0, total=3)
    with pytest.raises(ValueError, match="toy gives no advice"):
        advise(TOY, total=3)
