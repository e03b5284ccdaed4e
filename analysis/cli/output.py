"""Show results: tables and notes for people, one JSON document for programs."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

#: Where texts in tables wrap when nobody's terminal says; whatever mustn't be broken goes beyond.
_PIPE_WIDTH = 120
_ENDLESS = 100_000


def plain(value: Any) -> Any:
    """Turn a value into what JSON knows; NaN and infinities become null.

    Examples
    --------
    >>> plain({"mean": float("nan"), "counts": (1, 2)})
    {'mean': None, 'counts': [1, 2]}
    """
    if hasattr(value, "tolist"):  # numpy's scalars and arrays
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, str | bool | int) or value is None:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return [plain(entry) for entry in value]


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document on standard output, each of its members on a line of its own."""
    members = [
        f"  {json.dumps(name)}: {json.dumps(entry, ensure_ascii=False, allow_nan=False)}"
        for name, entry in plain(document).items()
    ]
    sys.stdout.write("{\n" + ",\n".join(members) + "\n}\n")


def _console(width: int | None = None) -> Console:
    from rich.console import Console

    return Console(width=width, highlight=False, markup=False, emoji=False)


@dataclass(frozen=True)
class Column:
    """A column of a table: numbers stand to the right and are never broken, texts may wrap."""

    title: str
    numeric: bool = False
    wrap: bool = False


def numbers(*titles: str) -> list[Column]:
    """Declare numeric columns."""
    return [Column(title, numeric=True) for title in titles]


def _table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Table:
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for index, column in enumerate(columns):
        widest = max(cell_len(text) for text in [column.title, *(row[index] for row in rows)])
        table.add_column(
            Text(column.title),
            justify="right" if column.numeric else "left",
            no_wrap=not column.wrap,
            min_width=None if column.wrap else widest,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; where the terminal is too narrow for it, one line per cell instead."""
    table = _table(columns, rows)
    console = _console()
    needed = _console(_ENDLESS).measure(table).minimum
    if not console.is_terminal:
        console = _console(max(needed, _PIPE_WIDTH))
    if needed <= console.width:
        _write(console, table)
        return
    for row in rows:
        for column, cell in zip(columns, row, strict=True):
            note(f"{column.title}: {cell}" if column.title else cell)
        note()


def heading(text: str) -> None:
    """Print a line that stands out on a terminal."""
    note(text, style="bold")


def note(text: str = "", style: str = "") -> None:
    """Print a line, broken at words where the terminal ends."""
    console = _console()
    _write(console, text, style=style or None, soft_wrap=not console.is_terminal)


def _write(console: Console, content: Any, **how: Any) -> None:
    """Let rich lay it out, but write it ourselves: rich ends the process when a pipe breaks."""
    with console.capture() as capture:
        console.print(content, **how)
    lines = capture.get().splitlines() or [""]
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in lines))


def sentence(text: str) -> str:
    """Write a description as a sentence.

    Examples
    --------
    >>> sentence("one turn alone"), sentence("Done.")
    ('One turn alone.', 'Done.')
    """
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."


def decimals_for(std_error: float, least: int = 0) -> int:
    """Count the decimals that show two digits of an error.

    Examples
    --------
    >>> decimals_for(0.0123), decimals_for(45.0), decimals_for(0.0)
    (3, 0, 4)
    """
    if not math.isfinite(std_error) or std_error <= 0:
        return max(4, least)
    return max(least, min(12, 1 - math.floor(math.log10(std_error))))


def estimate_cells(estimate: Mapping[str, Any], *, percent: bool = False) -> list[str]:
    """Write an estimate as two cells: mean ± standard error, and its interval.

    Parameters
    ----------
    estimate : mapping
        With mean, std_error, ci_low and ci_high; what is undefined is NaN or None.

    Examples
    --------
    >>> win = {"mean": 0.25, "std_error": 0.001, "ci_low": 0.248, "ci_high": 0.252}
    >>> estimate_cells(win, percent=True)
    ['25.00 ± 0.10 %', '24.80 … 25.20 %']
    """
    scale, unit = (100.0, " %") if percent else (1.0, "")
    mean, error, low, high = (
        math.nan if estimate[name] is None else float(estimate[name])
        for name in ("mean", "std_error", "ci_low", "ci_high")
    )
    places = decimals_for(scale * error)

    def write(value: float) -> str:
        if math.isnan(value):
            return "?"
        written = f"{scale * value:,.{places}f}"
        return written.removeprefix("-") if float(written.replace(",", "")) == 0 else written

    return [
        f"{write(mean)} ± {write(error)}{unit}",
        f"{write(low)} … {write(high)}{unit}",
    ]


def origin(frame: pd.DataFrame) -> dict[str, Any]:
    """Return what a frame says of where it comes from."""
    return {str(name): value for name, value in frame.attrs.items()}


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Write a frame's rows as dictionaries of plain values."""
    return [
        {str(name): plain(value) for name, value in row.items()} for row in frame.to_dict("records")
    ]
