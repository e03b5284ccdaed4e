"""Ask how good the best play of a game can be at most, where it is too large to be solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.playing import Resources
from analysis.tasks import build_rules, parse_count, parse_games
from simulators.engine import default_workers
from simulators.errors import unknown_name
from simulators.game import Game
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.streams import check_seed

if TYPE_CHECKING:
    import pandas as pd

#: A one-sided limit at this many standard errors is above the truth with a confidence of 97.5 %.
Z_LIMIT = 1.96
OBJECTIVES = {"mean": "points", "win": "probability"}
#: Games between two calls of `progress`.
CHUNK = 20


@dataclass(frozen=True)
class Bound:
    """What no policy can beat.

    Attributes
    ----------
    objective, unit : str
    relaxed : float
        Value of the relaxed game: a bound that holds without any error of sampling.
    mean, std_error : float
        The clairvoyant's bound, estimated, and its standard error; ``None`` without sampling.
    games, seed, width : int
        The games that were bounded one by one, and the sheets followed at each roll.
    """

    game: Game
    rules: Rules
    objective: str
    unit: str
    relaxed: float
    mean: float
    std_error: float
    games: int
    seed: int
    width: int

    @property
    def limit(self) -> float:
        """Return the least limit that no policy beats, with a confidence of at least 97.5 %."""
        return min(self.relaxed, self.mean + Z_LIMIT * self.std_error)

    def as_dict(self) -> dict[str, Any]:
        """Write the bound as plain JSON types: what ``bound --json`` prints."""
        return {
            "game": self.game.name,
            "rules": self.rules.as_dict(),
            "objective": self.objective,
            "unit": self.unit,
            "limit": self.limit,
            "confidence": 0.975,
            "relaxed": self.relaxed,
            "mean": self.mean,
            "std_error": self.std_error,
            "games": self.games,
            "seed": self.seed,
            "width": self.width,
        }

    def summary(self) -> pd.DataFrame:
        """Return one row: objective, unit, limit, relaxed, mean, std_error, games, seed, width."""
        import pandas as pd

        names = ("objective", "unit", "limit", "relaxed", "mean", "std_error", "games", "seed")
        written = self.as_dict()
        return pd.DataFrame([{name: written[name] for name in (*names, "width")}])


def bound(
    game: str | Game = "solitaire-dice",
    objective: str = "mean",
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    games: Any = 200,
    seed: int | None = None,
    width: Any = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Bound:
    """Bound the best possible outcome of a game from above.

    Parameters
    ----------
    game : str or Game
        Solitaire Dice; the other games can be solved.
    objective : str
        ``mean``, the expected score, or ``win``, the chance to reach the target.
    preset, rules, switches
        Which rules, as for :func:`analysis.simulate`.
    games : int
        Games to bound one by one, at least 2; they have the dice of a simulation with the same seed.
    width : int, optional
        Sheets followed at each roll: more of them make the bound tighter and take longer.
    workers : int, optional
        Threads; never changes a result.
    progress : callable, optional
        Called with (games done, games in all).

    Returns
    -------
    Bound

    Raises
    ------
    ValueError, TypeError
        For an unknown objective, another game, or rules that can't be bounded.

    Examples
    --------
    >>> short = {"reject_faces": 1, "reject_marks": 2, "par_marks": 1, "cap_marks": 2}
    >>> found = bound(switches=short, games=20, seed=1, width=100)
    >>> 86.43 < found.limit <= found.relaxed
    True
    """
    found = find_game(game)
    if found.name != "solitaire-dice":
        raise ValueError(f"{found.name} has no bound: only solitaire-dice does")
    if objective not in OBJECTIVES:
        raise unknown_name("objective", objective, OBJECTIVES, where="bound")
    from simulators.solitaire_dice.bound import WIDTH, clairvoyant_bounds
    from simulators.solitaire_dice.counted_bound import counted_bounds
    from simulators.solitaire_dice.decoupled import decoupled_values
    from simulators.solitaire_dice.relaxed import relaxed_values
    from simulators.solitaire_dice.rules import SolitaireDiceRules

    played = build_rules(found, preset, rules, switches)
    if not isinstance(played, SolitaireDiceRules):
        raise TypeError(f"rules must be SolitaireDiceRules, not {played!r}")
    n_games, drawn = parse_games(games), check_seed(seed)
    if n_games < 2:
        raise ValueError("games must be at least 2: one game alone has no standard error")
    n_wide = WIDTH if width is None else parse_count(width, "width", 1_000_000)
    threads = Resources(workers).workers or default_workers()
    if progress:
        progress(0, n_games)  # the ceiling comes first, and takes a while
    is_mean = objective == "mean"
    relaxed = (decoupled_values if is_mean else relaxed_values)(played, threads).start
    bound_games = clairvoyant_bounds if is_mean else counted_bounds
    parts = []
    for first in range(0, n_games, CHUNK * threads):
        n = min(CHUNK * threads, n_games - first)
        parts.append(bound_games(played, drawn, first, n, width=n_wide, workers=threads))
        if progress:
            progress(first + n, n_games)
    bounds = np.concatenate(parts)
    error = float(bounds.std(ddof=1)) / n_games**0.5
    return Bound(
        found, played, objective, OBJECTIVES[objective], relaxed, float(bounds.mean()), error,
        n_games, drawn, n_wide,
    )  # fmt: skip
