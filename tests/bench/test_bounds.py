"""What it costs to solve short games of Solitaire Dice, and to bound the whole one."""

from __future__ import annotations

import resource
import time

import pytest

from simulators.solitaire_dice import SolitaireDiceRules
from simulators.solitaire_dice.bound import clairvoyant_bounds, learned_excess
from simulators.solitaire_dice.decoupled import decoupled_values
from simulators.solitaire_dice.exact import exact_values

from .conftest import Report

pytestmark = pytest.mark.bench

SEVEN_ROLLS = SolitaireDiceRules(reject_faces=6, reject_marks=2)
_COMPILING = SolitaireDiceRules(reject_faces=1, reject_marks=2, par_marks=1, cap_marks=2)


def _peak() -> str:
    return f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB"


def test_cost__exact_solution_of_seven_rolls(report: Report) -> None:
    exact_values(_COMPILING)
    before = time.process_time()
    found = exact_values(SEVEN_ROLLS)
    spent = time.process_time() - before
    report(f"solve {found.n_states:,} states exactly", f"{spent:.1f} s", f"one core, {_peak()}")


def test_cost__bound_of_the_whole_game(report: Report) -> None:
    rules = SolitaireDiceRules()
    clairvoyant_bounds(_COMPILING, 1, 0, 2, width=10)
    before = time.process_time()
    decoupled_values(rules)
    report("Solitaire Dice: the ceiling", f"{time.process_time() - before:.1f} s", _peak())
    before = time.process_time()
    learned_excess(rules)
    report("Solitaire Dice: what it exceeds", f"{time.process_time() - before:.1f} s", _peak())
    for width in (1000, 10_000):
        before = time.process_time()
        clairvoyant_bounds(rules, 1, 0, 20, width=width)
        spent = (time.process_time() - before) / 20
        report(f"Solitaire Dice: bound a game, width {width:,}", f"{spent:.3f} s", _peak())
