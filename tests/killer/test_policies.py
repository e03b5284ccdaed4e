"""Built-in policies, decision by decision, and policies that users write."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest

from simulators import killer
from simulators.engine import SimulationJob, outcomes_of
from simulators.errors import PolicyError
from simulators.killer import ATTACK, HIGHEST, KILLER, PREPARATION, KillerRules, KillerState
from simulators.killer.state import ALONE
from simulators.policy import Parameter
from simulators.values import integer
from tests.killer.helpers import TARGETS, task

#: Seat 2 of five is to move; seat 3 is out.
AT_TABLE = ALONE._replace(
    phase=ATTACK,
    strength=3,
    seat=2,
    players=5,
    alive=4,
    life=12,
    last_attacker=0,
    lives=(25, 9, 12, -4, 25, -1, -1, -1),
    order=(0, 4, 2, 1, 3, -1, -1, -1),
)


def ask(text: str, decision: str, state: KillerState) -> int:
    policy = KILLER.policy(text)
    return policy.decide(decision, state, numbers=policy.numbers(decision, KILLER.rules()))


def kept(text: str, *faces: int, **changes) -> list[int]:
    """Which of the faces shown a policy sets aside."""
    shown = sorted(faces, reverse=True)
    state = ALONE._replace(faces=(*shown, *[0] * (6 - len(shown))), dice=len(shown), **changes)
    choice = ask(text, "keep", state)
    return [face for i, face in enumerate(shown) if choice >> i & 1]


def play(policy, mode="draw", games=2000, switches=None, n=1, seed=3):
    return SimulationJob(task(mode, [policy] * n, switches, seed)).play_chunk(0, games)


def counts(tally):
    return [histogram.pairs() for histogram in tally.histograms]


# --- what to set aside ----------------------------------------------------------------------------


def test_keep_sixes__every_six_or_the_highest():
    assert kept("keep-sixes", 6, 6, 5, 5, 1, 2) == [6, 6]
    assert kept("keep-sixes", 5, 5, 4, 4) == [5]
    assert kept("keep-sixes", 6, 6, 6, 6, 6, 6) == [6] * 6
    assert kept("keep-sixes", 1) == [1]


def test_keep_at_least__reads_the_vector_die_by_die():
    text = "keep-at-least:minimum=6/6/6/5/5/4"
    assert kept(text, 6, 5, 5, 5, 5, 5) == [6]
    assert kept(text, 6, 6, 6, 5, 5, 4) == [6, 6, 6, 5, 5, 4]
    assert kept(text, 6, 6, 6, 5, 4, 4) == [6, 6, 6, 5]
    assert kept(text, 5, 5, 3) == [5, 5]
    assert kept(text, 5, 5, 4) == [5, 5, 4]
    assert kept(text, 5, 4) == [5, 4]
    assert kept(text, 5, 3) == [5]


def test_keep_at_least__only_the_highest_where_none_reaches_the_minimum():
    text = "keep-at-least:minimum=6/6/6/5/5/4"
    assert kept(text, 5, 5, 5, 4, 4, 4) == [5]
    assert kept(text, 4, 4) == [4]
    assert kept(text, 2) == [2]


def test_keep_at_least__bounds_of_the_vector():
    assert kept("keep-at-least:minimum=1", 3, 2, 1, 1, 1, 1) == [3, 2, 1, 1, 1, 1]
    for faces in ((6, 6, 5), (5, 5, 5, 1)):
        assert kept("keep-at-least:minimum=6", *faces) == kept("keep-sixes", *faces)


def test_highest_only__sets_one_aside():
    assert kept("highest-only", 6, 6, 6, 6) == [6]


def test_best_draw__two_dice_by_hand():
    """A last die is worth 3.5: keep both from a second 4 on."""
    assert kept("best-draw", 6, 4) == [6, 4]
    assert kept("best-draw", 6, 3) == [6]
    assert kept("best-draw", 4, 4) == [4, 4]


def test_best_draw__attacks_for_strength_and_prepares_for_the_sum():
    """With 21 aside, 5 and 4 make a sure 30, of no strength: rolling the 4 again may make some."""
    state = {"aside": 21, "phase": ATTACK}
    assert kept("best-draw:weight=1000", 5, 4, **state) == [5]
    assert kept("best-draw:weight=1", 5, 4, **state) == [5, 4]
    assert kept("best-draw:weight=1000", 5, 4, aside=21, phase=PREPARATION) == [5, 4]


def test_random__every_set_is_equally_likely():
    numbers = KILLER.policy("random").numbers("keep")
    generator = np.random.default_rng(5)
    for dice in (1, 2, 4, 6):
        state = ALONE._replace(dice=dice, faces=(6,) * dice + (0,) * (6 - dice))
        sets = 2**dice - 1
        found = Counter(
            KILLER.policy("random").decide(
                "keep", state._replace(noise=int(noise)), numbers=numbers
            )
            for noise in generator.integers(0, 2**63, 200 * sets)
        )
        assert set(found) == set(range(1, sets + 1))
        if sets > 1:
            chi = sum((n - 200) ** 2 / 200 for n in found.values())
            assert chi < sets - 1 + 4.5 * (2 * (sets - 1)) ** 0.5
    for noise in (0, 2**63 - 1):
        state = ALONE._replace(dice=6, faces=(6,) * 6, noise=noise)
        assert ask("random", "keep", state) == (63 if noise else 1)


def test_state__highest_is_a_set_of_the_first_dice():
    assert tuple(2**k - 1 for k in range(7)) == HIGHEST


# --- whom to attack, and whether again ------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "seat"), [("weakest", 1), ("strongest", 4), ("next-seat", 4), ("last-attacker", 0)]
)
def test_target__each_word_finds_its_opponent(word, seat):
    # Both 0 and 4 have 25: the next in seat order after seat 2 is 4; seat 3 is out.
    assert ask(f"keep-sixes:target={word}", "target", AT_TABLE) == seat


def test_target__ties_go_to_the_next_in_seat_order():
    equal = AT_TABLE._replace(lives=(9, 9, 12, -4, 9, -1, -1, -1))
    for word in ("weakest", "strongest", "next-seat"):
        assert ask(f"keep-sixes:target={word}", "target", equal) == 4


def test_target__last_attacker_falls_back_on_the_next_seat():
    state = AT_TABLE._replace(last_attacker=-1)
    assert ask("keep-sixes:target=last-attacker", "target", state) == 4


def test_target__random_reaches_every_opponent_alike():
    found = Counter(
        ask("keep-sixes:target=random", "target", AT_TABLE._replace(noise=int(noise)))
        for noise in np.random.default_rng(6).integers(0, 2**63, 3000)
    )
    assert set(found) == {0, 1, 4}
    assert all(abs(n - 1000) < 4.5 * 26 for n in found.values())
    assert ask("keep-sixes:target=random", "target", AT_TABLE._replace(noise=0)) == 4
    assert ask("keep-sixes:target=random", "target", AT_TABLE._replace(noise=2**63 - 1)) == 1


@pytest.mark.parametrize("word", TARGETS)
def test_target__is_always_an_opponent_still_in(word):
    for seat in range(5):
        for out in range(5):
            if out == seat:
                continue
            lives = [10 + i for i in range(5)]
            lives[out] = -1
            state = AT_TABLE._replace(
                seat=seat, lives=(*lives, -1, -1, -1), last_attacker=-1, noise=2**62 + 12345
            )
            target = ask(f"keep-sixes:target={word}", "target", state)
            assert target in range(5)
            assert target not in (seat, out)


def test_again__from_own_life_points():
    assert ask("keep-sixes", "again", AT_TABLE) == 1
    assert ask("keep-sixes:repeat=12", "again", AT_TABLE) == 1
    assert ask("keep-sixes:repeat=13", "again", AT_TABLE) == 0
    assert ask("keep-sixes:repeat=never", "again", AT_TABLE) == 0
    assert ask("keep-sixes:repeat=always", "again", AT_TABLE._replace(life=0)) == 1


def test_again__never_repeating_is_only_a_weak_policy():
    """Under the default switch another attack costs nothing."""
    found = outcomes_of(task("match", ["keep-sixes", "keep-sixes:repeat=never"]), 0, 20_000)
    wins = (found["result"] // 2 == 1).mean()
    assert wins > 0.55


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("keep-at-least:minimum=1/2/3", "minimum must be 6 values"),
        ("keep-at-least:minimum=0", "minimum must be an integer from 1 to 6"),
        ("keep-at-least:minimum=6/6/6/5/5/7", "minimum must be an integer from 1 to 6"),
        ("keep-sixes:target=me", "target must be weakest or strongest or next-seat or random"),
        ("keep-sixes:repeat=-1", "repeat must be an integer from 0"),
        ("keep-sixes:repeat=often", "repeat must be"),
        ("best-draw:weight=-1", "weight must be a number from 0 to 1000"),
        ("keep-six", "unknown policy 'keep-six': choose from keep-sixes"),
        ("keep-sixes:minimum=5", "unknown parameter of policy keep-sixes 'minimum'"),
    ],
)
def test_policy_text__is_refused_by_name(text, reason):
    with pytest.raises(ValueError, match=reason):
        KILLER.policy(text)


def test_every_family__says_what_and_who():
    for family in KILLER.policies.values():
        assert family.summary.endswith(".")
        assert family.source.endswith(".")
        assert set(family.decisions) == {"keep", "target", "again"}
        assert {"target", "repeat"} <= {parameter.name for parameter in family.parameters}


# --- users' own -----------------------------------------------------------------------------------


def test_user_policy__equals_the_built_in_it_copies():
    @killer.policy
    def sixes_only(state, p):
        """Keep sixes."""
        k = 1
        while k < state.dice and state.faces[k] == 6:
            k += 1
        return HIGHEST[k]

    assert sixes_only.name == "sixes-only"
    assert sixes_only.summary == "Keep sixes."
    assert sixes_only.user_written
    for mode, n in (("draw", 1), ("attack", 1), ("match", 3)):
        mine, built_in = play(sixes_only, mode, 300, n=n), play("keep-sixes", mode, 300, n=n)
        assert counts(mine) == counts(built_in)


def test_user_policy__sees_its_parameters_in_order():
    def target(state, p):
        return (state.seat + int(p[1])) % state.players

    @killer.policy(
        name="mine",
        parameters=[
            Parameter("least", integer(1, 6), 5, "least face to keep"),
            Parameter("step", integer(1, 2), 1, "whom to attack"),
        ],
        target=target,
    )
    def chosen(state, p):
        k = 1
        while k < state.dice and state.faces[k] >= p[0]:
            k += 1
        return HIGHEST[k]

    assert chosen(least=6).label == "mine:least=6"
    assert counts(play(chosen(least=6))) == counts(play("keep-sixes"))
    assert counts(play(chosen())) != counts(play("keep-sixes"))
    # With two seats a step of 2 names the player himself.
    with pytest.raises(PolicyError, match=r"mine:.*step=2 returned . for target, the player's own"):
        play(chosen(step=2), "match", n=2)


def test_user_policy__may_set_aside_any_dice():
    @killer.policy
    def lowest(state, p):
        return 1 << (state.dice - 1)

    tally = play(lowest)
    assert dict(tally.histograms[2].pairs()) == {6: 2000}
    mean = sum(value * count for value, count in tally.histograms[0].pairs()) / 2000
    assert abs(mean - (42 - 29.1664)) < 0.5  # the mirror image of highest-only


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (0, "returned 0 for keep, which sets no die aside in state KillerState"),
        (-1, "returned -1 for keep, which must be from 1 to 63 with 6 dice"),
        (64, "returned 64 for keep, which must be from 1 to 63 with 6 dice"),
    ],
)
@pytest.mark.parametrize(("mode", "n"), [("draw", 1), ("attack", 1), ("match", 2)])
def test_user_policy__illegal_keep_names_policy_and_state(choice, reason, mode, n):
    @killer.policy
    def idle(state, p):
        return choice

    with pytest.raises(PolicyError, match=f"policy idle {reason}"):
        play(idle, mode, n=n)


def test_user_policy__keeping_a_die_that_was_not_rolled():
    @killer.policy
    def greedy(state, p):
        return HIGHEST[4]

    with pytest.raises(PolicyError, match=r"greedy returned 15 for keep.*from 1 to 3 with 2 dice"):
        play(greedy, games=5000)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (lambda state, p: state.seat, "the player's own seat"),
        (lambda state, p: -1, "no seat at the table"),
        (lambda state, p: 3, "no seat at the table"),
        (lambda state, p: 99, "no seat at the table"),
    ],
)
def test_user_policy__illegal_target_names_policy_and_state(target, reason):
    @killer.policy(target=target)
    def wild(state, p):
        return HIGHEST[1]

    with pytest.raises(PolicyError, match=rf"wild returned -?\d+ for target, {reason}: it must be"):
        play(wild, "match", n=3)


def test_user_policy__attacking_a_player_who_is_out():
    @killer.policy(target=lambda state, p: 0 if state.seat != 0 else 1)
    def stubborn(state, p):
        return HIGHEST[1]

    with pytest.raises(PolicyError, match="the seat of a player who is out: it must be"):
        play(stubborn, "match", n=4)


def test_user_policy__illegal_again_names_policy_and_state():
    @killer.policy(again=lambda state, p: 2)
    def keen(state, p):
        return HIGHEST[1]

    for mode, n in (("attack", 1), ("match", 2)):
        with pytest.raises(PolicyError, match="keen returned 2 for again, which must be 0 or 1"):
            play(keen, mode, n=n)
    play(keen, "match", switches={"repeat": "none"}, n=2)  # nobody is asked


def test_user_policy__that_raises_names_policy_and_state():
    @killer.policy
    def fragile(state, p):
        return HIGHEST[1 + 0 // (state.dice - 2)]

    with pytest.raises(PolicyError, match=r"fragile raised ZeroDivisionError.*dice=2"):
        play(fragile)


def test_user_policy__wrong_type_is_refused():
    @killer.policy
    def hesitant(state, p):
        return state.dice / 2

    with pytest.raises(TypeError, match="policy hesitant: keep must return an integer"):
        play(hesitant)
    with pytest.raises(TypeError, match="again must be a function"):
        killer.policy(again=3)(lambda state, p: 1)


def test_user_policy__lists_can_be_read_in_loops():
    @killer.policy
    def looper(state, p):
        total = 0
        for face in state.faces:
            total += face
        for life in state.lives:
            if life > total:
                return HIGHEST[1]
        return HIGHEST[min(2, state.dice)]

    played = task("match", [looper, "random"])
    found = outcomes_of(played, 0, 20)
    for game in range(20):
        replay = played.replay(game)
        assert {name: int(values[game]) for name, values in found.items()} == {
            "status": 0,
            **replay.outcome,
        }


def test_user_policy__pickles_with_its_code():
    most = 2

    @killer.policy
    def traveller(state, p):
        return HIGHEST[min(most, state.dice)]

    played = task("attack", [traveller()], KillerRules(repeat="none"))
    back = pickle.loads(pickle.dumps(played))
    here, there = outcomes_of(played, 0, 50), outcomes_of(back, 0, 50)
    assert all(np.array_equal(here[name], there[name]) for name in here)


def test_types__of_what_a_policy_sees():
    assert KillerState._fields == (
        *("phase", "faces", "dice", "aside", "rolls", "strength", "hits", "dealt", "seat"),
        *("players", "alive", "life", "last_attacker", "lives", "order", "noise"),
    )
