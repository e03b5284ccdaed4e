"""Read results back, believing nothing: every file is checked against its digests first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.provenance import canonical, content_digest
from simulators.errors import PolicyError
from simulators.game import Game, Task
from simulators.policy import Decision, Parameter, Policy, PolicyFamily
from simulators.registry import find_game
from simulators.tally import Histogram, Tally
from simulators.values import Choice

if TYPE_CHECKING:
    from analysis.runs import Run

SCHEMA_VERSION = 1

_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "schema": int,
    "software": dict,
    "task": dict,
    "labels": list,
    "metrics": list,
    "requested": int,
    "until": (str, type(None)),
    "complete": bool,
    "games": int,
    "truncated": int,
    "data": str,
    "digest": str,
    "seal": str,
}


@dataclass(frozen=True)
class Stored:
    """A result as its files hold it."""

    path: Path
    manifest: dict[str, Any]
    tally: Tally


def seal_of(manifest: Mapping[str, Any]) -> str:
    """Digest every field of a manifest but the seal itself."""
    content = {name: value for name, value in manifest.items() if name != "seal"}
    return hashlib.sha256(canonical(content)).hexdigest()


def _damaged(path: Path, reason: str) -> ValueError:
    return ValueError(f"{path} is damaged or was altered: {reason}")


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"can't read {path}: {error.strerror or error}") from None
    except ValueError:
        raise _damaged(path, "it is no JSON document") from None
    if not isinstance(manifest, dict) or "schema" not in manifest or "seal" not in manifest:
        raise ValueError(f"{path} is no manifest of a dicelab result")
    if manifest["schema"] != SCHEMA_VERSION:
        raise ValueError(
            f"{path} has schema version {manifest['schema']}, and this software reads only "
            f"version {SCHEMA_VERSION}"
        )
    for name, kind in _FIELDS.items():
        if not isinstance(manifest.get(name, ...), kind):
            raise _damaged(path, f"field {name} is missing or of the wrong type")
    if seal_of(manifest) != manifest["seal"]:
        raise _damaged(path, "its seal doesn't fit its content")
    return manifest


def _read_counts(path: Path) -> list[tuple[str, int, int]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not path.is_file():
        raise ValueError(f"{path} is missing, though its manifest is there")
    try:
        table = pq.read_table(path)
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError):
        raise _damaged(path, "it can't be read as Parquet") from None
    wanted = pa.schema([("metric", pa.string()), ("value", pa.int64()), ("count", pa.int64())])
    if not table.schema.equals(wanted) or any(c.null_count for c in table.columns):
        raise _damaged(path, "its columns are not metric, value, count")
    columns = [column.to_pylist() for column in table.columns]
    return list(zip(*columns, strict=True))


def _tally_of(manifest: dict[str, Any], rows: list[tuple[str, int, int]], path: Path) -> Tally:
    """Rebuild exact counts; values keep no dense cells until they meet a task."""
    histograms = {metric["name"]: Histogram.empty(0, -1) for metric in manifest["metrics"]}
    for name, value, count in rows:
        if name not in histograms or count <= 0 or value in histograms[name].outside:
            raise _damaged(path, f"its row {name} = {value} doesn't belong")
        histograms[name].outside[value] = count
    games, truncated = manifest["games"], manifest["truncated"]
    for name, histogram in histograms.items():
        if sum(histogram.outside.values()) != games - truncated:
            raise _damaged(path, f"its counts of {name} don't add up to the number of games")
    return Tally(games, truncated, tuple(histograms.values()))


def read_stored(path: Path) -> Stored:
    """Read manifest and counts, and check them against seal, digest and number of games."""
    manifest = _read_manifest(path)
    data = path.parent / Path(manifest["data"]).name
    tally = _tally_of(manifest, _read_counts(data), data)
    names = [metric["name"] for metric in manifest["metrics"]]
    if content_digest(manifest["task"], tally, names) != manifest["digest"]:
        raise _damaged(data, "its digest is not the one in its manifest")
    return Stored(path, manifest, tally)


def fit_to(task: Task, stored: Stored) -> Tally:
    """Give a stored tally the dense cells of a task's metrics, so that games can be added to it."""
    names = [metric["name"] for metric in stored.manifest["metrics"]]
    if names != [metric.name for metric in task.metrics]:
        raise ValueError(
            f"{stored.path} counts other metrics ({', '.join(names)}) than this software does"
        )
    histograms = (
        Histogram.from_pairs(metric.low, metric.high, histogram.pairs())
        for metric, histogram in zip(task.metrics, stored.tally.histograms, strict=True)
    )
    return Tally(stored.tally.games, stored.tally.truncated, tuple(histograms))


def _find_manifest(path: Path) -> Path:
    if path.is_dir():
        manifests = sorted(path.glob("*.json"))
        if len(manifests) != 1:
            found = ", ".join(manifest.name for manifest in manifests) or "none"
            raise ValueError(
                f"{path} must hold one manifest to be loaded as a folder, not: {found}"
            )
        return manifests[0]
    if path.suffix == ".parquet":
        return path.with_name(path.name.rsplit(".", 2)[0] + ".json")
    return path


def _absent(*_: Any) -> int:
    raise PolicyError("a policy that was read from a results file has no code to play with")


def _policy_of(game: Game, entry: Mapping[str, Any]) -> Policy:
    """Find the policy that a manifest names; a user's own comes back as a name without code."""
    name, texts = entry["name"], entry["parameters"]
    if "code" not in entry:
        return game.policy(name).family.with_values(texts)
    parameters = tuple(Parameter(key, Choice((text,)), "", "") for key, text in texts.items())
    decisions = {
        decision: Decision(_absent)
        for family in game.policies.values()
        for decision in family.decisions
    }
    family = PolicyFamily(name, "", "a results file", decisions, parameters, user_written=True)
    return family.with_values(texts)


def load(path: str | PathLike[str]) -> Run:
    """Read a run from its manifest, its data file, or a folder that holds only one.

    Parameters
    ----------
    path : path

    Returns
    -------
    Run
        A :class:`~analysis.matches.Match` where it was one. It carries all its counts; only a
        user-written policy can't be played again, for want of its code.

    Raises
    ------
    ValueError
        If a file is missing, truncated, altered, or no result at all; the message names it.
    """
    from analysis.simulation import run_class

    stored = read_stored(_find_manifest(Path(path)))
    task, manifest = stored.manifest["task"], stored.manifest
    game = find_game(task["game"])
    mode = game.mode(task["mode"])
    rebuilt = Task(
        game,
        mode.name,
        game.rules_type.from_dict(task["rules"]),
        tuple(_policy_of(game, entry) for entry in task["policies"]),
        task["seed"],
        tuple(task["options"].items()),
        task["rotate"] or not mode.is_match,
    )
    return run_class(rebuilt)(
        rebuilt, fit_to(rebuilt, stored), not manifest["complete"], manifest["until"], task
    )
