"""The bank-or-roll chart, and the exact gains behind it."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes

from analysis import charts
from simulators.registry import find_game
from simulators.ten_thousand import gain_of_rolling
from simulators.ten_thousand.gains import choices_in_turn, reachable_states

GAME = find_game("10000")


def _cells(ax: Axes) -> dict[tuple[str, int], tuple[str, str]]:
    """Read letter and figure of each cell, by points held and dice left."""
    columns = [label.get_text() for label in ax.get_xticklabels()]
    found: dict[tuple[str, int], list[str]] = {}
    for text in ax.texts:
        x, y = text.get_position()
        if text.get_label() != "small print":
            found.setdefault((columns[int(x)], int(y) + 1), []).append(text.get_text())
    return {key: (letter, figure) for key, (letter, figure) in found.items()}


@pytest.mark.parametrize(
    ("policy", "switches"),
    [
        ("bank-at-dice", {}),
        ("bank-at:threshold=500", {}),
        ("race:threshold=400", {"hot_dice": "optional"}),
        ("bank-after:rolls=3", {}),
        ("bank-at", {"finish": "exact", "target": 2000, "opening": 500}),
        ("bank-at:set_aside=fewest-dice", {"set_aside": "choose"}),
    ],
)
@pytest.mark.parametrize("state", [(300, 2), (600, 6)])
def test_gain__equals_the_enumeration_of_the_turn(
    policy: str, switches: dict[str, object], state: tuple[int, int]
) -> None:
    rules, chosen = GAME.rules(None, switches), GAME.policy(policy)
    # The enumeration counts the next roll as the first one, as here with no roll before.
    choice = choices_in_turn(rules, chosen, [state], rolls=0)[state]
    exact = gain_of_rolling(rules, chosen, *state, tolerance=1e-9)
    assert choice.gain == pytest.approx(exact, abs=0.05)


@pytest.mark.parametrize("state", [(300, 2), (300, 3), (1050, 4), (600, 6)])
def test_gain__of_the_best_turn_is_looked_up(state: tuple[int, int]) -> None:
    policy = GAME.policy("optimal-turn")
    for switches in ({}, {"finish": "exact", "target": 3000}):
        rules = GAME.rules(None, switches)
        choice = choices_in_turn(rules, policy, [state])[state]
        exact = gain_of_rolling(rules, policy, *state, tolerance=1e-9)
        assert choice.gain == pytest.approx(exact, abs=1e-3)
        assert choice.banks == (choice.may_bank and choice.gain <= 0)
        assert choice.may_bank == (state[1] < 6)


def test_gain__of_one_last_roll_by_hand() -> None:
    """One die, then always a bank: a 1 (+100) or a 5 (+50) is hot dice and forces six more."""
    rules = GAME.rules(None, {"hot_dice": "optional"})
    gain = choices_in_turn(rules, GAME.policy("always-bank"), [(300, 1)])[300, 1].gain
    assert gain == pytest.approx((400 + 350) / 6 - 300)


def test_gain__counts_rolls_where_the_policy_does() -> None:
    policy = GAME.policy("bank-after:rolls=3")
    found = [choices_in_turn(GAME.rules(), policy, [(300, 3)], rolls=r)[300, 3] for r in (1, 2, 3)]
    assert [choice.banks for choice in found] == [False, False, True]
    assert found[0].gain < found[1].gain


@pytest.mark.parametrize(
    ("state", "score", "words"),
    [
        ((0, 6), None, "counter must be from 1"),
        ((300, 0), None, "dice must be from 1 to 6"),
        ((300, 7), None, "dice must be from 1 to 6"),
        ((300, 2), 10_000, "score must be from 0 to 9999"),
    ],
)
def test_gain__bad_input(state: tuple[int, int], score: int | None, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        choices_in_turn(GAME.rules(), GAME.policy(), [state], score=score)


def test_reachable__one_roll_leaves_five_dice_with_50_or_100_only() -> None:
    low = {points for points, dice in reachable_states(GAME.rules(), 250) if dice == 5}
    assert low == {50, 100}


def test_chart__letters_are_the_policy_and_figures_the_gains() -> None:
    rules, policy = GAME.rules(), GAME.policy("bank-at-dice")
    cells = _cells(charts.bank_or_roll("10000", policy))
    assert cells["250", 2][0] == "B"
    assert cells["200", 2][0] == "R"
    assert cells["250", 1][0] == "R"
    assert cells["300", 1][0] == "B"
    for held, dice in [(400, 3), (1000, 4), (100, 5)]:
        gain = gain_of_rolling(rules, policy, held, dice)
        figure = cells[str(held), dice][1].replace("−", "-")
        assert float(figure) == pytest.approx(gain, abs=0.51)
    assert ("50", 1) not in cells, "no turn holds 50 points with one die left"
    assert cells["1000", 6][0] == "R", "hot dice are forced"


def test_chart__banking_is_hatched_where_it_is_better() -> None:
    ax = charts.bank_or_roll("10000", held=[300, 400])
    hatched = {
        tuple(np.floor(patch.get_path().vertices.min(axis=0)).astype(int))
        for patch in ax.patches
        if patch.get_hatch()
    }
    negative = {
        (["300", "400"].index(held), dice - 1)
        for (held, dice), (_, figure) in _cells(ax).items()
        if figure.startswith("−")
    }
    assert hatched == negative
    assert (0, 0) in negative


def test_chart__before_the_opening_nothing_is_banked() -> None:
    ax = charts.bank_or_roll("10000", "always-bank", score=0)
    cells = _cells(ax)
    assert {letter for (held, _), (letter, _) in cells.items() if int(held) < 1000} == {"R"}
    assert cells["1000", 3][0] == "B"
    assert "own score 0" in charts.small_print_of(ax)


def test_chart__exact_finish_ends_at_what_is_needed() -> None:
    ax = charts.bank_or_roll("15000", "bank-at:threshold=never", score=14_000)
    columns = [label.get_text() for label in ax.get_xticklabels()]
    assert columns[-1] == "1000"
    assert _cells(ax)["1000", 3] == ("B", "−1.0k")


@pytest.mark.parametrize(
    ("game", "arguments", "error", "words"),
    [
        ("solitaire-dice", {}, ValueError, "10000 or 15000, not of solitaire-dice"),
        ("10000", {"held": []}, ValueError, "held must be points"),
        ("10000", {"held": [0, 50]}, ValueError, "held must be points"),
        ("15000", {"score": 14_990, "held": [50]}, ValueError, "up to the 10 needed"),
        ("10000", {"score": 10_000}, ValueError, "score must be from 0 to 9999"),
        ("10000", {"rules": "10000"}, TypeError, "rules must be a TenThousandRules"),
        ("10000", {"policy": "bank"}, ValueError, "unknown policy 'bank'"),
    ],
)
def test_chart__bad_input(
    game: str, arguments: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        charts.bank_or_roll(game, **arguments)  # type: ignore[arg-type]
