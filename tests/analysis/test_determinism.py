"""The same task gives the same bits, wherever and in whatever pieces it is played."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from analysis import match, simulate
from tests.analysis import toy

GAMES = 50_001
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def reference() -> str:
    return simulate(toy.TOY, games=GAMES, seed=11, workers=1, chunk_games=GAMES).digest


@pytest.mark.parametrize("chunk_games", [None, 1000, 7777, GAMES])
@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
def test_digest__c25_workers_and_chunks(
    reference: str, workers: int, chunk_games: int | None
) -> None:
    run = simulate("toy", games=GAMES, seed=11, workers=workers, chunk_games=chunk_games)
    assert (run.games, run.digest) == (GAMES, reference)


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_digest__c25_one_game_a_chunk(workers: int) -> None:
    single = simulate("toy", games=300, seed=11, workers=workers, chunk_games=1)
    assert single.digest == simulate("toy", games=300, seed=11).digest


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_digest__c25_process_pool(reference: str, method: str) -> None:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context, initializer=toy.register) as pool:
        run = simulate("toy", games=GAMES, seed=11, executor=pool, chunk_games=20_000)
        paired = match("toy", ["bank-at", "bank-after"], games=9_999, seed=11, executor=pool)
        mine = toy.user_policy(lambda state, p: state.total > 13)
        written = simulate("toy", mine, games=9_999, seed=11, executor=pool, chunk_games=4_000)
    assert run.digest == reference
    assert paired.digest == match("toy", ["bank-at", "bank-after"], games=9_999, seed=11).digest
    assert written.digest == simulate("toy", mine, games=9_999, seed=11).digest


def test_digest__c25_any_executor(reference: str) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert simulate("toy", games=GAMES, seed=11, executor=pool).digest == reference
        assert pool.submit(int, "5").result() == 5, "the executor is the caller's: left open"


def test_digest__c25_dask(reference: str) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        run = simulate("toy", games=GAMES, seed=11, executor=client.get_executor())
    assert run.digest == reference


def test_seed__c26_in_parallel_the_same_different_zero_and_none() -> None:
    with ThreadPoolExecutor(2) as pool:
        twice = [pool.submit(simulate, "toy", games=5000, seed=3) for _ in range(2)]
        first, second = (future.result() for future in twice)
    assert first.digest == second.digest
    counts = [
        tuple(simulate("toy", games=5000, seed=seed).pairs("points"))
        for seed in (0, 1, 2, 2**64 - 1)
    ]
    assert len(set(counts)) == 4, "0 is a seed of its own"
    drawn = simulate("toy", games=5000)
    again = simulate("toy", games=5000, seed=drawn.task.seed)
    assert drawn.digest == again.digest
    assert drawn.as_dict()["seed"] == drawn.task.seed
    assert len({simulate("toy", games=1).task.seed for _ in range(5)}) > 1


def test_rules__c16_two_rule_sets_at_once_do_not_touch_each_other() -> None:
    before = simulate("toy", games=5000, seed=1).digest
    gentle = simulate("toy", switches={"bust": "no"}, games=5000, seed=1)
    with ThreadPoolExecutor(2) as pool:
        futures = [
            pool.submit(simulate, "toy", switches={"bust": bust}, games=200_000, seed=1)
            for bust in ("yes", "no", "yes", "no")
        ]
        digests = [future.result().digest for future in futures]
    assert digests[0] == digests[2] != digests[1] == digests[3]
    assert gentle.pairs("bust") == [(0, 5000)]
    assert simulate("toy", games=5000, seed=1).digest == before


def test_game_i__replayed_alone_equals_game_i_of_the_run() -> None:
    run = simulate("toy", "bank-at:threshold=9", games=500, seed=21)
    points = [run.task.replay(game).outcome["points"] for game in range(500)]
    assert sorted(points) == [v for v, count in run.pairs("points") for _ in range(count)]


_MEASURE = """
import sys
from pathlib import Path
from tests.analysis import toy
from analysis import simulate
toy.register()
simulate("toy", games=100_000, seed=1, workers=2)
simulate("toy", games=int(sys.argv[1]), seed=1, workers=2)
status = Path("/proc/self/status").read_text()
print(status.split("VmHWM:")[1].split()[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads Linux's peak memory")
def test_memory__c28_does_not_grow_with_the_number_of_games() -> None:
    def peak_mib(games: int) -> int:
        done = subprocess.run(
            [sys.executable, "-c", _MEASURE, str(games)],
            cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        return int(done.stdout) // 1024

    small, large = peak_mib(100_000), peak_mib(10_000_000)
    assert large - small < 16
    assert large < 400
