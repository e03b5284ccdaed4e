"""What the study says of how good the best play of Solitaire Dice can be at most."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analysis.bounding import Bound, bound
from analysis.simulation import simulate
from analysis.solving import solve
from analysis.study.chapter import Effort
from analysis.study.wording import in_words, with_error
from simulators.solitaire_dice import SolitaireDiceRules, train

#: Games that the study bounds one by one, at most, and the sheets that it follows at each roll.
GAMES, WIDTH = 400, 3000
#: What `dicelab bound --objective win --json` printed: it takes six minutes of one core and 1.3 GB, too
#: much for everybody's study. A slow test runs it again and compares.
WIN_BOUND = Path(__file__).with_name("solitaire_dice_win_bound.json")
#: A game of seven rolls, otherwise Sackson's own: short enough to be solved.
SHORT = {"reject_faces": 6, "reject_marks": 2}
#: Share of the study's games that the short game's player learns from.
SHORT_SHARE = 0.1


def bound_of_mean(effort: Effort) -> Bound:
    """Bound the expected score, in under a minute on two cores."""
    effort.tell("Solitaire Dice: bounding the best play from above")
    return _bound(effort, None)


def _bound(effort: Effort, switches: dict[str, int] | None) -> Bound:
    return bound(
        "solitaire-dice",
        "mean",
        switches=switches,
        games=max(2, min(GAMES, effort.games)),
        seed=effort.seed,
        width=WIDTH,
        workers=effort.workers,
    )


def _command(found: dict[str, Any], options: str = "") -> str:
    return (
        f"`dicelab bound solitaire-dice {options}--objective {found['objective']} "
        f"--games {found['games']} --width {found['width']} --seed {found['seed']}`"
    )


def bound_in_words(found: Bound) -> str:
    """Write the paragraph, with the command that gives the same figures."""
    return (
        f"No player can expect more than {found.limit:.0f} points a game, whatever he does, with a "
        f"confidence of 97.5 %. A clairvoyant who knows all rolls of a game, but pays for what the "
        f"knowledge is worth, comes to {with_error(found.mean, found.std_error)} points over "
        f"{found.games} games; a kinder game, in which every sum buys its own marks at a price, is "
        f"worth exactly {found.relaxed:.1f}. The best possible play lies between the best policy "
        f"above and this ceiling ({_command(found.as_dict())})."
    )


def win_bound() -> dict[str, Any]:
    """Read the recorded bound of the win rate: what :meth:`analysis.bounding.Bound.as_dict` wrote."""
    found: dict[str, Any] = json.loads(WIN_BOUND.read_text(encoding="utf-8"))
    return found


def win_bound_in_words() -> str:
    """Write the paragraph on the win rate."""
    found = win_bound()
    return (
        f"Of the win rate less is known: nobody reaches 500 in more than {100 * found['limit']:.1f} % "
        "of games. The kinder game behind that figure must remember how many points are missing "
        "besides which sums are open, forgives sums that stay below par and lets others grow beyond "
        f"the cap; it is won in {100 * found['relaxed']:.1f} %. ({_command(found)} takes six minutes "
        "of one core and 1.3 GB and isn't run again for this page.)"
    )


def short_game_in_words(effort: Effort) -> str:
    """Put optimum, learned player and ceiling side by side where all three can be known."""
    effort.tell("Solitaire Dice: a short game, solved, learned and bounded")
    rules = SolitaireDiceRules(
        reject_faces=SHORT["reject_faces"], reject_marks=SHORT["reject_marks"]
    )
    optimum = solve("solitaire-dice", "mean", rules=rules).value
    games = max(100, int(effort.games * SHORT_SHARE))
    player = train(rules, objective="mean", games=games, seed=effort.seed).policy()
    run = simulate("solitaire-dice", player, rules=rules, **effort.playing(SHORT_SHARE))
    played, ceiling = run.estimate("score"), _bound(effort, SHORT)
    options = "".join(f"--set {switch}={value} " for switch, value in SHORT.items())
    return (
        "Where between the two? A game in which any face may be rejected, but only twice, lasts seven "
        "rolls at most and is otherwise Sackson's own, and its best possible play can be solved: it "
        f"makes {optimum:.2f} points. A player who learned it in {in_words(games)} games makes "
        f"{with_error(played.mean, played.std_error)}, and the ceiling is "
        f"{with_error(ceiling.mean, ceiling.std_error)} (`dicelab solve solitaire-dice {options}"
        f"--objective mean`; {_command(ceiling.as_dict(), options)})."
    )
