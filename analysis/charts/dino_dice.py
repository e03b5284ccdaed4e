"""Charts of Dino Dice: with which hands one more roll pays, exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from analysis.charts import dino_dice_best, dino_dice_card, dino_dice_points, style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.charts.wording import minus
from analysis.tasks import PolicyChoice, build_rules
from simulators.dino_dice import HandInTurn, hands_in_turn
from simulators.dino_dice.rules import N_DICE, TYRANNOSAUR, DinoDiceRules
from simulators.game import Game
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.values import integer

_HERDS = {
    (5,): "five alike",
    (4,): "four alike",
    (3, 2): "a triple and a pair",
    (3,): "a triple",
    (2, 2): "two pairs",
    (2,): "a pair",
    (): "no herd",
}
_ROLLS, _STOPS = style.look(0), style.look(1)
#: Losses beyond this, points, are told in words, so that the undecided hands can be told apart.
DEEPEST = 10.0


def kind_of_hand(faces: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Sort a hand by its herds.

    Returns
    -------
    herds : tuple of int
        Sizes of the herds, the largest first.
    others : int
        Dice in no herd: single plant-eaters, and 3s unless all five are.

    Examples
    --------
    >>> kind_of_hand((2, 3, 6, 6)), kind_of_hand((4, 4, 6, 6, 6)), kind_of_hand((3, 3, 3, 3, 3))
    (((2,), 2), ((3, 2), 0), ((5,), 0))
    """
    alike = Counter(faces)
    if max(alike.values()) < N_DICE:
        del alike[TYRANNOSAUR]
    herds = tuple(sorted((count for count in alike.values() if count > 1), reverse=True))
    return herds, len(faces) - sum(herds)


def roll_again(
    policy: PolicyChoice = None,
    rules: Rules | None = None,
    ax: Axes | None = None,
    *,
    rolls: int | None = None,
) -> Axes:
    """Draw what one more roll would gain over stopping, for every hand that a turn can hold.

    Parameters
    ----------
    policy : str, Policy or PolicyFamily, optional
        Says what is rolled and how the turn goes on; the game's default without one.
    rules : DinoDiceRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    rolls : int, optional
        Rolls made before the decision; by default one fewer than the rules allow, so that one more
        roll is the last.

    Returns
    -------
    Axes
        A row for each kind of hand, by its herds and the dice outside them; in it a marker for each
        hand that the policy can come to, at the expected gain of rolling: a circle where the policy
        rolls, a square where it stops. At the right, the share of these decisions that the kind of
        hand makes up.

    Raises
    ------
    ValueError, TypeError
        If no decision comes after so many rolls, if the policy never gets there, and whatever rules
        and policies refuse.
    """
    game = find_game("dino-dice")
    laws, chosen = build_rules(game, None, rules), game.policy(policy)
    assert isinstance(laws, DinoDiceRules)
    made = max(1, laws.rolls - 1) if rolls is None else rolls
    hands = hands_in_turn(laws, chosen, made)
    if not hands:
        raise ValueError(f"policy {chosen.label} never comes to a decision after {made} rolls")
    rows = _rows(hands)
    with style.house():
        drawn = style.axes(ax, 2.2 + 0.25 * len(rows))
        _draw(drawn, rows)
        small = Origin(game, game.mode("turn"), laws, (chosen.label,), None, "").small_print(
            f"decision after roll {made} of {laws.rolls}",
            "exact, not simulated: expected points of rolling and then following the policy, minus "
            "the points in hand",
            f"rolling gains in {share_gaining(hands):.1f} % of these decisions",
        )
        title = f"{game.title}: with which hands does {_ordinal(made + 1)} roll pay?"
        label = "Expected gain of rolling again over stopping, points (a marker for each hand)"
        return style.finish(drawn, ax is None, title, small, label)


def share_gaining(hands: Sequence[HandInTurn]) -> float:
    """Return the share of decisions in which rolling gains, in per cent."""
    gaining = sum(hand.chance for hand in hands if hand.gain > 0)
    return 100 * gaining / sum(hand.chance for hand in hands)


def _ordinal(number: int) -> str:
    words = ("a first", "a second", "a third", "a fourth", "a fifth")
    return words[number - 1] if number <= len(words) else f"roll number {number}, one more"


