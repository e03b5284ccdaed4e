"""The part of the chapter on 10000 about the best possible play and the rules that come near it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analysis.simulation import simulate
from analysis.solving import Solved, rules_of_thumb, solve
from analysis.study.best_play import solve_command
from analysis.study.chapter import Chapter, Effort
from analysis.study.wording import markdown_table, with_error

if TYPE_CHECKING:
    import pandas as pd

#: What is asked: words, objective, preset, options.
QUESTIONS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("points of a turn", "turn", "10000", {}),
    ("points of a turn of 15000", "turn", "15000", {}),
    ("chance to open a game of 10000 in one turn", "at-least", "10000", {"points": 1000}),
    ("chance to open a game of 15000 in one turn", "at-least", "15000", {"points": 500}),
    ("chance of exactly 1000 points in a turn", "exactly", "10000", {"points": 1000}),
    ("turns to 10000, alone", "turns", "10000", {}),
    ("turns to exactly 15000, alone", "turns", "15000", {}),
    ("chance to be at 10000 within 20 turns", "within", "10000", {"turns": 20}),
    ("points of a turn of Farkle, Facebook's rules", "turn", "farkle-facebook", {}),
    ("points per turn of Zilch", "turn", "zilch", {}),
    ("points of a turn of Farkle, Patch's rules", "turn", "patch", {}),
    ("points of a turn of Farkle, cardgames.io's rules", "turn", "cardgames-io", {}),
)
#: The published values among them, by preset.
PUBLISHED: Mapping[str, str] = {
    "zilch": "620.855, M. Busche 2010",
    "patch": "542.0632239, farkle-stats, which banks any counter from 9950 on",
}
PRESETS = ("10000", "15000", "farkle-facebook", "zilch", "patch", "cardgames-io")


def say_best_play(effort: Effort, chapter: Chapter) -> None:
    """Tell what the best play reaches under every rule set, and what simple rules give up."""
    chapter.say("## What is the best possible?")
    values, table = _values(effort, chapter)
    chapter.add_table("best-play", values, table)
    chapter.say(
        "Every value is computed by dynamic programming: no counter is cut off, because beyond some "
        "counter the values are straight lines that are solved for. Beside it stands what the policy "
        "that it is the value of made of simulated turns and games."
    )
    chapter.say("### From how many points on should I bank?")
    thresholds, table = _thresholds()
    chapter.add_table("bank-from", thresholds, table)
    chapter.say("### A rule to remember")
    rules, table = _rules(effort)
    chapter.add_table("rules-of-thumb", rules, table)
    farkle = rules[(rules["preset"] == "farkle-facebook") & (rules["numbers"] == 2)].iloc[0]
    chapter.say(
        f"Three numbers for banking are hardly better than two. In Farkle it is what one sets aside "
        f"that decides: who sets aside as few dice as possible, and all that scores only if that "
        f"banks or uses all dice, gives up {100 * farkle['share']:.2f} % with two numbers. The best "
        f"method for people that we know to be published gives up 1.78 %."
    )


def _values(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Solve each question, and play its policy."""
    import pandas as pd

    records, rows = [], []
    for words, objective, preset, options in QUESTIONS:
        effort.tell(f"10000: {words}, solved and played")
        solved = solve("10000", objective, preset=preset, **options)
        chapter.cite_solution(solved)
        record: dict[str, Any] = {"question": words, "objective": objective, "preset": preset}
        record |= {"value": solved.value, "states": solved.solution.states}
        played = ""
        if solved.policy is not None and not _counts_busts(solved):
            mean, error = _played(effort, chapter, solved, preset, options)
            record |= {"simulated": mean, "std_error": error}
            played = with_error(mean, error)
        records.append({**record, "residual": solved.solution.residual})
        command = solve_command("10000", objective, preset=preset, options=options)
        published = PUBLISHED.get(preset, "") if objective == "turn" else ""
        rows.append(
            [
                words,
                f"{solved.value:.7g}",
                played,
                published,
                f"{solved.solution.states:,}",
                f"`{command}`",
            ]
        )
    header = ["what is best", "value", "simulated", "published", "states", "command"]
    return pd.DataFrame(records), markdown_table(header, rows)


def _counts_busts(solved: Solved) -> bool:
    """Say whether the value counts what a loss costs later, which a single turn doesn't show."""
    return "points_per_turn" in solved.solution.details


def _played(
    effort: Effort, chapter: Chapter, solved: Solved, preset: str, options: Mapping[str, Any]
) -> tuple[float, float]:
    """Play the policy of a solution; return what it made and the standard error."""
    alone = solved.objective.name == "turns"
    start = {} if alone else {"score": solved.options["score"]}
    run = simulate(
        "10000",
        solved.policy,
        preset=preset,
        mode="target" if alone else "turn",
        options=start,
        **effort.playing(0.1 if alone else 0.5),
    )
    chapter.cite(run)
    if solved.objective.name == "at-least":
        made = run.rate(f"points >= {options['points']}")
        return made.mean, made.std_error
    estimate = run.estimate("turns" if alone else "points")
    return estimate.mean, estimate.std_error


def _thresholds() -> tuple[pd.DataFrame, str]:
    """List what to bank from under every rule set."""
    import pandas as pd

    records = []
    for preset in PRESETS:
        details = solve("10000", "turn", preset=preset).solution.details
        after = details.get("bank_at_by_busts", {"0": details["bank_at"]})
        for busts, thresholds in after.items():
            records.append({"preset": preset, "lost": int(busts), **thresholds})
    rows = [
        [
            f"`{record['preset']}`" + (f" after {record['lost']} lost" if record["lost"] else ""),
            *("roll" if record[n] is None else f"{record[n]:,}" for n in "123456"),
        ]
        for record in records
    ]
    frame = pd.DataFrame(records).rename(columns={n: f"dice_{n}" for n in "123456"})
    return frame, markdown_table(["rules", *(f"{n} left" for n in "12345"), "6 fresh"], rows)


def _rules(effort: Effort) -> tuple[pd.DataFrame, str]:
    """List the best rules of one, two and three numbers under every rule set."""
    import pandas as pd

    records, rows = [], []
    for preset in PRESETS:
        effort.tell(f"10000: rules to remember for {preset}, exactly")
        for rule in rules_of_thumb("10000", preset=preset).to_dict("records"):
            record = {"preset": preset, "rule": rule["words"], "policy": rule["policy"]}
            record |= {"numbers": rule["n_numbers"], "points": rule["value"]}
            record |= {"best": rule["optimum"], "loss": rule["loss"], "share": rule["loss_share"]}
            records.append(record)
            rows.append(
                [
                    f"`{preset}`",
                    str(rule["words"]),
                    f"{rule['value']:.2f}",
                    f"{rule['loss']:.2f}",
                    f"{100 * rule['loss_share']:.2f} %",
                ]
            )
    header = ["rules", "rule", "points a turn", "gives up", "that is"]
    return pd.DataFrame(records), markdown_table(header, rows)
