"""The study's chapter on Dino Dice: what to keep, when to stop, and who wins matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analysis import charts
from analysis.charts.dino_dice import kind_of_hand, share_gaining
from analysis.simulation import simulate
from analysis.solving import solve
from analysis.study.chapter import Chapter, Effort, unless_interrupted
from analysis.study.dino_dice_best import say_best_play
from analysis.study.wording import in_words, markdown_table, per_cent, with_error
from analysis.sweeps import sweep
from analysis.tournaments import round_robin
from simulators.dino_dice import DINO_DICE, TurnDistribution, hands_in_turn, turn_distribution
from simulators.dino_dice.rules import PRESETS
from simulators.dino_dice.solved import SOLVED

if TYPE_CHECKING:
    import pandas as pd

    from analysis.runs import Run
    from simulators.policy import Policy

RULES = PRESETS["niebling"]
HERDS = (2, 3, 4, 5)
LONERS = ("none", 6, 5, 4, 2, 1)
STOPS = range(0, 81, 5)

#: The rule changes that are looked at, by how a player would put them.
RULE_CHANGES: Mapping[str, Mapping[str, Any]] = {
    "as published": {},
    "every 3 that shows eats": {"eats": "showing"},
    "two rolls": {"rolls": 2},
    "four rolls": {"rolls": 4},
    "no bonus for pairs": {"pair": 0},
    "a quintet scores 500": {"quintet": 500},
}


def _kept_in_words(parameters: Mapping[str, Any]) -> str:
    """Say what the parameters `herd` and `loner` of a policy keep."""
    herd, loner = int(parameters["herd"]), parameters["loner"]
    faces = [] if loner == "none" else [face for face in (1, 2, 4, 5, 6) if face >= int(loner)]
    others = [face for face in (1, 2, 4, 5, 6) if face not in faces]
    size = {2: "pairs and larger herds", 3: "herds of three and more", 4: "four alike"}
    herds = size.get(herd, "five alike")
    if not faces:
        return herds
    kept = f"all {_listed(faces)}"
    return f"{kept}, and {herds} of {_listed(others)}" if others else kept


def _listed(faces: Sequence[int]) -> str:
    """Write faces as ``1s, 2s and 4s``."""
    *first, last = (f"{face}s" for face in faces)
    return " and ".join(filter(None, [", ".join(first), last]))


def _label(policy: str) -> str:
    """Write a policy as runs and frames do."""
    return DINO_DICE.policy(policy).label


def _policies(best: str) -> tuple[str, ...]:
    """List the rules of thumb; what is solved has a part of its own."""
    simple = [name for name in DINO_DICE.policies if name not in SOLVED]
    return tuple(dict.fromkeys(map(_label, (best, *simple, "brave:aim=3"))))


def _policies_table(runs: list[Run]) -> tuple[pd.DataFrame, str]:
    """Put all metrics of all policies into one frame, and the telling ones into Markdown."""
    import pandas as pd

    frames, rows = [], []
    for run in sorted(runs, key=lambda run: -run.estimate("points").mean):
        policy = run.task.policies[0]
        frames.append(run.summary().assign(policy=policy.label))
        points = run.estimate("points")
        exact = turn_distribution(RULES, policy)
        row = [f"`{policy.label}`", with_error(points.mean, points.std_error)]
        row += [f"{exact.mean():.4f}", per_cent(run.estimate("starved"))]
        row += [per_cent(run.estimate("quintet"))]
        row += [f"{run.estimate(name).mean:.2f}" for name in ("rolls", "eaten")]
        rows.append(row)
    frame = pd.concat(frames, ignore_index=True)
    frame = frame[["policy", *(column for column in frame.columns if column != "policy")]]
    header = ["policy", "points per turn", "exactly", "starved", "quintets", "rolls", "eaten"]
    return frame, markdown_table(header, rows)


def _best_kept(switches: Mapping[str, Any]) -> tuple[Policy, TurnDistribution]:
    """Find by exact evaluation which herds and single faces to keep."""
    rules = RULES.with_switches(switches)
    family = DINO_DICE.policies["keep-pairs-up"]
    found = [
        (policy, turn_distribution(rules, policy))
        for policy in (family(herd=h, loner=str(face)) for h in HERDS for face in LONERS)
    ]
    return max(found, key=lambda pair: pair[1].mean())


def _rule_changes() -> tuple[pd.DataFrame, str]:
    import pandas as pd

    records, rows = [], []
    for words, switches in RULE_CHANGES.items():
        policy, exact = _best_kept(switches)
        starved, mean = exact.mean("starved"), exact.mean()
        parameters = policy.as_dict()["parameters"]
        records.append({"rules": words, "policy": policy.label, "points": mean, "starved": starved})
        rows.append([words, _kept_in_words(parameters), f"{mean:.3f}", f"{100 * starved:.2f} %"])
    header = ["rules", "best to keep", "points per turn", "starved"]
    return pd.DataFrame(records), markdown_table(header, rows)


def dino_dice(effort: Effort) -> Chapter:
    """Sweep what is kept and when to stop, draw which hands to roll again, and play matches."""
    chapter = Chapter("dino-dice", "Dino Dice: what should I keep, and when should I stop?")
    effort.tell(f"Dino Dice: {len(HERDS) * len(LONERS)} ways to keep dice")
    kept = sweep(
        "dino-dice", "keep-pairs-up", vary={"herd": HERDS, "loner": LONERS}, **effort.playing(0.1)
    )
    winner = unless_interrupted(kept).attrs["winner"]
    best = winner["policy"]
    runs = []
    for name in _policies(best):
        effort.tell(f"Dino Dice: {in_words(effort.games)} turns by {name}")
        runs.append(simulate("dino-dice", name, **effort.playing()))
        chapter.cite(runs[-1])
    found = {run.task.policies[0].label: run for run in runs}
    chapter.answer = (
        f"Keep {_kept_in_words(winner['parameters'])}, and roll the rest as often as you may: "
        f"**{with_error(winner['mean'], winner['std_error'])}** points a turn, of the "
        f"{solve('dino-dice').value:.3f} that the best possible play makes. Whoever stops after one "
        f"roll makes {found[_label('one-roll')].estimate('points').mean:.2f}."
    )
    chapter.picture = "kept"
    chapter.say(
        chapter.answer,
        f"Each policy of the table played {in_words(effort.games)} turns of seed {effort.seed} under "
        "the published rules; beside each mean stands the exact one, from an enumeration of every "
        "roll. Rates come with Wilson's intervals, at 95 %.",
    )
    chapter.add_table("policies", *_policies_table(runs))
    chapter.say("## What should I keep?")
    _say_kept(chapter, kept)
    chapter.say("## When should I stop?")
    _say_stop(effort, chapter, best)
    chapter.say("## What do the points look like?")
    _say_points(chapter, found, best)
    chapter.say("## What does a rule change do?")
    effort.tell("Dino Dice: rule changes, exactly")
    changes, table = _rule_changes()
    chapter.add_table("rule-changes", changes, table)
    same = changes["policy"] == changes["policy"].iloc[0]
    chapter.say(
        f"These are exact values, the best of the same {len(HERDS) * len(LONERS)} ways to keep dice "
        f"under each rule; {int(same.sum())} of the {len(same)} rule sets ask for the same one. "
        + _readings()
    )
    chapter.say("## Do more points a turn win matches?")
    _say_matches(effort, chapter, best)
    chapter.say("## The best possible play")
    say_best_play(effort, chapter)
    return chapter


def _say_kept(chapter: Chapter, kept: pd.DataFrame) -> None:
    points = kept[kept["metric"] == "points"].sort_values("mean", ascending=False)
    first, last = points.iloc[0], points.iloc[-1]
    usual = points[points["policy"] == _label("keep-pairs-up")].iloc[0]
    chapter.say(
        f"The best of these {len(points)} ways, `{first['policy']}`, is worth "
        f"{first['mean'] - last['mean']:.1f} points a turn more than the worst, `{last['policy']}`. "
        f"Keeping every pair and the single 5s and 6s, as people who know other dice games do, costs "
        f"{first['mean'] - usual['mean']:.2f} of them."
    )
    chapter.tables["kept"] = kept
    chapter.add_chart(
        "kept",
        charts.sweep(kept, metric="points"),
        "Which herds and which single faces should I keep?",
    )


def _say_stop(effort: Effort, chapter: Chapter, best: str) -> None:
    policy = DINO_DICE.policy(best)
    keeps = policy.as_dict()["parameters"]
    effort.tell(f"Dino Dice: {len(STOPS)} thresholds")
    same = {name: [keeps[name]] for name in ("herd", "loner")}
    thresholds = sweep(
        "dino-dice", "stop-at", vary={"points": STOPS, **same}, **effort.playing(0.1)
    )
    winner = unless_interrupted(thresholds).attrs["winner"]
    points = thresholds[thresholds["metric"] == "points"]
    means = dict(zip(points["points"].astype(int), points["mean"], strict=True))
    hands = hands_in_turn(RULES, policy, 2)
    many = [hand for hand in hands if kind_of_hand(hand.faces)[1] >= 2]
    none = [hand for hand in hands if kind_of_hand(hand.faces)[1] == 0]
    chapter.say(
        f"Hardly ever because of the points: whoever stops with 20 in hand makes {means[20]:.2f} a "
        f"turn, with 40 {means[40]:.2f}, and no threshold from {STOPS[0]} to {STOPS[-1]} is better "
        f"than {winner['parameters']['points']}. What counts is how many dice are in no herd: a "
        f"third roll gains in {share_gaining(hands):.0f} % of the decisions that `{best}` comes to, "
        f"in {share_gaining(many):.0f} % of those with two such dice or more, and in "
        f"{share_gaining(none):.0f} % of those with none."
    )
    chapter.tables["thresholds"] = thresholds
    chapter.add_chart(
        "roll-again",
        charts.roll_again(policy),
        "With which hands does a third roll pay?",
    )


def _say_points(chapter: Chapter, found: Mapping[str, Run], best: str) -> None:
    best_run, brave, one_roll = (found[_label(name)] for name in (best, "brave", "one-roll"))
    chapter.say(
        f"`brave` ends with five alike in {per_cent(brave.estimate('quintet'))} of its turns, "
        f"`{best}` in {per_cent(best_run.estimate('quintet'))}; for that, `brave` gives away "
        f"{best_run.estimate('points').mean - brave.estimate('points').mean:.2f} points a turn. "
        f"Nobody starves often: `{best}` does in {per_cent(best_run.estimate('starved'))} of turns, "
        f"`one-roll` in {per_cent(one_roll.estimate('starved'))}."
    )
    chapter.add_chart(
        "points",
        charts.distribution([best_run, brave, one_roll], metric="points"),
        "How are the points of a turn distributed?",
    )


def _readings() -> str:
    """Compare the two readings of who eats, for players who keep 3s and players who don't."""
    means = {
        (name, preset): turn_distribution(rules, DINO_DICE.policy(name)).mean()
        for name in ("keep-pairs-up", "keep-pairs-up:threes=0")
        for preset, rules in PRESETS.items()
    }
    rolls, keeps = (
        [means[name, preset] for preset in PRESETS]
        for name in ("keep-pairs-up", "keep-pairs-up:threes=0")
    )
    return (
        "The two readings of who eats differ only for players who keep 3s: `keep-pairs-up` makes "
        f"{rolls[0]:.3f} and {rolls[1]:.3f} points; keeping every 3 as well, it makes "
        f"{keeps[0]:.3f} where only 3s just rolled eat, and {keeps[1]:.3f} where all that show do."
    )


def _say_matches(effort: Effort, chapter: Chapter, best: str) -> None:
    effort.tell("Dino Dice: matches")
    players = [*_policies(best), "optimal-race"]
    frame = round_robin("dino-dice", players, **effort.playing(0.1))
    chapter.tables["matches"] = unless_interrupted(frame)
    rates = frame.set_index(["policy", "opponent"])["win_rate"][best]
    easiest, hardest = rates.idxmax(), rates.idxmin()
    chapter.say(
        f"They do, but a match to 150 is short: `{best}` wins {100 * rates[easiest]:.1f} % against "
        f"`{easiest}`, and {100 * rates[hardest]:.1f} % against `{hardest}`, its hardest opponent. "
        "Seats change from match to match; whoever plays later in the last round knows what there "
        "is to beat, but of these policies only `optimal-race` looks."
    )
    chapter.add_chart("matches", charts.win_matrix(frame), "Which policy wins matches to 150?")


__all__ = ["dino_dice"]
