"""Draws and attack turns of the reference player with scripted dice: every clause of the rules."""

from __future__ import annotations

import pytest

from simulators.killer import HIGHEST, KILLER, policy
from simulators.killer.limits import MAX_HITS
from simulators.killer.reference import Dice, Player, Progress, Table
from simulators.killer.reference_match import play_draw
from tests.killer.helpers import RULES, ScriptedDice, attack, keep_all, sum_of

MISS = "1 1 2 2 1 1"


def draw(*rolls, using="keep-sixes"):
    stream = ScriptedDice(*rolls)
    replay = play_draw(RULES, KILLER.policy(using), stream)
    assert not stream.rolls
    return replay, stream.thrown


# --- drawing a sum ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roll", "total", "strength"),
    [("2 2 3 3 6 6", 22, -8), ("4 4 5 5 6 6", 30, 0), ("6 6 6 6 6 6", 36, 6)],
)
def test_draw__worked_examples(roll, total, strength):
    replay, thrown = draw(roll, using=keep_all)
    assert replay.outcome == {"sum": total, "strength": strength, "rolls": 1}
    assert thrown == [6]


def test_draw__rolls_the_dice_that_are_not_aside():
    replay, thrown = draw("6 6 1 2 3 4", "5 5 4 1", "6 2 6", "3")
    assert thrown == [6, 4, 3, 1]
    assert replay.outcome["sum"] == 12 + 5 + 12 + 3
    assert "sets aside 6 6; 12 points, 4 dice left" in replay.lines[1]


def test_draw__takes_six_rolls_at_most():
    replay, thrown = draw("5 4 3 2 1 1", "5 4 3 2 1", "4 3 2 1", "3 2 1", "2 1", "1")
    assert thrown == [6, 5, 4, 3, 2, 1]
    assert replay.outcome == {"sum": 20, "strength": -10, "rolls": 6}


def test_draw__any_dice_may_be_set_aside():
    """Not only the highest: the rules ask for at least one, of the player's choice."""

    @policy
    def middle(state, p):
        return 0b0110 if state.dice > 2 else HIGHEST[state.dice]

    replay, thrown = draw("6 5 4 3 2 1", "6 1 2 6", "6 1", using=middle)
    assert thrown == [6, 4, 2]
    assert replay.outcome["sum"] == (5 + 4) + (6 + 2) + 7


def test_draw__dice_are_shown_highest_first():
    seen = []

    @policy
    def watcher(state, p):
        seen.append((state.faces, state.dice, state.aside, state.rolls, state.phase))
        return HIGHEST[3]

    draw("1 6 2 5 3 4", "2 6 4", using=watcher)
    assert seen == [((6, 5, 4, 3, 2, 1), 6, 0, 1, 0), ((6, 4, 2, 0, 0, 0), 3, 15, 2, 0)]


# --- attacking ----------------------------------------------------------------------------------


def test_attack__worked_example_strength_four_does_eight():
    result, table, _ = attack([30, 30], sum_of(34), "4 4 5 5 6 6", MISS)
    assert (result.strength, result.dealt, result.hits) == (4, 8, 1)
    assert table.lives == [30, 22]


def test_attack__negative_strength_costs_as_much():
    result, table, _ = attack([30, 30], sum_of(22))
    assert (result.strength, result.loss, result.dealt, result.hits) == (-8, 8, 0, 0)
    assert table.lives == [22, 30]


def test_attack__strength_zero_does_nothing():
    result, table, _ = attack([30, 30], sum_of(30))
    assert (result.strength, result.loss, result.dealt, result.rolls) == (0, 0, 0, 1)
    assert table.lives == [30, 30]


def test_attack__a_miss_ends_the_turn():
    result, table, log = attack([30, 30], sum_of(36), "1 2 3 4 5 5")
    assert (result.hits, table.lives) == (0, [30, 30])
    assert log[-1].endswith("a miss")


def test_elimination__zero_plays_on():
    _, table, _ = attack([30, 8], sum_of(34), "4 4 5 5 6 6", MISS)
    assert table.lives[1] == 0
    assert table.alive == [0, 1]
    _, table, _ = attack([30, 7], sum_of(34), "4 4 5 5 6 6")
    assert table.lives[1] == -1
    assert (table.alive, table.places) == ([0], {1: 2})


