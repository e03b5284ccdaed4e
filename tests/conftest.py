"""What every test shares: no display, a repeatable Hypothesis, folders to write in."""

from __future__ import annotations

import os

os.environ.setdefault("MPLBACKEND", "Agg")

from hypothesis import HealthCheck, settings

# Compiling a kernel inside an example takes longer than any deadline would allow.
settings.register_profile(
    "dicelab", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("dicelab")
