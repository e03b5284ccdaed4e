"""The best turn against plain recursion, by hand, and the claims that its closing rests on."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from simulators.ten_thousand import TEN_THOUSAND, TenThousandRules, turn_distribution
from simulators.ten_thousand.objectives import OBJECTIVES
from simulators.ten_thousand.offers import roll_offers_of
from simulators.ten_thousand.solve_turn import (
    bust_worth,
    chance_of_at_least,
    chance_of_exactly,
    long_run,
    turn_values,
)
from simulators.ten_thousand.turn_tail import closed_tail
from tests.ten_thousand.helpers import RULES, RULES_15000, random_rules
from tests.ten_thousand.plain_turn import plain_roll

SWITCHES = [
    {},
    {"hot_dice": "optional"},
    {"set_aside": "choose"},
    {"set_aside": "choose", "hot_dice": "optional"},
    {"straight": 3000, "three_pairs": "none"},
    {"four_and_pair_is_three_pairs": "yes", "two_triplets": 2500},
    {"nothing": 500, "hot_dice": "optional"},
    {"min_bank": 450},
    {"singles": "100/0/0/50/50/50", "three_of_a_kind": "0/200/0/0/0/0"},
]


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
def test_turn__equals_plain_recursion(switches):
    rules = RULES.with_switches(switches)
    plain = plain_roll(rules, float, least=max(rules.min_bank, 1), cap=12_000)
    for counter, dice in ((0, 6), (350, 2), (2600, 5), (300, 1)):
        expected = plain(counter, dice)
        found = turn_values(rules, offset=counter).rolling(counter, dice)
        assert found == pytest.approx(expected, rel=2e-4)
        assert found >= expected - 1e-9  # the recursion cuts, so it can only lose


@pytest.mark.parametrize("set_aside", ["all", "choose"])
def test_turn__exact_finish_and_opening_equal_plain_recursion(set_aside):
    rules = RULES_15000.with_switches({"set_aside": set_aside, "target": 3000, "play_on": 1000})
    for score in (0, 2000, 2350, 2950):
        need = rules.target - score
        plain = plain_roll(rules, float, least=500 if score == 0 else 1, need=need, cap=need)
        assert turn_values(rules, score).rolling(0, 6) == pytest.approx(plain(0, 6), abs=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_turn__random_rules_equal_plain_recursion(seed):
    random = Random(seed)
    rules = random_rules(random).with_switches({"farkle_penalty": 0})
    while roll_offers_of(rules).bust[1] == 0:
        rules = random_rules(random).with_switches({"farkle_penalty": 0})
    score = random.choice((0, 300))
    least = max(rules.min_bank, rules.opening if score == 0 else 0, 1)
    need = rules.target - score if rules.exact else None
    plain = plain_roll(rules, float, least=least, need=need, cap=need or 7000)
    assert turn_values(rules, score).rolling(0, 6) == pytest.approx(plain(0, 6), rel=1e-3)


def test_turn__one_die_by_hand():
    """350 points, one die, six used may be banked: a third of the rolls bring 75 on average."""
    optional = RULES.with_switches({"hot_dice": "optional"})
    values = turn_values(optional)
    fresh = [max(points, values.rolling(points, 6)) for points in (450, 400)]
    assert values.rolling(350, 1) == pytest.approx(sum(fresh) / 6)


def test_turn__gain_of_rolling_never_rises_with_the_counter():
    """On this the thresholds rest: a counter that should be banked stays one when it grows."""
    for name in TEN_THOUSAND.presets:
        values = turn_values(TEN_THOUSAND.rules(name))
        if values.need is not None:
            continue
        gains = values.turn.roll[values.first_bank :, 1:] - values.worth[values.first_bank :, None]
        assert (np.diff(gains, axis=0) <= 1e-9).all()


@pytest.mark.parametrize("name", TEN_THOUSAND.presets)
def test_tail__holds_from_where_it_claims(name):
    """The equations hold on the closed part: extending the rows changes nothing."""
    rules = TEN_THOUSAND.rules(name, {"finish": "last_round"})
    values = turn_values(rules)
    highest = values.offset + values.unit * (values.n_rows - 1)
    beyond = [highest + values.unit * step for step in (1, 2, 7, 100, 5000)]
    for counter in beyond:
        for left in range(6):
            rolling = values.rolling(counter, left or 6)
            may = values.may_bank(counter, left)
            best = max(rolling, counter) if may else rolling
            assert values.best(counter, left) == pytest.approx(best, rel=1e-13)


def test_tail__starts_no_later_than_banking_pays():
    """With forced hot dice and every die set aside, that is the highest threshold."""
    closed = closed_tail(roll_offers_of(RULES), False, 50, 0.0)
    assert 3000 < closed.start <= 3050


def test_tail__every_die_scores_is_refused():
    rules = RULES.with_switches({"singles": (1,) * 6})
    with pytest.raises(ValueError, match="no best play where every single die scores"):
        turn_values(rules)


def test_tail__nothing_but_hot_dice_is_refused():
    kinds = ("singles", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind", "six_of_a_kind")
    rules = TenThousandRules(
        **dict.fromkeys(kinds, (0,) * 6), straight=None, three_pairs=None, nothing=500, opening=0,
        hot_dice="optional",
    )  # fmt: skip
    with pytest.raises(ValueError, match="expected points have no bound"):
        turn_values(rules)


def test_tail__too_fine_values_are_refused():
    kinds = ("three_of_a_kind", "four_of_a_kind", "five_of_a_kind", "six_of_a_kind")
    rules = RULES.with_switches(
        dict.fromkeys(kinds, (0,) * 6)
        | {"singles": (1, 1, 1, 1, 1, 0), "straight": 50_000, "hot_dice": "optional"}
    )
    with pytest.raises(ValueError, match="too fine for what a bust risks"):
        turn_values(rules)


def test_long_run__is_what_the_solved_turns_make():
    """Points and busts of the three turns, put together as a Markov chain over lost turns."""
    rules = TEN_THOUSAND.rules("zilch")
    turns = [turn_values(rules, busts=busts) for busts in range(3)]
    lost = [float(turn.turn.roll_lost[0, 6]) for turn in turns]
    # What a bust costs later is no point of the turn; the penalty is.
    later = [*bust_worth(rules)[:2], 0.0]
    points = [t.rolling(0, 6) - p * z for t, p, z in zip(turns, lost, later, strict=True)]
    visits = [1.0, lost[0], lost[0] * lost[1]]
    made = sum(share * mean for share, mean in zip(visits, points, strict=True))
    assert made / sum(visits) == pytest.approx(long_run(rules), abs=1e-9)


@pytest.mark.slow
def test_long_run__exact_distributions_of_the_policy():
    rules = TEN_THOUSAND.rules("zilch")
    policy = TEN_THOUSAND.policy("optimal-turn")
    exact = [turn_distribution(rules, policy, busts=b, tolerance=1e-7) for b in range(3)]
    visits = [1.0, exact[0].bust, exact[0].bust * exact[1].bust]
    points = sum(share * turn.mean for share, turn in zip(visits, exact, strict=True))
    assert points / sum(visits) == pytest.approx(long_run(rules), abs=1e-2)


@pytest.mark.parametrize("switches", SWITCHES[:4], ids=str)
def test_chances__equal_plain_recursion(switches):
    rules = RULES.with_switches(switches)
    for points, score, least in ((300, 0, 1000), (1000, 0, 1000), (2050, 1000, 1)):
        # The recursion drops what is rolled on and on with hot dice that must be.
        at_least = plain_roll(rules, lambda c, x=points: float(c >= x), least=least, cap=9000)
        found = chance_of_at_least(rules, points, score).rolling(0, 6)
        assert found == pytest.approx(at_least(0, 6), rel=1e-3)
        exactly = plain_roll(
            rules, lambda c, x=points: float(c == x), least=least, need=points, cap=points
        )
        found = chance_of_exactly(rules, points, score).rolling(0, 6)
        assert found == pytest.approx(exactly(0, 6))


def test_chances__exact_finish():
    plain = plain_roll(RULES_15000, lambda c: float(c >= 300), need=500, cap=500)
    assert chance_of_at_least(RULES_15000, 300, 14_500).rolling(0, 6) == pytest.approx(plain(0, 6))


def test_solution__has_what_the_contract_asks():
    objective = OBJECTIVES["turn"]
    solution = objective.solve(RULES, objective.complete({}))
    assert solution.value == pytest.approx(475.7305044099593, abs=1e-9)
    assert solution.details["bank_at"] == {
        "1": 300, "2": 250, "3": 400, "4": 1050, "5": 3050, "6": None,
    }  # fmt: skip
    assert solution.states == 6 * 62
    start = objective.complete({"counter": "1050", "dice": "2", "score": "0"})
    assert objective.solve(RULES, start).value == pytest.approx(
        turn_values(RULES, 0).rolling(1050, 2)
    )


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("turn", {"counter": 0, "dice": 3}, "option counter must be above 0 with 3 dice"),
        ("turn", {"busts": 1}, "option busts must be 0 where no penalty is agreed"),
        ("turn", {"score": 15_000}, "option score must be from 0 to below the target"),
        ("at-least", {"score": 14_500, "points": 550}, "option points must be at most the 500"),
        ("at-least", {"points": 0}, "option points must be an integer from 1"),
        ("within", {"turns": 0}, "option turns must be an integer from 1"),
        ("turns", {"turns": 3}, "unknown option of objective turns"),
    ],
)
def test_objectives__refuse_by_name(name, options, reason):
    with pytest.raises(ValueError, match=reason):
        OBJECTIVES[name].solve(RULES_15000, OBJECTIVES[name].complete(options))
