"""Built-in policies, decision by decision, and policies that users write."""

from __future__ import annotations

import math
import pickle
from itertools import product

import numpy as np
import pytest

from simulators import dino_dice
from simulators.dice import counts_of, faces_of
from simulators.dino_dice import DINO_DICE, HANDS, MealOptions, RerollOptions, TurnState
from simulators.dino_dice.decide import choose_meal, keep_herds, keep_largest
from simulators.dino_dice.hands import NUMBER_OF, meals, rerolls
from simulators.dino_dice.reference import Player, Situation
from simulators.engine import SimulationJob, outcomes_of
from simulators.errors import PolicyError
from simulators.game import Task
from simulators.policy import Parameter
from simulators.values import integer
from tests.dino_dice.helpers import RULES


def hand(faces: str) -> tuple[int, ...]:
    return counts_of([int(face) for face in faces.split()])


def decide(text: str, faces: str, rolls: int = 1) -> str:
    """What a policy does with these dice: stop, or what it keeps."""
    player = Player(DINO_DICE.policy(text), RULES)
    counts = hand(faces)
    state = player.see(Situation(), counts, rolls)
    if player.stops(state):
        return "stop"
    return " ".join(map(str, faces_of(player.throws(state, rerolls(RULES, counts)).kept)))


def eaten(text: str, faces: str, hungry: int) -> str:
    player = Player(DINO_DICE.policy(text), RULES)
    counts = hand(faces)
    state = player.see(Situation(), counts, 1, hungry)
    meal = player.gives(state, meals(RULES, counts, hungry))
    return " ".join(map(str, faces_of(meal.eaten)))


def play(policy, mode="turn", games=2000, n=1, seed=3, switches=None):
    rules = DINO_DICE.rules(switches=switches)
    policies = (DINO_DICE.policy(policy),) * n
    return SimulationJob(Task(DINO_DICE, mode, rules, policies, seed)).play_chunk(0, games)


@pytest.mark.parametrize(
    ("text", "faces", "answer"),
    [
        ("keep-pairs-up", "6 6 2 4 1", "6 6"),
        ("keep-pairs-up", "1 1 4 5 6", "1 1 5 6"),
        ("keep-pairs-up", "1 2 4", ""),
        ("keep-pairs-up", "2 2 2 4 4", "stop"),  # nothing left to roll
        ("keep-pairs-up", "2 2 5 6", "stop"),
        ("keep-pairs-up", "3 5 6 6", "5 6 6"),
        ("keep-pairs-up", "3 3 3 3 3", "stop"),
        ("keep-pairs-up:loner=none", "1 1 4 5 6", "1 1"),
        ("keep-pairs-up:loner=4", "1 1 4 5 6", "stop"),
        ("keep-pairs-up:herd=3", "1 1 4 5 6", "5 6"),
        ("keep-pairs-up:herd=3,loner=none", "6 6 2 2 2", "2 2 2"),
        ("keep-pairs-up:herd=5,loner=none", "6 6 2 2 2", ""),
        ("stop-at:points=24", "6 6 5 2", "stop"),
        ("stop-at:points=25", "6 6 5 2", "5 6 6"),
        ("stop-at:points=never", "6 6 6 6 5", "stop"),
        ("stop-at:points=never", "6 6 6 6 4", "6 6 6 6"),
        ("stop-at:points=0", "3", "stop"),
        ("one-roll", "1 2 4", "stop"),
        ("one-roll:rolls=2", "1 2 6", "6"),
        ("brave", "6 6 5 5 5", "5 5 5"),
        ("brave", "6 6 5 5 4", "6 6"),
        ("brave", "1 2 4 5 6", "6"),
        ("brave", "3 3", ""),
        ("brave", "6 6 6 6", "stop"),  # four of four dice: nothing to roll
        ("brave", "4 4 4 4 6", "4 4 4 4"),
        ("brave:aim=4", "4 4 4 4 6", "stop"),
        ("brave:aim=3", "6 6 5 5 5", "stop"),
        ("brave", "2 2 2 2 2", "stop"),
        ("brave", "3 3 3 3 3", "stop"),
        ("brave:threes=17", "3 6 6 1", "3 6 6"),
        ("brave:threes=18", "3 6 6 1", "6 6"),
        ("keep-pairs-up:threes=20", "3 6 6 5", "stop"),  # all kept
        ("keep-pairs-up:threes=never", "3 6 6 5", "5 6 6"),
    ],
)
def test_built_in__stops_or_keeps(text, faces, answer):
    assert decide(text, faces) == answer


