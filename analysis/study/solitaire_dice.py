"""Write the study's chapter on Solitaire Dice, on reaching 500 points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis import charts
from analysis.comparisons import compare
from analysis.simulation import simulate
from analysis.study.chapter import Chapter, Effort, unless_interrupted
from analysis.study.solitaire_best import say_learned
from analysis.study.wording import in_words, markdown_table, per_cent, with_error

if TYPE_CHECKING:
    import pandas as pd

    from analysis.runs import Run

POLICIES = (
    "random",
    "greedy",
    "few-sums",
    "pace",
    "weights",
    "tuned",
    "card",
    "learned-mean",
    "learned-win",
)
_SHOWN = ("score", "rolls", "free_rolls", "sums_opened", "sums_completed")


def _policies_table(runs: list[Run]) -> tuple[pd.DataFrame, str]:
    """Put all metrics of all policies into one frame, and the telling ones into Markdown."""
    import pandas as pd

    frame = pd.concat(
        [run.summary().assign(policy=run.task.policies[0].label) for run in runs],
        ignore_index=True,
    )
    frame = frame[["policy", *(column for column in frame.columns if column != "policy")]]
    header = [
        "policy",
        "reaches 500 (95 % interval)",
        "mean score",
        "median",
        "rolls",
        "free rolls",
    ]
    header += ["sums opened", "sums completed"]
    rows = []
    for run in sorted(runs, key=lambda run: -run.estimate("win").mean):
        found = {name: run.estimate(name) for name in _SHOWN}
        median = float(run.summary().set_index("metric")["median"]["score"])
        row = [f"`{run.task.policies[0].label}`", per_cent(run.rate("score >= 500"))]
        row += [with_error(found["score"].mean, found["score"].std_error), f"{median:g}"]
        row += [f"{found[name].mean:.2f}" for name in _SHOWN[1:]]
        rows.append(row)
    return frame, markdown_table(header, rows)


def _distributions(runs: list[Run]) -> pd.DataFrame:
    """List every count of every metric of every policy."""
    import pandas as pd

    return pd.concat(
        [run.counts().assign(policy=run.task.policies[0].label) for run in runs], ignore_index=True
    )[["policy", "metric", "value", "count"]]


def _differences(effort: Effort, best: str) -> tuple[pd.DataFrame, str]:
    """Compare the best policy with each of the others on the same rolls."""
    others = [name for name in POLICIES if name != best]
    frame = compare("solitaire-dice", [best, *others], **effort.playing(0.1))
    unless_interrupted(frame)
    shown = frame[(frame["policy_a"] == best) & (frame["metric"] == "score")]
    rows = [
        [
            f"`{row['policy_b']}`",
            with_error(row["mean_difference"], row["std_error"]),
            f"{100 * row['better']:.1f} %",
            f"{100 * row['worse']:.1f} %",
        ]
        for row in shown.to_dict("records")
    ]
    header = [f"`{best}` against", "points more, same rolls", "better in", "worse in"]
    return frame, markdown_table(header, rows)


def solitaire_dice(effort: Effort) -> Chapter:
    """Play every policy, compare the best with the others, draw what they do differently."""
    chapter = Chapter("solitaire-dice", "Solitaire Dice: how often does a strategy reach 500?")
    runs = []
    for name in POLICIES:
        effort.tell(f"Solitaire Dice: {in_words(effort.games)} games by {name}")
        runs.append(simulate("solitaire-dice", name, **effort.playing()))
        chapter.cite(runs[-1])
    by_rate = sorted(runs, key=lambda run: -run.estimate("win").mean)
    best, second = by_rate[:2]
    name = best.task.policies[0].label
    runner_up = second.task.policies[0].label
    chapter.answer = (
        f"`{name}`, the strongest of the nine strategies here, reaches 500 points in "
        f"**{per_cent(best.estimate('win'))}** of games; the next, `{runner_up}`, in "
        f"{per_cent(second.estimate('win'))}; random play in "
        f"{per_cent(runs[0].estimate('win'))}."
    )
    chapter.picture = "win-rates"
    chapter.say(
        chapter.answer,
        f"Each strategy played {in_words(effort.games)} games of seed {effort.seed} under Sackson's "
        "own rules. Intervals are Wilson's, at 95 %, and mean scores come with their standard error.",
    )
    chapter.add_table("policies", *_policies_table(runs))
    chapter.add_chart(
        "win-rates",
        charts.rates(runs, metric="win"),
        "How often does each strategy reach 500 points?",
    )
    chapter.say("## What do the scores look like?")
    chapter.say(
        "Every sum that was opened and not brought to five marks costs 200 points, so scores come in "
        "humps 200 points apart. The strong strategies move weight from the lower humps to the upper."
    )
    chapter.add_chart(
        "scores",
        charts.distribution([best, second, runs[1], runs[0]], metric="score"),
        "How are the scores of four strategies distributed?",
    )
    chapter.say("## What do they do differently?")
    opened = {run.task.policies[0].label: run.estimate("sums_opened").mean for run in runs}
    rolls = {run.task.policies[0].label: run.estimate("rolls").mean for run in runs}
    chapter.say(
        f"`{name}` opens {opened[name]:.1f} sums in {rolls[name]:.1f} rolls; `random` opens "
        f"{opened['random']:.1f} in {rolls['random']:.1f}. Fewer sums, and a game that is made to "
        "last, are what the strong strategies share."
    )
    chapter.add_chart(
        "marks",
        charts.marks(runs),
        "On which sums does each strategy put its marks?",
    )
    say_learned(effort, chapter, runs)
    chapter.say("## Is the difference luck?")
    effort.tell("Solitaire Dice: all strategies on the same rolls")
    chapter.add_table("differences", *_differences(effort, name))
    chapter.tables["distributions"] = _distributions(runs)
    chapter.say(
        "All counts behind this page: [distributions.csv](distributions.csv), "
        "[distributions.parquet](distributions.parquet). One game in words: "
        f"`dicelab replay solitaire-dice --policy {name} --seed {effort.seed} --game 0`."
    )
    return chapter
