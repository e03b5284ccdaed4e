"""The example game does what it teaches, and comes to the published values."""

from __future__ import annotations

import pytest

from analysis import match, simulate, solve
from examples.pig import MAX_TARGET, PIG, PigRules
from simulators import registry
from simulators.engine import outcomes_of
from simulators.game import Task


def hold_at_value(total: int, threshold: int) -> float:
    """Compute what a turn is worth from this total on."""
    if total >= threshold:
        return float(total)
    return sum(hold_at_value(total + face, threshold) for face in range(2, 7)) / 6


def test_hold_at_20__scores_the_published_8_1418() -> None:
    """Neller and Presser (2004)."""
    assert hold_at_value(0, 20) == pytest.approx(8.1418, abs=5e-5)
    found = simulate(PIG, "hold-at:threshold=20", games=500_000, seed=1).estimate("points")
    assert abs(found.mean - hold_at_value(0, 20)) < 4.5 * found.std_error


def test_race__first_player_wins_the_published_53_06_percent() -> None:
    """Neller and Presser (2004)."""
    solved = solve(PIG, "race")
    assert 100 * solved.value == pytest.approx(53.06, abs=0.005)
    assert solved.solution.residual < 1e-12
    mirror = Task(PIG, "match", PIG.rules(), (PIG.policy("optimal-race"),) * 2, 1, rotate=False)
    results = outcomes_of(mirror, 0, 200_000)["result"]
    won = float((results == (1 << 0) * 2).mean())  # entrant 0 alone, from seat 0
    assert abs(won - solved.value) < 4.5 * 0.5 / 200_000**0.5


def brute_race(target: int) -> float:
    """Solve the race by plain value iteration over every state at once."""
    states = [(i, j, k) for i in range(target) for j in range(target) for k in range(target - i)]
    win = dict.fromkeys(states, 0.5)

    def look(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else win[i, j, k]

    for _ in range(3000):
        change = 0.0
        for i, j, k in states:
            rolled = (1 - look(j, i, 0) + sum(look(i, j, k + face) for face in range(2, 7))) / 6
            held = 1 - look(j, i + k, 0) if k else 0.0
            change = max(change, abs(max(rolled, held) - win[i, j, k]))
            win[i, j, k] = max(rolled, held)
        if change < 1e-15:
            break
    return win[0, 0, 0]


@pytest.mark.parametrize("target", [1, 2, 5, 12])
def test_race__agrees_with_plain_value_iteration(target: int) -> None:
    assert solve(PIG, "race", switches={"target": target}).value == pytest.approx(
        brute_race(target), abs=1e-12
    )


@pytest.mark.parametrize("mode", ["turn", "match"])
@pytest.mark.parametrize("policy", list(PIG.policies))
def test_parity__reference_and_kernel_agree(mode: str, policy: str) -> None:
    policies = (PIG.policy(policy), PIG.policy("hold-at:threshold=15"))
    seats = PIG.modes[mode].min_players
    task = Task(PIG, mode, PigRules(target=50), policies[:seats], 7)
    outcomes = outcomes_of(task, 100, 40)
    for column in range(40):
        replay = task.replay(100 + column)
        assert {name: int(values[column]) for name, values in outcomes.items()} == {
            "status": replay.status,
            **replay.outcome,
        }


def test_optimal_race__beats_hold_at_20_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "pig", "examples.pig:PIG")
    summary = match("pig", ["optimal-race", "hold-at"], games=100_000, seed=1).summary()
    assert summary.set_index("entrant").loc[0, "ci_low"] > 0.5


def test_rules__bounds_are_told() -> None:
    with pytest.raises(
        ValueError, match=f"switch target must be an integer from 1 to {MAX_TARGET}"
    ):
        PigRules(target=0)
