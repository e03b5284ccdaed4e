"""Describe games in plain JSON types: what `dicelab games` shows."""

from __future__ import annotations

from typing import Any

from simulators.advice import Adviser
from simulators.game import Game, Mode
from simulators.outcomes import Metric
from simulators.policy import Parameter, PolicyFamily
from simulators.registry import GAMES, find_game
from simulators.rules import Switch
from simulators.solving import Objective


def list_games() -> list[dict[str, Any]]:
    """Describe every registered game in a few words."""
    found = [find_game(name) for name in GAMES]
    return [
        {"name": g.name, "title": g.title, "summary": g.summary, "source": g.source} for g in found
    ]


def describe_game(game: Game) -> dict[str, Any]:
    """Describe everything that can be chosen in a game.

    Returns
    -------
    dict
        Switches, presets, policies and modes; values are texts as the command line takes them.
        Notes say what is wrong with the rules as written.
    """
    usual = game.rules()
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "source": game.source,
        "version": game.version,
        "default_preset": game.default_preset,
        "default_policy": game.default_policy,
        "default_mode": game.default_mode,
        "rules": {
            # The default is what the game's own preset says, not what the class does.
            spec.name: _setting(spec, getattr(usual, spec.name))
            for spec in game.rules_type.switches()
        },
        "presets": {name: rules.differences(usual) for name, rules in game.presets.items()},
        "policies": {name: _describe_policy(family) for name, family in game.policies.items()},
        "modes": {name: _describe_mode(game, mode) for name, mode in game.modes.items()},
        "objectives": {name: _describe_objective(o) for name, o in game.objectives.items()},
        "advice": _describe_adviser(game.adviser),
        "notes": list(game.lint(usual, None)) if game.lint else [],
    }


def _setting(spec: Switch | Parameter, default: Any) -> dict[str, str]:
    return {
        "default": spec.kind.format(default),
        "allowed": spec.kind.describe(),
        "description": spec.description,
    }


def _describe_policy(family: PolicyFamily) -> dict[str, Any]:
    return {
        "summary": family.summary,
        "source": family.source,
        "parameters": {spec.name: _setting(spec, spec.default) for spec in family.parameters},
    }


def _describe_mode(game: Game, mode: Mode) -> dict[str, Any]:
    metrics = mode.metrics(game.rules(), mode.min_players)
    return {
        "summary": mode.summary,
        "players": [mode.min_players, mode.max_players],
        "headline": mode.headline,
        "cap": mode.cap,
        "options": {spec.name: _setting(spec, spec.default) for spec in mode.options},
        "metrics": {metric.name: _describe_metric(metric) for metric in metrics},
    }


def _describe_objective(objective: Objective) -> dict[str, Any]:
    return {
        "summary": objective.summary,
        "unit": objective.unit,
        "options": {spec.name: _question(spec) for spec in objective.parameters},
    }


def _describe_adviser(adviser: Adviser | None) -> dict[str, Any] | None:
    if adviser is None:
        return None
    return {
        "position": {spec.name: _question(spec) for spec in adviser.questions},
        "objectives": dict(adviser.objectives),
        "examples": list(adviser.examples),
    }


def _question(spec: Parameter) -> dict[str, str]:
    """Describe what may be left open: no default is an empty one."""
    if spec.default is not None:
        return _setting(spec, spec.default)
    return {"default": "", "allowed": spec.kind.describe(), "description": spec.description}


def _describe_metric(metric: Metric) -> dict[str, Any]:
    names = ("unit", "kind", "description", "lower_is_better")
    return {name: getattr(metric, name) for name in names}
