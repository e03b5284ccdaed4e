"""The part of Low-High's chapter on the best possible play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.charts.low_high_card import card
from analysis.charts.low_high_race import sure_to_win, win_chances
from analysis.solving import rules_of_thumb, solve
from analysis.study.best_play import (
    HEADER,
    Answer,
    against_the_best,
    play_solution,
    solve_command,
)
from analysis.study.chapter import Chapter, Effort
from analysis.study.wording import markdown_table, with_error
from simulators.low_high import LOW_HIGH
from simulators.low_high.rules import PRESETS

if TYPE_CHECKING:
    import pandas as pd

#: The ways to score, by preset, as a player would put them.
SCORINGS = {
    "low-high": "dice",
    "pips": "pips, low faces cancelled first",
    "pips-descending": "pips, high faces cancelled first",
}
WANTED = 8
#: Points that the other lacks, at most, where the rule with totals risks all: the best of 3 to 9, in
#: 200,000 matches each against the best player.
DANGER = 4
#: What is asked, with what else fixes the question.
QUESTIONS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("points of a turn", "turn", {}),
    (f"chance of {WANTED} points or more", "at-least", {"points": WANTED}),
    ("chance to win of who begins", "race", {}),
)


def say_best_play(effort: Effort, chapter: Chapter) -> None:
    """Tell what the best play reaches, how its policies do, and what simple rules give up."""
    effort.tell("Low-High: the best play, exactly")
    values, table = _values(effort, chapter)
    chapter.add_table("best-play", values, table)
    first = values[values["objective"] == "race"].set_index("preset")["value"]
    turns = values[values["objective"] == "turn"].set_index("preset")["value"]
    race = solve("low-high", "race").solution.details
    chapter.say(
        "Every value is solved exactly; beside it stands what its policy made of simulated games. "
        "To begin is worth much: of two who play as well as can be the first wins "
        f"{100 * first['low-high']:.2f} % by dice, and {100 * first['pips']:.2f} % or "
        f"{100 * first['pips-descending']:.2f} % by pips, where {PRESETS['pips'].target} points are no "
        f"more than {PRESETS['pips'].target / min(turns['pips':]):.1f} turns. Totals may fall without "
        f"end; a floor at "
        f"{race['lowest_total']} stands in for that, which is proven to change no chance by more than "
        f"{race['error_of_lowest_total']:.0e}.",
    )
    chapter.add_chart(
        "win-chances", win_chances(), "How likely does the player to move win the race?"
    )
    _say_race(effort, chapter)
    _say_rules(effort, chapter)
    chapter.add_card("card", card(), "Which set should I keep, and when should I stop?")
    chapter.add_card(
        "card-pips",
        card(PRESETS["pips"]),
        "Where pips score: which set should I keep, and when should I stop?",
    )


def _values(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Solve each question under each way to score, and play its policy."""
    import pandas as pd

    records, rows = [], []
    for words, objective, options in QUESTIONS:
        for preset, scoring in SCORINGS.items():
            if options and preset != "low-high":
                continue
            solved = solve("low-high", objective, preset=preset, **options)
            chapter.cite_solution(solved)
            other = None if preset == "low-high" else preset
            command = solve_command("low-high", objective, preset=other, options=options)
            played = play_solution(effort, chapter, solved, preset)
            answer = Answer(f"{words}, {scoring}", solved, *played, command)
            records.append(answer.record(objective=objective, preset=preset))
            rows.append(answer.cells())
    return pd.DataFrame(records), markdown_table(HEADER, rows)


def _say_race(effort: Effort, chapter: Chapter) -> None:
    """Tell what looking at the totals is worth."""
    effort.tell("Low-High: the best turn against the best race")
    points, error = against_the_best(effort, chapter, "low-high", LOW_HIGH.policy("optimal-turn"))
    rough, rough_error = against_the_best(effort, chapter, "low-high", LOW_HIGH.policy("race"))
    rules = PRESETS["low-high"]
    sure = sure_to_win(rules)
    share = (points - rough) / (points - 0.5) if points != 0.5 else 0.0
    chapter.say(
        f"Who looks at nothing but the turn, though nobody makes more points, wins "
        f"{with_error(100 * points, 100 * error)} % of matches against the best player, seats changing "
        f"from match to match. {rules.dice} dice always show {sure} alike, so a player with "
        f"{rules.target - sure} points or more is sure to win on the next turn: against that no "
        "stopping short helps, and the best player rolls on until the turn wins or is lost. Of what "
        f"the totals are worth the rule of thumb in `race` finds {100 * share:.0f} %: it wins "
        f"{with_error(100 * rough, 100 * rough_error)} %.",
    )


def _say_rules(effort: Effort, chapter: Chapter) -> None:
    """Tell what simple rules give up, in points and in matches against the best."""
    effort.tell("Low-High: rules to remember, against the best player")
    assert LOW_HIGH.rules_of_thumb is not None
    rules = PRESETS["low-high"]
    simple = LOW_HIGH.rules_of_thumb(rules)
    scores = [against_the_best(effort, chapter, "low-high", rule.policy) for rule in simple]
    rows = [
        [
            f"{rule.words} (`{rule.policy.label}`)",
            f"{rule.value:.4f}",
            f"{rule.loss:.4f}",
            f"{100 * rule.loss / rule.optimum:.2f} %",
            f"{with_error(100 * won, 100 * error)} %",
        ]
        for rule, (won, error) in zip(simple, scores, strict=True)
    ]
    values = dict(simple[-1].policy.values)
    most, bonus = values["most"], values["bonus"]
    desperate = LOW_HIGH.policies["race"](most=most, bonus=bonus, danger=DANGER, reach=rules.target)
    won, error = against_the_best(effort, chapter, "low-high", desperate)
    told = f"The same, but once the other lacks {DANGER} or fewer, roll until the turn wins."
    rows.append(
        [f"{told} (`{desperate.label}`)", "", "", "", f"{with_error(100 * won, 100 * error)} %"]
    )
    chapter.say("### What a person can remember")
    frame = rules_of_thumb("low-high").assign(
        win_rate=[won for won, _ in scores], std_error=[error for _, error in scores]
    )
    header = ["rule", "points a turn", "gives up", "share", "wins against `optimal-race`"]
    chapter.add_table("rules-of-thumb", frame, markdown_table(header, rows))
    best = simple[-1]
    exact = (
        "gives up nothing: it is the best turn itself"
        if best.loss < 1e-9
        else f"gives up {best.loss:.4f} points a turn"
    )
    pips = {preset: LOW_HIGH.rules_of_thumb(PRESETS[preset])[-1] for preset in SCORINGS}
    chapter.say(
        f"By dice the rule with {best.n_numbers} numbers {exact}. Where pips count none of "
        "the rules tried is perfect, for there it matters what lies on both tracks: "
        + "; ".join(
            f"with {SCORINGS[preset]} the best is “{rule.words.removesuffix('.')}”, at "
            f"{rule.value:.3f} points a turn {100 * rule.loss / rule.optimum:.2f} % short of what "
            "there is"
            for preset, rule in pips.items()
            if preset != "low-high"
        )
        + "."
    )
