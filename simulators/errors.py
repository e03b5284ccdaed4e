"""Say what is wrong, where, and what would be right, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class PolicyError(ValueError):
    """A policy that returned something the rules don't allow, raised, or never came to an end."""


def nearest_first(name: str, known: Iterable[str]) -> list[str]:
    """Order `known` with the names most like `name` in front, the rest as they came."""
    options = list(known)
    close = get_close_matches(name, options, n=len(options) or 1, cutoff=0.5)
    return close + [option for option in options if option not in close]


def unknown_name(kind: str, name: str, known: Iterable[str], where: str = "") -> ValueError:
    """Build the error for a name that doesn't exist, listing those that do.

    Examples
    --------
    >>> str(unknown_name("game", "solitare-dice", ["10000", "solitaire-dice"]))
    "unknown game 'solitare-dice': choose from solitaire-dice, 10000"
    """
    options = ", ".join(nearest_first(name, known))
    place = f" of {where}" if where else ""
    return ValueError(f"unknown {kind}{place} {name!r}: choose from {options or 'none at all'}")
