"""Ask what to do in a position: every legal action, ranked, with what each mistake costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analysis.tasks import build_rules, parse_count
from simulators.advice import Advice, Effort
from simulators.game import Game
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.streams import check_seed

if TYPE_CHECKING:
    import pandas as pd

ROLLOUTS = 10_000
MOST_ROLLOUTS = 10**9


def ask_advice(
    game: str | Game,
    position: Mapping[str, Any],
    *,
    objective: str | None = None,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    games: Any = ROLLOUTS,
    seed: int | None = 0,
) -> Advice:
    """Return the advice itself; see :func:`advise`."""
    found = find_game(game)
    laws = build_rules(found, preset, rules, switches)
    if found.adviser is None:
        raise ValueError(f"{found.name} gives no advice")
    effort = Effort(parse_count(games, "games", MOST_ROLLOUTS), check_seed(seed))
    return found.adviser.ask(laws, position, objective, effort)


def advise(
    game: str | Game,
    *,
    objective: str | None = None,
    preset: str | None = None,
    rules: Rules | None = None,
    switches: Mapping[str, Any] | None = None,
    games: Any = ROLLOUTS,
    seed: int | None = 0,
    **position: Any,
) -> pd.DataFrame:
    """Rank all legal actions in a position.

    Parameters
    ----------
    game : str or Game
    objective : str, optional
        What to aim at; the one that suits the position without.
    preset, rules, switches
        Which rules, as for :func:`analysis.simulate`.
    games : int
        Rollouts per action, where values can't be computed exactly.
    seed : int, optional
        Of the rollouts.
    **position
        What is on the table, such as ``held=450, dice=3``; ``dicelab games GAME`` lists what each
        game asks.

    Returns
    -------
    DataFrame
        action, value, std_error, cost, cost_error, best first; errors are 0 where a value is exact.
        ``attrs`` hold position, objective, unit, exact, notes and the actions in plain types.

    Raises
    ------
    ValueError, TypeError
        For a position that can't be, with the reason.
    """
    import pandas as pd

    advice = ask_advice(
        game, position, objective=objective, preset=preset, rules=rules, switches=switches,
        games=games, seed=seed,
    )  # fmt: skip
    frame = pd.DataFrame(rows_of(advice))
    frame.attrs.update(about(advice))
    return frame


def rows_of(advice: Advice) -> list[dict[str, Any]]:
    """Write the actions as records, best first."""
    return [
        {
            "action": action.words,
            "value": action.value,
            "std_error": action.std_error or 0.0,
            "cost": cost,
            "cost_error": action.cost_error or 0.0,
        }
        for action, cost in zip(advice.actions, advice.costs(), strict=True)
    ]


def about(advice: Advice) -> dict[str, Any]:
    """Write what the advice is of."""
    return {
        "position": advice.position,
        "objective": advice.objective,
        "unit": advice.unit,
        "exact": advice.exact,
        "lower_is_better": advice.lower_is_better,
        "notes": list(advice.notes),
        "details": [dict(action.details) for action in advice.actions],
    }
