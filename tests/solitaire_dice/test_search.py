"""Search on top of a learned value, against plain Python that shares little with it."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest

from simulators.dice import faces_of, multisets, n_ways
from simulators.engine import SimulationJob, outcomes_of, run
from simulators.game import Task
from simulators.plain_stream import PlainStream
from simulators.solitaire_dice import SOLITAIRE_DICE, SolitaireDiceRules, train
from simulators.solitaire_dice.learned import shipped_value
from simulators.solitaire_dice.look_ahead import search_with
from simulators.solitaire_dice.one_roll import one_roll_value, roll_cells
from simulators.solitaire_dice.playouts import play_on, playout_numbers
from simulators.solitaire_dice.reference import PlainSheet
from simulators.solitaire_dice.rules import MAX_ROLLS
from simulators.solitaire_dice.search import CLOSE_POINTS, TRUST, _search, search_numbers
from simulators.solitaire_dice.two_rolls import two_roll_value
from simulators.streams import seed_key

RULES = SolitaireDiceRules()
ROLLS = [(faces_of(counts), n_ways(counts)) for counts in multisets(5)]
KEY = np.uint64(seed_key(np.uint64(5)))


def arrays_of(sheet: PlainSheet) -> tuple[np.ndarray, np.ndarray]:
    return np.array(sheet.marks), np.array(sheet.rejects)


def after(sheet: PlainSheet, split: tuple[int, int, int], free: bool) -> PlainSheet:
    found = PlainSheet(sheet.rules, list(sheet.marks), list(sheet.rejects))
    found.mark(split, free)
    return found


def some_sheet(rules: SolitaireDiceRules, rolls: int, seed: int) -> PlainSheet:
    """Play some rolls at random, but never to the end."""
    draw = np.random.default_rng(seed)
    sheet = PlainSheet(rules)
    for _ in range(rolls):
        legal, free = sheet.legal_splits(tuple(sorted(draw.integers(1, 7, 5).tolist())))
        nexts = [after(sheet, split, free) for split in legal]
        going_on = [each for each in nexts if not each.is_full]
        if not going_on:
            break
        sheet = going_on[int(draw.integers(len(going_on)))]
    return sheet


def best_few(value: Any, sheet: PlainSheet, faces: tuple[int, ...], width: int) -> list[PlainSheet]:
    legal, free = sheet.legal_splits(faces)
    nexts = [after(sheet, split, free) for split in legal]
    looks = [value.value(dict(enumerate(s.marks)), dict(enumerate(s.rejects))) for s in nexts]
    order = np.argsort(-np.array(looks), kind="stable")[:width]
    return [nexts[index] for index in order]


def plain_two_rolls(value: Any, sheet: PlainSheet, width: int) -> float:
    """Roll by roll and split by split; only the second roll's mean isn't plain."""
    rules, total = sheet.rules, 0.0
    for faces, ways in ROLLS:
        ahead = -inf
        for each in best_few(value, sheet, faces, width):
            if each.is_full:
                won = float(rules.is_win(each.score))
                found = won if value.objective == "win" else float(each.score)
            else:
                found = one_roll_value(
                    value.numbers, roll_cells(), rules.reject_faces, *arrays_of(each)
                )
            ahead = max(ahead, found)
        total += ways * ahead
    return total / 6**5


OTHER_RULES = [
    SolitaireDiceRules(target=0, reject_faces=2, reject_marks=3, cap_marks=None, par_marks=3),
    SolitaireDiceRules(target=250, win="exceed", reject_faces=6, reject_marks=2),
    SolitaireDiceRules(reject_faces=1, reject_marks=1),
    SolitaireDiceRules(reject_faces=1, reject_marks=12, cap_marks=7),
]


@pytest.mark.parametrize("objective", ["mean", "win"])
@pytest.mark.parametrize("rules", [RULES, *OTHER_RULES])
def test_two_roll_value__is_the_plain_one(rules: SolitaireDiceRules, objective: str) -> None:
    value = train(rules, objective=objective, games=300, seed=2)
    for number, rolls in enumerate((1, 3, 12)):
        sheet = some_sheet(rules, rolls, number)
        width = (15, 2, 1)[number]
        found = two_roll_value(
            value.numbers, roll_cells(), rules.reject_faces, width, *arrays_of(sheet)
        )
        assert found == pytest.approx(plain_two_rolls(value, sheet, width), abs=1e-9)


def test_two_roll_value__grows_with_the_width_and_leaves_the_sheet_alone() -> None:
    value, sheet = shipped_value(RULES, "mean"), some_sheet(RULES, 6, 1)
    marks, rejects = arrays_of(sheet)
    found = [
        two_roll_value(value.numbers, roll_cells(), 3, width, marks, rejects)
        for width in range(1, 16)
    ]
    assert found == sorted(found) and found[0] < found[-1]
    assert (marks.tolist(), rejects.tolist()) == (sheet.marks, sheet.rejects)


def played_plainly(value: Any, sheet: PlainSheet, game: int, fair: int) -> float:
    """Play on by the best split of each roll, and take off the luck of the first rolls."""
    rules, stream, luck, roll = sheet.rules, PlainStream.of_game(5, game), 0.0, 0
    while not sheet.is_full:
        if roll < fair:
            luck -= one_roll_value(
                value.numbers, roll_cells(), rules.reject_faces, *arrays_of(sheet)
            )
        (sheet,) = best_few(value, sheet, stream.roll(0, roll, 5), 1)
        if roll < fair:
            luck += value.value(dict(enumerate(sheet.marks)), dict(enumerate(sheet.rejects)))
        roll += 1
    won = float(rules.is_win(sheet.score))
    return (won if value.objective == "win" else sheet.score) - luck


@pytest.mark.parametrize("objective", ["mean", "win"])
@pytest.mark.parametrize("rules", [RULES, *OTHER_RULES[:2]])
def test_play_on__is_plain_play_less_its_luck(rules: SolitaireDiceRules, objective: str) -> None:
    value = train(rules, objective=objective, games=300, seed=2)
    numbers = playout_numbers(value.numbers, rules.reject_faces)
    for game in range(3):
        for fair in (0, 2, MAX_ROLLS):
            sheet = PlainSheet(rules)
            found = play_on(numbers, *arrays_of(sheet), KEY, game, fair)
            assert found == pytest.approx(played_plainly(value, sheet, game, fair), abs=1e-9)


@pytest.mark.parametrize("objective", ["mean", "win"])
def test_play_on__without_luck_has_the_same_mean_and_little_noise(objective: str) -> None:
    sheet = PlainSheet(RULES, [0] * 6 + [3, 4, 3] + [0] * 4, [0, 2, 0, 1, 0, 2, 0])
    numbers = playout_numbers(shipped_value(RULES, objective).numbers, 3)
    plain, fair = (
        np.array([play_on(numbers, *arrays_of(sheet), KEY, game, n) for game in range(1500)])
        for n in (0, MAX_ROLLS)
    )
    luck = plain - fair
    assert abs(luck.mean()) < 4 * luck.std() / len(luck) ** 0.5
    assert fair.std() < 0.4 * plain.std()


@pytest.mark.parametrize("rules", OTHER_RULES)
@pytest.mark.parametrize("objective", ["mean", "win"])
def test_search_with__plays_the_same_games_everywhere(
    rules: SolitaireDiceRules, objective: str
) -> None:
    value = train(rules, objective=objective, games=200, seed=2)
    for budget in (
        {"rolls": 1, "candidates": 15},
        {"rolls": 2, "candidates": 2},
        {"playouts": 1, "candidates": 15},
        {"playouts": 2, "rolls": 1},
        {"playouts": 3, "rolls": 2, "candidates": 2},
    ):
        player = search_with(value)(**budget)
        task = Task(SOLITAIRE_DICE, "solo", rules, (player,), 7)
        outcomes = outcomes_of(task, 0, 2)
        for game in range(2):
            assert task.replay(game).outcome["score"] == outcomes["score"][game]


def test_search_with__refuses_other_rules() -> None:
    player = search_with(train(games=100, seed=2))(rolls=1)
    with pytest.raises(ValueError, match=r"learned for other rules \(reject_faces differ"):
        outcomes_of(
            Task(SOLITAIRE_DICE, "solo", SolitaireDiceRules(reject_faces=2), (player,), 7), 0, 1
        )


def test_search__any_number_of_workers_plays_the_same() -> None:
    player = SOLITAIRE_DICE.policy("search:playouts=3,rolls=1,candidates=2")
    job = SimulationJob(Task(SOLITAIRE_DICE, "solo", RULES, (player,), 3))
    one = run(job, 12, workers=1).tally
    for workers, chunk in ((2, 5), (3, 1)):
        many = run(job, 12, workers=workers, chunk_games=chunk).tally
        for mine, theirs in zip(one.histograms, many.histograms, strict=True):
            np.testing.assert_array_equal(mine.counts, theirs.counts)


def test_search__close_candidates_are_played_on_and_look_ahead_counts_as_some() -> None:
    """The choice, from look-ahead and playouts that are worked out apart."""
    value = shipped_value(RULES, "mean")
    numbers = search_numbers(value.numbers, 3, candidates=15, rolls=1, playouts=300)
    differ = 0
    # On the last of these sheets the learned value errs: 5 and 10 is best by 16 points.
    unusual = PlainSheet(RULES, [0] * 6 + [3, 4, 3] + [0] * 4, [0, 2, 0, 1, 0, 2, 0])
    sheets = [some_sheet(RULES, 4 * number, number) for number in range(4)]
    rolls = [(1, 2, 2, 4, 6), (2, 3, 3, 4, 5), (1, 2, 5, 6, 6), (1, 1, 3, 4, 5), (1, 2, 3, 4, 6)]
    for number, (sheet, faces) in enumerate(zip([*sheets, unusual], rolls, strict=True)):
        legal, free = sheet.legal_splits(faces)
        looks, totals = [], []
        for split in legal:
            each = after(sheet, split, free)
            marks, rejects = arrays_of(each)
            if each.is_full:
                looks.append(float(each.score))
                totals.append(300.0 * each.score)
                continue
            looks.append(one_roll_value(value.numbers, roll_cells(), 3, marks, rejects))
            played = [
                play_on(numbers, marks.copy(), rejects.copy(), np.uint64(number), game, MAX_ROLLS)
                for game in range(300)
            ]
            totals.append(sum(played))
        worth = [
            TRUST * look + total if look >= max(looks) - CLOSE_POINTS else -inf
            for look, total in zip(looks, totals, strict=True)
        ]
        chosen = _search(numbers, *arrays_of(sheet), np.array(legal).T, int(free), number)
        assert worth[chosen] == pytest.approx(max(worth), abs=1e-6)
        differ += int(np.argmax(worth)) != int(np.argmax(looks))
    assert differ > 0


def test_search__of_equals_the_learned_value_decides() -> None:
    # One playout each is lost after every split: the split chosen is the learned player's.
    sheet = PlainSheet(RULES, [0, 0, *[1] * 11], [0, 4, 4, 4, 0, 0, 0])
    value = shipped_value(RULES, "win")
    numbers = search_numbers(value.numbers, 3, candidates=15, playouts=1)
    for faces, _ in ROLLS[::50]:
        legal, free = sheet.legal_splits(faces)
        nexts = [after(sheet, split, free) for split in legal]
        looks = [value.value(dict(enumerate(s.marks)), dict(enumerate(s.rejects))) for s in nexts]
        chosen = _search(numbers, *arrays_of(sheet), np.array(legal).T, int(free), 1)
        assert looks[chosen] == max(looks)
