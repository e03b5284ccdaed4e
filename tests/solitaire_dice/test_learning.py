"""Learning a value: the same bits always, symmetric, and as good as the best where that is known."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analysis import simulate
from simulators.solitaire_dice import LearnedValue, SolitaireDiceRules, teaching, train
from simulators.solitaire_dice.afterstate import afterstate_value, entries_sum, record_of
from simulators.solitaire_dice.by_value import best_split
from simulators.solitaire_dice.exact import exact_values
from simulators.solitaire_dice.learned import shipped, shipped_files, shipped_value
from simulators.solitaire_dice.learning_kernel import Goal, sheet_number, weights_sum
from simulators.solitaire_dice.learning_tables import (
    Entries,
    LearningLayout,
    coarsen,
    condense,
    expand,
    learning_layout,
    refine,
)
from simulators.solitaire_dice.reference import PlainSheet
from simulators.solitaire_dice.reject_sheets import reject_sheets
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.value_table import score_steps

RULES = SolitaireDiceRules()


@pytest.fixture(scope="module")
def value() -> LearnedValue:
    return train(games=3000, seed=7)


def random_sheets(n: int) -> list[tuple[np.ndarray, np.ndarray]]:
    draw = np.random.default_rng(4)
    sheets = []
    for _ in range(n):
        marks, rejects = np.zeros(13, dtype=np.int64), np.zeros(7, dtype=np.int64)
        marks[2:] = draw.integers(0, 13, 11) * (draw.random(11) < 0.5)
        faces = draw.permutation(6)[: draw.integers(0, 4)] + 1
        rejects[faces] = draw.integers(1, 8, len(faces))
        sheets.append((marks, rejects))
    return sheets


def test_train__same_seed_same_bits_other_seed_others(value: LearnedValue) -> None:
    again, other = train(games=3000, seed=7), train(games=3000, seed=8)
    assert value == again and value.digest == again.digest
    assert value.digest != other.digest


def test_train__bits_of_a_short_run_are_known() -> None:
    # Whoever changes what is learned meets this line, and retrains the shipped values.
    assert train(games=50, seed=1).digest[:16] == "c64914e997773f47"


class _Stopped(KeyboardInterrupt):
    pass


def test_train__any_number_of_workers_gives_the_same_bits(
    value: LearnedValue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "BLOCK_GAMES", 100)
    assert train(games=3000, seed=7, workers=1) == train(games=3000, seed=7, workers=3) == value


@pytest.mark.parametrize("stopped", [300, 800])
@pytest.mark.parametrize("objective", ["mean", "win"])
def test_train__resumed_after_a_stop_gives_the_same_bits(
    objective: str, stopped: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # At 300 games sheets are learned as played, or for win from the mean's backups; at 800 by backups.
    monkeypatch.setattr(teaching, "ROUND_GAMES", 100)
    monkeypatch.setattr(teaching, "BACKUP_ROUND_GAMES", (100, 100))
    monkeypatch.setattr(teaching, "BLOCK_GAMES", 30)
    path = tmp_path / "training.checkpoint"

    def stop(done: int, games: int, mean: float, win: float) -> None:
        if done == stopped:
            raise _Stopped

    whole = train(objective=objective, games=1000, seed=3)
    with pytest.raises(KeyboardInterrupt):
        train(objective=objective, games=1000, seed=3, checkpoint=path, progress=stop)
    first: list[int] = []
    resumed = train(
        objective=objective, games=1000, seed=3, checkpoint=path, resume=True,
        progress=lambda done, *_: first.append(done),
    )  # fmt: skip
    assert first[0] == stopped + 100
    assert resumed == whole


def test_train__refuses_the_checkpoint_of_another_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "ROUND_GAMES", 10)

    def stop(*_: object) -> None:
        raise _Stopped

    path = tmp_path / "training.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        train(games=30, seed=3, checkpoint=path, progress=stop)
    with pytest.raises(ValueError, match="holds another training"):
        train(games=30, seed=4, checkpoint=path, resume=True)
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(ValueError, match="holds no training to resume"):
        train(games=30, seed=3, checkpoint=path, resume=True)


def test_train__refuses_what_makes_no_training(value: LearnedValue) -> None:
    with pytest.raises(ValueError, match="unknown objective 'most': choose from"):
        train(objective="most")
    with pytest.raises(ValueError, match="games must be from 1"):
        train(games=0)
    with pytest.raises(ValueError, match="mixing must be from 0 to 1"):
        train(games=1, mixing=2.0)
    with pytest.raises(ValueError, match="start must be a value for mean"):
        train(games=1, objective="mean", start=value)
    with pytest.raises(ValueError, match="for the same rules"):
        train(SolitaireDiceRules(cap_marks=9), games=1, objective="win", start=value)


def random_weights(layout: LearningLayout) -> Entries:
    """Weights like learned ones: mirror images are equal, pairs stand there in both orders."""
    draw = np.random.default_rng(3)
    weights = layout.zeros()
    for table in weights:
        table[:] = draw.normal(size=table.shape)
    pair = weights.pair + weights.pair.transpose(0, 3, 4, 1, 2)
    weights.pair[:] = pair + pair[:, ::-1, :, ::-1, :]
    return weights


def learners_sum(
    layout: LearningLayout, weights: Entries, marks: np.ndarray, rejects: np.ndarray
) -> float:
    indices = layout.indices
    start, unit = score_steps(RULES)
    goal = Goal(3, 8, 7, False, 500.0, float(start), float(unit), 1.0, 1.0, 0.0)
    sheet = sheet_number(indices, layout.played.sheets.n_levels, rejects)
    score = float(sum(RULES.worth(sum_, int(marks[sum_])) for sum_ in range(2, 13)))
    return float(weights_sum(weights, indices, goal, sheet, indices.level[marks[2:]], score))


def test_condense__changes_no_value() -> None:
    layout = learning_layout(RULES, "mean")
    weights = random_weights(layout)
    numbers = condense(layout, weights)
    back = expand(layout, numbers)
    for marks, rejects in random_sheets(300):
        learned = learners_sum(layout, weights, marks, rejects)
        played = entries_sum(numbers, record_of(numbers, rejects), marks)
        assert played == pytest.approx(learned, abs=1e-9)
        assert learners_sum(layout, back, marks, rejects) == pytest.approx(learned, abs=1e-9)


def test_refine__gives_every_step_what_the_shared_ones_had() -> None:
    layout = learning_layout(RULES, "mean")
    weights = random_weights(layout)
    shared = replace(layout, indices=coarsen(layout.indices))
    before = [learners_sum(shared, weights, *sheet) for sheet in random_sheets(300)]
    refine(weights)
    after = [learners_sum(layout, weights, *sheet) for sheet in random_sheets(300)]
    assert after == before
    refine(weights)
    assert [learners_sum(layout, weights, *sheet) for sheet in random_sheets(300)] == before


def test_value__mirror_images_differ_only_where_sets_of_sums_do(value: LearnedValue) -> None:
    # Single sums, pairs and the reject sheet are tied; sets of sums are learned apart.
    numbers = value.numbers.copy()
    numbers[value.layout.starts["set"] : value.layout.starts["reach"]] = 0.0
    for marks, rejects in random_sheets(300):
        mirrored = np.zeros_like(marks), np.zeros_like(rejects)
        mirrored[0][2:], mirrored[1][1:] = marks[2:][::-1], rejects[1:][::-1]
        ours = afterstate_value(numbers, marks, rejects)
        assert afterstate_value(numbers, *mirrored) == pytest.approx(ours, abs=1e-9)


def test_value__other_values_of_sums_break_the_mirror() -> None:
    rules = SolitaireDiceRules(values=(100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 90))
    assert not learning_layout(rules, "mean").played.symmetric
    assert train(rules, games=200, seed=1).fits(rules)


def test_value__a_full_sheet_is_worth_its_score(value: LearnedValue) -> None:
    assert value.value({7: 8, 6: 5}, {3: 8}) == 90.0
    assert value.value({2: 10, 3: 4}, {3: 8, 1: 7}) == 300.0


def test_file__is_read_back_and_verified(value: LearnedValue, tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    value.save(path)
    assert LearnedValue.load(path) == value
    assert pickle.loads(pickle.dumps(value)) == value
    np.testing.assert_array_equal(LearnedValue.load(path).numbers, value.numbers)
    content = dict(np.load(path))
    content["sum"] = content["sum"].copy()
    content["sum"][100] += 1
    np.savez(path, **content)
    with pytest.raises(ValueError, match="don't match their digest"):
        LearnedValue.load(path)
    path.write_text("no such thing")
    with pytest.raises(ValueError, match="holds no learned value"):
        LearnedValue.load(path)
    with pytest.raises(ValueError, match="can't read"):
        LearnedValue.load(tmp_path / "missing.npz")


def test_policy__plays_in_a_few_lines_and_refuses_other_rules(value: LearnedValue) -> None:
    player = value.policy("mine")
    run = simulate("solitaire-dice", player, games=2000, seed=1)
    assert run.estimate("score").mean > -300
    assert player().label.startswith("mine")
    with pytest.raises(ValueError, match=r"learned for other rules \(cap_marks differ\)"):
        simulate("solitaire-dice", player, games=10, seed=1, switches={"cap_marks": 9})


@pytest.mark.parametrize("name", sorted(shipped_files()))
def test_shipped__is_what_its_manifest_says(name: str) -> None:
    value = shipped(name)
    assert value.rules == SolitaireDiceRules(target=value.rules.target)
    assert name == ("mean" if value.objective == "mean" else f"win-{value.rules.target}")
    assert {"games", "seed", "software", "last_round"} <= set(value.made)
    if value.objective == "win":
        assert value.made["start"]["digest"] == shipped("mean").digest


def test_shipped__other_rules_say_how_to_learn_one() -> None:
    with pytest.raises(ValueError, match="dicelab train solitaire-dice"):
        shipped_value(SolitaireDiceRules(par_marks=4), "mean")
    with pytest.raises(ValueError, match=r"targets .*500"):
        shipped_value(SolitaireDiceRules(target=123), "win")
    assert shipped_value(SolitaireDiceRules(target=123), "mean") is shipped("mean")


@pytest.mark.parametrize(
    ("faces", "marks", "n"), [(3, 8, 7638), (1, 1, 1), (2, 3, 1 + 6 * 2 + 15 * 4), (6, 2, 64)]
)
def test_reject_sheets__are_all_there_once(faces: int, marks: int, n: int) -> None:
    sheets = reject_sheets(faces, marks)
    assert len(sheets) == len(set(sheets.sheets)) == n
    assert (sheets.mirror[sheets.mirror] == np.arange(n)).all()


@pytest.mark.parametrize(("faces", "marks"), [(6, 8), (3, 40), (5, 10)])
def test_reject_sheets__too_many_are_told_apart_in_steps(faces: int, marks: int) -> None:
    sheets = reject_sheets(faces, marks)
    assert len(sheets) <= 12_000
    assert sheets.levels[1] == 1 and sheets.levels[marks - 1] == sheets.n_levels
    assert (np.diff(sheets.levels[:marks]) >= 0).all()


def test_reject_sheets__rolls_left_by_hand() -> None:
    # One face, one mark: the first roll ends the game. Two marks: the first opens a face, then each
    # roll shows it with chance 1 - (5/6)**5.
    assert reject_sheets(1, 1).rolls_left[0] == pytest.approx(1.0)
    assert reject_sheets(1, 2).rolls_left[0] == pytest.approx(1 + 1 / (1 - (5 / 6) ** 5))


@pytest.mark.parametrize(
    "rules",
    [
        SolitaireDiceRules(reject_faces=6, reject_marks=3),
        SolitaireDiceRules(cap_marks=None, par_marks=2, opening_penalty=50),
        SolitaireDiceRules(reject_faces=1, reject_marks=1),
        SolitaireDiceRules(cap_marks=60, par_marks=50, reject_marks=12),
    ],
)
def test_train__any_rules(rules: SolitaireDiceRules) -> None:
    player = train(rules, games=100, seed=1).policy("any")
    run = simulate("solitaire-dice", player, games=200, seed=1, rules=rules)
    assert run.estimate("score").mean > -2200


@pytest.mark.parametrize("objective", ["mean", "win"])
def test_choose_by_value__takes_the_best_sheet_by_plain_look_up(objective: str) -> None:
    learned = train(objective=objective, games=2000, seed=5)
    draw = np.random.default_rng(8)
    n_free = 0
    for marks, rejects in random_sheets(400):
        sheet = PlainSheet(RULES, marks.tolist(), rejects.tolist())
        legal, free = sheet.legal_splits(tuple(sorted(draw.integers(1, 7, 5).tolist())))
        n_free += free
        state = Sheet(
            sheet.marks, sheet.rejects, len(sheet.open_faces), 0, int(free), sheet.score, 0
        )
        splits = Splits(*[list(column) for column in zip(*legal, strict=True)], len(legal))
        choice, value = best_split(state, splits, learned.numbers)
        values = []
        for reject, low, high in legal:
            after, full = marks.copy(), rejects.copy()
            after[low] += 1
            after[high] += 1
            full[reject] += not free
            values.append(afterstate_value(learned.numbers, after, full))
        assert values[choice] == max(values)
        if objective == "mean":
            assert value == values[choice]
    assert n_free > 3


@pytest.mark.slow
@pytest.mark.parametrize(("objective", "metric"), [("mean", "score"), ("win", "win")])
def test_train__comes_close_to_the_optimum_of_a_short_game(objective: str, metric: str) -> None:
    rules = SolitaireDiceRules(
        reject_faces=6, reject_marks=2, par_marks=2, cap_marks=3, opening_penalty=60, target=100
    )
    optimum = exact_values(rules, objective).start
    player = train(rules, objective=objective, games=100_000, seed=1).policy("learned")
    reached = simulate("solitaire-dice", player, games=300_000, seed=2, rules=rules).estimate(
        metric
    )
    assert 0.96 * optimum < reached.mean < optimum + 4 * reached.std_error
