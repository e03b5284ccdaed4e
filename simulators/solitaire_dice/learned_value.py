"""A learned value: what was learned, how, and the file that holds it.

Entries are kept as whole multiples of a grain that is a power of two. Sums of them are exact in
floating point, whatever the order, so that a choice is the same on any machine, and a file is small.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.files import save_arrays
from simulators.policy import Decision, Parameter, PolicyFamily
from simulators.solitaire_dice.by_value import choose_by_value
from simulators.solitaire_dice.rules import N_SUMS, SolitaireDiceRules
from simulators.solitaire_dice.value_table import (
    OBJECTIVES,
    PAIR_STEPS,
    Layout,
    layout_of,
)
from simulators.values import Choice

SCHEMA = 2
#: Entries are multiples of this: points for ``mean``, log-odds for ``win``.
GRAINS = {"mean": 1 / 16, "win": 1 / 2048}

_MANIFEST = "manifest"
_TABLES = ("sheet", "sum", "pair", "set", "faces", "stage", "reach")
Tables = Mapping[str, NDArray[np.int16]]


def _pair_cells(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Say which entries of a step of pairs are stored, and where each entry is found among them.

    A pair of sums stands there in both orders, and once more as its mirror image.
    """
    n = layout.n_marks
    sum_, marks = np.divmod(np.arange(N_SUMS * n), n)
    a, b = np.meshgrid(np.arange(N_SUMS * n), np.arange(N_SUMS * n), indexing="ij")
    image = (N_SUMS - 1 - sum_) * n + marks
    wide = N_SUMS * n
    first = np.minimum(a * wide + b, b * wide + a)
    if layout.symmetric:
        first = np.minimum(
            first, np.minimum(image[a] * wide + image[b], image[b] * wide + image[a])
        )
    stored, where = np.unique(first.ravel(), return_inverse=True)
    return stored, where.ravel()


def _digest(tables: Tables) -> str:
    digest = hashlib.sha256()
    for name in _TABLES:
        table = np.ascontiguousarray(tables[name], dtype="<i2")
        digest.update(f"{name} {table.shape}".encode())
        digest.update(table.tobytes())
    return digest.hexdigest()


