"""Built-in policies, decision by decision, and policies that users write."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from simulators import low_high
from simulators.engine import SimulationJob, outcomes_of
from simulators.errors import PolicyError
from simulators.game import Task
from simulators.low_high import LOW_HIGH, KeepOptions, TurnState
from simulators.policy import Parameter
from simulators.probe import probe
from simulators.values import integer

STATE = TurnState(
    dice=9,
    highest=1,
    good=4,
    bad=0,
    points=4,
    rolls=1,
    kept=(4, 0, 0, 0, 0, 0),
    score=10,
    need=20,
    best_opponent=12,
    pips=0,
    descending=0,
)
FRESH = STATE._replace(dice=13, highest=0, good=0, points=0, kept=(0,) * 6)


def stops(text: str, **changes) -> bool:
    policy = LOW_HIGH.policy(text)
    state = STATE._replace(**changes)
    return bool(policy.decide("stop", state, numbers=policy.numbers("stop", LOW_HIGH.rules())))


def keeps(text: str, sets: dict[int, int], **changes) -> int:
    """Return the face that is kept."""
    policy = LOW_HIGH.policy(text)
    options = KeepOptions(len(sets), tuple(sets), tuple(sets.values()))
    state = FRESH._replace(**changes)
    return options.face[
        policy.decide("keep", state, options, numbers=policy.numbers("keep", LOW_HIGH.rules()))
    ]


def play(policy, mode="turn", games=2000, preset=None, n=1, seed=3):
    policies = (LOW_HIGH.policy(policy),) * n
    return SimulationJob(Task(LOW_HIGH, mode, LOW_HIGH.rules(preset), policies, seed)).play_chunk(
        0, games
    )


def test_largest_set_stop__keeps_most_dice_and_stops():
    sets = {1: 2, 2: 4, 3: 1, 4: 4, 6: 2}
    assert keeps("largest-set-stop", sets) == 4
    assert keeps("largest-set-stop:ties=low", sets) == 2
    assert stops("largest-set-stop")
    assert not stops("largest-set-stop:rolls=3", rolls=2)
    assert stops("largest-set-stop:rolls=3", rolls=3)


def test_low_first__builds_a_defence_then_goes_for_large_sets():
    sets = {2: 1, 3: 4, 5: 4}
    assert keeps("low-first:defence=5", sets, good=4) == 2
    assert keeps("low-first:defence=5", sets, good=5) == 3
    assert keeps("low-first:defence=0", sets) == 3
    assert stops("low-first:threshold=4")
    assert not stops("low-first:threshold=5")


def test_stop_at__once_good_minus_bad_reach_the_threshold():
    assert stops("stop-at:threshold=4", good=6, bad=2, points=4)
    assert not stops("stop-at:threshold=4", good=6, bad=3, points=3)
    assert not stops("stop-at:threshold=never", points=13)
    assert stops("stop-at:threshold=-2", points=-2)


def test_stop_at__weighs_a_set_against_the_price_of_its_face():
    sets = {1: 2, 3: 3, 6: 4}
    assert keeps("stop-at:slope=0", sets) == 6
    assert keeps("stop-at:slope=0.4", sets) == 3  # 1.6, 1.8, 1.6
    assert keeps("stop-at:slope=1", sets) == 1
    assert keeps("stop-at:slope=0.5", {2: 2, 4: 3}) == 2  # a tie: the lower one
    assert keeps("stop-at:slope=0", {2: 5, 6: 2}, pips=1) == 6  # 10 and 12 pips
    assert keeps("stop-at:slope=2", {2: 5, 6: 2}, pips=1) == 2


def test_card__adds_a_bonus_by_face_and_rolls_with_few_dice():
    sets = {1: 2, 2: 3, 4: 4}
    assert keeps("card", sets) == 4
    assert keeps("card", {1: 3, 2: 3, 4: 4}) == 1
    assert keeps("card:bonus=0/2/0/0/0/0", sets) == 2
    assert keeps("card:bonus=0", {1: 3, 6: 1}, pips=1) == 6
    text = "card:most=9/7/3/0/0/0"
    for face, most in enumerate((9, 7, 3, 0, 0, 0), 1):
        assert stops(text, highest=face, dice=most + 1)
        assert most == 0 or not stops(text, highest=face, dice=most)


def test_race__plays_the_card_until_an_opponent_is_about_to_win():
    sure = {"highest": 4, "dice": 3, "points": 5, "score": 20, "need": 10}
    near = {"best_opponent": 26, "score": 22, "need": 8}
    assert stops("race", **sure)
    assert stops("race", **(sure | {"best_opponent": 26}))  # 5 more are out of reach
    assert not stops("race", **(sure | near))
    assert stops("race:danger=3", **(sure | near))
    assert stops("race:reach=2", **(sure | near))
    assert stops("race:danger=0,reach=0", **(sure | near))
    assert not stops("race", highest=1, dice=12)


def test_won__everyone_stops_but_always_roll():
    for name in LOW_HIGH.policies:
        won = {"points": 20, "need": 20, "highest": 1, "dice": 2}
        assert stops(name, **won) == (name != "always-roll")
    assert not stops("stop-at:threshold=25", points=19, need=20)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("stop-at:threshold=many", "threshold must be an integer from -26 to 156 or never"),
        ("stop-at:threshold=500", "threshold must be an integer"),
        ("stop-at:slope=1000", "slope must be a number from -100 to 100"),
        ("stop-at:limit=300", "unknown parameter of policy stop-at 'limit'"),
        ("largest-set-stop:rolls=0", "rolls must be an integer from 1 to 6"),
        ("largest-set-stop:ties=middle", "ties must be low or high"),
        ("card:most=1/2/3", "most must be 6 values"),
        ("card:bonus=1/2/3/4/5/many", "bonus must be"),
        ("race:danger=-1", "danger must be an integer from 0"),
        ("low-first:defence=99", "defence must be an integer from 0 to 26"),
        ("stop-et", "unknown policy 'stop-et': choose from stop-at"),
    ],
)
def test_policy_text__is_refused_by_name(text, reason):
    with pytest.raises(ValueError, match=reason):
        LOW_HIGH.policy(text)


def test_every_family__says_what_and_who():
    assert list(LOW_HIGH.policies)[:3] == ["largest-set-stop", "low-first", "stop-at"]
    for family in LOW_HIGH.policies.values():
        assert family.summary.endswith(".")
        assert family.source.endswith(".")
        assert set(family.decisions) == {"keep", "stop"}
        assert family.parameters or family.name.startswith("optimal-")
        assert all(p.description for p in family.parameters)


# --- users' own ---------------------------------------------------------------------------------


def test_user_policy__equals_the_built_in_it_copies():
    def largest(state, options, p):
        best = 0
        for i in range(options.count):
            if options.dice[i] >= options.dice[best]:
                best = i
        return best

    @low_high.policy(keep=largest)
    def safe(state, p):
        """Keep the largest set and stop."""
        return True

    assert (safe.name, safe.summary) == ("safe", "Keep the largest set and stop.")
    assert safe.user_written
    for mode, n in (("turn", 1), ("match", 3)):
        mine, built_in = (play(p, mode, 300, n=n) for p in (safe, "largest-set-stop"))
        assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in built_in.histograms]


def test_user_policy__keeps_the_lowest_largest_set_by_default():
    @low_high.policy
    def safe(state, p):
        return True

    mine, built_in = play(safe), play("largest-set-stop:ties=low")
    assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in built_in.histograms]


def test_user_policy__both_functions_see_all_parameters_in_order():
    @low_high.policy(
        name="mine",
        parameters=[
            Parameter("limit", integer(0, 50), 3, "stop from here"),
            Parameter("highest", integer(0, 1), 0, "keep the highest set"),
        ],
        keep=lambda state, options, p: options.count - 1 if p[1] > 0 else 0,
    )
    def chosen(state, p):
        return state.points >= p[0]

    assert chosen(limit=5).label == "mine:limit=5"
    for word, slope in ((0, 100), (1, -100)):
        mine = play(chosen(limit=5, highest=word))
        same = play(f"stop-at:threshold=5,slope={slope}")
        assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in same.histograms]


def test_user_policy__captured_values_are_used():
    limit = 6

    @low_high.policy
    def closure(state, p):
        return state.points >= limit

    built_in = play("stop-at:threshold=6,slope=0")
    assert play(closure).histograms[0].pairs() == built_in.histograms[0].pairs()


def test_user_policy__that_keeps_state_is_refused():
    seen = []

    @low_high.policy
    def rememberer(state, p):
        seen.append(state.points)
        return len(seen) > 3

    with pytest.raises(TypeError, match="policy rememberer: stop can't be compiled"):
        play(rememberer)


@pytest.mark.parametrize("decision", ["keep", "stop"])
def test_user_policy__wrong_type_is_refused(decision):
    functions = {
        "keep": lambda state, options, p: 0,
        "stop": lambda state, p: True,
    }
    wrong = {
        "keep": lambda state, options, p: options.dice[0] / 2,
        "stop": lambda state, p: state.points / 2,
    }
    functions[decision] = wrong[decision]
    hesitant = low_high.policy(name="hesitant", keep=functions["keep"])(functions["stop"])
    with pytest.raises(TypeError, match=f"policy hesitant: {decision} must return an integer"):
        play(hesitant)


@pytest.mark.parametrize(("mode", "n"), [("turn", 1), ("match", 2)])
def test_user_policy__illegal_stop_names_policy_and_state(mode, n):
    @low_high.policy
    def muddled(state, p):
        return 2 if state.dice == 7 else 0

    with pytest.raises(PolicyError, match=r"muddled returned 2 for stop.*TurnState\(dice=7"):
        play(muddled, mode, n=n)


@pytest.mark.parametrize(("mode", "n"), [("turn", 1), ("match", 2)])
@pytest.mark.parametrize("index", [-1, 6, 99])
def test_user_policy__a_keep_that_keeps_nothing_names_policy_and_state(mode, n, index):
    @low_high.policy(keep=lambda state, options, p: index)
    def odd(state, p):
        return True

    with pytest.raises(PolicyError, match=rf"odd returned {index} for keep.*a set must be kept.*"):
        play(odd, mode, n=n)


@pytest.mark.parametrize("decision", ["keep", "stop"])
def test_user_policy__that_raises_names_policy_and_state(decision):
    def keep(state, options, p):
        return 0 * (1 // (state.rolls - 2)) if decision == "keep" else 0

    @low_high.policy(keep=keep)
    def fragile(state, p):
        return 1 // (state.dice - 5) < -9 if decision == "stop" else False

    with pytest.raises(PolicyError, match=rf"fragile raised ZeroDivisionError.*{decision}.*dice="):
        play(fragile)


def test_user_policy__that_never_ends_is_found_by_the_probe():
    @low_high.policy
    def ponderer(state, p):
        count = 0
        while state.points >= 0 or count >= 0:
            count += 1
        return True

    task = Task(LOW_HIGH, "turn", LOW_HIGH.rules(), (ponderer(),), 1)
    with pytest.raises(PolicyError, match="ponderer did not come to an end on stop"):
        probe(task, max_lines=2000)


@pytest.mark.parametrize("preset", LOW_HIGH.presets)
def test_user_policy__options_are_what_the_roll_offers(preset):
    """Faces ascend above the highest kept, dice add up, and the state is complete."""

    def check(state, options, p):
        total = 0
        for i in range(options.count):
            total += options.dice[i]
            if options.dice[i] < 1 or options.face[i] <= state.highest or options.face[i] > 6:
                return -1
            if i > 0 and options.face[i] <= options.face[i - 1]:
                return -1
        good = 0
        for i in range(6):
            good += state.kept[i]
        if total != state.dice or good != state.good or state.good + state.bad + total != 13:
            return -1
        return options.count // 2

    @low_high.policy(keep=check)
    def checker(state, p):
        return 0 if state.dice >= 1 and state.highest >= 1 else 2

    assert play(checker, preset=preset).games == 2000


def test_user_policy__pickles_with_its_code():
    limit = 5

    @low_high.policy(keep=lambda state, options, p: limit % options.count)
    def traveller(state, p):
        return state.points >= limit

    task = Task(LOW_HIGH, "turn", LOW_HIGH.rules(), (traveller(),), 9)
    back = pickle.loads(pickle.dumps(task))
    here, there = outcomes_of(task, 0, 50), outcomes_of(back, 0, 50)
    assert all(np.array_equal(here[name], there[name]) for name in here)


def test_user_policy__decisions_must_be_functions():
    with pytest.raises(TypeError, match="keep must be a function, not 3"):
        low_high.policy(keep=3)(lambda state, p: True)
    with pytest.raises(TypeError, match="stop must be a function, not 'x'"):
        low_high.policy("x")
