"""The random streams: published vectors, plain against compiled, uniform, unshifted."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from simulators.plain_stream import PlainStream
from simulators.streams import (
    GOLDEN_GAMMA,
    bounded,
    check_seed,
    draw,
    draw_noise,
    mix64,
    mix_gamma,
    open_stream,
    seed_key,
    split_bits,
    turn_start,
)

SEEDS = st.integers(0, 2**64 - 1)


@pytest.mark.parametrize(
    ("seed", "published"),
    [
        # S. Vigna's splitmix64.c, as quoted in many test suites.
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        (
            0,
            [
                0xE220A8397B1DCDAF,
                0x6E789E6AA1B965F4,
                0x06C45D188009454F,
                0xF88BB8A8724C81EC,
                0x1B39896A51A8749B,
            ],
        ),
    ],
)
def test_splitmix64__published_vectors(seed: int, published: list[int]) -> None:
    state = np.uint64(seed)
    drawn = [int(draw(state, GOLDEN_GAMMA, i)) for i in range(len(published))]
    assert drawn == published
    plain = PlainStream(seed, int(GOLDEN_GAMMA))
    assert [plain.bits(i) for i in range(len(published))] == published


@given(SEEDS, st.integers(0, 2**40), st.integers(0, 2**20), st.integers(0, 1000))
def test_streams__compiled_equals_plain(seed: int, game: int, turn: int, roll: int) -> None:
    key = np.uint64(seed_key(np.uint64(seed)))
    start, gamma = (np.uint64(part) for part in open_stream(key, game))
    plain = PlainStream.of_game(seed, game)
    assert (int(start), int(gamma)) == (plain.start, plain.gamma)
    state = np.uint64(turn_start(start, gamma, turn))
    assert int(draw(state, gamma, roll)) == plain.bits(turn * 2**20 + roll)
    assert int(draw_noise(state, gamma, 3, roll)) >> 1 == plain.noise(turn, roll, 3)


@given(SEEDS, st.integers(1, 6))
def test_roll__faces_are_the_digits_of_the_outcome(seed: int, n_dice: int) -> None:
    plain = PlainStream.of_game(seed, 0)
    outcome = int(bounded(np.uint64(plain.bits(0)), 6**n_dice))
    faces = plain.roll(0, 0, n_dice)
    assert sum((face - 1) * 6**i for i, face in enumerate(faces)) == outcome
    assert all(1 <= face <= 6 for face in faces)


@given(SEEDS, st.integers(1, 13))
def test_many_dice__one_draw_split_step_by_step(seed: int, n_dice: int) -> None:
    plain = PlainStream.of_game(seed, 0)
    faces = plain.many_dice(3, 7, n_dice)
    assert len(faces) == n_dice
    rest = np.uint64(plain.bits(3 * 2**20 + 7))
    for face in faces:
        digit, rest = (np.uint64(part) for part in split_bits(rest, np.uint64(6)))
        assert face == digit + 1


@given(SEEDS, st.integers(0, 6), st.integers(0, 6), st.integers(0, 1))
def test_split_bits__parts_make_one_outcome(bits: int, a: int, b: int, c: int) -> None:
    rest, outcome = np.uint64(bits), 0
    for n in (6**a, 6**b, 6**c):
        part, rest = (np.uint64(value) for value in split_bits(rest, np.uint64(n)))
        outcome = outcome * n + int(part)
    assert outcome == bits * 6 ** (a + b + c) >> 64


@pytest.mark.parametrize("n", [1, 6, 6**6, 2**32])
def test_split_bits__ends_of_the_range(n: int) -> None:
    assert int(split_bits(np.uint64(0), np.uint64(n))[0]) == 0
    assert int(split_bits(np.uint64(2**64 - 1), np.uint64(n))[0]) == n - 1


def test_many_dice__chance_within_the_stated_bound() -> None:
    """An outcome's share of the 2**64 draws is off by less than one draw: 6**13 / 2**64 of it."""
    n = 6**13
    for outcome in (0, 1, n // 3, n - 1):
        share = -(-(outcome + 1) * 2**64 // n) - -(-outcome * 2**64 // n)
        assert abs(share - 2**64 / n) < 1
        assert abs(share * n / 2**64 - 1) < 7.1e-10


@pytest.mark.parametrize("n", [1, 2, 15, 6**5, 6**6])
def test_bounded__ends_of_the_range(n: int) -> None:
    assert bounded(np.uint64(0), n) == 0
    assert bounded(np.uint64(2**64 - 1), n) == n - 1


@pytest.mark.parametrize("n", [6, 6**5, 6**6])
def test_bounded__chance_within_the_stated_bound(n: int) -> None:
    # Cell k takes the 48-bit values in [ceil(k 2^48 / n), ceil((k+1) 2^48 / n)).
    edges = [-(-k * 2**48 // n) for k in range(n + 1)]
    widths = np.diff(np.array(edges, dtype=np.int64))
    assert widths.sum() == 2**48
    assert np.abs(widths - 2**48 / n).max() < 1
    for k in (0, 1, n // 2, n - 1):
        assert bounded(np.uint64(edges[k] << 16), n) == k
        assert bounded(np.uint64((edges[k + 1] << 16) - 1), n) == k


@given(SEEDS)
def test_mix_gamma__odd_with_enough_changes(z: int) -> None:
    gamma = int(mix_gamma(np.uint64(z)))
    assert gamma % 2 == 1
    assert (gamma ^ (gamma >> 1)).bit_count() >= 24


@numba.njit
def _first_draws(seed: np.uint64, n_games: int) -> np.ndarray:
    """Return the first draw of each of the first games."""
    draws = np.empty(n_games, dtype=np.uint64)
    key = seed_key(seed)
    for game in range(n_games):
        start, gamma = open_stream(key, game)
        draws[game] = draw(start, gamma, 0)
    return draws


def test_c18__one_die_is_fair() -> None:
    draws = _first_draws(np.uint64(1), 1_000_000)
    faces = (draws >> np.uint64(16)) * np.uint64(6) >> np.uint64(48)
    counts = np.bincount(faces.astype(np.int64), minlength=6)
    assert counts.size == 6
    # The standard deviation of a face's share is 0.00037.
    assert np.abs(counts / 1_000_000 - 1 / 6).max() < 4.5 * 0.00037
    assert stats.chisquare(counts).pvalue > 1e-4


def test_c18__the_check_can_fail() -> None:
    # randrange(1, 6): a 6 never comes.
    counts = np.bincount(np.arange(100_000) % 5, minlength=6)
    assert stats.chisquare(counts).pvalue < 1e-4


def test_streams__games_are_no_shifted_copies() -> None:
    key = np.uint64(seed_key(np.uint64(5)))
    streams = [tuple(map(np.uint64, open_stream(key, game))) for game in range(2000)]
    assert len({int(gamma) for _, gamma in streams}) == 2000
    draws = [int(draw(start, gamma, i)) for start, gamma in streams for i in range(50)]
    assert len(set(draws)) == len(draws)


def test_streams__neighbouring_games_are_uncorrelated() -> None:
    first = _first_draws(np.uint64(3), 1_000_000).astype(float)
    z = np.corrcoef(first[:-1], first[1:])[0, 1] * np.sqrt(first.size - 1)
    assert abs(z) < 4.5


def test_c26__seeds_differ() -> None:
    keys = {int(seed_key(np.uint64(seed))) for seed in range(1000)}
    assert len(keys) == 1000
    # The natural mistake: seed s + gamma being seed s, one game on.
    golden = int(GOLDEN_GAMMA)
    games = [open_stream(np.uint64(seed_key(np.uint64(7))), game) for game in range(20)]
    shifted = open_stream(np.uint64(seed_key(np.uint64((7 + 2 * golden) % 2**64))), 0)
    assert tuple(map(int, shifted)) not in [tuple(map(int, game)) for game in games]


def test_check_seed__zero_is_a_seed_and_none_is_drawn() -> None:
    assert check_seed(0) == 0
    assert check_seed(np.int64(5)) == 5
    drawn = {check_seed(None) for _ in range(20)}
    assert len(drawn) > 1


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_check_seed__out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match="seed must be an integer from 0"):
        check_seed(seed)


@pytest.mark.parametrize("seed", [1.5, "1", True])
def test_check_seed__wrong_type(seed: object) -> None:
    with pytest.raises(TypeError, match="seed must be an integer from 0"):
        check_seed(seed)


def test_mix64__is_a_bijection_on_a_sample() -> None:
    values = {int(mix64(np.uint64(z))) for z in range(20_000)}
    assert len(values) == 20_000
