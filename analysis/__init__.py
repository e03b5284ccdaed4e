"""Ask questions of the games: simulate, compare, sweep, match, and draw the answers.

Names are imported on first use, so that ``import analysis`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import analysis.charts as charts
    import analysis.columns as columns
    from analysis.advising import advise
    from analysis.comparisons import compare
    from analysis.estimates import Estimate, wilson_interval
    from analysis.exporting import export
    from analysis.linting import lint
    from analysis.matches import Match, match
    from analysis.reading import load
    from analysis.runs import Run, TruncatedGamesWarning
    from analysis.simulation import simulate
    from analysis.solving import Solved, rules_of_thumb, solve
    from analysis.sweeps import sweep
    from analysis.tournaments import round_robin, win_matrix

_HOMES = {
    "Estimate": "estimates",
    "Match": "matches",
    "Run": "runs",
    "Solved": "solving",
    "TruncatedGamesWarning": "runs",
    "advise": "advising",
    "bound": "bounding",
    "charts": "",
    "columns": "",
    "compare": "comparisons",
    "export": "exporting",
    "lint": "linting",
    "load": "reading",
    "match": "matches",
    "round_robin": "tournaments",
    "rules_of_thumb": "solving",
    "simulate": "simulation",
    "solve": "solving",
    "sweep": "sweeps",
    "wilson_interval": "estimates",
    "win_matrix": "tournaments",
}

__all__ = [
    "Estimate",
    "Match",
    "Run",
    "Solved",
    "TruncatedGamesWarning",
    "advise",
    "bound",
    "charts",
    "columns",
    "compare",
    "export",
    "lint",
    "load",
    "match",
    "round_robin",
    "rules_of_thumb",
    "simulate",
    "solve",
    "sweep",
    "wilson_interval",
    "win_matrix",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = _HOMES[name]
    module = import_module(f"{__name__}.{home or name}")
    value = getattr(module, name) if home else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
