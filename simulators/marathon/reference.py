"""One game at a time in plain Python, logging every roll, choice and position.

This is the second implementation of the rules. It shares no table and no compiled code with the
kernels, only the rules themselves and the policies' functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations
from typing import Literal

from simulators.errors import PolicyError
from simulators.marathon.limits import MAX_TURNS
from simulators.marathon.rules import MarathonRules
from simulators.marathon.state import DECLINE, Numbers, Runner
from simulators.outcomes import FINISHED, TRUNCATED, Replay
from simulators.plain_stream import PlainStream
from simulators.policy import Policy

Stand = Literal["running", "finished", "stuck", "eliminated"]


def formed_by(faces: tuple[int, ...]) -> list[int]:
    """List the distinct numbers that dice form, ascending.

    Examples
    --------
    >>> formed_by((2, 1)), formed_by((3, 3, 3)), len(formed_by((2, 2, 3, 6)))
    ([12, 21], [333], 12)
    """
    return sorted({int("".join(map(str, order))) for order in permutations(faces)})


@dataclass
class Player:
    """A policy on the course.

    Attributes
    ----------
    entrant : int
        Which noise the policy gets.
    run : int
        Metres run so far; more than the distance for a player who ran past the finish.
    """

    policy: Policy
    rules: MarathonRules
    entrant: int = 0
    log: list[str] = field(default_factory=list)
    run: int = 0
    stand: Stand = "running"

    def __post_init__(self) -> None:
        self._numbers = self.policy.numbers("choose", self.rules)

    @property
    def left(self) -> int:
        """Metres left to the finish."""
        return self.rules.distance - self.run

    def play_turn(
        self, stream: PlainStream, index: int, turn: int, rivals: tuple[int, ...] = ()
    ) -> Stand:
        """Roll, choose and run; return how the player stands.

        Parameters
        ----------
        index : int
            Turn number in the stream.
        turn : int
            Turn number of this player, from 1.
        rivals : tuple of int
            Metres left of each opponent who can still finish.
        """
        faces = stream.roll(index, 0, self.rules.dice(self.left))
        numbers = formed_by(faces)
        runner = Runner(
            left=self.left,
            dice=len(faces),
            turn=turn,
            rivals=len(rivals),
            rival_left=min(rivals, default=0),
            noise=stream.noise(index, 0, self.entrant),
        )
        answer = self.policy.decide(
            "choose", runner, Numbers(len(numbers), numbers), numbers=self._numbers
        )
        shown = f"  {self.left} m left, rolls {' '.join(map(str, faces))}:"
        if answer == DECLINE:
            self.log.append(f"{shown} stays")
        elif 0 <= answer < len(numbers):
            self._run(numbers[answer], f"{shown} runs {numbers[answer]}")
        else:
            allowed = f"which must be from 0 to {len(numbers) - 1}, or {DECLINE} to stay"
            reason = f"returned {answer} for choose, {allowed}"
            raise PolicyError(self.policy.complaint(reason, runner))
        return self.stand

    def _run(self, metres: int, line: str) -> None:
        if metres > self.left:
            if self.rules.overshoot == "stay":
                self.log.append(f"{line}, past the finish: stays")
                return
            self.run += metres
            self.stand = "eliminated"
            self.log.append(f"{line}, {-self.left} m past the finish: eliminated")
            return
        self.run += metres
        if self.left == 0:
            self.stand = "finished"
            self.log.append(f"{line}: finished")
        elif self.left in self.rules.dead:
            self.stand = "stuck"
            self.log.append(f"{line}: stuck for good with {self.left} m left")
        else:
            self.log.append(f"{line}, {self.left} m left")


def run_alone(rules: MarathonRules, policy: Policy, stream: PlainStream) -> Replay:
    """Run alone until finished, stuck or eliminated."""
    player = Player(policy, rules, log=[f"{policy.label}, {rules.distance} m to run"])
    turns = 0
    while player.stand == "running" and turns < MAX_TURNS:
        turns += 1
        player.log.append(f"turn {turns}")
        player.play_turn(stream, turns - 1, turns)
    outcome = {
        "turns": turns,
        "finished": int(player.stand == "finished"),
        "stuck": int(player.stand == "stuck"),
        "eliminated": int(player.stand == "eliminated"),
        "distance": player.run,
    }
    if player.stand == "running":
        player.log.append(f"cut after {MAX_TURNS} turns, {player.left} m left")
        return Replay(tuple(player.log), outcome, TRUNCATED)
    player.log.append(f"{player.stand} after {turns} turns and {player.run} m")
    return Replay(tuple(player.log), outcome, FINISHED)


def run_match(
    rules: MarathonRules, policies: tuple[Policy, ...], stream: PlainStream, shift: int
) -> Replay:
    """Run a match; entrant `e` sits at seat ``(e + shift) % n``."""
    n = len(policies)
    log = [f"seat {(e + shift) % n}: entrant {e}, {policies[e].label}" for e in range(n)]
    players = [Player(policy, rules, e, log) for e, policy in enumerate(policies)]
    winner: int | None = None
    turn = 0
    while turn < MAX_TURNS * n:
        round_index, seat = divmod(turn, n)
        player = players[(seat - shift) % n]
        if player.stand == "running":
            log.append(f"round {round_index + 1}, seat {seat}, entrant {player.entrant}")
            rivals = tuple(p.left for p in players if p.stand == "running" and p is not player)
            stand = player.play_turn(stream, turn, round_index + 1, rivals)
            if stand == "finished":
                winner = player.entrant
                break
            if all(p.stand != "running" for p in players):
                break
        turn += 1
    cut = turn == MAX_TURNS * n
    rounds = MAX_TURNS if cut else turn // n + 1
    if winner is not None:
        log.append(f"entrant {winner} wins in round {rounds}")
    else:
        log.append(f"cut after {rounds} rounds" if cut else "everybody is stuck or out: no winner")
    outcome = {
        "result": (0 if winner is None else 1 << winner) * n + shift,
        "turns": rounds,
        "finished": int(winner is not None),
        "stuck": sum(p.stand == "stuck" for p in players),
        "eliminated": sum(p.stand == "eliminated" for p in players),
    }
    for e, player in enumerate(players):
        outcome |= {
            f"distance_{e}": player.run,
            f"stuck_{e}": int(player.stand == "stuck"),
            f"eliminated_{e}": int(player.stand == "eliminated"),
        }
    return Replay(tuple(log), outcome, TRUNCATED if cut else FINISHED)