def test_one_roll__counts_rolls():
    assert decide("one-roll:rolls=2", "1 2 6", rolls=2) == "stop"


@pytest.mark.parametrize(
    ("word", "faces", "hungry", "answer"),
    [
        ("fewest-points", "6 6 2 4 3", 1, "2"),
        ("fewest-points", "1 1 2 4 3", 1, "2"),  # the pair costs 6, the 2 costs 2
        ("fewest-points", "1 1 6 5 3", 1, "5"),
        ("fewest-points", "2 2 2 6 3", 1, "6"),  # a 2 of the triple would cost 12
        ("fewest-points", "6 6 2 3 3", 2, "2 6"),
        ("lowest-face", "1 1 6 5 3", 1, "1"),
        ("lowest-face", "1 1 6 3 3", 2, "1 1"),
        ("loners-first", "1 1 6 5 3", 1, "5"),
        ("loners-first", "1 1 6 6 3", 1, "1"),
        ("loners-first", "1 1 6 3 3", 2, "1 6"),
        ("loners-first", "1 1 1 3 3", 2, "1 1"),
    ],
)
def test_eat__by_word(word, faces, hungry, answer):
    for family in ("keep-pairs-up", "stop-at", "one-roll", "brave"):
        assert eaten(f"{family}:eat={word}", faces, hungry) == answer


def test_eat__fewest_points_leaves_the_most_of_every_hand():
    for counts, hungry in product(HANDS, (1, 2)):
        options = meals(RULES, counts, hungry)
        if options:
            chosen = options[choose_meal("fewest-points", counts, options)]
            assert chosen.points == max(meal.points for meal in options)


def test_keep__never_more_than_there_is():
    for counts in HANDS:
        for kept in (keep_herds(counts, 3, 4), keep_largest(counts)):
            assert all(0 <= less <= more for less, more in zip(kept, counts, strict=True))
            assert kept[2] == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("keep-pairs-up:herd=1", "herd must be an integer from 2 to 5"),
        ("keep-pairs-up:herd=6", "herd must be an integer from 2 to 5"),
        ("keep-pairs-up:loner=7", "loner must be an integer from 1 to 6 or none"),
        ("stop-at:points=-1", "points must be an integer from 0"),
        ("stop-at:points=lots", "points must be"),
        ("one-roll:rolls=0", "rolls must be an integer from 1"),
        ("brave:aim=6", "aim must be an integer from 2 to 5"),
        ("brave:herd=2", "unknown parameter of policy brave 'herd'"),
        ("brave:eat=biggest", "eat must be"),
        ("brave:threes=maybe", "threes must be"),
        ("bravo", "unknown policy 'bravo': choose from brave"),
    ],
)
def test_policy_text__is_refused_by_name(text, reason):
    with pytest.raises(ValueError, match=reason):
        DINO_DICE.policy(text)


def test_every_family__says_what_and_who():
    for family in DINO_DICE.policies.values():
        assert family.summary.endswith(".")
        assert family.source.endswith(".")
        assert set(family.decisions) == {"stop", "eat", "reroll"}
        assert all(parameter.description for parameter in family.parameters)


# --- users' own ---------------------------------------------------------------------------------


