"""The study's chapter on Low-High: which set to keep, when to stop, and who wins the race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from analysis import charts
from analysis.matches import match
from analysis.simulation import simulate
from analysis.study.chapter import Chapter, Effort, unless_interrupted
from analysis.study.low_high_best import say_best_play
from analysis.study.wording import in_words, markdown_table, per_cent, with_error
from analysis.sweeps import sweep
from analysis.tournaments import round_robin
from simulators.low_high import LOW_HIGH, LowHighRules
from simulators.low_high.exact import turn_distribution
from simulators.low_high.gains import choices_in_turn
from simulators.low_high.rules import PRESETS

if TYPE_CHECKING:
    import pandas as pd

    from analysis.runs import Run
    from simulators.policy import Policy

RULES = PRESETS["low-high"]
THRESHOLDS = range(2, 10)
SLOPES = (-0.5, -0.25, 0, 0.25, 0.5, 0.75, 1)
SAFE = "largest-set-stop"
#: What plays a solution is told of by itself.
POLICIES = tuple(name for name in LOW_HIGH.policies if not name.startswith("optimal-"))

#: The ways to score that are looked at, by how a player would put them.
SCORINGS: Mapping[str, str] = {
    "low-high": "dice, as published",
    "pips": "pips, low faces cancelled first",
    "pips-descending": "pips, high faces cancelled first",
}


def best_card(rules: LowHighRules) -> Policy:
    """Find a card that no longer improves when its own exact gains are read off.

    Policy improvement: roll on above a face with as many dice as gain under the current card; take
    as the face's bonus the mean of what rolling on gains over all turns that come there. Repeat as
    long as a turn's exact mean rises.
    """
    family = LOW_HIGH.policies["card"]
    best = family()
    mean = turn_distribution(rules, best).mean
    for _ in range(20):
        values = dict(best.values)
        most, bonus = _read_off(rules, best)
        tried = [family(most=most, bonus=b) for b in (values["bonus"], bonus)]
        means = [turn_distribution(rules, policy).mean for policy in tried]
        if max(means) <= mean + 1e-9:
            return best
        mean = max(means)
        best = tried[means.index(mean)]
    return best


def _read_off(rules: LowHighRules, policy: Policy) -> tuple[list[int], list[float]]:
    """Return, by face, the most dice with which rolling gains, and how much it gains on average."""
    cells = choices_in_turn(rules, policy)
    most, bonus = [], []
    for face in range(1, 7):
        dice = 0
        while (dice + 1, face) in cells and cells[dice + 1, face].gain > 1e-9:
            dice += 1
        column = [(n, cells[n, face]) for n in range(1, rules.dice)]
        total = sum(cell.chance for _, cell in column)
        gained = sum(cell.chance * max(cell.gain, 0.0) for n, cell in column if n <= dice)
        most.append(dice)
        bonus.append(round(gained / total, 1) if total else 0.0)
    return most, bonus


def _policies_table(runs: list[Run]) -> tuple[pd.DataFrame, str]:
    """Put all metrics of all policies into one frame, and the telling ones into Markdown."""
    import pandas as pd

    frames, rows = [], []
    for run in sorted(runs, key=lambda run: -run.estimate("points").mean):
        policy = run.task.policies[0]
        frames.append(run.summary().assign(policy=policy.label))
        points = run.estimate("points")
        row = [f"`{policy.label}`", with_error(points.mean, points.std_error)]
        row += [f"{turn_distribution(RULES, policy).mean:.4f}"]
        row += [per_cent(run.estimate("below_zero"))]
        row += [f"{run.estimate(name).mean:.2f}" for name in ("sets", "highest_face", "bad")]
        rows.append(row)
    frame = pd.concat(frames, ignore_index=True)
    frame = frame[["policy", *(column for column in frame.columns if column != "policy")]]
    header = ["policy", "points per turn", "exactly", "below zero", "sets", "highest face", "bad"]
    return frame, markdown_table(header, rows)


def _in_words(most: tuple[int, ...], dice: int) -> str:
    """Say with how many dice a card rolls on, face by face."""
    parts = []
    for face, limit in enumerate(most, 1):
        if limit >= dice - 1:
            parts.append(f"always above a {face}")
        elif limit:
            up_to = "with the last die" if limit == 1 else f"with up to {limit} dice"
            parts.append(f"{up_to} above a {face}")
    return ", ".join(parts) or "never"


def low_high(effort: Effort) -> Chapter:
    """Play every policy, read the card off exact gains, and race to 30."""
    chapter = Chapter("low-high", "Low-High: build a defence, or take the largest set and stop?")
    runs = []
    for name in POLICIES:
        effort.tell(f"Low-High: {in_words(effort.games)} turns by {name}")
        runs.append(simulate("low-high", name, **effort.playing()))
        chapter.cite(runs[-1])
    found = {run.task.policies[0].name: run for run in runs}
    card, safe = (found[name].estimate("points") for name in ("card", SAFE))
    most = dict(LOW_HIGH.policy("card").values)["most"]
    chapter.answer = (
        f"Roll on {_in_words(most, RULES.dice)}; otherwise take the largest set and stop. That makes "
        f"**{with_error(card.mean, card.std_error)}** points a turn, against "
        f"{with_error(safe.mean, safe.std_error)} of the player who always stops at once."
    )
    chapter.picture = "stop-or-roll"
    chapter.say(
        chapter.answer,
        f"Each policy played {in_words(effort.games)} turns of seed {effort.seed} under the "
        "published rules; beside each mean stands the exact one, from an enumeration of every roll. "
        "Rates come with Wilson's intervals, at 95 %.",
    )
    chapter.add_table("policies", *_policies_table(runs))
    chapter.say("## Stop or roll on?")
    _say_card(chapter)
    chapter.say("## What do the points look like?")
    _say_points(chapter, found)
    chapter.say("## Is one threshold enough?")
    _say_thresholds(effort, chapter, card.mean)
    chapter.say("## What if pips count?")
    effort.tell("Low-High: cards for dice and pips, exactly")
    _say_scorings(chapter)
    chapter.say("## Who wins the race to 30?")
    _say_matches(effort, chapter, card.mean - safe.mean)
    chapter.say("## The best possible play")
    say_best_play(effort, chapter)
    return chapter


def _say_card(chapter: Chapter) -> None:
    policy = LOW_HIGH.policy("card")
    cells = choices_in_turn(RULES, policy)
    first = [cell for (_, face), cell in cells.items() if face == 1 and cell.chance]
    high = [cell.gain for (dice, face), cell in cells.items() if face >= 4 and dice >= 6]
    worth = sum(c.chance * c.gain for c in first) / sum(c.chance for c in first)
    chapter.say(
        f"A 1 on the good track is what makes a turn: nothing but further 1s goes bad above it, and "
        f"rolling on is worth {worth:.2f} points on average, so a set of 1s may be that much smaller "
        f"than the largest. Above a 4 or more, rolling six dice or more loses "
        f"{-max(high):.1f} points at the least. These are exact values, not estimates.",
    )
    chapter.add_chart(
        "stop-or-roll",
        charts.stop_or_roll(policy),
        "With how many dice left, above which face, should I roll on?",
    )
    chapter.say(f"As a policy: `{policy.label}`.")


def _say_points(chapter: Chapter, found: Mapping[str, Run]) -> None:
    card, safe, always = (found[name] for name in ("card", SAFE, "always-roll"))
    chapter.say(
        f"The card risks little: it ends below zero in {per_cent(card.estimate('below_zero'))} of "
        f"turns, and makes six points or more in {per_cent(card.rate('points >= 6'))}. A player who "
        f"stops at once makes as many in {per_cent(safe.rate('points >= 6'))}; one who never stops "
        f"ends below zero in {per_cent(always.estimate('below_zero'))}.",
    )
    chapter.add_chart(
        "points",
        charts.distribution([card, safe, always], metric="points"),
        "How are the points of a turn distributed?",
    )


def _say_thresholds(effort: Effort, chapter: Chapter, card: float) -> None:
    effort.tell(f"Low-High: {len(THRESHOLDS) * len(SLOPES)} thresholds and prices of a face")
    frame = sweep(
        "low-high",
        "stop-at",
        vary={"slope": SLOPES, "threshold": THRESHOLDS},
        **effort.playing(0.1),
    )
    winner = unless_interrupted(frame).attrs["winner"]
    chapter.say(
        f"No: the best of {len(THRESHOLDS) * len(SLOPES)} pairs of a threshold for good minus bad "
        f"dice and a price of a higher face, `{winner['policy']}`, makes "
        f"{with_error(winner['mean'], winner['std_error'])} points a turn on a fresh seed, "
        f"{card - winner['mean']:.2f} less than the card. What matters is the highest face kept, "
        "which a threshold doesn't see.",
    )
    chapter.tables["thresholds"] = frame
    chapter.add_chart(
        "thresholds",
        charts.sweep(frame, metric="points"),
        "From how many points on should I stop, and what may a higher face cost?",
    )


def _say_scorings(chapter: Chapter) -> None:
    import pandas as pd

    records, rows, cards = [], [], {}
    for preset, words in SCORINGS.items():
        rules = PRESETS[preset]
        policy = cards[preset] = best_card(rules)
        mean = turn_distribution(rules, policy).mean
        safe = turn_distribution(rules, LOW_HIGH.policy(SAFE)).mean
        most = dict(policy.values)["most"]
        records.append({"scoring": preset, "policy": policy.label, "points": mean, "safe": safe})
        rows.append([words, _in_words(most, rules.dice), f"{mean:.3f}", f"{safe:.3f}"])
    frame = pd.DataFrame(records)
    header = ["scoring", "roll on", "points per turn", f"`{SAFE}`"]
    chapter.add_table("scorings", frame, markdown_table(header, rows))
    gains = frame.set_index("scoring")["points"] / frame.set_index("scoring")["safe"] - 1
    ascending = cards["pips"]
    chapter.say(
        f"Over stopping at once, a card gains {100 * gains['low-high']:.0f} % by dice, "
        f"{100 * gains['pips']:.0f} % by pips where the lowest faces are cancelled first, and "
        f"{100 * gains['pips-descending']:.0f} % where the highest are. Low dice are a shield only "
        "where they are cancelled first: then rolling on pays above higher faces too. These are "
        "exact values of the best cards found by improving one until it no longer gains.",
    )
    chapter.add_chart(
        "stop-or-roll-pips",
        charts.stop_or_roll(ascending, PRESETS["pips"]),
        "Where pips count, with how many dice left should I roll on?",
    )
    chapter.say(f"As a policy: `{ascending.label}`.")


def _say_matches(effort: Effort, chapter: Chapter, ahead: float) -> None:
    effort.tell("Low-High: matches")
    frame = unless_interrupted(round_robin("low-high", list(POLICIES), **effort.playing(0.1)))
    chapter.tables["matches"] = frame
    labels = {policy.partition(":")[0]: policy for policy in frame["policy"]}
    rates = frame.set_index(["policy", "opponent"])["win_rate"]
    race, card = rates[labels["race"]], rates[labels["card"]]
    seats = match("low-high", ["card"] * 3, **effort.playing(0.1)).seats()
    first, last = seats.iloc[0], seats.iloc[-1]
    chapter.say(
        f"The {ahead:.2f} points a turn that the card is ahead of stopping at once win it "
        f"{100 * card[labels[SAFE]]:.1f} % of their matches of two. `race`, which risks all when the "
        f"opponent is about to win, beats the card in {100 * race[labels['card']]:.1f} %. Whoever "
        "reaches 30 first wins at once, so it is good to begin: of three players by the same card, the "
        f"first wins {100 * first['win_rate']:.1f} % and the last {100 * last['win_rate']:.1f} %; "
        "seats change from match to match above.",
    )
    chapter.tables["seats"] = seats
    chapter.add_chart("matches", charts.win_matrix(frame), "Which policy wins matches to 30?")


__all__ = ["best_card", "low_high"]
