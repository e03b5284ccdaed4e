"""What each policy of Solitaire Dice chooses, and how a user's own is treated."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simulators.engine import SimulationJob, outcomes_of, run
from simulators.errors import PolicyError
from simulators.game import Task
from simulators.policy import Parameter
from simulators.solitaire_dice import SOLITAIRE_DICE, SolitaireDiceRules, policy
from simulators.solitaire_dice.reference import PlainSheet
from simulators.solitaire_dice.rules import SUMS
from simulators.solitaire_dice.splits import splits_of
from simulators.solitaire_dice.state import Sheet, Splits
from simulators.solitaire_dice.weights import LISTED_MARKS
from simulators.values import integer

RULES = SolitaireDiceRules()


def state_of(sheet: PlainSheet, faces: tuple[int, ...], noise: int = 0) -> tuple[Sheet, Splits]:
    legal, free = sheet.legal_splits(faces)
    opened = len(sheet.open_faces)
    state = Sheet(sheet.marks, sheet.rejects, opened, sheet.rolls, int(free), sheet.score, noise)
    return state, Splits(*[list(c) for c in zip(*legal, strict=True)], len(legal))


def chosen(text: str, sheet: PlainSheet, faces: tuple[int, ...]) -> tuple[int, int, int]:
    player = SOLITAIRE_DICE.policy(text)
    state, splits = state_of(sheet, faces)
    index = player.decide("choose", state, splits, numbers=player.numbers("choose", sheet.rules))
    return splits.reject[index], splits.low[index], splits.high[index]


def task_of(player: Any, mode: str = "solo") -> Task:
    return Task(SOLITAIRE_DICE, mode, RULES, (SOLITAIRE_DICE.policy(player),), 1)


def test_greedy__takes_the_largest_change() -> None:
    sheet = PlainSheet(RULES)
    sheet.marks[7], sheet.marks[8], sheet.marks[12] = 4, 6, 5
    # 6+6 adds 100 to 12; 7 comes to par (+200) with 3+4.
    assert chosen("greedy", sheet, (1, 3, 4, 6, 6)) == (1, 7, 12)


def test_greedy__counts_both_marks_of_a_doubled_sum() -> None:
    sheet = PlainSheet(RULES)
    sheet.marks[6], sheet.marks[7] = 3, 5
    # 6 twice brings the sum from 3 marks to par, +200.
    assert chosen("greedy", sheet, (1, 2, 4, 3, 3))[1:] == (6, 6)


def test_greedy__nothing_beyond_the_cap() -> None:
    sheet = PlainSheet(RULES)
    sheet.marks[12], sheet.marks[7], sheet.marks[2] = 10, 6, 7
    assert chosen("greedy", sheet, (6, 6, 1, 1, 6)) == (6, 2, 12)


def test_few_sums__keeps_to_the_wanted() -> None:
    sheet = PlainSheet(RULES)
    reject, low, high = chosen("few-sums:count=2", sheet, (1, 2, 4, 5, 6))
    assert {low, high} <= {6, 7}


def test_few_sums__order_can_be_changed() -> None:
    sheet = PlainSheet(RULES)
    order = "2/12/3/11/4/10/5/9/6/8/7"
    assert chosen(f"few-sums:count=2,order={order}", sheet, (1, 1, 6, 6, 3)) == (3, 2, 12)


@pytest.mark.parametrize("order", ["7/7/8/5/9/4/10/3/11/2/12", "7/6"])
def test_few_sums__order_must_name_each_sum_once(order: str) -> None:
    with pytest.raises(ValueError, match="parameter order must"):
        SOLITAIRE_DICE.policy(f"few-sums:order={order}")


def test_pace__rushes_when_ahead_and_spreads_when_behind() -> None:
    sheet = PlainSheet(RULES)
    sheet.rejects[1], sheet.rejects[2], sheet.rejects[3] = 6, 2, 1
    faces = (1, 2, 3, 3, 3)
    ahead = chosen("pace:ahead=-1000,pull=10000", sheet, faces)
    behind = chosen("pace:ahead=1000,pull=10000", sheet, faces)
    assert (ahead[0], behind[0]) == (1, 3)


def test_weights__greedy_is_a_special_case() -> None:
    potentials = {
        f"sum_{sum_}": [RULES.worth(sum_, marks) for marks in range(1, LISTED_MARKS + 1)]
        for sum_ in SUMS
    }
    weights = SOLITAIRE_DICE.policies["weights"](**potentials, reject_price=0)
    ours, greedy = (outcomes_of(task_of(player), 0, 2000) for player in (weights, "greedy"))
    for name, values in ours.items():
        np.testing.assert_array_equal(values, greedy[name])


def test_random__each_split_equally_often() -> None:
    faces = (1, 2, 3, 4, 6)
    player = SOLITAIRE_DICE.policy("random")
    numbers = player.numbers("choose", RULES)
    noise = np.random.default_rng(5).integers(0, 2**63, size=30_000)
    seen: Counter[int] = Counter()
    for bits in noise.tolist():
        state, splits = state_of(PlainSheet(RULES), faces, bits)
        seen[player.decide("choose", state, splits, numbers=numbers)] += 1
    assert len(seen) == len(splits_of(faces)) == 15
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


def test_policies__win_in_the_order_of_what_they_know() -> None:
    games = 20_000
    wins = {
        name: run(SimulationJob(task_of(name)), games).tally.histograms[1].counts[1] / games
        for name in SOLITAIRE_DICE.policies
    }
    # One standard error is 0.003.
    simple = max(wins[name] for name in ("random", "greedy", "weights", "few-sums", "pace"))
    assert wins["tuned"] > simple + 0.03
    assert wins["card"] > wins["tuned"] + 0.05
    assert wins["learned-mean"] > wins["card"] + 0.02
    assert wins["learned-win"] > wins["learned-mean"] + 0.01
    assert wins["search"] == wins["learned-win"]  # nothing to think with by default


def test_card__adds_up_what_its_numbers_say() -> None:
    sheet = PlainSheet(RULES)
    sheet.marks[7], sheet.marks[8], sheet.rejects[1], sheet.rejects[2] = 4, 2, 2, 1
    nothing = {
        f"{part}_{phase}": (0,) * n
        for phase in ("early", "middle", "late")
        for part, n in (("sums", 60), ("opening", 3), ("rejects", 7))
    }

    def take(**numbers: Any) -> tuple[int, int, int]:
        player = SOLITAIRE_DICE.policies["card"](**{**nothing, "middle": 9, "late": 9, **numbers})
        state, splits = state_of(sheet, (1, 2, 3, 4, 6))
        index = player.decide("choose", state, splits, numbers=player.numbers("choose", RULES))
        return splits.reject[index], splits.low[index], splits.high[index]

    sevens, eights = list(nothing["sums_early"]), list(nothing["sums_early"])
    sevens[4], eights[10 + 2] = 5, 5
    assert 7 in take(sums_early=sevens)[1:]
    assert 8 in take(sums_early=eights)[1:]
    assert take(rejects_early=(-5, 0, 0, 0, 0, 0, 0))[0] == 2
    assert take(rejects_early=(0, -5, 0, 0, 0, 0, 0))[0] == 1
    assert take(opening_early=(0, 0, -5))[0] == 6
    assert take(opening_late=(0, 0, -5), late=3, middle=3)[0] == 6
    assert take(opening_late=(0, 0, -5), late=4)[0] == 1


def test_user_policy__plays_like_a_built_in() -> None:
    @policy(parameters=[Parameter("first", integer(0, 14), 0, "index to take")])
    def take_index(sheet, splits, p):  # type: ignore[no-untyped-def]
        return min(int(p[0]), splits.count - 1)

    for family in (take_index, take_index(first=3)):
        task = task_of(family)
        outcomes = outcomes_of(task, 0, 30)
        for game in range(30):
            assert task.replay(game).outcome["score"] == outcomes["score"][game]
    assert task_of(take_index(first=3)).policies[0].label == "take-index:first=3"


def test_user_policy__illegal_action_names_policy_and_state() -> None:
    @policy
    def too_far(sheet, splits, p):  # type: ignore[no-untyped-def]
        return splits.count if sheet.rolls == 4 else 0

    with pytest.raises(PolicyError, match=r"policy too-far chose split \d+ of \d+.*rolls=4"):
        SimulationJob(task_of(too_far)).play_chunk(0, 10)


def test_user_policy__negative_index_is_illegal() -> None:
    @policy
    def negative(sheet, splits, p):  # type: ignore[no-untyped-def]
        return -1

    with pytest.raises(PolicyError, match="policy negative chose split -1"):
        SimulationJob(task_of(negative)).play_chunk(0, 10)


def test_user_policy__wrong_type() -> None:
    @policy
    def half(sheet, splits, p):  # type: ignore[no-untyped-def]
        return 0.5

    with pytest.raises(TypeError, match="policy half: choose must return an integer"):
        SimulationJob(task_of(half)).play_chunk(0, 10)


def test_user_policy__that_cannot_be_compiled() -> None:
    @policy
    def odd(sheet, splits, p):  # type: ignore[no-untyped-def]
        return sheet.no_such_thing

    with pytest.raises(TypeError, match="policy odd: choose can't be compiled"):
        SimulationJob(task_of(odd)).play_chunk(0, 10)


def test_user_policy__that_raises() -> None:
    @policy
    def moody(sheet, splits, p):  # type: ignore[no-untyped-def]
        if sheet.rolls == 3:
            raise ValueError("no thirds")
        return 0

    with pytest.raises(PolicyError, match=r"policy moody raised ValueError \(no thirds\)"):
        SimulationJob(task_of(moody)).play_chunk(0, 10)
