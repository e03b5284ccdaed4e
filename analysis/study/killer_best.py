"""The part of Killer's chapter on the best possible play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

from analysis import charts
from analysis.charts.killer_best import keep, risk, risks
from analysis.charts.killer_card import card, lives_to_roll_on
from analysis.matches import match
from analysis.simulation import simulate
from analysis.solving import Solved, rules_of_thumb, solve
from analysis.study.best_play import HEADER, Answer, score_of, solve_command
from analysis.study.chapter import Chapter, Effort
from analysis.study.wording import markdown_table
from simulators.killer import KILLER, duel
from simulators.killer.limits import PAR
from simulators.killer.rules import PRESETS
from simulators.killer.solve_draw import draw_for

if TYPE_CHECKING:
    import pandas as pd

RULES = PRESETS["killer"]
#: What is asked: words, objective, what else fixes the question, changed switches.
QUESTIONS: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
    ("expected sum of a draw", "draw", {}, {}),
    ("chance of 30 or more", "at-least", {"sum": PAR}, {}),
    ("chance of exactly 30", "exactly", {"sum": PAR}, {}),
    ("expected strength of a draw", "strength", {}, {}),
    ("damage minus loss of an attack turn", "attack", {}, {}),
    ("chance to win a match of two from seat 0", "fight", {}, {}),
    ("the same, another attack does the same damage", "fight", {}, {"repeat": "same_damage"}),
    ("the same, another attack draws a new strength", "fight", {}, {"repeat": "new_strength"}),
    ("the same, one attack a turn", "fight", {}, {"repeat": "none"}),
    ("the same, damage is stolen", "fight", {}, {"steal": True}),
)
#: Policies that are measured against the best player.
RIVALS = ("optimal-draw", "best-draw", "keep-at-least", "keep-sixes")


def say_best_play(effort: Effort, chapter: Chapter) -> None:
    """Tell what the best play reaches, how its policies do, and what simple rules give up."""
    effort.tell("Killer: the best play, exactly")
    values, table = _values(effort, chapter)
    chapter.add_table("best-play", values, table)
    by_words = values.set_index("question")["value"]
    fair = max(
        abs(by_words[words] - 0.5) for words, objective, *_ in QUESTIONS if objective == "fight"
    )
    chapter.say(
        "Every value is solved exactly; beside it stands what its policy made of simulated games. A "
        "match of two is all but fair before it begins: whoever draws life points second sees what "
        "there is to beat, whoever draws first begins if both draw the same, and under no rule above "
        f"does the better seat win more than {50 + 100 * fair:.2f} %."
    )
    chapter.say("### What to set aside")
    chapter.say(
        "For the largest sum the best choice is a short table, the same whatever is aside already. "
        "It goes on from 6s to 5s only where that all but ends the draw."
    )
    chapter.add_chart("keep", keep(), "Which dice should I set aside for the largest sum?")
    _say_rules(effort, chapter)
    _say_fight(chapter)
    chapter.say("### To take along")
    chapter.add_card(
        "card", card(RULES), "What should I set aside, and am I ahead? A card to print."
    )


def _values(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Solve each question, and play its policy."""
    import pandas as pd

    records, rows = [], []
    for words, objective, options, switches in QUESTIONS:
        effort.tell(f"Killer: {words}, solved and played")
        solved = solve("killer", objective, switches=switches, **options)
        chapter.cite_solution(solved)
        command = solve_command("killer", objective, options=options, switches=switches)
        played = _played(effort, chapter, solved, options, switches)
        answer = Answer(words, solved, *played, command)
        records.append(answer.record(question=words, objective=objective))
        rows.append(answer.cells())
    return pd.DataFrame(records), markdown_table(HEADER, rows)


def _played(
    effort: Effort,
    chapter: Chapter,
    solved: Solved,
    options: Mapping[str, Any],
    switches: Mapping[str, Any],
) -> tuple[float, float]:
    """Play the policy of a solution; return what it made and the standard error."""
    policy = solved.policy
    assert policy is not None
    if solved.objective.name == "fight":
        played = match(
            "killer", [policy, policy], switches=switches, seats="fixed", **effort.playing(0.1)
        )
        chapter.cite(played)
        return score_of(played)
    mode = "attack" if solved.objective.name == "attack" else "draw"
    run = simulate("killer", policy, mode=mode, switches=switches, **effort.playing(0.2))
    chapter.cite(run)
    if mode == "attack":
        gain = run.estimate("gain")
        return gain.mean, gain.std_error
    wanted = options.get("sum", PAR)
    worths: dict[str, Callable[[int], float]] = {
        "draw": lambda total: total,
        "at-least": lambda total: total >= wanted,
        "exactly": lambda total: total == wanted,
        "strength": lambda total: max(total - PAR, 0),
    }
    worth = worths[solved.objective.name]
    pairs = [(worth(total), count) for total, count in run.tally.histograms[0].pairs()]
    mean = sum(value * count for value, count in pairs) / run.games
    spread = sum((value - mean) ** 2 * count for value, count in pairs) / run.games
    return mean, sqrt(spread / run.games)


