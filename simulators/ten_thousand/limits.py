"""Where a game that would go on for ever is cut and counted as truncated."""

from __future__ import annotations

#: Rolls in one turn.
MAX_ROLLS = 1000
#: Turns of a player alone, and rounds of a match.
MAX_TURNS = 10_000
MIN_PLAYERS, MAX_PLAYERS = 2, 6

#: Turns lost in a row that cost the penalty, where one is agreed.
PENALTY_BUSTS = 3
#: A counter that no turn reaches.
UNLIMITED = 1 << 40
