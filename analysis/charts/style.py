"""How every chart looks: fonts, sizes, colours, and where title and small print stand.

Colours are those of Okabe and Ito, told apart by the colour-blind; line style and marker change
with them, so that a chart works in grey too. Nothing here touches matplotlib's global state for
longer than a call, and nothing knows pyplot.

References
----------
M. Okabe, K. Ito, *Color Universal Design*, 2008.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import blended_transform_factory

BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
)  # fmt: skip
COLOURS = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK)
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES: tuple[Any, ...] = (
    "-", "--", "-.", ":", (0, (7, 2)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)),
)  # fmt: skip
INK, GREY, PALE = "#222222", "#6B6B6B", "#DDDDDD"

#: Inches; a page shows a chart some 800 pixels wide, 100 to the inch.
WIDTH = 8.0
TITLE_SIZE, TEXT_SIZE, LABEL_SIZE, SMALL_SIZE = 13.0, 10.0, 11.0, 8.0

_HOUSE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans"],  # comes with matplotlib: the same letters on every machine
    "font.size": TEXT_SIZE,
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.labelsize": LABEL_SIZE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.formatter.use_mathtext": False,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": PALE,
    "grid.linewidth": 0.8,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}

SMALL_PRINT = "small print"
_LINE_HEIGHT = 1.45  # of a line of small print, in its own size


@contextmanager
def house() -> Iterator[None]:
    """Draw in the house's style, whatever the user has set, and leave no trace."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_HOUSE)
        yield


@dataclass(frozen=True)
class Look:
    """How one of several series is drawn."""

    colour: str
    marker: str
    line: Any


def look(index: int) -> Look:
    """Give series number `index` its look; no two of the first 49 are the same."""
    round_, place = divmod(index, len(COLOURS))
    shifted = (place + round_) % len(COLOURS)
    return Look(COLOURS[place], MARKERS[shifted], LINES[shifted])


def axes(ax: Axes | None, height: float = 4.8) -> Axes:
    """Take the caller's axes, or make a figure of our own with one.

    Raises
    ------
    TypeError
        If `ax` is anything else.
    """
    if ax is None:
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        return figure.add_subplot()
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be matplotlib Axes or None, not {ax!r}")
    return ax


#: Mean width of a letter in its size, a little more than measured, plain and bold.
PLAIN, BOLD = 0.52, 0.6


def wrap(text: str, width_inches: float, size: float, letter: float) -> str:
    """Break a text at words so that it fits."""
    letters = max(16, int(width_inches * 72 / (letter * size)))
    return "\n".join(textwrap.wrap(text, letters, break_long_words=True))


def finish(
    ax: Axes, own: bool, title: str, small_print: str, xlabel: str = "", ylabel: str = ""
) -> Axes:
    """Put title, labels and small print where they belong.

    Parameters
    ----------
    own : bool
        Whether the figure is our own: then title and small print take its whole width, and room is
        kept for them. In somebody else's figure they stay with the axes.
    """
    ax.set_xlabel(xlabel)
    figure = ax.get_figure(root=True)
    assert isinstance(figure, Figure)
    height = figure.get_figheight() * ax.get_position().height - (0.6 if own else 0)
    ax.set_ylabel(wrap(ylabel, height, LABEL_SIZE, PLAIN))
    width = figure.get_figwidth() * (1 if own else ax.get_position().width)
    heading = ax.set_title(
        wrap(title, width - 0.3, TITLE_SIZE, BOLD), loc="left", fontsize=TITLE_SIZE,
        fontweight="bold", pad=_title_pad(ax),
    )  # fmt: skip
    note = wrap(small_print, width - 0.3, SMALL_SIZE, PLAIN)
    style: dict[str, Any] = {"fontsize": SMALL_SIZE, "color": GREY, "linespacing": 1.25}
    if own:
        heading.set_transform(
            blended_transform_factory(figure.transFigure, heading.get_transform())
        )
        heading.set_x(0.14 / figure.get_figwidth())
        inches = (note.count("\n") + 1) * SMALL_SIZE * _LINE_HEIGHT / 72 + 0.1
        share = inches / figure.get_figheight()
        engine = figure.get_layout_engine()
        assert isinstance(engine, ConstrainedLayoutEngine)
        engine.set(rect=(0.01, share, 0.98, 1 - share - 0.01))
        # The figure's own text, not the axes': the layout passes it by, yet a notebook, which cuts
        # figures to what it knows to be drawn, shows it.
        figure.text(
            0.14 / figure.get_figwidth(), 0.08 / figure.get_figheight(), note, va="bottom",
            label=SMALL_PRINT, **style,
        )  # fmt: skip
    else:
        ax.annotate(
            note, xy=(0, 0), xycoords=("axes fraction", ax.xaxis.label), xytext=(0, -6),
            textcoords="offset points", va="top", annotation_clip=False, label=SMALL_PRINT,
            **style,
        )  # fmt: skip
    return ax


