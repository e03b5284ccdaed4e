"""The switches of Marathon, and the presets that set them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from simulators.marathon.distances import (
    PUBLISHED_DICE_FROM,
    dead_distances,
    dice_at,
    numbers_of,
)
from simulators.marathon.limits import MAX_DISTANCE
from simulators.rules import Rules, switch
from simulators.values import Choice, Vector, integer


@dataclass(frozen=True)
class MarathonRules(Rules):
    """What the runners agree on before the start; the defaults are the source's own game.

    Raises
    ------
    ValueError, TypeError
        On a value out of range; on dice that would become fewer with more metres to go; and on a
        distance that no rolls add up to, so that every runner would be stuck at the start.

    Examples
    --------
    >>> rules = MarathonRules()
    >>> rules.dice(999), rules.dice(1000), len(rules.dead)
    (3, 4, 123)
    >>> MarathonRules(distance=10)
    Traceback (most recent call last):
    ValueError: switch distance must not be dead from the start, as 10 is: 2 dice are rolled, ...
    """

    distance: int = switch(42_195, integer(1, MAX_DISTANCE), "metres to run, exactly")
    overshoot: str = switch(
        "eliminated",
        Choice(("eliminated", "stay")),
        "what becomes of a player who runs past the finish: out of the race, or the turn is spent "
        "and the player stays where he was",
    )
    dice_from: tuple[int, ...] = switch(
        PUBLISHED_DICE_FROM,
        Vector(integer(1, MAX_DISTANCE), 3, spread=False),
        "metres left from which two, three and four dice are rolled; one die below all of them",
    )

    def check_combination(self) -> None:
        if list(self.dice_from) != sorted(self.dice_from):
            raise ValueError(
                f"switch dice_from must not fall from two dice to four, not "
                f"{'/'.join(map(str, self.dice_from))}: more metres left, more dice"
            )
        if self.distance in self.dead:
            raise ValueError(
                f"switch distance must not be dead from the start, as {self.distance} is: "
                f"{self._why_dead(self.distance)}"
            )

    def dice(self, left: int) -> int:
        """Count the dice that are rolled with `left` metres to go, 1 to 4."""
        return dice_at(left, self.dice_from)

    @property
    def dead(self) -> frozenset[int]:
        """The distances left from which nobody can ever finish."""
        return dead_distances(self.distance, self.dice_from)

    @property
    def without_overshoot(self) -> MarathonRules:
        """The same for whoever never runs past the finish, who doesn't mind what becomes of it."""
        return replace(self, overshoot="eliminated")

    def _why_dead(self, left: int) -> str:
        dice = self.dice(left)
        smallest = numbers_of(dice)[0]
        rolled = "1 die is" if dice == 1 else f"{dice} dice are"
        if smallest > left:
            return f"{rolled} rolled, and their smallest number, {smallest}, overshoots"
        return f"{rolled} rolled, and every number that fits leads to another dead distance"


PRESETS = {
    "marathon": MarathonRules(),
    # Not published: as many dice as can't overshoot with nothing but ones. Nobody is ever stuck.
    "no-dead-ends": MarathonRules(dice_from=(11, 111, 1111)),
}
