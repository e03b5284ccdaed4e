"""One draw and one attack turn, compiled: what every kernel of the game is made of."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.accelerate import compiled, pointer
from simulators.killer.limits import MAX_HITS, N_DICE, PAR
from simulators.killer.rules import REPEATS, KillerRules
from simulators.killer.signatures import ask
from simulators.killer.state import ATTACK
from simulators.players import Players
from simulators.streams import bounded, draw, draw_noise

# How a turn ended.
DONE, ENDLESS, ILLEGAL = range(3)

SAME_STRENGTH, SAME_DAMAGE, NEW_STRENGTH, NONE = range(len(REPEATS))

# Which of the noise of a roll each decision gets.
_KEEP, _TARGET, _AGAIN = range(3)
_N_NOISE = 4

N_OUTCOMES = tuple(6**n for n in range(N_DICE + 1))
#: Where the outcomes of so many dice begin in the table of faces.
FIRST_OUTCOME = tuple(sum(6**m for m in range(1, n)) for n in range(N_DICE + 1))


class TurnRules(NamedTuple):
    """The switches that a turn needs, as integers."""

    repeat: int
    steal: int


class Turn(NamedTuple):
    """What an attack turn brought.

    Attributes
    ----------
    strength : int
        Of its first draw, -24 to 6.
    hits, dealt, loss : int
        Rolls that did damage, all the damage they did, and what the attacker lost.
    rolls, ending : int
    """

    strength: int
    hits: int
    dealt: int
    loss: int
    rolls: int
    ending: int


def turn_rules(rules: KillerRules) -> TurnRules:
    """Pick a turn's switches out of the rules."""
    return TurnRules(REPEATS.index(rules.repeat), int(rules.steal))


