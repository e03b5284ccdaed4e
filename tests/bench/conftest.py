"""Collect what the benchmarks measure and print it as one table at the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Report = Callable[[str, str, str], None]
_ROWS: list[tuple[str, str, str]] = []


@pytest.fixture(scope="session")
def report() -> Report:
    """Take (what, figure, remark); nothing here asserts a time."""
    return lambda what, figure, remark: _ROWS.append((what, figure, remark))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _ROWS:
        widths = [max(len(row[column]) for row in _ROWS) for column in range(2)]
        terminalreporter.section("measured here")
        for what, figure, remark in _ROWS:
            terminalreporter.write_line(f"{what:<{widths[0]}}  {figure:>{widths[1]}}  {remark}")
