"""What `analysis` offers by name is found whatever was imported before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import analysis

ROOT = Path(__file__).parents[2]


def test_offered_names__are_no_names_of_other_modules() -> None:
    # Importing a submodule sets an attribute of its name on the package, hiding the function.
    for name, home in analysis._HOMES.items():
        if home:
            assert not (ROOT / "analysis" / f"{name}.py").exists(), name
            assert not (ROOT / "analysis" / name).exists(), name


def test_offered_names__are_all_there_after_every_module_is_loaded() -> None:
    program = """
import analysis, importlib, pkgutil
for module in pkgutil.walk_packages(analysis.__path__, "analysis."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print([name for name in analysis.__all__ if name not in ("charts", "columns")
       and not callable(getattr(analysis, name))])
"""
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, check=True
    )
    assert answer.stdout.strip() == "[]"
