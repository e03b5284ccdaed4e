"""The arrows between the rooms, read from the sources; a new game's folder is covered by itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SIMULATORS = ROOT / "simulators"
GAMES = sorted(folder.name for folder in SIMULATORS.iterdir() if (folder / "__init__.py").exists())
FOUNDATION = sorted(path.stem for path in SIMULATORS.glob("*.py"))


def imported_by(path: Path, package: str, source: str | None = None) -> set[str]:
    """Collect the full names of everything a file imports, inside functions too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source if source is not None else path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")
                kept = parents[: len(parents) - node.level + 1]
                base = ".".join([*kept, *filter(None, [base])])
            names |= {f"{base}.{alias.name}" for alias in node.names}
    return names


def games_among(names: set[str]) -> set[str]:
    """Keep the games whose package or modules are among the names."""
    return {
        game for game in GAMES for name in names if f"{name}.".startswith(f"simulators.{game}.")
    }


def test_games__are_found_in_the_tree() -> None:
    assert {"solitaire_dice", "ten_thousand"} <= set(GAMES)
    assert {"engine", "registry", "streams"} <= set(FOUNDATION)


@pytest.mark.parametrize("game", GAMES)
def test_game__imports_no_other_game(game: str) -> None:
    for path in (SIMULATORS / game).rglob("*.py"):
        package = ".".join(path.relative_to(ROOT).parent.parts)
        assert games_among(imported_by(path, package)) <= {game}, path


@pytest.mark.parametrize("module", FOUNDATION)
def test_foundation__imports_no_game(module: str) -> None:
    # The package and the registry name the games in strings only, so that none is loaded unasked.
    assert not games_among(imported_by(SIMULATORS / f"{module}.py", "simulators"))


@pytest.mark.parametrize(
    "statement",
    [
        "import simulators.ten_thousand.rules",
        "from simulators import ten_thousand",
        "from simulators.ten_thousand import rules",
        "from ..ten_thousand.rules import TenThousandRules",
        "def late():\n    from .. import ten_thousand",
    ],
)
def test_check__sees_every_way_to_import(statement: str) -> None:
    names = imported_by(Path("unused"), "simulators.solitaire_dice", statement)
    assert games_among(names) == {"ten_thousand"}
