"""The notebooks as they are committed: run from top to bottom, and fit to be read anywhere.

That they run is tested by running them, at reduced size: ``pytest --nbmake notebooks``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
#: What shows that a notebook was run on somebody's machine.
_MACHINE = re.compile(r"/(home|root|tmp|Users|private|var|opt|usr|work)/|[A-Z]:\\|site-packages")
MOST_BYTES = 600_000

notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def code_of(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in cells_of(path) if cell["cell_type"] == "code"]


def test_notebooks__the_first_three_are_there() -> None:
    names = [path.stem for path in NOTEBOOKS]
    assert names[:3] == ["00-quickstart", "01-solitaire-dice", "02-ten-thousand"]


@notebook
def test_notebook__was_run_in_order_and_without_complaint(path: Path) -> None:
    cells = code_of(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} <= {"stream", "execute_result"}
    assert all(output.get("name", "stdout") == "stdout" for output in outputs)


@notebook
def test_notebook__says_nothing_of_the_machine_or_the_day(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    cells = content["cells"]
    assert [cell["id"] for cell in cells] == [f"c{n:02}" for n in range(1, len(cells) + 1)]
    assert all(cell["metadata"] == {} for cell in cells)
    for cell in cells:
        for output in cell.get("outputs", ()):
            texts = {kind: t for kind, t in output.get("data", {}).items() if "text" in kind}
            shown = "".join(["".join(t) for t in texts.values()] + list(output.get("text", ())))
            assert not _MACHINE.search(shown)
            assert not re.search(r"0x[0-9a-f]{6}|\x1b", shown)


@notebook
def test_notebook__is_small_and_shows_pictures(path: Path) -> None:
    assert path.stat().st_size < MOST_BYTES
    pictures = [
        output
        for cell in code_of(path)
        for output in cell["outputs"]
        if "image/png" in output.get("data", {})
    ]
    assert len(pictures) >= 3


@notebook
def test_notebook__takes_its_size_from_the_environment(path: Path) -> None:
    first = "".join(code_of(path)[0]["source"])
    assert 'int(float(os.environ.get("DICELAB_NOTEBOOK_GAMES", ' in first
    source = "".join("".join(cell["source"]) for cell in code_of(path))
    asked = re.findall(r"\bgames=([^,)]+)", source)
    assert asked
    assert all("GAMES" in games for games in asked), asked


@notebook
def test_notebook__every_seed_is_fixed(path: Path) -> None:
    for cell in code_of(path):
        source = "".join(cell["source"])
        assert len(re.findall(r"\bgames=", source)) == len(re.findall(r"\bseed=\d", source)), source
