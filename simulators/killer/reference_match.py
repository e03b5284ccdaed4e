"""Whole games in plain Python: a draw, an attack turn, a match."""

from __future__ import annotations

from simulators.killer.limits import PAR
from simulators.killer.reference import Dice, Player, Progress, Table
from simulators.killer.rules import KillerRules
from simulators.outcomes import FINISHED, TRUNCATED, Replay
from simulators.plain_stream import PlainStream
from simulators.policy import Policy


def play_draw(rules: KillerRules, policy: Policy, stream: PlainStream) -> Replay:
    """Draw one sum alone."""
    log = ["draws a sum"]
    dice = Dice(stream, 0)
    total = Player(policy, rules, log).draw(Table([0]), 0, dice, Progress())
    log.append(f"sum {total}: as an attack of strength {total - PAR}")
    return Replay(tuple(log), {"sum": total, "strength": total - PAR, "rolls": dice.rolls})


def play_attack(
    rules: KillerRules, policy: Policy, stream: PlainStream, life: int, opponent: int
) -> Replay:
    """Play one attack turn against one opponent."""
    log = [f"{life} life points"]
    table = Table([life, opponent], [0, 1])
    turn = Player(policy, rules, log).attack(table, 0, Dice(stream, 0))
    log.append(f"damage {turn.dealt}, loss {turn.loss}")
    outcome = {
        "gain": turn.dealt - turn.loss,
        "damage": turn.dealt,
        "loss": turn.loss,
        "strength": turn.strength,
        "hits": turn.hits,
        "rolls": turn.rolls,
    }
    return Replay(tuple(log), outcome, FINISHED if turn.ending == "done" else TRUNCATED)


def play_match(
    rules: KillerRules,
    policies: tuple[Policy, ...],
    stream: PlainStream,
    shift: int,
    max_rounds: int,
) -> Replay:
    """Play a match; entrant `e` sits at seat ``(e + shift) % n``."""
    n = len(policies)
    seats = [(entrant + shift) % n for entrant in range(n)]
    log = [f"seat {seats[e]}: entrant {e}, {policies[e].label}" for e in range(n)]
    players = {seats[e]: Player(policies[e], rules, log) for e in range(n)}
    table = Table([0] * n)
    for seat in range(n):
        log.append(f"preparation, seat {seat}")
        table.lives[seat] = players[seat].draw(table, seat, Dice(stream, seat), Progress())
    drawn = list(table.lives)
    table.order = sorted(range(n), key=lambda seat: (-drawn[seat], seat))
    log.append(f"life points {drawn}: turns in the order of seats {table.order}")
    dealt, lost = [0] * n, [0] * n
    turns = rounds = 0
    status = FINISHED
    while len(table.alive) > 1 and status == FINISHED:
        if rounds == max_rounds:
            log.append(f"cut after {max_rounds} rounds")
            status = TRUNCATED
            break
        rounds += 1
        for seat in table.order:
            if seat not in table.alive:
                continue
            log.append(f"round {rounds}, seat {seat}, {table.lives[seat]} life points")
            turns += 1
            turn = players[seat].attack(table, seat, Dice(stream, rounds * n + seat))
            dealt[seat] += turn.dealt
            lost[seat] += turn.loss
            if turn.ending == "endless":
                status = TRUNCATED
                break
            if len(table.alive) == 1:
                break
    winner = table.alive[0] if status == FINISHED else None
    if winner is not None:
        log.append(f"seat {winner} is the last one left, with {table.lives[winner]} life points")
    mask = 0 if winner is None else 1 << seats.index(winner)
    outcome = {
        "result": mask * n + shift,
        "turns": turns,
        "rounds": rounds,
        "winner_turn": 0 if winner is None else table.order.index(winner) + 1,
        "winner_life": 0 if winner is None else table.lives[winner],
    }
    for entrant, seat in enumerate(seats):
        outcome |= {
            f"life_{entrant}": drawn[seat],
            f"damage_{entrant}": dealt[seat],
            f"loss_{entrant}": lost[seat],
            f"place_{entrant}": table.places.get(seat, 1),
        }
    return Replay(tuple(log), outcome, status)
