"""Keep runs as files with a pedigree: exact counts in Parquet, a JSON manifest beside them.

A result is two files. ``STEM.json``, the manifest, says what was played, by which software, and
names the data file ``STEM.DIGEST.parquet``, whose own name holds a digest of its content. To
replace a result, the new data file is written first; then the manifest takes the place of the old
one, in a single step; then the old data file goes. Wherever that is cut off, the manifest names
whole data.

The stem is made of the task and says nothing of the number of games: the same task finds its
earlier result, and only games not yet played are added to it. A smaller run can't be cut out of a
larger one, so it is played anew and kept beside it, under a stem that names its number of games.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.files import ready_folder, write_atomically
from analysis.provenance import content_digest, describe_task, software_versions, task_key
from analysis.reading import SCHEMA_VERSION, Stored, fit_to, read_stored, seal_of
from simulators.game import Task
from simulators.tally import Tally

if TYPE_CHECKING:
    from analysis.runs import Run

_ORPHAN_SECONDS = 600
_MAX_SLUG = 60


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.=_]+", "-", text.lower()).strip("-.")[:_MAX_SLUG].rstrip("-.")


def stem_of(task: Task, description: dict[str, Any], until: str | None) -> str:
    """Name the files of a task's results, the same for any number of games."""
    policies = _slug("-vs-".join(policy.label for policy in task.policies))
    key = task_key({**description, "until": until} if until else description)
    return f"{_slug(task.game_name)}-{task.mode_name}-{policies}-seed{task.seed}-{key}"


class Shelf:
    """The place of one task's result in a folder.

    Attributes
    ----------
    found : Tally or None
        What an earlier run counted, to be carried on.

    Raises
    ------
    ValueError
        If the folder can't be written, or what lies in the place is damaged.
    """

    def __init__(
        self,
        folder: Path,
        task: Task,
        games: int,
        until: str | None,
        description: dict[str, Any] | None = None,
    ) -> None:
        self._folder = ready_folder(folder)
        self._task, self._games, self._until = task, games, until
        self._description = description or describe_task(task)
        self._stem = stem_of(task, self._description, until)
        self._stored = self._look(self._stem)
        self._make_room(games)

    def _make_room(self, games: int) -> None:
        """Leave a larger result alone: a smaller one goes beside it."""
        if self._stored and self._stored.tally.games > games:
            self._stem = f"{self._stem}-{games}-games"
            self._stored = self._look(self._stem)

    def _look(self, stem: str) -> Stored | None:
        path = self._folder / f"{stem}.json"
        if not path.exists():
            return None
        stored = read_stored(path)
        if stored.manifest["task"] != self._description:
            raise ValueError(f"{path} holds the result of another task")
        return stored

    @property
    def path(self) -> Path:
        """Where the manifest is, or will be."""
        return self._folder / f"{self._stem}.json"

    @property
    def found(self) -> Tally | None:
        return fit_to(self._task, self._stored) if self._stored else None

    def keep(self, tally: Tally) -> None:
        """Write what has been counted so far, unless another process has got further."""
        there = self._look(self._stem)
        if there is None or there.tally.games <= tally.games:
            self._write(tally, complete=False)

    def finish(self, run: Run) -> None:
        """Write the result, unless it already lies there."""
        kept = self._stored = self._look(self._stem)
        self._make_room(run.games)
        if kept and kept.manifest["complete"] and kept.manifest["digest"] == run.digest:
            return
        self._write(run.tally, complete=not run.interrupted)

    def _write(self, tally: Tally, complete: bool) -> None:
        metrics = self._task.metrics
        digest = content_digest(self._description, tally, [metric.name for metric in metrics])
        manifest = {
            "schema": SCHEMA_VERSION,
            "software": software_versions(),
            "task": self._description,
            "labels": [policy.label for policy in self._task.policies],
            "metrics": [
                {"name": m.name, "kind": m.kind, "unit": m.unit, "description": m.description}
                for m in metrics
            ],
            "requested": self._games,
            "until": self._until,
            "complete": complete,
            "games": tally.games,
            "truncated": tally.truncated,
            "data": f"{self._stem}.{digest[:16]}.parquet",
            "digest": digest,
        }
        self._commit(manifest, tally)

    def _commit(self, manifest: dict[str, Any], tally: Tally) -> None:
        names = [metric["name"] for metric in manifest["metrics"]]
        data = self._folder / manifest["data"]
        if not data.exists():
            write_atomically(data, lambda path: _write_counts(path, names, tally))
        sealed = {**manifest, "seal": seal_of(manifest)}
        text = json.dumps(sealed, indent=1, allow_nan=False) + "\n"
        write_atomically(self.path, lambda path: _write_text(path, text))
        before = self._stored.manifest["data"] if self._stored else None
        self._drop_stale(before, manifest["data"])
        self._stored = Stored(self.path, sealed, tally)

    def _drop_stale(self, before: str | None, current: str) -> None:
        """Remove the data that the manifest named before, and what a crash left behind."""
        with suppress(OSError):
            if before and before != current:
                (self._folder / before).unlink(missing_ok=True)
            left_behind = [
                *self._folder.glob(f"{self._stem}.*.parquet"),
                *self._folder.glob(f".{self._stem}.*.tmp"),
            ]
            for path in left_behind:
                age = time.time() - path.stat().st_mtime
                if path.name != current and age > _ORPHAN_SECONDS:
                    path.unlink(missing_ok=True)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _write_counts(path: Path, names: list[str], tally: Tally) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [
        (name, value, count)
        for name, histogram in zip(names, tally.histograms, strict=True)
        for value, count in histogram.pairs()
    ]
    metric, value, count = zip(*rows, strict=True) if rows else ((), (), ())
    table = pa.table(
        {
            "metric": pa.array(metric, pa.string()),
            "value": pa.array(value, pa.int64()),
            "count": pa.array(count, pa.int64()),
        }
    )
    pq.write_table(table, path, compression="zstd")


def save(run: Run, folder: Path) -> Path:
    """Write a run into a folder, beside larger or smaller runs of its task.

    Returns
    -------
    Path
        The manifest.
    """
    shelf = Shelf(folder, run.task, run.games, run.until, run.description)
    shelf.finish(run)
    return shelf.path