@lru_cache(maxsize=1)
def faces_table() -> NDArray[np.uint32]:
    """List the sorted faces of every outcome of one to six dice.

    Returns
    -------
    ndarray of uint32
        Three bits for each die, the highest face in the lowest bits.
    """
    parts = []
    for n in range(1, N_DICE + 1):
        outcomes = np.arange(6**n)[:, None]
        faces = np.sort(outcomes // 6 ** np.arange(n) % 6 + 1, axis=1)[:, ::-1]
        parts.append((faces << 3 * np.arange(n)).sum(axis=1))
    return np.concatenate(parts).astype(np.uint32)


@compiled
def roll_faces(faces: Any, state: np.uint64, gamma: np.uint64, roll: int, n_dice: int) -> Any:
    """Throw dice: their packed faces."""
    outcome = bounded(draw(state, gamma, roll), N_OUTCOMES[n_dice])
    return np.int64(faces[FIRST_OUTCOME[n_dice] + outcome])


@compiled
def _noise(seen: Any, state: np.uint64, gamma: np.uint64, which: int) -> Any:
    """Return the coin flips for one decision after so many rolls of the turn."""
    bits = draw_noise(state, gamma, seen.seat, seen.rolls * _N_NOISE + which)
    return np.int64(bits >> np.uint64(1))


@compiled
def draw_sum(
    faces: Any,
    keep: int,
    numbers: Any,
    seen: Any,
    state: np.uint64,
    gamma: np.uint64,
    rolls: int,
) -> tuple[int, int]:
    """Draw a sum.

    Parameters
    ----------
    faces : pointer to uint32
        See :func:`faces_table`.
    keep, numbers
        Address of the policy's compiled decision, and pointer to what it reads.
    seen : record
        The state that the policy sees; of it the dice and the rolls are written.
    state, gamma : uint64
        Of the stream, before the turn's first roll.
    rolls : int
        Rolls made in the turn before.

    Returns
    -------
    sum, rolls : int
        The sum is -1 where the policy chose something illegal.
    """
    seen.strength = 0
    n_dice = N_DICE
    aside = 0
    while n_dice > 0:
        packed = roll_faces(faces, state, gamma, rolls, n_dice)
        rolls += 1
        for i in range(N_DICE):
            seen.faces[i] = (packed >> 3 * i) & 7
        seen.dice = n_dice
        seen.aside = aside
        seen.rolls = rolls
        seen.noise = _noise(seen, state, gamma, _KEEP)
        choice = ask(keep, seen, numbers)
        if choice < 1 or choice >= 1 << n_dice:
            return -1, rolls
        while choice > 0:
            if choice & 1:
                aside += packed & 7
                n_dice -= 1
            packed >>= 3
            choice >>= 1
    for i in range(N_DICE):
        seen.faces[i] = 0
    seen.dice = 0
    seen.aside = aside
    return aside, rolls


@compiled
def _see(seen: Any, last_hit: NDArray[np.int64]) -> None:
    """Bring up to date what the player sees of himself."""
    seat = seen.seat
    seen.life = seen.lives[seat]
    last = last_hit[seat]
    seen.last_attacker = last if last >= 0 and seen.lives[last] >= 0 else -1


@compiled
def _hit(
    seen: Any, target: int, damage: int, last_hit: NDArray[np.int64], places: NDArray[np.int64]
) -> int:
    """Do damage to one opponent, or to all where `target` is -1; return how many it hit."""
    n_hit = 0
    out = 0
    for seat in range(seen.players):
        if seen.lives[seat] >= 0 and seat != seen.seat and (target < 0 or seat == target):
            n_hit += 1
            last_hit[seat] = seen.seat
            seen.lives[seat] -= damage
            if seen.lives[seat] < 0:
                places[seat] = -1
                out += 1
    if out > 0:
        seen.alive -= out
        for seat in range(seen.players):
            if places[seat] < 0:
                places[seat] = seen.alive + 1
    return n_hit


@compiled
def attack_turn(
    rules: TurnRules,
    faces: Any,
    players: Players,
    player: int,
    seen: Any,
    state: np.uint64,
    gamma: np.uint64,
    last_hit: NDArray[np.int64],
    places: NDArray[np.int64],
) -> Turn:
    """Play an attack turn of the player in ``seen.seat``.

    Parameters
    ----------
    player : int
        Row of `players`.
    seen : record
        The state that the policy sees; its `lives` and `alive` are the game's own.
    last_hit : ndarray of int64, by seat
        Who last hit each player, -1 for nobody; updated.
    places : ndarray of int64, by seat
        Place of each player who is out, 0 for the others; updated. Players who fall together share
        the place behind those still in.
    """
    seat = seen.seat
    keep = players.addresses[player, 0]
    name_target = players.addresses[player, 1]
    go_again = players.addresses[player, 2]
    keep_numbers = pointer(players.numbers, players.offsets[player, 0])
    target_numbers = pointer(players.numbers, players.offsets[player, 1])
    again_numbers = pointer(players.numbers, players.offsets[player, 2])
    seen.phase = ATTACK
    seen.hits = 0
    seen.dealt = 0
    _see(seen, last_hit)
    total, rolls = draw_sum(faces, keep, keep_numbers, seen, state, gamma, 0)
    if total < 0:
        return Turn(0, 0, 0, 0, rolls, ILLEGAL)
    first = total - PAR
    strength = first
    first_damage = 0
    loss = 0
    ending = DONE
    while True:
        if strength <= 0:
            if strength < 0:
                loss = -strength
                seen.lives[seat] -= loss
                if seen.lives[seat] < 0:
                    seen.alive -= 1
                    places[seat] = seen.alive + 1
            break
        seen.strength = strength
        _see(seen, last_hit)
        seen.noise = _noise(seen, state, gamma, _TARGET)
        target = ask(name_target, seen, target_numbers)
        if target < 0 or target >= seen.players or target == seat or seen.lives[target] < 0:
            ending = ILLEGAL
            break
        packed = roll_faces(faces, state, gamma, rolls, N_DICE)
        rolls += 1
        seen.rolls = rolls
        matches = 0
        for i in range(N_DICE):
            matches += (packed >> 3 * i) & 7 == strength
        if matches == 0:
            break
        damage = matches * strength
        if seen.hits == 0:
            first_damage = damage
        elif rules.repeat == SAME_DAMAGE:
            damage = first_damage
        n_hit = _hit(seen, -1 if matches == N_DICE else target, damage, last_hit, places)
        seen.hits += 1
        seen.dealt += n_hit * damage
        if rules.steal == 1:
            seen.lives[seat] += n_hit * damage
        if seen.alive == 1 or rules.repeat == NONE:
            break
        if seen.hits == MAX_HITS:
            ending = ENDLESS
            break
        _see(seen, last_hit)
        seen.noise = _noise(seen, state, gamma, _AGAIN)
        answer = ask(go_again, seen, again_numbers)
        if answer != 1:
            if answer != 0:
                ending = ILLEGAL
            break
        if rules.repeat == NEW_STRENGTH:
            total, rolls = draw_sum(faces, keep, keep_numbers, seen, state, gamma, rolls)
            if total < 0:
                ending = ILLEGAL
                break
            strength = total - PAR
    return Turn(first, seen.hits, seen.dealt, loss, rolls, ending)
