"""Where a turn may start, other than at its beginning."""

from __future__ import annotations

from collections.abc import Sequence

from simulators.low_high.rules import LowHighRules

NO_DICE = (0, 0, 0, 0, 0, 0)


def check_position(
    rules: LowHighRules, kept: Sequence[int], bad: int, noun: str = ""
) -> tuple[int, ...]:
    """Refuse a position in which no player rolls; `noun` says what the values are, for the message.

    Returns
    -------
    tuple of int
        `kept`.

    Raises
    ------
    ValueError
        If counts are negative, dice went bad before any was kept, or no die is left to roll.
    """
    counts = tuple(kept)
    if len(counts) != 6 or min(counts) < 0:
        raise ValueError(f"{noun}kept must be six counts of dice, by face, not {list(kept)!r}")
    if bad < 0 or (bad > 0 and not any(counts)):
        raise ValueError(
            f"{noun}bad must be 0 before a set is kept and never below 0, not {bad}: "
            f"no die goes bad on the first roll"
        )
    locked = sum(counts) + bad
    if locked >= rules.dice:
        raise ValueError(
            f"{noun}kept and {noun}bad must leave a die to roll of the {rules.dice} there are, "
            f"not lock {locked}"
        )
    return counts


def check_scores(
    rules: LowHighRules, score: int | None, best_opponent: int, noun: str = ""
) -> None:
    """Refuse totals with which no turn is played.

    Raises
    ------
    ValueError
        If somebody has reached the target, or an opponent has a total where no match is on.
    """
    if score is None:
        if best_opponent:
            raise ValueError(
                f"{noun}best_opponent must be 0 without an own score, not {best_opponent}: "
                f"the turn is played for its points alone"
            )
        return
    for name, total in (("score", score), ("best_opponent", best_opponent)):
        if total >= rules.target:
            raise ValueError(
                f"{noun}{name} must be below the target, {rules.target}, not {total}: "
                f"who has reached it has won"
            )
