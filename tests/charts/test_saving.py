"""Saved charts: the same bytes everywhere, whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from analysis import Run, charts

SUFFIXES = (".png", ".svg", ".pdf")

_DRAW = """
import sys
from analysis import charts, load
run = load(sys.argv[2])
drawn = {"run": charts.distribution(run), "card": charts.bank_or_roll("10000", held=[300, 400])}
for name, ax in drawn.items():
    for suffix in (".png", ".svg", ".pdf"):
        charts.save(ax, f"{sys.argv[1]}/{name}{suffix}")
"""


def test_save__two_processes_write_the_same_bytes(tmp_path: Path, turns: Run) -> None:
    manifest = turns.save(tmp_path / "results")
    folders, processes = [], []
    for number, zone in enumerate(["UTC", "Asia/Tokyo"]):
        folder = tmp_path / str(number)
        folder.mkdir()
        folders.append(folder)
        rc = tmp_path / f"matplotlibrc{number}"
        rc.write_text("font.size: 23\nsavefig.dpi: 30\n" if number else "")
        environment = {
            **os.environ, "PYTHONHASHSEED": str(number + 1), "TZ": zone, "MATPLOTLIBRC": str(rc),
        }  # fmt: skip
        command = [sys.executable, "-c", _DRAW, str(folder), str(manifest)]
        root = Path(__file__).parents[2]
        processes.append(subprocess.Popen(command, env=environment, cwd=root))
    assert [process.wait() for process in processes] == [0, 0]
    names = sorted(path.name for path in folders[0].iterdir())
    assert len(names) == 6
    for name in names:
        first, second = (folder.joinpath(name).read_bytes() for folder in folders)
        assert first == second, name
        for word in (b"Matplotlib v", b"matplotlib version", b"CreationDate", b"<dc:date>"):
            assert word not in first, name


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_save__twice_is_the_same_and_another_chart_is_not(
    tmp_path: Path, turns: Run, suffix: str
) -> None:
    files = [tmp_path / f"{name}{suffix}" for name in ("a", "b", "c")]
    ax = charts.distribution(turns)
    assert charts.save(ax, files[0]) == files[0]
    charts.save(ax.figure, files[1])  # type: ignore[arg-type]
    charts.save(charts.distribution(turns, "rolls"), files[2])
    first, second, third = (file.read_bytes() for file in files)
    assert first == second
    assert first != third
    assert {path.name for path in tmp_path.iterdir()} == {file.name for file in files}


def test_save__png_has_two_dots_per_pixel_of_a_page(tmp_path: Path, turns: Run) -> None:
    file = charts.save(charts.distribution(turns), tmp_path / "a.png")
    assert int.from_bytes(file.read_bytes()[16:20], "big") == 1600


@pytest.mark.parametrize("name", ["a.jpg", "a", "png", "a.png.gz", ".png"])
def test_save__unknown_suffix(tmp_path: Path, turns: Run, name: str) -> None:
    with pytest.raises(ValueError, match=r"must end in \.png, \.svg, \.pdf"):
        charts.save(charts.distribution(turns), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_save__where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can't write"):
        charts.save(Figure(), tmp_path / "nowhere" / "a.png")
    (tmp_path / "a.png").mkdir()
    with pytest.raises(ValueError, match="can't write"):
        charts.save(Figure(), tmp_path / "a.png")


def test_save__a_failure_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.svg"
    file.write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Figure, "savefig", fail)
    with pytest.raises(ValueError, match="No space left"):
        charts.save(Figure(), file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_save__anything_but_a_figure(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="takes a Figure or Axes, not str"):
        charts.save("chart", tmp_path / "a.png")  # type: ignore[arg-type]
