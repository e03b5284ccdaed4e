"""Tell a designer what is wrong with the rules as written: players who can never finish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simulators.marathon.distances import dead_distances, in_words, stretches
from simulators.marathon.exact import outlook
from simulators.marathon.policies import GREEDY
from simulators.marathon.rules import MarathonRules
from simulators.policy import Policy

#: Dice from the distance on at which nothing but ones can't overshoot.
ONES_FIT_FROM = (11, 111, 1111)
_SHOWN = 5


@dataclass(frozen=True)
class DeadEnds:
    """Where and how often players get stuck under a set of rules, exactly.

    Attributes
    ----------
    policy : str
        Label of the policy that the chances are of.
    dead : tuple of int
        Every distance left from which nobody can ever finish, ascending.
    stuck, lost : float
        Chance of a runner alone to get stuck, and to get stuck or be eliminated.
    at : mapping of (int, int) to float
        Chance to get stuck on each stretch of dead distances: (first, last).
    from_here : mapping of int to float
        For each distance that a runner may come to and that isn't dead: the chance that he gets
        stuck later on, ascending by distance.
    repair : tuple of int, optional
        Values of the switch `dice_from` that leave no dead distance; ``None`` where there is none
        anyway, or these don't help.
    """

    policy: str
    dead: tuple[int, ...]
    stuck: float
    lost: float
    at: Mapping[tuple[int, int], float]
    from_here: Mapping[int, float]
    repair: tuple[int, ...] | None

    @property
    def lines(self) -> tuple[str, ...]:
        """What the designer should know, a sentence each."""
        if not self.dead:
            return ("No distance is dead: from everywhere some rolls lead to the finish.",)
        lines = [
            f"Players can get stuck: no roll can ever help from {len(self.dead):,} "
            f"distance{'s' if len(self.dead) > 1 else ''} left ({in_words(self.dead)}).",
            f"A runner who plays {self.policy} gets stuck in {100 * self.stuck:.3g} % of runs"
            + (f": {self._where()}." if self.stuck else "."),
        ]
        if self.stuck:
            left, chance = max(self.from_here.items(), key=lambda item: (item[1], -item[0]))
            lines.append(
                f"The most dangerous distance to come to is {left} m left: stuck from there in "
                f"{100 * chance:.3g} % of runs."
            )
            lines.append(
                f"Two who play so end without a winner in {100 * self.lost**2:.3g} % of matches."
            )
        if self.repair:
            lines.append(
                f"With dice_from={'/'.join(map(str, self.repair))} (two, three and four dice only "
                f"where ones still fit) no distance is dead."
            )
        return tuple(lines)

    def _where(self) -> str:
        """Write the likeliest stretches, and the others together."""
        ordered = sorted(self.at.items(), key=lambda item: -item[1])
        parts = [
            f"{100 * chance:.3g} % at {a if a == b else f'{a} to {b}'} m"
            for (a, b), chance in ordered[:_SHOWN]
            if chance
        ]
        if elsewhere := sum(chance for _, chance in ordered[_SHOWN:]):
            parts.append(f"{100 * elsewhere:.3g} % elsewhere")
        return ", ".join(parts)


def dead_ends(rules: MarathonRules, policy: Policy | None = None) -> DeadEnds:
    """Look for dead distances, and compute how often a policy runs into them.

    Parameters
    ----------
    rules : MarathonRules
    policy : Policy, optional
        `greedy` by default; one that looks neither at the turn nor at its noise.

    Raises
    ------
    ValueError
        If the policy does.

    Examples
    --------
    >>> for line in dead_ends(MarathonRules()).lines:
    ...     print(line)
    Players can get stuck: no roll can ever help from 123 distances left (10, 100-110 and ...
    A runner who plays greedy gets stuck in 12.7 % of runs: 4.53 % at 10 m, 4.17 % at 1000 to ...
    """
    chosen = policy or GREEDY()
    found = outlook(rules, chosen)
    dead = tuple(sorted(rules.dead))
    repaired = dead_distances(rules.distance, ONES_FIT_FROM)
    return DeadEnds(
        policy=chosen.label,
        dead=dead,
        stuck=float(found.stuck[rules.distance]),
        lost=float(found.stuck[rules.distance] + found.eliminated[rules.distance]),
        at={(a, b): float(found.visited[a : b + 1].sum()) for a, b in stretches(dead)},
        from_here={
            left: float(found.stuck[left])
            for left in range(1, rules.distance + 1)
            if found.visited[left] > 0 and left not in rules.dead
        },
        repair=ONES_FIT_FROM if dead and not repaired else None,
    )
