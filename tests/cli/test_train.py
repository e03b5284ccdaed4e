"""`dicelab train`: the file it writes, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from simulators.solitaire_dice import LearnedValue


def test_train__writes_a_value_that_loads(dicelab: Callable, tmp_path: Path) -> None:
    path = tmp_path / "mean.npz"
    told = dicelab(
        "train", "solitaire-dice", "--games", "60", "--seed", "4", "--out", str(path), "--json"
    ).document
    value = LearnedValue.load(path)
    assert told["digest"] == value.digest and told["objective"] == "mean"
    assert value.made["games"] == 60 and value.made["seed"] == 4
    assert not list(tmp_path.glob("*.checkpoint"))
    win = tmp_path / "win.npz"
    answer = dicelab(
        "train", "solitaire-dice", "--objective", "win", "--start", str(path), "--games", "50",
        "--seed", "4", "--set", "target=300", "--out", str(win),
    )  # fmt: skip
    assert answer.code == 0 and "win of solitaire-dice, seed 4" in answer.out
    assert LearnedValue.load(win).rules.target == 300


def test_train__refusals(refused: Callable, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "x.npz"))
    assert "only solitaire-dice does" in refused("train", "killer", *out)
    assert "unknown objective 'most'" in refused(
        "train", "solitaire-dice", "--objective", "most", *out
    )
    assert "must end in .npz" in refused("train", "solitaire-dice", "--out", str(tmp_path / "x"))
    start = tmp_path / "start.npz"
    start.write_text("nothing")
    assert "holds no learned value" in refused(
        "train", "solitaire-dice", "--objective", "win", "--start", str(start), *out
    )