def _rows(hands: Sequence[HandInTurn]) -> list[tuple[str, list[HandInTurn]]]:
    """Sort hands into kinds, the most dice outside herds first, then the smallest herds."""
    kinds: dict[tuple[tuple[int, ...], int], list[HandInTurn]] = defaultdict(list)
    for hand in hands:
        kinds[kind_of_hand(hand.faces)].append(hand)
    order = sorted(kinds, key=lambda kind: (-kind[1], kind[0]))
    return [(_in_words(*kind), kinds[kind]) for kind in order]


def _in_words(herds: tuple[int, ...], others: int) -> str:
    if not herds:
        return f"no herd, {others} {'die' if others == 1 else 'dice'}"
    return _HERDS[herds] + (f" and {others} other{'s' if others > 1 else ''}" if others else "")


def _beyond(gains: Sequence[float]) -> str:
    hands = f"{len(gains)} hand{'s' if len(gains) > 1 else ''}"
    ends = sorted({minus(gain) for gain in (min(gains), max(gains))}, reverse=True)
    return f"◂ {hands}, {' to '.join(ends)}"


def _draw(ax: Axes, rows: Sequence[tuple[str, list[HandInTurn]]]) -> None:
    style.grid(ax, "x")
    ax.axvline(0, color=style.INK, linewidth=1.2)
    total = sum(hand.chance for _, hands in rows for hand in hands)
    shown = [hand.gain for _, hands in rows for hand in hands if hand.gain >= -DEEPEST]
    left, right = min([*shown, 0.0]) - 1.0, max([*shown, 0.0]) + 1.0
    told = any(hand.gain < -DEEPEST for _, hands in rows for hand in hands)
    edge = left - 0.3 * (right - left) if told else left  # room for words that no marker enters
    ax.set_xlim(edge, right)
    for y, (_, hands) in enumerate(rows):
        for stops, look in ((False, _ROLLS), (True, _STOPS)):
            some = [h for h in hands if h.stops == stops and h.gain >= -DEEPEST]
            ax.scatter(
                [hand.gain for hand in some], [y] * len(some), s=34, marker=look.marker,
                facecolors="none" if stops else look.colour, edgecolors=look.colour,
                linewidths=1.2, alpha=0.75, zorder=3, clip_on=False,
            )  # fmt: skip
        if beyond := [hand.gain for hand in hands if hand.gain < -DEEPEST]:
            x = edge + 0.01 * (right - left)
            ax.text(x, y, _beyond(beyond), va="center", fontsize=style.SMALL_SIZE)
        share = 100 * sum(hand.chance for hand in hands) / total
        written = f"{share:.1f} %" if share >= 0.05 else "< 0.1 %"
        ax.annotate(
            written, (1.0, y), xycoords=("axes fraction", "data"), xytext=(40, 0),
            textcoords="offset points", ha="right", va="center", fontsize=style.SMALL_SIZE,
            color=style.INK, annotation_clip=False,
        )  # fmt: skip
    ax.annotate(
        "of decisions", (1.0, 1.0), xycoords="axes fraction", xytext=(40, 4), ha="right",
        textcoords="offset points", fontsize=style.SMALL_SIZE, color=style.GREY,
    )  # fmt: skip
    ax.set_yticks(range(len(rows)), [words for words, _ in rows])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.xaxis.set_major_formatter(lambda value, _: minus(value, sign=True))
    ticks = style.nice(9).tick_values(left, right)
    ax.set_xticks([tick for tick in ticks if left <= tick <= right])
    handles = [
        Line2D(
            [], [], linestyle="", marker=look.marker, color=look.colour, markersize=6.5,
            markerfacecolor="none" if look is _STOPS else look.colour,
        )
        for look in (_ROLLS, _STOPS)
    ]  # fmt: skip
    style.legend_above(ax, handles, ["the policy rolls", "the policy stops"])


def _plays_dinosaurs(game: Game) -> bool:
    return game.rules_type is DinoDiceRules


def _draw_request(request: ChartRequest) -> Axes:
    options = dict(request.options)
    rolls = options.pop("rolls", None)
    if options:
        raise ValueError(f"a roll-again chart takes the option rolls, not {', '.join(options)}")
    try:
        made = None if rolls is None else integer(1, 99).parse(str(rolls))
    except (ValueError, TypeError) as error:
        raise type(error)(f"option rolls {error}") from None
    return roll_again(request.only_policy(), request.rules, rolls=made)


KINDS = (
    ChartKind(
        "roll-again",
        "the exact gain of one more roll over stopping, for every hand",
        _plays_dinosaurs,
        _draw_request,
        exact=True,
    ),
    *dino_dice_best.KINDS,
    *dino_dice_card.KINDS,
    *dino_dice_points.KINDS,
)
