"""The chapter of the study: its parts, and that what it says follows from the data."""

from __future__ import annotations

import pytest

from analysis.study.chapter import Chapter, Effort, verify_chapter, write_chapter
from analysis.study.dino_dice import _kept_in_words, dino_dice


@pytest.fixture(scope="module")
def chapter() -> Chapter:
    return dino_dice(Effort(20_000, 1))


@pytest.mark.slow
def test_chapter__has_tables_and_charts(chapter, tmp_path):
    assert set(chapter.charts) == {
        *("kept", "roll-again", "points", "matches", "at-least", "reroll"),
    }
    assert set(chapter.tables) == {
        *("policies", "kept", "thresholds", "rule-changes", "matches"),
        *("best-play", "rules-of-thumb", "at-least"),
    }
    assert set(chapter.cards) == {"card"}
    assert chapter.picture in chapter.charts
    write_chapter(chapter, tmp_path, "dicelab study")
    manifest = verify_chapter(tmp_path / "dino-dice")
    assert "roll-again.png" in manifest["files"]


@pytest.mark.slow
def test_chapter__simulated_and_exact_means_stand_side_by_side(chapter):
    policies = chapter.tables["policies"]
    points = policies[policies["metric"] == "points"]
    assert len(points) == len(set(points["policy"])) >= 5
    text = "\n".join(chapter.lines)
    assert "25.1449" in text  # keep-pairs-up, exactly
    assert "19.1390" in text  # one-roll, exactly


@pytest.mark.slow
def test_chapter__rule_changes_are_exact(chapter):
    changes = chapter.tables["rule-changes"].set_index("rules")
    assert changes.loc["as published", "policy"] == "keep-pairs-up:herd=3,loner=4"
    assert changes.loc["as published", "points"] == pytest.approx(25.6427, abs=1e-4)
    assert changes.loc["a quintet scores 500", "policy"].endswith("loner=none")
    assert "5 of the 6 rule sets ask for the same one" in "\n".join(chapter.lines)


@pytest.mark.slow
def test_chapter__best_play_is_exact_and_played(chapter):
    values = chapter.tables["best-play"]
    assert values["objective"].tolist() == ["turn", "turn", "at-least", "race"]
    expected = [25.990085928, 25.990085928, 0.182721281, 0.480934119]
    assert values["value"].tolist() == pytest.approx(expected, abs=1e-8)
    z = (values["simulated"] - values["value"]) / values["std_error"]
    assert z.abs().max() < 4.5
    rules = chapter.tables["rules-of-thumb"]
    assert rules["loss"].is_monotonic_decreasing
    assert (rules["score"] < 0.5).all()
    text = "\n".join(chapter.lines)
    assert "the same under both readings of who eats: it never keeps a 3" in text
    assert "48.09 %, draws counted as half, and is at a disadvantage" in text
    assert "25.895 points a turn" in text
    solved = [source["solved"] for source in chapter.sources if "solved" in source]
    assert [each["objective"] for each in solved] == values["objective"].tolist()
    assert all("seconds" not in each for each in solved)


@pytest.mark.parametrize(
    ("herd", "loner", "words"),
    [
        ("2", "none", "pairs and larger herds"),
        ("5", "none", "five alike"),
        ("2", "6", "all 6s, and pairs and larger herds of 1s, 2s, 4s and 5s"),
        ("3", "4", "all 4s, 5s and 6s, and herds of three and more of 1s and 2s"),
        ("4", "1", "all 1s, 2s, 4s, 5s and 6s"),
    ],
)
def test_kept__in_words(herd, loner, words):
    assert _kept_in_words({"herd": herd, "loner": loner}) == words
