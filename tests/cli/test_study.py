"""`dicelab study`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analysis.study import solitaire_dice

ONE = ("study", "--only", "solitaire-dice", "--games", "300")


def test_study__writes_pages_that_pass_their_check(dicelab: Callable, tmp_path: Path) -> None:
    answer = dicelab(*ONE, "--out", str(tmp_path))
    assert answer.code == 0
    assert str(tmp_path / "README.md") in answer.out
    page = (tmp_path / "solitaire-dice" / "README.md").read_text()
    assert "](win-rates.png)" in page
    assert dicelab("study", "--out", str(tmp_path), "--check").code == 0


def test_check__of_an_altered_file_is_refused(
    dicelab: Callable, refused: Callable, tmp_path: Path
) -> None:
    dicelab(*ONE, "--out", str(tmp_path))
    (tmp_path / "solitaire-dice" / "policies.csv").write_text("mine\n")
    assert "policies.csv" in refused("study", "--out", str(tmp_path), "--check")


def test_interrupt__publishes_nothing_half_counted(
    dicelab: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = solitaire_dice.simulate

    def cut_short(*arguments: Any, **given: Any) -> Any:
        run = original(*arguments, **given)
        run.interrupted = True
        return run

    monkeypatch.setattr(solitaire_dice, "simulate", cut_short)
    answer = dicelab(*ONE, "--out", str(tmp_path))
    assert answer.code == 130
    assert answer.err.endswith("interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "games must be"),
        (["--seed", "x"], "--seed must be"),
        (["--seed", "-1"], "seed must be"),
        (["--workers", "0"], "workers must be"),
        (["--only", "solitaire"], "choose from solitaire-dice"),
        (["--out", "/proc/dicelab"], "/proc/dicelab"),
        (["--check", "--out", "nowhere"], "nowhere"),
    ],
)
def test_study__bad_input(
    refused: Callable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refused("study", *arguments)