def settle(figure: Figure) -> None:
    """Let the layout come to rest and keep it: it would move a little with every drawing."""
    if isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        for _ in range(2):
            figure.draw_without_rendering()
        figure.set_layout_engine("none")


def small_print_of(ax: Axes) -> str:
    """Read the small print of a chart back, without its line breaks."""
    figure = ax.get_figure(root=True)
    texts = [*(figure.texts if figure else ()), *ax.texts]
    notes = [text for text in texts if text.get_label() == SMALL_PRINT]
    return " ".join(notes[-1].get_text().split()) if notes else ""


def _title_pad(ax: Axes) -> float:
    """Leave room for a legend between axes and title."""
    legend = ax.get_legend()
    if legend is None:
        return 10.0
    rows = -(-len(legend.get_texts()) // getattr(legend, "_ncols", 1))
    return 10.0 + rows * TEXT_SIZE * 1.5


def legend_above(ax: Axes, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Put a legend between title and axes, where it can't hide data; call before :func:`finish`."""
    if not labels:
        return
    figure = ax.get_figure(root=True)
    assert isinstance(figure, Figure)
    room = figure.get_figwidth() * 0.88 * ax.get_position().width / 0.775 * 72
    room /= PLAIN * TEXT_SIZE
    longest = max(map(len, labels)) + 9  # the sample of the line, and the space between columns
    columns = max(1, min(len(labels), int(room // longest)))
    ax.legend(
        handles, labels, loc="lower left", bbox_to_anchor=(0, 1.0), ncols=columns,
        borderaxespad=0.3, borderpad=0.1, labelspacing=0.3, columnspacing=1.5, handlelength=2.8,
        fontsize=TEXT_SIZE,
    )  # fmt: skip


def nice(ticks: int, integer: bool = False) -> MaxNLocator:
    """Place ticks at round numbers."""
    return MaxNLocator(ticks, steps=[1, 2, 5, 10], integer=integer)


def grid(ax: Axes, axis: Literal["both", "x", "y"] = "both") -> None:
    """Draw pale lines behind the data."""
    ax.grid(axis=axis, color=PALE, linewidth=0.8)
    ax.set_axisbelow(True)


def shorten(text: str, letters: int) -> str:
    """Cut a long label; the small print has it whole."""
    return text if len(text) <= letters else text[: letters - 1] + "…"


def wrap_label(text: str, letters: int = 30, lines: int = 3) -> str:
    """Break a policy's label into a few lines, at its commas if it can."""
    pieces = text.replace(":", ": ").replace(",", ", ")
    broken = textwrap.wrap(pieces, letters, break_long_words=True)
    if len(broken) > lines:
        broken = [*broken[: lines - 1], shorten(broken[lines - 1], letters - 1) + "…"]
    return "\n".join(line.replace(": ", ":").replace(", ", ",") for line in broken)


def ink_over(mesh: Any, value: float) -> str:
    """Choose black or white for text on a cell of a heat map, by the luminance of its colour."""
    rgba = mesh.cmap(mesh.norm(value))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgba[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "white" if luminance < 0.2 else INK
