"""The part of Dino Dice's chapter on the best possible play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analysis.charts.dino_dice_best import best_choices, reroll
from analysis.charts.dino_dice_card import card, value_of_card
from analysis.charts.dino_dice_points import at_least, chances_of_points
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
from simulators.dino_dice import DINO_DICE
from simulators.dino_dice.rules import PRESETS, TYRANNOSAUR, DinoDiceRules

if TYPE_CHECKING:
    import pandas as pd


WANTED = 40
#: What is asked: words, objective, preset, and what else fixes the question.
QUESTIONS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("points of a turn", "turn", "niebling", {}),
    ("points of a turn, every 3 that shows eats", "turn", "always-hungry", {}),
    (f"chance of {WANTED} points or more", "at-least", "niebling", {"points": WANTED}),
    ("chance to win of who begins", "race", "niebling", {}),
)


def say_best_play(effort: Effort, chapter: Chapter) -> None:
    """Tell what the best play reaches, how its policies do, and what simple rules give up."""
    effort.tell("Dino Dice: the best play, exactly")
    values, table = _values(effort, chapter)
    chapter.add_table("best-play", values, table)
    turns = values[values["objective"] == "turn"]["value"]
    first = values[values["objective"] == "race"]["value"].iloc[0]
    same = "the same" if turns.max() - turns.min() < 1e-9 else "not the same"
    keeps = sum(map(_keeps_threes, PRESETS.values()))
    threes = "it never keeps a 3" if keeps == 0 else "there are hands of which it keeps a 3"
    seat = "at a disadvantage" if first < 0.5 else "at an advantage, though"
    chapter.say(
        "Every value is solved exactly; beside it stands what its policy made of simulated games. "
        f"The best turn is worth {same} under both readings of who eats: {threes}. In a match "
        "between two who play as well as can be, the one who begins the rounds wins "
        f"{100 * first:.2f} %, draws counted as half, and is {seat}: the other knows what there is "
        "to beat in the last round.",
    )
    _say_rules(effort, chapter)
    _say_enough(chapter)
    chapter.say(
        "After the first roll the best play does this with each hand that there can be; "
        "`dicelab chart dino-dice reroll --option rolls=2` shows the same for the second."
    )
    chapter.add_chart("reroll", reroll(), "Which dice should I roll again after the first roll?")
    rule = DINO_DICE.policy("keep-kinds")
    chapter.say(
        "The card has the rule with three numbers for the first roll, and every hand before the last "
        f"one. Whoever follows it makes {value_of_card(PRESETS['niebling'], rule):.3f} points a turn."
    )
    chapter.add_card("card", card(), "Which dice should I roll again? A card to print.")


def _keeps_threes(rules: DinoDiceRules) -> bool:
    """Say whether the best play ever rolls and keeps a 3."""
    return any(
        TYRANNOSAUR in choice.kept and not choice.stops
        for rolls in range(1, rules.rolls)
        for choice in best_choices(rules, rolls)
    )


def _values(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Solve each objective, and play its policy."""
    import pandas as pd

    records, rows = [], []
    for words, objective, preset, options in QUESTIONS:
        solved = solve("dino-dice", objective, preset=preset, **options)
        chapter.cite_solution(solved)
        other = None if preset == "niebling" else preset
        command = solve_command("dino-dice", objective, preset=other, options=options)
        played = play_solution(effort, chapter, solved, preset)
        answer = Answer(words, solved, *played, command)
        records.append(answer.record(objective=objective, preset=preset))
        rows.append(answer.cells())
    return pd.DataFrame(records), markdown_table(HEADER, rows)


def _say_rules(effort: Effort, chapter: Chapter) -> None:
    """Tell what simple rules give up, in points and in matches against the best."""
    effort.tell("Dino Dice: rules to remember, against the best player")
    assert DINO_DICE.rules_of_thumb is not None
    simple = DINO_DICE.rules_of_thumb(PRESETS["niebling"])
    scores = [against_the_best(effort, chapter, "dino-dice", rule.policy) for rule in simple]
    rows = [
        [
            f"{rule.words} (`{rule.policy.label}`)",
            f"{rule.value:.3f}",
            f"{rule.loss:.3f}",
            f"{100 * rule.loss / rule.optimum:.2f} %",
            f"{with_error(100 * score, 100 * error)} %",
        ]
        for rule, (score, error) in zip(simple, scores, strict=True)
    ]
    header = ["rule", "points a turn", "gives up", "share", "wins against `optimal-race`"]
    chapter.say("### What a person can remember")
    frame = rules_of_thumb("dino-dice").assign(
        score=[score for score, _ in scores], std_error=[error for _, error in scores]
    )
    chapter.add_table("rules-of-thumb", frame, markdown_table(header, rows))
    best, score = simple[-1], scores[-1][0]
    points, error = against_the_best(effort, chapter, "dino-dice", DINO_DICE.policy("optimal-turn"))
    chapter.say(
        f"The best rule with {best.n_numbers} numbers gives up {best.loss:.3f} points a turn, "
        f"{100 * best.loss / best.optimum:.2f} % of what there is, and wins {50 - 100 * score:.2f} "
        f"percentage points less than half of its matches against the best player. "
        f"{50 - 100 * points:.2f} of them are for not looking at the scores: `optimal-turn`, which "
        f"gives up no points, wins {with_error(100 * points, 100 * error)} % against `optimal-race`. "
        "Draws count as half, and seats change from match to match."
    )


def _say_enough(chapter: Chapter) -> None:
    """Tell how far playing for the mean is from playing for enough."""
    rules, policy = PRESETS["niebling"], DINO_DICE.policy("optimal-turn")
    frame = chances_of_points([policy], rules)
    best, usual = (frame[column].to_numpy() for column in ("best", policy.label))
    widest = int(np.argmax(best - usual))
    chapter.say("### When the mean isn't what counts")
    chapter.tables["at-least"] = frame
    chapter.say(
        "Whoever needs a number of points, as in the last round of a match, should aim at it. The "
        f"difference is largest at {widest + 1} points: {100 * best[widest]:.2f} % at "
        f"best, {100 * usual[widest]:.2f} % when playing for the mean. "
        + _in_a_row(best, (20, 30, 40, 75))
    )
    chapter.add_chart("at-least", at_least(), "How likely is a turn of so many points?")


def _in_a_row(best: NDArray[np.float64], wanted: Sequence[int]) -> str:
    told = [f"{points} points or more {100 * best[points - 1]:.1f} %" for points in wanted]
    return f"The best chances: {', '.join(told)}."
