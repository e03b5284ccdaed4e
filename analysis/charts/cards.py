"""A page to print: a game's strategy on one card, with room for tables, pictures and small print.

A game's card is a chart of the kind ``card``: :func:`page` gives the page, the game's module fills its
panels, and :func:`table` writes a table into one. ``dicelab chart GAME card --out card.pdf`` makes the
PDF.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec

from analysis.charts import style

#: A5 on its side, in inches.
PAGE = (8.27, 5.83)
_HEAD_SIZE, _CELL_SIZE = 9.0, 10.0
_LINE = 1.5


def page(
    title: str, advice: str, small_print: str, rows: int = 1, columns: int = 1, **ratios: Any
) -> tuple[Figure, GridSpec]:
    """Make a page with a title, a line or two of advice, small print, and a grid of panels.

    Parameters
    ----------
    title : str
        The question that the card answers.
    advice : str
        The answer in a sentence or two; wrapped to the page.
    small_print : str
        Rules, what was computed and how, the best value, the command.
    rows, columns : int
        Of the grid of panels.
    **ratios
        ``width_ratios``, ``height_ratios``, ``wspace`` and ``hspace`` of the grid.

    Returns
    -------
    figure : Figure
    grid : GridSpec
        ``figure.add_subplot(grid[row, column])`` makes a panel.

    Notes
    -----
    Call it, and fill the panels, within ``with style.house():``.
    """
    figure = Figure(figsize=PAGE)
    width, height = PAGE
    margin = 0.4
    words = style.wrap(advice, width - 2 * margin, style.TEXT_SIZE, style.PLAIN)
    note = style.wrap(small_print, width - 2 * margin, style.SMALL_SIZE - 1, style.PLAIN)
    x = margin / width
    figure.text(
        x, 1 - 0.3 / height, title, va="top", fontsize=style.TITLE_SIZE + 2, fontweight="bold"
    )
    figure.text(x, 1 - 0.68 / height, words, va="top", fontsize=style.TEXT_SIZE, linespacing=1.35)
    figure.text(
        x, 0.2 / height, note, va="bottom", fontsize=style.SMALL_SIZE - 1, color=style.GREY,
        linespacing=1.25, label=style.SMALL_PRINT,
    )  # fmt: skip
    top = 0.68 + (words.count("\n") + 1) * style.TEXT_SIZE * _LINE / 72 + 0.3
    bottom = 0.2 + (note.count("\n") + 1) * style.SMALL_SIZE * _LINE / 72 + 0.25
    grid = GridSpec(
        rows, columns, figure, left=x, right=1 - x, top=1 - top / height, bottom=bottom / height,
        **ratios,
    )  # fmt: skip
    return figure, grid


def table(
    ax: Axes,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    title: str = "",
    colours: Sequence[Sequence[str | None]] | None = None,
) -> Axes:
    """Fill a panel with a table: rules between rows, no box, text centred.

    Parameters
    ----------
    colours : sequence of sequence of str or None, optional
        The background of each cell; the text on it must stay readable in print.
    """
    ax.set_axis_off()
    if title:
        ax.set_title(title, loc="left", fontsize=style.TEXT_SIZE, fontweight="bold", pad=6)
    n_rows, n_columns = len(rows) + 1, len(header)
    ax.set_xlim(0, n_columns)
    ax.set_ylim(n_rows, 0)
    for column, text in enumerate(header):
        ax.text(
            column + 0.5, 0.5, text, ha="center", va="center", fontsize=_HEAD_SIZE, color=style.GREY
        )
    for row, cells in enumerate(rows, start=1):
        ax.axhline(row, color=style.PALE, linewidth=0.8)
        for column, text in enumerate(cells):
            shade = colours[row - 1][column] if colours else None
            if shade:
                xs = [column, column + 1, column + 1, column]
                ax.fill(xs, [row, row, row + 1, row + 1], color=shade, linewidth=0)
            ax.text(
                column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=_CELL_SIZE,
                fontweight="bold" if column == 0 else "normal",
            )  # fmt: skip
    return ax
