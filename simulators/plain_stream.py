"""The random streams once more, in plain Python, for the reference players.

Nothing is shared with :mod:`simulators.streams` but the published constants: the two check each
other, and a reader can follow a replay with a pocket calculator.
"""

from __future__ import annotations

from dataclasses import dataclass

_MASK = 2**64 - 1
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def _mix64(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)


def _mix_gamma(z: int) -> int:
    z = (z ^ (z >> 33)) * 0xFF51AFD7ED558CCD & _MASK
    z = (z ^ (z >> 33)) * 0xC4CEB9FE1A85EC53 & _MASK
    z = (z ^ (z >> 33)) | 1
    return z ^ 0xAAAAAAAAAAAAAAAA if (z ^ (z >> 1)).bit_count() < 24 else z


@dataclass(frozen=True)
class PlainStream:
    """The stream of one game: `start` and odd increment `gamma`."""

    start: int
    gamma: int

    @classmethod
    def of_game(cls, seed: int, game: int) -> PlainStream:
        """Open the stream of game number `game` (from 0) of `seed`."""
        key = _mix64((seed + _GOLDEN_GAMMA) & _MASK)
        before = (key + (2 * game + 1) * _GOLDEN_GAMMA) & _MASK
        return cls(_mix64(before), _mix_gamma((before + _GOLDEN_GAMMA) & _MASK))

    def bits(self, index: int) -> int:
        """Return draw number `index`, 64 bits."""
        return _mix64((self.start + (index + 1) * self.gamma) & _MASK)

    def roll(self, turn: int, roll: int, n_dice: int) -> tuple[int, ...]:
        """Throw `n_dice` (1 to 6) dice: the faces of roll number `roll` of turn number `turn`."""
        outcome = (self.bits(turn * 2**20 + roll) >> 16) * 6**n_dice >> 48
        faces = []
        for _ in range(n_dice):
            outcome, digit = divmod(outcome, 6)
            faces.append(digit + 1)
        return tuple(faces)

    def many_dice(self, turn: int, draw: int, n_dice: int) -> tuple[int, ...]:
        """Throw up to 13 dice with one draw: the base-6 digits of ``bits * 6**n_dice >> 64``."""
        outcome = self.bits(turn * 2**20 + draw) * 6**n_dice >> 64
        faces = []
        for _ in range(n_dice):
            outcome, digit = divmod(outcome, 6)
            faces.append(digit + 1)
        return tuple(reversed(faces))

    def noise(self, turn: int, roll: int, seat: int = 0) -> int:
        """Return 63 random bits for the policy in `seat` at this roll, apart from all dice."""
        return self.bits(turn * 2**20 + 2**19 + seat * 2**16 + roll) >> 1