def _keep_like_the_built_in(state, options, p):
    for i in range(options.count):
        fits = True
        for face in range(1, 7):
            held = state.counts[face]
            wanted = held if face != 3 and (held >= 2 or face >= 5) else 0
            if options.kept[7 * i + face] != wanted:
                fits = False
        if fits:
            return i
    return 0


def test_user_policy__equals_the_built_in_it_copies():
    @dino_dice.policy(reroll=_keep_like_the_built_in)
    def my_pairs(state, p):
        """Keep pairs and high faces."""
        return (
            state.counts[1] != 1
            and state.counts[2] != 1
            and state.counts[4] != 1
            and state.counts[3] % 5 == 0
        )

    assert my_pairs.name == "my-pairs"
    assert my_pairs.summary == "Keep pairs and high faces."
    assert my_pairs.user_written
    for mode, n in (("turn", 1), ("match", 3)):
        mine, built_in = play(my_pairs, mode, n=n), play("keep-pairs-up", mode, n=n)
        assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in built_in.histograms]


def test_user_policy__default_reroll_keeps_herds():
    @dino_dice.policy
    def bold(state, p):
        return False

    player = Player(bold(), RULES)
    kept = {}
    for faces in ("6 6 2 4 1", "3 6 5 5", "1 2 4", "6 6 5 5", "2 2 2 2 2", "3 3 3 3 3", "3"):
        counts = hand(faces)
        way = player.throws(player.see(Situation(), counts, 1), rerolls(RULES, counts))
        kept[faces] = " ".join(map(str, faces_of(way.kept)))
    assert kept == {
        "6 6 2 4 1": "6 6",
        "3 6 5 5": "5 5",
        "1 2 4": "",
        "6 6 5 5": "5 6 6",  # no rest: what keeps the most points
        "2 2 2 2 2": "2 2 2 2",
        "3 3 3 3 3": "",
        "3": "",
    }


def test_user_policy__default_eat_costs_the_fewest_points():
    @dino_dice.policy(reroll=_keep_like_the_built_in)
    def stop_at_30(state, p):
        if state.points >= 30:
            return True
        return (
            state.counts[1] != 1
            and state.counts[2] != 1
            and state.counts[4] != 1
            and state.counts[3] % 5 == 0
        )

    mine, built_in = play(stop_at_30), play("stop-at:points=30")
    assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in built_in.histograms]


def test_user_policy__sees_its_parameters_in_order():
    @dino_dice.policy(
        name="mine",
        parameters=[
            Parameter("limit", integer(0, 100), 20, "stop from here"),
            Parameter("last", integer(0, 1), 0, "feed the dearest"),
        ],
        eat=lambda state, options, p: options.count - 1 if p[1] > 0 else 0,
    )
    def chosen(state, p):
        return state.points >= p[0]

    assert chosen(limit=15).label == "mine:limit=15"

    @dino_dice.policy
    def fixed(state, p):
        return state.points >= 15

    same, mine, dearest = play(fixed), play(chosen(limit=15)), play(chosen(limit=15, last=1))
    assert [h.pairs() for h in mine.histograms] == [h.pairs() for h in same.histograms]
    assert [h.pairs() for h in dearest.histograms] != [h.pairs() for h in same.histograms]


def test_user_policy__options_are_what_the_hand_offers():
    def eat(state, options, p):
        if options.count < 2 or state.eating < 1 or state.eating > 2:
            return -1
        for i in range(options.count):
            total = 0
            for face in range(1, 7):
                if options.eaten[7 * i + face] > state.counts[face]:
                    return -1
                total += options.eaten[7 * i + face]
            if total != state.eating or options.eaten[7 * i + 3] != 0 or options.eaten[7 * i] != 0:
                return -1
            if i > 0 and options.points[i] > options.points[i - 1]:
                return -1
        return options.count // 2

    def reroll(state, options, p):
        for i in range(options.count):
            total = 0
            for face in range(1, 7):
                if options.kept[7 * i + face] > state.counts[face]:
                    return -1
                total += options.kept[7 * i + face]
            if total + options.dice[i] != state.dice or options.dice[i] < 1:
                return -1
            if i > 0 and options.points[i] > options.points[i - 1]:
                return -1
        return options.count // 2

    @dino_dice.policy(eat=eat, reroll=reroll)
    def checker(state, p):
        total = 0
        for count in state.counts:
            total += count
        if total != state.dice or state.eating != 0 or state.rolls + state.rolls_left != 3:
            return 2
        return len(state.counts) != 7

    assert play(checker, games=20_000).games == 20_000
    assert play(checker, switches={"eats": "showing"}, games=20_000).games == 20_000


