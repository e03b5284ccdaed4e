"""Matches against a count of what the reference player says, game by game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from analysis import match, round_robin, wilson_interval, win_matrix
from analysis.columns import schema
from tests.analysis import toy

POLICIES = ["bank-at:threshold=20", "bank-after:rolls=5", "bank-at:threshold=5"]


def counted_by_hand(task: Any, games: int) -> dict[str, Any]:
    """Read winners and seats off the reference's results, without any of the package's decoding."""
    n = len(task.policies)
    table = {
        "wins": [0] * n,
        "draws": 0,
        "no_winner": 0,
        "by_seat": [[0] * n for _ in range(n)],
        "shared": [0] * n,
    }
    for game in range(games):
        code = task.replay(game).outcome["result"]
        shift = game % n if task.rotate else 0
        winners = [entrant for entrant in range(n) if code // n & 2**entrant]
        if not winners:
            table["no_winner"] += 1
        elif len(winners) > 1:
            table["draws"] += 1
            for entrant in winners:
                table["shared"][entrant] += 1
        else:
            table["wins"][winners[0]] += 1
            table["by_seat"][winners[0]][(winners[0] + shift) % n] += 1
    return table


@pytest.mark.parametrize("seats", ["rotate", "fixed"])
@pytest.mark.parametrize("n_players", [2, 3])
def test_match__counts_equal_the_reference(seats: str, n_players: int) -> None:
    played = match(
        "toy", POLICIES[:n_players], games=900, seed=4, seats=seats, switches={"head_start": 1}
    )
    wanted = counted_by_hand(played.task, 900)
    document = json.loads(json.dumps(played.as_dict(), allow_nan=False))
    for name in ("wins", "draws", "no_winner", "by_seat"):
        assert document[name] == wanted[name]
    assert wanted["draws"] > 0
    assert wanted["no_winner"] > 0
    assert sum(document["wins"]) + document["draws"] + document["no_winner"] == 900
    assert document["policies"] == POLICIES[:n_players]
    assert (document["seed"], document["games"], document["seats"]) == (4, 900, seats)
    frame = played.summary()
    assert frame["draws"].tolist() == wanted["shared"]
    totals = frame["wins"] + frame["draws"] + frame["losses"] + frame["no_winner"]
    assert totals.tolist() == [900] * n_players


def test_summary__rates_and_wilson() -> None:
    played = match("toy", POLICIES[:2], games=5000, seed=4)
    frame = played.summary()
    schema(list(frame.columns)).validate(frame)
    for row in frame.itertuples():
        assert row.win_rate == row.wins / 5000
        assert (row.ci_low, row.ci_high) == wilson_interval(row.wins, 5000)
        assert row.score == (row.wins + row.draws / 2) / 5000
        assert row.draw_rate == row.draws / 5000


def test_by_seat__rotation_shares_the_seats() -> None:
    played = match("toy", POLICIES, games=3000, seed=4)
    frame = played.by_seat()
    schema(list(frame.columns)).validate(frame)
    assert frame["n"].tolist() == [1000] * 9
    assert frame.groupby("entrant")["wins"].sum().tolist() == played.wins
    fixed = match("toy", POLICIES, games=3000, seed=4, seats="fixed").by_seat()
    assert fixed["seat_index"].tolist() == [0, 1, 2]
    assert fixed["n"].tolist() == [3000] * 3


def test_seats__head_start_shows_as_an_advantage() -> None:
    played = match("toy", ["bank-at", "bank-at"], games=20_000, seed=4, switches={"head_start": 9})
    seats = played.seats()
    schema(list(seats.columns)).validate(seats)
    assert seats["advantage"].iloc[0] > 0.05
    assert seats["advantage"].sum() == pytest.approx(0)
    assert played.labels == ["bank-at:threshold=20"] * 2


def test_match__equal_players_win_equally_often() -> None:
    played = match("toy", ["bank-at", "bank-at:mood=1"], games=40_000, seed=4)
    wins = played.wins
    decided = sum(wins)
    assert abs(wins[0] - wins[1]) < 4.5 * decided**0.5


def test_match__truncated_games_apart() -> None:
    with pytest.warns(UserWarning, match="bank-at:threshold=20, bank-after:rolls=never"):
        played = match(
            "toy", ["bank-at", "bank-after:rolls=never"], games=40, seed=4, preset="gentle"
        )
    assert played.as_dict()["truncated"] == 40
    assert played.as_dict()["wins"] == [0, 0]
    for frame in (played.summary, played.by_seat, played.seats):
        with pytest.raises(ValueError, match=r"no game finished.*cut after 60 rolls"):
            frame()


@pytest.mark.parametrize(
    ("policies", "given", "kind", "reason"),
    [
        (["bank-at"], {}, ValueError, "toy match takes 2 to 4 policies, not 1"),
        ([], {}, ValueError, "toy match takes 2 to 4 policies, not 0"),
        (["bank-at"] * 5, {}, ValueError, "toy match takes 2 to 4 policies, not 5"),
        ("bank-at", {}, TypeError, "policies must be a list"),
        (["bank-at"] * 2, {"seats": "random"}, ValueError, "unknown seats 'random': choose from"),
        (["bank-at"] * 2, {"mode": "turn"}, ValueError, "unknown match mode of toy 'turn'"),
        (["bank-at"] * 2, {"games": 1.5}, ValueError, "games must be a whole number"),
    ],
)
def test_match__bad_input(
    policies: Any, given: dict[str, Any], kind: type[Exception], reason: str
) -> None:
    with pytest.raises(kind, match=re.escape(reason)):
        match("toy", policies, **given)


def test_match__game_without_matches() -> None:
    from dataclasses import replace

    solo = replace(toy.TOY, modes={"turn": toy.SoloMode()})
    with pytest.raises(ValueError, match="toy is played alone"):
        match(solo, ["bank-at", "bank-after"], games=1)


def test_round_robin__every_pair_from_both_sides() -> None:
    frame = round_robin("toy", POLICIES, games=2000, seed=4)
    schema(list(frame.columns)).validate(frame)
    assert len(frame) == 6
    cells = frame.set_index(["policy", "opponent"])
    for (a, b), row in cells.iterrows():
        other = cells.loc[(b, a)]
        assert (row["wins"], row["draws"]) == (other["losses"], other["draws"])
        assert row[["wins", "draws", "losses", "no_winner"]].sum() == row["n"] == 2000
    pair = match("toy", POLICIES[:2], games=2000, seed=4)
    assert cells.loc[(POLICIES[0], POLICIES[1]), "wins"] == pair.wins[0]
    square = win_matrix(frame)
    assert list(square.index) == list(square.columns) == POLICIES
    assert square.loc[POLICIES[0], POLICIES[1]] == pair.wins[0] / 2000
    assert square.isna().sum().sum() == 3


def test_round_robin__bad_input() -> None:
    with pytest.raises(ValueError, match="at least 2 policies, not 1"):
        round_robin("toy", ["bank-at"], games=10)
    with pytest.raises(ValueError, match="policy bank-at:threshold=20 is there twice"):
        round_robin("toy", ["bank-at", "bank-at"], games=10)
