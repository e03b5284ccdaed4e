"""The study's chapter on Killer: what to set aside, what an attack is worth, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from analysis import charts
from analysis.matches import Match, match
from analysis.simulation import simulate
from analysis.study.chapter import Chapter, Effort, unless_interrupted
from analysis.study.killer_best import say_best_play
from analysis.study.wording import in_words, markdown_table, per_cent, with_error
from analysis.tournaments import round_robin
from simulators.killer import (
    KILLER,
    KillerRules,
    attack_distribution,
    draw_distribution,
    duel,
)
from simulators.killer.rules import PRESETS

if TYPE_CHECKING:
    import pandas as pd

    from simulators.policy import Policy

RULES = PRESETS["killer"]
DRAWING = ("best-draw", "keep-at-least", "keep-sixes", "highest-only", "random")
TARGETS = ("weakest", "strongest", "next-seat", "random", "last-attacker")
PLAYERS = (2, 3, 4, 6, 8)

#: The rule changes that are looked at, by how a player would put them.
RULE_CHANGES: Mapping[str, Mapping[str, Any]] = {
    "as published": {},
    "another attack does the same damage": {"repeat": "same_damage"},
    "another attack draws a new strength": {"repeat": "new_strength"},
    "one attack a turn": {"repeat": "none"},
    "damage is stolen": {"steal": True},
}


def _exact_or_dash(policy: Policy) -> tuple[str, str]:
    """Write the exact mean of a draw and of an attack turn; policies that flip coins have none."""
    if policy.name == "random":
        return "–", "–"
    attack = attack_distribution(policy, RULES)
    gain = attack.mean_damage - attack.mean_loss
    return f"{float(draw_distribution(policy, RULES).mean):.4f}", f"{gain:.4f}"


def _policies_table(effort: Effort, chapter: Chapter) -> dict[str, dict[str, Any]]:
    """Simulate a draw and an attack turn of every policy; return the means by policy."""
    import pandas as pd

    frames, rows, found = [], [], {}
    for name in DRAWING:
        effort.tell(f"Killer: {in_words(effort.games)} draws and attack turns by {name}")
        drawn = simulate("killer", name, **effort.playing())
        turns = simulate("killer", name, mode="attack", **effort.playing())
        for run in (drawn, turns):
            chapter.cite(run)
            mode = run.task.mode.name
            frames.append(run.summary().assign(policy=name, mode=mode))
        sum_, gain = drawn.estimate("sum"), turns.estimate("gain")
        exact_sum, exact_net = _exact_or_dash(KILLER.policy(name))
        row = [f"`{name}`", with_error(sum_.mean, sum_.std_error), exact_sum]
        row += [per_cent(drawn.rate("strength > 0")), f"{turns.estimate('damage').mean:.2f}"]
        row += [
            f"{turns.estimate('loss').mean:.2f}",
            with_error(gain.mean, gain.std_error),
            exact_net,
        ]
        rows.append(row)
        found[name] = {"sum": sum_.mean, "gain": gain.mean}
    frame = pd.concat(frames, ignore_index=True)
    first = ["policy", "mode"]
    frame = frame[[*first, *(column for column in frame.columns if column not in first)]]
    header = ["policy", "sum", "exactly", "strength above 0", "damage", "loss"]
    header += ["damage − loss", "exactly"]
    chapter.add_table("policies", frame, markdown_table(header, rows))
    return found


def _vectors() -> tuple[pd.DataFrame, str]:
    """Evaluate every vector of minimum faces from 4 to 6 that never rises, exactly."""
    import pandas as pd

    family = KILLER.policies["keep-at-least"]
    records = []
    for vector in combinations_with_replacement((6, 5, 4), 6):
        policy = family(minimum=vector)
        mean = float(draw_distribution(policy, RULES).mean)
        records.append({"minimum": "/".join(map(str, vector)), "mean_sum": mean})
    frame = pd.DataFrame(records).sort_values("mean_sum", ascending=False, ignore_index=True)
    best = zip(frame["minimum"].head(5), frame["mean_sum"].head(5), strict=True)
    rows = [[str(minimum), f"{mean_sum:.4f}"] for minimum, mean_sum in best]
    return frame, markdown_table(["least face by dice left, six to one", "expected sum"], rows)


def _rule_changes(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Play matches of two equals under every rule."""
    import pandas as pd

    records, rows = [], []
    for words, switches in RULE_CHANGES.items():
        effort.tell(f"Killer: matches, {words}")
        rules = KillerRules(**switches)
        played = match("killer", ["best-draw"] * 2, rules=rules, **effort.playing(0.1))
        chapter.cite(played)
        attack = attack_distribution(KILLER.policy("best-draw"), rules)
        gain = attack.mean_damage - attack.mean_loss
        first, turns = played.rate("winner_turn == 1"), played.estimate("turns")
        records.append(
            {
                "rules": words,
                "damage": attack.mean_damage,
                "loss": attack.mean_loss,
                "gain": gain,
                "turns": turns.mean,
                "turns_std_error": turns.std_error,
                "first_wins": first.mean,
                "first_wins_std_error": first.std_error,
            }
        )
        row = [words, f"{attack.mean_damage:.3f}", f"{attack.mean_loss:.3f}", f"{gain:.3f}"]
        rows.append([*row, with_error(turns.mean, turns.std_error), per_cent(first)])
    header = ["rules", "damage", "loss", "damage − loss", "turns of a match"]
    header += ["the first to move wins"]
    return pd.DataFrame(records), markdown_table(header, rows)


