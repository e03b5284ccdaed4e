"""The best rules that a person can remember, among all of two kinds, and what each gives up.

One kind says which face is good enough by how few dice are left: every 6; a 5 with at most so many
dice left; a 4 with at most so many. The other goes on to 5s only where that all but ends the draw,
see the policy ``fives-to-finish``. A rule's numbers are those that one has to remember; that a 6 is
always good goes without saying.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from simulators.killer.draw_states import SUMS
from simulators.killer.limits import N_DICE
from simulators.killer.policies import POLICIES
from simulators.killer.rules import KillerRules
from simulators.policy import Policy
from simulators.solving import RuleOfThumb

_DICE = ("no dice", "one die", "two dice", "three dice", "four dice", "five dice", "six dice")
#: The most numbers that a rule for drawing has.
MOST_NUMBERS = 3


def rules_of_thumb(rules: KillerRules) -> list[RuleOfThumb]:
    """Find the best rules of one, two and three numbers.

    They are chosen by their expected sum, among all of their kinds. Each is listed by that, and, if
    two may play, by its chance to win from seat 0 against the best play. There a fourth number, 30,
    may gain something: not to end an attack with it.

    Returns
    -------
    list of RuleOfThumb
        Fewest numbers first.
    """
    from simulators.killer.duel import duel
    from simulators.killer.solve_draw import draw_for
    from simulators.killer.solve_fight import fight_solution

    found = []
    best = draw_for("mean").value()
    for n_numbers in range(1, MOST_NUMBERS + 1):
        policy, words = max(_candidates(n_numbers), key=lambda rule: _mean(rule[0], rules))
        listed: list[tuple[str, float, float]] = [("draw", _mean(policy, rules), best)]
        if rules.players in (None, 2):
            win = duel([policy, POLICIES["optimal-fight"]()], rules).win
            listed.append(("fight", win, fight_solution(rules).value))
        found += [RuleOfThumb(policy, words, n_numbers, *values) for values in listed]
    if rules.players in (None, 2):
        beyond = policy.family.with_values({**dict(policy.values), "beyond_30": True})
        win = duel([beyond, POLICIES["optimal-fight"]()], rules).win
        if win > found[-1].value:
            words = f"{words[:-1]}. In an attack, roll a last 4 again that would make exactly 30."
            optimum = found[-1].optimum
            found.append(RuleOfThumb(beyond, words, MOST_NUMBERS + 1, "fight", win, optimum))
    return found


def _mean(policy: Policy, rules: KillerRules) -> float:
    from simulators.killer.enumeration import drawn_lives

    chances = drawn_lives(policy, rules, seat=0, seen=0)
    return float(sum(s * chance for s, chance in zip(SUMS, chances, strict=True)))


def _candidates(n_numbers: int) -> Iterator[tuple[Policy, str]]:
    """List all rules of so many numbers, with how one would tell them."""
    if n_numbers == 1:
        for face in range(3, 7):
            words = f"Set aside every die from {face} up, without one the highest die."
            yield POLICIES["keep-at-least"](minimum=face), words
    if n_numbers <= 2:
        for fives in range(1, N_DICE + 1):
            for fours in range(1, fives + 1) if n_numbers == 2 else (0,):
                yield _by_dice_left(fives, fours)
    few = range(1, N_DICE) if n_numbers == 3 else (N_DICE,)
    last: Iterable[float] = range(3, 7) if n_numbers > 1 else (inf,)
    for left in range(N_DICE):
        for least in last:
            for most in few:
                yield _to_finish(left, least, most)


def _by_dice_left(fives: int, fours: int) -> tuple[Policy, str]:
    minimum = tuple(
        4 if dice <= fours else 5 if dice <= fives else 6 for dice in range(N_DICE, 0, -1)
    )
    words = f"every 6 (without one the highest die), with at most {_DICE[fives]} left every 5"
    if fours:
        words += f", with at most {_DICE[fours]} left every 4"
    return POLICIES["keep-at-least"](minimum=minimum), f"Set aside {words}."


def _to_finish(left: int, last: Any, few: int) -> tuple[Policy, str]:
    policy = POLICIES["fives-to-finish"](left=left, last=last, few=few)
    then = f"at most {_DICE[left]} {'is' if left == 1 else 'are'}" if left else "nothing is"
    words = f"every 6 (without one the highest die), and the 5s if {then} then left to roll"
    if last != inf:
        words += f"; a single die left from {last} up"
    if few < N_DICE:
        words += f"; with more than {_DICE[few]} beside the 6s, do so only if that ends the draw"
    return policy, f"Set aside {words}."
