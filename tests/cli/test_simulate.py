"""`dicelab simulate`, and what it shares with the Python interface."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from analysis import simulate
from analysis.cli.output import plain
from tests.cli.conftest import Answer

FEW = ("--games", "2000", "--seed", "0")


def test_json__holds_at_least_what_is_promised(dicelab: Callable) -> None:
    document = dicelab("simulate", "solitaire-dice", *FEW, "--json").document
    assert document["game"] == "solitaire-dice"
    assert document["rules"]["target"] == 500
    assert document["policy"] == "tuned"
    assert document["seed"] == 0
    assert document["games"] == 2000
    assert set(document["metrics"]["win"]) >= {"mean", "std_error", "ci_low", "ci_high"}
    for pairs in document["distribution"].values():
        assert sum(count for _, count in pairs) + document["truncated"] == 2000
    wanted = {"score", "win", "rolls", "free_rolls", "sums_opened", "sums_completed"}
    assert wanted <= set(document["metrics"])


def test_json__is_that_of_the_python_interface(dicelab: Callable) -> None:
    document = dicelab("simulate", "10000", *FEW, "--json").document
    assert document == plain(simulate("10000", games=2000, seed=0).as_dict())
    assert set(document["metrics"]) == {"points", "bust", "rolls", "hot_dice"}


def test_json__of_one_game_has_null_for_what_is_undefined(dicelab: Callable) -> None:
    answer = dicelab("simulate", "10000", "--games", "1", "--json")
    assert answer.document["metrics"]["points"]["std_error"] is None
    assert "NaN" not in answer.out


def test_table__of_one_game_has_no_nan(dicelab: Callable) -> None:
    out = dicelab("simulate", "10000", "--games", "1").out
    assert "nan" not in out.lower()
    assert "±" in out


def test_seed__zero_is_a_seed_and_none_is_drawn_and_recorded(dicelab: Callable) -> None:
    drawn = dicelab("simulate", "10000", "--games", "2000", "--json").document
    again = dicelab("simulate", "10000", "--games", "2000", "--seed", str(drawn["seed"]), "--json")
    assert again.document == drawn
    zero = dicelab("simulate", "10000", *FEW, "--json").document
    assert zero["seed"] == 0
    assert zero["distribution"] != drawn["distribution"]


def test_workers__never_change_the_document(dicelab: Callable) -> None:
    answers = {
        dicelab("simulate", "10000", *FEW, "--workers", workers, "--json").out
        for workers in ("1", "2", "3", "1e1")
    }
    assert len(answers) == 1


def test_rules_policy_mode_and_options__reach_the_run(dicelab: Callable) -> None:
    document = dicelab(
        "simulate", "10000", *FEW, "--json", "--preset", "15000", "--set", "straight=none",
        "--policy", "bank-at:threshold=450", "--mode", "turn", "--option", "counter=300",
        "--option", "dice=2", "--option", "score=700",
    ).document  # fmt: skip
    assert document["rules"]["straight"] is None
    assert document["rules"]["target"] == 15000
    assert document["policy"] == "bank-at:threshold=450"
    assert document["options"] == {
        "score": "700",
        "counter": "300",
        "dice": "2",
        "busts": "0",
    }


def test_mode_target__counts_turns(dicelab: Callable) -> None:
    document = dicelab("simulate", "10000", *FEW, "--mode", "target", "--json").document
    assert document["metrics"]["turns"]["mean"] > 10


def test_until__stops_early_and_is_met(dicelab: Callable) -> None:
    arguments = ("simulate", "10000", "--games", "1e8", "--seed", "1", "--until", "points=5")
    document = dicelab(*arguments, "--json").document
    points = document["metrics"]["points"]
    assert (points["ci_high"] - points["ci_low"]) / 2 <= 5
    assert 1000 <= document["games"] < 10**8


def test_until__that_takes_more_games_is_told(dicelab: Callable) -> None:
    assert "takes more games" in dicelab("simulate", "10000", *FEW, "--until", "points=0.1").out
    enough = ("--games", "1e6", "--seed", "1", "--until", "points=50")
    assert "takes more games" not in dicelab("simulate", "10000", *enough).out


def test_out__is_carried_on(dicelab: Callable, tmp_path: Path) -> None:
    out = ("--seed", "5", "--out", str(tmp_path / "new"), "--json")
    dicelab("simulate", "10000", "--games", "1000", *out)
    more = dicelab("simulate", "10000", "--games", "3000", *out).document
    whole = dicelab("simulate", "10000", "--games", "3000", "--seed", "5", "--json").document
    assert more == whole


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
@pytest.mark.parametrize("harm", ["altered", "truncated"])
def test_out__damaged_is_refused(
    dicelab: Callable, refused: Callable, tmp_path: Path, suffix: str, harm: str
) -> None:
    command = ("simulate", "10000", "--games", "1000", "--seed", "5", "--out", str(tmp_path))
    dicelab(*command)
    (file,) = tmp_path.glob(f"*{suffix}")
    data = bytearray(file.read_bytes())
    if harm == "truncated":
        file.write_bytes(data[: len(data) // 2])
    else:
        position = data.index(b'"games"') + 9 if suffix == ".json" else len(data) // 2
        data[position] ^= 1
        file.write_bytes(data)
    assert file.stem.split(".")[0][:20] in refused(*command)


def test_table__shows_rates_in_percent_and_names_rules(dicelab: Callable) -> None:
    out = dicelab("simulate", "10000", *FEW, "--set", "straight=none").out
    assert "rules 10000, straight=none" in out
    assert "seed 0" in out
    assert any("bust" in line and " %" in line for line in out.splitlines())


def test_truncated__all_games_are_told_not_hidden(dicelab: Callable) -> None:
    # Every die scores, so no roll busts and who never banks rolls until the cap.
    endless = ("--policy", "always-roll", "--set", "singles=50/50/50/50/50/50")
    arguments = ("simulate", "10000", *endless, "--games", "300", "--seed", "1")
    answer = dicelab(*arguments)
    assert answer.code == 0
    assert "300 games (300 truncated)" in answer.out
    assert answer.err.startswith("warning: ")
    document = dicelab(*arguments, "--json").document
    assert document["truncated"] == document["games"] == 300
    assert document["metrics"]["points"]["mean"] is None
    assert document["distribution"]["points"] == []


def test_interrupt__outside_a_run_is_130(
    dicelab: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analysis.simulate", interrupt)
    assert dicelab("simulate", "10000") == Answer(130, "", "interrupted\n")


def test_interrupt__that_shows_as_an_error_of_the_compiler_is_130(
    dicelab: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise ValueError("no compiled object yet")

    monkeypatch.setattr("analysis.simulate", interrupt)
    assert dicelab("simulate", "10000") == Answer(130, "", "interrupted\n")
