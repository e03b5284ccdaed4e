"""Which chapters the study has: one per game, a general one where a game has none of its own."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from analysis.study.chapter import Chapter, Effort
from simulators.registry import GAMES, find_game

#: Writes a game's chapter.
Author = Callable[[Effort], Chapter]

#: Chapters of their own, by game; 15000 is told within 10000's.
OWN = {
    "solitaire-dice": "analysis.study.solitaire_dice:solitaire_dice",
    "10000": "analysis.study.ten_thousand:ten_thousand",
    "low-high": "analysis.study.low_high:low_high",
    "dino-dice": "analysis.study.dino_dice:dino_dice",
    "killer": "analysis.study.killer:killer",
    "marathon": "analysis.study.marathon:marathon",
}
TOLD_ELSEWHERE = {"15000"}


def authors() -> dict[str, Author]:
    """List the chapters in the order of the registry, by game."""
    return {name: _author(name) for name in GAMES if name not in TOLD_ELSEWHERE}


def _author(name: str) -> Author:
    if name in OWN:
        module, _, function = OWN[name].partition(":")
        found: Author = getattr(import_module(module), function)
        return found
    return lambda effort: plain_chapter(name, effort)


def plain_chapter(name: str, effort: Effort) -> Chapter:
    """Play every policy of a game in its default mode: what any game gets without further work."""
    import pandas as pd

    from analysis import charts
    from analysis.simulation import simulate
    from analysis.study.wording import in_words, markdown_table, with_error

    game = find_game(name)
    headline = game.mode().headline
    chapter = Chapter(name, game.title)
    runs = []
    for policy in game.policies:
        effort.tell(f"{game.title}: {in_words(effort.games)} games by {policy}")
        runs.append(simulate(game, policy, **effort.playing()))
        chapter.cite(runs[-1])
    found = {run.task.policies[0].label: run.estimate(headline) for run in runs}
    best = max(found, key=lambda label: found[label].mean)
    mean = with_error(found[best].mean, found[best].std_error)
    chapter.answer = f"`{best}` has the highest mean of {headline}: {mean}."
    chapter.picture = "means"
    chapter.say(f"{game.summary}.", chapter.answer)
    frame = pd.concat([r.summary().assign(policy=r.task.policies[0].label) for r in runs])
    rows = [[f"`{label}`", with_error(e.mean, e.std_error)] for label, e in found.items()]
    chapter.add_table("policies", frame, markdown_table(["policy", headline], rows))
    chapter.add_chart("means", charts.rates(runs), f"{headline} by policy")
    return chapter
