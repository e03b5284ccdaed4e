"""Save a chart so that the same chart is the same bytes, on any day and in any process."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.files import check_target_of, write_atomically

#: Dots per inch of PNG: two for each pixel that a page shows.
DPI = 200

# What each format would otherwise write about the day and the software.
_NOTHING: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
SUFFIXES = tuple(_NOTHING)

_STEADY: dict[Any, Any] = {
    "svg.hashsalt": "dicelab",  # ids that don't change from process to process
    "svg.fonttype": "path",  # the same letters on every machine
    "pdf.fonttype": 42,
    "pdf.compression": 6,
}


def check_target(path: str | PathLike[str]) -> Path:
    """Make sure that a chart can be saved there, before the work whose result it is.

    Raises
    ------
    ValueError
        For a suffix but ``.png``, ``.svg`` and ``.pdf``, or if the file can't be written.
    """
    return check_target_of(path, SUFFIXES, "save a chart")


def save(figure: Figure | Axes, path: str | PathLike[str]) -> Path:
    """Save a figure, whole or not at all; the suffix says in which format.

    Its layout is settled first and then stays, so that every file of it is of the same picture.

    Parameters
    ----------
    figure : Figure or Axes
        Of an Axes, the whole figure that it is part of.
    path : path
        Ends in ``.png``, ``.svg`` or ``.pdf``; replaced if it exists, its folder must exist.

    Returns
    -------
    Path

    Raises
    ------
    ValueError
        For another suffix, or if the file can't be written.
    TypeError
        For anything but a figure or axes.
    """
    if isinstance(figure, Axes):
        whole = figure.get_figure(root=True)
    else:
        whole = figure
    if not isinstance(whole, Figure):
        raise TypeError(f"charts.save takes a Figure or Axes, not {type(figure).__name__}")
    target = check_target(path)
    metadata = _NOTHING[target.suffix]
    with style.house():
        style.settle(whole)

    def write(temporary: Path) -> None:
        with style.house(), mpl.rc_context(_STEADY):
            whole.savefig(temporary, format=target.suffix[1:], dpi=DPI, metadata=metadata)

    write_atomically(target, write)
    return target
