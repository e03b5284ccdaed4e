"""The part of Solitaire Dice's chapter on the learned players: how strong, and how they play.

Values for other targets and rules are learned on the spot, briefly and all to the same measure, so that
they compare with each other; the ones that ship learned far longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from analysis import charts
from analysis.charts.solitaire_card import solitaire_card
from analysis.fair_comparing import compare_fairly
from analysis.habits import habits
from analysis.simulation import simulate
from analysis.study.chapter import Chapter, Effort
from analysis.study.solitaire_dice_bound import (
    bound_in_words,
    bound_of_mean,
    short_game_in_words,
    win_bound_in_words,
)
from analysis.study.wording import in_words, markdown_table, per_cent, with_error
from simulators.solitaire_dice import LearnedValue, SolitaireDiceRules, train
from simulators.solitaire_dice.learned import shipped_value

if TYPE_CHECKING:
    from analysis.estimates import Estimate
    from analysis.runs import Run

#: Targets that are played for, and one changed switch at a time.
TARGETS = (0, 250, 500, 750, 1000)
RULE_CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"opening_penalty": 100},
    {"opening_penalty": 300},
    {"cap_marks": 8},
    {"cap_marks": None},
    {"reject_marks": 7},
    {"reject_marks": 9},
)
#: Share of the study's games that a brief training plays.
TRAINING_SHARE = 0.01
#: Budgets of the policy ``search``, and the shares of the study's games that they play.
SEARCHES = (("rolls=1", 0.0008), ("rolls=2", 0.00005))
#: What is told of the players of another target or other rules.
_TOLD = ("win", "score", "rolls", "sums_opened")


def say_learned(effort: Effort, chapter: Chapter, runs: list[Run]) -> None:
    """Tell how strong the learned players are, what search adds, and what they do."""
    found = {run.task.policies[0].name: run for run in runs}
    win, mean = found["learned-win"], found["learned-mean"]
    chapter.say("## The strongest players")
    chapter.say(
        "`learned-mean` and `learned-win` look up what a sheet is worth in tables that were learned "
        "by playing: the one its expected score, the other its chance to reach 500. "
        f"`learned-win` reaches 500 in **{per_cent(win.estimate('win'))}** of "
        f"{in_words(win.games)} games and scores {_mean(win)} on average; `learned-mean` scores "
        f"**{_mean(mean)}** and reaches 500 in {per_cent(mean.estimate('win'))}. "
        f"{_made('mean')} {_made('win')}"
    )
    _say_search(effort, chapter)
    chapter.say("## How far from perfect can it be?", bound_in_words(bound_of_mean(effort)))
    chapter.say(win_bound_in_words())
    chapter.say(short_game_in_words(effort))
    _say_habits(effort, chapter)
    _say_targets(effort, chapter)
    _say_rules(effort, chapter)
    card = found["card"]
    share = card.estimate("win").mean / win.estimate("win").mean
    chapter.say("## To take along")
    chapter.say(
        f"`card` adds up whole numbers from one page. It reaches 500 in "
        f"{per_cent(card.estimate('win'))} of games, {100 * share:.0f} % of what `learned-win` does."
    )
    reached = f"Reaches 500 in {100 * card.estimate('win').mean:.1f} % of games. "
    chapter.add_card(
        "card", solitaire_card(figures=reached), "Which split should I take? A card to print."
    )


def _mean(run: Run) -> str:
    score = run.estimate("score")
    return with_error(score.mean, score.std_error)


def _made(objective: str) -> str:
    value = shipped_value(SolitaireDiceRules(), objective)
    start = " --start mean.npz" if "start" in value.made else ""
    return (
        f"The value for `{objective}` was made by `dicelab train solitaire-dice --objective "
        f"{objective}{start} --games {value.made['games']} --seed {value.made['seed']} "
        f"--out {objective}.npz`."
    )


def _say_search(effort: Effort, chapter: Chapter) -> None:
    import pandas as pd

    effort.tell("Solitaire Dice: thinking ahead")
    frames, rows = [], []
    for objective, metric in (("win", "win"), ("mean", "score")):
        goal = "" if objective == "win" else f"objective={objective},"
        for budget, share in SEARCHES:
            playing = effort.playing(share, least=20)
            del playing["progress"]
            players = [f"search:{goal}{budget}", f"learned-{objective}"]
            frames.append(compare_fairly(players, **playing))
            found = next(r for r in frames[-1].to_dict("records") if r["metric"] == metric)
            unit, scale = (" %", 100) if metric == "win" else ("", 1)
            rows.append(
                [
                    f"`{players[0]}`",
                    with_error(scale * found["mean_a"], scale * found["error_a"]) + unit,
                    with_error(scale * found["mean_difference"], scale * found["std_error"]),
                    in_words(found["n"]),
                ]
            )
    header = ["player", "reaches 500, or scores", "more than the learned one", "games"]
    chapter.say(
        "`search` looks one or two rolls ahead, over everything that can come, and values what it "
        "finds there by the same tables. What it gains, the learned player leaves on the table at "
        "the least (± one standard error; both on the same dice, less what their luck was worth, "
        "which makes each game as telling as fifty: `analysis.fair_comparing.compare_fairly`):"
    )
    chapter.add_table("search", pd.concat(frames, ignore_index=True), markdown_table(header, rows))


def _say_habits(effort: Effort, chapter: Chapter) -> None:
    effort.tell("Solitaire Dice: the habits of the strongest player")
    share = effort.playing(0.05)
    found = habits("learned-win", games=share["games"], seed=effort.seed, workers=effort.workers)
    sums, faces = found["sums_opened"], found["reject_faces"]
    usual = sums.sort_values("games").iloc[-1]
    chapter.say("## How does the strongest player play?")
    chapter.say(
        f"It opens {int(usual['value'])} sums in most games. What the dice force open decides: the "
        "fewer sums, the more games are won."
    )
    chapter.add_chart(
        "sums-opened", charts.habits(sums), "How often are games won, by the sums opened?"
    )
    chapter.add_chart(
        "faces", charts.habits(faces), "How often are games won, by the reject faces?"
    )
    for name, frame in found.items():
        chapter.tables[f"habits-{name.replace('_', '-')}"] = frame


def _train_all(
    effort: Effort,
    all_rules: list[SolitaireDiceRules],
    objective: str,
    start: LearnedValue | None = None,
) -> list[LearnedValue]:
    """Train a value for each set of rules, side by side; the same bits on any number of cores."""
    games = max(100, int(effort.games * TRAINING_SHARE))

    def learn(rules: SolitaireDiceRules) -> LearnedValue:
        return train(
            rules, objective=objective, games=games, seed=effort.seed, start=start, workers=1
        )

    with ThreadPoolExecutor(effort.workers) as pool:
        return list(pool.map(learn, all_rules))


def _played(
    effort: Effort, chapter: Chapter, rules: SolitaireDiceRules, players: Mapping[str, Any]
) -> dict[str, dict[str, Estimate]]:
    """Let each player play under the rules; return what is told of each, who wins most first."""
    found = {}
    for player, policy in players.items():
        run = simulate("solitaire-dice", policy, rules=rules, **effort.playing(0.01))
        chapter.cite(run)
        found[player] = {metric: run.estimate(metric) for metric in _TOLD}
    return dict(sorted(found.items(), key=lambda item: -item[1]["win"].mean))


def _record(told: Mapping[str, Estimate]) -> dict[str, float]:
    return {f"{m}_{k}": getattr(e, k) for m, e in told.items() for k in ("mean", "std_error")}


def _cells(told: Mapping[str, Estimate]) -> list[str]:
    return [
        per_cent(told["win"]),
        with_error(told["score"].mean, told["score"].std_error),
        f"{told['rolls'].mean:.1f}",
        f"{told['sums_opened'].mean:.2f}",
    ]


def _say_targets(effort: Effort, chapter: Chapter) -> None:
    import pandas as pd

    effort.tell("Solitaire Dice: players for other targets")
    start = shipped_value(SolitaireDiceRules(), "mean")
    values = _train_all(effort, [SolitaireDiceRules(target=t) for t in TARGETS], "win", start)
    records, rows = [], []
    for value in values:
        players = {"trained": value.policy("learned"), "learned-mean": "learned-mean"}
        found = _played(effort, chapter, value.rules, players)
        target = str(value.rules.target)
        records += [
            {"rules": target, "player": player, **_record(found[player])} for player in players
        ]
        best = next(iter(found))
        rows.append([target, best, *_cells(found[best])])
    header = ["target", "player", "reached (95 % interval)", "mean score", "rolls", "sums opened"]
    chapter.say(
        "## How does the target change play?",
        "A player was trained for each target, briefly and starting from `learned-mean`'s value, and "
        "`learned-mean` itself, which aims at no target, played for each as well; the better of the "
        "two is shown. So brief a training doesn't succeed where the target is hardly ever reached.",
    )
    chapter.add_table("play-by-target", pd.DataFrame(records), markdown_table(header, rows))


def _say_rules(effort: Effort, chapter: Chapter) -> None:
    import pandas as pd

    effort.tell("Solitaire Dice: players for other rules")
    changed = [SolitaireDiceRules(**change) for change in RULE_CHANGES]
    records, rows = [], []
    for value, change in zip(_train_all(effort, changed, "mean"), RULE_CHANGES, strict=True):
        name = ", ".join(f"{k}={'none' if v is None else v}" for k, v in change.items())
        players = {"trained": value.policy("learned")}
        told = _played(effort, chapter, value.rules, players)["trained"]
        records.append({"rules": name or "as published", "player": "trained", **_record(told)})
        rows.append([name or "as published", *_cells(told)])
    header = ["rules", "reaches 500 (95 % interval)", "mean score", "rolls", "sums opened"]
    chapter.say(
        "## What does a change of the rules do?",
        "A player was trained for the highest mean score under each set of rules, from nothing and "
        "all with the same few games: weaker than `learned-mean`, but to the same measure.",
    )
    chapter.add_table("play-by-rules", pd.DataFrame(records), markdown_table(header, rows))
