"""The study's chapter on Marathon: who gets stuck, how fast one can be, and what would mend it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analysis import charts
from analysis.runs import TruncatedGamesWarning
from analysis.simulation import simulate
from analysis.study.chapter import Chapter, Effort, unless_interrupted
from analysis.study.marathon_best import say_best
from analysis.study.wording import in_words, markdown_table, per_cent, with_error
from analysis.sweeps import sweep
from analysis.tournaments import round_robin
from simulators.marathon import MARATHON, dead_ends, outlook, walk_distribution
from simulators.marathon.rules import PRESETS

if TYPE_CHECKING:
    import pandas as pd

    from analysis.runs import Run

RULES = PRESETS["marathon"]
POLICIES = ("greedy", "safe", "safe:least=0.02", "lookahead", "deadline", "blunder", "random")
PLAYERS = ("greedy", "safe", "safe:least=0.02", "lookahead", "deadline")
SHARES = (0, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)

#: The rule changes that are looked at, by how a player would put them.
RULE_CHANGES: Mapping[str, Mapping[str, Any]] = {
    "as published": {},
    "who runs past the finish stays where he was": {"overshoot": "stay"},
    "half a marathon": {"distance": 21_097},
    "one die up to 10 m, two up to 110, three up to 1110": {"dice_from": "11/111/1111"},
}


def _label(policy: str) -> str:
    """Write a policy as runs and frames do."""
    return MARATHON.policy(policy).label


def _exact_finish(run: Run) -> str:
    """Compute the chance to finish; policies that flip coins have none that is exact."""
    try:
        walk = walk_distribution(RULES, run.task.policies[0], tolerance=1e-6)
    except ValueError:
        return "–"
    return f"{100 * walk.finished.sum():.2f} %"


def _policies_table(runs: list[Run]) -> tuple[pd.DataFrame, str]:
    """Put all metrics of all policies into one frame, and the telling ones into Markdown."""
    import pandas as pd

    frames, rows = [], []
    for run in runs:
        summary = run.summary()
        frames.append(summary.assign(policy=run.task.policies[0].label))
        turns, quantiles = run.estimate("turns"), summary.set_index("metric").loc["turns"]
        rows.append(
            [
                f"`{run.task.policies[0].label}`",
                per_cent(run.estimate("finished")),
                _exact_finish(run),
                f"{100 * run.estimate('stuck').mean:.2f} %",
                f"{100 * run.estimate('eliminated').mean:.2f} %",
                with_error(turns.mean, turns.std_error),
                f"{quantiles['median']:g}",
            ]
        )
    frame = pd.concat(frames, ignore_index=True)
    frame = frame[["policy", *(column for column in frame.columns if column != "policy")]]
    header = ["policy", "finishes (95 % interval)", "exactly", "stuck", "out", "turns", "median"]
    return frame, markdown_table(header, rows)


def _rule_changes() -> tuple[pd.DataFrame, str]:
    """Compute what a rule change does to those who get stuck and to the fastest."""
    import pandas as pd

    records, rows = [], []
    for words, switches in RULE_CHANGES.items():
        rules = RULES.with_switches(switches)
        views = {name: outlook(rules, MARATHON.policy(name)) for name in ("greedy", "lookahead")}
        stuck = float(views["greedy"].stuck[rules.distance])
        turns = float(views["lookahead"].turns[rules.distance])
        records.append(
            {
                "rules": words,
                "dead_distances": len(rules.dead),
                "greedy_stuck": stuck,
                "no_winner": stuck**2,
                "lookahead_turns": turns,
            }
        )
        rows.append(
            [
                words,
                f"{len(rules.dead)}",
                f"{100 * stuck:.2f} %",
                f"{100 * stuck**2:.2f} %",
                f"{turns:.2f}",
            ]
        )
    header = ["rules", "dead distances", "`greedy` stuck", "two without a winner", "fewest turns"]
    return pd.DataFrame(records), markdown_table(header, rows)


def marathon(effort: Effort) -> Chapter:
    """Play every policy, show where it gets stuck, change the rules, and play matches."""
    with warnings.catch_warnings():
        # A runner may wait very long for the one roll that helps; the page says how many were cut.
        warnings.simplefilter("ignore", TruncatedGamesWarning)
        return _chapter(effort)


def _chapter(effort: Effort) -> Chapter:
    chapter = Chapter("marathon", "Marathon: who reaches exactly 42195 metres?")
    runs = []
    for name in POLICIES:
        effort.tell(f"Marathon: {in_words(effort.games)} runs by {name}")
        runs.append(simulate("marathon", name, **effort.playing()))
        chapter.cite(runs[-1])
    found = {run.task.policies[0].label: run for run in runs}
    greedy, lookahead = found[_label("greedy")], found[_label("lookahead")]
    turns = lookahead.estimate("turns")
    chapter.answer = (
        f"Who always runs as far as possible gets stuck in "
        f"**{per_cent(greedy.estimate('stuck'))}** of runs, at one of "
        f"{len(RULES.dead)} distances from which no roll can ever help. Who looks ahead "
        f"never does, and finishes in {with_error(turns.mean, turns.std_error)} turns."
    )
    chapter.picture = "stuck"
    chapter.say(
        chapter.answer,
        f"Each policy ran {in_words(effort.games)} times alone (seed {effort.seed}) under the "
        "published rules, until it had finished, was stuck or out. Intervals are Wilson's, at 95 %; "
        "beside them stand the exact chances, from following every roll. Turns are those of all "
        "runs, whatever their end.",
    )
    chapter.add_table("policies", *_policies_table(runs))
    if cut := {run.task.policies[0].label: run.truncated for run in runs if run.truncated}:
        listed = ", ".join(f"{count:,} of `{label}`" for label, count in cut.items())
        chapter.say(f"Runs that were cut after 10,000 turns and count nowhere: {listed}.")
    chapter.say("## Where do runners get stuck?")
    _say_stuck(effort, chapter)
    chapter.say("## How many turns does it take?")
    _say_turns(effort, chapter)
    chapter.say("## How careful should I be?")
    _say_careful(effort, chapter)
    chapter.say("## What would mend the rules?")
    _say_rules(effort, chapter)
    chapter.say("## Who wins matches?")
    _say_matches(effort, chapter)
    chapter.say("## The best possible play")
    say_best(effort, chapter)
    return chapter


def _say_stuck(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Marathon: dead ends, exactly")
    ends = dead_ends(RULES)
    safe = sum(chance == 0 for chance in ends.from_here.values())
    worse = sum(chance > 1.5 * ends.stuck for chance in ends.from_here.values())
    chapter.say(
        "What the rules' own check tells a designer (`dicelab games marathon`, or "
        '`analysis.lint("marathon")`):',
        "\n".join(f"- {line}" for line in ends.lines),
        f"Of the {len(ends.from_here):,} distances that a greedy runner may come to, {safe} leave "
        f"no danger any more, and {worse} more than half as much again as the start.",
    )
    chapter.add_chart(
        "stuck",
        charts.dead_ends("greedy", metric="stuck"),
        "From where does a greedy runner get stuck?",
    )


def _say_turns(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Marathon: turns, exactly")
    rules = RULES
    values = outlook(rules, MARATHON.policy("lookahead")).turns
    best = values[rules.distance]
    chapter.say(
        f"No policy that never risks to be stuck finishes in fewer than {best:.2f} turns on average: "
        f"that is what `lookahead` computes and then takes. Distances just beyond the dead ones can "
        f"be finished, but by a single roll: 1111 costs {values[1111]:,.0f} turns, 111 costs "
        f"{values[111]:,.0f}, and 11 costs {values[11]:.0f}. With 6 m left it is "
        f"{values[6]:.0f}, with 1 m no fewer."
    )
    chapter.add_chart(
        "turns-left",
        charts.dead_ends(("greedy", "safe", "lookahead"), metric="turns"),
        "How many turns does it take from here?",
    )
    chapter.add_chart(
        "finish-by",
        charts.finish_by(("greedy", "safe", "lookahead")),
        "How likely has a runner finished by each turn?",
    )


def _say_careful(effort: Effort, chapter: Chapter) -> None:
    effort.tell(f"Marathon: {len(SHARES)} degrees of caution")
    frame = unless_interrupted(
        sweep("marathon", "safe", metric="turns", least=SHARES, **effort.playing(0.1))
    )
    winner = frame.attrs["winner"]
    means = frame[frame["metric"] == "turns"].set_index("least")["mean"].astype(float)
    chapter.say(
        f"To avoid dead distances is not enough: `safe` stops at distances from which hardly any roll "
        f"leads on, and takes {means.iloc[0]:.1f} turns. Best is to stop only where at least "
        f"{100 * float(winner['parameters']['least']):g} % of rolls lead on, which takes "
        f"{with_error(winner['mean'], winner['std_error'])} turns; asking for "
        f"{100 * float(SHARES[-1]):g} % takes {means.iloc[-1]:.1f}."
    )
    chapter.tables["caution"] = frame
    chapter.add_chart(
        "caution",
        charts.sweep(frame, metric="turns"),
        "What share of the rolls should lead on from where I stop?",
    )


def _say_rules(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Marathon: rule changes, exactly")
    frame, table = _rule_changes()
    chapter.add_table("rule-changes", frame, table)
    mended, stuck = frame.iloc[-1], frame.set_index("rules")["greedy_stuck"]
    chapter.say(
        f"To spare those who overshoot changes nothing for `greedy`, which never does, and over half "
        f"the distance it still gets stuck in {100 * stuck['half a marathon']:.1f} % of runs. Rolling "
        f"fewer dice near the finish mends it: {int(mended['dead_distances'])} distances are dead "
        f"then, and the fewest turns are {mended['lookahead_turns']:.2f} instead of "
        f"{frame.iloc[0]['lookahead_turns']:.2f}."
    )


def _say_matches(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Marathon: matches")
    frame = unless_interrupted(
        round_robin("marathon", [_label(name) for name in PLAYERS], **effort.playing(0.1))
    )
    chapter.tables["matches"] = frame
    rates = frame.set_index(["policy", "opponent"])["win_rate"]
    mine = rates[_label("lookahead")]
    chapter.say(
        f"`lookahead` wins {100 * mine[_label('greedy')]:.1f} % of its matches of two against "
        f"`greedy`, and {100 * mine[_label('safe')]:.1f} % against `safe`. Seats change from match to "
        "match; a match in which both are stuck counts for neither."
    )
    chapter.add_chart("matches", charts.win_matrix(frame), "Which policy wins matches?")


__all__ = ["marathon"]
