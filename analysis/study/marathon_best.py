"""The study's section on the best possible play of Marathon: solved, played, and put into rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.charts.marathon_best import best_turns, card
from analysis.estimates import Estimate, rate_estimate
from analysis.matches import match
from analysis.simulation import simulate
from analysis.solving import Solved, solve
from analysis.study.best_play import residual_in_words, solve_command
from analysis.study.chapter import Chapter, Effort
from analysis.study.wording import markdown_table, per_cent, with_error
from simulators.marathon import MARATHON, MarathonRules, walk_distribution
from simulators.marathon.rules_of_thumb import rules_of_thumb
from simulators.marathon.solve_plans import first_wins
from simulators.policy import Policy
from simulators.solving import RuleOfThumb

if TYPE_CHECKING:
    import pandas as pd

RULES = MarathonRules()
#: How long a race is solved with both players watching each other, in metres.
SHORT_RACE = 2000
#: The share of the study's games that are played beside each solution.
_SHARE = 0.1


@dataclass(frozen=True)
class Question:
    """An objective, and how it is played beside its solution."""

    words: str
    objective: str
    switches: Mapping[str, Any]
    play: Callable[[Solved, Effort, Chapter], Estimate] | None


def say_best(effort: Effort, chapter: Chapter) -> None:
    """Add the section: solutions, rules of thumb, charts and the card."""
    effort.tell("Marathon: the best possible play")
    solved = [_solve(question, chapter) for question in QUESTIONS]
    chapter.add_table("best-play", *_solutions(solved, effort, chapter))
    value = {question.objective: found for question, found in zip(QUESTIONS, solved, strict=True)}
    plans, race = value["plans"], value["race"]
    short = solve("marathon", "plans", rules=race.rules)
    chapter.cite_solution(short)
    told = plans.solution.details
    start, watched = told["two_who_take_fewest_turns"], 100 * abs(race.value - short.value)
    chapter.say(
        f"To move first is worth {100 * (plans.value - 0.5):.2f} percentage points. Two who take the "
        f"fewest turns on average share the wins {100 * start:.3f} to {100 * (1 - start):.3f}. If each "
        f"replies as well as possible to the other's finishing time, the replies come to rest after "
        f"{told['rounds']} rounds: neither can then gain more than "
        f"{200 * plans.solution.residual:.0e} percentage points, and the first wins "
        f"{100 * plans.value:.3f} %, which differs by {100 * abs(plans.value - start):.3f} points. "
        f"Who takes the fewest turns on average gives up no more than "
        f"{100 * (value['reply'].value - 0.5):.3f} points to the best reply, in either seat as often.",
        f"To watch each other changes {watched:.4f} points over {SHORT_RACE:,} metres, where the race "
        f"is solved both ways ({100 * race.value:.4f} % with, {100 * short.value:.4f} % without). The "
        f"race over the whole distance has 1.8 billion positions, which would take 28 GB and half an "
        f"hour; whatever the players look at, its value lies between "
        f"{100 * told['race_at_least']:.2f} % and {100 * told['race_at_most']:.2f} %.",
    )
    chapter.add_chart("best-turns", best_turns(), "Which distances are good to stop at?")
    thumbs = rules_of_thumb(RULES)
    chapter.say("### Rules that one can remember")
    chapter.add_table("rules-of-thumb", *_thumbs(thumbs))
    simple = min((rule for rule in thumbs if rule.n_numbers <= 1), key=lambda rule: rule.loss)
    chapter.say(
        "Each is the best of its family under exact evaluation (`dicelab solve marathon --simple`); "
        "the chance to win is exact too, against `optimal-turns`, each moving first as often. "
        f"With one number to remember, `{simple.policy.label}` takes {simple.loss:.2f} turns more "
        f"than the best possible play, {100 * simple.loss / simple.optimum:.1f} %."
    )
    chapter.add_card("card", card(), "Where should I stop on the last metres?")


def _solve(question: Question, chapter: Chapter) -> Solved:
    found = solve("marathon", question.objective, switches=question.switches)
    chapter.cite_solution(found)
    return found


def _solutions(solved: list[Solved], effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Tabulate every solution beside a simulation of the policy that plays it."""
    import pandas as pd

    records, rows = [], []
    for question, found in zip(QUESTIONS, solved, strict=True):
        played = question.play(found, effort, chapter) if question.play else None
        command = solve_command("marathon", found.objective.name, switches=question.switches)
        label = found.policy.label if found.policy else None
        records.append(
            {
                "question": question.words,
                "objective": found.objective.name,
                "value": found.value,
                "unit": found.objective.unit,
                "states": found.solution.states,
                "residual": found.solution.residual,
                "policy": label,
                "simulated": played.mean if played else None,
                "std_error": played.std_error if played else None,
                "games": played.n if played else 0,
                "command": command,
            }
        )
        rows.append(
            [
                question.words,
                _value(found),
                "–" if label is None else f"`{label}`",
                "–" if played is None else _played(found, played),
                f"{found.solution.states:,}",
                residual_in_words(found),
                f"`{command}`",
            ]
        )
    header = ["question", "exactly", "played by", "simulated", "states", "residual", "command"]
    return pd.DataFrame(records), markdown_table(header, rows)


