"""Run notebooks in place and keep their outputs, the same bytes for the same results.

    .ci/run_notebooks.py [NOTEBOOK ...]      all of notebooks/ without names

Numbers of cells are their ids; nothing is kept of when, where and by which version a cell was run.
Pictures are stored with a palette, which takes a third of the space.
A warning or a path of this machine in an output is an error; the notebook then stays as it was.
"""

from __future__ import annotations

import base64
import io
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
COLOURS = 256


def tidy(notebook: NotebookNode) -> None:
    """Drop what differs from day to day and from machine to machine."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"c{number:02}"
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
            for output in cell.outputs:
                if "image/png" in output.get("data", {}):
                    output.data["image/png"] = with_palette(output.data["image/png"])


def with_palette(picture: str) -> str:
    """Store a picture with few colours as one with a palette."""
    whole = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    few = whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    small = io.BytesIO()
    few.save(small, "PNG", optimize=True)
    return base64.b64encode(small.getvalue()).decode()


def joined(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Put neighbouring pieces of one stream together: where they were cut depends on the load."""
    whole: list[NotebookNode] = []
    for output in outputs:
        before = whole[-1] if whole else None
        if before and before.output_type == "stream" and before.name == output.get("name"):
            before.text += output.text
        else:
            whole.append(output)
    return whole


def complaints(notebook: NotebookNode) -> list[str]:
    """List what mustn't be published."""
    found = []
    places = {ROOT, Path.home(), Path(tempfile.gettempdir()), Path(sys.prefix)}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.get("name") == "stderr":
                found.append(f"cell {cell.id} warns: {output.text.strip()}")
            data = output.get("data", {})
            texts = [output.get("text", ""), *(data[kind] for kind in data if "text" in kind)]
            for place in sorted(map(str, places - {Path("/")})):
                if any(f"{place}/" in str(text) for text in texts):
                    found.append(f"cell {cell.id} shows a path of this machine: {place}")
    return found


def run(path: Path) -> list[str]:
    """Run a notebook; return what is wrong with its outputs."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client = NotebookClient(notebook, timeout=None, kernel_name="python3", record_timing=False)
    client.execute(cwd=str(path.parent))
    tidy(notebook)
    wrong = complaints(notebook)
    if not wrong:
        nbformat.validate(notebook)
        path.write_text(nbformat.writes(notebook).rstrip() + "\n", encoding="utf-8")
    return wrong


def main() -> int:
    names = sys.argv[1:]
    paths = [Path(name).resolve() for name in names] or sorted((ROOT / "notebooks").glob("*.ipynb"))
    failed = False
    for path in paths:
        print(f"Running {path.name} ...", flush=True)
        for line in run(path):
            failed = True
            print(f"error: {path.name}, {line}", file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