def test_elimination__by_ones_own_loss():
    _, table, log = attack([8, 30], sum_of(22))
    assert (table.lives[0], table.alive) == (0, [0, 1])
    _, table, log = attack([7, 30], sum_of(22))
    assert (table.alive, table.places) == ([1], {0: 2})
    assert "is out" in log[-1]


def test_elimination__the_turn_goes_on_against_those_left():
    _, table, _ = attack([30, 3, 20], sum_of(34), "4 1 1 1 1 1", "4 4 1 1 1 1", MISS)
    assert table.lives == [30, -1, 12]
    assert table.places == {1: 3}


def test_elimination__with_the_last_opponent_the_turn_ends():
    """No further roll, and the policy isn't asked."""

    @policy(again=lambda state, p: 5)
    def never_asked(state, p):
        return HIGHEST[state.dice]

    attack([30, 3], sum_of(34), "4 1 1 1 1 1", using=never_asked)


def test_all_six__everybody_else_loses():
    result, table, _ = attack([30, 30, 12, 11], sum_of(32), "2 2 2 2 2 2", "1 1 1 1 1 1")
    assert result.dealt == 36
    assert table.lives == [30, 18, 0, -1]
    assert table.places == {3: 4}


def test_all_six__those_who_fall_together_share_a_place_and_the_attacker_is_left():
    result, table, _ = attack([1, 5, 6, 7], sum_of(32), "2 2 2 2 2 2")
    assert table.alive == [0]
    assert table.places == {1: 2, 2: 2, 3: 2}
    _, table, _ = attack([1, 5, 20, 7], sum_of(32), "2 2 2 2 2 2", MISS.replace("2", "1"))
    assert table.places == {1: 3, 3: 3}


def test_all_six__those_who_are_out_are_not_hit_again():
    result, table, _ = attack([30, -3, 20], sum_of(32), "2 2 2 2 2 2", "1 1 1 1 1 1")
    assert (result.dealt, table.lives) == (12, [30, -3, 8])


def test_repeat__same_strength_rolls_anew():
    result, table, _ = attack([30, 30], sum_of(34), "4 4 4 1 1 1", "4 1 1 1 1 1", MISS)
    assert (result.hits, result.dealt, result.rolls) == (2, 16, 4)


def test_repeat__same_damage_does_the_first_hits_damage():
    result, table, _ = attack(
        [30, 36], sum_of(34), "4 4 4 1 1 1", "4 1 1 1 1 1", MISS, repeat="same_damage"
    )
    assert (result.hits, result.dealt) == (2, 24)


def test_repeat__same_damage_to_everyone_with_all_six():
    result, table, _ = attack(
        [30, 30, 30],
        sum_of(31),
        "1 1 6 6 6 6",
        "1 1 1 1 1 1",
        "6 6 6 6 6 6",
        repeat="same_damage",
    )
    assert result.dealt == 2 + 2 * 2
    assert sorted(table.lives) == [26, 28, 30]


def test_repeat__new_strength_draws_again():
    result, table, _ = attack(
        [30, 30],
        *(sum_of(34), "4 4 1 1 1 1"),
        *(sum_of(31), "1 4 4 4 4 4"),
        sum_of(27),
        repeat="new_strength",
    )
    assert (result.strength, result.hits, result.dealt, result.loss) == (4, 2, 9, 3)
    assert table.lives == [27, 21]


def test_repeat__new_strength_may_eliminate_the_attacker():
    result, table, _ = attack([2, 30], sum_of(34), "4 4 1 1 1 1", sum_of(27), repeat="new_strength")
    assert (table.lives, table.alive) == ([-1, 22], [1])


def test_repeat__new_strength_of_zero_ends_the_turn():
    result, _, _ = attack([30, 30], sum_of(34), "4 4 1 1 1 1", sum_of(30), repeat="new_strength")
    assert (result.hits, result.loss) == (1, 0)