def _many_players(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str, dict[int, Match]]:
    """Count how often each place in the order of turns wins, by number of players."""
    import pandas as pd

    records, rows, found = [], [], {}
    for n in PLAYERS:
        effort.tell(f"Killer: matches of {n} players")
        played = match("killer", ["best-draw"] * n, **effort.playing(0.1))
        chapter.cite(played)
        found[n] = played
        rates = [played.rate(f"winner_turn == {turn}") for turn in range(1, n + 1)]
        records += [
            {
                "players": n,
                "turn": turn,
                "win_rate": rate.mean,
                "std_error": rate.std_error,
                "ci_low": rate.ci_low,
                "ci_high": rate.ci_high,
            }
            for turn, rate in enumerate(rates, 1)
        ]
        row = [str(n), f"{100 / n:.1f} %", *(f"{100 * rates[i].mean:.1f} %" for i in (0, -1))]
        rows.append([*row, f"{played.estimate('turns').mean:.1f}"])
    header = ["players", "an even share", "first in turn wins", "last in turn wins", "turns"]
    return pd.DataFrame(records), markdown_table(header, rows), found


def killer(effort: Effort) -> Chapter:
    """Compare what policies draw and what their attacks do, then let them fight."""
    chapter = Chapter("killer", "Killer: what should I set aside, and whom should I attack?")
    found = _begin(effort, chapter)
    chapter.say("## How likely is each sum?")
    _say_sums(chapter, found)
    chapter.say("## Which dice should I set aside?")
    _say_vectors(effort, chapter)
    chapter.say("## Does that win matches?")
    _say_matches(effort, chapter)
    chapter.say("## How am I doing?")
    _say_chances(effort, chapter)
    chapter.say("## Whom should I attack?")
    _say_targets(effort, chapter)
    chapter.say("## Who has the first turn?")
    frame, table, played = _many_players(effort, chapter)
    chapter.add_table("players", frame, table)
    first = {n: each.rate("winner_turn == 1").mean * n for n, each in played.items()}
    chapter.say(
        "Whoever draws the most life also begins, which is a double advantage: with "
        f"{PLAYERS[0]} players he wins {first[PLAYERS[0]]:.2f} times an even share, with "
        f"{PLAYERS[-1]} players {first[PLAYERS[-1]]:.2f} times."
    )
    chapter.say("## What does a rule change do?")
    changes, table = _rule_changes(effort, chapter)
    chapter.add_table("rule-changes", changes, table)
    by_words = changes.set_index("rules")
    once, often = (by_words.loc[w] for w in ("one attack a turn", "as published"))
    chapter.say(
        f"Damage and loss are exact, of a turn of `best-draw`. Repeating with the same strength costs "
        f"nothing and makes {often['damage'] / once['damage']:.2f} times the damage of a single "
        f"attack; without it a match of two takes {once['turns']:.1f} turns instead of "
        f"{often['turns']:.1f}."
    )
    chapter.say("## The best possible play")
    say_best_play(effort, chapter)
    return chapter


def _begin(effort: Effort, chapter: Chapter) -> dict[str, dict[str, Any]]:
    best = attack_distribution(KILLER.policy("best-draw"), RULES)
    usual = attack_distribution(KILLER.policy("keep-at-least"), RULES)
    mean = float(draw_distribution(KILLER.policy("best-draw"), RULES).mean)
    chapter.answer = (
        f"The best draw is worth **{mean:.4f}** points on average, hardly more than the 30 of an "
        f"attack without strength. But strength does three times itself in damage, so a turn does "
        f"{best.mean_damage:.2f} damage for {best.mean_loss:.2f} of one's own life points."
    )
    chapter.picture = "sums"
    chapter.say(
        chapter.answer,
        f"Each policy drew {in_words(effort.games)} sums and played {in_words(effort.games)} attack "
        f"turns of seed {effort.seed} against an opponent who can't fall; beside the estimates stand "
        "the exact means. Rates come with Wilson's intervals, at 95 %.",
    )
    found = _policies_table(effort, chapter)
    chapter.say(
        f"In an attack `best-draw` makes {best.mean_damage - best.mean_loss:.3f} life points a turn, "
        f"`keep-at-least` {usual.mean_damage - usual.mean_loss:.3f}."
    )
    return found


