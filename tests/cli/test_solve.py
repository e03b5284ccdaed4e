"""`dicelab solve` and `dicelab advise`: what they print and refuse, on the toy and on every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from simulators import registry
from simulators.registry import GAMES, find_game


@pytest.fixture(autouse=True)
def exact_toy() -> Iterator[None]:
    registry.GAMES["toy"] = "tests.analysis.toy_exact:EXACT_TOY"
    yield
    registry.GAMES.pop("toy", None)


def test_solve__says_value_details_and_policy(dicelab: Callable) -> None:
    answer = dicelab("solve", "toy", "--objective", "turn", "--option", "total=3")
    assert answer.code == 0
    assert "Most expected points in a turn" in answer.out
    assert "bank at: 20" in answer.out
    assert "bank-at:threshold=20" in answer.out
    assert "20 states" in answer.out


def test_solve_json__prints_the_whole_answer(dicelab: Callable) -> None:
    document = dicelab("solve", "toy", "--json").document
    assert document["game"] == "toy" and document["objective"] == "turn"
    assert document["rules"] == {"bust": True, "head_start": 0}
    assert document["value"] == pytest.approx(8.14, abs=0.01)
    assert (document["states"], document["residual"]) == (20, 0)
    assert document["seconds"] >= 0 and document["exact"] is True


def test_solve__refusals(refused: Callable) -> None:
    assert "unknown objective of toy 'x'" in refused("solve", "toy", "--objective", "x")
    assert "option total must be" in refused("solve", "toy", "--option", "total=many")
    assert "--option takes name=value" in refused("solve", "toy", "--option", "total")
    assert "switch bust must be yes" in refused("solve", "toy", "--set", "bust=no", "--json")
    assert "--simple takes neither" in refused("solve", "toy", "--simple", "--objective", "turn")
    assert "unknown game 'to'" in refused("solve", "to")


def test_solve_simple__lists_rules_of_thumb(dicelab: Callable) -> None:
    assert "Stop from 15 on." in dicelab("solve", "toy", "--simple").out
    document = dicelab("solve", "toy", "--simple", "--json").document
    (rule,) = document["rules_of_thumb"]
    assert rule["policy"] == "bank-at:threshold=15" and rule["loss"] > 0


@pytest.mark.parametrize("arguments", [["--total", "12"], ["--total=12"]])
def test_advise__ranks_actions(dicelab: Callable, arguments: list[str]) -> None:
    answer = dicelab("advise", "toy", *arguments)
    assert answer.code == 0
    assert answer.out.startswith("Total 12\n")
    assert answer.out.index("roll") < answer.out.index("stop")
    assert "All values are exact." in answer.out


def test_advise__estimates_show_their_errors(dicelab: Callable) -> None:
    answer = dicelab("advise", "toy", "--objective", "guess", "--games", "1e2", "--total", "12")
    assert "13.00 ± 0.01" in answer.out or "± 0.01" in answer.out
    assert "Rolled by nobody." in answer.out and "exact" not in answer.out


def test_advise_json__every_action_with_its_plain_form(dicelab: Callable) -> None:
    document = dicelab("advise", "toy", "--total", "12", "--json").document
    assert document["position"] == "Total 12" and document["exact"] is True
    assert [action["stop"] for action in document["actions"]] == [False, True]
    assert document["actions"][0]["cost"] == 0


def test_advise__without_a_position_tells_what_it_asks(dicelab: Callable) -> None:
    out = dicelab("advise", "toy").out
    assert "--total" in out and "points in the turn" in out
    assert "dicelab advise toy --total 12" in out


def test_advise__refusals(refused: Callable) -> None:
    assert "total can't be 1" in refused("advise", "toy", "--total", "1")
    assert "--total needs a value" in refused("advise", "toy", "--total")
    assert "--total is given twice" in refused("advise", "toy", "--total", "3", "--total", "4")
    assert "not 'twelve'" in refused("advise", "toy", "--total", "twelve")
    assert "not 'stray'" in refused("advise", "toy", "stray")
    assert "unknown part of a position 'tot'" in refused("advise", "toy", "--tot", "3")
    assert "games must be" in refused("advise", "toy", "--total", "3", "--games", "none")
    assert "--seed must be" in refused("advise", "toy", "--total", "3", "--seed", "x")


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).adviser])
def test_advise__every_example_of_every_game_works(dicelab: Callable, name: str) -> None:
    adviser = find_game(name).adviser
    assert adviser is not None and adviser.examples
    for example in adviser.examples:
        answer = dicelab("advise", name, *example.split(), "--games", "200")
        assert answer.code == 0, (example, answer.err)
        assert "costs" in answer.out


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).objectives])
def test_games__shows_what_can_be_solved_and_asked(dicelab: Callable, name: str) -> None:
    game, out = find_game(name), dicelab("games", name).out
    for objective in game.objectives.values():
        assert f"{objective.name}: {objective.summary}" in " ".join(out.split())
    for question in game.adviser.questions if game.adviser else ():
        assert question.name in out
