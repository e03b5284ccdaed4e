"""The charts of Killer show what the exact computations say."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import charts
from analysis.charts import ChartRequest, charts_of, find_chart, small_print_of
from analysis.charts.killer_best import risks, shares_kept, what_to_keep
from analysis.charts.killer_card import lives_to_roll_on
from simulators.killer import ATTACK, KILLER, KillerRules, draw_distribution, duel
from simulators.killer.state import ALONE
from simulators.registry import find_game


def request(*policies: str, **given) -> ChartRequest:
    chosen = tuple(KILLER.policy(policy) for policy in policies)
    return ChartRequest(KILLER, given.pop("rules", KILLER.rules()), chosen, **given)


@pytest.mark.parametrize("phase", ["preparation", "attack"])
def test_sums__are_the_exact_chances(phase):
    names = ["keep-sixes", "best-draw"]
    ax = charts.drawn_sums(names, phase=phase)
    state = ALONE._replace(phase=ATTACK) if phase == "attack" else ALONE
    lines = [line for line in ax.lines if len(line.get_xdata()) > 2]
    assert len(lines) == 2
    for name, line in zip(names, lines, strict=True):
        exact = draw_distribution(KILLER.policy(name), KILLER.rules(), state)
        for sum_, chance in zip(line.get_xdata(), line.get_ydata(), strict=True):
            assert chance == pytest.approx(100 * float(exact.sums.get(int(sum_), 0)))
    label = ax.get_legend().get_texts()[1].get_text()
    assert f"mean {float(exact.mean):.2f}" in label
    assert ("in an attack" if phase == "attack" else "in the preparation") in small_print_of(ax)


def test_sums__say_that_nothing_was_simulated():
    small = small_print_of(charts.drawn_sums())
    assert "exact, not simulated" in small
    assert "keep-at-least" in small
    assert "seed" not in small


def test_sums__without_policies_show_all_that_can_be_enumerated():
    ax = find_chart("sums", KILLER).answer(request())
    shown = [text.get_text() for text in ax.get_legend().get_texts()]
    assert len(shown) == len(KILLER.policies) - 1
    assert not any("random" in text for text in shown)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"options": {"phase": "end"}}, "option phase must be preparation or attack"),
        ({"options": {"life": "3"}}, "a sums chart takes the option phase only, not life"),
        ({"metric": "sum"}, "a sums chart takes no metric"),
    ],
)
def test_sums__refuse_by_name(given, reason):
    with pytest.raises(ValueError, match=reason):
        find_chart("sums", KILLER).answer(request("keep-sixes", **given))


def test_sums__refuse_policies_that_cannot_be_enumerated_and_too_many():
    with pytest.raises(ValueError, match="policy random flips coins"):
        charts.drawn_sums("random")
    with pytest.raises(ValueError, match="shows 1 to 7 policies, not 8"):
        charts.drawn_sums(["keep-sixes"] * 8)
    with pytest.raises(ValueError, match="shows 1 to 7 policies, not 0"):
        charts.drawn_sums([])
    with pytest.raises(ValueError, match="must be preparation or attack"):
        charts.drawn_sums("keep-sixes", phase="end")


def test_chances__are_those_of_the_duel():
    pair = ["best-draw", "keep-sixes"]
    rules = KillerRules(repeat="none")
    ax = charts.chances(pair, rules)
    exact = duel([KILLER.policy(name) for name in pair], rules)
    cells = ax.collections[0].get_array().reshape(13, 13)
    lives = range(0, 37, 3)
    assert np.allclose(cells, 100 * exact.to_move[0][np.ix_(lives, lives)])
    small = small_print_of(ax)
    assert f"seat 0 wins {100 * exact.win:.2f} %" in small
    assert "rules killer, repeat=none" in small
    assert "other: keep-sixes" in small


def test_chances__refuse_by_name():
    with pytest.raises(ValueError, match="takes a list of one or two policies"):
        charts.chances(["keep-sixes"] * 3)
    with pytest.raises(ValueError, match="takes a list of one or two policies"):
        charts.chances("keep-sixes")
    with pytest.raises(ValueError, match="a chances chart takes no options, not life"):
        find_chart("chances", KILLER).answer(request("keep-sixes", options={"life": "3"}))


def test_charts__are_of_killer_only():
    assert {"sums", "chances", "keep", "risk", "card"} <= set(charts_of(KILLER))
    assert not {"sums", "chances"} & set(charts_of(find_game("10000")))


def test_keep__says_what_the_solver_says():
    ax = find_chart("keep", KILLER).answer(request())
    assert "6 rolled" in {text.get_text() for text in ax.texts}
    table = what_to_keep()
    written = sum(len(entry.split()) for entries in table.values() for entry in entries)
    assert len(ax.patches) == written
    assert "30.1520 points" in small_print_of(ax)


def test_keep__shares_add_up():
    for n, shares in shares_kept().items():
        assert sum(shares.values()) == pytest.approx(1)
        assert len(shares) == n
    # Two dice: both if neither shows less than 4.
    assert shares_kept()[2][2] == pytest.approx(1 / 4)


def test_risk__lines_are_those_of_the_solved_fight():
    ax = find_chart("risk", KILLER).answer(request())
    lines = [line for line in ax.lines if len(line.get_xdata()) > 2]
    assert len(lines) == 2 * 3
    found = 100 * risks(KILLER.rules(), 0)
    assert np.allclose(lines[0].get_ydata(), found[:, 0])
    assert np.allclose(lines[1].get_ydata(), found[:, 1])
    assert found.sum(axis=1) == pytest.approx(np.full(37, 100.0))


def test_card__tells_chances_and_when_to_roll_on():
    ax = find_chart("card", KILLER).answer(request())
    page = " ".join(text.get_text() for text in ax.figure.texts)
    never, always = lives_to_roll_on(KILLER.rules())
    assert (never, always) == (2, 10)
    assert f"unless you have {never} life points or fewer" in " ".join(page.split())
    alone = find_chart("card", KILLER).answer(request(rules=KillerRules(repeat="none")))
    assert "exactly 30" not in " ".join(text.get_text() for text in alone.figure.texts)


@pytest.mark.parametrize("kind", ["keep", "risk", "card"])
def test_best_play__takes_no_policy_and_no_options(kind):
    with pytest.raises(ValueError, match=f"a {kind} chart shows the best play and takes no policy"):
        find_chart(kind, KILLER).answer(request("keep-sixes"))
    with pytest.raises(ValueError, match=f"a {kind} chart takes no options, not life"):
        find_chart(kind, KILLER).answer(request(options={"life": "3"}))
