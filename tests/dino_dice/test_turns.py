"""Single turns of the reference player with scripted dice: worked examples and edge cases."""

from __future__ import annotations

import pytest

from simulators.dino_dice import DINO_DICE, policy
from simulators.dino_dice.reference import Player, Situation
from simulators.engine import outcomes_of
from simulators.errors import PolicyError
from simulators.game import Task
from tests.dino_dice.helpers import RULES, SHOWING, ScriptedDice, tyrant


def play(*rolls, rules=RULES, using="keep-pairs-up", **switches):
    """Play a turn with these rolls; all of them must be used."""
    stream = ScriptedDice(*rolls)
    player = Player(DINO_DICE.policy(using), rules.with_switches(switches))
    result = player.play_turn(stream, 0, Situation())
    assert not stream.rolls
    return result, stream.thrown, player.log


def keep_exactly(*hands: str):
    """A policy that keeps these dice, one hand for each reroll, and never stops."""
    codes = tuple(int(faces.replace(" ", "") or 0) for faces in hands)

    def reroll(state, options, p):
        for i in range(options.count):
            code = 0
            for face in range(1, 7):
                for _ in range(options.kept[7 * i + face]):
                    code = 10 * code + face
            if code == codes[state.rolls - 1]:
                return i
        return -1

    return policy(name="scripted", reroll=reroll)(lambda state, p: state.rolls > len(codes))


def test_turn__worked_example_of_the_source_stopping():
    """6 6 2 4 3: the 3 eats the 2; 4 and 3 are rolled again, 5 2; stop with 24."""
    result, thrown, log = play("6 6 2 4 3", "5 2", using=keep_exactly("6 6"))
    assert thrown == [5, 2]
    assert (result.points, result.eaten, result.rolls, result.herd) == (24, 1, 2, 2)
    text = "\n".join(log)
    assert "eaten: 2; in play: 3 4 6 6" in text
    assert "keeps 6 6 and rolls 2" in text
    assert "ends with 2 5 6 6: 24 points" in text


def test_turn__worked_example_of_the_source_rolling_on():
    result, thrown, _ = play("6 6 2 4 3", "5 2", "6 4", using=keep_exactly("6 6", "6 6"))
    assert thrown == [5, 2, 2]
    assert (result.points, result.eaten, result.rolls, result.herd) == (37, 1, 3, 3)


def test_turn__worked_example_fewer_plant_eaters_than_threes():
    result, thrown, log = play("3 3 3 1 2")
    assert (result.points, result.starved, result.rolls, result.eaten) == (0, 1, 1, 0)
    assert thrown == [5]
    assert "3 must eat, 2 can be eaten: 0 points" in log[-1]


@pytest.mark.parametrize("rules", [RULES, SHOWING])
def test_turn__worked_example_five_threes_are_a_quintet(rules):
    result, thrown, _ = play("3 3 3 3 3", rules=rules)
    assert (result.points, result.starved, result.quintet, result.herd) == (75, 0, 1, 5)
    assert thrown == [5]


def test_turn__worked_example_five_twos():
    result, _, _ = play("2 2 2 2 2")
    assert (result.points, result.quintet, result.starved) == (75, 1, 0)


def test_turn__four_threes_starve():
    result, _, _ = play("3 3 3 3 6")
    assert (result.points, result.starved) == (0, 1)


def test_turn__as_many_plant_eaters_as_threes_are_all_eaten():
    """3 6 1 2 4: the 1 goes; 3 3 6 beside the kept 6: both 6s go, and two 3s are left."""
    result, thrown, log = play("3 6 1 2 4", "3 3 6", "4 5")
    assert thrown == [5, 3, 2]
    assert "eaten: 6 6; in play: 3 3" in "\n".join(log)
    assert (result.points, result.starved, result.eaten) == (9, 0, 3)


def test_turn__where_there_is_no_choice_nobody_is_asked():
    @policy(eat=lambda state, options, p: -1)
    def refuses(state, p):
        return True

    result, _, _ = play("3 6 6 6 6", using=refuses)  # four dice, one kind
    assert (result.points, result.eaten) == (18 + 15, 1)
    with pytest.raises(PolicyError, match="refuses returned -1 for eat"):
        play("3 6 6 6 5", using=refuses)


def test_turn__nothing_but_threes_in_play_scores_nothing_but_is_not_starved():
    result, _, _ = play("3 6 1 2 4", "3 3 6", using="one-roll:rolls=2")
    assert (result.points, result.starved, result.eaten, result.herd) == (0, 0, 3, 0)


def test_turn__kept_dice_are_eaten_by_later_threes():
    """The pair of 6s is kept; two 3s then eat one of them and the 1."""
    result, thrown, log = play("6 6 1 2 4", "3 3 1", using=keep_exactly("6 6"))
    assert thrown == [5, 3]
    assert "eaten: 1 6; in play: 3 3 6" in "\n".join(log)
    assert (result.points, result.eaten) == (6, 2)


def test_turn__kept_herd_feeds_three_threes_or_starves():
    result, _, log = play("6 6 1 2 4", "3 3 3", using=keep_exactly("6 6"))
    assert (result.points, result.starved, result.eaten, result.herd) == (0, 1, 0, 0)
    assert "3 must eat, 2 can be eaten" in "\n".join(log)


