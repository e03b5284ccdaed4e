"""The command line as a process of its own: help, pipes, Ctrl-C, a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DICELAB = [sys.executable, "-m", "analysis.cli"]


def start(*arguments: str, **given: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*DICELAB, *arguments],
        cwd=ROOT,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **given,  # type: ignore[call-overload]
    )


def finish(*arguments: str) -> tuple[int, str, str]:
    process = start(*arguments)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help__lists_the_commands(arguments: list[str]) -> None:
    code, out, err = finish(*arguments)
    assert (code, err) == (0, "")
    for command in ("games", "simulate", "sweep", "compare", "match", "replay"):
        assert f"\n  {command} " in out
    assert "│" not in out


def test_help__loads_nothing_heavy() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, analysis.cli.app; print(*sys.modules)"],
        cwd=ROOT, text=True, capture_output=True, check=True,
    ).stdout.split()  # fmt: skip
    assert "typer" in loaded
    assert {"numba", "numpy", "pandas", "matplotlib", "scipy", "pyarrow"} & {*loaded} == set()


def test_version__is_told() -> None:
    code, out, _ = finish("--version")
    assert code == 0
    assert out.startswith("dicelab")


def test_json__is_all_that_stdout_gets_and_stderr_stays_empty() -> None:
    code, out, err = finish("simulate", "10000", "--games", "1e4", "--seed", "3", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["games"] == 10_000


def test_mistake__exits_2_without_traceback_or_frames() -> None:
    code, out, err = finish("simulate", "10000", "--games", "1.5")
    assert (code, out) == (2, "")
    assert err.startswith("error: games must be")
    code, out, err = finish("simulate", "10000", "--gaems", "5")
    assert (code, out) == (2, "")
    assert err.startswith("error: No such option: --gaems")
    assert "│" not in err


def test_reader__that_leaves_is_no_error() -> None:
    process = start("games", "10000")
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) == 141


def wait_for_checkpoint(folder: Path, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 90
    while not list(folder.glob("*.json")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_interrupt__keeps_what_was_counted_and_can_be_carried_on(tmp_path: Path) -> None:
    arguments = ("simulate", "10000", "--seed", "4", "--out", str(tmp_path), "--json")
    process = start(*arguments, "--games", "1e12", "--workers", "1")
    wait_for_checkpoint(tmp_path, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    document = json.loads(out)
    assert document["interrupted"] is True
    games = document["games"]
    assert 0 < games < 10**12
    assert sum(count for _, count in document["distribution"]["points"]) == games
    assert f"interrupted after {games:,} games" in err
    assert str(tmp_path) in err
    code, out, _ = finish(*arguments, "--games", str(games + 1000))
    carried_on = json.loads(out)
    assert code == 0
    assert (carried_on["games"], carried_on["interrupted"]) == (games + 1000, False)


def on_a_terminal(*arguments: str, columns: int) -> tuple[int, str, str]:
    """Run with standard output and error on pseudo-terminals; return code and both texts."""
    out, out_end = pty.openpty()
    err, err_end = pty.openpty()
    for end in (out_end, err_end):
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("COLUMNS", None)
    process = subprocess.Popen(
        [*DICELAB, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out_end, stderr=err_end,
        env=environment,
    )  # fmt: skip
    os.close(out_end)
    os.close(err_end)
    texts = {out: b"", err: b""}
    reading = {out, err}
    while reading:
        for end in select.select(list(reading), [], [], 120)[0]:
            try:
                data = os.read(end, 65536)
            except OSError:  # the other side is closed
                data = b""
            texts[end] += data
            if not data:
                reading.discard(end)
                os.close(end)
    code = process.wait(timeout=60)
    out_text, err_text = (
        re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", texts[end].decode()) for end in (out, err)
    )
    return code, out_text.replace("\r\n", "\n"), err_text


@pytest.mark.parametrize("columns", [40, 80])
def test_tables__are_never_wider_than_the_terminal(columns: int) -> None:
    for arguments in (
        ["match", "10000", "--policy", "bank-at", "--policy", "race", "--games", "1000"],
        ["games", "10000"],
    ):
        code, out, _ = on_a_terminal(*arguments, columns=columns)
        assert code == 0
        assert max(map(len, out.splitlines())) <= columns
        assert "…" not in out.replace(" … ", "")  # nothing was cut off


def test_progress__is_shown_on_a_terminal_only() -> None:
    arguments = ("simulate", "10000", "--games", "1e8", "--seed", "1", "--workers", "1")
    code, out, err = on_a_terminal(*arguments, columns=100)
    assert code == 0
    assert "games" in err
    assert "%" in err
    assert "100,000,000 games" in out
