"""The part of the study on the race: what it claims follows from what was solved and played."""

from __future__ import annotations

import pytest

from analysis import match
from analysis.study.best_play import score_of
from analysis.study.chapter import Chapter, Effort
from analysis.study.ten_thousand_race import GAMES, opponents, say_race


@pytest.mark.slow
def test_chapter__exact_and_simulated_agree() -> None:
    chapter = Chapter("10000", "10000")
    say_race(Effort(1_000_000, 1, workers=1), chapter)
    race = chapter.tables["race"]
    assert len(race) == len(GAMES)
    assert ((race["value"] - race["simulated"]).abs() < 4.5 * race["std_error"]).all()
    assert (race["residual"] < 1e-12).all()
    duels = chapter.tables["against-the-best"]
    assert (duels["best_wins"] > 0.5 - 4.5 * duels["std_error"]).all()
    assert set(chapter.cards) == {"card-10000", "card-15000"}
    assert len(chapter.sources) == 2 * len(GAMES) + len(duels)


def test_opponents__are_those_of_the_game() -> None:
    found = dict(opponents("15000"))
    assert found["best alone"] == "optimal-turns"
    playing_on = found["rule of thumb with 2 numbers, playing on by the card"]
    assert playing_on.endswith(",take_over=1050/750/550/400/350")


def test_score_of__counts_ties_as_half() -> None:
    run = match("10000", ["bank-at"] * 2, games=20_000, seed=1, seats="fixed")
    mean, error = score_of(run)
    assert mean == (run.wins[0] + run.draws / 2) / run.games
    assert 0.001 < error < 0.004
