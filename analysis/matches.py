"""Matches: who wins, how often, and from which seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

from analysis.estimates import rate_estimate
from analysis.playing import ProgressChoice, Resources
from analysis.runs import Run
from analysis.simulation import run_task
from analysis.tasks import PolicyChoice, build_task
from simulators.errors import unknown_name
from simulators.game import Game, Task
from simulators.registry import find_game
from simulators.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

SEATS = ("rotate", "fixed")


@dataclass(frozen=True)
class Standing:
    """What one entrant made of the finished games."""

    wins: int
    draws: int
    losses: int
    shares: float

    @property
    def n(self) -> int:
        """Games that somebody won or several shared."""
        return self.wins + self.draws + self.losses


@dataclass(eq=False, repr=False)
class Match(Run):
    """The outcomes of many games between policies: a run that knows who won."""

    @property
    def n_players(self) -> int:
        return len(self.task.policies)

    @property
    def labels(self) -> list[str]:
        """The policies as the command line takes them, in the order given."""
        return [policy.label for policy in self.task.policies]

    @cached_property
    def _results(self) -> list[tuple[int, int, int]]:
        """(mask of those who share the best result, seat of entrant 0, games)."""
        pairs = self.tally.histograms[0].pairs()
        return [(*divmod(code, self.n_players), count) for code, count in pairs]

    @property
    def wins(self) -> list[int]:
        """Games that each entrant won alone."""
        return [self.standing(entrant).wins for entrant in range(self.n_players)]

    @property
    def draws(self) -> int:
        """Games whose best result was shared."""
        return sum(count for mask, _, count in self._results if mask.bit_count() > 1)

    @property
    def no_winner(self) -> int:
        """Games that ended with nobody on top."""
        return sum(count for mask, _, count in self._results if mask == 0)

    def label(self) -> dict[str, Any]:
        """Say what this is a result of, and how the seats were given."""
        return {**super().label(), "seats": "rotate" if self.task.rotate else "fixed"}

    def standing(self, entrant: int) -> Standing:
        """Count one entrant's wins, draws and losses."""
        bit = 1 << entrant
        wins = draws = losses = 0
        shares = 0.0
        for mask, _, count in self._results:
            if mask == bit:
                wins += count
            elif mask & bit:
                draws += count
                shares += count / mask.bit_count()
            elif mask:
                losses += count
        return Standing(wins, draws, losses, wins + shares)

    def seat_wins(self) -> list[list[int]]:
        """Count each policy's wins from each seat: ``[policy][seat]``."""
        table = [[0] * self.n_players for _ in range(self.n_players)]
        for mask, shift, count in self._results:
            if mask.bit_count() == 1:
                entrant = mask.bit_length() - 1
                table[entrant][(entrant + shift) % self.n_players] += count
        return table

    def seat_games(self) -> list[list[int]]:
        """Count the finished games of each policy in each seat: ``[policy][seat]``."""
        n = self.n_players
        table = [[0] * n for _ in range(n)]
        for _, shift, count in self._results:
            for entrant in range(n):
                table[entrant][(entrant + shift) % n] += count
        return table

    def summary(self) -> pd.DataFrame:
        """Tabulate how every policy fared.

        Returns
        -------
        DataFrame
            entrant, policy, wins, draws, losses, no_winner, n, win_rate with std_error, ci_low and
            ci_high (Wilson), draw_rate, loss_rate, score, method. ``n`` counts finished games;
            wins, draws, losses and no_winner add up to it.
        """
        from analysis.columns import frame

        self.require_outcomes()
        n = self.games - self.truncated
        rows = []
        for entrant, label in enumerate(self.labels):
            standing = self.standing(entrant)
            won = rate_estimate(label, standing.wins, n)
            rows.append(
                {
                    "entrant": entrant,
                    "policy": label,
                    "wins": standing.wins,
                    "draws": standing.draws,
                    "losses": standing.losses,
                    "no_winner": self.no_winner,
                    "n": n,
                    "win_rate": won.mean,
                    "std_error": won.std_error,
                    "ci_low": won.ci_low,
                    "ci_high": won.ci_high,
                    "draw_rate": standing.draws / n,
                    "loss_rate": standing.losses / n,
                    "score": standing.shares / n,
                    "method": won.method,
                }
            )
        return frame(rows, list(rows[0]), self.label())

    def by_seat(self) -> pd.DataFrame:
        """Tabulate every policy's win rate from every seat that it had.

        Returns
        -------
        DataFrame
            entrant, policy, seat_index, wins, n, win_rate, std_error, ci_low, ci_high, method.
        """
        from analysis.columns import frame

        self.require_outcomes()
        wins, games = self.seat_wins(), self.seat_games()
        rows = [
            {
                "entrant": entrant,
                "policy": label,
                "seat_index": seat,
                **win_rate(wins[entrant][seat], games[entrant][seat]),
            }
            for entrant, label in enumerate(self.labels)
            for seat in range(self.n_players)
            if games[entrant][seat]
        ]
        return frame(rows, list(rows[0]), self.label())

    def seats(self) -> pd.DataFrame:
        """Tabulate what a seat is worth, over all policies that sat there.

        Returns
        -------
        DataFrame
            seat_index, wins, n, win_rate, std_error, ci_low, ci_high, method, advantage: the win
            rate minus its mean over the seats.
        """
        from analysis.columns import frame

        self.require_outcomes()
        wins = [sum(row[seat] for row in self.seat_wins()) for seat in range(self.n_players)]
        n = self.games - self.truncated
        even = sum(wins) / n / self.n_players
        rows = [
            {"seat_index": seat, **win_rate(won, n), "advantage": won / n - even}
            for seat, won in enumerate(wins)
        ]
        return frame(rows, list(rows[0]), self.label())

    def as_dict(self) -> dict[str, Any]:
        """Write the match as one JSON document."""
        document = super().as_dict()
        results = {
            "seats": "rotate" if self.task.rotate else "fixed",
            "wins": self.wins,
            "draws": self.draws,
            "no_winner": self.no_winner,
            "by_seat": self.seat_wins(),
        }
        places = list(document)
        after = places.index("truncated") + 1
        head = {name: document[name] for name in places[:after]}
        return {**head, **results, **{name: document[name] for name in places[after:]}}


