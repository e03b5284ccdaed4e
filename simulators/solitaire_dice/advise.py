"""Advice: every legal split of a roll, valued by playing on many times by the learned player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulators.advice import Action, Advice, Adviser, Effort, ranked
from simulators.policy import Parameter
from simulators.position_kinds import Counts, Faces
from simulators.solitaire_dice.learned import shipped_value
from simulators.solitaire_dice.learned_value import LearnedValue
from simulators.solitaire_dice.reference import PlainSheet
from simulators.solitaire_dice.rules import MAX_ROLLS, SUMS, SolitaireDiceRules
from simulators.solitaire_dice.splits import N_DICE

MOST_PLAYOUTS = 1_000_000
#: After so many playouts, only splits that can still be the best get more...
FIRST_PLAYOUTS = 500
#: ...which are those not more than so many standard errors behind the one that leads.
CLEARLY_BEHIND = 5.0


def sheet_of(
    rules: SolitaireDiceRules, marks: Mapping[int, int], rejects: Mapping[int, int]
) -> PlainSheet:
    """Fill in a sheet, and refuse one on which no roll can be played.

    A sheet that no sequence of whole rolls leads to is taken as it stands, see :func:`doubt_about`:
    people note down what matters to them, and what is still to come depends on the sheet alone.

    Raises
    ------
    ValueError
        With the reason.
    """
    n_marks, n_rejects, opened = sum(marks.values()), sum(rejects.values()), len(rejects)
    if opened > rules.reject_faces:
        raise ValueError(
            f"position: {opened} reject faces are open, but no more than {rules.reject_faces} can be"
        )
    for face, count in rejects.items():
        if count >= rules.reject_marks:
            raise ValueError(
                f"position: the game is over, reject face {face} has its {rules.reject_marks} marks"
            )
    rolls = max(n_marks // 2, n_rejects)
    if rolls >= MAX_ROLLS:
        raise ValueError(f"position: no game goes on beyond {MAX_ROLLS} rolls")
    return PlainSheet(
        rules,
        [marks.get(sum_, 0) for sum_ in range(13)],
        [rejects.get(face, 0) for face in range(7)],
        rolls=rolls,
        free_rolls=rolls - n_rejects,
    )


def doubt_about(
    rules: SolitaireDiceRules, marks: Mapping[int, int], rejects: Mapping[int, int]
) -> str:
    """Say why no whole game leads to such a sheet; nothing if one does."""
    n_marks, n_rejects = sum(marks.values()), sum(rejects.values())
    if n_marks % 2:
        return f"every roll marks two sums, so {n_marks} marks can't be"
    if n_marks < 2 * n_rejects:
        return (
            f"{n_rejects} rejects took {n_rejects} rolls, which marked {2 * n_rejects} sums, "
            f"not {n_marks}"
        )
    if n_marks > 2 * n_rejects and len(rejects) < rules.reject_faces:
        return (
            f"{n_marks} marks took {n_marks // 2} rolls, but there are {n_rejects} rejects; rolls "
            f"are free only once {rules.reject_faces} reject faces are open"
        )
    return ""


def rank_splits(
    rules: SolitaireDiceRules,
    marks: Mapping[int, int],
    rejects: Mapping[int, int],
    roll: Sequence[int],
    objective: str = "win",
    *,
    playouts: int = 10_000,
    seed: int = 0,
    value: LearnedValue | None = None,
) -> tuple[Action, ...]:
    """Value every legal split of a roll by playouts of the learned player, best first.

    All splits meet the same rolls, and the luck of the rolls is taken off, see
    :mod:`~simulators.solitaire_dice.playouts`. Splits that are clearly behind after the first
    playouts get no more; what they cost is known well enough.

    Parameters
    ----------
    marks, rejects : mapping of int to int
        Marks by sum and by reject face; what isn't named has none.
    roll : sequence of int
        Five faces.
    objective : str
        ``win``: chance to reach the target. ``mean``: expected score.
    playouts : int
        Games played on after each split that can still be the best; 2 or more.
    seed : int
        Of their rolls.
    value : LearnedValue, optional
        Who plays on; the shipped one by default.

    Returns
    -------
    tuple of Action
        With the standard error of each value, and of its difference to the best.

    Raises
    ------
    ValueError
        For a position in which no roll can be played, rules for which no value ships, or a value of
        something else.
    """
    from simulators.solitaire_dice.search import play_after, search_numbers
    from simulators.streams import check_seed, seed_key

    if not 2 <= playouts <= MOST_PLAYOUTS:
        raise ValueError(f"games played on must be from 2 to {MOST_PLAYOUTS:,}, not {playouts!r}")
    sheet = sheet_of(rules, marks, rejects)
    player = shipped_value(rules, objective) if value is None else value
    player.check_fits(rules)
    if player.objective != objective:
        raise ValueError(f"value must be one of {objective}, not of {player.objective}")
    legal, free = sheet.legal_splits(tuple(sorted(roll)))
    numbers = search_numbers(player.numbers, rules.reject_faces, rolls=1)
    key = np.uint64(seed_key(np.uint64(check_seed(seed))))

    def play(split: tuple[int, int, int], first: int, games: int) -> NDArray[np.float64]:
        marks_now = np.array(sheet.marks, dtype=np.int64)
        rejects_now = np.array(sheet.rejects, dtype=np.int64)
        results = np.empty(games)
        play_after(numbers, marks_now, rejects_now, split, int(free), key, first, results)
        return results

    n_first = min(playouts, FIRST_PLAYOUTS)
    results = [play(split, 0, n_first) for split in legal]
    leading = max(results, key=lambda found: float(found.mean()))
    for index, split in enumerate(legal):
        behind, known = leading - results[index], _error(results[index]) == 0
        may_lead = known or behind.mean() <= CLEARLY_BEHIND * _error(behind)
        if playouts > n_first and may_lead:
            more = play(split, n_first, playouts - n_first)
            results[index] = np.concatenate([results[index], more])
    best = max(
        (found for found in results if len(found) == playouts),
        key=lambda found: float(found.mean()),
    )
    actions = []
    for found, split in zip(results, legal, strict=True):
        behind = best[: len(found)] - found
        mean, error = float(best.mean() - behind.mean()), _error(found)
        if len(found) < playouts:
            error = float(np.hypot(_error(best), _error(behind)))
        if objective == "win":
            mean = min(max(mean, 0.0), 1.0)  # without its luck a chance may be estimated beyond
        reject, low, high = split
        details = {"reject": None if free else reject, "sums": [low, high]}
        actions.append(Action(_in_words(sheet, split, free), mean, error, _error(behind), details))
    return ranked(actions)


def _error(results: NDArray[np.float64]) -> float:
    """Compute the standard error of the mean of some results."""
    return float(results.std(ddof=1) / len(results) ** 0.5)


def _in_words(sheet: PlainSheet, split: tuple[int, int, int], free: bool) -> str:
    reject, low, high = split
    marked = f"mark {low} twice" if low == high else f"mark {low} and {high}"
    if free:
        return f"{marked}, free roll ({reject} is left over)"
    opens = "" if sheet.rejects[reject] else ", which opens it"
    ends = ", which ends the game" if sheet.rejects[reject] + 1 >= sheet.rules.reject_marks else ""
    return f"{marked}, reject {reject}{opens}{ends}"


def _listed(counts: Mapping[int, int]) -> str:
    return ", ".join(f"{key}={count}" for key, count in counts.items()) or "none"


def _advise(
    rules: SolitaireDiceRules, position: Mapping[str, Any], objective: str | None, effort: Effort
) -> Advice:
    marks, rejects, roll = position["marks"], position["rejects"], position["roll"]
    if roll is None:
        raise ValueError("a position needs the roll: --roll 1,3,4,4,5")
    goal = objective or "win"
    playouts = max(2, effort.games)
    actions = rank_splits(rules, marks, rejects, roll, goal, playouts=playouts, seed=effort.seed)
    doubt = doubt_about(rules, marks, rejects)
    return Advice(
        f"marks {_listed(marks)}; rejects {_listed(rejects)}; "
        f"roll {' '.join(map(str, sorted(roll)))}",
        goal,
        "points" if goal == "mean" else "probability",
        actions,
        notes=(
            f"Estimated from {playouts:,} games played on after each split that isn't clearly behind, "
            f"by the learned player (learned-{goal}) and on the same rolls, less what their luck was "
            "worth; ± one standard error. The costs' errors are those of the differences.",
            *([f"No game of whole rolls leads to this sheet: {doubt}."] if doubt else []),
        ),
    )


ADVISER = Adviser(
    (
        Parameter("marks", Counts("sum", SUMS[0], SUMS[-1], 60), {}, "marks of each sum so far"),
        Parameter("rejects", Counts("face", 1, 6, 40), {}, "marks of each reject face so far"),
        Parameter("roll", Faces(N_DICE, N_DICE), None, "the roll to split"),
    ),
    _advise,
    {"win": "the chance to reach the target", "mean": "the expected final score"},
    (
        "--roll 1,3,4,4,5",
        "--marks 7=3,8=2 --rejects 1=2,5=1 --roll 1,3,4,4,5",
        "--marks 6=3,7=4,8=3 --rejects 1=2,5=2,3=1 --roll 1,2,3,4,6",
        "--marks 6=3,7=4,8=3 --rejects 1=2,5=2,3=1 --roll 1,2,3,4,6 --objective mean",
    ),
)
