"""What a policy does in every position of two, found by asking its compiled decisions.

Every roll of every state of a draw is shown to it, weighed by its chance: the same as
:mod:`simulators.killer.exact` in plain Python, but for thousands of positions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import kernel, pointer
from simulators.decisions import decision_address
from simulators.dice import faces_of, multisets
from simulators.killer.decide_fight import looks_at_lives
from simulators.killer.draw_states import N_STATES, PLACE, START, SUMS
from simulators.killer.drawing import Rolls, rolls_table
from simulators.killer.duel_kernel import MOST_DAMAGE, Conduct
from simulators.killer.limits import MAX_PLAYERS, N_DICE
from simulators.killer.rules import KillerRules
from simulators.killer.signatures import SIGNATURES, STATE, ask
from simulators.killer.state import ALONE, ATTACK, KillerState
from simulators.policy import Policy

# Coin flips that nothing enumerated may depend on.
_NOISES = (0, (1 << 62) + 1, (1 << 63) - 1)


def conduct(policy: Policy, rules: KillerRules, most: int) -> Conduct:
    """Find out what a built-in policy does in its turns, in all positions of two.

    Parameters
    ----------
    most : int
        The most life points that a player can have.

    Raises
    ------
    ValueError
        If it flips coins.
    """
    n = most + 1
    order = (0, 1, *[-1] * (MAX_PLAYERS - 2))
    seen = _shown(ALONE._replace(phase=ATTACK, players=2, alive=2, order=order))
    sums = np.empty((n, n, len(SUMS)))
    again = np.zeros((MOST_DAMAGE + 1, n, n), dtype=np.bool_)
    keep, repeat = (
        (decision_address(policy, name, SIGNATURES[name]), policy.numbers(name, rules))
        for name in ("keep", "again")
    )
    by_lives, by_damage = looks_at_lives(policy), rules.repeat == "same_damage"
    steady = conduct_kernel(
        rolls_table(), roll_faces(), *keep, *repeat, seen, by_lives, by_damage, sums, again
    )
    if not steady:
        raise _flips_coins(policy)
    half = np.full((n, n), 0.5)
    return Conduct(sums, again, half, np.full((MOST_DAMAGE + 1, n, n), np.nan))


def drawn_lives(policy: Policy, rules: KillerRules, seat: int, seen: int) -> NDArray[np.float64]:
    """Compute how likely each life is that a player of two draws.

    Parameters
    ----------
    seat : int
        0 or 1.
    seen : int
        The life drawn in seat 0 before seat 1 draws; 0 for seat 0.

    Returns
    -------
    ndarray of float64, shape (31,)
        By the sums 6 to 36.
    """
    state = ALONE._replace(
        seat=seat, players=2, alive=2, lives=(seen, 0, *[-1] * (MAX_PLAYERS - 2))
    )
    chances = np.empty(N_STATES)
    address = decision_address(policy, "keep", SIGNATURES["keep"])
    numbers = policy.numbers("keep", rules)
    if not enumerate_kernel(rolls_table(), roll_faces(), address, numbers, _shown(state), chances):
        raise _flips_coins(policy)
    return chances[: len(SUMS)]


def _shown(state: KillerState) -> NDArray[Any]:
    """Hand a state to compiled code, which may write to it."""
    return np.array([tuple(state)], dtype=STATE)


def _flips_coins(policy: Policy) -> ValueError:
    return ValueError(f"policy {policy.label} flips coins: its turns can't be enumerated")


@lru_cache(maxsize=1)
def roll_faces() -> NDArray[np.int64]:
    """List the faces of every roll in :func:`rolls_table`, the highest first, then 0."""
    rows = [faces_of(counts)[::-1] for n in range(1, N_DICE + 1) for counts in multisets(n)]
    return np.array([[*row, *[0] * (N_DICE - len(row))] for row in rows], dtype=np.int64)


@kernel
def enumerate_kernel(
    rolls: Rolls,
    faces: NDArray[np.int64],
    keep: int,
    numbers: NDArray[np.float64],
    shown: NDArray[Any],
    chances: NDArray[np.float64],
) -> bool:
    """Compute how likely a draw gets to each of its states; say whether no coin decides.

    Parameters
    ----------
    keep, numbers
        Address of the policy's compiled decision, and what it reads.
    shown : ndarray of one record
        The state that the policy sees; of it the dice are written.
    chances : ndarray of float64, shape (112,)
        Filled in.
    """
    seen = shown[0]
    table = pointer(numbers, 0)
    chances[:] = 0.0
    chances[START] = 1.0
    for n in range(N_DICE, 0, -1):
        n_outcomes = 6.0**n
        for aside in range(N_DICE - n, 6 * (N_DICE - n) + 1):
            here = chances[PLACE[n] + aside]
            if here == 0.0:
                continue
            seen.dice = n
            seen.aside = aside
            for roll in range(rolls.first[n], rolls.first[n + 1]):
                for i in range(N_DICE):
                    seen.faces[i] = faces[roll, i]
                choice = -1
                for noise in _NOISES:
                    seen.noise = noise
                    answer = ask(keep, seen, table)
                    if answer < 1 or answer >= 1 << n or (choice >= 0 and answer != choice):
                        return False
                    choice = answer
                left = n
                total = aside
                for i in range(n):
                    if choice >> i & 1:
                        left -= 1
                        total += faces[roll, i]
                chances[PLACE[left] + total] += here * rolls.ways[roll] / n_outcomes
    return True


@kernel
def conduct_kernel(
    rolls: Rolls,
    faces: NDArray[np.int64],
    keep: int,
    keep_numbers: NDArray[np.float64],
    again: int,
    again_numbers: NDArray[np.float64],
    shown: NDArray[Any],
    by_lives: bool,
    by_damage: bool,
    sums: NDArray[np.float64],
    repeats: NDArray[np.bool_],
) -> bool:
    """Fill in what :class:`Conduct` says of a policy; say whether no coin decides.

    Parameters
    ----------
    by_lives : bool
        Whether draws have to be enumerated for each pair of life points.
    by_damage : bool
        Whether a damage repeats, so that the rows of `repeats` are damages.
    """
    seen = shown[0]
    table = pointer(again_numbers, 0)
    n_lives = sums.shape[0]
    chances = np.empty(N_STATES)
    for a in range(n_lives):
        for b in range(n_lives):
            if a + b > 12 * N_DICE:
                continue
            seen.life = a
            seen.lives[0] = a
            seen.lives[1] = b
            if by_lives or a + b == 0:
                seen.strength = 0
                seen.hits = 0
                seen.dealt = 0
                if not enumerate_kernel(rolls, faces, keep, keep_numbers, shown, chances):
                    return False
            sums[a, b] = chances[: sums.shape[2]]
            for i in range(N_DICE):
                seen.faces[i] = 0
            seen.dice = 0
            seen.hits = 1
            for row in range(1, repeats.shape[0]):
                seen.dealt = row
                seen.strength = 1 if by_damage else min(row, 6)
                repeats[row, a, b] = ask(again, seen, table) == 1
    return True
