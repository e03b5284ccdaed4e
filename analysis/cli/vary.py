"""Read ``--vary``: the values of a parameter that a sweep goes through.

``threshold=100:1000:50`` is a grid from 100 in steps of 50; the stop is included when a step lands
on it. ``threshold=200,300,never`` lists values one by one; vectors keep their slashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from simulators.policy import PolicyFamily

#: More points than anybody means; every one of them is a whole simulation.
MAX_POINTS = 10_000


def read_grid(texts: Sequence[str], family: PolicyFamily, policy: str = "") -> dict[str, list[Any]]:
    """Read every ``--vary`` into the values of one parameter each.

    Parameters
    ----------
    policy : str
        The policy's text; what it fixes can't be varied.

    Raises
    ------
    ValueError
        For an unknown parameter, a value out of its bounds, an endless or empty range.
    """
    grid: dict[str, list[Any]] = {}
    fixed = {item.partition("=")[0].strip() for item in policy.partition(":")[2].split(",")}
    points = 1
    for text in texts:
        name, equals, written = text.partition("=")
        name = name.strip()
        if not equals:
            raise ValueError(
                f"--vary takes name=start:stop:step or name=value,value,…, not {text!r}"
            )
        parameter = family.parameter(name)
        if name in fixed:
            raise ValueError(f"--vary: parameter {name} is already fixed by --policy {policy}")
        if name in grid:
            raise ValueError(f"--vary gives {name} twice")
        values = read_range(written, name) if ":" in written else written.split(",")
        try:
            grid[name] = [parameter.kind.parse(value) for value in values]
        except ValueError as error:
            raise ValueError(f"--vary: parameter {name} {error}") from None
        points *= len(values)
        if points > MAX_POINTS:
            raise ValueError(f"--vary asks for more than {MAX_POINTS:,} points; take larger steps")
    return grid


def read_range(text: str, name: str) -> list[str]:
    """Write out ``start:stop:step``, in exact arithmetic; the stop is included if it is reached.

    Examples
    --------
    >>> read_range("100:250:50", "threshold")
    ['100', '150', '200', '250']
    >>> read_range("0:1:0.4", "rate")
    ['0', '0.4', '0.8']
    """
    parts = text.split(":")
    try:
        start, stop, step = (Fraction(part.strip().replace("_", "")) for part in parts)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"--vary {name} must be start:stop:step in numbers, such as 100:1000:50, not {text!r}"
        ) from None
    if step == 0 or (stop - start) / step < 0:
        raise ValueError(f"--vary {name}={text} has no value: its step doesn't lead to its stop")
    count = (stop - start) // step + 1
    if count > MAX_POINTS:
        raise ValueError(f"--vary {name}={text} has {count:,} values; take larger steps")
    return [_in_decimals(start + index * step) for index in range(count)]


def _in_decimals(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else repr(float(number))
