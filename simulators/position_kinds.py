"""Kinds of values that describe a position: dice on the table, marks on a sheet.

They follow :class:`simulators.values.Kind`, so that text on the command line and Python values are
read and refused alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any


def _whole(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, Integral):
        return None
    return int(value)


@dataclass(frozen=True)
class Faces:
    """Dice by their faces: ``1,5,5,2`` or ``1552``, ``[1, 5, 5, 2]`` in Python.

    Parameters
    ----------
    least, most : int
        How many dice there may be.
    """

    least: int
    most: int

    def check(self, value: Any) -> tuple[int, ...]:
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise TypeError(f"must be {self.describe()}, not {value!r}")
        faces = [_whole(entry) for entry in value]
        wrong = any(face is None or not 1 <= face <= 6 for face in faces)
        if wrong or not self.least <= len(faces) <= self.most:
            raise ValueError(f"must be {self.describe()}, not {self._shown(value)}")
        return tuple(face for face in faces if face is not None)

    def parse(self, text: str) -> tuple[int, ...]:
        parts = text.replace(",", " ").split()
        if len(parts) == 1 and parts[0].isdigit():
            parts = list(parts[0])
        try:
            faces = [int(part) for part in parts]
        except ValueError:
            raise ValueError(f"must be {self.describe()}, not {text!r}") from None
        return self.check(faces)

    def format(self, value: Sequence[int]) -> str:
        return ",".join(map(str, value))

    def encode(self, value: Sequence[int]) -> list[float]:
        return [float(face) for face in value]

    def describe(self) -> str:
        count = f"{self.least} to {self.most}" if self.least < self.most else f"{self.most}"
        return f"{count} faces from 1 to 6 with commas between"

    def _shown(self, value: Sequence[Any]) -> str:
        return repr(",".join(map(str, value)))


@dataclass(frozen=True)
class Counts:
    """How many of each: ``7=3,8=2``, ``{7: 3, 8: 2}`` in Python; what isn't named has none.

    Parameters
    ----------
    noun : str
        What is counted, for messages: ``sum``, ``face``.
    low, high : int
        What may be counted.
    most : int
        The largest count.
    """

    noun: str
    low: int
    high: int
    most: int

    def check(self, value: Any) -> dict[int, int]:
        if not isinstance(value, Mapping):
            raise TypeError(f"must be {self.describe()}, not {value!r}")
        found = {}
        for key, count in value.items():
            name, number = _whole(key), _whole(count)
            if name is None or number is None:
                raise TypeError(f"must be {self.describe()}, not {key!r}={count!r}")
            if not self.low <= name <= self.high or not 0 <= number <= self.most:
                raise ValueError(f"must be {self.describe()}, not {name}={number}")
            if number:
                found[name] = number
        return dict(sorted(found.items()))

    def parse(self, text: str) -> dict[int, int]:
        found: dict[int, int] = {}
        for part in filter(None, text.replace(",", " ").split()):
            name, equals, count = part.partition("=")
            try:
                key, number = int(name), int(count)
            except ValueError:
                raise ValueError(f"must be {self.describe()}, not {part!r}") from None
            if key in found:
                raise ValueError(f"must be {self.describe()}: {self.noun} {key} is there twice")
            found[key] = number
        return self.check(found)

    def format(self, value: Mapping[int, int]) -> str:
        return ",".join(f"{key}={count}" for key, count in value.items())

    def encode(self, value: Mapping[int, int]) -> list[float]:
        return [float(value.get(key, 0)) for key in range(self.low, self.high + 1)]

    def describe(self) -> str:
        return (
            f"{self.noun}=count with commas between, {self.noun}s {self.low} to {self.high} and "
            f"counts 0 to {self.most}"
        )
