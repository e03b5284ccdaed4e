"""The strategy card of Dino Dice: a rule for the first rolls, and every hand before the last one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from matplotlib.axes import Axes

from analysis.charts import style
from analysis.charts.cards import page
from analysis.charts.dino_dice_best import (
    BestChoice,
    best_choice,
    draw_hands,
    refuse_policies,
    value_of_best,
)
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import rules_in_words
from analysis.tasks import build_rules
from simulators.dice import counts_of
from simulators.dino_dice.exact import TurnTree
from simulators.dino_dice.rules import TYRANNOSAUR, DinoDiceRules
from simulators.policy import Policy
from simulators.registry import find_game
from simulators.rules import Rules

#: What stands for a 1, 2 or 3 that is rolled again: which of them it is makes no difference.
ANY_LOW = 0


def choices_before_last(rules: DinoDiceRules, policy: Policy) -> list[BestChoice]:
    """List the best choice for each hand that a policy can hold with one roll left.

    Returns
    -------
    list of BestChoice
        With the chance of each hand under the policy; the most dice first, then by faces.
    """
    layer = TurnTree(rules, policy).layers()[rules.rolls - 2 :][:1]
    chances: dict[tuple[int, ...], float] = defaultdict(float)
    for (counts, _), chance in layer[0].items() if layer else ():
        if sum(counts):
            chances[counts] += chance
    made = rules.rolls - 1
    found = [best_choice(rules, counts, made, chance) for counts, chance in chances.items()]
    return sorted(found, key=lambda choice: (-len(choice.faces), choice.faces))


def take_together(choices: Sequence[BestChoice]) -> list[BestChoice]:
    """Write rolled 1s, 2s and 3s as `ANY_LOW`, and hands that then look alike as one.

    A hand is found by as many of its 1s and 2s as stand there, and only then by empty dice.
    """
    merged: dict[tuple[tuple[int, ...], tuple[int, ...], bool], BestChoice] = {}
    for choice in choices:
        faces = tuple(
            face if keep or face > TYRANNOSAUR else ANY_LOW
            for face, keep in zip(choice.faces, choice.marks, strict=True)
        )
        look = tuple(sorted(faces)), choice.kept, choice.stops
        before = merged[look].chance if look in merged else 0.0
        merged[look] = replace(choice, faces=look[0], chance=before + choice.chance)
    return sorted(merged.values(), key=lambda choice: (-len(choice.faces), choice.faces))


def value_of_card(rules: DinoDiceRules, policy: Policy) -> float:
    """Compute the points of a turn that follows a policy and makes the best of its last roll."""
    tree = TurnTree(rules, policy)
    value = 0.0
    for rolls, layer in enumerate(tree.layers()[: rules.rolls - 2], 1):
        for (counts, _), chance in layer.items():
            if sum(counts) and tree.ends(counts, rolls):
                value += chance * rules.worth(counts)
    for choice in choices_before_last(rules, policy):
        counts, kept = counts_of(choice.faces), counts_of(choice.kept)
        if choice.stops:
            value += choice.chance * rules.worth(counts)
            continue
        after = tree.after(kept, sum(counts) - sum(kept), rules.rolls)
        value += choice.chance * sum(p * rules.worth(h) for (h, _), p in after.items() if sum(h))
    return value


def card(rules: Rules | None = None) -> Axes:
    """Make the card to print: the rule with three numbers, and every hand before the last roll.

    Parameters
    ----------
    rules : DinoDiceRules, optional
        The game's default preset without them.

    Raises
    ------
    ValueError, TypeError
        If the rules allow one roll only, so that there is nothing to choose.
    """
    from simulators.dino_dice.simple import rules_of_thumb

    game = find_game("dino-dice")
    laws = build_rules(game, None, rules)
    assert isinstance(laws, DinoDiceRules)
    if laws.rolls == 1:
        raise ValueError("with a single roll there is nothing to put on a card")
    simple = rules_of_thumb(laws)[-1]
    choices = take_together(choices_before_last(laws, simple.policy))
    value, best = value_of_card(laws, simple.policy), value_of_best(laws)
    with style.house():
        early = "" if laws.rolls == 2 else f"{_early(simple.words)} "
        figure, grid = page(
            f"{game.title}: which dice should I roll again?",
            f"Give the 3s what costs the fewest points. {early}With one roll left, find your dice "
            "here: keep the dark ones, roll the white ones; all dark: stop. Empty dice are any 1, 2 "
            "or 3; look for your own 1s and 2s first.",
            f"{rules_in_words(game, laws)} · exact · points a turn by this card {value:.2f}, by its "
            f"rule alone {simple.value:.2f}, the most there can be {best:.2f} · dicelab solve "
            f"{game.name} · dicelab advise {game.name} --dice 6,6,2,4,3 --rolls-left 2",
        )
        ax = figure.add_subplot(grid[0, 0])
        draw_hands(ax, choices, 11 if len(choices) > 120 else 9, 6.0)
        ax.set_anchor("N")
    return ax


def _early(words: str) -> str:
    """Cut the rule down to what is kept."""
    told = words.split(" Roll the rest")[0]
    return f"While more than one roll is left, {told[:1].lower()}{told[1:]} Roll the rest."


def _draw_request(request: ChartRequest) -> Axes:
    refuse_policies(request, "card")
    if request.options:
        raise ValueError(f"a card takes no options, not {', '.join(request.options)}")
    return card(request.rules)


KINDS = (
    ChartKind(
        "card",
        "a strategy card to print",
        lambda game: game.rules_type is DinoDiceRules,
        _draw_request,
        exact=True,
    ),
)