def test_user_policy__captured_values_are_used():
    limit = 22

    @dino_dice.policy
    def closure(state, p):
        return state.points >= limit

    @dino_dice.policy
    def literal(state, p):
        return state.points >= 22

    assert play(closure).histograms[0].pairs() == play(literal).histograms[0].pairs()


def test_user_policy__that_keeps_state_is_refused():
    seen = []

    @dino_dice.policy
    def rememberer(state, p):
        seen.append(state.points)
        return len(seen) > 3

    with pytest.raises(TypeError, match="policy rememberer: stop can't be compiled"):
        play(rememberer)


def test_user_policy__wrong_type_is_refused():
    @dino_dice.policy
    def hesitant(state, p):
        return state.points / 75

    with pytest.raises(TypeError, match="policy hesitant: stop must return an integer"):
        play(hesitant)


@pytest.mark.parametrize("mode", ["turn", "match"])
def test_user_policy__illegal_stop_names_policy_and_state(mode):
    @dino_dice.policy
    def muddled(state, p):
        return 2 if state.dice == 4 else 0

    with pytest.raises(PolicyError, match=r"muddled returned 2 for stop.*TurnState\(counts="):
        play(muddled, mode, n=2 if mode == "match" else 1)


@pytest.mark.parametrize("mode", ["turn", "match"])
@pytest.mark.parametrize("index", [-1, 99])
@pytest.mark.parametrize("decision", ["eat", "reroll"])
def test_user_policy__illegal_index_names_policy_and_state(mode, index, decision):
    @dino_dice.policy(**{decision: lambda state, options, p: index})
    def greedy(state, p):
        return False

    with pytest.raises(PolicyError, match=rf"greedy returned {index} for {decision}.*dice="):
        play(greedy, mode, n=2 if mode == "match" else 1)


def test_user_policy__that_raises_names_policy_and_state():
    @dino_dice.policy
    def fragile(state, p):
        return 1 // (state.dice - 4) >= 0

    with pytest.raises(PolicyError, match=r"fragile raised ZeroDivisionError.*dice=4"):
        play(fragile)


def test_user_policy__pickles_with_its_code():
    limit = 26

    @dino_dice.policy
    def traveller(state, p):
        return state.points >= limit

    task = Task(DINO_DICE, "turn", DINO_DICE.rules(), (traveller(),), 9)
    back = pickle.loads(pickle.dumps(task))
    here, there = outcomes_of(task, 0, 50), outcomes_of(back, 0, 50)
    assert all(np.array_equal(here[name], there[name]) for name in here)


def test_user_policy__decisions_must_be_functions():
    with pytest.raises(TypeError, match="reroll must be a function"):
        dino_dice.policy(reroll=3)(lambda state, p: True)


def test_types__of_what_a_policy_sees():
    assert TurnState._fields == (
        *("counts", "hand", "dice", "points", "eating", "rolls", "rolls_left"),
        *("score", "need", "best_opponent", "final_round", "after"),
    )
    assert MealOptions._fields == ("count", "points", "eaten")
    assert RerollOptions._fields == ("count", "points", "dice", "kept")
    assert len(NUMBER_OF) == 461


def test_tables__infinity_never_stops():
    numbers = DINO_DICE.policy("keep-pairs-up").numbers("stop", RULES)
    assert math.isinf(numbers[0]) and math.isinf(numbers[1])
