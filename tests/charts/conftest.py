"""A few small results to draw."""

from __future__ import annotations

import pandas as pd
import pytest

from analysis import Run, compare, match, round_robin, simulate, sweep

GAMES = 3000
POLICIES = ("random", "greedy", "few-sums")


@pytest.fixture(scope="package")
def runs() -> list[Run]:
    return [simulate("solitaire-dice", policy, games=GAMES, seed=7) for policy in POLICIES]


@pytest.fixture(scope="package")
def turns() -> Run:
    return simulate("10000", "bank-at", games=GAMES, seed=7)


@pytest.fixture(scope="package")
def swept() -> pd.DataFrame:
    return sweep("10000", "bank-at", threshold=[200, 300, 400, "never"], games=GAMES, seed=7)


@pytest.fixture(scope="package")
def grid() -> pd.DataFrame:
    values = {"set_aside": ["most-points", "most-dice"], "threshold": [400, 200, 300]}
    choose = {"set_aside": "choose"}
    return sweep("10000", "bank-at", vary=values, switches=choose, games=GAMES, seed=7)


@pytest.fixture(scope="package")
def compared() -> pd.DataFrame:
    return compare("solitaire-dice", POLICIES, games=GAMES, seed=7)


@pytest.fixture(scope="package")
def pairs() -> pd.DataFrame:
    policies = ["always-bank", "bank-at", "bank-at:threshold=1000"]
    return round_robin("10000", policies, games=GAMES, seed=7)


@pytest.fixture(scope="package")
def played() -> pd.DataFrame:
    policies = ["always-bank", "bank-at", "race"]
    return match("10000", policies, games=GAMES, seed=7, seats="fixed").summary()
