"""How many play, and where a game that would go on for ever is cut and counted as truncated."""

from __future__ import annotations

MIN_PLAYERS, MAX_PLAYERS = 2, 8
N_DICE = 6
#: A sum of this much is an attack of strength 0.
PAR = 30
#: Rounds of a match after which it is cut, and the most that can be asked for.
MAX_ROUNDS, MOST_ROUNDS = 1000, 10_000
#: Hits in one turn.
MAX_HITS = 1000
#: Most life points that a turn alone can start with.
MAX_LIFE = 1_000_000
#: Life points of an opponent whom no turn can eliminate.
UNHARMED = 1 << 40
