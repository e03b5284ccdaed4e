"""The toy game is registered for these tests only."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simulators import registry
from tests.analysis import toy


@pytest.fixture(autouse=True)
def registered_toy() -> Iterator[None]:
    toy.register()
    yield
    registry.GAMES.pop("toy", None)
