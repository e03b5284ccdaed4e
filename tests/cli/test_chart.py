"""`dicelab chart`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

SIGNATURES = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
FEW = ("--games", "2000", "--seed", "1")


def test_kinds__are_listed_for_each_game(dicelab: Callable) -> None:
    assert "bank-or-roll" in dicelab("chart", "10000").out
    solitaire = dicelab("chart", "solitaire-dice").out
    assert "marks" in solitaire
    assert "bank-or-roll" not in solitaire


@pytest.mark.parametrize("suffix", SIGNATURES)
def test_file__is_what_its_name_says_and_the_same_again(
    dicelab: Callable, tmp_path: Path, suffix: str
) -> None:
    files = [tmp_path / f"{name}{suffix}" for name in ("first", "second")]
    for file in files:
        answer = dicelab("chart", "10000", "distribution", *FEW, "--out", str(file))
        assert (answer.code, answer.err) == (0, "")
        assert str(file) in answer.out.replace("\n", "")
    first, second = (file.read_bytes() for file in files)
    assert first.startswith(SIGNATURES[suffix])
    assert first == second


@pytest.mark.parametrize(
    ("game", "arguments"),
    [
        ("10000", ["sweep", "--policy", "bank-at", "--vary", "threshold=200:400:100"]),
        ("10000", ["win-matrix", "--policy", "bank-at", "--policy", "race"]),
        ("10000", ["bank-or-roll"]),
        ("15000", ["rates", "--metric", "bust", "--set", "straight=none"]),
        ("solitaire-dice", ["differences", "--policy", "greedy", "--policy", "random"]),
        ("solitaire-dice", ["marks", "--policy", "greedy"]),
    ],
)
def test_chart__of_every_kind_is_drawn(
    dicelab: Callable, tmp_path: Path, game: str, arguments: list[str]
) -> None:
    file = tmp_path / "chart.png"
    assert dicelab("chart", game, *arguments, *FEW, "--out", str(file)).code == 0
    assert file.stat().st_size > 5000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["piechart", "--out", "x.png"], "unknown chart of 10000 'piechart': choose from"),
        (["marks", "--out", "x.png"], "unknown chart of 10000 'marks'"),
        (["rates"], "--out"),
        (["rates", "--out", "x.jpg"], "must end in .png, .svg, .pdf"),
        (["rates", "--out", "/proc/dicelab/x.png"], "/proc/dicelab"),
        (["sweep", "--out", "x.png"], "vary"),
        (["sweep", "--out", "x.png", "--vary", "threshold=5"], "choose from thresholds"),
        (["rates", "--out", "x.png", "--vary", "thresholds=5"], "takes no vary"),
        (["rates", "--out", "x.png", "--metric", "pionts"], "choose from points"),
        (["rates", "--out", "x.png", "--games", "0"], "games must be"),
        (["rates", "--out", "x.png", "--policy", "bank"], "unknown policy"),
        (["rates", "--out", "x.png", "--seed", "-1"], "seed must be"),
    ],
)
def test_chart__bad_input(
    refused: Callable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refused("chart", "10000", *arguments)
    assert list(tmp_path.iterdir()) == []
