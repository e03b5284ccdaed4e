"""What the chapters' parts on the best possible play have in common: solved values, tabulated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from analysis.matches import Match, match
from analysis.simulation import simulate
from analysis.solving import Solved
from analysis.study.chapter import Chapter, Effort
from analysis.study.wording import with_error
from simulators.policy import Policy

#: Titles of the cells that :meth:`Answer.cells` writes.
HEADER = ["what is best", "value", "simulated", "states", "residual", "command"]


@dataclass(frozen=True)
class Answer:
    """A solved question beside what its policy made of simulated games.

    Attributes
    ----------
    words : str
        The question as a reader would put it.
    mean, std_error : float
        Of the simulation, in the unit of the value.
    command : str
        Gives the value again.
    """

    words: str
    solved: Solved
    mean: float
    std_error: float
    command: str

    def record(self, **told: Any) -> dict[str, Any]:
        """Write it as a row of a table, after what else is told of it."""
        solution = self.solved.solution
        return {
            **told,
            "value": self.solved.value,
            "simulated": self.mean,
            "std_error": self.std_error,
            "states": solution.states,
            "residual": solution.residual,
        }

    def cells(self) -> list[str]:
        """Write it as a row of the page; chances in per cent."""
        chance = self.solved.objective.unit == "probability"
        scale, unit = (100.0, " %") if chance else (1.0, "")
        return [
            self.words,
            f"{scale * self.solved.value:.6f}{unit}",
            f"{with_error(scale * self.mean, scale * self.std_error)}{unit}",
            f"{self.solved.solution.states:,}",
            residual_in_words(self.solved),
            f"`{self.command}`",
        ]


def residual_in_words(solved: Solved) -> str:
    """Write how far a solution is from its recurrence; ``0`` where nothing was iterated."""
    residual = solved.solution.residual
    return f"{residual:.0e}" if residual else "0"


def solve_command(
    game: str,
    objective: str,
    *,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> str:
    """Write the command that solves a question; `preset` only where it isn't the usual one."""
    settings = [("--option", options), ("--set", switches)]
    return " ".join(
        [
            f"dicelab solve {game} --objective {objective}",
            *([f"--preset {preset}"] if preset else []),
            *(
                f"{option} {name}={'yes' if value is True else value}"
                for option, given in settings
                for name, value in (given or {}).items()
            ),
        ]
    )


def score_of(played: Match) -> tuple[float, float]:
    """Return the first entrant's wins, draws as half, and the standard error."""
    won, tied = played.wins[0] / played.games, played.draws / played.games
    mean = won + tied / 2
    return mean, sqrt((won + tied / 4 - mean**2) / played.games)


def play_solution(
    effort: Effort, chapter: Chapter, solved: Solved, preset: str
) -> tuple[float, float]:
    """Play the policy of a solved turn or race; return what it made and the standard error.

    A race is played against itself in fixed seats; of a turn the points are counted, or how often
    they were as many as the option `points` asks for.
    """
    policy, game = solved.policy, solved.game.name
    assert policy is not None
    if solved.objective.name == "race":
        both = [policy, policy]
        played = match(game, both, preset=preset, seats="fixed", **effort.playing(0.1))
        chapter.cite(played)
        return score_of(played)
    run = simulate(game, policy, preset=preset, **effort.playing())
    chapter.cite(run)
    wanted = solved.options.get("points")
    made = run.estimate("points") if wanted is None else run.rate(f"points >= {wanted}")
    return made.mean, made.std_error


def against_the_best(
    effort: Effort, chapter: Chapter, game: str, policy: Policy
) -> tuple[float, float]:
    """Return what a policy wins against ``optimal-race``, draws as half, and the standard error."""
    played = match(game, [policy, "optimal-race"], **effort.playing(0.1))
    chapter.cite(played)
    return score_of(played)