def test_turn__eaten_dice_are_out_for_the_rest_of_the_turn():
    """Five dice, then four, then three: nothing that was eaten is ever rolled again."""
    keep = keep_exactly("", "")
    result, thrown, _ = play("3 1 2 4 6", "3 1 2 4", "2 2 2", using=keep)
    assert thrown == [5, 4, 3]
    assert (result.points, result.eaten) == (6 + 15, 2)


def test_turn__a_kept_three_eats_once_or_after_every_roll():
    """3 1 2 4 6: the 3 eats and is kept; after the next roll only `showing` feeds it again."""
    rolls = ("3 1 2 4 6", "5 5 4")
    keep = keep_exactly("3")
    rolled, thrown, _ = play(*rolls, using=keep)
    showing, _, _ = play(*rolls, using=keep, rules=SHOWING)
    assert thrown == [5, 3]
    assert (rolled.points, rolled.eaten) == (5 + 5 + 5 + 4, 1)
    assert (showing.points, showing.eaten) == (5 + 5 + 5, 2)


def test_turn__kept_threes_can_starve_under_showing_only():
    """3 3 1 1 1: two 1s go and a 3 is kept; then 3 6 holds one plant-eater for one 3 or for two."""
    keep = keep_exactly("3")
    rolled, thrown, _ = play("3 3 1 1 1", "3 6", using=keep)
    showing, _, _ = play("3 3 1 1 1", "3 6", using=keep, rules=SHOWING)
    assert thrown == [5, 2]
    assert (rolled.starved, rolled.eaten, rolled.points) == (0, 3, 0)
    assert (showing.starved, showing.eaten, showing.points) == (1, 2, 0)


def test_turn__rolls_are_those_of_the_rules():
    for rolls in (1, 2, 4):
        script = ["1 2 4 5 6", "1 2 4", "1 2 4", "1 2 4"][:rolls]
        result, thrown, _ = play(*script, rolls=rolls)
        assert result.rolls == rolls
        assert thrown == [5, 3, 3, 3][:rolls]


def test_turn__a_quintet_may_be_broken_up_by_a_player_who_wants_to():
    result, thrown, _ = play("2 2 2 2 2", "3", using=keep_exactly("2 2 2 2"))
    assert thrown == [5, 1]
    assert (result.points, result.eaten, result.quintet) == (6 + 15, 1, 0)


def test_turn__five_threes_broken_up():
    result, _, _ = play("3 3 3 3 3", "6", using=keep_exactly("3 3 3 3"))
    assert (result.points, result.starved, result.eaten) == (6, 0, 0)
    result, _, _ = play("3 3 3 3 3", "6", using=keep_exactly("3 3 3 3"), rules=SHOWING)
    assert (result.points, result.starved) == (0, 1)
    result, _, _ = play("3 3 3 3 3", "3", using=keep_exactly("3 3 3 3"), rules=SHOWING)
    assert (result.points, result.quintet) == (75, 1)


def test_turn__the_last_roll_asks_nothing_but_who_is_eaten():
    asked = []

    def eat(state, options, p):
        asked.append(("eat", state.rolls, state.eating, state.rolls_left))
        return 0

    def reroll(state, options, p):
        asked.append(("reroll", state.rolls, state.eating, state.rolls_left))
        return 0

    @policy(eat=eat, reroll=reroll)
    def watcher(state, p):
        asked.append(("stop", state.rolls, state.eating, state.rolls_left))
        return False

    play("3 1 2 4 6", "3", using=watcher, rolls=2)
    assert asked == [("eat", 1, 1, 1), ("stop", 1, 0, 1), ("reroll", 1, 0, 1), ("eat", 2, 1, 0)]


def test_state__shows_the_dice_in_play():
    seen = []

    @policy(eat=lambda state, options, p: seen.append((state, options)) or 0)
    def watcher(state, p):
        seen.append(state)
        return True

    play("3 3 2 6 6", using=watcher)
    (before, options), after = seen
    assert before.counts == (0, 0, 1, 2, 0, 0, 2)
    assert (before.points, before.dice, before.eating) == (2 + 12 + 5, 5, 2)
    assert (options.count, list(options.points)) == (2, [6, 2])
    assert list(options.eaten) == [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2]
    assert after.counts == (0, 0, 0, 2, 0, 0, 1)
    assert (after.points, after.dice, after.eating, after.need) == (6, 3, 0, 150)


def test_readings__no_difference_for_who_never_keeps_a_three():
    """RULES: a player who never keeps a 3 notices no difference between the readings."""
    for choice in DINO_DICE.policies:
        chosen = DINO_DICE.policy(choice)
        ours, theirs = (
            outcomes_of(Task(DINO_DICE, "turn", rules, (chosen,), 8), 0, 20_000)
            for rules in (RULES, SHOWING)
        )
        assert all((ours[name] == theirs[name]).all() for name in ours)
    ours, theirs = (
        outcomes_of(Task(DINO_DICE, "turn", rules, (tyrant(),), 8), 0, 20_000)
        for rules in (RULES, SHOWING)
    )
    assert (ours["points"] != theirs["points"]).mean() > 0.1
