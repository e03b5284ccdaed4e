"""The study's chapter on 10000: bank or roll, and what a rule change does to the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analysis import charts
from analysis.solving import solve
from analysis.study.chapter import Chapter, Effort, unless_interrupted
from analysis.study.ten_thousand_best import say_best_play
from analysis.study.ten_thousand_race import say_race
from analysis.study.wording import in_words, markdown_table, with_error
from analysis.sweeps import sweep
from analysis.tournaments import round_robin

if TYPE_CHECKING:
    import pandas as pd

THRESHOLDS = range(50, 1501, 50)
MATCH_THRESHOLDS = (200, 300, 400, 500, 600)

HOT_DICE = "hot dice: may bank instead of rolling six"

#: The rule changes that are looked at, by how a player would put them.
RULE_CHANGES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "10000 as published": ("10000", {}),
    HOT_DICE: ("10000", {"hot_dice": "optional"}),
    "no straight": ("10000", {"straight": "none"}),
    "no three pairs": ("10000", {"three_pairs": "none"}),
    "four and a pair count as three pairs": ("10000", {"four_and_pair_is_three_pairs": "yes"}),
    "set aside what you choose (the most points)": ("10000", {"set_aside": "choose"}),
    "15000 as published": ("15000", {}),
}


def _rule_changes(effort: Effort) -> tuple[pd.DataFrame, str, dict[str, pd.DataFrame]]:
    """Sweep the threshold under every rule set."""
    import pandas as pd

    frames, rows = {}, []
    for words, (preset, switches) in RULE_CHANGES.items():
        effort.tell(f"10000: {len(THRESHOLDS)} thresholds, {words}")
        frame = sweep(
            preset, "bank-at", threshold=THRESHOLDS, switches=switches, **effort.playing()
        )
        frames[words] = unless_interrupted(frame)
        winner = frame.attrs["winner"]
        bust = frame.loc[
            (frame["policy"] == winner["policy"]) & (frame["metric"] == "bust"), "mean"
        ]
        threshold = winner["parameters"]["threshold"]
        points = with_error(winner["mean"], winner["std_error"])
        rows.append([words, threshold, points, f"{100 * float(bust.iloc[0]):.1f} %"])
    whole = pd.concat([f.assign(rules=words) for words, f in frames.items()], ignore_index=True)
    whole = whole[["rules", *(column for column in whole.columns if column != "rules")]]
    header = ["rules", "best threshold", "points per turn, fresh seed", "turns lost"]
    return whole, markdown_table(header, rows), frames


def _matches(effort: Effort) -> pd.DataFrame:
    """Let thresholds play matches against each other."""
    effort.tell("10000: matches between thresholds")
    policies = [f"bank-at:threshold={threshold}" for threshold in MATCH_THRESHOLDS]
    frame = round_robin("10000", policies, **effort.playing(0.1))
    return unless_interrupted(frame)


def ten_thousand(effort: Effort) -> Chapter:
    """Sweep thresholds under several rules, work out the card, and let thresholds race."""
    chapter = Chapter("10000", "10000: bank or roll?")
    changes, table, frames = _rule_changes(effort)
    published = frames["10000 as published"]
    winner = published.attrs["winner"]
    best = winner["parameters"]["threshold"]
    points = with_error(winner["mean"], winner["std_error"])
    optional = frames[HOT_DICE].attrs["winner"]
    chapter.answer = (
        f"With one threshold for every turn, banking from **{best} points** on is best under the "
        f"published rules of 10000: {points} points a turn. No change of the rules that was tried "
        "moves that threshold by more than 50 points; what a turn is worth moves. The card below "
        "tells for each roll what one more gains or loses, exactly."
    )
    _check_claim(frames, best)
    chapter.picture, chapter.more_pictures = "thresholds", ["rule-changes", "bank-or-roll"]
    chapter.say(
        chapter.answer,
        f"Each threshold from {THRESHOLDS[0]} to {THRESHOLDS[-1]} played {in_words(effort.games)} "
        f"turns of an opened player, all on the same dice (seed {effort.seed}). The best was played "
        "again on a seed that had no part in choosing it, and that is the figure quoted. Exactly "
        "computed values agree with every one of them (`make test`).",
    )
    chapter.add_chart(
        "thresholds",
        charts.sweep(published, metric="points"),
        "From how many points on should I bank?",
    )
    chapter.tables["thresholds"] = published
    chapter.say(
        "<sub>[thresholds.csv](thresholds.csv), [thresholds.parquet](thresholds.parquet)</sub>"
    )
    chapter.say("## What does a rule change do?")
    chapter.add_table("rule-changes", changes, table)
    chapter.add_chart(
        "rule-changes",
        charts.sweep_lines(
            {words: f for words, f in frames.items() if f.attrs["game"] == "10000"}, metric="points"
        ),
        "How does a rule change move the best threshold?",
    )
    chapter.say(
        f"Whoever may bank after hot dice, and does so by the same threshold as elsewhere, makes "
        f"{with_error(optional['mean'], optional['std_error'])} points at best: fewer than whoever "
        "must roll six dice. The freedom is worth something only to a player who then rolls on all "
        "the same, as the card says."
    )
    _say_card(effort, chapter)
    chapter.say("## Do more points a turn win matches?")
    matches = _matches(effort)
    chapter.tables["matches"] = matches
    chapter.say(
        "Every two of these thresholds played matches of two, seats rotating from game to game. "
        "[matches.csv](matches.csv) and [matches.parquet](matches.parquet) hold every figure."
    )
    chapter.add_chart(
        "matches",
        charts.win_matrix(matches),
        "Which threshold wins matches?",
    )
    return chapter


def _check_claim(frames: Mapping[str, pd.DataFrame], best: str) -> None:
    """Make sure that the chapter's sentence on rule changes is true of what was played."""
    found = [int(frame.attrs["winner"]["parameters"]["threshold"]) for frame in frames.values()]
    if max(abs(threshold - int(best)) for threshold in found) > 50:
        raise ValueError(f"the chapter on 10000 says that thresholds hardly move, but: {found}")


def _say_card(effort: Effort, chapter: Chapter) -> None:
    """Add the answer to what to do with a roll."""
    effort.tell("10000: the bank-or-roll card, exactly")
    solved = solve("10000", "turn")
    chapter.cite_solution(solved)
    thresholds = solved.solution.details["bank_at"]
    chapter.say("## What should I do with this roll?")
    chapter.say(
        "Count the points in the counter and the dice left, and look up whether one more roll gains "
        "or loses points on average. These are exact values, not estimates: every roll is weighed by "
        "its chance, and the player goes on as well as possible. A wrong choice costs what the card "
        "says."
    )
    rows = [[f"{dice}", f"{thresholds[str(dice)]:,}"] for dice in range(1, 6)]
    chapter.say(markdown_table(["dice left", "bank from"], rows))
    chapter.add_chart(
        "bank-or-roll",
        charts.bank_or_roll("10000", solved.policy),
        "What should I do with this roll?",
    )
    chapter.say("As a policy: `optimal-turn`.")
    say_best_play(effort, chapter)
    say_race(effort, chapter)
