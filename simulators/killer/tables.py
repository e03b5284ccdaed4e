"""The tables that solved policies look things up in, worked out from rules and parameters.

The solvers are imported when they are needed: importing the game compiles nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simulators.killer.decide import TARGET_WORDS
from simulators.killer.decide_fight import BY_DAMAGE, BY_NEITHER, BY_STRENGTH
from simulators.killer.rules import KillerRules

if TYPE_CHECKING:
    from simulators.killer.solve_draw import BestDraw


def weighted_draws(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare ``best-draw``: the sum in the preparation, strength times a weight minus loss after."""
    from simulators.killer.solve_draw import best_draw, gain_worth

    return _two(best_draw(float), best_draw(gain_worth(values["weight"])))


def goal_draws(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare ``optimal-draw``: its goal in the preparation, the best attack turn after it."""
    from simulators.killer.solve_draw import best_attack, draw_for

    return _two(draw_for(values["goal"], values["sum"]), best_attack(rules or KillerRules()))


def _two(preparation: BestDraw, attack: BestDraw) -> NDArray[np.float64]:
    return np.concatenate([[float(preparation.grows)], preparation.values, attack.values])


def fight_draws(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare what ``optimal-fight`` sets aside; see :func:`keep_in_fight`."""
    from simulators.killer.solve_fight import fight_tables, most_life

    laws = _for_two(rules)
    tables = fight_tables(laws)
    preparation = tables["second"].copy()
    preparation[0] = tables["first"]
    head = [float(TARGET_WORDS.index(values["target"])), float(most_life(laws))]
    return np.concatenate([head, preparation.ravel(), tables["draws"].ravel()])


def fight_repeats(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare when ``optimal-fight`` attacks again; see :func:`again_in_fight`."""
    from simulators.killer.solve_fight import fight_tables, most_life

    laws = _for_two(rules)
    tables = fight_tables(laws)
    turn, most = tables["turn"], most_life(laws)
    stop = 1 - turn.T
    if laws.repeat == "same_strength":
        kind, again = BY_STRENGTH, tables["attack"]
    elif laws.repeat == "same_damage":
        kind, again = BY_DAMAGE, tables["more"]
    else:
        kind, again = BY_NEITHER, turn[None]
    head = [float(TARGET_WORDS.index(values["target"])), float(most), float(kind)]
    return np.concatenate([head, (again >= stop).astype(np.float64).ravel()])


def _for_two(rules: KillerRules | None) -> KillerRules:
    """Rules of the fight that the policy plays, however many sit at the table."""
    return (rules or KillerRules()).with_switches({"players": None})
