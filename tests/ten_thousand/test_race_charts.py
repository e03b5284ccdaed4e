"""The charts of the race and the card to print: what they show is what the solutions say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis import advise
from analysis.charts.style import small_print_of
from analysis.charts.ten_thousand_card import card, first_banks, play_on_from
from analysis.charts.ten_thousand_race import bank_from, race_threshold, win_chance
from simulators.ten_thousand import TenThousandRules
from simulators.ten_thousand.gains import reachable_states
from simulators.ten_thousand.race_solution import race_solution

SHORT: dict[str, Any] = {"target": 2000, "opening": 300, "play_on": "never"}
RULES = [
    TenThousandRules(**SHORT),
    TenThousandRules(**{**SHORT, "play_on": "always"}),
    TenThousandRules(**{**SHORT, "finish": "exact"}),
]


def banks(rules: TenThousandRules, me: int, them: int, held: int, dice: int) -> bool:
    found = advise("10000", rules=rules, me=me, them=them, held=held, dice=dice)
    return bool(found.attrs["details"][0]["bank"])


@pytest.mark.parametrize("rules", RULES, ids=["last round", "playing on", "exact"])
def test_bank_from__is_the_least_counter_that_advice_banks(rules: TenThousandRules) -> None:
    for dice in (2, 3):
        shown = bank_from(rules, dice)
        possible = sorted(held for held, left in reachable_states(rules, 700) if left == dice)
        for me, them in ((0, 0), (500, 1200), (1500, 700)):
            most = [held for held in possible if held <= rules.target - me or not rules.exact]
            least = next(
                (h for h in most if (me or h >= 300) and banks(rules, me, them, h, dice)), None
            )
            found = shown[me // 50, them // 50]
            assert found == least if least else not found <= 700


def test_first_banks__end_where_an_offer_gets_too_good() -> None:
    rules = RULES[1]
    low, high = first_banks(rules, 24, 24, 3) or (0, 0)
    assert 0 < low <= high
    assert banks(rules, 1200, 1200, low, 3)
    assert low == bank_from(rules, 3)[24, 24]


def test_play_on_from__is_where_taking_over_gets_better() -> None:
    rules = TenThousandRules()
    assert [play_on_from(rules, dice) for dice in (1, 2, 3, 4, 5)] == [1000, 700, 550, 400, 350]
    for held, takes in ((700, True), (650, False)):
        found = advise("10000", offered=held, offered_dice=2)
        assert found.attrs["details"][0]["take_over"] is takes


def test_win_chance__shows_the_solution() -> None:
    ax = win_chance("10000", RULES[0])
    shown = np.asarray(ax.collections[0].get_array()).ravel()
    assert np.allclose(shown, race_solution(RULES[0]).tables["win"].ravel())
    assert f"{100 * race_solution(RULES[0]).value:.2f} %" in small_print_of(ax)


@pytest.mark.parametrize("rules", RULES, ids=["last round", "playing on", "exact"])
def test_card_and_thresholds__are_drawn(rules: TenThousandRules) -> None:
    assert card("10000", rules).get_title(loc="left") == "For most points"
    title = race_threshold("10000", rules, dice=1).get_title(loc="left")
    assert title.endswith("with 1 die left?")


@pytest.mark.parametrize(
    ("kind", "asked", "message"),
    [
        ("win-chance", {"options": {"dice": 3}}, "takes no options, not dice"),
        ("win-chance", {"policies": "bank-at"}, "the best possible play, not a policy"),
        ("race-threshold", {"options": {"dice": 6}}, "option dice must be"),
        ("race-threshold", {"options": {"score": 6}}, "takes the option dice only, not score"),
        ("card", {"policies": "bank-at"}, "the best possible play, not a policy"),
    ],
)
def test_refused__what_means_nothing(kind: str, asked: dict[str, Any], message: str) -> None:
    from analysis.charts.kinds import ChartRequest
    from analysis.charts.registry import find_chart
    from simulators.ten_thousand import TEN_THOUSAND

    policies = (TEN_THOUSAND.policy(asked["policies"]),) if "policies" in asked else ()
    request = ChartRequest(TEN_THOUSAND, RULES[0], policies, options=asked.get("options", {}))
    with pytest.raises(ValueError, match=message):
        find_chart(kind, TEN_THOUSAND).answer(request)