@dataclass(frozen=True, eq=False)
class LearnedValue:
    """The value of afterstates under some rules, for one objective.

    Attributes
    ----------
    rules : SolitaireDiceRules
    objective : str
        ``mean``: expected final score. ``win``: chance to reach the rules' target.
    tables : mapping of str to ndarray of int16
        Entries in multiples of the grain, see :mod:`~simulators.solitaire_dice.value_table`.
    made : mapping of str to object
        How it was made, in plain JSON types: seed, games, versions, what it started from.
    digest : str
        SHA-256 of the tables.

    Examples
    --------
    >>> from simulators.solitaire_dice import train
    >>> value = train(objective="mean", games=200, seed=1)
    >>> value.objective, value.policy().name
    ('mean', 'learned-200')
    """

    rules: SolitaireDiceRules
    objective: str
    tables: Tables = field(repr=False)
    made: Mapping[str, Any]

    @classmethod
    def from_numbers(
        cls,
        rules: SolitaireDiceRules,
        objective: str,
        numbers: NDArray[np.float64],
        made: Mapping[str, Any],
    ) -> LearnedValue:
        """Round the numbers of a value to its grain; what doesn't fit is cut off."""
        layout = layout_of(rules, objective)
        ends = [*list(layout.starts.values())[1:]]
        tables = {}
        for name, end in zip(_TABLES, ends, strict=True):
            cells = np.rint(numbers[layout.starts[name] : end] / GRAINS[objective])
            if name == "pair":
                cells = cells.reshape(PAIR_STEPS, -1)[:, _pair_cells(layout)[0]].ravel()
            tables[name] = np.clip(cells, -32767, 32767).astype(np.int16)
        return cls(rules, objective, tables, dict(made))

    @cached_property
    def digest(self) -> str:
        return _digest(self.tables)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LearnedValue):
            return NotImplemented
        mine, others = (
            (each.rules, each.objective, each.digest, dict(each.made)) for each in (self, other)
        )
        return mine == others

    def __reduce__(self) -> Any:
        """Pickle what can't be worked out again."""
        return LearnedValue, (self.rules, self.objective, dict(self.tables), dict(self.made))

    def __hash__(self) -> int:
        return hash((self.rules, self.objective, self.digest))

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.rules, self.objective)

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """Everything in one array, as policies and ``afterstate_value`` read it; read-only."""
        layout = self.layout
        numbers = np.zeros(layout.size)
        numbers[: len(layout.head)] = layout.head
        at = len(layout.head)
        for name in _TABLES:
            cells = self.tables[name].astype(np.float64) * GRAINS[self.objective]
            if name == "pair":
                cells = cells.reshape(PAIR_STEPS, -1)[:, _pair_cells(layout)[1]].ravel()
            numbers[at : at + len(cells)] = cells
            at += len(cells)
        assert at == layout.size
        numbers.flags.writeable = False
        return numbers

    def value(self, marks: Mapping[int, int], rejects: Mapping[int, int]) -> float:
        """Look up a sheet: marks by sum, rejects by face, what isn't named has none.

        Only sheets that a split can leave were learned: not the empty one.

        Returns
        -------
        float
            Expected final score, or the chance to win.
        """
        from simulators.solitaire_dice.afterstate import afterstate_value

        all_marks = np.array([marks.get(sum_, 0) for sum_ in range(13)])
        all_rejects = np.array([rejects.get(face, 0) for face in range(7)])
        return float(afterstate_value(self.numbers, all_marks, all_rejects))

    def fits(self, rules: SolitaireDiceRules) -> bool:
        """Tell whether it was learned for these rules; for ``mean`` the target doesn't matter."""
        if self.objective == "win" and rules.winning_score != self.rules.winning_score:
            return False
        return replace(rules, target=self.rules.target, win=self.rules.win) == self.rules

    def check_fits(self, rules: SolitaireDiceRules) -> None:
        """Refuse rules for which it wasn't learned, with a ``ValueError`` that says how to go on."""
        if not self.fits(rules):
            changed = rules.differences(self.rules)
            raise ValueError(
                f"this value was learned for other rules ({', '.join(changed)} differ): learn one "
                "for these with dicelab train solitaire-dice, or train() in Python"
            )

    def policy(self, name: str | None = None) -> PolicyFamily:
        """Make the policy that plays by this value, for ``simulate`` and everything else.

        Parameters
        ----------
        name : str, optional
            ``learned-`` and the number of games by default.
        """
        return PolicyFamily(
            name or f"learned-{self.made.get('games', self.digest[:8])}",
            f"choose the split after which the learned value ({self.objective}) is highest",
            "learned in play, then by exact backups",
            {"choose": Decision(choose_by_value, prepare=_Prepare(self))},
            (
                Parameter(
                    "value",
                    Choice((self.digest[:16],)),
                    self.digest[:16],
                    "digest of the learned value",
                ),
            ),
            user_written=True,
        )

    def manifest(self) -> dict[str, Any]:
        """Write everything but the tables as plain JSON types."""
        return {
            "schema": SCHEMA,
            "game": "solitaire-dice",
            "rules": self.rules.as_dict(),
            "objective": self.objective,
            "grain": GRAINS[self.objective],
            "made": dict(self.made),
            "digest": self.digest,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, whole or not at all.

        Raises
        ------
        ValueError
            If it can't be written, with the system's reason.
        """
        text = json.dumps(self.manifest(), sort_keys=True, allow_nan=False)
        manifest = np.frombuffer(text.encode(), dtype=np.uint8)
        tables = {name: table.astype("<i2") for name, table in self.tables.items()}
        save_arrays(Path(path), {_MANIFEST: manifest, **tables}, compress=True)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> LearnedValue:
        """Read a file and verify it.

        Raises
        ------
        ValueError
            If it can't be read or isn't what its manifest says.
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                manifest = json.loads(file[_MANIFEST].tobytes())
                tables = {name: file[name].astype(np.int16) for name in _TABLES}
            if manifest["schema"] != SCHEMA or manifest["objective"] not in OBJECTIVES:
                raise ValueError("an unknown format")
            if manifest["digest"] != _digest(tables):
                raise ValueError("tables that don't match their digest")
            rules = SolitaireDiceRules.from_dict(manifest["rules"])
            found = cls(rules, manifest["objective"], tables, manifest["made"])
            sizes = np.diff(list(found.layout.starts.values())).tolist()
            sizes[_TABLES.index("pair")] = PAIR_STEPS * len(_pair_cells(found.layout)[0])
            if sizes != [len(tables[name]) for name in _TABLES]:
                raise ValueError("tables of another size than its rules ask for")
        except OSError as error:
            raise ValueError(f"can't read {path}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path} holds no learned value: {error}") from None
        return found


@dataclass(frozen=True)
class _Prepare:
    """Give a policy its numbers, under the rules for which they were learned."""

    value: LearnedValue

    def __call__(self, rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
        self.value.check_fits(rules)
        return self.value.numbers
