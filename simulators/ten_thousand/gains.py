"""Exactly what one more roll gains over banking, for many states of a turn at once.

Every roll that scores raises the counter, so the states of a turn form no loop: those that can
follow are found first, then valued from the highest counter down, each once for all questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from simulators.policy import Policy
from simulators.ten_thousand.exact import roll_offers
from simulators.ten_thousand.reference import Player, Situation
from simulators.ten_thousand.rules import TenThousandRules
from simulators.ten_thousand.start import opened_score

#: A counter that has risen by this much is taken as banked: it happens about once in 10**10 turns.
MAX_RISE = 30_000
#: The same for policies that count rolls, which have many more states: once in 10**5 turns, so that
#: a gain is right within some hundredths of a point.
_MAX_RISE_COUNTING = 10_000
#: Numbers of rolls at which a policy is asked the same question, to see whether it counts them.
_PROBED_ROLLS = (1, 2, 3, 4, 6, 9, 15)

_State = tuple[int, int, int]  # counter, dice to roll, rolls made


@dataclass(frozen=True)
class Choice:
    """Bank or roll, in one state.

    Attributes
    ----------
    may_bank : bool
        Whether the rules leave the choice.
    banks : bool
        What the policy does.
    gain : float
        Expected points of rolling and then following the policy, minus the counter.
    """

    may_bank: bool
    banks: bool
    gain: float


@dataclass(frozen=True)
class _Turn:
    player: Player
    situation: Situation
    counts_rolls: bool
    limit: int | None
    cap: int

    def state(self, counter: int, dice: int, rolls: int) -> _State:
        return counter, dice, rolls if self.counts_rolls else 1

    def may_bank(self, counter: int, dice: int) -> bool:
        return self.player.may_bank(self.situation, counter, dice % 6)

    def banks(self, state: _State) -> bool:
        counter, dice, rolls = state
        seen = self.player.see(self.situation, counter, dice, rolls)
        return self.may_bank(counter, dice) and self.player.says_yes("bank", seen)

    def ends(self, state: _State) -> bool:
        """Tell whether the turn is over, with the counter kept."""
        return state[0] > self.cap or self.banks(state)

    def arrivals(self, state: _State) -> list[tuple[float, _State]]:
        """List the states after one roll that keeps the counter, with their chances."""
        counter, dice, rolls = state
        seen = self.player.see(self.situation, counter, dice, rolls + 1)
        found = []
        for readings, chance in roll_offers(self.player.rules, dice):
            if not readings:
                continue
            choosing = len(readings) > 1
            taken = self.player.choose(readings, seen) if choosing else readings[0]
            held = counter + taken.points
            if self.limit is None or held <= self.limit:
                found.append((chance, self.state(held, dice - taken.n_dice or 6, rolls + 1)))
        return found


def choices_in_turn(
    rules: TenThousandRules,
    policy: Policy,
    states: Iterable[tuple[int, int]],
    *,
    score: int | None = None,
    best_opponent: int = 0,
    final_turn: bool = False,
    rolls: int = 1,
) -> dict[tuple[int, int], Choice]:
    """Compute bank-or-roll for many states of one turn.

    Parameters
    ----------
    states : iterable of (int, int)
        Counter, above 0, and dice to roll next, 1 to 6; six means that all are used.
    score : int, optional
        Own score before the turn; that of a player who has just opened by default.
    rolls : int
        Rolls made before the choice, for policies that count them.

    Returns
    -------
    dict of (int, int) to Choice

    Raises
    ------
    ValueError
        If the turn can't be in such a state.

    Examples
    --------
    >>> from simulators.ten_thousand import TEN_THOUSAND
    >>> found = choices_in_turn(TEN_THOUSAND.rules(), TEN_THOUSAND.policy("bank-at"), [(300, 1)])
    >>> found[300, 1].banks, found[300, 1].gain < 0
    (True, True)
    """
    own = opened_score(rules) if score is None else score
    wanted = list(states)
    limit = rules.target - own if rules.exact else None
    if not 0 <= own < rules.target:
        raise ValueError(f"score must be from 0 to {rules.target - 1}, not {own}")
    for counter, dice in wanted:
        if not 1 <= dice <= 6:
            raise ValueError(f"dice must be from 1 to 6, not {dice}")
        if counter < 1 or (limit is not None and counter > limit):
            most = f" to the {limit} points needed" if limit is not None else " up"
            raise ValueError(f"counter must be from 1{most}, not {counter}")
    if policy.name == "optimal-turn" and not policy.family.user_written:
        return _solved(rules, own, wanted)
    player = Player(policy, rules)
    situation = Situation(own, best_opponent, final_turn)
    counting = _counts_rolls(player, situation, wanted)
    cap = max((counter for counter, _ in wanted), default=0)
    cap += _MAX_RISE_COUNTING if counting else MAX_RISE
    turn = _Turn(player, situation, counting, limit, cap)
    values = _values(turn, [turn.state(*state, rolls) for state in wanted])
    found = {}
    for counter, dice in wanted:
        state = turn.state(counter, dice, rolls)
        banks = turn.banks(state)
        gain = values[state] - counter
        found[counter, dice] = Choice(turn.may_bank(counter, dice), banks, gain)
    return found


def _solved(
    rules: TenThousandRules, score: int, states: list[tuple[int, int]]
) -> dict[tuple[int, int], Choice]:
    """Look the best turn's choices up: nothing needs enumerating."""
    from simulators.ten_thousand.solve_turn import turn_values

    found = {}
    for counter, dice in states:
        values = turn_values(rules, score, counter)
        may_bank = values.may_bank(counter, dice % 6)
        gain = values.rolling(counter, dice) - counter
        wins = rules.sudden and counter >= rules.target - score
        found[counter, dice] = Choice(may_bank, may_bank and (gain <= 0 or wins), gain)
    return found


def _counts_rolls(player: Player, situation: Situation, states: Iterable[tuple[int, int]]) -> bool:
    """Find out whether the same state gets another answer after another number of rolls."""
    for counter, dice in states:
        answers = {
            player.says_yes("bank", player.see(situation, counter, dice, rolls))
            for rolls in _PROBED_ROLLS
        }
        if len(answers) > 1:
            return True
    return False


def _values(turn: _Turn, starts: list[_State]) -> dict[_State, float]:
    """Value rolling in every state that is needed: expected points of the turn."""
    arrivals: dict[_State, list[tuple[float, _State]]] = {}
    ended: dict[_State, bool] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state in arrivals:
            continue
        arrivals[state] = turn.arrivals(state)
        for _, after in arrivals[state]:
            if after not in ended:
                ended[after] = turn.ends(after)
            if not ended[after] and after not in arrivals:
                waiting.append(after)
    values: dict[_State, float] = {}
    for state in sorted(arrivals, reverse=True):
        values[state] = sum(
            chance * (after[0] if ended[after] else values[after])
            for chance, after in arrivals[state]
        )
    return values


def reachable_states(rules: TenThousandRules, highest: int) -> set[tuple[int, int]]:
    """Find the states, (counter, dice to roll next), that a turn can be in after some roll.

    Parameters
    ----------
    highest : int
        Counters above this are left out.
    """
    found: set[tuple[int, int]] = set()
    waiting = [(0, 6)]
    while waiting:
        counter, dice = waiting.pop()
        for readings, _ in roll_offers(rules, dice):
            for reading in readings:
                state = counter + reading.points, dice - reading.n_dice or 6
                if state[0] <= highest and state not in found:
                    found.add(state)
                    waiting.append(state)
    return found
