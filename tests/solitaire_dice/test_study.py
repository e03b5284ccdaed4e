"""The chapter of the study: its parts, and that what it says follows from the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from analysis.study.chapter import Chapter, Effort, verify_chapter, write_chapter
from analysis.study.solitaire_best import RULE_CHANGES, TARGETS
from analysis.study.solitaire_dice import POLICIES, solitaire_dice

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def chapter() -> Chapter:
    return solitaire_dice(Effort(20_000, 1, workers=2))


def test_chapter__has_tables_and_charts(chapter: Chapter, tmp_path: Path) -> None:
    assert {"win-rates", "scores", "marks", "sums-opened", "faces"} <= set(chapter.charts)
    assert "card" in chapter.cards
    shown = {"policies", "differences", "play-by-target", "play-by-rules", "search"}
    assert shown <= set(chapter.tables)
    assert set(chapter.tables["policies"]["policy"]) >= set(POLICIES) - {"pace"}
    assert len(chapter.tables["play-by-target"]) == 2 * len(TARGETS)  # trained, and learned-mean
    assert len(chapter.tables["play-by-rules"]) == len(RULE_CHANGES)
    write_chapter(chapter, tmp_path, "dicelab study")
    assert "card.pdf" in verify_chapter(tmp_path / "solitaire-dice")["files"]


def test_chapter__names_the_strongest_and_its_commands(chapter: Chapter) -> None:
    text = "\n".join(chapter.lines)
    assert chapter.answer.startswith("`learned-win`, the strongest of the nine")
    for objective in ("mean", "win"):
        assert f"dicelab train solitaire-dice --objective {objective}" in text
