"""Whole games in plain Python: alone to the target, and matches."""

from __future__ import annotations

from simulators.outcomes import FINISHED, TRUNCATED, Replay
from simulators.plain_stream import PlainStream
from simulators.policy import Policy
from simulators.ten_thousand.limits import MAX_TURNS
from simulators.ten_thousand.reference import Player, Situation, settle
from simulators.ten_thousand.rules import TenThousandRules


def play_one_turn(
    rules: TenThousandRules,
    policy: Policy,
    stream: PlainStream,
    score: int,
    counter: int,
    dice: int,
    busts: int = 0,
) -> Replay:
    """Play a single turn from any state."""
    lost = f", {busts} turns lost in a row" if busts else ""
    log = [f"own score {score}, counter {counter}, {dice} dice to roll{lost}"]
    player = Player(policy, rules, log)
    result = player.play_turn(stream, 0, Situation(score, busts=busts), counter, dice)
    points, _ = settle(rules, result, busts, log)
    outcome = {
        "points": points,
        "bust": int(result.ending != "banked"),
        "rolls": result.rolls,
        "hot_dice": result.hot_dice,
    }
    return Replay(tuple(log), outcome, TRUNCATED if result.ending == "endless" else FINISHED)


def play_to_target(rules: TenThousandRules, policy: Policy, stream: PlainStream) -> Replay:
    """Play alone until the target is reached."""
    log: list[str] = []
    player = Player(policy, rules, log)
    score, turns, busts, status = 0, 0, 0, FINISHED
    row = 0  # turns lost in a row, where they are counted
    while score < rules.target:
        if turns == MAX_TURNS:
            log.append(f"cut after {MAX_TURNS} turns")
            status = TRUNCATED
            break
        log.append(f"turn {turns + 1}, own score {score}")
        result = player.play_turn(stream, turns, Situation(score, busts=row))
        turns += 1
        if result.ending == "endless":
            status = TRUNCATED
            break
        points, row = settle(rules, result, row, log)
        score += points
        busts += result.ending != "banked"
    log.append(f"{turns} turns, score {score}")
    return Replay(tuple(log), {"turns": turns, "busts": busts, "score": score}, status)


def play_match(
    rules: TenThousandRules, policies: tuple[Policy, ...], stream: PlainStream, shift: int
) -> Replay:
    """Play a match; entrant `e` sits at seat ``(e + shift) % n``."""
    n = len(policies)
    log = [f"seat {(e + shift) % n}: entrant {e}, {policies[e].label}" for e in range(n)]
    players = [Player(policy, rules, log) for policy in policies]
    scores = [0] * n
    busts = [0] * n  # turns lost in a row, where they are counted
    offer: tuple[int, int] | None = None  # counter and dice that the next player may take over
    last_turns: int | None = None  # turns still to play once the target was reached
    status = TRUNCATED
    turn = 0
    for turn in range(MAX_TURNS * n):
        round_index, seat = divmod(turn, n)
        entrant = (seat - shift) % n
        player, own = players[entrant], scores[entrant]
        others = max(scores[e] for e in range(n) if e != entrant)
        situation = Situation(own, others, last_turns is not None, busts[entrant])
        log.append(f"round {round_index + 1}, seat {seat}, entrant {entrant}, own score {own}")
        counter, dice = 0, 6
        if offer and player.may_take_over(situation, *offer):
            takes = player.says_yes("take_over", player.see(situation, *offer, rolls=0))
            log.append(f"  {'plays on' if takes else 'declines'}: {offer[0]}, {offer[1]} dice left")
            counter, dice = offer if takes else (counter, dice)
        result = player.play_turn(stream, turn, situation, counter, dice)
        if result.ending == "endless":
            break
        points, busts[entrant] = settle(rules, result, busts[entrant], log)
        scores[entrant] += points
        offer = (result.points, result.dice_left) if result.ending == "banked" else None
        if last_turns is not None:
            last_turns -= 1
        elif scores[entrant] >= rules.target:
            last_turns = 0 if rules.sudden else n - 1
            log.append(f"  reaches {scores[entrant]}: {last_turns} more turns")
        if last_turns == 0:
            status = FINISHED
            break
    best = max(scores)
    winners = [e for e in range(n) if scores[e] == best]
    log.append(f"scores {', '.join(map(str, scores))}: best {' and '.join(map(str, winners))}")
    outcome = {
        "result": sum(1 << e for e in winners) * n + shift,
        "rounds": turn // n + 1,
        "lead": best - sorted(scores)[-2],
        **{f"score_{e}": scores[e] for e in range(n)},
    }
    return Replay(tuple(log), outcome, status)
