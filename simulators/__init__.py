"""Play dice games: rules, policies, compiled kernels and plain references.

Nothing here prints, plots or tabulates; that is the business of :mod:`analysis`.
"""

from importlib import import_module
from types import ModuleType

__all__ = ["dino_dice", "killer", "low_high", "marathon", "solitaire_dice", "ten_thousand"]


def __getattr__(name: str) -> ModuleType:
    """Import a game's package on first use, so that importing `simulators` compiles nothing."""
    if name in __all__:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
