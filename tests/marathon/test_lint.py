"""What a designer is told about the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from analysis import lint
from simulators.engine import outcomes_of
from simulators.marathon import MARATHON, MarathonRules, dead_ends
from simulators.registry import GAMES, find_game
from tests.cli.conftest import dicelab  # noqa: F401
from tests.marathon.helpers import RULES, task


def test_dead_ends__published_rules_leave_players_stuck():
    found = dead_ends(RULES)
    assert found.policy == "greedy"
    assert set(found.dead) == RULES.dead
    assert found.stuck == pytest.approx(0.127307, abs=1e-6)
    assert list(found.at) == [(10, 10), (100, 110), (1000, 1110)]
    assert sum(found.at.values()) == pytest.approx(found.stuck)
    assert found.repair == (11, 111, 1111)


def test_dead_ends__how_often_and_where_is_what_happens():
    runs = 200_000
    left = 42_195 - outcomes_of(task("solo", ["greedy"]), 0, runs)["distance"]
    for (low, high), chance in dead_ends(RULES).at.items():
        count = ((left >= low) & (left <= high)).sum()
        assert abs(count - runs * chance) < 4.5 * (runs * chance) ** 0.5


def test_dead_ends__from_where_is_what_happens():
    found = dead_ends(RULES)
    worst = max(found.from_here, key=found.from_here.get)
    rules = MarathonRules(distance=worst)
    stuck = outcomes_of(task("solo", ["greedy"], rules), 0, 50_000)["stuck"].mean()
    chance = found.from_here[worst]
    assert chance > 2 * found.stuck
    assert abs(stuck - chance) < 4.5 * (chance * (1 - chance) / 50_000) ** 0.5


def test_dead_ends__lines_say_how_often_and_where():
    lines = dead_ends(RULES).lines
    assert "123 distances left (10, 100-110 and 1000-1110)" in lines[0]
    assert (
        "greedy gets stuck in 12.7 % of runs: 4.53 % at 10 m, 4.17 % at 1000 to 1110 m" in lines[1]
    )
    assert "2651 m left" in lines[2]
    assert "without a winner in 1.62 % of matches" in lines[3]
    assert "dice_from=11/111/1111" in lines[4]


def test_dead_ends__another_policy_and_other_rules():
    safe = dead_ends(RULES, MARATHON.policy("safe"))
    assert safe.stuck == 0
    assert safe.lines[1].endswith("gets stuck in 0 % of runs.")
    assert dead_ends(MARATHON.rules("no-dead-ends")).lines == (
        "No distance is dead: from everywhere some rolls lead to the finish.",
    )
    short = dead_ends(MarathonRules(distance=11))
    assert "from 1 distance left (10)" in short.lines[0]
    assert short.stuck == 0


def test_dead_ends__two_blunderers_mostly_are_out():
    found = dead_ends(RULES, MARATHON.policy("blunder"))
    assert found.lost > 0.99 > found.stuck


def test_lint__by_name_and_switches():
    assert lint("marathon") == list(dead_ends(RULES).lines)
    assert "21,097" not in lint("marathon", switches={"distance": 21_097})[0]
    assert "gets stuck in 0 %" in lint("marathon", "lookahead")[1]
    assert lint("marathon", preset="no-dead-ends")[0].startswith("No distance is dead")
    with pytest.raises(ValueError, match="flips coins"):
        lint("marathon", "random")
    with pytest.raises(ValueError, match="unknown preset"):
        lint("marathon", preset="nosuch")


def test_lint__of_a_game_without_it_is_empty():
    without = [name for name in GAMES if find_game(name).lint is None]
    assert without
    assert all(lint(name) == [] for name in without)


def test_games__shows_the_notes(dicelab: Callable) -> None:  # noqa: F811
    out = " ".join(dicelab("games", "marathon").out.split())
    assert "123 distances left" in out
    assert dicelab("games", "marathon", "--json").document["notes"] == lint("marathon")
