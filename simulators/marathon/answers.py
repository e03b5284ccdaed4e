"""What a policy answers to every roll at every distance, asked outside of any game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel, pointer
from simulators.decisions import decision_address
from simulators.dice import FACES
from simulators.errors import PolicyError
from simulators.marathon.kernels import CHOOSE, ask
from simulators.marathon.limits import MAX_DICE, MAX_TURNS
from simulators.marathon.reference import formed_by
from simulators.marathon.rules import MarathonRules
from simulators.marathon.state import DECLINE, Numbers, Runner
from simulators.policy import Policy

MOST_ROLLS = 126
MOST_NUMBERS = 24
#: Turns and noises with which a policy is asked again, to find out whether they matter to it.
_AGAIN = ((2, 2**62), (30, 2**63 - 1), (MAX_TURNS, 2**61 + 2**50))


@dataclass(frozen=True)
class Rolls:
    """The rolls of a number of dice that a player can tell apart.

    Attributes
    ----------
    numbers : tuple of list of int
        What each can form, ascending.
    chances : ndarray of float64, shape (n_rolls,)
    """

    numbers: tuple[list[int], ...]
    chances: NDArray[np.float64]


@lru_cache(maxsize=MAX_DICE)
def rolls_of(n_dice: int) -> Rolls:
    """List the rolls of `n_dice` dice and how likely they are, by writing out every order."""
    ways = Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=n_dice))
    numbers = tuple(formed_by(faces) for faces in ways)
    return Rolls(numbers, np.array(list(ways.values())) / 6**n_dice)


@lru_cache(maxsize=1)
def _offers() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lay out the numbers, and how many there are, by dice and roll."""
    numbers = np.zeros((MAX_DICE + 1, MOST_ROLLS, MOST_NUMBERS), dtype=np.int64)
    counts = np.zeros((MAX_DICE + 1, MOST_ROLLS), dtype=np.int64)
    for n_dice in range(1, MAX_DICE + 1):
        for roll, formed in enumerate(rolls_of(n_dice).numbers):
            numbers[n_dice, roll, : len(formed)] = formed
            counts[n_dice, roll] = len(formed)
    return numbers, counts


def dice_by_distance(rules: MarathonRules) -> NDArray[np.int64]:
    """Count the dice that are rolled at 0, 1, ... metres left."""
    lefts = np.arange(rules.distance + 1)
    dice = np.ones(lefts.size, dtype=np.int64)
    for threshold in rules.dice_from:
        dice += lefts >= threshold
    return dice


def moves_at(
    rules: MarathonRules,
    policy: Policy,
    lefts: NDArray[np.int64],
    turn: int = 1,
    noise: int = 0,
) -> NDArray[np.int16]:
    """Ask a policy how far it runs from some distances, with every roll.

    Parameters
    ----------
    lefts : ndarray of int64, shape (n,)
        Metres left, each 1 or more.
    turn, noise : int
        What else the policy sees; it runs alone.

    Returns
    -------
    ndarray of int16, shape (n, 126)
        Metres by distance and roll, 0 to stay. Where fewer dice are rolled, the rest of a row is 0.

    Raises
    ------
    PolicyError
        If the policy raises or chooses a number that isn't there; names policy and state.
    """
    numbers, counts = _offers()
    dice = dice_by_distance(rules)[lefts]
    address = decision_address(policy, "choose", CHOOSE)
    moves = np.zeros((lefts.size, MOST_ROLLS), dtype=np.int16)
    own = policy.numbers("choose", rules)
    wrong = _ask_kernel(address, own, numbers, counts, lefts, dice, turn, noise, moves)
    if wrong >= 0:
        raise _complaint(rules, policy, int(lefts[wrong]), turn, noise)
    return moves


@kernel
def _ask_kernel(
    address: int,
    own: NDArray[np.float64],
    numbers: NDArray[np.int64],
    counts: NDArray[np.int64],
    lefts: NDArray[np.int64],
    dice: NDArray[np.int64],
    turn: int,
    noise: int,
    moves: NDArray[np.int16],
) -> int:
    """Fill in `moves`; return the place of the first distance with a wrong answer, -1 without."""
    from_here, flat = pointer(own, 0), pointer(numbers, 0)
    for i in range(lefts.size):
        for roll in range(counts.shape[1]):
            count = counts[dice[i], roll]
            if count == 0:
                break
            place = (dice[i] * counts.shape[1] + roll) * numbers.shape[2]
            answer = ask(
                address,
                Runner(lefts[i], dice[i], turn, 0, 0, noise),
                Numbers(count, pointer(flat, place)),
                from_here,
            )
            if answer != DECLINE and (answer < 0 or answer >= count):
                return i
            moves[i, roll] = 0 if answer == DECLINE else flat[place + answer]
    return -1


@dataclass(frozen=True)
class Answers:
    """A policy's answers at every distance.

    Attributes
    ----------
    moves : ndarray of int16, shape (distance + 1, 126)
        See :func:`moves_at`; the rows of 0 metres and of dead distances are 0.
    looks_at_turn : bool
        Whether the answers change with the number of the turn; `moves` are those of turn 1.
    """

    moves: NDArray[np.int16]
    looks_at_turn: bool


@lru_cache(maxsize=8)
def answers_of(rules: MarathonRules, policy: Policy) -> Answers:
    """Ask a policy at every distance, and again at other turns and with other noise.

    Raises
    ------
    ValueError
        If the answers change with the noise: there is nothing exact to be said then.
    """
    lefts = np.array([d for d in range(1, rules.distance + 1) if d not in rules.dead])
    first = moves_at(rules, policy, lefts)
    changed = [
        (turn, noise)
        for turn, noise in _AGAIN
        if not np.array_equal(moves_at(rules, policy, lefts, turn, noise), first)
    ]
    for turn, noise in changed:
        same_turn = moves_at(rules, policy, lefts, turn)
        if not np.array_equal(moves_at(rules, policy, lefts, turn, noise), same_turn):
            raise ValueError(f"policy {policy.label} flips coins: there are no exact values for it")
    moves = np.zeros((rules.distance + 1, MOST_ROLLS), dtype=np.int16)
    moves[lefts] = first
    moves.flags.writeable = False
    return Answers(moves, bool(changed))


def _complaint(
    rules: MarathonRules, policy: Policy, left: int, turn: int, noise: int
) -> PolicyError:
    """Ask in plain Python what went wrong."""
    own, dice = policy.numbers("choose", rules), rules.dice(left)
    runner = Runner(left, dice, turn, 0, 0, noise)
    for formed in rolls_of(dice).numbers:
        try:
            answer = policy.decide("choose", runner, Numbers(len(formed), formed), numbers=own)
        except PolicyError as error:
            return error
        if not DECLINE <= answer < len(formed):
            break
    reason = f"chose no number from 0 to {len(formed) - 1}, nor {DECLINE} to stay"
    return PolicyError(policy.complaint(reason, runner))
