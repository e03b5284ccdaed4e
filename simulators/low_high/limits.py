"""Where a match that would go on for ever is cut and counted as truncated; who may play."""

from __future__ import annotations

#: Rounds of a match. A turn needs no cap: every set kept shows a higher face than the one before.
MAX_ROUNDS = 10_000
#: Six sets can be kept, and all dice of the roll after the sixth go bad.
MAX_ROLLS = 7
MIN_PLAYERS, MAX_PLAYERS = 2, 6
