"""Whole games in plain Python: one turn, and matches."""

from __future__ import annotations

from dataclasses import asdict

from simulators.dino_dice.reference import Player, Situation
from simulators.dino_dice.rules import MAX_ROUNDS, DinoDiceRules
from simulators.outcomes import FINISHED, TRUNCATED, Replay
from simulators.plain_stream import PlainStream
from simulators.policy import Policy


def play_one_turn(rules: DinoDiceRules, policy: Policy, stream: PlainStream) -> Replay:
    """Play a single turn of a player alone."""
    log = [f"at most {rules.rolls} rolls, policy {policy.label}"]
    result = Player(policy, rules, log).play_turn(stream, 0, Situation())
    return Replay(tuple(log), asdict(result))


def play_match(
    rules: DinoDiceRules, policies: tuple[Policy, ...], stream: PlainStream, shift: int
) -> Replay:
    """Play a match; entrant `e` sits at seat ``(e + shift) % n``."""
    n = len(policies)
    log = [f"seat {(e + shift) % n}: entrant {e}, {policies[e].label}" for e in range(n)]
    players = [Player(policy, rules, log) for policy in policies]
    scores = [0] * n
    rounds = 0
    while max(scores) < rules.match_target and rounds < MAX_ROUNDS:
        for seat in range(n):
            entrant = (seat - shift) % n
            own = scores[entrant]
            others = max(scores[e] for e in range(n) if e != entrant)
            situation = Situation(own, others, max(scores) >= rules.match_target, n - 1 - seat)
            log.append(f"round {rounds + 1}, seat {seat}, entrant {entrant}, own score {own}")
            result = players[entrant].play_turn(stream, rounds * n + seat, situation)
            scores[entrant] += result.points
            if scores[entrant] >= rules.match_target > own:
                log.append(f"  reaches {scores[entrant]}: this round is the last")
        rounds += 1
    best = max(scores)
    winners = [e for e in range(n) if scores[e] == best]
    if best < rules.match_target:
        log.append(f"cut after {rounds} rounds")
    log.append(f"scores {', '.join(map(str, scores))}: best {' and '.join(map(str, winners))}")
    outcome = {
        "result": sum(1 << e for e in winners) * n + shift,
        "rounds": rounds,
        "lead": best - sorted(scores)[-2],
        **{f"score_{e}": scores[e] for e in range(n)},
    }
    return Replay(tuple(log), outcome, FINISHED if best >= rules.match_target else TRUNCATED)
