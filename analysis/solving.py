"""Ask a game for its exact answers: the best possible value, and simple rules that come near it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.tasks import build_rules
from simulators.game import Game
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.solving import Objective, Solution

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Solved:
    """An exact answer, and what it is the answer to.

    Attributes
    ----------
    options : dict of str to object
        The value of each parameter of the objective.
    """

    game: Game
    objective: Objective
    rules: Rules
    options: Mapping[str, Any]
    solution: Solution

    @property
    def value(self) -> float:
        """Return the value at the start, in the objective's unit."""
        return self.solution.value

    @property
    def policy(self) -> Policy | None:
        """Return the policy that plays the solution, if there is one."""
        return None if self.objective.policy is None else self.objective.policy(self.options)

    def as_dict(self) -> dict[str, Any]:
        """Write the answer as plain JSON types: what ``solve --json`` prints."""
        words = {spec.name: spec.kind.format for spec in self.objective.parameters}
        return {
            "game": self.game.name,
            "rules": self.rules.as_dict(),
            "objective": self.objective.name,
            "options": {
                name: None if value is None else words[name](value)
                for name, value in self.options.items()
            },
            "value": self.solution.value,
            "unit": self.objective.unit,
            "exact": True,
            "states": self.solution.states,
            "seconds": self.solution.seconds,
            "from_disk": self.solution.from_disk,
            "residual": self.solution.residual,
            "policy": None if self.policy is None else self.policy.label,
            **self.solution.details,
        }

    def summary(self) -> pd.DataFrame:
        """Return one row: game, objective, value, unit, states, seconds, residual, policy."""
        import pandas as pd

        names = ("game", "objective", "value", "unit", "states", "seconds", "residual", "policy")
        written = self.as_dict()
        return pd.DataFrame([{name: written[name] for name in names}])

    def __repr__(self) -> str:
        return (
            f"Solved({self.game.name}, {self.objective.name}: {self.value:.10g} "
            f"{self.objective.unit}, {self.solution.states:,} states)"
        )


def solve(
    game: str | Game,
    objective: str | None = None,
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    **options: Any,
) -> Solved:
    """Solve a game exactly.

    Parameters
    ----------
    game : str or Game
    objective : str, optional
        What to make as good as possible; ``dicelab games GAME`` lists them. The usual one without.
    preset, rules, switches
        Which rules, as for :func:`analysis.simulate`.
    **options
        What else the objective asks for, such as the state in which a turn starts.

    Returns
    -------
    Solved
        Solutions are kept on disk, so asking again costs nothing.

    Raises
    ------
    ValueError, TypeError
        For an unknown objective or option, or rules under which the question makes no sense.

    Examples
    --------
    >>> solve("marathon", "turns", switches={"distance": 5}).value > 1
    True
    """
    return answer(game, objective, options, preset=preset, rules=rules, switches=switches)


def answer(
    game: str | Game,
    objective: str | None,
    options: Mapping[str, Any],
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
) -> Solved:
    """Solve as :func:`solve` does, with the objective's options in a mapping."""
    found = find_game(game)
    laws = build_rules(found, preset, rules, switches)
    asked = found.objective(objective)
    values = asked.complete(options)
    return Solved(found, asked, laws, values, asked.solve(laws, values))


def rules_of_thumb(
    game: str | Game,
    *,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """List simple rules that a person can remember, with exactly what each gives up.

    Parameters
    ----------
    game, preset, rules, switches
        As for :func:`solve`.

    Returns
    -------
    DataFrame
        policy, words, n_numbers, objective, value, optimum, loss, loss_share (of the optimum).

    Raises
    ------
    ValueError
        If the game has none.
    """
    import pandas as pd

    found = find_game(game)
    laws = build_rules(found, preset, rules, switches)
    if found.rules_of_thumb is None:
        raise ValueError(f"{found.name} has no rules of thumb that are evaluated exactly")
    rows = [
        {
            "policy": rule.policy.label,
            "words": rule.words,
            "n_numbers": rule.n_numbers,
            "objective": rule.objective,
            "value": rule.value,
            "optimum": rule.optimum,
            "loss": rule.loss,
            "loss_share": rule.loss / abs(rule.optimum) if rule.optimum else float("nan"),
        }
        for rule in found.rules_of_thumb(laws)
    ]
    frame = pd.DataFrame(rows)
    frame.attrs.update({"game": found.name, "rules": laws.as_dict()})
    return frame
