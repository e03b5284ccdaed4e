"""Games per second on one core, statistics included, and what more cores add."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from statistics import median

import pytest

from simulators import solitaire_dice, ten_thousand
from simulators.engine import SimulationJob, run
from simulators.game import Task
from simulators.policy import PolicyFamily
from simulators.registry import GAMES, find_game

from .conftest import Report

pytestmark = pytest.mark.bench

#: What the issues set an aim for: (game, mode, policies, games per second and core).
AIMS = [
    ("10000", "turn", ["bank-at-dice"], 30e6),
    ("10000", "match", ["bank-at", "bank-at"], 1e6),
    ("15000", "match", ["bank-at:take_over=500", "bank-at:take_over=500"], 300e3),
    ("solitaire-dice", "solo", ["weights"], 1e6),
    ("low-high", "turn", ["stop-at"], 5e6),
    ("dino-dice", "turn", ["stop-at"], 5e6),
    ("killer", "match", ["keep-sixes", "keep-sixes"], 200e3),
    ("marathon", "match", ["greedy", "greedy"], 300e3),
]


def task_of(game: str, mode: str, policies: list[str | PolicyFamily]) -> Task:
    found = find_game(game)
    return Task(found, mode, found.rules(), tuple(found.policy(p) for p in policies), 1)


def per_second(task: Task, seconds: float = 0.3, repeats: int = 5) -> float:
    """Measure games per second of processor time, the median of some repeats."""
    job = SimulationJob(task)
    job.play_chunk(0, 100)
    games, spent = 1000, 0.0
    while spent < seconds / 3:
        games *= 2
        spent = _cpu_seconds(partial(job.play_chunk, 0, games))
    games = int(games * seconds / spent)
    return games / median(_cpu_seconds(partial(job.play_chunk, 0, games)) for _ in range(repeats))


def _cpu_seconds(play: Callable[[], object]) -> float:
    before = time.process_time()
    play()
    return time.process_time() - before


def _in_words(rate: float) -> str:
    return f"{rate / 1e6:.2f} M/s" if rate >= 1e6 else f"{rate / 1e3:.0f} k/s"


@pytest.mark.parametrize(
    ("game", "mode", "policies", "aim"), [aim for aim in AIMS if aim[0] in GAMES]
)
def test_speed__one_core(
    game: str, mode: str, policies: list[str], aim: float, report: Report
) -> None:
    rate = per_second(task_of(game, mode, list(policies)))
    report(f"{game} {mode}, {' v '.join(policies)}", _in_words(rate), f"aim {_in_words(aim)}")


@pytest.mark.parametrize("game", GAMES)
def test_speed__every_policy(game: str, report: Report) -> None:
    found = find_game(game)
    for policy in found.policies:
        task = task_of(game, found.default_mode, [policy])
        rate = per_second(task, seconds=0.1, repeats=3)
        report(f"{game} {found.default_mode}, {policy}", _in_words(rate), "per core")


@pytest.mark.parametrize(
    ("game", "mode", "policy", "games"),
    [
        ("10000", "turn", "bank-at-dice", 60_000_000),
        ("solitaire-dice", "solo", "weights", 1_500_000),
    ],
)
def test_scaling__two_workers(
    game: str, mode: str, policy: str, games: int, report: Report
) -> None:
    job = SimulationJob(task_of(game, mode, [policy]))
    run(job, games // 20, workers=2)

    def wall(workers: int) -> float:
        before = time.perf_counter()
        run(job, games, workers=workers)
        return time.perf_counter() - before

    ratios = [wall(1) / wall(2) for _ in range(3)]
    report(f"{game} {mode}: two workers against one", f"{median(ratios):.2f} x", "aim 1.8 x")


@solitaire_dice.policy
def first_listed(sheet, splits, p):  # type: ignore[no-untyped-def]
    """Greedy once more, as somebody would write it in a notebook."""
    best, best_gain = 0, -1e300
    for i in range(splits.count):
        gain = 0.0
        for sum_ in (splits.low[i], splits.high[i]):
            gain += min(sheet.marks[sum_], 6) - 3
        gain -= sheet.rejects[splits.reject[i]]
        if gain > best_gain:
            best, best_gain = i, gain
    return best


@ten_thousand.policy
def by_dice(state, p):  # type: ignore[no-untyped-def]
    return state.counter >= 100 * state.dice + 100


@pytest.mark.parametrize(
    ("game", "mode", "mine", "built_in"),
    [
        ("10000", "turn", by_dice, "bank-at-dice"),
        ("solitaire-dice", "solo", first_listed, "weights"),
    ],
    ids=["10000", "solitaire-dice"],
)
def test_user_policy__compiles_and_plays(
    game: str, mode: str, mine: PolicyFamily, built_in: str, report: Report
) -> None:
    SimulationJob(task_of(game, mode, [built_in])).play_chunk(0, 10)
    task = task_of(game, mode, [mine])
    before = time.perf_counter()
    SimulationJob(task).play_chunk(0, 10)
    report(f"{game}: compile a user's policy", f"{time.perf_counter() - before:.2f} s", "aim 1 s")
    rolls = {}
    for name, each in (("mine", task), ("built-in", task_of(game, mode, [built_in]))):
        histogram = run(SimulationJob(each), 100_000).tally.histograms
        row = [metric.name for metric in each.metrics].index("rolls")
        pairs = histogram[row].pairs()
        rolls[name] = per_second(each) * sum(v * c for v, c in pairs) / 100_000
    ratio = rolls["mine"] / rolls["built-in"]
    report(f"{game}: rolls/s, user's policy against {built_in}", f"{ratio:.2f} x", "aim 0.8 x")
