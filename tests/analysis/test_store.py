"""Results on disk: resumed, verified, never half there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from analysis import load, match, simulate
from analysis.matches import Match
from tests.analysis import toy
from tests.analysis.test_simulate import interrupted_after

ROOT = Path(__file__).parents[2]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def manifest_of(folder: Path) -> Path:
    (path,) = folder.glob("*.json")
    return path


def data_of(folder: Path) -> Path:
    (path,) = folder.glob("*.parquet")
    return path


def test_out__writes_manifest_and_data_that_load_again(tmp_path: Path) -> None:
    run = simulate("toy", "bank-at:threshold=12", games=3000, seed=5, out=tmp_path / "new" / "dir")
    folder = tmp_path / "new" / "dir"
    assert len(names(folder)) == 2
    manifest = json.loads(manifest_of(folder).read_text())
    assert manifest["games"] == manifest["requested"] == 3000
    assert manifest["complete"] is True
    assert {"dicelab", "numpy", "numba", "python"} <= set(manifest["software"])
    assert manifest["task"] == run.description
    assert manifest["digest"] == run.digest
    table = pq.read_table(data_of(folder))
    assert table.column_names == ["metric", "value", "count"]
    for path in (folder, manifest_of(folder), data_of(folder)):
        again = load(path)
        assert again.digest == run.digest
        assert again.summary().equals(run.summary())
        assert again.as_dict() == run.as_dict()


def test_out__same_command_twice_plays_nothing_and_changes_nothing(tmp_path: Path) -> None:
    simulate("toy", games=3000, seed=5, out=tmp_path)
    before = {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()
    }
    seen: list[int] = []
    simulate("toy", games=3000, seed=5, out=tmp_path, progress=lambda done, _: seen.append(done))
    after = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    assert before == after
    assert seen == []


def test_out__more_games_carry_on_with_the_bits_of_one_run(tmp_path: Path) -> None:
    simulate("toy", games=3001, seed=5, out=tmp_path)
    seen: list[int] = []
    longer = simulate(
        "toy", games=40_000, seed=5, out=tmp_path, chunk_games=1000,
        progress=lambda done, _: seen.append(done),
    )  # fmt: skip
    assert min(seen) > 3001, "the games that were there are not played again"
    assert longer.digest == simulate("toy", games=40_000, seed=5).digest
    assert len(names(tmp_path)) == 2
    assert load(tmp_path).games == 40_000


def test_out__fewer_games_keep_the_larger_result(tmp_path: Path) -> None:
    large = simulate("toy", games=5000, seed=5, out=tmp_path)
    small = simulate("toy", games=2000, seed=5, out=tmp_path)
    assert small.games == 2000
    assert small.digest == simulate("toy", games=2000, seed=5).digest
    digests = {load(path).digest for path in tmp_path.glob("*.json")}
    assert digests == {large.digest, small.digest}
    assert simulate("toy", games=2000, seed=5, out=tmp_path).digest == small.digest
    assert len(names(tmp_path)) == 4


def test_out__other_tasks_lie_beside_each_other(tmp_path: Path) -> None:
    simulate("toy", games=100, seed=1, out=tmp_path)
    simulate("toy", games=100, seed=2, out=tmp_path)
    simulate("toy", "bank-at:threshold=9", games=100, seed=1, out=tmp_path)
    simulate("toy", games=100, seed=1, preset="gentle", out=tmp_path)
    simulate("toy", games=100, seed=1, options={"handicap": 1}, out=tmp_path)
    simulate("toy", games=100, seed=1, until="bust=0.5", out=tmp_path)
    match("toy", ["bank-at", "bank-after"], games=100, seed=1, out=tmp_path)
    match("toy", ["bank-at", "bank-after"], games=100, seed=1, seats="fixed", out=tmp_path)
    assert len(list(tmp_path.glob("*.json"))) == len(list(tmp_path.glob("*.parquet"))) == 8
    with pytest.raises(ValueError, match="must hold one manifest"):
        load(tmp_path)


def test_out__interrupted_run_resumes_to_the_bits_of_an_uninterrupted_one(tmp_path: Path) -> None:
    run = interrupted_after(100_000, out=tmp_path)
    assert run.interrupted
    kept = load(tmp_path)
    assert (kept.games, kept.interrupted) == (run.games, True)
    resumed = simulate("toy", games=2_000_000, seed=6, out=tmp_path)
    whole = simulate("toy", games=2_000_000, seed=6)
    assert resumed.digest == whole.digest == load(tmp_path).digest
    assert not load(tmp_path).interrupted
    assert len(names(tmp_path)) == 2


def test_out__until_resumes_and_stops_at_the_same_game(tmp_path: Path) -> None:
    simulate("toy", games=12_345, seed=1, until="bust=0.004", out=tmp_path)
    resumed = simulate("toy", games=10**7, seed=1, until="bust=0.004", out=tmp_path)
    assert resumed.digest == simulate("toy", games=10**7, seed=1, until="bust=0.004").digest
    again = simulate("toy", games=10**7, seed=1, until="bust=0.004", out=tmp_path)
    assert again.digest == resumed.digest


_ENDLESS = """
import sys
from tests.analysis import toy
from analysis import playing, simulate
toy.register()
playing.CHECKPOINT_SECONDS = 0.05
simulate("toy", games=10**12, seed=8, workers=1, out=sys.argv[1])
"""


def test_out__killed_run_resumes_from_its_checkpoint(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen([sys.executable, "-c", _ENDLESS, tmp_path], env=environment, cwd=ROOT)
    try:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob("*.json")) and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    (path,) = tmp_path.glob("*.json")
    kept = load(path)
    assert kept.interrupted
    assert kept.digest == simulate("toy", games=kept.games, seed=8).digest
    more = kept.games + 1000
    resumed = simulate("toy", games=more, seed=8, out=tmp_path)
    assert resumed.digest == simulate("toy", games=more, seed=8).digest


def test_out__crash_between_data_and_manifest_leaves_the_old_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analysis import store

    old = simulate("toy", games=1000, seed=5, out=tmp_path)
    real = store.write_atomically

    def crash(path: Path, write: Any) -> None:
        if path.suffix == ".json":
            raise RuntimeError("power cut")
        real(path, write)

    monkeypatch.setattr(store, "write_atomically", crash)
    with pytest.raises(RuntimeError, match="power cut"):
        simulate("toy", games=2000, seed=5, out=tmp_path)
    monkeypatch.undo()
    assert load(manifest_of(tmp_path)).digest == old.digest
    resumed = simulate("toy", games=2000, seed=5, out=tmp_path)
    assert load(manifest_of(tmp_path)).digest == resumed.digest


def test_out__interrupted_write_leaves_no_file(tmp_path: Path) -> None:
    from analysis.files import write_atomically

    target = tmp_path / "table.csv"
    target.write_text("old")

    def half(path: Path) -> None:
        path.write_text("ha")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, half)
    assert names(tmp_path) == ["table.csv"]
    assert target.read_text() == "old"


def test_out__folder_that_cannot_be_written_is_told_before_anything_is_played(
    tmp_path: Path,
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    seen: list[int] = []
    for folder in (blocked, blocked / "below"):
        with pytest.raises(ValueError, match=r"can't write results to .*file"):
            simulate("toy", games=10, out=folder, progress=lambda done, _: seen.append(done))
    assert seen == []


def test_out__another_process_that_got_further_is_not_overwritten(tmp_path: Path) -> None:
    meanwhile = []

    def progress(done: int, total: int) -> None:
        if not meanwhile:
            meanwhile.append(simulate("toy", games=9000, seed=5, out=tmp_path))

    run = simulate("toy", games=4000, seed=5, out=tmp_path, chunk_games=1000, progress=progress)
    found = {load(path).digest for path in tmp_path.glob("*.json")}
    assert found == {meanwhile[0].digest, run.digest}


def test_load__missing_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"can't read .*none.json"):
        load(tmp_path / "none.json")


def test_load__match_comes_back_as_a_match(tmp_path: Path) -> None:
    played = match(
        "toy", ["bank-at", "bank-after"], games=2000, seed=5, seats="fixed", out=tmp_path
    )
    again = load(tmp_path)
    assert isinstance(again, Match)
    assert again.as_dict() == played.as_dict()


def test_load__user_written_policy_keeps_its_name_and_can_be_saved_again(tmp_path: Path) -> None:
    mine = toy.user_policy(lambda state, p: state.total > 13, "cautious")
    run = simulate("toy", mine, games=500, seed=5, out=tmp_path / "a")
    again = load(tmp_path / "a")
    assert again.task.policies[0].name == "cautious"
    assert again.digest == run.digest
    again.save(tmp_path / "b")
    assert names(tmp_path / "a") == names(tmp_path / "b")
    with pytest.raises(ValueError, match="no code to play with"):
        again.task.replay(0)


def test_out__edited_user_policy_of_the_same_name_is_another_task(tmp_path: Path) -> None:
    def stop_above(limit: int) -> Any:
        return toy.user_policy(lambda state, p: state.total > limit)

    runs = [simulate("toy", stop_above(x), games=500, seed=5, out=tmp_path) for x in (13, 15)]
    again = simulate("toy", stop_above(13), games=500, seed=5, out=tmp_path)
    assert again.digest == runs[0].digest
    assert len(list(tmp_path.glob("*.json"))) == 2
    assert runs[0].digest != runs[1].digest


def test_save__loaded_result_has_the_same_name(tmp_path: Path) -> None:
    run = simulate("toy", games=500, seed=5)
    path = run.save(tmp_path)
    assert path == manifest_of(tmp_path)
    larger = simulate("toy", games=900, seed=5)
    larger.save(tmp_path)
    assert load(path).games == 900
    run.save(tmp_path)
    assert {load(p).games for p in tmp_path.glob("*.json")} == {500, 900}
