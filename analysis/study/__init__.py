"""The study: what dicelab finds out about its games, as tables, charts and pages to read.

One command plays everything and writes ``results/``: a folder for each game, with its page, its
tables (CSV and Parquet), its charts (PNG and SVG) and a manifest, and a front page that answers the
questions in short. The same command writes the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from analysis.files import ready_folder, write_atomically
from analysis.playing import ProgressChoice
from analysis.study.chapter import Chapter, Effort, verify_chapter, write_chapter
from analysis.study.chapters import authors
from analysis.study.wording import in_words
from analysis.tasks import parse_games
from simulators.errors import unknown_name
from simulators.streams import check_seed

__all__ = ["study", "verify"]

GAMES = 10_000_000
SEED = 1


def study(
    out: str | PathLike[str] = "results",
    *,
    games: Any = GAMES,
    seed: int = SEED,
    only: Sequence[str] | None = None,
    workers: int | None = None,
    progress: ProgressChoice = None,
    tell: Callable[[str], None] | None = None,
) -> Path:
    """Play the study and write its results.

    Parameters
    ----------
    out : path
        Folder for the results; files of an earlier study there are replaced one by one.
    games : int
        Games per policy and turns per threshold.
    only : sequence of str, optional
        Games whose chapters to write; all by default. The front page tells of those in `out`.
    tell : callable, optional
        Gets a line for people before each part of the work.

    Returns
    -------
    Path
        The front page.

    Raises
    ------
    ValueError
        If `out` can't be written or `only` names an unknown chapter, before anything is played.
    """
    n_games, folder = parse_games(games), Path(out)
    effort = Effort(n_games, check_seed(seed), workers, progress, tell or (lambda line: None))
    writers = authors()
    for name in only or ():
        if name not in writers:
            raise unknown_name("chapter", name, writers)
    ready_folder(folder)
    command = f"dicelab study --games {n_games} --seed {effort.seed}"
    for name, author in writers.items():
        if only is None or name in only:
            chapter = author(effort)
            write_chapter(chapter, folder, command)
            _remember(chapter, folder)
    return _write_front_page(folder, effort, list(writers))


def _remember(chapter: Chapter, folder: Path) -> None:
    """Keep what the front page needs of a chapter, so that chapters can be written one by one."""
    pictures = [chapter.picture, *chapter.more_pictures]
    brief = {"title": chapter.title, "answer": chapter.answer, "pictures": pictures}
    text = json.dumps(brief, indent=1, ensure_ascii=False) + "\n"
    path = folder / chapter.slug / "brief.json"
    write_atomically(path, lambda temporary: temporary.write_text(text, encoding="utf-8"))


def _write_front_page(folder: Path, effort: Effort, slugs: list[str]) -> Path:
    lines = [
        "# What the dice say",
        "",
        f"Written by `dicelab study`: {in_words(effort.games)} games per policy, seed {effort.seed}. "
        "Every figure is an estimate with its error or interval, or is called exact. The same "
        "command writes the same files, byte for byte, with the versions of [constraints.txt]"
        "(../constraints.txt); each folder's `manifest.json` says what was played and lists the "
        "digest of every file.",
        "",
    ]
    for slug in slugs:
        path = folder / slug / "brief.json"
        if path.exists():
            brief = json.loads(path.read_text(encoding="utf-8"))
            lines += [f"## [{brief['title']}]({slug}/README.md)", "", brief["answer"], ""]
            for picture in brief["pictures"]:
                lines += [f"[![{brief['title']}]({slug}/{picture}.png)]({slug}/README.md)", ""]
    text = "\n".join(lines).rstrip() + "\n"
    page = folder / "README.md"
    write_atomically(page, lambda temporary: temporary.write_text(text, encoding="utf-8"))
    return page


def verify(folder: str | PathLike[str] = "results") -> list[str]:
    """Check every file of a study against the manifests; return the chapters found.

    Raises
    ------
    ValueError
        If a file is missing or was altered, or there is no study.
    """
    manifests = sorted(Path(folder).glob("*/manifest.json"))
    if not manifests:
        raise ValueError(f"{folder} holds no study")
    for manifest in manifests:
        verify_chapter(manifest.parent)
    return [manifest.parent.name for manifest in manifests]
