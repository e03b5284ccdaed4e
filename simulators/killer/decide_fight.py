"""The decisions of whoever plays the solved fight: look-ups in its tables, compiled as they stand.

With more than two players the fight isn't solved; these treat the opponent that the policy would
attack as the only one, and in the preparation the highest life drawn so far as the opponent's.
"""

from __future__ import annotations

from collections.abc import Sequence

from simulators.killer.decide import STRONGEST, most_of_the_highest
from simulators.killer.draw_states import MOST_SUM, N_STATES
from simulators.killer.state import HIGHEST, PREPARATION, KillerState
from simulators.parts import part
from simulators.policy import Policy

Numbers = Sequence[float]

#: Rows of a draw's states for the preparation: by the life seen, 0 for none.
N_PREPARATIONS = MOST_SUM + 1
BY_STRENGTH, BY_DAMAGE, BY_NEITHER = range(3)


@part
def own_and_other_life(state: KillerState, p: Numbers) -> tuple[int, int]:
    """Return the life points that count: one's own, and those of whom one would attack.

    Neither is above what the tables hold, nor are both together.
    """
    other = -1
    for seat in range(state.players):
        life = state.lives[seat]
        if seat != state.seat and life >= 0:
            better = life > other if p[0] == STRONGEST else life < other
            if other < 0 or better:
                other = life
    most = int(p[1])
    own = min(state.life, most)
    other = min(other, most)
    if own + other > 2 * MOST_SUM:
        own = min(own, MOST_SUM)
        other = min(other, MOST_SUM)
    return own, other


def keep_in_fight(state: KillerState, p: Numbers) -> int:
    """Set aside as many of the highest dice as leaves the largest chance to win.

    `p` holds the word for whom to attack and the most life points that a player of two can have;
    then the values of a draw's states: in the preparation by the life seen, before attacks by own
    and the other's life points. Among equals it takes the most dice.
    """
    if state.phase == PREPARATION:
        row = 0
        for seat in range(state.players):
            if seat != state.seat and state.lives[seat] > row:
                row = state.lives[seat]
    else:
        own, other = own_and_other_life(state, p)
        row = N_PREPARATIONS + own * (int(p[1]) + 1) + other
    return HIGHEST[most_of_the_highest(state, p, 2 + N_STATES * row)]


def again_in_fight(state: KillerState, p: Numbers) -> bool:
    """Attack again if that is the best.

    `p` holds the word for whom to attack, the most life points, what the answer depends on besides
    life points (`BY_STRENGTH`, `BY_DAMAGE`, `BY_NEITHER`); then the answers, 1 or 0, by that and by
    own and the other's life points after the hit.
    """
    own, other = own_and_other_life(state, p)
    row = 0
    if p[2] == BY_STRENGTH:
        row = state.strength
    elif p[2] == BY_DAMAGE:
        # Every hit of the turn did the first one's damage, once to each opponent struck.
        row = min(state.dealt // state.hits, MOST_SUM)
    n = int(p[1]) + 1
    return p[3 + (row * n + own) * n + other] == 1


def looks_at_lives(policy: Policy) -> bool:
    """Say whether a policy draws by life points; what users wrote may look at anything."""
    decision = policy.family.decisions["keep"]
    return policy.family.user_written or decision.function is keep_in_fight
