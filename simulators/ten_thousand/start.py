"""Where a turn may start."""

from __future__ import annotations

from simulators.ten_thousand.rules import TenThousandRules


def opened_score(rules: TenThousandRules) -> int:
    """Score of a player who has just made the opening, and not reached the target with it."""
    return min(rules.opening, rules.target - 1)


def check_start(
    rules: TenThousandRules, score: int, counter: int, dice: int, noun: str = ""
) -> None:
    """Refuse a state in which no turn can start; `noun` says what the values are, for the message.

    Raises
    ------
    ValueError
        If the player has reached the target, if dice are missing without points in the counter, or
        if an exact finish leaves no room above the counter.
    """
    if not 0 <= score < rules.target:
        raise ValueError(
            f"{noun}score must be from 0 to below the target, {rules.target}, not {score}: "
            f"who has reached it plays no further turn"
        )
    if not 1 <= dice <= 6:
        raise ValueError(f"{noun}dice must be from 1 to 6, not {dice}")
    if counter < 0 or (counter == 0 and dice < 6):
        raise ValueError(
            f"{noun}counter must be above 0 with {dice} dice to roll, and never below 0, "
            f"not {counter}: dice set aside have left points in it"
        )
    need = rules.target - score
    if rules.exact and counter >= need:
        raise ValueError(f"{noun}counter must be below the {need} points needed, not {counter}")
