"""Built-in policies, decision by decision."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from simulators.engine import outcomes_of
from simulators.killer import ATTACK, HIGHEST, KILLER, PREPARATION, KillerState
from simulators.killer.state import ALONE
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


def test_fives_to_finish__goes_on_only_where_that_all_but_ends_the_draw():
    assert kept("fives-to-finish", 6, 6, 6, 5, 5, 1) == [6, 6, 6, 5, 5]
    assert kept("fives-to-finish", 6, 6, 6, 5, 1, 1) == [6, 6, 6]
    assert kept("fives-to-finish", 5, 5, 5, 2) == [5, 5, 5]
    assert kept("fives-to-finish", 5, 5, 5, 4) == [5, 5, 5, 4]
    assert kept("fives-to-finish", 5, 5, 2, 2) == [5]
    assert kept("fives-to-finish", 4, 4) == [4, 4]
    assert kept("fives-to-finish", 6, 3) == [6]


def test_fives_to_finish__with_many_dice_beside_the_sixes_all_or_nothing():
    assert kept("fives-to-finish", 6, 5, 5, 5, 5, 1) == [6]
    assert kept("fives-to-finish", 6, 5, 5, 5, 5, 4) == [6, 5, 5, 5, 5, 4]
    assert kept("fives-to-finish:few=6", 6, 5, 5, 5, 5, 1) == [6, 5, 5, 5, 5]
    assert kept("fives-to-finish:left=0", 5, 5, 2) == [5]
    assert kept("fives-to-finish:last=never", 6, 6, 4) == [6, 6]


def test_fives_to_finish__may_roll_on_rather_than_attack_with_nothing():
    text = "fives-to-finish:beyond_30=yes"
    assert kept(text, 6, 4, aside=20, phase=ATTACK) == [6]
    assert kept(text, 6, 4, aside=20) == [6, 4]
    assert kept(text, 6, 4, aside=21, phase=ATTACK) == [6, 4]
    assert kept(text, 5, 5, aside=20, phase=ATTACK) == [5, 5]
    assert kept(text, 4, aside=26, phase=ATTACK) == [4]


def test_optimal_fight__plays_for_the_life_points_that_count():
    """With hardly any life left, a sure 30 is safer than the hope of strength; else it isn't."""
    state = {"aside": 21, "phase": ATTACK, "players": 2, "alive": 2, "life": 0}
    safe = kept("optimal-fight", 5, 4, **state, lives=(0, 30, *(-1,) * 6))
    assert safe == [5, 4]
    state["life"] = 30
    assert kept("optimal-fight", 5, 4, **state, lives=(30, 30, *(-1,) * 6)) == [5]


def test_optimal_fight__draws_for_what_the_other_drew():
    second = {"players": 2, "alive": 2, "seat": 1}
    low = kept("optimal-fight", 5, 4, aside=20, **second, lives=(29, 0, *(-1,) * 6))
    assert low == [5]
    high = kept("optimal-fight", 5, 4, aside=20, **second, lives=(28, 0, *(-1,) * 6))
    assert high == [5, 4]


def test_optimal_fight__counts_the_strongest_opponent_only():
    text = "optimal-fight:target=weakest"
    assert ask(text, "target", AT_TABLE) == 1
    assert ask("optimal-fight", "target", AT_TABLE) == 4
    many = AT_TABLE._replace(lives=(1000, 9, 12, -4, 25, -1, -1, -1), hits=1, dealt=6)
    assert ask("optimal-fight", "again", many) == 1


def test_highest_only__sets_one_aside():
    assert kept("highest-only", 6, 6, 6, 6) == [6]


def test_best_draw__two_dice_by_hand():
    """A last die is worth 3.5: keep both from a second 4 on."""
    assert kept("best-draw", 6, 4, aside=20) == [6, 4]
    assert kept("best-draw", 6, 3, aside=20) == [6]
    assert kept("best-draw", 4, 4, aside=20) == [4, 4]


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
        # The solved fight knows by itself when to stop.
        shared = {"target"} if family.name == "optimal-fight" else {"target", "repeat"}
        assert shared <= {parameter.name for parameter in family.parameters}
