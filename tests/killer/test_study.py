"""The chapter of the study: its parts, and that what it says follows from the data."""

from __future__ import annotations

import pytest

from analysis.study.chapter import Chapter, Effort, verify_chapter, write_chapter
from analysis.study.killer import killer


@pytest.fixture(scope="module")
def chapter() -> Chapter:
    return killer(Effort(5_000, 1))


def test_chapter__has_tables_and_charts(chapter, tmp_path):
    shown = {"sums", "matches", "chances", "keep", "risk", "best-chances"}
    assert set(chapter.charts) == shown
    assert set(chapter.cards) == {"card"}
    tables = {"policies", "vectors", "matches", "targets", "players", "rule-changes"}
    assert set(chapter.tables) == tables | {"best-play", "rules-of-thumb"}
    assert chapter.picture in chapter.charts
    write_chapter(chapter, tmp_path, "dicelab study")
    assert "chances.png" in verify_chapter(tmp_path / "killer")["files"]


def test_chapter__simulated_and_exact_means_stand_side_by_side(chapter):
    text = "\n".join(chapter.lines)
    for exact in ("30.1026", "30.1520", "29.8152", "2.6197", "2.4761"):
        assert exact in text


def test_chapter__vectors_are_exact_and_the_published_one_is_the_best(chapter):
    vectors = chapter.tables["vectors"]
    assert len(vectors) == 28
    assert vectors["minimum"].iloc[0] == "6/6/6/5/5/4"
    assert vectors["mean_sum"].iloc[0] == pytest.approx(30.1026, abs=5e-5)
    assert vectors["mean_sum"].is_monotonic_decreasing


def test_chapter__rates_of_the_turn_order_add_up(chapter):
    players = chapter.tables["players"]
    for n, each in players.groupby("players"):
        assert len(each) == n
        assert each["win_rate"].sum() == pytest.approx(1)


def test_chapter__the_best_play_is_solved_and_played(chapter):
    table = chapter.tables["best-play"]
    assert {"draw", "at-least", "exactly", "strength", "attack", "fight"} == set(table["objective"])
    assert (abs(table["value"] - table["simulated"]) < 4.5 * table["std_error"]).all()
    assert (table["residual"] < 1e-10).all()
    assert sum("solved" in source for source in chapter.sources) == len(table)
    assert all("seconds" not in source.get("solved", {}) for source in chapter.sources)


def test_chapter__rules_of_thumb_give_up_less_with_more_numbers(chapter):
    rules = chapter.tables["rules-of-thumb"]
    assert rules["numbers"].tolist() == [1, 2, 3, 4]
    assert rules["wins_given_up"].is_monotonic_decreasing
    assert (rules["wins_given_up"] > 0).all()
    assert "30.1457" in "\n".join(chapter.lines)


def test_chapter__rule_changes(chapter):
    changes = chapter.tables["rule-changes"].set_index("rules")
    once, often = changes.loc["one attack a turn"], changes.loc["as published"]
    assert often["damage"] / once["damage"] == pytest.approx((6 / 5) ** 6)
    assert once["turns"] > often["turns"]
