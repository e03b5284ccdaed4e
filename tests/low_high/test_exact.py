"""Exact turns against brute force and against simulation; each can find the other wrong."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt

import pytest

from simulators.engine import SimulationJob
from simulators.game import Task
from simulators.low_high import LOW_HIGH, LowHighRules
from simulators.low_high.exact import End, roll_outcomes, turn_distribution
from simulators.low_high.gains import choices_in_turn
from tests.low_high.helpers import (
    DESCENDING,
    PIPS,
    RULES,
    brute_force_turn,
    defaults,
    moody,
    points_by_hand,
)

TURNS = 300_000
LIMIT = 4.5
RARE = 10  # cells with fewer expected turns are taken together


def z_scores(expected: dict[int, float], counted: dict[int, int], n: int) -> list[float]:
    """Compare counts with exact probabilities, cell by cell, and all rare cells as one."""
    common = [cell for cell, p in expected.items() if p * n >= RARE]
    pairs = [(expected[cell], counted.get(cell, 0)) for cell in common]
    seen = sum(count for _, count in pairs)
    rare = max(0.0, 1 - sum(p for p, _ in pairs))
    found = [(count - n * p) / sqrt(n * p * (1 - p)) for p, count in pairs if p < 1 - 1e-12]
    if rare * n >= 1:
        found.append((n - seen - n * rare) / sqrt(n * rare))
    else:
        assert n - seen <= 10
    return found


def worst_z(rules: LowHighRules, choice, against=None, turns=TURNS, seed=20, **start) -> float:
    """Simulate turns and return the worst |z| of any value of any metric, and of mean points."""
    policy = LOW_HIGH.policy(choice)
    task = Task(LOW_HIGH, "turn", rules, (policy,), seed, tuple(start.items()))
    tally = SimulationJob(task).play_chunk(0, turns)
    exact = turn_distribution(rules, LOW_HIGH.policy(against) if against else policy, **start)
    assert sum(exact.ends.values()) == pytest.approx(1, abs=1e-12)
    found = []
    for metric, histogram in zip(End._fields, tally.histograms, strict=True):
        found += z_scores(exact.of(metric), dict(histogram.pairs()), turns)
    points = exact.of("points")
    spread = sum((value - exact.mean) ** 2 * p for value, p in points.items())
    mean = sum(value * count for value, count in tally.histograms[0].pairs()) / turns
    if spread > 1e-9:
        found.append((mean - exact.mean) / sqrt(spread / turns))
    return max(map(abs, found), default=0.0)


@pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING], ids=LOW_HIGH.presets)
@pytest.mark.parametrize(
    "choice",
    [
        *(name for name in LOW_HIGH.policies if not name.startswith("optimal-")),
        *("stop-at:threshold=7,slope=1", "low-first:defence=5,threshold=9", moody),
    ],
    ids=lambda choice: getattr(choice, "name", choice),
)
def test_exact__thirteen_dice_agree_with_simulation(rules, choice):
    assert worst_z(rules, choice) < LIMIT


@pytest.mark.parametrize("dice", [1, 2, 5, 8, 15])
@pytest.mark.parametrize("choice", ["always-roll", "card", defaults], ids=("roll", "card", "mine"))
def test_exact__other_numbers_of_dice_agree_with_simulation(dice, choice):
    assert worst_z(LowHighRules(dice=dice), choice) < LIMIT
    if dice < 15:
        assert worst_z(PIPS.with_switches({"dice": dice}), choice) < LIMIT


def test_exact__from_dice_on_the_tracks_and_totals():
    start = {"kept": (3, 2, 0, 0, 0, 0), "bad": 1, "score": 24, "best_opponent": 27}
    for rules in (RULES, PIPS):
        for choice in ("race", "stop-at:threshold=never", moody):
            assert worst_z(rules, choice, **start) < LIMIT


def test_exact__finds_a_wrong_policy():
    """The check can fail: one point of threshold is seen at once."""
    assert worst_z(RULES, "stop-at:threshold=5", against="stop-at:threshold=6") > 3 * LIMIT
    assert worst_z(PIPS, "always-roll", against="always-roll:slope=0.5") > LIMIT


@pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING], ids=LOW_HIGH.presets)
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_exact__equals_every_ordered_roll(rules, dice):
    """Brute force by its own reading of the rules, no table, no counts."""
    few = rules.with_switches({"dice": dice})

    def largest(unlocked, highest, bad):
        return max(sorted(set(unlocked)), key=unlocked.count)

    def low(unlocked, highest, bad):
        return min(unlocked)

    plays = [
        ("stop-at:threshold=3,slope=0" if rules is RULES else "low-first:defence=0,threshold=3",
         largest, lambda good, bad, left: points_by_hand(few, good, bad) >= 3),
        ("low-first:defence=26,threshold=never", low, lambda good, bad, left: False),
        ("largest-set-stop:ties=low", largest, lambda good, bad, left: True),
    ]  # fmt: skip
    for text, keep, stop in plays:
        exact = turn_distribution(few, LOW_HIGH.policy(text))
        found: dict[tuple[int, int, int], float] = defaultdict(float)
        for end, chance in exact.ends.items():
            found[end.points, end.good, end.bad] += chance
        assert dict(found) == pytest.approx(brute_force_turn(few, keep, stop), abs=1e-13)


def test_exact__two_dice_by_hand():
    """Keep the lower die, roll the other: it beats the first with chance (6 - face) / 6."""
    few = RULES.with_switches({"dice": 2})
    exact = turn_distribution(few, LOW_HIGH.policy("low-first:defence=9,threshold=never"))
    lowest = {face: (2 * (6 - face)) / 36 for face in range(1, 7)}
    higher = sum(chance * (6 - face) / 6 for face, chance in lowest.items())
    chances = {2: 1 / 6 + higher, 0: 5 / 6 - higher}
    assert exact.of("points") == pytest.approx(chances)


def test_roll_outcomes__are_all_that_can_happen():
    for n_dice in (1, 2, 5, 13):
        for highest in range(7):
            outcomes = roll_outcomes(n_dice, highest)
            assert sum(chance for _, _, chance in outcomes) == pytest.approx(1, abs=1e-12)
            assert all(bad + sum(counts) == n_dice for bad, counts, _ in outcomes)
            assert len({(bad, counts) for bad, counts, _ in outcomes}) == len(outcomes)


def best_of_turn(n_dice: int, highest: int, known: dict[tuple[int, int], float]) -> float:
    """Best expected good minus bad dice to come of rolling, by a recursion of its own."""
    if (n_dice, highest) not in known:
        value = 0.0
        for bad, counts, chance in roll_outcomes(n_dice, highest):
            best = [
                count + max(0.0, best_of_turn(n_dice - bad - count, face, known))
                for face, count in enumerate(counts, 1)
                if count
            ]
            value += chance * (max(best, default=0.0) - bad)
        known[n_dice, highest] = value
    return known[n_dice, highest]


def test_card__defaults_are_the_best_turn_by_dice():
    """Nothing gains more: 4.6684 points a turn of thirteen dice."""
    known = {(0, face): 0.0 for face in range(7)}
    best = best_of_turn(13, 0, known)
    assert turn_distribution(RULES, LOW_HIGH.policy("card")).mean == pytest.approx(best, abs=1e-12)
    assert best == pytest.approx(4.66839, abs=1e-5)
    for (dice, face), choice in choices_in_turn(RULES, LOW_HIGH.policy("card")).items():
        assert choice.gain == pytest.approx(known[dice, face], abs=1e-12)
        if abs(choice.gain) > 1e-9:
            assert choice.stops == (choice.gain < 0)


@pytest.mark.parametrize("text", ["stop-at:threshold=6", "low-first", "card", "always-roll"])
@pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING], ids=LOW_HIGH.presets)
def test_gains__chances_are_those_of_the_turn(rules, text):
    """Decisions in a turn: sets kept, unless the last one locked the last die."""
    policy = LOW_HIGH.policy(text)
    cells = choices_in_turn(rules, policy).values()
    ends = turn_distribution(rules, policy).ends.items()
    stopped = sum(p for end, p in ends if end.good + end.bad < 13)
    locked = sum(p for end, p in ends if end.good + end.bad == 13 and end.sets == end.rolls)
    decisions = sum(p * end.sets for end, p in ends) - locked
    assert sum(cell.chance for cell in cells) == pytest.approx(decisions, abs=1e-12)
    assert sum(cell.chance * cell.stops for cell in cells) == pytest.approx(stopped, abs=1e-12)


@pytest.mark.parametrize("rules", [RULES, PIPS, DESCENDING], ids=LOW_HIGH.presets)
def test_gains__after_one_set_equal_the_turn_from_there(rules):
    """Who always stops at once is in each cell in one way only, or never."""
    policy = LOW_HIGH.policy("stop-at:threshold=1,slope=0")
    found = choices_in_turn(rules, policy)
    assert set(found) == {(dice, face) for dice in range(1, 13) for face in range(1, 7)}
    for (dice, face), choice in found.items():
        kept = [0] * 6
        kept[face - 1] = 13 - dice
        now = points_by_hand(rules, [face] * (13 - dice), 0)
        exact = turn_distribution(rules, policy, kept=kept)
        assert choice.gain == pytest.approx(exact.mean - now, abs=1e-12)
        assert choice.stops == 1
        if not rules.pips:  # thirteen dice show three alike at least
            assert (choice.chance > 0) == (dice <= 10)


def test_gains__of_one_cell_by_simulation():
    """Rolling four dice above four 1s and five 2s, then going on by the card."""
    start = {"kept": (4, 5, 0, 0, 0, 0), "bad": 0}
    policy = LOW_HIGH.policy("card")
    exact = turn_distribution(RULES, policy, **start).mean - 9
    assert choices_in_turn(RULES, policy)[4, 2].gain == pytest.approx(exact, abs=1e-12)
    assert worst_z(RULES, "card", **start) < LIMIT


def test_gains__a_single_die_leaves_nothing_to_decide():
    with pytest.raises(ValueError, match="switch dice must be at least 2"):
        choices_in_turn(LowHighRules(dice=1), LOW_HIGH.policy())


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ({"score": 30}, "score must be below the target, 30"),
        ({"best_opponent": 4}, "best_opponent must be 0 without an own score"),
        ({"kept": (13, 0, 0, 0, 0, 0)}, "must leave a die to roll"),
        ({"kept": (1, 2)}, "kept must be six counts"),
        ({"bad": 2}, "bad must be 0 before a set is kept"),
    ],
)
def test_exact__refuses_where_no_turn_goes_on(start, reason):
    with pytest.raises(ValueError, match=reason):
        turn_distribution(RULES, LOW_HIGH.policy(), **start)
