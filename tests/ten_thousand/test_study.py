"""The part of the chapter on the best play: what it says follows from the data."""

from __future__ import annotations

import pytest

from analysis.study.chapter import Chapter, Effort
from analysis.study.ten_thousand_best import QUESTIONS, say_best_play


@pytest.fixture(scope="module")
def chapter() -> Chapter:
    found = Chapter("10000", "10000: bank or roll?")
    say_best_play(Effort(20_000, 1, workers=1), found)
    return found


def test_best_play__exact_and_simulated_agree(chapter):
    values = chapter.tables["best-play"]
    assert list(values["question"]) == [words for words, *_ in QUESTIONS]
    played = values.dropna(subset=["simulated"])
    assert len(played) == 9
    off = (played["simulated"] - played["value"]) / played["std_error"]
    assert off.abs().max() < 4.5


def test_best_play__published_values_stand_beside_ours(chapter):
    text = "\n".join(chapter.lines)
    for value in ("475.7305", "620.8547", "620.855, M. Busche 2010", "542.0632", "22.91433"):
        assert value in text


def test_bank_from__after_lost_turns_where_they_count(chapter):
    table = chapter.tables["bank-from"]
    assert list(table.loc[table["preset"] == "zilch", "lost"]) == [0, 1, 2]
    farkle = table[table["preset"] == "farkle-facebook"].iloc[0]
    assert (farkle["dice_6"], farkle["dice_5"], farkle["dice_1"]) == (16_400, 3050, 300)


def test_rules__the_claim_on_farkle_holds(chapter):
    rules = chapter.tables["rules-of-thumb"]
    assert len(rules) == 18
    farkle = rules[(rules["preset"] == "farkle-facebook") & (rules["numbers"] == 2)].iloc[0]
    assert f"gives up {100 * farkle['share']:.2f} %" in "\n".join(chapter.lines)
    assert farkle["share"] < 0.0178
