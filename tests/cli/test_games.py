"""`dicelab games`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulators.registry import GAMES, find_game


def test_games__lists_all(dicelab: Callable) -> None:
    answer = dicelab("games")
    assert answer.code == 0
    assert all(name in answer.out for name in GAMES)


def test_games_json__lists_all(dicelab: Callable) -> None:
    assert [game["name"] for game in dicelab("games", "--json").document["games"]] == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_game__shows_everything_that_can_be_chosen(dicelab: Callable, name: str) -> None:
    game = find_game(name)
    out = dicelab("games", name).out
    words = [game.title, game.default_preset, *game.presets, *game.policies, *game.modes]
    words += [switch.name for switch in game.rules_type.switches()]
    words += [p.name for family in game.policies.values() for p in family.parameters]
    words += [
        metric.name
        for mode in game.modes.values()
        for metric in mode.metrics(game.rules(), mode.min_players)
    ]
    assert [word for word in words if word not in out] == []


@pytest.mark.parametrize("name", GAMES)
def test_game_json__defaults_are_accepted_as_written(dicelab: Callable, name: str) -> None:
    game, shown = find_game(name), dicelab("games", name, "--json").document
    switches = {switch: entry["default"] for switch, entry in shown["rules"].items()}
    assert game.rules(switches=switches) == game.rules()
    for policy, entry in shown["policies"].items():
        values = {name: each["default"] for name, each in entry["parameters"].items()}
        assert game.policies[policy].with_values(values) == game.policies[policy]()


@pytest.mark.parametrize("name", GAMES)
def test_game_json__presets_differ_as_told(dicelab: Callable, name: str) -> None:
    game, shown = find_game(name), dicelab("games", name, "--json").document
    for preset, changes in shown["presets"].items():
        assert game.rules(switches=changes) == game.rules(preset)


def test_game__preset_15000_tells_its_differences(dicelab: Callable) -> None:
    changes = dicelab("games", "10000", "--json").document["presets"]["15000"]
    assert changes["finish"] == "exact"
    assert changes["straight"] == "3000"


def test_tables__piped_have_no_trailing_blanks(dicelab: Callable) -> None:
    assert all(line == line.rstrip() for line in dicelab("games", "10000").out.splitlines())
