"""What a chapter of the study is made of, and how it is put down as files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.exporting import export
from analysis.files import ready_folder, write_atomically
from analysis.playing import ProgressChoice, Resources
from analysis.provenance import software_versions
from analysis.runs import Run
from analysis.solving import Solved

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Effort:
    """How much to play, and where.

    Attributes
    ----------
    games : int
        Games per policy, turns per threshold.
    seed : int
    workers : int, optional
    progress : see `analysis.playing.ProgressChoice`
    tell : callable
        Gets a line for people before each part of the work.
    """

    games: int
    seed: int
    workers: int | None = None
    progress: ProgressChoice = None
    tell: Callable[[str], None] = lambda line: None

    def __post_init__(self) -> None:
        # Checked here, so that a wrong number is refused before anything is played.
        object.__setattr__(self, "workers", Resources(self.workers).workers)

    def playing(self, share: float = 1.0, least: int = 100) -> dict[str, Any]:
        """Give the arguments that every question takes, at a share of the games."""
        return {
            "games": max(int(self.games * share), min(least, self.games)),
            "seed": self.seed,
            "workers": self.workers,
            "progress": self.progress,
        }


@dataclass
class Chapter:
    """One game's results: text with tables and charts in it.

    Attributes
    ----------
    slug : str
        Name of the chapter's folder.
    answer : str
        What the front page says, in a sentence or two.
    picture, more_pictures : str, list of str
        Names of the charts that the front page shows.
    lines : list of str
        The chapter's Markdown.
    tables : dict of str to DataFrame
    charts : dict of str to Axes
    cards : dict of str to Axes
        Pages to print.
    sources : list of dict
        Every task that was played, with its digest, and every question that was solved.
    """

    slug: str
    title: str
    answer: str = ""
    picture: str = ""
    more_pictures: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)
    charts: dict[str, Axes] = field(default_factory=dict)
    cards: dict[str, Axes] = field(default_factory=dict)
    sources: list[dict[str, Any]] = field(default_factory=list)

    def say(self, *paragraphs: str) -> None:
        """Add paragraphs."""
        for paragraph in paragraphs:
            self.lines += [paragraph, ""]

    def add_table(self, name: str, frame: pd.DataFrame, shown: str) -> None:
        """Add a table: the whole frame as files, `shown` (Markdown) in the text."""
        self.tables[name] = frame
        files = f"[{name}.csv]({name}.csv), [{name}.parquet]({name}.parquet)"
        self.lines += [shown, "", f"<sub>All columns: {files}</sub>", ""]

    def add_chart(self, name: str, chart: Axes, question: str) -> None:
        """Add a chart; `question` is its text for those who can't see it."""
        self.charts[name] = chart
        self.lines += [f"![{question}]({name}.png)", "", f"<sub>[{name}.svg]({name}.svg)</sub>", ""]

    def add_card(self, name: str, card: Axes, question: str) -> None:
        """Add a page to print, as a picture in the text and as a PDF beside it."""
        self.cards[name] = card
        link = f"<sub>To print: [{name}.pdf]({name}.pdf)</sub>"
        self.lines += [f"![{question}]({name}.png)", "", link, ""]

    def cite_solution(self, solved: Solved) -> None:
        """Record an exact answer among the chapter's sources, without how long it took."""
        told = {k: v for k, v in solved.as_dict().items() if k not in ("seconds", "from_disk")}
        self.sources.append({"solved": told})

    def cite(self, run: Run) -> None:
        """Record a run among the chapter's sources; after a Ctrl-C there is no chapter."""
        if run.interrupted:
            raise KeyboardInterrupt
        source = {"task": run.description, "games": run.games, "truncated": run.truncated}
        self.sources.append({**source, "digest": run.digest})


def unless_interrupted(frame: pd.DataFrame) -> pd.DataFrame:
    """Let a frame pass unless Ctrl-C cut it short: nothing half-counted is published."""
    if frame.attrs.get("interrupted"):
        raise KeyboardInterrupt
    return frame


def _write_text(path: Path, text: str) -> None:
    write_atomically(path, lambda temporary: temporary.write_text(text, encoding="utf-8"))


def write_chapter(chapter: Chapter, folder: Path, command: str) -> None:
    """Write a chapter's files; the manifest, which lists the digests of all others, comes last."""
    from analysis import charts

    place = ready_folder(folder / chapter.slug)
    files: list[Path] = []
    for name, frame in chapter.tables.items():
        files += [export(frame, place / f"{name}{suffix}") for suffix in (".csv", ".parquet")]
    for name, chart in chapter.charts.items():
        files += [charts.save(chart, place / f"{name}{suffix}") for suffix in (".png", ".svg")]
    for name, card in chapter.cards.items():
        files += [charts.save(card, place / f"{name}{suffix}") for suffix in (".png", ".pdf")]
    page = place / "README.md"
    _write_text(page, "\n".join([f"# {chapter.title}", "", *chapter.lines]).rstrip() + "\n")
    files.append(page)
    manifest = {
        "schema": SCHEMA_VERSION,
        "command": command,
        "software": software_versions(),
        "sources": chapter.sources,
        "files": {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(files)},
    }
    _write_text(place / "manifest.json", json.dumps(manifest, indent=1, allow_nan=False) + "\n")


def verify_chapter(folder: Path) -> dict[str, Any]:
    """Read a chapter's manifest and check every file against it.

    Returns
    -------
    dict
        The manifest.

    Raises
    ------
    ValueError
        If a file is missing or isn't what was written.
    """
    path = folder / "manifest.json"
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        listed = dict(manifest["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no manifest of the study: {error}") from None
    for name, digest in listed.items():
        file = folder / name
        if not file.exists():
            raise ValueError(f"{file} is missing")
        if sha256(file.read_bytes()).hexdigest() != digest:
            raise ValueError(f"{file} was altered: it isn't what the study wrote")
    return manifest
