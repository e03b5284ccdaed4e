"""Where a run that would go on for ever is cut and counted as truncated."""

from __future__ import annotations

#: Turns of a runner alone, and rounds of a match. From any distance that isn't dead, a roll that
#: leads on comes at least once in 1296 turns on average.
MAX_TURNS = 10_000
MIN_PLAYERS, MAX_PLAYERS = 2, 8
MAX_DICE = 4
MAX_DISTANCE = 1_000_000
