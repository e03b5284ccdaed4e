"""Run the command line inside the test's own process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from analysis.cli import main


@dataclass(frozen=True)
class Answer:
    """What a command returned and printed."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """Read standard output as exactly one strict JSON document."""

        def refuse(word: str) -> None:
            raise AssertionError(f"{word} isn't JSON")

        document = json.loads(self.out, parse_constant=refuse)
        assert isinstance(document, dict)
        return document


Dicelab = Callable[..., Answer]


@pytest.fixture
def dicelab(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dicelab:
    """Run `dicelab` with some arguments and return its answer."""
    monkeypatch.delenv("DICELAB_TRACEBACK", raising=False)

    def run(*arguments: str) -> Answer:
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run


@pytest.fixture
def refused(dicelab: Dicelab) -> Callable[..., str]:
    """Run a command that must be refused; return its one sentence."""

    def run(*arguments: str) -> str:
        answer = dicelab(*arguments)
        assert answer.code == 2, answer
        assert answer.out == ""
        assert answer.err.startswith("error: ")
        assert answer.err.count("\n") == 1, answer.err
        assert "Traceback" not in answer.err
        return answer.err.removeprefix("error: ").rstrip("\n")

    return run
