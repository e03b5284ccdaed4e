"""Random numbers: every game of every seed has a stream of its own.

The generator is SplitMix64 with one increment per stream, as in Java's ``SplittableRandom`` [1]_.
Draw *i* of a stream is ``mix64(start + (i + 1) * gamma)`` modulo 2**64, so any draw of any game can
be computed alone, in any order, on any machine.

Game *g* of seed *s* is the *g*-th split of the generator seeded with the first output of
``SplitMix64(s)``: hashing the seed first keeps neighbouring seeds apart, and because each stream has
its own odd increment, no two of them are shifted copies of one another.

Within a game, draws are addressed by turn and roll::

    index = turn * TURN_STRIDE + roll                           dice
    index = turn * TURN_STRIDE + NOISE_OFFSET + seat * 2**16 + roll    a policy's own coin flips

so two policies on one seed see the same dice on the same roll of the same turn, whatever each of
them did before (common random numbers), and a policy that flips coins doesn't disturb the dice.

A roll of *n* <= 6 dice takes one draw: its top 48 bits, times 6**n, over 2**48. Each of the 6**n
ordered outcomes then has a chance within 2**-48 of 1/6**n, a relative error below 1.7e-10: invisible
before some 10**19 games.

A roll of up to 13 dice takes one draw too: all its 64 bits, times 6**n, over 2**64. Each outcome
then has a chance within 2**-64 of 1/6**n, for 13 dice a relative error below 7.1e-10.

References
----------
.. [1] G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA
   2014. Finalisers: D. Stafford's variant 13 of MurmurHash3's, and MurmurHash3's own for increments.
"""

from __future__ import annotations

from operator import index
from secrets import randbelow
from typing import Any

import numpy as np

from simulators.accelerate import compiled

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
TURN_STRIDE = np.uint64(1 << 20)
NOISE_OFFSET = np.uint64(1 << 19)
SEAT_STRIDE = np.uint64(1 << 16)

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(2**32 - 1)
_ALTERNATING = np.uint64(0xAAAAAAAAAAAAAAAA)


def check_seed(seed: Any) -> int:
    """Return `seed` as an int from 0 to 2**64 - 1; draw one where it is ``None``.

    Raises
    ------
    ValueError, TypeError
        If it is no integer or out of range. Zero is a seed like any other.
    """
    if seed is None:
        return randbelow(2**32)
    if isinstance(seed, bool):
        raise TypeError(f"seed must be an integer from 0 to 2**64 - 1, not {seed!r}")
    try:
        value = index(seed)
    except TypeError:
        raise TypeError(f"seed must be an integer from 0 to 2**64 - 1, not {seed!r}") from None
    if not 0 <= value < 2**64:
        raise ValueError(f"seed must be an integer from 0 to 2**64 - 1, not {seed!r}")
    return value


@compiled
def mix64(z: np.uint64) -> np.uint64:
    """Scramble 64 bits (Stafford's variant 13)."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def _count_bits(z: np.uint64) -> np.uint64:
    z = z - ((z >> _ONE) & np.uint64(0x5555555555555555))
    z = (z & np.uint64(0x3333333333333333)) + ((z >> _TWO) & np.uint64(0x3333333333333333))
    z = (z + (z >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (z * np.uint64(0x0101010101010101)) >> np.uint64(56)


@compiled
def mix_gamma(z: np.uint64) -> np.uint64:
    """Turn 64 bits into an odd increment with enough bit changes to be a good one."""
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    z = (z ^ (z >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    z = (z ^ (z >> np.uint64(33))) | _ONE
    if _count_bits(z ^ (z >> _ONE)) < np.uint64(24):
        z ^= _ALTERNATING
    return z


@compiled
def seed_key(seed: np.uint64) -> np.uint64:
    """Hash a seed: the first output of ``SplitMix64(seed)``."""
    return mix64(seed + GOLDEN_GAMMA)


@compiled
def open_stream(key: np.uint64, game: int) -> tuple[np.uint64, np.uint64]:
    """Return ``(start, gamma)`` of a game's stream; `key` is :func:`seed_key` of the seed."""
    before = key + (_TWO * np.uint64(game) + _ONE) * GOLDEN_GAMMA
    return mix64(before), mix_gamma(before + GOLDEN_GAMMA)


@compiled
def turn_start(start: np.uint64, gamma: np.uint64, turn: int) -> np.uint64:
    """Return the state before the first roll of a turn; add `gamma` for each roll after it."""
    return start + gamma * (np.uint64(turn) * TURN_STRIDE)


@compiled
def draw(turn_state: np.uint64, gamma: np.uint64, roll: int) -> np.uint64:
    """Return the 64 random bits of roll number `roll` (from 0) of the turn."""
    return mix64(turn_state + gamma * (np.uint64(roll) + _ONE))


@compiled
def draw_noise(turn_state: np.uint64, gamma: np.uint64, seat: int, roll: int) -> np.uint64:
    """Return 64 random bits for the policy in `seat`, apart from all dice."""
    offset = NOISE_OFFSET + np.uint64(seat) * SEAT_STRIDE + np.uint64(roll)
    return mix64(turn_state + gamma * (offset + _ONE))


@compiled
def bounded(bits: np.uint64, n: int) -> int:
    """Map 64 random bits to 0 ... n - 1, for n up to 65536; each within 2**-48 of 1/n."""
    scaled = ((bits >> np.uint64(16)) * np.uint64(n)) >> np.uint64(48)
    return np.int64(scaled)  # type: ignore[return-value]


@compiled
def split_bits(bits: np.uint64, n: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Read 64 bits as a fraction of 1, for n up to 2**32: floor(n * fraction), and what is left.

    Splitting by 6**a and what is left by 6**b gives the first *a* and the next *b* base-6 digits of
    the fraction, most significant first: together exactly ``bits * 6**(a + b) >> 64``.
    """
    low = (bits & _LOW_HALF) * n
    high = (bits >> _HALF) * n + (low >> _HALF)
    return high >> _HALF, (high << _HALF) | (low & _LOW_HALF)
