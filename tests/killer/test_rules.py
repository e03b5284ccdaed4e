"""The switches of Killer, and what is refused."""

from __future__ import annotations

import pytest

from simulators.killer import KILLER, KillerRules
from tests.killer.helpers import task


def test_defaults__are_the_sources_game():
    assert KILLER.rules().as_dict() == {"repeat": "same_strength", "steal": False, "players": None}
    assert KILLER.rules("killer") == KillerRules()


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"repeat": "twice"}, "switch repeat must be same_strength or same_damage or new_strength"),
        ({"steal": "maybe"}, "switch steal must be yes or no"),
        ({"players": 1}, "switch players must be an integer from 2 to 8 or any, not 1"),
        ({"players": 9}, "switch players must be an integer from 2 to 8"),
        ({"players": "some"}, "switch players must be"),
        ({"dice": 6}, "unknown switch 'dice': choose from"),
    ],
)
def test_switches__are_refused_by_name(switches, reason):
    with pytest.raises(ValueError, match=reason):
        KILLER.rules(switches=switches)


def test_switches__wrong_types_are_refused():
    with pytest.raises(TypeError, match="switch steal must be yes or no"):
        KillerRules(steal=1)
    with pytest.raises(TypeError, match="switch repeat must be"):
        KillerRules(repeat=None)
    with pytest.raises(TypeError, match="switch players must be"):
        KillerRules(players=2.5j)


def test_switches__text_and_values_are_the_same():
    text = KILLER.rules(switches={"repeat": "none", "steal": "yes", "players": "4"})
    assert text == KillerRules(repeat="none", steal=True, players=4)
    assert KILLER.rules(switches={"players": "any"}).players is None


@pytest.mark.parametrize("n", [1, 9])
def test_match__number_of_players_is_checked(n):
    with pytest.raises(ValueError, match=rf"killer match takes 2 to 8 policies, not {n}"):
        task("match", ["keep-sixes"] * n)


def test_match__number_of_players_must_be_that_of_the_switch():
    task("match", ["keep-sixes"] * 3, {"players": 3})
    with pytest.raises(ValueError, match="takes 3 policies where the switch players is 3, not 2"):
        task("match", ["keep-sixes"] * 2, {"players": 3})


def test_alone__the_number_of_players_does_not_matter():
    for mode in ("draw", "attack"):
        assert task(mode, ["keep-sixes"], {"players": 5}).replay(0)
        with pytest.raises(ValueError, match=f"killer {mode} takes 1 policy, not 2"):
            task(mode, ["keep-sixes"] * 2)
