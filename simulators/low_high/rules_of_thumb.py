"""The best rules that a person can remember, and what each gives up in a turn.

All are cards (see the policy ``card``) with little on them: how much more than its dice or pips a set
of 1s is worth, and one of 2s, up to which face one always rolls on, and with how many dice left above
the next faces. Of every choice of so many numbers the best is found by its exact value.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from simulators.low_high.card_turn import card_points
from simulators.low_high.policies import POLICIES
from simulators.low_high.positions import numbering_of
from simulators.low_high.rules import LowHighRules
from simulators.low_high.solve_turn import best_for_points
from simulators.solving import RuleOfThumb

#: More positions of a turn than these make the search too long.
MOST_POSITIONS = 200_000
_FACES = 6
#: Gains as small as this are rounding.
_NOTHING = 1e-9


class Card(NamedTuple):
    """What is told of a card.

    Attributes
    ----------
    ones, twos : int
        What a set of 1s and a set of 2s are worth more than their dice or pips.
    face : int
        Up to this highest face one always rolls on.
    most : tuple of int
        The most dice left to roll on with above each of the next faces.
    """

    ones: int = 0
    twos: int = 0
    face: int = 1
    most: tuple[int, ...] = ()


def rules_of_thumb(rules: LowHighRules) -> list[RuleOfThumb]:
    """Find the best rules of one, two and three numbers, by the expected points of a turn.

    Raises
    ------
    ValueError
        Where the search would take too long.
    """
    if int(numbering_of(rules).block[0]) > MOST_POSITIONS:
        raise ValueError(
            f"rules of thumb aren't searched for with scoring={rules.scoring} and "
            f"dice={rules.dice}: take fewer dice"
        )
    optimum = best_for_points(rules).value
    found: list[RuleOfThumb] = []
    ones = range(3 * _FACES + 1 if rules.pips else 4)
    for n_numbers in (1, 2, 3):
        valued = [
            (card_points(rules, *_terms(rules, card)), card)
            for card in _cards(rules, ones, n_numbers)
        ]
        value, card = max(valued, key=lambda pair: pair[0])
        if n_numbers == 2:  # the third number is sought around the best two
            ones = range(max(0, card.ones - 3), card.ones + 4)
        if found and value <= found[-1].value + _NOTHING:
            continue
        bonus, most = _terms(rules, card)
        policy = POLICIES["card"](bonus=bonus, most=most)
        words = _in_words(rules, card)
        found.append(RuleOfThumb(policy, words, n_numbers, "turn", value, optimum))
    return found


def _cards(rules: LowHighRules, ones: range, n_numbers: int) -> Iterator[Card]:
    """List the cards with so many numbers."""
    dice, faces = range(rules.dice), range(1, _FACES)
    if n_numbers == 1:
        yield from (Card(face=face) for face in (0, *faces))
        yield from (Card(bonus) for bonus in ones)
        yield from (Card(most=(most,)) for most in dice)
    elif n_numbers == 2:
        yield from (Card(bonus, face=face) for bonus, face in product(ones, (0, *faces)))
        yield from (Card(bonus, most=(most,)) for bonus, most in product(ones, dice))
    else:
        yield from (
            Card(bonus, face=face, most=(most,)) for bonus, face, most in product(ones, faces, dice)
        )
        yield from (
            Card(bonus, twos, face) for bonus, twos, face in product(ones, range(1, 10), faces)
        )


def _terms(rules: LowHighRules, card: Card) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Write a card as the parameters of its policy."""
    most = ((rules.dice,) * card.face + card.most)[:_FACES]
    bonus = (float(card.ones), float(card.twos), 0.0, 0.0, 0.0, 0.0)
    return bonus, most + (0,) * (_FACES - len(most))


def _in_words(rules: LowHighRules, card: Card) -> str:
    unit, one = ("pips", "pip") if rules.pips else ("dice", "die")
    keep = f"Keep the set with the most {unit}, the lowest of several"
    more = [
        f"a set of {face}s as {bonus} {one if bonus == 1 else unit} more"
        for face, bonus in ((1, card.ones), (2, card.twos))
        if bonus
    ]
    if more:
        keep += f", counting {' and '.join(more)}"
    parts = []
    if card.face:
        lower = " or lower" if card.face > 1 else ""
        parts.append(f"always above a {card.face}{lower}")
    for higher, most in enumerate(card.most, card.face + 1):
        if most:
            few = "the last die" if most == 1 else f"at most {most} dice left"
            parts.append(f"above a {higher} with {few}")
    return f"{keep}; roll on {', '.join(parts)}, else stop." if parts else f"{keep}, and stop."
