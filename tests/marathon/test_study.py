"""The chapter of the study: its parts, and that what it says follows from the data."""

from __future__ import annotations

import warnings

import pytest

from analysis.matches import match
from analysis.study.chapter import Chapter, Effort, verify_chapter, write_chapter
from analysis.study.marathon import _rule_changes, marathon
from analysis.study.marathon_best import win_chance
from simulators.marathon import MARATHON, MarathonRules


@pytest.fixture(scope="module")
def chapter() -> Chapter:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return marathon(Effort(20_000, 1))


@pytest.mark.slow
def test_chapter__has_tables_and_charts(chapter, tmp_path):
    assert set(chapter.charts) == {
        *("stuck", "turns-left", "finish-by", "caution", "matches", "best-turns"),
    }
    assert set(chapter.tables) == {
        *("policies", "caution", "rule-changes", "matches", "best-play", "rules-of-thumb"),
    }
    assert set(chapter.cards) == {"card"}
    assert chapter.picture in chapter.charts
    write_chapter(chapter, tmp_path, "dicelab study")
    assert "stuck.png" in verify_chapter(tmp_path / "marathon")["files"]


@pytest.mark.slow
def test_chapter__says_what_the_rules_do(chapter):
    text = "\n".join(chapter.lines)
    assert "123 distances left (10, 100-110 and 1000-1110)" in text
    assert "fewer than 17.87 turns" in text
    assert "87.27 %" in text  # greedy finishes, exactly
    assert "1111 costs 1,296 turns, 111 costs 216, and 11 costs 36" in text
    assert "12." in chapter.answer


@pytest.mark.slow
def test_best_play__simulation_stands_beside_every_solution(chapter):
    table = chapter.tables["best-play"].set_index("objective")
    assert list(table.index) == ["turns", "within", "reply", "plans", "race"]
    assert table.loc["turns", "value"] == pytest.approx(17.8711, abs=1e-4)
    played = table[table["games"] > 0]
    assert len(played) == 4
    z = (played["simulated"] - played["value"]) / played["std_error"]
    assert z.abs().max() < 4.5
    solved = [source["solved"]["objective"] for source in chapter.sources if "solved" in source]
    assert solved == [*table.index, "plans"]


@pytest.mark.slow
def test_rules_of_thumb__cost_turns_and_wins(chapter):
    table = chapter.tables["rules-of-thumb"]
    assert table["turns"].is_monotonic_decreasing
    assert table["wins_against_optimal_turns"].is_monotonic_increasing
    assert table["wins_against_optimal_turns"].max() < 0.5


def test_win_chance__of_the_best_is_a_half():
    rules = MarathonRules(distance=2000)
    assert win_chance(rules, MARATHON.policy("optimal-turns")) == pytest.approx(0.5, abs=1e-6)
    chance = win_chance(rules, MARATHON.policy("keep-clear"))
    played = match("marathon", ["keep-clear", "optimal-turns"], rules=rules, games=100_000, seed=3)
    spread = (chance * (1 - chance) / 100_000) ** 0.5
    assert abs(played.wins[0] / 100_000 - chance) < 4.5 * spread


def test_rule_changes__are_exact():
    changes = _rule_changes()[0].set_index("rules")
    published = changes.loc["as published"]
    assert published["dead_distances"] == 123
    assert published["greedy_stuck"] == pytest.approx(0.127307, abs=1e-6)
    assert published["no_winner"] == pytest.approx(0.016207, abs=1e-6)
    assert published["lookahead_turns"] == pytest.approx(17.8711, abs=1e-4)
    assert changes.iloc[-1][["dead_distances", "greedy_stuck"]].tolist() == [0, 0]