def _value(found: Solved) -> str:
    if found.objective.unit == "turns":
        return f"{found.value:.4f} turns"
    return f"{100 * found.value:.4f} %"


def _played(found: Solved, played: Estimate) -> str:
    if found.objective.unit == "turns":
        return with_error(played.mean, played.std_error)
    return per_cent(played)


def _policy(found: Solved) -> Policy:
    assert found.policy is not None
    return found.policy


def _play_turns(found: Solved, effort: Effort, chapter: Chapter) -> Estimate:
    run = simulate("marathon", _policy(found), **effort.playing(_SHARE))
    chapter.cite(run)
    return run.estimate("turns")


def _play_within(found: Solved, effort: Effort, chapter: Chapter) -> Estimate:
    run = simulate("marathon", _policy(found), **effort.playing(_SHARE))
    chapter.cite(run)
    return run.rate(f"turns <= {found.options['turns']}")


def _play_reply(found: Solved, effort: Effort, chapter: Chapter) -> Estimate:
    played = match(
        "marathon", [_policy(found), found.options["opponent"]], **effort.playing(_SHARE)
    )
    chapter.cite(played)
    return rate_estimate("win", played.wins[0], played.games)


def _play_race(found: Solved, effort: Effort, chapter: Chapter) -> Estimate:
    """Two of the same: whoever they are, it is the first seat's wins that count."""
    both = [_policy(found)] * 2
    played = match("marathon", both, rules=found.rules, **effort.playing(_SHARE))
    chapter.cite(played)
    first = sum(wins[0] for wins in played.seat_wins())
    return rate_estimate("win", first, played.games)


QUESTIONS = (
    Question("fewest turns on average", "turns", {}, _play_turns),
    Question("done within 14 turns", "within", {}, _play_within),
    Question("done before one who takes the fewest turns", "reply", {}, _play_reply),
    Question("the first of two who don't look at each other wins", "plans", {}, None),
    Question(
        f"the first of two who watch each other wins, over {SHORT_RACE:,} metres",
        "race",
        {"distance": SHORT_RACE},
        _play_race,
    ),
)


def win_chance(rules: MarathonRules, policy: Policy) -> float:
    """Compute a policy's chance to beat `optimal-turns`, each moving first as often, exactly."""
    best = MARATHON.policy("optimal-turns")
    found = [walk_distribution(rules, player, tolerance=1e-9).finished for player in (policy, best)]
    turns = max(map(len, found))
    mine, theirs = (np.pad(chances, (0, turns - chances.size)) for chances in found)
    return (first_wins(mine, theirs) + float(theirs.sum()) - first_wins(theirs, mine)) / 2


def _thumbs(thumbs: list[RuleOfThumb]) -> tuple[pd.DataFrame, str]:
    """Tabulate rules of thumb: what each costs in turns and in chance to win."""
    import pandas as pd

    records, rows = [], []
    for rule in thumbs:
        wins = win_chance(RULES, rule.policy)
        records.append(
            {
                "words": rule.words,
                "policy": rule.policy.label,
                "numbers": rule.n_numbers,
                "turns": rule.value,
                "loss": rule.loss,
                "wins_against_optimal_turns": wins,
            }
        )
        rows.append(
            [
                f"{rule.words}.",
                f"`{rule.policy.label}`",
                f"{rule.n_numbers}",
                f"{rule.value:.2f}",
                f"{rule.loss:.2f}",
                f"{100 * wins:.2f} %",
            ]
        )
    header = ["rule", "policy", "numbers", "turns", "turns lost", "wins against the best"]
    return pd.DataFrame(records), markdown_table(header, rows)
