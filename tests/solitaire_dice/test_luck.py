"""What luck was worth: games are those played, estimates keep their mean and lose their noise."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.fair_comparing import compare_fairly
from simulators.engine import outcomes_of
from simulators.errors import PolicyError
from simulators.game import Task
from simulators.plain_stream import PlainStream
from simulators.solitaire_dice import SOLITAIRE_DICE, SolitaireDiceRules, policy, train
from simulators.solitaire_dice.learned import shipped_value
from simulators.solitaire_dice.luck import play_fairly, yardsticks_of
from simulators.solitaire_dice.one_roll import one_roll_value, roll_cells
from simulators.solitaire_dice.reference import PlainSheet
from simulators.solitaire_dice.state import Sheet, Splits

RULES = SolitaireDiceRules()
SHIPPED = yardsticks_of(RULES)


def task_of(text: str, seed: int = 5) -> Task:
    return Task(SOLITAIRE_DICE, "solo", RULES, (SOLITAIRE_DICE.policy(text),), seed)


@pytest.mark.parametrize("text", ["random", "card", "learned-win", "search:rolls=1"])
def test_play_fairly__plays_the_games_of_the_engine(text: str) -> None:
    found, expected = play_fairly(task_of(text), 3, 40, SHIPPED), outcomes_of(task_of(text), 3, 40)
    np.testing.assert_array_equal(found.score, expected["score"])
    np.testing.assert_array_equal(found.win, expected["win"])


@pytest.mark.parametrize("objective", ["mean", "win"])
def test_play_fairly__luck_is_the_best_split_less_the_mean_over_all_rolls(objective: str) -> None:
    """Game by game in plain Python, by a policy that doesn't choose the best split."""
    found, value = play_fairly(task_of("few-sums"), 0, 3, SHIPPED), shipped_value(RULES, objective)
    player = SOLITAIRE_DICE.policy("few-sums")
    numbers = player.numbers("choose", RULES)
    for game in range(3):
        stream, sheet, luck = PlainStream.of_game(5, game), PlainSheet(RULES), 0.0
        while not sheet.is_full:
            faces = stream.roll(0, sheet.rolls, 5)
            legal, free = sheet.legal_splits(faces)
            looks = []
            for reject, low, high in legal:
                marks, rejects = list(sheet.marks), list(sheet.rejects)
                marks[low] += 1
                marks[high] += 1
                rejects[reject] += not free
                looks.append(value.value(dict(enumerate(marks)), dict(enumerate(rejects))))
            here = np.array(sheet.marks), np.array(sheet.rejects)
            luck += max(looks) - one_roll_value(value.numbers, roll_cells(), 3, *here)
            state, splits = sheet_and_splits(sheet, legal, free)
            sheet.mark(legal[player.decide("choose", state, splits, numbers=numbers)], free)
        expected = found.score_luck if objective == "mean" else found.win_luck
        assert expected[game] == pytest.approx(luck, abs=1e-9)


def sheet_and_splits(sheet: PlainSheet, legal: list[tuple[int, int, int]], free: bool):  # type: ignore[no-untyped-def]
    opened = len(sheet.open_faces)
    state = Sheet(sheet.marks, sheet.rejects, opened, sheet.rolls, int(free), sheet.score, 0)
    return state, Splits(*map(list, zip(*legal, strict=True)), len(legal))


@pytest.mark.parametrize("text", ["tuned", "learned-mean"])
def test_play_fairly__luck_has_mean_zero_whoever_plays(text: str) -> None:
    found = play_fairly(task_of(text), 0, 1000, SHIPPED)
    for luck, result in ((found.score_luck, found.score), (found.win_luck, found.win)):
        assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
        assert (result - luck).std() < 0.5 * result.std()


def test_play_fairly__poor_yardsticks_are_unbiased_too() -> None:
    poor = train(games=300, seed=1), train(objective="win", games=300, seed=1)
    found, good = (play_fairly(task_of("card"), 0, 1000, each) for each in (poor, SHIPPED))
    np.testing.assert_array_equal(found.score, good.score)
    apart = found.score_luck - good.score_luck
    assert abs(apart.mean()) < 4 * apart.std() / len(apart) ** 0.5
    assert (found.score - found.score_luck).std() > (good.score - good.score_luck).std()


def test_play_fairly__refusals() -> None:
    with pytest.raises(ValueError, match="yardsticks must be a value of the mean, then one of win"):
        play_fairly(task_of("card"), 0, 1, (SHIPPED[1], SHIPPED[1]))
    with pytest.raises(ValueError, match="no learned value"):
        yardsticks_of(SolitaireDiceRules(reject_faces=2))

    @policy
    def too_far(sheet, splits, p):  # type: ignore[no-untyped-def]
        return splits.count if sheet.rolls == 4 else 0

    task = Task(SOLITAIRE_DICE, "solo", RULES, (SOLITAIRE_DICE.policy(too_far),), 5)
    with pytest.raises(PolicyError, match=r"policy too-far chose split \d+ of \d+.*rolls=4"):
        play_fairly(task, 0, 3, SHIPPED)


def test_compare_fairly__any_number_of_workers_gives_the_same_frame() -> None:
    players = ["search:rolls=1", "card", "learned-win"]
    one, two = (compare_fairly(players, games=45, seed=2, workers=workers) for workers in (1, 2))
    pd.testing.assert_frame_equal(one, two, check_exact=True)
    assert one["policy_b"].unique().tolist() == ["learned-win"] and len(one) == 4
    played = [outcomes_of(task_of(text, 2), 0, 45)["score"] for text in ("card", "learned-win")]
    apart = played[0] - played[1]
    row = one[(one["policy_a"] == "card") & (one["metric"] == "score")].iloc[0]
    assert row["plain_error"] == pytest.approx(apart.std(ddof=1) / 45**0.5)
    assert row["std_error"] < row["plain_error"]
    assert row["mean_difference"] == pytest.approx(row["mean_a"] - row["mean_b"])
    assert abs(row["mean_difference"] - apart.mean()) < 4 * row["plain_error"]


@pytest.mark.parametrize(
    ("policies", "games", "reason"),
    [
        (["card"], 10, "give at least 2 policies"),
        (["card", "card"], 10, "policy card is there twice"),
        (["card", "tuned"], 1, "games must be at least 2"),
        (["card", "nobody"], 10, "nobody"),
    ],
)
def test_compare_fairly__refusals(policies: list[str], games: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        compare_fairly(policies, games=games)
