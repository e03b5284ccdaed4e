"""`dicelab replay` tells the game that the run counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulators.registry import GAMES, find_game

SOLO = [
    (name, mode.name)
    for name in GAMES
    for mode in find_game(name).modes.values()
    if not mode.is_match
]


@pytest.mark.parametrize(("game", "mode"), SOLO)
def test_replays__of_all_games_give_the_run(dicelab: Callable, game: str, mode: str) -> None:
    common = ("--seed", "7", "--mode", mode, "--json")
    run = dicelab("simulate", game, "--games", "5", *common).document
    replays = [dicelab("replay", game, "--game", str(i), *common).document for i in range(5)]
    for metric, pairs in run["distribution"].items():
        told = sorted(replay["outcome"][metric] for replay in replays)
        assert told == [value for value, count in pairs for _ in range(count)]


@pytest.mark.parametrize("seats", ["rotate", "fixed"])
def test_replays__of_matches_give_the_run(dicelab: Callable, seats: str) -> None:
    common = ("--seed", "7", "--policy", "bank-at", "--policy", "race", "--seats", seats, "--json")
    run = dicelab("match", "10000", "--games", "5", *common).document
    replays = [dicelab("replay", "10000", "--game", str(i), *common).document for i in range(5)]
    told = sorted(replay["outcome"]["result"] for replay in replays)
    assert told == [v for v, count in run["distribution"]["result"] for _ in range(count)]


def test_table__holds_log_and_outcome(dicelab: Callable) -> None:
    document = dicelab("replay", "10000", "--seed", "1", "--game", "3", "--json").document
    out = dicelab("replay", "10000", "--seed", "1", "--game", "3").out
    assert all(line in out for line in document["log"])
    assert f"points{document['outcome']['points']:>13,}".split() in [
        line.split() for line in out.splitlines()
    ]
    assert document["game_index"] == 3
    assert document["status"] == "finished"


def test_truncated__is_told(dicelab: Callable) -> None:
    # Every die scores, so no roll busts and who never banks rolls until the cap.
    endless = ("--policy", "always-roll", "--set", "singles=50/50/50/50/50/50")
    arguments = ("replay", "10000", *endless, "--seed", "1", "--game", "0")
    assert dicelab(*arguments, "--json").document["status"] == "truncated"
    assert "counts as truncated" in dicelab(*arguments).out


def test_kernel__that_plays_otherwise_is_reported(
    dicelab: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simulators import engine

    def others(task: object, first: int, games: int) -> dict[str, list[int]]:
        outcomes = original(task, first, games)
        return {**outcomes, "points": outcomes["points"] + 50}

    original = engine.outcomes_of
    monkeypatch.setattr(engine, "outcomes_of", others)
    with pytest.raises(RuntimeError, match="differently"):
        dicelab("replay", "10000", "--seed", "1", "--game", "3")
