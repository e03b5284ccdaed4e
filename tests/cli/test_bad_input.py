"""Every mistake of the user's: one sentence on standard error, exit code 2, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Refused = Callable[..., str]

FEW = ("--games", "100", "--seed", "1")


def test_game__unknown_lists_nearest_first(refused: Refused) -> None:
    sentence = refused("simulate", "solitare-dice", *FEW)
    assert sentence.startswith("unknown game 'solitare-dice': choose from solitaire-dice, ")
    assert "10000" in sentence


def test_command__unknown_lists_nearest_first(refused: Refused) -> None:
    assert refused("simulat").startswith("unknown command 'simulat': choose from simulate, ")


def test_option__unknown_names_what_is_near(refused: Refused) -> None:
    assert "--games" in refused("simulate", "10000", "--gaems", "5")


def test_game__missing(refused: Refused) -> None:
    assert "GAME" in refused("simulate")


def test_policy__unknown_lists_nearest_first(refused: Refused) -> None:
    sentence = refused("simulate", "10000", "--policy", "bank-att", *FEW)
    assert sentence.startswith("unknown policy 'bank-att': choose from bank-at, ")
    assert "race" in sentence


def test_preset__unknown_lists_those_there_are(refused: Refused) -> None:
    sentence = refused("simulate", "solitaire-dice", "--preset", "sakson", *FEW)
    assert "sakson" in sentence
    assert "choose from sackson, brettspielwelt" in sentence


def test_switch__unknown_lists_nearest_first(refused: Refused) -> None:
    sentence = refused("simulate", "10000", "--set", "straigt=none", *FEW)
    assert "unknown switch 'straigt': choose from straight, " in sentence


def test_parameter__unknown_lists_nearest_first(refused: Refused) -> None:
    sentence = refused("simulate", "10000", "--policy", "bank-at:treshold=300", *FEW)
    assert "parameter of policy bank-at 'treshold': choose from threshold, " in sentence


def test_mode__unknown_lists_those_there_are(refused: Refused) -> None:
    assert "turn" in refused("simulate", "10000", "--mode", "turns", *FEW)


def test_mode_option__unknown_lists_nearest_first(refused: Refused) -> None:
    assert "choose from counter, " in refused("simulate", "10000", "--option", "conter=5", *FEW)


@pytest.mark.parametrize("games", ["0", "-1", "1.5", "many", "nan", "inf", "1e99", "", "0x10"])
def test_games__must_be_a_positive_whole_number(refused: Refused, games: str) -> None:
    sentence = refused("simulate", "10000", "--games", games)
    assert sentence.startswith("games must be a whole number from 1")
    assert repr(games) in sentence


@pytest.mark.parametrize("games", ["1000", "1_000", "1e3", "1E3", "10e2"])
def test_games__is_read_in_every_spelling(dicelab: Callable, games: str) -> None:
    answer = dicelab("simulate", "10000", "--games", games, "--seed", "1", "--json")
    assert answer.document["games"] == 1000


@pytest.mark.parametrize("seed", ["-1", "1.5", "x", str(2**64)])
def test_seed__must_be_a_seed(refused: Refused, seed: str) -> None:
    sentence = refused("simulate", "10000", "--games", "10", "--seed", seed)
    assert "seed must be an integer from 0 to 2**64 - 1" in sentence


@pytest.mark.parametrize("workers", ["0", "-2", "two"])
def test_workers__must_be_a_positive_whole_number(refused: Refused, workers: str) -> None:
    assert "workers must be" in refused("simulate", "10000", *FEW, "--workers", workers)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("target=-5", "target must be"),
        ("target=many", "target must be"),
        ("straight=1.5", "straight must be"),
        ("finish=never", "last_round or exact"),
        ("set_aside=some", "all or choose"),
        ("four_and_pair_is_three_pairs=maybe", "yes or no"),
        ("singles=100/50", "6 values"),
        ("opening=20000", "opening"),
        ("play_on=20000", "play_on"),
        ("target", "--set takes name=value"),
        ("=5", "--set takes name=value"),
    ],
)
def test_switch__out_of_range_wrong_type_or_impossible(
    refused: Refused, setting: str, words: str
) -> None:
    assert words in refused("simulate", "10000", "--set", setting, *FEW)


def test_switch__given_twice(refused: Refused) -> None:
    twice = ("--set", "straight=none", "--set", "straight=500")
    assert "straight twice" in refused("simulate", "10000", *twice, *FEW)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("10000", ["four_and_pair_is_three_pairs=yes", "three_pairs=none"]),
        ("15000", ["target=14999"]),
        (
            "10000",
            [
                "singles=0", "three_of_a_kind=0", "four_of_a_kind=0", "five_of_a_kind=0",
                "six_of_a_kind=0", "straight=none", "three_pairs=none",
            ],
        ),
        ("solitaire-dice", ["cap_marks=3"]),
    ],
)  # fmt: skip
def test_rules__impossible_combination(refused: Refused, game: str, settings: list[str]) -> None:
    chosen = [part for setting in settings for part in ("--set", setting)]
    assert len(refused("simulate", game, *chosen, *FEW)) > 20


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("bank-at:threshold=-50", "threshold must be"),
        ("bank-at:threshold=300.5", "threshold must be"),
        ("bank-at:threshold=high", "threshold must be"),
        ("bank-at:threshold", "expected parameter=value"),
        ("bank-at:threshold=300,threshold=400", "given twice"),
        ("bank-at-dice:thresholds=300/250", "6 values"),
        ("bank-at:threshold=nan", "threshold must be"),
        ("", "unknown policy"),
    ],
)
def test_parameter__out_of_range_or_wrong_type(refused: Refused, policy: str, words: str) -> None:
    assert words in refused("simulate", "10000", "--policy", policy, *FEW)


def test_threshold__between_multiples_of_50_means_at_least(dicelab: Callable) -> None:
    # No counter lies between 300 and 350, so both thresholds ask for the same.
    answers = [
        dicelab("simulate", "10000", "--policy", f"bank-at:threshold={t}", *FEW, "--json")
        for t in (301, 350)
    ]
    first, second = (answer.document["distribution"] for answer in answers)
    assert first == second


@pytest.mark.parametrize("until", ["points", "points=0", "points=-1", "pionts=5", "points=nan"])
def test_until__must_be_metric_and_half_width(refused: Refused, until: str) -> None:
    assert "points" in refused("simulate", "10000", *FEW, "--until", until)


def test_simulate__of_a_match_is_refused(refused: Refused) -> None:
    sentence = refused("simulate", "10000", "--mode", "match", *FEW)
    assert "takes 2 to 6 policies, not 1" in sentence


def test_out__that_is_a_file_is_refused(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.write_text("mine")
    assert str(file) in refused("simulate", "10000", *FEW, "--out", str(file))
    assert file.read_text() == "mine"


def test_out__that_cannot_be_made_is_refused(refused: Refused) -> None:
    # Not even root can make a folder there.
    assert "/proc/dicelab" in refused("simulate", "10000", *FEW, "--out", "/proc/dicelab")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "5"], "--seed"),
        (["--seed", "1"], "--game"),
        (["--seed", "1", "--game", "-1"], "--game must be a whole number from 0"),
        (["--seed", "1", "--game", "1.5"], "--game must be a whole number from 0"),
        (["--seed", "1", "--game", "1", "--policy", "none"], "unknown policy"),
        (["--seed", "1", "--game", "1", "--seats", "mine"], "rotate or fixed"),
    ],
)
def test_replay__bad_input(refused: Refused, arguments: list[str], words: str) -> None:
    assert words in refused("replay", "10000", *arguments)