def win_rate(wins: int, n: int) -> dict[str, Any]:
    """Fill the columns of a win rate with its Wilson interval."""
    won = rate_estimate("win", wins, n)
    return {
        "wins": wins,
        "n": n,
        "win_rate": won.mean,
        "std_error": won.std_error,
        "ci_low": won.ci_low,
        "ci_high": won.ci_high,
        "method": won.method,
    }


def match_task(
    game: str | Game, policies: Sequence[PolicyChoice], seats: str, mode: str | None, **given: Any
) -> Task:
    """Check what was asked of a match and build its task."""
    if seats not in SEATS:
        raise unknown_name("seats", seats, SEATS)
    if isinstance(policies, str) or not isinstance(policies, Sequence):
        raise TypeError(f"policies must be a list of at least two, not {policies!r}")
    found = find_game(game)
    matches = [name for name, each in found.modes.items() if each.is_match]
    if not matches:
        raise ValueError(f"{found.name} is played alone: it has no matches")
    name = mode or ("match" if "match" in matches else matches[0])
    if not found.mode(name).is_match:
        raise unknown_name("match mode", name, matches, where=found.name)
    return build_task(found, policies, mode=name, rotate=seats == "rotate", **given)


def match(
    game: str | Game,
    policies: Sequence[PolicyChoice],
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
    games: Any = 1_000_000,
    seed: int | None = None,
    seats: str = "rotate",
    workers: int | None = None,
    executor: Executor | None = None,
    chunk_games: int | None = None,
    until: str | None = None,
    out: str | PathLike[str] | None = None,
    progress: ProgressChoice = None,
) -> Match:
    """Let policies play against each other.

    Parameters
    ----------
    policies : sequence
        One per player, as for :func:`~analysis.runs.simulate`; the same may sit down twice.
    seats : {"rotate", "fixed"}
        Whether everyone moves on by a seat from game to game, or the first policy always begins.

    The other parameters are those of :func:`~analysis.runs.simulate`.

    Returns
    -------
    Match
    """
    task = match_task(
        game, policies, seats, mode, preset=preset, rules=rules, switches=switches,
        options=options, seed=seed,
    )  # fmt: skip
    played = run_task(task, games, Resources(workers, executor, chunk_games, progress), until, out)
    assert isinstance(played, Match)
    return played
