"""Prepare what the policy `optimal-race` looks up; see :mod:`simulators.ten_thousand.race_policy`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.solving import Solution
from simulators.ten_thousand.offers import unit_of
from simulators.ten_thousand.race_final import TIES, final_turn
from simulators.ten_thousand.race_policy import HEAD
from simulators.ten_thousand.race_solution import race_solution, rank_all
from simulators.ten_thousand.rules import TenThousandRules


def _laws(rules: TenThousandRules) -> TenThousandRules:
    """Leave a penalty for lost turns out of account: no solution takes it in."""
    return replace(rules, farkle_penalty=0)


def pack(rows: NDArray[Any], bits: int, per_number: int) -> NDArray[np.float64]:
    """Pack small whole numbers, the first lowest."""
    padded: NDArray[np.int64] = np.zeros(-(-rows.size // per_number) * per_number, dtype=np.int64)
    padded[: rows.size] = rows
    shifts = bits * np.arange(per_number, dtype=np.int64)
    packed: NDArray[np.int64] = (padded.reshape(-1, per_number) << shifts).sum(axis=1)
    return packed.astype(np.float64)


def _head(rules: TenThousandRules, solution: Solution) -> NDArray[np.float64]:
    head = np.zeros(HEAD)
    head[0], head[1] = unit_of(rules), solution.tables["win"].shape[0]
    return head


def bank_table(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare what `bank_by_race` looks up."""
    laws = _laws(rules)
    solution = race_solution(laws)
    head = _head(laws, solution)
    roll, _ = final_turn(laws)
    head[3:9] = roll[TIES, 1, 1:] > 0.5
    starts, rows = (solution.tables[name] for name in ("bank_start", "bank"))
    return np.concatenate([head, starts, pack(rows, 6, 8)])


def take_over_table(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare what `take_over_by_race` looks up."""
    laws = _laws(rules)
    solution = race_solution(laws)
    head = _head(laws, solution)
    starts, rows = (solution.tables[name] for name in ("take_start", "take"))
    packed = pack(rows.astype(np.int64) >> 1, 5, 10)
    roll, _ = final_turn(laws)
    head[2] = HEAD + starts.size
    head[3] = head[2] + packed.size
    head[4] = roll.shape[1]
    return np.concatenate([head, starts, packed, roll[TIES].ravel()])


def set_aside_table(rules: Any, values: Mapping[str, Any]) -> NDArray[np.float64]:
    """Prepare what `set_aside_by_race` looks up; nothing where every scoring die is set aside."""
    laws = _laws(rules)
    if laws.set_aside == "all":
        return np.zeros(HEAD)
    solution = race_solution(laws)
    head = _head(laws, solution)
    starts = solution.tables["bank_start"]
    ranks = pack(rank_all(laws, solution.tables["win"].astype(np.float64)).ravel(), 13, 4)
    _, kept = final_turn(laws)
    head[2] = HEAD + starts.size
    head[3] = head[2] + ranks.size
    head[4], head[5] = kept.shape[1], -(-laws.min_bank // unit_of(laws))
    return np.concatenate([head, starts, ranks, kept.ravel()])