def test_repeat__none_ends_the_turn():
    result, _, _ = attack([30, 30], sum_of(34), "4 4 1 1 1 1", repeat="none")
    assert (result.hits, result.dealt) == (1, 8)


def test_repeat__never_is_the_policys_choice():
    @policy(again=lambda state, p: False)
    def modest(state, p):
        return HIGHEST[state.dice]

    result, _, log = attack([30, 30], sum_of(34), "4 4 1 1 1 1", using=modest)
    assert (result.hits, log[-1].strip()) == (1, "stops")


def test_repeat__names_an_opponent_anew():
    @policy(target=lambda state, p: 1 + state.hits % 2)
    def alternating(state, p):
        return HIGHEST[state.dice]

    _, table, _ = attack(
        [30, 30, 30], sum_of(34), "4 1 1 1 1 1", "4 4 1 1 1 1", MISS, using=alternating
    )
    assert table.lives == [30, 26, 22]


def test_steal__adds_the_damage():
    _, table, _ = attack([30, 30], sum_of(34), "4 4 1 1 1 1", MISS, steal=True)
    assert table.lives == [38, 22]


def test_steal__once_for_each_opponent_hit():
    _, table, _ = attack([30, 30, 5, -2], sum_of(32), "2 2 2 2 2 2", "1 1 1 1 1 1", steal=True)
    assert table.lives == [54, 18, -7, -2]


def test_steal__is_there_before_the_next_loss():
    _, table, _ = attack(
        [2, 30], sum_of(34), "4 4 1 1 1 1", sum_of(22), repeat="new_strength", steal=True
    )
    assert table.lives == [2, 22]


def test_state__of_target_and_again():
    seen = []

    def target(state, p):
        seen.append(("target", state))
        return 2

    def again(state, p):
        seen.append(("again", state))
        return True

    @policy(target=target, again=again)
    def watcher(state, p):
        return HIGHEST[state.dice]

    attack([9, 30, 30], sum_of(34), "4 4 1 1 1 1", MISS, using=watcher, last_hit={0: 1}, steal=True)
    assert [name for name, _ in seen] == ["target", "again", "target"]
    first, second, third = (state for _, state in seen)
    assert (first.strength, first.hits, first.dealt, first.rolls) == (4, 0, 0, 1)
    assert (first.faces, first.dice, first.aside) == ((0,) * 6, 0, 34)
    assert (first.life, first.last_attacker, first.alive, first.players) == (9, 1, 3, 3)
    assert first.order == (1, 2, 0, -1, -1, -1, -1, -1)
    assert (second.hits, second.dealt, second.rolls, second.life) == (1, 8, 2, 17)
    assert second.lives == (17, 30, 22, -1, -1, -1, -1, -1)
    assert third == second


def test_state__an_attacker_who_is_out_is_not_shown():
    seen = []

    @policy(target=lambda state, p: 2)
    def watcher(state, p):
        seen.append(state.last_attacker)
        return HIGHEST[state.dice]

    attack([30, -1, 30], sum_of(30), using=watcher, last_hit={0: 1})
    attack([30, 5, 30], sum_of(30), using=watcher, last_hit={0: 1})
    attack([30, 5, 30], sum_of(30), using=watcher)
    assert seen == [-1, 1, -1]


def test_endless_turn__is_cut():
    rolls = [sum_of(31), *["1 6 6 6 6 6"] * MAX_HITS]
    result, _, log = attack([30, 10**6], *rolls)
    assert (result.ending, result.hits, result.dealt) == ("endless", MAX_HITS, MAX_HITS)
    assert f"cut after {MAX_HITS} hits" in log[-1]


def test_preparation__shows_those_who_drew_before():
    seen = []

    @policy
    def watcher(state, p):
        seen.append((state.phase, state.lives[:3], state.order[0], state.life, state.alive))
        return HIGHEST[state.dice]

    player = Player(watcher(), RULES, [])
    player.draw(Table([33, 0, 0]), 1, Dice(ScriptedDice(sum_of(25)), 1), Progress())
    assert seen == [(0, (33, 0, 0), -1, 0, 3)]
