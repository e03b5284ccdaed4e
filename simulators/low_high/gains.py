"""What rolling on gains over stopping, exactly, by dice left and highest face kept.

The turn's tracks form no loop, for every set kept shows a higher face than the one before. So the
chance that a policy gets to each is found from the turn's start on, and the value of rolling there,
the policy being followed afterwards, from the turn's end back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from simulators.low_high.exact import TurnTree
from simulators.low_high.reference import Player, Situation, Tracks
from simulators.low_high.rules import LowHighRules
from simulators.low_high.start import check_scores
from simulators.policy import Policy


@dataclass(frozen=True)
class Choice:
    """Stop or roll, with some dice left above some highest face.

    Attributes
    ----------
    chance : float
        How likely a turn of the policy comes here; 0 where it never does.
    stops : float
        Share of these cases in which the policy stops.
    gain : float
        Expected points of rolling and then following the policy, minus those of stopping: the mean
        over the ways in which the turn comes here. Where it never does, as if all other dice were
        one set of the first roll.
    """

    chance: float
    stops: float
    gain: float


@dataclass
class _Values:
    """Expected points of rolling, remembered for each position."""

    tree: TurnTree
    known: dict[Tracks, float]

    def rolling(self, tracks: Tracks, rolls: int) -> float:
        """Value a roll from tracks that `rolls` rolls led to."""
        if tracks not in self.known:
            kept, ended = self.tree.after_roll(tracks, rolls)
            points = self.tree.player.points
            value = sum(chance * points(end) for end, chance in ended.items())
            for after, chance in kept.items():
                over = self.tree.ends(after, rolls + 1)
                value += chance * (points(after) if over else self.rolling(after, rolls + 1))
            self.known[tracks] = value
        return self.known[tracks]


def _arrivals(tree: TurnTree) -> dict[Tracks, tuple[int, float]]:
    """Find where a policy decides, after how many rolls and with what chance.

    The number of rolls is that of the faces kept: each roll but the last of a turn keeps a set.
    """
    found: dict[Tracks, tuple[int, float]] = {}
    layer: Mapping[Tracks, float] = {Tracks(): 1.0}
    rolls = 0
    while layer:
        arrived: dict[Tracks, float] = defaultdict(float)
        for tracks, before in layer.items():
            for after, chance in tree.after_roll(tracks, rolls)[0].items():
                arrived[after] += before * chance
        rolls += 1
        deciding = {t: chance for t, chance in arrived.items() if tree.player.dice_left(t)}
        found |= {tracks: (rolls, chance) for tracks, chance in deciding.items()}
        layer = {t: chance for t, chance in deciding.items() if not tree.ends(t, rolls)}
    return found


def choices_in_turn(
    rules: LowHighRules,
    policy: Policy,
    *,
    score: int | None = None,
    best_opponent: int = 0,
) -> dict[tuple[int, int], Choice]:
    """Compute stop-or-roll for every number of dice left and every highest face kept.

    Parameters
    ----------
    rules : LowHighRules
        With two dice at least: with one there is nothing to decide.
    policy : Policy
        What the player does, and follows after the roll in question.
    score : int, optional
        Own total before the turn; without one no match is on.
    best_opponent : int

    Returns
    -------
    dict of (int, int) to Choice
        Keys are dice left, 1 to ``rules.dice - 1``, and highest face kept, 1 to 6.

    Raises
    ------
    ValueError
        With a single die, or for totals with which no turn is played.

    Examples
    --------
    >>> from simulators.low_high import LOW_HIGH
    >>> found = choices_in_turn(LOW_HIGH.rules(switches={"dice": 2}), LOW_HIGH.policy("card"))
    >>> round(found[1, 1].gain, 9), round(found[1, 6].gain, 9)  # five to one for, and all against
    (0.666666667, -1.0)
    """
    if rules.dice < 2:
        raise ValueError("switch dice must be at least 2: with 1 there is nothing to decide")
    check_scores(rules, score, best_opponent)
    tree = TurnTree(Player(policy, rules), Situation(score, best_opponent))
    values = _Values(tree, {})
    grouped: dict[tuple[int, int], list[tuple[Tracks, int, float]]] = defaultdict(list)
    for tracks, (rolls, chance) in _arrivals(tree).items():
        place = tree.player.dice_left(tracks), tracks.highest
        grouped[place].append((tracks, rolls, chance))
    found = {}
    for dice in range(1, rules.dice):
        for face in range(1, 7):
            cases = grouped.get((dice, face))
            reached = cases is not None
            if cases is None:
                cases = [(Tracks().with_set(face, rules.dice - dice), 1, 1.0)]
            total = sum(chance for _, _, chance in cases)
            stops = sum(chance for tracks, rolls, chance in cases if tree.ends(tracks, rolls))
            gain = sum(
                chance * (values.rolling(tracks, rolls) - tree.player.points(tracks))
                for tracks, rolls, chance in cases
            )
            found[dice, face] = Choice(total if reached else 0.0, stops / total, gain / total)
    return found
