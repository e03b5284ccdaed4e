"""One turn in plain Python, logging every roll, choice and score.

This is the second implementation of the rules. It shares no table and no compiled code with the
kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from simulators.dice import counts_of
from simulators.errors import PolicyError
from simulators.low_high.rules import LowHighRules
from simulators.low_high.scoring import turn_points
from simulators.low_high.start import NO_DICE
from simulators.low_high.state import OUT_OF_REACH, KeepOptions, TurnState
from simulators.policy import Policy

_PER_DRAW = 13


class Dice(Protocol):
    """What throws the dice: a :class:`~simulators.plain_stream.PlainStream`, or a test's script."""

    def many_dice(self, turn: int, draw: int, n_dice: int) -> tuple[int, ...]: ...


@dataclass(frozen=True)
class Situation:
    """What doesn't change during a turn; without an own score, no match is on."""

    score: int | None = None
    best_opponent: int = 0


@dataclass(frozen=True)
class Tracks:
    """The dice that are locked.

    Attributes
    ----------
    kept : tuple of int, length 6
        The good track, by face.
    bad : int
    """

    kept: tuple[int, ...] = NO_DICE
    bad: int = 0

    @property
    def good(self) -> int:
        return sum(self.kept)

    @property
    def highest(self) -> int:
        """The highest face kept; 0 without any."""
        return max((face for face, count in enumerate(self.kept, 1) if count), default=0)

    def with_bad(self, count: int) -> Tracks:
        return Tracks(self.kept, self.bad + count)

    def with_set(self, face: int, count: int) -> Tracks:
        kept = list(self.kept)
        kept[face - 1] = count
        return Tracks(tuple(kept), self.bad)


@dataclass(frozen=True)
class TurnResult:
    """How a turn went: its score, the tracks at its end, and the sets and rolls made in it."""

    points: int
    tracks: Tracks
    sets: int
    rolls: int


def roll_dice(stream: Dice, turn: int, roll: int, n_dice: int) -> tuple[int, ...]:
    """Throw: each roll has two draws of the stream, the second from the 14th die on."""
    faces = stream.many_dice(turn, 2 * roll, min(n_dice, _PER_DRAW))
    if n_dice > _PER_DRAW:
        faces += stream.many_dice(turn, 2 * roll + 1, n_dice - _PER_DRAW)
    return faces


def options_of(counts: Sequence[int], highest: int) -> KeepOptions:
    """Show the sets that may be kept as a policy sees them."""
    sets = [(face, n) for face, n in enumerate(counts, 1) if n and face > highest]
    return KeepOptions(len(sets), tuple(face for face, _ in sets), tuple(n for _, n in sets))


@dataclass
class Player:
    """A policy at the table, asked one question at a time."""

    policy: Policy
    rules: LowHighRules
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = {
            decision: self.policy.numbers(decision, self.rules)
            for decision in self.policy.family.decisions
        }

    def dice_left(self, tracks: Tracks) -> int:
        return self.rules.dice - tracks.good - tracks.bad

    def points(self, tracks: Tracks) -> int:
        return turn_points(self.rules, tracks.kept, tracks.bad)

    def see(self, situation: Situation, tracks: Tracks, rolls: int) -> TurnState:
        """Write down what the policy may know."""
        alone = situation.score is None
        score = situation.score or 0
        return TurnState(
            dice=self.dice_left(tracks),
            highest=tracks.highest,
            good=tracks.good,
            bad=tracks.bad,
            points=self.points(tracks),
            rolls=rolls,
            kept=tracks.kept,
            score=score,
            need=OUT_OF_REACH if alone else self.rules.target - score,
            best_opponent=situation.best_opponent,
            pips=int(self.rules.pips),
            descending=int(self.rules.descending),
        )

    def keeps(self, state: TurnState, options: KeepOptions) -> int:
        """Ask which set to keep; one must be."""
        answer = self.policy.decide("keep", state, options, numbers=self._numbers["keep"])
        if not 0 <= answer < options.count:
            allowed = f"which must be an option from 0 to {options.count - 1}: a set must be kept"
            raise PolicyError(
                self.policy.complaint(f"returned {answer} for keep, {allowed},", state)
            )
        return answer

    def stops(self, state: TurnState) -> bool:
        """Ask whether to stop; anything but 0 or 1 is an error."""
        answer = self.policy.decide("stop", state, numbers=self._numbers["stop"])
        if answer not in (0, 1):
            reason = f"returned {answer} for stop, which must be 0 or 1"
            raise PolicyError(self.policy.complaint(reason, state))
        return bool(answer)

    def play_turn(
        self, stream: Dice, turn: int, situation: Situation, tracks: Tracks = Tracks()
    ) -> TurnResult:
        """Play a turn, from its beginning or from dice on the tracks."""
        rolls = sets = 0
        while True:
            faces = roll_dice(stream, turn, rolls, self.dice_left(tracks))
            rolls += 1
            counts = counts_of(faces)
            gone = sum(counts[: tracks.highest])
            self.log.append(f"  roll {rolls}: {' '.join(map(str, sorted(faces)))}")
            if gone:
                self.log.append(f"    {gone} not above {tracks.highest}: bad track")
                tracks = tracks.with_bad(gone)
            if self.dice_left(tracks) == 0:
                return self._end("no die left to keep", tracks, sets, rolls)
            options = options_of(counts, tracks.highest)
            choice = self.keeps(self.see(situation, tracks, rolls), options)
            face, size = options.face[choice], options.dice[choice]
            tracks = tracks.with_set(face, size)
            sets += 1
            left = self.dice_left(tracks)
            self.log.append(
                f"    keeps {' '.join([str(face)] * size)}: good {tracks.good}, bad {tracks.bad}, "
                f"{self.points(tracks)} points, {left} left"
            )
            if left == 0:
                return self._end("all dice are locked", tracks, sets, rolls)
            if self.stops(self.see(situation, tracks, rolls)):
                return self._end("stops", tracks, sets, rolls)

    def _end(self, reason: str, tracks: Tracks, sets: int, rolls: int) -> TurnResult:
        points = self.points(tracks)
        self.log.append(f"  {reason}: the turn scores {points}")
        return TurnResult(points, tracks, sets, rolls)