def _over_both_seats(name: Any) -> float:
    """Compute how often a policy wins against the best player, seats changing."""
    pair = [KILLER.policy(name), KILLER.policy("optimal-fight")]
    return (duel(pair, RULES).win + 1 - duel(pair[::-1], RULES).win) / 2


def _say_rules(effort: Effort, chapter: Chapter) -> None:
    """Tell what simple rules give up, in points and in matches against the best."""
    effort.tell("Killer: rules to remember, exactly")
    frame = rules_of_thumb("killer")
    listed: list[dict[str, Any]] = frame.to_dict("records")  # type: ignore[assignment]
    sums = {row["policy"]: row["value"] for row in listed if row["objective"] == "draw"}
    best = next(row["optimum"] for row in listed if row["objective"] == "draw")
    last = list(sums)[-1]
    records, rows = [], []
    for row in listed:
        if row["objective"] != "fight":
            continue
        # What only attacks differ in draws life points like the last rule before it.
        drawn = sums.get(row["policy"], sums[last])
        wins = _over_both_seats(row["policy"])
        records.append(
            {
                "rule": row["words"],
                "policy": row["policy"],
                "numbers": row["n_numbers"],
                "sum": drawn,
                "sum_given_up": best - drawn,
                "wins": wins,
                "wins_given_up": 0.5 - wins,
            }
        )
        rows.append(
            [
                f"{row['words']} (`{row['policy']}`)",
                f"{drawn:.4f}",
                f"{best - drawn:.4f}",
                f"{100 * wins:.2f} %",
                f"{100 * (0.5 - wins):.2f}",
            ]
        )
    import pandas as pd

    told = pd.DataFrame(records)
    chapter.say("### What a person can remember")
    header = ["rule", "expected sum", "gives up", "wins against the best", "gives up, points of %"]
    chapter.add_table("rules-of-thumb", told, markdown_table(header, rows))
    two = told[told["numbers"] == 2].iloc[0]
    public = KILLER.policy("keep-at-least")
    usual = float(sum(s * p for s, p in _sums(public).items()))
    rivals = {name: _over_both_seats(name) for name in RIVALS}
    chapter.say(
        f"The rule with two numbers gives up {two['sum_given_up']:.4f} points of a draw, "
        f"{100 * two['sum_given_up'] / best:.2f} %; the vector that public analyses recommend, "
        f"`{public.name}`, gives up {best - usual:.4f}. All chances are exact, over both seats against "
        "`optimal-fight`: "
        + ", ".join(f"`{name}` wins {100 * wins:.2f} %" for name, wins in rivals.items())
        + "."
    )


def _sums(policy: Any) -> Mapping[int, float]:
    from simulators.killer import draw_distribution

    return {s: float(chance) for s, chance in draw_distribution(policy, RULES).sums.items()}


def _say_fight(chapter: Chapter) -> None:
    """Tell how the draw of the fight differs from that for the sum."""
    usual = draw_for("mean").chances()
    below = sum(chance for total, chance in usual.items() if total < PAR)
    own = risks(RULES, 30)[30]
    bare = risks(RULES, 0)[0]
    lives = lives_to_roll_on(RULES)
    assert lives is not None
    chapter.say("### What the fight changes")
    chapter.say(
        "A sum of exactly 30 is an attack of no strength. With 30 life points each, the best player "
        f"ends with it in {100 * own[1]:.1f} % of draws instead of {100 * usual[PAR]:.1f} %: a last 4 "
        f"that would make 30 is rolled again, always from {lives[1]} life points on and never with "
        f"{lives[0]} or fewer. For that he accepts a sum below 30 in {100 * own[0]:.1f} % instead of "
        f"{100 * below:.1f} %. With 0 life points each, where any sum below 30 is the end, it is "
        f"{100 * bare[0]:.1f} %."
    )
    chapter.add_chart("risk", risk(RULES), "How much should an attack risk?")
    exact = duel([KILLER.policy("optimal-fight")] * 2, RULES)
    chapter.say(
        f"If both play their best, the player to move with 30 life points against 30 wins "
        f"{100 * exact.to_move[0][30, 30]:.1f} %, and whoever has the first turn of a match "
        f"{100 * exact.first:.2f} %."
    )
    chapter.add_chart(
        "best-chances",
        charts.chances(["optimal-fight"], RULES),
        "How likely does the player to move win, if both play their best?",
    )
