"""The exact distribution of a turn under any policy, by enumeration.

From the tracks that a turn can have after *r* rolls, each with its probability, one roll leads to
those after *r* + 1. Of a roll only the dice above the highest face kept need telling apart: rolls
with as many bad dice and the same sets above are weighed together, and the policy is asked in plain
Python. A turn has at most six rolls, so nothing is left over. All thirteen dice take from a
fraction of a second, for policies that stop early, to some seconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from typing import NamedTuple

from simulators.low_high.reference import Player, Situation, Tracks, options_of
from simulators.low_high.rules import LowHighRules
from simulators.low_high.start import NO_DICE, check_position, check_scores
from simulators.policy import Policy


class End(NamedTuple):
    """How a turn ended, metric by metric."""

    points: int
    sets: int
    highest_face: int
    below_zero: int
    good: int
    bad: int
    rolls: int


@dataclass(frozen=True)
class TurnDistribution:
    """How a turn ends, exactly.

    Attributes
    ----------
    ends : mapping of End to float
        Probability of each way to end; they add up to 1.
    """

    ends: Mapping[End, float]

    def of(self, metric: str) -> dict[int, float]:
        """Return the probability of each value of one metric."""
        index = End._fields.index(metric)
        found: dict[int, float] = defaultdict(float)
        for end, chance in self.ends.items():
            found[end[index]] += chance
        return dict(sorted(found.items()))

    def mean_of(self, metric: str) -> float:
        """Return the expectation of one metric."""
        return sum(value * chance for value, chance in self.of(metric).items())

    @property
    def mean(self) -> float:
        """Expected points."""
        return self.mean_of("points")


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """List the ways to write a number as a sum of at most itself, the rest going nowhere."""
    if parts == 0:
        yield ()
        return
    for first in range(total + 1):
        for others in _compositions(total - first, parts - 1):
            yield (first, *others)


@lru_cache(maxsize=256)
def roll_outcomes(n_dice: int, highest: int) -> tuple[tuple[int, tuple[int, ...], float], ...]:
    """List what a roll can bring: bad dice, dice by face above `highest`, and how likely.

    Returns
    -------
    tuple of (int, tuple of int, float)
        The counts have all six faces, with 0 for those that go bad.
    """
    found = []
    for above in _compositions(n_dice, 6 - highest):
        bad = n_dice - sum(above)
        if bad and not highest:
            continue
        ways, left = highest**bad, n_dice
        for count in above:
            ways *= comb(left, count)
            left -= count
        found.append((bad, (0,) * highest + above, ways / 6**n_dice))
    return tuple(found)


@dataclass
class TurnTree:
    """The tracks that a turn leads to under a policy; answers are remembered.

    Tracks are here the counts of good dice by face, then the number of bad dice.
    """

    player: Player
    situation: Situation
    _after: dict[tuple[Tracks, int], tuple[Mapping[Tracks, float], Mapping[Tracks, float]]] = field(
        default_factory=dict
    )

    def after_roll(
        self, tracks: Tracks, rolls: int
    ) -> tuple[Mapping[Tracks, float], Mapping[Tracks, float]]:
        """Roll once more, `rolls` rolls after the turn's start.

        Returns
        -------
        kept, ended : mapping of Tracks to float
            Tracks after a set was kept, and those of turns that ended with nothing to keep.
        """
        key = tracks, rolls
        if key not in self._after:
            self._after[key] = self._roll(tracks, rolls)
        return self._after[key]

    def _roll(
        self, tracks: Tracks, rolls: int
    ) -> tuple[Mapping[Tracks, float], Mapping[Tracks, float]]:
        player, n_dice = self.player, self.player.dice_left(tracks)
        kept: dict[Tracks, float] = defaultdict(float)
        ended: dict[Tracks, float] = defaultdict(float)
        states = {}  # by bad dice: the same for all sets above
        for bad, counts, chance in roll_outcomes(n_dice, tracks.highest):
            if bad not in states:
                worse = tracks.with_bad(bad)
                states[bad] = worse, player.see(self.situation, worse, rolls + 1)
            worse, state = states[bad]
            if bad == n_dice:
                ended[worse] += chance
                continue
            options = options_of(counts, tracks.highest)
            choice = player.keeps(state, options)
            kept[worse.with_set(options.face[choice], options.dice[choice])] += chance
        return kept, ended

    def ends(self, tracks: Tracks, rolls: int) -> bool:
        """Tell whether the turn is over after a set was kept."""
        if self.player.dice_left(tracks) == 0:
            return True
        return self.player.stops(self.player.see(self.situation, tracks, rolls))


def turn_distribution(
    rules: LowHighRules,
    policy: Policy,
    *,
    score: int | None = None,
    best_opponent: int = 0,
    kept: Sequence[int] = NO_DICE,
    bad: int = 0,
) -> TurnDistribution:
    """Compute how a turn ends.

    Parameters
    ----------
    rules : LowHighRules
    policy : Policy
    score : int, optional
        Own total before the turn; without one no match is on.
    best_opponent : int
        The highest total among the others.
    kept : sequence of int, length 6
        Good dice at the start, by face; the turn goes on by rolling the dice left.
    bad : int
        Bad dice at the start.

    Returns
    -------
    TurnDistribution

    Raises
    ------
    ValueError
        If no turn can go on there.

    Examples
    --------
    >>> from simulators.low_high import LOW_HIGH
    >>> rules = LOW_HIGH.rules(switches={"dice": 2})
    >>> exact = turn_distribution(rules, LOW_HIGH.policy("largest-set-stop"))
    >>> round(exact.mean * 6, 9)  # one die, or two alike once in six rolls
    7.0
    """
    start = Tracks(check_position(rules, kept, bad), bad)
    check_scores(rules, score, best_opponent)
    tree = TurnTree(Player(policy, rules), Situation(score, best_opponent))
    found: dict[End, float] = defaultdict(float)
    layer: Mapping[Tracks, float] = {start: 1.0}
    rolls = 0
    while layer:
        rolling: dict[Tracks, float] = defaultdict(float)
        for tracks, before in layer.items():
            arrived, ended = tree.after_roll(tracks, rolls)
            for end, chance in ended.items():
                found[_end(tree.player, end, rolls, rolls + 1)] += before * chance
            for end, chance in arrived.items():
                rolling[end] += before * chance
        rolls += 1
        layer = {}
        for tracks, chance in rolling.items():
            if tree.ends(tracks, rolls):
                found[_end(tree.player, tracks, rolls, rolls)] += chance
            else:
                layer[tracks] = chance
    return TurnDistribution(dict(found))


def _end(player: Player, tracks: Tracks, sets: int, rolls: int) -> End:
    points = player.points(tracks)
    return End(points, sets, tracks.highest, int(points < 0), tracks.good, tracks.bad, rolls)
