"""Charts of the best play of Dino Dice: which dice to roll again, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.patches import Rectangle

from analysis.charts import style
from analysis.charts.kinds import ChartKind, ChartRequest
from analysis.charts.origin import Origin
from analysis.tasks import build_rules
from simulators.dice import counts_of, faces_of
from simulators.dino_dice import HANDS, hands_in_turn
from simulators.dino_dice.hands import NUMBER_OF, rerolls
from simulators.dino_dice.rules import DinoDiceRules
from simulators.registry import find_game
from simulators.rules import Rules
from simulators.values import integer

_KEPT, _ROLLED = style.BLUE, "white"
#: Widths in dice: a hand with the space beside it, and a row with the space below it.
_HAND, _ROW = 6.0, 1.45
_SIDE = 0.92
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_LEGEND = "Dark: keep. White: roll again. All dark: stop."


@dataclass(frozen=True)
class BestChoice:
    """What the best play does with a hand.

    Attributes
    ----------
    faces : tuple of int
        The dice in play, sorted, 3s fed.
    kept : tuple of int
        All of them where it stops.
    stops : bool
    chance : float
        Probability that its turn comes to this hand.
    """

    faces: tuple[int, ...]
    kept: tuple[int, ...]
    stops: bool
    chance: float

    @property
    def marks(self) -> tuple[bool, ...]:
        """Say of each die whether it is kept, of several alike the first ones."""
        left = list(self.kept)
        found = []
        for face in self.faces:
            found.append(face in left)
            if face in left:
                left.remove(face)
        return tuple(found)


def best_choices(rules: DinoDiceRules, rolls: int = 1) -> list[BestChoice]:
    """List what the turn with the most points does with each hand.

    Parameters
    ----------
    rules : DinoDiceRules
    rolls : int
        Rolls made before the decision.

    Returns
    -------
    list of BestChoice
        The most dice first, then by faces: every hand that there can be after the first roll, later
        those that the best play comes to.

    Raises
    ------
    ValueError
        If no decision comes after so many rolls.
    """
    from simulators.dino_dice.positions import hands_after

    policy = find_game("dino-dice").policy("optimal-turn")
    chances = {counts_of(h.faces): h.chance for h in hands_in_turn(rules, policy, rolls)}
    if rolls == 1:
        chances = {hand: chances.get(hand, 0.0) for hand in hands_after(rules, 1)}
    found = [best_choice(rules, counts, rolls, chance) for counts, chance in chances.items()]
    return sorted(found, key=lambda choice: (-len(choice.faces), choice.faces))


def best_choice(
    rules: DinoDiceRules, counts: tuple[int, ...], rolls: int, chance: float = 0.0
) -> BestChoice:
    """Look up what the turn with the most points does with one hand."""
    policy = find_game("dino-dice").policy("optimal-turn")
    place = (rules.rolls - rolls - 1) * len(HANDS) + NUMBER_OF[counts]
    stops = bool(policy.numbers("stop", rules)[place])
    way = rerolls(rules, counts)[int(policy.numbers("reroll", rules)[place])]
    kept = counts if stops else way.kept
    return BestChoice(faces_of(counts), faces_of(kept), stops, chance)


def reroll(rules: Rules | None = None, ax: Axes | None = None, *, rolls: int = 1) -> Axes:
    """Draw every hand with the dice that the best play rolls again.

    Parameters
    ----------
    rules : DinoDiceRules, optional
        The game's default preset without them.
    ax : Axes, optional
        Where to draw; a new figure's by default.
    rolls : int
        Rolls made before the decision.

    Returns
    -------
    Axes
        The hands of :func:`best_choices` in columns: a dark square for each die that
        is kept, a white one for each that is rolled; all dark where it stops.

    Raises
    ------
    ValueError, TypeError
        If no decision comes after so many rolls, and whatever rules refuse.
    """
    game = find_game("dino-dice")
    laws = build_rules(game, None, rules)
    assert isinstance(laws, DinoDiceRules)
    choices, columns = best_choices(laws, rolls), 9
    with style.house():
        lines = -(-_slots(choices) // columns)
        drawn = style.axes(ax, 1.4 + lines * _ROW * (style.WIDTH - 0.4) / (columns * _HAND))
        draw_hands(drawn, choices, columns, 6.5)
        small = Origin(game, game.mode("turn"), laws, ("optimal-turn",), None, "").small_print(
            f"decision after roll {rolls} of {laws.rolls}, once the 3s have eaten",
            f"exact: {value_of_best(laws):.4f} points a turn, the most there can be",
        )
        title = f"{game.title}: which dice should I roll again after {_roll(rolls)}?"
        return style.finish(drawn, ax is None, title, small, _LEGEND)


def value_of_best(rules: DinoDiceRules) -> float:
    """Look up the most points that a turn can make on average."""
    from simulators.dino_dice.solve_turn import turn_solution

    return turn_solution(rules).value


def _roll(rolls: int) -> str:
    return f"the {_ORDINALS[rolls - 1]} roll" if rolls <= len(_ORDINALS) else f"roll {rolls}"


def _slots(choices: Sequence[BestChoice]) -> int:
    """Count the places that the hands may take, with one left free between numbers of dice."""
    return len(choices) + len({len(choice.faces) for choice in choices}) - 1


def draw_hands(ax: Axes, choices: Sequence[BestChoice], columns: int, size: float) -> None:
    """Fill an axes with hands in columns, the digits in a size; 0 is drawn as a die without face."""
    lines = -(-_slots(choices) // columns)
    kept: list[Rectangle] = []
    rolled: list[Rectangle] = []
    slot, dice = 0, len(choices[0].faces)
    for choice in choices:
        if len(choice.faces) != dice:
            dice = len(choice.faces)
            slot += 1 if slot % lines else 0  # the top of a column needs no space above it
        x, y = _HAND * (slot // lines), _ROW * (slot % lines)
        for face, keep in zip(choice.faces, choice.marks, strict=True):
            (kept if keep else rolled).append(Rectangle((x, y), _SIDE, _SIDE))
            ax.text(
                x + _SIDE / 2, y + 0.53 * _SIDE, str(face or ""), ha="center", va="center_baseline",
                fontsize=size, color="white" if keep else style.INK,
                fontweight="bold" if keep else "normal",
            )  # fmt: skip
            x += 1.0
        slot += 1
    for patches, colour in ((kept, _KEPT), (rolled, _ROLLED)):
        edge = _KEPT if colour == _KEPT else style.GREY
        ax.add_collection(PatchCollection(patches, facecolor=colour, edgecolor=edge, linewidth=0.5))
    ax.set_xlim(-0.1, columns * _HAND - 1.0)
    ax.set_ylim(lines * _ROW - _ROW + _SIDE + 0.1, -0.1)
    ax.set_aspect("equal")
    ax.set_xticks([])
    ax.set_yticks([])
    for spine in ax.spines.values():
        spine.set_visible(False)


def refuse_policies(request: ChartRequest, name: str) -> None:
    """Refuse a policy where the best play is drawn."""
    if request.policies:
        raise ValueError(f"a {name} chart shows the best play: it takes no policy")


def _draw_request(request: ChartRequest) -> Axes:
    refuse_policies(request, "reroll")
    options = dict(request.options)
    rolls = options.pop("rolls", 1)
    if options:
        raise ValueError(f"a reroll chart takes the option rolls, not {', '.join(options)}")
    try:
        made = integer(1, 99).parse(str(rolls))
    except (ValueError, TypeError) as error:
        raise type(error)(f"option rolls {error}") from None
    return reroll(request.rules, rolls=made)


KINDS = (
    ChartKind(
        "reroll",
        "the dice that the best play rolls again, for every hand",
        lambda game: game.rules_type is DinoDiceRules,
        _draw_request,
        exact=True,
    ),
)
