"""The cache of compiled code can't be stale (case C30)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np

from simulators import accelerate

PACKAGE = Path(accelerate.__file__).parent


def test_sources_digest__changes_with_every_file_that_the_code_can_depend_on(
    tmp_path: Path,
) -> None:
    copy = tmp_path / "simulators"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    games = sorted(path.parent.name for path in copy.glob("*/__init__.py"))
    modules = ["simulators.engine", *(f"simulators.{game}.kernels" for game in games)]

    def digests() -> list[str]:
        return [accelerate.sources_digest(module, copy) for module in modules]

    before = digests()
    assert len(set(before)) == len(modules)
    assert before == [accelerate.sources_digest(module) for module in modules]
    for path in sorted(copy.rglob("*.py")):
        text = path.read_text()
        path.write_text(text + "\n")
        changed = [old != new for old, new in zip(before, digests(), strict=True)]
        folder = path.parent.name
        expected = [folder == "simulators", *(folder in ("simulators", game) for game in games)]
        assert changed == expected, path
        path.write_text(text)
    assert digests() == before


def test_sources_digest__of_code_elsewhere_covers_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_text("x = 1\n")
    code = (
        "import elsewhere; from simulators.accelerate import sources_digest;"
        "print(sources_digest('elsewhere'))"
    )
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{PACKAGE.parent}"}

    def digest() -> str:
        command = [sys.executable, "-c", code]
        return subprocess.check_output(command, env=environment, text=True, cwd=tmp_path)

    before = digest()
    assert digest() == before
    (tmp_path / "elsewhere.py").write_text("x = 2\n")
    assert digest() != before


def test_cached__leaves_the_users_own_setting_alone() -> None:
    before = numba.config.CACHE_DIR
    accelerate.compiled(lambda x: x + 1)
    assert before == numba.config.CACHE_DIR


def _run_copy(folder: Path, cache: Path, code: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "DICELAB_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_c30__an_edited_helper_is_used_with_a_warm_cache(tmp_path: Path) -> None:
    package = tmp_path / "simulators"
    package.mkdir()
    for name in ("__init__.py", "accelerate.py", "parts.py"):
        shutil.copy(PACKAGE / name, package / name)
    (package / "helper.py").write_text(
        "from simulators.accelerate import compiled\n@compiled\ndef step(x):\n    return x + 1\n"
    )
    (package / "caller.py").write_text(
        "from simulators.accelerate import kernel\nfrom simulators.helper import step\n"
        "@kernel\ndef call(x):\n    return step(x)\n"
    )
    code = (
        "from simulators.caller import call; value = call(1);"
        "print(value, sum(call.stats.cache_hits.values()))"
    )
    cache = tmp_path / "cache"
    assert _run_copy(tmp_path, cache, code) == "2 0"
    assert _run_copy(tmp_path, cache, code) == "2 1"
    helper = package / "helper.py"
    helper.write_text(helper.read_text().replace("x + 1", "x + 10"))
    assert _run_copy(tmp_path, cache, code) == "11 0"


def test_cache_folder__falls_back_where_it_cannot_write(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = "from simulators.accelerate import cache_folder; print(cache_folder())"
    folder = _run_copy(PACKAGE.parent, blocked, code)
    assert "dicelab-kernels-" in folder
    shutil.rmtree(folder)


def test_pointer__starts_in_an_array_or_at_another_pointer() -> None:
    pointer = accelerate.pointer

    @numba.njit
    def read(values: np.ndarray, first: int, more: int) -> tuple[int, int]:
        start = pointer(values, first)
        return start[0], pointer(start, more)[1]

    assert read(np.arange(10, 20), 2, 3) == (12, 16)
    assert read(np.arange(10, 20), 4, -2) == (14, 13)


_SCENE = np.dtype([("score", np.int64), ("dice", np.int64)])


@numba.njit
def _score_after_others_took_memory(size: int) -> int:
    scene = np.zeros(1, _SCENE)
    seen = scene[0]
    seen.score = 7
    taken = [np.full(size, 99) for _ in range(20)]
    score = seen.score + 0 * taken[0][0]
    accelerate.keep_alive(scene)
    return score


def test_keep_alive__a_record_outlives_what_else_is_allocated() -> None:
    """Without it, memory of the record's size is handed out again while the record is in use."""
    assert [_score_after_others_took_memory(size) for size in range(1, 40)] == [7] * 39
