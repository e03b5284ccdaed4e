"""`dicelab bound`: what it prints and refuses, on a game of two rolls."""

from __future__ import annotations

from collections.abc import Callable

SHORT = [
    "bound", "solitaire-dice", "--set", "reject_faces=1", "--set", "reject_marks=2",
    "--set", "par_marks=1", "--set", "cap_marks=2", "--games", "20", "--width", "50",
]  # fmt: skip


def test_bound__says_limit_and_where_it_comes_from(dicelab: Callable) -> None:
    answer = dicelab(*SHORT, "--seed", "4")
    assert answer.code == 0 and answer.err == ""
    assert "No policy has a larger expected score than" in answer.out
    assert "20 games of seed 4" in answer.out
    assert "without error of sampling" in answer.out


def test_bound_json__is_the_same_for_any_number_of_workers(dicelab: Callable) -> None:
    one, two = (
        dicelab(*SHORT, "--seed", "4", "--json", "--workers", workers).document
        for workers in ("1", "2")
    )
    assert one == two
    assert 86.4 < one["limit"] <= one["relaxed"]
    assert (one["objective"], one["unit"], one["games"]) == ("mean", "points", 20)


def test_bound__refusals(refused: Callable) -> None:
    assert "unknown objective of bound 'max'" in refused(*SHORT, "--objective", "max")
    assert "marathon has no bound" in refused("bound", "marathon")
    assert "games must be" in refused(*SHORT[:2], "--games", "none")
