"""Advice: positions that can't be are refused, values are right where they are known."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.advising import ask_advice as advise
from simulators.solitaire_dice import SolitaireDiceRules, train
from simulators.solitaire_dice.advise import rank_splits
from simulators.solitaire_dice.splits import splits_of

RULES = SolitaireDiceRules()


@pytest.fixture(scope="module")
def value():  # type: ignore[no-untyped-def]
    return train(games=2000, seed=7)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"rejects": "1=1,2=1,3=1,4=1", "marks": "7=8"}, "4 reject faces are open"),
        ({"rejects": "1=8", "marks": "7=16"}, "the game is over, reject face 1 has its 8 marks"),
        ({"rejects": "1=1", "marks": "13=2"}, "sums 2 to 12"),
        ({"roll": "1,2,3"}, "5 faces from 1 to 6"),
        ({"roll": None}, "needs the roll"),
    ],
)
def test_advise__impossible_positions_are_refused(position: dict[str, str], reason: str) -> None:
    given = {"roll": "1,3,4,4,5", **position}
    with pytest.raises(ValueError, match=reason):
        advise("solitaire-dice", {k: v for k, v in given.items() if v is not None}, games=10)


@pytest.mark.parametrize(
    ("position", "doubt"),
    [
        ({"rejects": "1=1", "marks": "7=3"}, "3 marks can't be"),
        ({"rejects": "1=2", "marks": "7=2"}, "2 rejects took 2 rolls"),
        ({"rejects": "1=1,2=1", "marks": "7=6"}, "rolls are free only once 3 reject faces"),
        ({"rejects": "1=2,5=1", "marks": "7=4,8=2"}, ""),
    ],
)
def test_advise__a_sheet_that_no_game_leads_to_is_taken_as_it_stands_and_told(
    position: dict[str, str], doubt: str
) -> None:
    found = advise("solitaire-dice", {"roll": "1,3,4,4,5", **position}, games=10)
    assert found.actions
    assert (doubt in " ".join(found.notes)) and ("No game" in " ".join(found.notes)) == bool(doubt)


def test_advise__lists_every_legal_split_best_first() -> None:
    found = advise("solitaire-dice", {"roll": "1,3,4,4,5"}, games=50)
    sums = {(a.details["reject"], *a.details["sums"]) for a in found.actions}
    assert sums == set(splits_of((1, 3, 4, 4, 5)))
    values = [action.value for action in found.actions]
    assert values == sorted(values, reverse=True)
    assert found.unit == "probability" and all(0 <= v <= 1 for v in values)
    again = advise("solitaire-dice", {"roll": [5, 4, 4, 3, 1]}, games=50)
    assert again == found


def test_advise__free_rolls_mark_no_reject() -> None:
    given = {"marks": {7: 10, 6: 2}, "rejects": {1: 2, 2: 2, 5: 2}, "roll": [3, 3, 4, 6, 6]}
    found = advise("solitaire-dice", given, games=20, objective="mean")
    assert all(action.details["reject"] is None for action in found.actions)
    assert "free roll" in found.actions[0].words and found.unit == "points"


def test_rank_splits__the_last_roll_is_known(value) -> None:  # type: ignore[no-untyped-def]
    # Every die shows the full face's last mark: whatever is done ends the game.
    marks, rejects = {7: 5, 6: 5, 2: 6}, {1: 7, 2: 1}
    actions = rank_splits(RULES, marks, rejects, [1, 1, 1, 1, 1], "mean", value=value, playouts=5)
    assert [(a.value, a.std_error, a.details["sums"]) for a in actions] == [(300.0, 0.0, [2, 2])]


def test_rank_splits__common_rolls_shrink_the_errors_of_differences(value) -> None:  # type: ignore[no-untyped-def]
    marks, rejects = {6: 3, 7: 4, 8: 3}, {1: 2, 5: 2, 3: 1}
    actions = rank_splits(
        RULES, marks, rejects, [1, 2, 3, 4, 6], "mean", value=value, playouts=2000
    )
    best, second = actions[:2]
    assert best.cost_error == 0.0
    apart = np.hypot(best.std_error, second.std_error)
    assert second.cost_error < apart


def test_rank_splits__what_is_known_has_no_error_and_what_is_clear_gets_few_playouts(value) -> None:  # type: ignore[no-untyped-def]
    # A reject of 1 ends the game with what is on the sheet.
    marks, rejects = {7: 9, 6: 7}, {1: 7, 2: 1}
    roll = [1, 2, 3, 4, 5]
    actions = rank_splits(RULES, marks, rejects, roll, "mean", value=value, playouts=3000)
    ends = [a for a in actions if a.details["reject"] == 1]
    others = [a for a in actions if a.details["reject"] != 1]
    assert ends and others
    for action in ends:
        low, high = action.details["sums"]
        after = {**marks}
        for sum_ in (low, high):
            after[sum_] = after.get(sum_, 0) + 1
        assert action.value == sum(RULES.worth(s, n) for s, n in after.items())
        assert action.std_error == 0
    assert all(action.std_error for action in others)
    again = rank_splits(RULES, marks, rejects, roll, "mean", value=value, playouts=500)
    assert {a.words for a in again} == {a.words for a in actions}


def test_rank_splits__luck_taken_off_leaves_a_small_error() -> None:
    actions = rank_splits(RULES, {}, {}, [1, 3, 4, 4, 5], "win", playouts=400)
    value, error = actions[0].value, actions[0].std_error
    assert error and error < (value * (1 - value) / 400) ** 0.5 / 3


@pytest.mark.parametrize(
    "rules",
    [
        SolitaireDiceRules(reject_faces=1, reject_marks=2, cap_marks=None),
        SolitaireDiceRules(reject_faces=6, target=0, win="exceed"),
        SolitaireDiceRules(reject_marks=1, target=250),
    ],
)
@pytest.mark.parametrize("objective", ["mean", "win"])
def test_rank_splits__other_rules_with_a_value_of_ones_own(
    rules: SolitaireDiceRules, objective: str
) -> None:
    own = train(rules, objective=objective, games=300, seed=1)
    actions = rank_splits(rules, {}, {}, [1, 3, 4, 4, 5], objective, value=own, playouts=50)
    assert len(actions) == len(splits_of((1, 3, 4, 4, 5)))
    ends = rules.reject_marks == 1
    for action in actions:
        assert (action.std_error == 0) == ends
        if ends:
            score = sum(rules.worth(sum_, 1) for sum_ in set(action.details["sums"]))
            assert action.value == (score if objective == "mean" else rules.is_win(score))


def test_rank_splits__refuses_a_value_of_something_else(value) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match="learned for other rules"):
        rank_splits(
            SolitaireDiceRules(reject_faces=2), {}, {}, [1, 3, 4, 4, 5], "mean", value=value
        )
    with pytest.raises(ValueError, match="value must be one of win, not of mean"):
        rank_splits(RULES, {}, {}, [1, 3, 4, 4, 5], "win", value=value)
    with pytest.raises(ValueError, match="games played on must be from 2 to 1,000,000, not 1"):
        rank_splits(RULES, {}, {}, [1, 3, 4, 4, 5], "mean", value=value, playouts=1)