def _say_sums(chapter: Chapter, found: Mapping[str, Mapping[str, float]]) -> None:
    policy = KILLER.policy("best-draw")
    attack = attack_distribution(policy, KillerRules(repeat="none"))
    above = sum(chance for (damage, _), chance in attack.outcomes.items() if damage)
    chapter.say(
        f"`highest-only` loses {found['best-draw']['sum'] - found['highest-only']['sum']:.2f} points "
        "a draw to the best. In an attack the best policy avoids an exact 30, which is worth nothing: "
        f"it rather rolls once more for strength, and hits with the first attack in "
        f"{100 * above:.1f} % of its turns."
    )
    chapter.add_chart(
        "sums",
        charts.drawn_sums([name for name in DRAWING if name != "random"], phase="attack"),
        "How likely is each sum, drawn for an attack?",
    )


def _say_vectors(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Killer: all vectors of minimum faces, exactly")
    frame, table = _vectors()
    best = frame.iloc[0]
    top = float(draw_distribution(KILLER.policy("best-draw"), RULES).mean)
    chapter.say(
        "The rule of thumb that public analyses of the draw (often called *Thirty*) recommend says "
        "for each number of dice left which face is good enough; dice are set aside one after "
        f"another, the highest first. Of all {len(frame)} such vectors of 4s, 5s and 6s, "
        f"{best['minimum']} is the best: {best['mean_sum']:.4f} points, "
        f"{top - best['mean_sum']:.4f} less than the best that can be done."
    )
    chapter.add_table("vectors", frame, table)


def _say_matches(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Killer: matches between policies")
    frame = round_robin("killer", list(DRAWING), **effort.playing(0.1))
    chapter.tables["matches"] = unless_interrupted(frame)
    rates = frame.set_index(["policy", "opponent"])["win_rate"]
    best, usual, luck = (
        KILLER.policy(name).label for name in ("best-draw", "keep-at-least", "random")
    )
    exact = duel([KILLER.policy("best-draw"), KILLER.policy("keep-at-least")], RULES)
    back = duel([KILLER.policy("keep-at-least"), KILLER.policy("best-draw")], RULES)
    both = 50 * (exact.win + 1 - back.win)
    chapter.say(
        f"They do, by little: over both seats `best-draw` wins exactly {both:.2f} % of matches "
        f"against `keep-at-least` ({100 * rates[best, usual]:.1f} % here), and "
        f"{100 * rates[best, luck]:.1f} % against `random`."
    )
    chapter.add_chart("matches", charts.win_matrix(frame), "Which policy wins matches of two?")


def _say_chances(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Killer: chances by life points, exactly")
    exact = duel([KILLER.policy("best-draw")] * 2, RULES)
    even, zero = exact.to_move[0][30, 30], exact.to_move[0][0, 0]
    chapter.say(
        f"With 30 life points each, the player to move wins {100 * even:.1f} %; with 0 each, only "
        f"{100 * zero:.1f} %, since any sum below 30 is then the end. Whoever has the first turn of "
        f"a match of equals wins {100 * exact.first:.2f} %."
    )
    chapter.add_chart(
        "chances",
        charts.chances(["best-draw"]),
        "How likely does the player to move win, by the life points of both?",
    )


def _say_targets(effort: Effort, chapter: Chapter) -> None:
    import pandas as pd

    frames = []
    others = ["best-draw:target=random"] * 4
    for word in TARGETS:
        effort.tell(f"Killer: one who attacks by {word} among four who attack at random")
        played = match("killer", [f"best-draw:target={word}", *others], **effort.playing(0.1))
        chapter.cite(played)
        frames.append(played.summary().head(1).assign(target=word))
    frame = pd.concat(frames, ignore_index=True)
    ordered = frame.sort_values("win_rate", ascending=False).to_dict("records")
    rows = [
        [
            f"{row['target']}",
            f"{100 * row['win_rate']:.1f} %",
            f"{100 * row['ci_low']:.1f} to {100 * row['ci_high']:.1f}",
        ]
        for row in ordered
    ]
    header = ["whom to attack", "wins of five", "95 % interval"]
    chapter.add_table("targets", frame, markdown_table(header, rows))
    first, last = ordered[0], ordered[-1]
    chapter.say(
        "Each row is a player who chooses so, at a table of five with four who choose at random; all "
        f"draw alike, and an even share is 20 %. Attacking by `{first['target']}` wins most, "
        f"{100 * (first['win_rate'] - last['win_rate']):.1f} percentage points more than by "
        f"`{last['target']}`."
    )


__all__ = ["killer"]
