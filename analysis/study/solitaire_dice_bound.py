"""What the study says of how good the best play of Solitaire Dice can be at most."""

from __future__ import annotations

from analysis.bounding import Bound, bound
from analysis.study.chapter import Effort
from analysis.study.wording import with_error

#: Games that the study bounds one by one, at most, and the sheets that it follows at each roll.
GAMES, WIDTH = 400, 3000


def bound_of_mean(effort: Effort) -> Bound:
    """Bound the expected score, in under a minute on two cores."""
    effort.tell("Solitaire Dice: bounding the best play from above")
    return bound(
        "solitaire-dice",
        "mean",
        games=max(2, min(GAMES, effort.games)),
        seed=effort.seed,
        width=WIDTH,
        workers=effort.workers,
    )


def bound_in_words(found: Bound) -> str:
    """Write the paragraph, with the command that gives the same figures."""
    command = (
        f"dicelab bound solitaire-dice --objective {found.objective} --games {found.games} "
        f"--width {found.width} --seed {found.seed}"
    )
    return (
        f"No player can expect more than {found.limit:.0f} points a game, whatever he does, with a "
        f"confidence of 97.5 %. A clairvoyant who knows all rolls of a game, but pays for what the "
        f"knowledge is worth, comes to {with_error(found.mean, found.std_error)} points over "
        f"{found.games} games; a kinder game, in which every sum buys its own marks at a price, is "
        f"worth exactly {found.relaxed:.1f}. The best possible play lies between the best policy "
        f"above and this ceiling (`{command}`)."
    )
