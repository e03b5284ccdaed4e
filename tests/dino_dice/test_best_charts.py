"""Which dice the best play rolls again, as a chart and as a card to print."""

from __future__ import annotations

import pytest

from analysis import charts, cli, solve
from analysis.charts.dino_dice_best import best_choices, reroll
from analysis.charts.dino_dice_card import (
    ANY_LOW,
    card,
    choices_before_last,
    take_together,
    value_of_card,
)
from analysis.charts.dino_dice_points import at_least, chances_of_points
from simulators.dino_dice import DINO_DICE, turn_distribution
from tests.dino_dice.brute_force import BestTurn
from tests.dino_dice.helpers import RULES, SHOWING, score_faces

KINDS = DINO_DICE.policy("keep-kinds")


@pytest.mark.parametrize("rules", [RULES, SHOWING], ids=["rolled", "showing"])
@pytest.mark.parametrize("rolls", [1, 2])
def test_choices__are_the_best_there_are(rules, rolls):
    best, left = BestTurn(rules, float), rules.rolls - rolls
    choices = best_choices(rules, rolls)
    for choice in choices:
        value = best.on(choice.faces, left)
        if choice.stops:
            assert choice.kept == choice.faces
            assert value == pytest.approx(best.worth(score_faces(rules, choice.faces)), abs=1e-9)
        else:
            rolled = best.rolled(choice.kept, len(choice.faces) - len(choice.kept), left - 1)
            assert value == pytest.approx(rolled, abs=1e-9)
        assert [f for f, k in zip(choice.faces, choice.marks, strict=True) if k] == list(
            choice.kept
        )
    assert sum(choice.chance for choice in choices) <= 1
    if rolls == 1:
        assert len(choices) == 167
        starved = (10 * 25 + 5 * 5) / 6**5
        assert sum(choice.chance for choice in choices) == pytest.approx(1 - starved)


@pytest.mark.parametrize("rules", [RULES, SHOWING], ids=["rolled", "showing"])
def test_card__every_hand_is_found_as_it_tells_to_look(rules):
    """The most of one's own 1s and 2s first: one entry fits, and it says what is best."""
    choices = choices_before_last(rules, KINDS)
    entries = take_together(choices)
    for choice in choices:
        high = [face for face in choice.faces if face > 3]
        fitting = []
        for entry in entries:
            low = [face for face in entry.faces if 0 < face <= 3]
            same = len(entry.faces) == len(choice.faces) and high == [
                face for face in entry.faces if face > 3
            ]
            if same and all(low.count(face) <= choice.faces.count(face) for face in low):
                fitting.append((len(low), entry))
        most = max(size for size, _ in fitting)
        (entry,) = [entry for size, entry in fitting if size == most]
        assert entry.kept == choice.kept and entry.stops == choice.stops
    assert ANY_LOW in entries[0].faces and len(entries) < len(choices)


def test_card__value_lies_between_its_rule_and_the_best():
    rule = turn_distribution(RULES, KINDS).mean()
    value = value_of_card(RULES, KINDS)
    assert rule + 0.05 < value < 25.990085928370927
    assert value == pytest.approx(25.8952926, abs=1e-6)
    # After the best first roll the best last one is the best turn, but for what is eaten.
    best = value_of_card(RULES, DINO_DICE.policy("optimal-turn"))
    assert best == pytest.approx(25.990085928370927, abs=1e-9)
    two = RULES.with_switches({"rolls": 2})
    assert value_of_card(two, DINO_DICE.policy("optimal-turn")) == pytest.approx(
        turn_distribution(two, DINO_DICE.policy("optimal-turn")).mean()
    )


def _digits(ax) -> int:
    return sum(text.get_text().isdigit() for text in ax.texts)


@pytest.mark.parametrize("rolls", [1, 2])
def test_reroll__draws_every_die(rolls):
    ax = reroll(rolls=rolls)
    choices = best_choices(RULES, rolls)
    assert _digits(ax) == sum(len(choice.faces) for choice in choices)
    kept, rolled = (len(patches.get_paths()) for patches in ax.collections)
    assert kept == sum(len(choice.kept) for choice in choices)
    assert kept + rolled == _digits(ax)
    assert f"after roll {rolls} of 3" in charts.small_print_of(ax)
    assert "25.9901 points a turn" in charts.small_print_of(ax)


def test_reroll__into_the_callers_axes():
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    assert reroll(RULES.with_switches({"rolls": 2}), ax) is ax


def test_card__says_the_rule_and_what_it_is_worth():
    small = charts.small_print_of(card())
    assert "points a turn by this card 25.90, by its rule alone 25.83" in small
    told = " ".join(text.get_text() for text in card().figure.texts).replace("\n", " ")
    assert "fewer than 2 kinds" in told and "With one roll left" in told
    two = " ".join(text.get_text() for text in card(RULES.with_switches({"rolls": 2})).figure.texts)
    assert "kinds" not in two


def test_at_least__is_best_and_falls():
    policies = [DINO_DICE.policy("optimal-turn"), DINO_DICE.policy("one-roll")]
    frame = chances_of_points(policies, RULES)
    assert frame["points"].tolist() == list(range(1, 76))
    for column in ("optimal-turn", "one-roll:rolls=1"):
        assert (frame["best"] >= frame[column] - 1e-12).all()
        # Summed over all numbers of points, the chances are the mean.
        mean = turn_distribution(RULES, DINO_DICE.policy(column)).mean()
        assert frame[column].sum() == pytest.approx(mean)
    assert (frame["best"].diff().dropna() <= 1e-12).all()
    for points in (24, 40, 60, 75):
        solved = solve("dino-dice", "at-least", points=points).value
        assert frame["best"][points - 1] == pytest.approx(solved, abs=1e-12)
    ax = at_least(["brave"])
    assert [text.get_text() for text in ax.get_legend().get_texts()][1] == "brave:aim=5"
    assert ax.lines[0].get_ydata()[39] == pytest.approx(100 * frame["best"][39])


def test_commands__write_them(tmp_path, capsys):
    for kind, name in (("card", "card.pdf"), ("reroll", "reroll.png"), ("at-least", "x.svg")):
        file = tmp_path / name
        assert cli.main(["chart", "dino-dice", kind, "--out", str(file)]) == 0
        assert file.stat().st_size > 5000
    assert charts.find_chart("card", DINO_DICE).exact


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["reroll", "--set", "rolls=1"], "none with a single roll"),
        (["reroll", "--option", "rolls=3"], "must be from 1 to 2, not 3"),
        (["reroll", "--option", "rolls=x"], "option rolls must be an integer"),
        (["reroll", "--option", "dice=3"], "takes the option rolls, not dice"),
        (["reroll", "--policy", "brave"], "shows the best play: it takes no policy"),
        (["at-least", "--option", "points=3"], "takes no options, not points"),
        (["card", "--set", "rolls=1"], "with a single roll there is nothing"),
        (["card", "--option", "rolls=2"], "a card takes no options, not rolls"),
        (["card", "--policy", "brave"], "shows the best play: it takes no policy"),
    ],
)
def test_commands__refuse_in_one_sentence(arguments, reason, tmp_path, capsys):
    assert cli.main(["chart", "dino-dice", *arguments, "--out", str(tmp_path / "x.png")]) == 2
    assert reason in " ".join(capsys.readouterr().err.split())
