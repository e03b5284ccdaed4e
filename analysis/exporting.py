"""Write a frame or a run to a file; the suffix says in which format."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.files import check_target_of, write_atomically

if TYPE_CHECKING:
    import pandas as pd

    from analysis.runs import Run


def _parquet(frame: pd.DataFrame, path: Path) -> None:
    frame.to_parquet(path, engine="pyarrow", index=False)


def _csv(frame: pd.DataFrame, path: Path) -> None:
    frame.to_csv(path, index=False, lineterminator="\n")


def _json(frame: pd.DataFrame, path: Path) -> None:
    document = {"about": frame.attrs, "rows": json.loads(frame.to_json(orient="records"))}
    _json_document(document, path)


def _json_document(document: Mapping[str, Any], path: Path) -> None:
    path.write_text(json.dumps(document, indent=1, allow_nan=False) + "\n", encoding="utf-8")


_WRITERS: Mapping[str, Callable[[pd.DataFrame, Path], None]] = {
    ".parquet": _parquet,
    ".csv": _csv,
    ".json": _json,
}


def check_target(path: str | PathLike[str]) -> Path:
    """Make sure that a table can be exported there, before the work whose result it is.

    Raises
    ------
    ValueError
        For a suffix but ``.parquet``, ``.csv`` and ``.json``, or if the file can't be written.
    """
    return check_target_of(path, _WRITERS, "export")


def export(data: pd.DataFrame | Run, path: str | PathLike[str]) -> Path:
    """Write a frame or a run to ``.parquet``, ``.csv`` or ``.json``, whole or not at all.

    Parameters
    ----------
    data : DataFrame or Run
        Of a run, JSON holds the whole document, Parquet and CSV the counts in long form.
    path : path
        Replaced if it exists; its folder must exist.

    Returns
    -------
    Path

    Raises
    ------
    ValueError
        For another suffix, or if the file can't be written.
    """
    import pandas as pd

    target = check_target(path)
    if isinstance(data, pd.DataFrame):
        frame = data
    elif target.suffix == ".json":
        document = data.as_dict()
        write_atomically(target, lambda temporary: _json_document(document, temporary))
        return target
    else:
        frame = data.counts()
    write = _WRITERS[target.suffix]
    write_atomically(target, lambda temporary: write(frame, temporary))
    return target
