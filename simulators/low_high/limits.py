"""Where a match that would go on for ever is cut and counted as truncated; who may play."""

from __future__ import annotations

#: Rounds of a match. A turn needs no cap: every set kept shows a higher face than the one before.
MAX_ROUNDS = 10_000
#: Above a 5 a roll leaves nothing but 6s, and above a 6 nothing: the sixth roll is the last.
#: (A sixth set can only be one of 6s above 5s.)
MAX_ROLLS = 6
MIN_PLAYERS, MAX_PLAYERS = 2, 6
