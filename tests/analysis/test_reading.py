"""Files that were altered or cut short are refused, by name, in one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analysis import load, simulate
from analysis.reading import seal_of
from tests.analysis.test_store import data_of, manifest_of


def _damage_truncate(folder: Path) -> Path:
    path = data_of(folder)
    path.write_bytes(path.read_bytes()[:-20])
    return path


def _damage_empty(folder: Path) -> Path:
    path = data_of(folder)
    path.write_bytes(b"")
    return path


def _damage_remove(folder: Path) -> Path:
    path = data_of(folder)
    path.unlink()
    return path


def _rewrite(folder: Path, change: Any) -> Path:
    path = data_of(folder)
    rows = pq.read_table(path).to_pylist()
    change(rows)
    kinds = {"metric": pa.string(), "value": pa.int64(), "count": pa.int64()}
    columns = {k: pa.array([row[k] for row in rows], kind) for k, kind in kinds.items()}
    pq.write_table(pa.table(columns), path)
    return path


def _damage_count(folder: Path) -> Path:
    return _rewrite(folder, lambda rows: rows[0].update(count=rows[0]["count"] + 1))


def _damage_moved_count(folder: Path) -> Path:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["count"] += 1
        rows[1]["count"] -= 1

    return _rewrite(folder, change)


def _damage_value(folder: Path) -> Path:
    return _rewrite(folder, lambda rows: rows[1].update(value=rows[1]["value"] + 1000))


def _damage_row(folder: Path) -> Path:
    return _rewrite(folder, lambda rows: rows.append({"metric": "luck", "value": 1, "count": 5}))


def _damage_twice(folder: Path) -> Path:
    return _rewrite(folder, lambda rows: rows.append(dict(rows[0])))


def _damage_columns(folder: Path) -> Path:
    path = data_of(folder)
    pq.write_table(pq.read_table(path).drop_columns(["count"]), path)
    return path


def _damage_seed(folder: Path) -> Path:
    path = manifest_of(folder)
    path.write_text(path.read_text().replace('"seed": 5', '"seed": 6'))
    return path


def _damage_resealed_games(folder: Path) -> Path:
    """Even with a fresh seal, the counts must add up."""
    path = manifest_of(folder)
    manifest = json.loads(path.read_text())
    manifest["games"] += 1
    manifest["seal"] = seal_of(manifest)
    path.write_text(json.dumps(manifest))
    return data_of(folder)


def _damage_resealed_seed(folder: Path) -> Path:
    path = manifest_of(folder)
    manifest = json.loads(path.read_text())
    manifest["task"]["seed"] = 6
    manifest["seal"] = seal_of(manifest)
    path.write_text(json.dumps(manifest))
    return data_of(folder)


def _damage_manifest_cut(folder: Path) -> Path:
    path = manifest_of(folder)
    path.write_text(path.read_text()[:200])
    return path


def _damage_manifest_other(folder: Path) -> Path:
    path = manifest_of(folder)
    path.write_text('{"hello": "world"}')
    return path


def _damage_schema(folder: Path) -> Path:
    path = manifest_of(folder)
    path.write_text(path.read_text().replace('"schema": 1', '"schema": 99'))
    return path


@pytest.mark.parametrize(
    "damage",
    [value for name, value in sorted(globals().items()) if name.startswith("_damage_")],
    ids=lambda damage: damage.__name__.removeprefix("_damage_"),
)
def test_load__altered_or_truncated_file_is_refused_by_name(tmp_path: Path, damage: Any) -> None:
    simulate("toy", games=3000, seed=5, out=tmp_path)
    load(tmp_path)
    path = damage(tmp_path)
    for read in (
        lambda: load(manifest_of(tmp_path)),
        lambda: simulate("toy", games=4000, seed=5, out=tmp_path),
    ):
        with pytest.raises(ValueError) as caught:
            read()
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
