"""The charts of how a player's games go, and the card."""

from __future__ import annotations

import pandas as pd
import pytest

from analysis import charts, simulate
from analysis.charts.solitaire_card import solitaire_card
from analysis.habits import habits
from simulators.solitaire_dice import SOLITAIRE_DICE
from simulators.solitaire_dice.card import PHASES


@pytest.fixture(scope="module")
def frames() -> dict[str, pd.DataFrame]:
    return habits("tuned", games=40_000, seed=3, workers=2)


def test_habits__agree_with_a_run_of_the_same_games(frames: dict[str, pd.DataFrame]) -> None:
    run = simulate("solitaire-dice", "tuned", games=40_000, seed=3)
    for name, frame in frames.items():
        assert frame["games"].sum() == 40_000
        assert (frame["games"] * frame["win"]).sum() / 40_000 == pytest.approx(
            run.estimate("win").mean
        )
        total = (frame["games"] * frame["mean_score"]).sum() / 40_000
        assert total == pytest.approx(run.estimate("score").mean)
        assert dict(zip(frame["value"], frame["games"], strict=True)) == dict(run.pairs(name))


def test_habits__the_same_on_any_number_of_threads(frames: dict[str, pd.DataFrame]) -> None:
    alone = habits("tuned", games=40_000, seed=3, workers=1)
    for name, frame in frames.items():
        pd.testing.assert_frame_equal(frame, alone[name])


@pytest.mark.parametrize("aspect", ["sums_opened", "reject_faces", "rolls", "sums_completed"])
def test_habits_chart__draws_every_common_kind(
    frames: dict[str, pd.DataFrame], aspect: str
) -> None:
    frame = frames[aspect]
    ax = charts.habits(frame)
    common = frame[frame["share"] >= 0.002]
    assert len(ax.get_xticklabels()) == min(len(common), 20 if aspect == "reject_faces" else 999)
    assert "40,000 games" in charts.small_print_of(ax) and "seed 3" in charts.small_print_of(ax)
    with pytest.raises(ValueError, match="takes a frame of"):
        charts.habits(pd.DataFrame())


def test_card__shows_every_number_of_its_policy() -> None:
    values = dict(SOLITAIRE_DICE.policy("card").values)
    figure = solitaire_card(figures="Reaches 500. ").figure
    shown = {text.get_text() for ax in figure.axes for text in ax.texts}
    for phase in PHASES:
        for number in values[f"sums_{phase}"]:
            assert f"{number:g}".replace("-", "−") in shown
    with pytest.raises(ValueError, match="not of tuned"):
        solitaire_card(SOLITAIRE_DICE.policy("tuned"))
