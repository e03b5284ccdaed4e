"""Kinds of values that a rules switch or a policy parameter can take.

A kind knows five things about its values: how to read one from text, whether a Python value
belongs, how to write it back as text that reads to the same value, how to hand it to compiled code
as plain numbers, and how to say in words what is allowed. Switches of rules and parameters of
policies share them, so ``--set``, ``--policy`` and the Python interface accept and refuse the same
things with the same words.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, Protocol

VECTOR_SEPARATOR = "/"


class Kind(Protocol):
    """What a value may be. `check` raises ``ValueError``/``TypeError`` with only the reason."""

    def check(self, value: Any) -> Any: ...
    def parse(self, text: str) -> Any: ...
    def format(self, value: Any) -> str: ...
    def encode(self, value: Any) -> list[float]: ...
    def describe(self) -> str: ...


def _number_in_words(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`, or one of a few named values such as ``none``.

    Parameters
    ----------
    low, high : int or float
        Bounds, both allowed.
    whole : bool
        Only integers (an integral float such as ``300.0`` is taken as one).
    words : mapping of str to object
        Named values and what they stand for, such as ``{"none": None}`` or ``{"never": inf}``.
    """

    low: float
    high: float
    whole: bool = True
    words: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def check(self, value: Any) -> Any:
        if isinstance(value, str) and value in self.words:
            return self.words[value]
        for meaning in self.words.values():
            if type(value) is type(meaning) and value == meaning:
                return meaning
        if isinstance(value, bool) or not isinstance(value, Real):
            raise TypeError(f"must be {self.describe()}, not {value!r}")
        if not self.low <= value <= self.high:  # type: ignore[operator]  # false for NaN as well
            raise ValueError(f"must be {self.describe()}, not {value!r}")
        number = float(value)
        if not self.whole:
            return number
        if not isinstance(value, Integral) and not number.is_integer():
            raise ValueError(f"must be {self.describe()}, not {value!r}")
        return int(value)  # type: ignore[call-overload]

    def parse(self, text: str) -> Any:
        word = text.strip()
        if word in self.words:
            return self.words[word]
        try:
            number = float(word)
            value = (
                int(word)
                if self.whole and number.is_integer() and "e" not in word.lower()
                else number
            )
        except ValueError:
            raise ValueError(f"must be {self.describe()}, not {text!r}") from None
        return self.check(value)

    def format(self, value: Any) -> str:
        for word, meaning in self.words.items():
            if type(value) is type(meaning) and value == meaning:
                return word
        return _number_in_words(value)

    def encode(self, value: Any) -> list[float]:
        return [math.nan if value is None else float(value)]

    def describe(self) -> str:
        noun = "an integer" if self.whole else "a number"
        bounds = f"{noun} from {_number_in_words(self.low)} to {_number_in_words(self.high)}"
        return " or ".join([bounds, *self.words])


def integer(low: int, high: int, **words: Any) -> Number:
    """Shorthand for a whole :class:`Number`; keywords are its named values."""
    return Number(low, high, whole=True, words=words)


def real(low: float, high: float, **words: Any) -> Number:
    """Shorthand for a real :class:`Number`; keywords are its named values."""
    return Number(low, high, whole=False, words=words)


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    options: tuple[str, ...]

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError(f"must be {self.describe()}, not {value!r}")
        if value not in self.options:
            raise ValueError(f"must be {self.describe()}, not {value!r}")
        return value

    def parse(self, text: str) -> str:
        return self.check(text.strip())

    def format(self, value: str) -> str:
        return value

    def encode(self, value: str) -> list[float]:
        return [float(self.options.index(value))]

    def describe(self) -> str:
        return " or ".join(self.options)


@dataclass(frozen=True)
class Flag:
    """Yes or no; a Python bool in code."""

    def check(self, value: Any) -> bool:
        if isinstance(value, str) and value in ("yes", "no"):
            return value == "yes"
        if not isinstance(value, bool):
            raise TypeError(f"must be {self.describe()}, not {value!r}")
        return value

    def parse(self, text: str) -> bool:
        word = text.strip().lower()
        if word in ("yes", "true"):
            return True
        if word in ("no", "false"):
            return False
        raise ValueError(f"must be {self.describe()}, not {text!r}")

    def format(self, value: bool) -> str:
        return "yes" if value else "no"

    def encode(self, value: bool) -> list[float]:
        return [float(value)]

    def describe(self) -> str:
        return "yes or no"


@dataclass(frozen=True)
class Vector:
    """Several values of one kind, written with slashes: ``300/250/400``.

    A single value stands for a vector of that value throughout, except where `spread` is off.
    """

    item: Kind
    length: int
    spread: bool = True

    def check(self, value: Any) -> tuple[Any, ...]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            if hasattr(value, "tolist") and getattr(value, "ndim", 0) == 1:
                value = value.tolist()
            elif self.spread:
                value = [value] * self.length
            else:
                raise TypeError(f"must be {self.describe()}, not {value!r}")
        if len(value) != self.length:
            raise ValueError(f"must be {self.describe()}, not {len(value)} values")
        return tuple(self.item.check(entry) for entry in value)

    def parse(self, text: str) -> tuple[Any, ...]:
        parts = text.split(VECTOR_SEPARATOR)
        if len(parts) == 1 and self.spread:
            parts *= self.length
        if len(parts) != self.length:
            raise ValueError(f"must be {self.describe()}, not {text!r}")
        return tuple(self.item.parse(part) for part in parts)

    def format(self, value: Sequence[Any]) -> str:
        written = [self.item.format(entry) for entry in value]
        if self.spread and len(set(written)) == 1:
            return written[0]
        return VECTOR_SEPARATOR.join(written)

    def encode(self, value: Sequence[Any]) -> list[float]:
        return [number for entry in value for number in self.item.encode(entry)]

    def describe(self) -> str:
        return f"{self.length} values with slashes between, each {self.item.describe()}"
