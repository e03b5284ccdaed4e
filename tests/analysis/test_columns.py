"""The column registry says what frames really hold, and frames leave the house whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pandera.errors
import pytest

from analysis import columns, compare, export, match, simulate
from analysis.columns import COLUMNS, metric_column, schema

ROOT = Path(__file__).parents[2]


def test_columns__each_is_described_once() -> None:
    table = columns.describe()
    assert table["name"].is_unique
    assert set(table["dtype"]) <= {"int64", "uint64", "float64", "bool", "str"}
    assert (table[["unit", "description"]] != "").all(axis=None)
    assert list(COLUMNS) == table["name"].tolist()


def test_frames__validate_against_the_registry() -> None:
    run = simulate("toy", games=3000, seed=1)
    schema(list(run.summary().columns)).validate(run.summary())
    schema(list(run.counts().columns)).validate(run.counts())
    for metric in run.metrics:
        frame = run.distribution(metric.name)
        schema(list(frame.columns), [metric_column(metric)]).validate(frame)


def test_frames__of_a_single_game() -> None:
    single = simulate("toy", games=1, seed=1)
    schema(list(single.summary().columns)).validate(single.summary())
    by_metric = single.summary().set_index("metric")["std_error"]
    assert np.isnan(by_metric[["points", "rolls"]]).all()


def test_schema__can_fail() -> None:
    frame = simulate("toy", games=30, seed=1).distribution()
    extra = [metric_column(simulate("toy", games=1, seed=1).metrics[0])]
    bad = frame.assign(probability=frame["probability"] + 1)
    with pytest.raises(pandera.errors.SchemaError):
        schema(list(frame.columns), extra).validate(bad)
    with pytest.raises(pandera.errors.SchemaError):
        schema(list(frame.columns), extra).validate(frame.astype({"count": float}))
    with pytest.raises(pandera.errors.SchemaError):
        schema(list(frame.columns), extra).validate(frame.drop(columns="count"))


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".json"])
def test_export__frame_comes_back(tmp_path: Path, suffix: str) -> None:
    frame = compare("toy", ["bank-at", "bank-after"], games=500, seed=1)
    path = export(frame, tmp_path / f"table{suffix}")
    if suffix == ".parquet":
        again = pd.read_parquet(path)
        assert again.attrs == frame.attrs
    elif suffix == ".csv":
        again = pd.read_csv(path)
    else:
        document = json.loads(path.read_text())
        assert document["about"] == frame.attrs
        again = pd.DataFrame(document["rows"])
    pd.testing.assert_frame_equal(again, frame, check_dtype=False, rtol=1e-9)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_export__run_and_match(tmp_path: Path) -> None:
    run = simulate("toy", games=500, seed=1)
    assert json.loads(export(run, tmp_path / "run.json").read_text()) == run.as_dict()
    counts = pd.read_csv(export(run, tmp_path / "run.csv"))
    assert counts.columns.tolist() == ["metric", "value", "count"]
    assert counts.groupby("metric")["count"].sum().unique().tolist() == [500]
    played = match("toy", ["bank-at", "bank-after"], games=500, seed=1)
    assert json.loads(export(played, tmp_path / "match.json").read_text()) == played.as_dict()


def test_export__same_bytes_every_time(tmp_path: Path) -> None:
    frame = simulate("toy", games=500, seed=1).summary()
    for suffix in ("parquet", "csv", "json"):
        paths = [export(frame, tmp_path / f"{name}.{suffix}") for name in "ab"]
        assert paths[0].read_bytes() == paths[1].read_bytes()


def test_export__bad_target(tmp_path: Path) -> None:
    frame = simulate("toy", games=5, seed=1).summary()
    with pytest.raises(ValueError, match=r"must end in .parquet, .csv, .json"):
        export(frame, tmp_path / "table.xlsx")
    with pytest.raises(ValueError, match=r"can't write .*table.csv: No such file"):
        export(frame, tmp_path / "none" / "table.csv")


def test_import__analysis_alone_loads_nothing_heavy() -> None:
    script = (
        "import sys, analysis; "
        "heavy = {'numpy', 'numba', 'pandas', 'scipy.special', 'matplotlib', 'pyarrow'}; "
        "print(sorted(heavy & set(sys.modules))); "
        "from analysis import simulate, compare, sweep, match; "
        "print(sorted((heavy - {'numpy', 'numba'}) & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[:2] == ["[]", "[]"]
