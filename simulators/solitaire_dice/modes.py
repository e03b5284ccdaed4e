"""The ways to play Solitaire Dice: alone, or several players on the same rolls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulators.game import Mode, PlayBlock, Task
from simulators.outcomes import (
    FINISHED,
    TRUNCATED,
    Metric,
    Replay,
    match_result,
    outcome_block,
    rate,
)
from simulators.policy import Policy
from simulators.solitaire_dice.reference import replay_game
from simulators.solitaire_dice.rules import MAX_ROLLS, SUMS, SolitaireDiceRules


class RulesTuple(NamedTuple):
    """The switches as the kernel takes them."""

    reject_faces: int
    reject_marks: int
    par_marks: int
    winning_score: int


def _faces_in_words(mask: int) -> str:
    return "-".join(str(face) for face in range(1, 7) if mask >> (face - 1) & 1) or "none"


def _score_metric(rules: SolitaireDiceRules, name: str, description: str) -> Metric:
    floor = max(-11 * rules.opening_penalty, -20_000)
    return Metric(name, description, "points", floor, min(30 * max(rules.values), 20_000))


def _score_steps(rules: SolitaireDiceRules) -> NDArray[np.int64]:
    steps = np.zeros((SUMS[-1] + 1, 2 * MAX_ROLLS), dtype=np.int64)
    for sum_ in SUMS:
        steps[sum_] = np.diff([rules.worth(sum_, marks) for marks in range(2 * MAX_ROLLS + 1)])
    return steps


def _bind_policy(rules: SolitaireDiceRules, policy: Policy, seed: int, seat: int) -> PlayBlock:
    from simulators.decisions import decision_address
    from simulators.solitaire_dice.kernels import CHOOSE, play_kernel
    from simulators.solitaire_dice.splits import split_tables
    from simulators.streams import seed_key

    key = np.uint64(seed_key(np.uint64(seed)))
    switches = RulesTuple(
        rules.reject_faces,
        rules.reject_marks,
        rules.par_marks,
        rules.winning_score,
    )
    steps = _score_steps(rules)
    choose = decision_address(policy, "choose", CHOOSE)
    numbers = policy.numbers("choose", rules)
    tables = split_tables()

    def play(first_game: int, outcomes: NDArray[np.int32]) -> None:
        play_kernel(key, first_game, switches, steps, tables, choose, numbers, seat, outcomes)

    return play


class Solo(Mode):
    """One player, one sheet."""

    name = "solo"
    summary = "one player plays one sheet to the end"
    headline = "win"
    cap = f"after {MAX_ROLLS} rolls"

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        return (
            _score_metric(rules, "score", "final score"),
            rate("win", "the score reached the target"),
            Metric("rolls", "rolls until a reject face was full", "rolls", 0, 120),
            Metric("free_rolls", "rolls that showed no open reject face", "rolls", 0, 60),
            Metric("sums_opened", "sums with at least one mark", "sums", 0, 11),
            Metric("sums_completed", "sums with at least par marks", "sums", 0, 11),
            Metric(
                "reject_faces",
                "which reject faces ended open, as a number: face f adds 2**(f - 1)",
                "set of faces",
                0,
                63,
                "category",
                _faces_in_words,
            ),
            *(rate(f"face_{face}_open", f"reject face {face} ended open") for face in range(1, 7)),
            *(Metric(f"marks_{s}", f"final marks on sum {s}", "marks", 0, 60) for s in SUMS),
        )

    def bind(self, task: Task) -> PlayBlock:
        assert isinstance(task.rules, SolitaireDiceRules)
        return _bind_policy(task.rules, task.policies[0], task.seed, 0)

    def replay(self, task: Task, game: int) -> Replay:
        assert isinstance(task.rules, SolitaireDiceRules)
        return replay_game(task.rules, task.policies[0], task.seed, game)


class Duplicate(Mode):
    """Several players mark the same rolls on their own sheets; the highest score wins."""

    name = "match"
    summary = "duplicate: everyone plays the same rolls on a sheet of their own, highest score wins"
    min_players, max_players = 2, 8
    headline = "result"
    cap = f"when a player's sheet isn't full after {MAX_ROLLS} rolls"
    chunk_games = 1 << 15

    def metrics(self, rules: Any, n_players: int) -> tuple[Metric, ...]:
        scores = [
            _score_metric(rules, f"score_{entrant}", f"final score of entrant {entrant}")
            for entrant in range(n_players)
        ]
        widest = scores[0].high - scores[0].low
        lead = Metric("lead", "best score minus second best", "points", 0, widest)
        return (match_result(n_players), lead, *scores)

    def bind(self, task: Task) -> PlayBlock:
        rules, n = task.rules, len(task.policies)
        assert isinstance(rules, SolitaireDiceRules)
        players = [
            _bind_policy(rules, policy, task.seed, entrant)
            for entrant, policy in enumerate(task.policies)
        ]
        n_rows = 1 + len(Solo().metrics(rules, 1))

        def play(first_game: int, outcomes: NDArray[np.int32]) -> None:
            sheet = outcome_block(n_rows, outcomes.shape[1])
            outcomes[0] = FINISHED
            for entrant, player in enumerate(players):
                player(first_game, sheet)
                np.maximum(outcomes[0], sheet[0], out=outcomes[0])
                outcomes[3 + entrant] = sheet[1]
            scores = np.sort(outcomes[3:], axis=0)
            best = outcomes[3:] == scores[-1]
            mask = (best << np.arange(n)[:, None]).sum(axis=0)
            games = first_game + np.arange(outcomes.shape[1])
            outcomes[1] = mask * n + (games % n if task.rotate else 0)
            outcomes[2] = scores[-1] - scores[-2]

        return play

    def replay(self, task: Task, game: int) -> Replay:
        rules, n = task.rules, len(task.policies)
        assert isinstance(rules, SolitaireDiceRules)
        sheets = [
            replay_game(rules, policy, task.seed, game, entrant)
            for entrant, policy in enumerate(task.policies)
        ]
        scores = [sheet.outcome["score"] for sheet in sheets]
        best, second = sorted(scores, reverse=True)[:2]
        mask = sum(1 << entrant for entrant, score in enumerate(scores) if score == best)
        shift = game % n if task.rotate else 0
        outcome = {"result": mask * n + shift, "lead": best - second}
        outcome |= {f"score_{entrant}": score for entrant, score in enumerate(scores)}
        status = max((sheet.status for sheet in sheets), default=TRUNCATED)
        lines = [line for sheet in sheets for line in sheet.lines]
        return Replay((*lines, f"scores {scores}: best {best}"), outcome, status)
