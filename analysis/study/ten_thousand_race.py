"""The part of the chapter on 10000 about the match of two that both play as well as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.charts.ten_thousand_card import card, play_on_from
from analysis.charts.ten_thousand_race import race_threshold, win_chance
from analysis.matches import match
from analysis.solving import rules_of_thumb, solve
from analysis.study.best_play import score_of, solve_command
from analysis.study.chapter import Chapter, Effort
from analysis.study.wording import markdown_table, with_error
from simulators.registry import find_game
from simulators.ten_thousand.rules import TenThousandRules

if TYPE_CHECKING:
    import pandas as pd

#: Games that are solved: words, preset, changed switches.
GAMES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("10000", "10000", {}),
    ("10000 without playing on", "10000", {"play_on": "never"}),
    ("15000", "15000", {}),
    ("15000 without playing on", "15000", {"play_on": "never"}),
    ("Farkle, cardgames.io's rules", "cardgames-io", {}),
)
#: Of the study's games, for each match.
SHARE = 0.01
PLAYING_ON = ", playing on by the card"
#: What is published of them, by preset.
PUBLISHED = {"cardgames-io": 0.533}


def say_race(effort: Effort, chapter: Chapter) -> None:
    """Tell who wins the match of two, what playing on changes, and what lesser policies win."""
    chapter.say("## Who wins a match of two, if both play as well as possible?")
    frame, table = _values(effort, chapter)
    chapter.add_table("race", frame, table)
    whole, alone = frame["value"][0], frame["value"][1]
    longer, longer_alone = frame["value"][2], frame["value"][3]
    chapter.say(
        f"Whoever begins a match of 10000 wins {100 * whole:.2f} % of it, ties as half. Playing on "
        f"{_changes(whole, alone)} the first player's chance by {100 * abs(whole - alone):.2f} points "
        f"of a per cent, and {_changes(longer, longer_alone)} it by "
        f"{100 * abs(longer - longer_alone):.2f} in 15000. These are the values of the recurrence over "
        "both scores, counter and dice left, and of every offer; as far as we know they weren't "
        "published before."
    )
    _say_charts(effort, chapter)
    chapter.say("### What do lesser policies win against the best?")
    frame, table = _duels(effort, chapter)
    chapter.add_table("against-the-best", frame, table)
    _say_duels(frame, chapter)
    effort.tell("10000: cards to print, exactly")
    for name in ("10000", "15000"):
        chapter.add_card(f"card-{name}", card(name), f"{name}: bank or roll?")


def _changes(with_it: float, without: float) -> str:
    return "lowers" if with_it < without else "raises"


def _values(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Solve each game, and let the solution play itself in fixed seats."""
    import pandas as pd

    records, rows = [], []
    for words, preset, switches in GAMES:
        effort.tell(f"10000: the race of {words}, solved and played")
        solved = solve("10000", "race", preset=preset, switches=switches)
        chapter.cite_solution(solved)
        mean, error = _first_seat(effort, chapter, preset, switches)
        published = PUBLISHED.get(preset)
        if published is not None and round(solved.value, 3) != published:
            raise ValueError(f"{words} is published as {published}, not {solved.value}")
        records.append(
            {"game": words, "preset": preset, "value": solved.value, "simulated": mean,
             "std_error": error, "states": solved.solution.states,
             "residual": solved.solution.residual}
        )  # fmt: skip
        command = solve_command("10000", "race", preset=preset, switches=switches)
        rows.append(
            [words, f"{100 * solved.value:.6f} %", _share(mean, error),
             f"{100 * published:.1f} %" if published else "", f"{solved.solution.states:,}",
             f"`{command}`"]
        )  # fmt: skip
    header = ["match of two", "first player wins", "simulated", "published", "states", "command"]
    return pd.DataFrame(records), markdown_table(header, rows)


def _share(mean: float, error: float) -> str:
    return f"{with_error(100 * mean, 100 * error)} %"


def _first_seat(
    effort: Effort, chapter: Chapter, preset: str, switches: dict[str, Any]
) -> tuple[float, float]:
    """Play the solution against itself; return the first player's share, ties as half."""
    run = match(
        "10000", ["optimal-race"] * 2, preset=preset, switches=switches, seats="fixed",
        **effort.playing(SHARE),
    )  # fmt: skip
    chapter.cite(run)
    return score_of(run)


def _say_charts(effort: Effort, chapter: Chapter) -> None:
    effort.tell("10000: who wins by both scores, exactly")
    chapter.add_chart("win-chance", win_chance("10000"), "Who wins, by both scores?")
    chapter.say("### How do both scores move what to bank from?")
    chapter.add_chart(
        "race-threshold", race_threshold("10000"), "How do both scores move what to bank from?"
    )
    chapter.say(
        "With a lead one banks earlier, and behind later: far behind, hardly anything but very much is "
        "worth banking, because whatever is banked the other may take over."
    )
    alone = find_game("10000").rules(switches={"play_on": "never"})
    chapter.add_chart(
        "race-threshold-alone",
        race_threshold("10000", alone),
        "How do both scores move what to bank from, without playing on?",
    )


def opponents(preset: str) -> list[tuple[str, str]]:
    """List whom the best player meets: words and policy."""
    rules = find_game(preset).rules()
    assert isinstance(rules, TenThousandRules)
    offers = [play_on_from(rules, dice) for dice in range(1, 6)]
    listed = "/".join("never" if held is None else str(held) for held in offers)
    found = [("best turn, whatever the scores", "optimal-turn"), ("best alone", "optimal-turns")]
    for rule in rules_of_thumb(preset).to_dict("records"):
        numbers = int(rule["n_numbers"])
        words = f"rule of thumb with {numbers} number{'s' * (numbers > 1)}"
        found.append((words, str(rule["policy"])))
        if numbers == 2:
            found.append(
                (f"{words}, playing on by the card", f"{rule['policy']},take_over={listed}")
            )
    return [*found, ("`race`, as it comes", "race")]


def _duels(effort: Effort, chapter: Chapter) -> tuple[pd.DataFrame, str]:
    """Let the best player meet lesser ones, seats rotating."""
    import pandas as pd

    records, rows = [], []
    for preset in ("10000", "15000"):
        for words, policy in opponents(preset):
            effort.tell(f"{preset}: the best player against {policy}")
            run = match(preset, ["optimal-race", policy], **effort.playing(SHARE))
            chapter.cite(run)
            mean, error = score_of(run)
            records.append(
                {"game": preset, "opponent": policy, "words": words, "best_wins": mean,
                 "std_error": error}
            )  # fmt: skip
            rows.append([preset, words, f"`{policy}`", _share(1 - mean, error)])
    header = ["game", "opponent of the best", "as a policy", "wins, ties as half"]
    return pd.DataFrame(records), markdown_table(header, rows)


def _say_duels(frame: pd.DataFrame, chapter: Chapter) -> None:
    """Draw the conclusion, after making sure that it is true of what was played."""
    if (frame["best_wins"] + 4.5 * frame["std_error"] < 0.5).any():
        raise ValueError("somebody beats the best player")
    shares = dict(zip(frame["words"][frame["game"] == "10000"], frame["best_wins"], strict=False))
    simple = "rule of thumb with 2 numbers"
    plain, taking = (1 - float(shares[words]) for words in (simple, simple + PLAYING_ON))
    what = "gains" if taking > plain else "loses"
    chapter.say(
        f"Who follows the rule with two numbers and starts every turn afresh wins {100 * plain:.1f} % "
        f"against the best player of 10000. Who also plays on as the card says {what} "
        f"{100 * abs(taking - plain):.1f} points of a per cent by it."
    )
