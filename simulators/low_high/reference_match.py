"""Single turns and matches in plain Python."""

from __future__ import annotations

from simulators.low_high.limits import MAX_ROUNDS
from simulators.low_high.reference import Dice, Player, Situation, Tracks
from simulators.low_high.rules import LowHighRules
from simulators.outcomes import FINISHED, TRUNCATED, Replay
from simulators.policy import Policy


def play_one_turn(
    rules: LowHighRules, policy: Policy, stream: Dice, situation: Situation, tracks: Tracks
) -> Replay:
    """Play a single turn from any position."""
    player = Player(policy, rules)
    scores = (
        "for its points alone"
        if situation.score is None
        else f"own total {situation.score}, best opponent {situation.best_opponent}"
    )
    player.log.append(f"a turn, {scores}, {player.dice_left(tracks)} dice to roll")
    if tracks.good:
        player.log.append(f"good {tracks.good}, bad {tracks.bad}, highest face {tracks.highest}")
    result = player.play_turn(stream, 0, situation, tracks)
    outcome = {
        "points": result.points,
        "sets": result.sets,
        "highest_face": result.tracks.highest,
        "below_zero": int(result.points < 0),
        "good": result.tracks.good,
        "bad": result.tracks.bad,
        "rolls": result.rolls,
    }
    return Replay(tuple(player.log), outcome)


def play_match(
    rules: LowHighRules, policies: tuple[Policy, ...], stream: Dice, shift: int
) -> Replay:
    """Play a match; entrant `e` sits at seat ``(e + shift) % n``."""
    n = len(policies)
    log = [f"seat {(e + shift) % n}: entrant {e}, {policies[e].label}" for e in range(n)]
    players = [Player(policy, rules, log) for policy in policies]
    totals = [0] * n
    winner: int | None = None
    turn = 0
    for turn in range(MAX_ROUNDS * n):
        round_index, seat = divmod(turn, n)
        entrant = (seat - shift) % n
        log.append(
            f"round {round_index + 1}, seat {seat}, entrant {entrant}, own total {totals[entrant]}"
        )
        others = max(totals[e] for e in range(n) if e != entrant)
        result = players[entrant].play_turn(stream, turn, Situation(totals[entrant], others))
        totals[entrant] += result.points
        if totals[entrant] >= rules.target:
            winner = entrant
            break
    ended = f"cut after {MAX_ROUNDS} rounds" if winner is None else f"entrant {winner} wins"
    log.append(f"totals {', '.join(map(str, totals))}: {ended}")
    best, second = sorted(totals, reverse=True)[:2]
    outcome = {
        "result": (0 if winner is None else 1 << winner) * n + shift,
        "turns": turn + 1,
        "rounds": turn // n + 1,
        "lead": best - second,
        **{f"score_{e}": totals[e] for e in range(n)},
    }
    return Replay(tuple(log), outcome, TRUNCATED if winner is None else FINISHED)
