"""Built-in policies, decision by decision, and policies that users write."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from simulators import ten_thousand
from simulators.engine import SimulationJob, outcomes_of
from simulators.errors import PolicyError
from simulators.game import Task
from simulators.policy import Parameter
from simulators.ten_thousand import TEN_THOUSAND, SetAsideOptions, TurnState
from simulators.ten_thousand.policies import RULES_OF_PLAY, never_takes_over
from simulators.values import integer

STATE = TurnState(
    counter=300,
    dice=3,
    rolls=2,
    score=2000,
    need=8000,
    best_opponent=4000,
    final_turn=0,
    exact=0,
    wins_at=1 << 40,
    busts=0,
)


def banks(text: str, **changes) -> bool:
    policy = TEN_THOUSAND.policy(text)
    state = STATE._replace(**changes)
    return bool(policy.decide("bank", state, numbers=policy.numbers("bank")))


def play(policy, mode="turn", games=2000, switches=None, n=1, seed=3):
    rules = TEN_THOUSAND.rules(switches=switches)
    policies = (TEN_THOUSAND.policy(policy),) * n
    return SimulationJob(Task(TEN_THOUSAND, mode, rules, policies, seed)).play_chunk(0, games)


def test_bank_at__looks_at_the_counter_only():
    assert banks("bank-at:threshold=300")
    assert not banks("bank-at:threshold=350")
    assert banks("bank-at:threshold=275")
    assert not banks("bank-at:threshold=350", need=300, final_turn=1, dice=1)
    assert not banks("bank-at:threshold=never", counter=10**6)


@pytest.mark.parametrize(
    "name", [name for name in RULES_OF_PLAY if name not in ("always-roll", "always-bank")]
)
def test_every_policy__banks_what_wins_at_once(name):
    high = {
        "bank-at": ":threshold=5000",
        "bank-at-dice": ":thresholds=5000",
        "thrifty": "",
        "bank-after": ":rolls=9",
        "race": ":threshold=5000",
    }[name]
    assert banks(name + high, need=300, exact=1, wins_at=300)
    assert banks(name + high, need=250, exact=0, wins_at=250)
    assert not banks(name + high, need=350, exact=1, wins_at=350)
    assert not banks(name + high, need=300, exact=0)


def test_bank_at_dice__has_a_threshold_for_each_number_of_dice():
    text = "bank-at-dice:thresholds=300/250/400/1050/3050/15400"
    for dice, threshold in enumerate((300, 250, 400, 1050, 3050, 15_400), 1):
        assert banks(text, dice=dice, counter=threshold)
        assert not banks(text, dice=dice, counter=threshold - 1)


def test_bank_after__counts_rolls():
    assert banks("bank-after:rolls=2")
    assert not banks("bank-after:rolls=3", counter=9999)


def test_extremes__never_and_always():
    assert not banks("always-roll", counter=8000, need=8000, exact=1, wins_at=8000)
    assert banks("always-bank", counter=50)


def test_race__threshold_moves_with_the_scores():
    # behind by 2000, leader at 4000 of 10000: 300 + 0.1 × (1 + 0.4) × 2000 = 580
    text = "race:threshold=300,shift=0.1,urgency=1"
    assert banks(text, counter=580)
    assert not banks(text, counter=579)
    # ahead by 1000, leader at 5000: 300 - 0.1 × 1.5 × 1000 = 150
    ahead = {"score": 5000, "need": 5000}
    assert banks(text, counter=150, **ahead)
    assert not banks(text, counter=149, **ahead)


def test_race__in_the_final_turn_only_a_win_counts():
    final = {"final_turn": 1, "best_opponent": 10_200, "score": 9000, "need": 1000}
    assert not banks("race", counter=1200, **final)
    assert banks("race", counter=1250, **final)


def test_take_over__minimum_by_dice_left():
    policy = TEN_THOUSAND.policy("bank-at:take_over=never/never/300/400/500")
    numbers = policy.numbers("take_over")
    answers = {
        (dice, counter): policy.decide(
            "take_over", STATE._replace(dice=dice, counter=counter, rolls=0), numbers=numbers
        )
        for dice in range(1, 6)
        for counter in (250, 300, 400, 500)
    }
    assert [sum(answers[d, c] for c in (250, 300, 400, 500)) for d in range(1, 6)] == [
        0,
        0,
        3,
        2,
        1,
    ]


def test_take_over__never_by_default():
    for name in RULES_OF_PLAY:
        assert never_takes_over(TEN_THOUSAND.policy(name), TEN_THOUSAND.rules())
    some = TEN_THOUSAND.policy("bank-at:take_over=never/never/never/never/0")
    assert not never_takes_over(some, TEN_THOUSAND.rules())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bank-at:threshold=-50", "threshold must be an integer from 0"),
        ("bank-at:threshold=many", "threshold must be an integer"),
        ("bank-at:limit=300", "unknown parameter of policy bank-at 'limit'"),
        ("bank-at-dice:thresholds=1/2/3", "thresholds must be 6 values"),
        ("bank-after:rolls=0", "rolls must be an integer from 1"),
        ("bank-at:set_aside=all", "set_aside must be"),
        ("bank-at:take_over=1/2", "take_over must be 5 values"),
        ("bank-et", "unknown policy 'bank-et': choose from bank-at"),
    ],
)
def test_policy_text__is_refused_by_name(text, reason):
    with pytest.raises(ValueError, match=reason):
        TEN_THOUSAND.policy(text)


def test_every_family__says_what_and_who():
    for family in TEN_THOUSAND.policies.values():
        assert family.summary.endswith(".")
        assert family.source.endswith(".")
        assert set(family.decisions) == {"bank", "set_aside", "take_over"}
        assert all(parameter.description for parameter in family.parameters)


# --- users' own ---------------------------------------------------------------------------------


def test_user_policy__equals_the_built_in_it_copies():
    @ten_thousand.policy
    def stop_at_300(state, p):
        """Stop at 300 points."""
        return state.counter >= 300

    assert stop_at_300.name == "stop-at-300"
    assert stop_at_300.summary == "Stop at 300 points."
    assert stop_at_300.user_written
    for mode, n in (("turn", 1), ("match", 3)):
        mine, built_in = play(stop_at_300, mode, 300, n=n), play("bank-at", mode, 300, n=n)
        assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in built_in.histograms]


def test_user_policy__sees_its_parameters_in_order():
    def few(state, options, p):
        return options.count - 1 if p[1] > 0 else 0

    @ten_thousand.policy(
        name="mine",
        parameters=[
            Parameter("limit", integer(0, 5000), 350, "bank from here"),
            Parameter("odd", integer(0, 1), 0, "set odd dice aside"),
        ],
        set_aside=few,
        take_over=lambda state, p: state.counter >= p[0],
    )
    def chosen(state, p):
        return state.counter >= p[0]

    assert chosen(limit=500).label == "mine:limit=500"
    choose = {"set_aside": "choose"}
    same = play("bank-at:threshold=500", switches=choose)
    mine = play(chosen(limit=500), switches=choose)
    odd = play(chosen(limit=500, odd=1), switches=choose)
    assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in same.histograms]
    assert [h.pairs() for h in odd.histograms] != [h.pairs() for h in same.histograms]


def test_user_policy__captured_values_are_used():
    limit = 450

    @ten_thousand.policy
    def closure(state, p):
        return state.counter >= limit

    built_in = play("bank-at:threshold=450")
    assert play(closure).histograms[0].pairs() == built_in.histograms[0].pairs()


def test_user_policy__that_keeps_state_is_refused():
    seen = []

    @ten_thousand.policy
    def rememberer(state, p):
        seen.append(state.counter)
        return len(seen) > 3

    with pytest.raises(TypeError, match="policy rememberer: bank can't be compiled"):
        play(rememberer)


def test_user_policy__wrong_type_is_refused():
    @ten_thousand.policy
    def hesitant(state, p):
        return state.counter / 1000

    with pytest.raises(TypeError, match="policy hesitant: bank must return an integer"):
        play(hesitant)


@pytest.mark.parametrize("mode", ["turn", "target", "match"])
def test_user_policy__illegal_answer_names_policy_and_state(mode):
    @ten_thousand.policy
    def muddled(state, p):
        return 2 if state.dice == 2 else 0

    with pytest.raises(PolicyError, match=r"muddled returned 2 for bank.*TurnState\(counter="):
        play(muddled, mode, n=2 if mode == "match" else 1)


@pytest.mark.parametrize("mode", ["turn", "match"])
@pytest.mark.parametrize("index", [-1, 99])
def test_user_policy__illegal_index_names_policy_and_state(mode, index):
    @ten_thousand.policy(set_aside=lambda state, options, p: index)
    def greedy(state, p):
        return True

    with pytest.raises(PolicyError, match=rf"greedy returned {index} for set_aside.*dice=6"):
        play(greedy, mode, switches={"set_aside": "choose"}, n=2 if mode == "match" else 1)


def test_user_policy__illegal_take_over_names_policy_and_state():
    @ten_thousand.policy(take_over=lambda state, p: 5)
    def eager(state, p):
        return True

    with pytest.raises(PolicyError, match="eager returned 5 for take_over"):
        play(eager, "match", n=2)


def test_user_policy__that_raises_names_policy_and_state():
    @ten_thousand.policy
    def fragile(state, p):
        return 1 // (state.dice - 2) >= 0

    with pytest.raises(PolicyError, match=r"fragile raised ZeroDivisionError.*dice=2"):
        play(fragile)


def test_user_policy__is_asked_only_what_is_legal():
    """Neither a bank before the opening or with hot dice forced, nor a take-over too early."""

    @ten_thousand.policy(take_over=lambda state, p: 2 if state.score < 1000 or state.rolls else 1)
    def legalist(state, p):
        if state.score == 0 and state.counter < 1000:
            return 2
        return 2 if state.dice == 6 else state.counter >= 350

    tally = play(legalist, "match", 500, {"play_on": 1000}, n=3)
    assert (tally.games, tally.truncated) == (500, 0)


def test_user_policy__options_are_what_the_roll_offers():
    def check(state, options, p):
        for i in range(options.count):
            if options.points[i] <= 0 or options.dice[i] < 1 or options.dice[i] > state.dice:
                return -1
            if options.ones[i] + options.fives[i] > options.dice[i]:
                return -1
            if i > 0 and options.points[i] > options.points[i - 1]:
                return -1
        return options.count // 2

    @ten_thousand.policy(set_aside=check)
    def checker(state, p):
        return state.counter >= 300

    assert play(checker, switches={"set_aside": "choose"}).games == 2000


def test_user_policy__pickles_with_its_code():
    limit = 500

    @ten_thousand.policy
    def traveller(state, p):
        return state.counter >= limit

    task = Task(TEN_THOUSAND, "turn", TEN_THOUSAND.rules(), (traveller(),), 9)
    back = pickle.loads(pickle.dumps(task))
    here, there = outcomes_of(task, 0, 50), outcomes_of(back, 0, 50)
    assert all(np.array_equal(here[name], there[name]) for name in here)


def test_user_policy__decisions_must_be_functions():
    with pytest.raises(TypeError, match="take_over must be a function"):
        ten_thousand.policy(take_over=3)(lambda state, p: True)


def test_types__of_what_a_policy_sees():
    assert TurnState._fields == (
        *("counter", "dice", "rolls", "score", "need", "best_opponent", "final_turn", "exact"),
        *("wins_at", "busts"),
    )
    assert SetAsideOptions._fields == ("count", "points", "dice", "ones", "fives")
