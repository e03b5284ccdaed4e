"""The rules of Dino Dice and their switches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simulators.rules import Rules, switch
from simulators.values import Choice, integer

N_DICE = 5
#: The face of the one meat-eater; all others eat plants.
TYRANNOSAUR = 3

#: Rounds after which a match is cut and counted as truncated.
MAX_ROUNDS = 2000
MIN_PLAYERS, MAX_PLAYERS = 2, 8

_BONUS = integer(0, 1000)


@dataclass(frozen=True)
class DinoDiceRules(Rules):
    """What the table agrees on before a game of Dino Dice.

    The defaults are the source's own game. The switches are independent of one another: every
    combination of values in range makes a game, because a plant-eater always scores its face, so
    that any `match_target` in range can be reached.

    Raises
    ------
    ValueError, TypeError
        On a value out of range or of the wrong type.

    Examples
    --------
    >>> rules = DinoDiceRules()
    >>> rules.worth((0, 1, 0, 0, 1, 2)), rules.worth((0, 0, 0, 1, 0, 3))
    (24, 37)
    >>> rules.worth((0, 0, 5, 0, 0, 0)), rules.worth((0, 5, 0, 0, 0, 0))
    (75, 75)
    >>> DinoDiceRules(eats="always")
    Traceback (most recent call last):
    ValueError: switch eats must be rolled or showing, not 'always'
    """

    eats: str = switch(
        "rolled",
        Choice(("rolled", "showing")),
        "rolled: only a 3 just rolled eats; showing: every 3 in play eats after each roll, even "
        "one that was kept",
    )
    rolls: int = switch(3, integer(1, 100), "most rolls in a turn")
    pair: int = switch(5, _BONUS, "points that a herd of two alike adds to its faces")
    triple: int = switch(15, _BONUS, "points that a herd of three alike adds to its faces")
    four: int = switch(30, _BONUS, "points that a herd of four alike adds to its faces")
    quintet: int = switch(
        75, _BONUS, "what five alike score in all, whatever the face, five 3s included"
    )
    match_target: int = switch(
        150, integer(1, 10_000), "points on the sheet that make a match's round the last"
    )

    def worth(self, counts: Sequence[int]) -> int:
        """Score the dice in play.

        Parameters
        ----------
        counts : sequence of int, length 6
            How many dice show each face, at most five in all.

        Returns
        -------
        int
            The faces of the plant-eaters and the bonuses of their herds.
        """
        if max(counts) == N_DICE:
            return self.quintet
        bonus = (0, 0, self.pair, self.triple, self.four)
        return sum(
            face * count + bonus[count]
            for face, count in enumerate(counts, 1)
            if face != TYRANNOSAUR
        )

    def hungry(self, counts: Sequence[int], rolled: Sequence[int]) -> int:
        """Count the 3s that must eat after a roll.

        Parameters
        ----------
        counts : sequence of int, length 6
            All dice in play, those just rolled included.
        rolled : sequence of int, length 6
            Those just rolled.

        Returns
        -------
        int
            0 for five 3s, which are a quintet: nothing is left to eat, and nothing needs to be.
        """
        threes = counts[TYRANNOSAUR - 1]
        if threes == N_DICE:
            return 0
        return threes if self.eats == "showing" else rolled[TYRANNOSAUR - 1]


PRESETS = {"niebling": DinoDiceRules(), "always-hungry": DinoDiceRules(eats="showing")}
