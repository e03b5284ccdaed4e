"""`dicelab compare`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

THREE = ("--policy", "greedy", "--policy", "random", "--policy", "few-sums")
COMPARE = ("compare", "solitaire-dice", *THREE, "--games", "2000", "--seed", "1")


def test_json__has_a_row_per_pair_and_metric(dicelab: Callable) -> None:
    document = dicelab(*COMPARE, "--json").document
    assert document["policies"] == ["greedy", "random", "few-sums"]
    rows = [row for row in document["rows"] if row["metric"] == "score"]
    assert [(row["policy_a"], row["policy_b"]) for row in rows] == [
        ("greedy", "random"), ("greedy", "few-sums"), ("random", "few-sums"),
    ]  # fmt: skip
    for row in rows:
        assert row["mean_difference"] == pytest.approx(row["mean_a"] - row["mean_b"])
        assert row["ci_low"] < row["mean_difference"] < row["ci_high"]
        assert "Holm" in row["correction"]


def test_metric__picks_the_rows(dicelab: Callable, tmp_path: Path) -> None:
    file = tmp_path / "score.csv"
    document = dicelab(*COMPARE, "--metric", "score", "--out", str(file), "--json").document
    assert {row["metric"] for row in document["rows"]} == {"score"}
    assert set(pd.read_csv(file)["metric"]) == {"score"}


def test_table__has_a_line_per_pair(dicelab: Callable) -> None:
    out = dicelab(*COMPARE, "--metric", "score").out
    assert "greedy − random" in out
    assert "Holm over 3 pairs" in out


def test_equal_policies__in_effect_differ_by_nothing(dicelab: Callable) -> None:
    # Counters are multiples of 50, so both thresholds ask for the same.
    policies = ("--policy", "bank-at:threshold=301", "--policy", "bank-at:threshold=350")
    answer = dicelab("compare", "10000", *policies, "--games", "1000", "--json")
    (row,) = (row for row in answer.document["rows"] if row["metric"] == "points")
    assert (row["mean_difference"], row["equal"], row["p_value"]) == (0, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--policy"),
        (["--policy", "greedy"], "at least 2 policies"),
        (["--policy", "greedy", "--policy", "greedy"], "greedy is there twice"),
        (["--policy", "greedy", "--policy", "greddy"], "choose from greedy"),
        ([*THREE, "--metric", "scor"], "choose from score"),
        ([*THREE, "--metric", "reject_faces"], "category"),
        ([*THREE, "--games", "-5"], "games must be"),
        ([*THREE, "--out", "table.txt"], "must end in"),
    ],
)
def test_compare__bad_input(refused: Callable, arguments: list[str], words: str) -> None:
    assert words in refused("compare", "solitaire-dice", *arguments)
