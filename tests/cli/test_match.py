"""`dicelab match`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

TWO = ("--policy", "bank-at:threshold=300", "--policy", "bank-at:threshold=1000")
FEW = ("--games", "2000", "--seed", "1")


@pytest.mark.parametrize("game", ["10000", "15000"])
def test_json__holds_at_least_what_is_promised(dicelab: Callable, game: str) -> None:
    document = dicelab("match", game, *TWO, *FEW, "--json").document
    assert document["game"] == game
    assert document["policies"] == ["bank-at:threshold=300", "bank-at:threshold=1000"]
    assert document["seed"] == 1
    assert document["games"] == 2000
    assert "target" in document["rules"]
    lost = document["truncated"] + document["no_winner"]
    assert sum(document["wins"]) + document["draws"] + lost == 2000
    assert [sum(seats) for seats in document["by_seat"]] == document["wins"]


def test_seats__rotate_unless_fixed(dicelab: Callable) -> None:
    rotated = dicelab("match", "10000", *TWO, *FEW, "--json").document
    fixed = dicelab("match", "10000", *TWO, *FEW, "--seats", "fixed", "--json").document
    assert all(wins > 0 for seats in rotated["by_seat"] for wins in seats)
    assert fixed["by_seat"][0][1] == 0
    assert fixed["by_seat"][1][0] == 0
    assert fixed["seats"] == "fixed"


def test_table__names_every_policy(dicelab: Callable) -> None:
    out = dicelab("match", "10000", *TWO, *FEW).out
    rows = [line.split()[0] for line in out.splitlines() if line.startswith("bank-at")]
    assert rows == ["bank-at:threshold=300", "bank-at:threshold=1000"]


def test_duplicate__of_solitaire_dice_is_a_match(dicelab: Callable) -> None:
    policies = ("--policy", "greedy", "--policy", "random")
    document = dicelab("match", "solitaire-dice", *policies, *FEW, "--json").document
    assert document["wins"][0] > document["wins"][1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--policy"),
        (["--policy", "bank-at"], "takes 2 to 6 policies, not 1"),
        (["--policy", "bank-at"] * 7, "takes 2 to 6 policies, not 7"),
        ([*TWO, "--seats", "mixed"], "rotate or fixed"),
        ([*TWO, "--mode", "turn"], "match"),
        ([*TWO, "--games", "0"], "games must be"),
        (["--policy", "bank-at", "--policy", "nobody"], "unknown policy 'nobody'"),
    ],
)
def test_match__bad_input(refused: Callable, arguments: list[str], words: str) -> None:
    assert words in refused("match", "10000", *arguments)
