"""Dice: the same numbers compiled and interpreted, every face equally often, and independent draws for each ply."""

from __future__ import annotations

import itertools

import numba
import numpy as np
import pytest

from boardwright.core import dice

EDGES = (0, 1, 2, 0xFFFFFFFF, 1 << 32, 1 << 62, (1 << 63) - 2, (1 << 63) - 1, -1, -(1 << 63))
VALUES = [*EDGES, *np.random.default_rng(1).integers(0, (1 << 63) - 1, 1000).tolist()]


@numba.njit
def mixed(bits, out):  # type: ignore[no-untyped-def]
    for i in range(bits.shape[0]):
        out[i] = dice.mix(bits[i])


def plain(function):  # type: ignore[no-untyped-def]
    """The plain Python function, whether or not it is compiled in this process."""
    return getattr(function, "py_func", function)


def assert_even(counts):  # type: ignore[no-untyped-def]
    """Assert a chi-square statistic within four and a half standard deviations of its mean for fair dice."""
    fair = counts.sum() / len(counts)
    freedom = len(counts) - 1
    assert ((counts - fair) ** 2 / fair).sum() < freedom + 4.5 * np.sqrt(2 * freedom)


def test_mixing_is_the_same_compiled_and_interpreted() -> None:
    out = np.empty(len(VALUES), np.int64)
    mixed(np.array(VALUES, np.int64), out)
    assert out.tolist() == [dice.mix(value) for value in VALUES]


def test_mixing_is_the_finaliser_of_splitmix64() -> None:
    # The first two outputs of splitmix64 seeded with 0, as published, without their lowest bit.
    assert dice.mix(0) == 0xE220A8397B1DCDAF >> 1
    assert dice.mix(0x9E3779B97F4A7C15) == 0x6E789E6AA1B965F4 >> 1


def test_mixing_gives_63_bits_and_half_of_them_set() -> None:
    hashes = [dice.mix(value) for value in range(4000)]
    assert all(0 <= value < 1 << dice.BITS for value in hashes)
    assert len(set(hashes)) == len(hashes)
    for bit in range(dice.BITS):
        assert 1800 < sum(value >> bit & 1 for value in hashes) < 2200


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 36, 100, 1000, 1 << 16, (1 << 31) - 1, 1 << 31])
def test_below_is_within_its_range(n: int) -> None:
    for bits in VALUES[:500]:
        if bits >= 0:
            assert 0 <= dice.below(bits, n) < n


@pytest.mark.parametrize("n", [2, 6, 7, 100])
def test_below_is_uniform(n: int) -> None:
    draws = [dice.below(dice.keyed(3, n, ply), n) for ply in range(5_000)]
    assert_even(np.bincount(draws, minlength=n))


def test_below_redraws_what_would_be_unfair() -> None:
    # 2**32 is two and two thirds of this n: a quarter of all bits fall where they would favour some numbers.
    n = 3 << 29
    draws = [dice.below(bits, n) for bits in VALUES if bits >= 0]
    assert_even(np.histogram(draws, bins=8, range=(0, n))[0])


@pytest.mark.parametrize("bits", [0, 5, (1 << 63) - 1])
def test_below_is_the_same_compiled_and_interpreted(bits: int) -> None:
    for n in (1, 2, 6, 3 << 29, 1 << 31):
        assert dice.below(bits, n) == plain(dice.below)(bits, n)


def test_a_keyed_draw_hangs_on_the_seed_the_game_and_the_ply() -> None:
    keys = list(itertools.product(range(5), range(7), range(-1, 9)))
    assert len({dice.keyed(*key) for key in keys}) == len(keys)
    assert dice.keyed(1, 2, 3) == dice.keyed(1, 2, 3) == plain(dice.keyed)(1, 2, 3)


def test_the_draw_is_what_chance_asked_for() -> None:
    bits = dice.keyed(1, 2, 3)
    assert dice.draw_for(1, bits) == 0
    assert dice.draw_for(0, bits) == bits
    assert dice.draw_for(6, bits) == dice.below(bits, 6)


def test_rows_of_keys_are_those_of_each_ply_alone() -> None:
    plies = [0, 1, 7]
    assert dice.keyed_rows(5, 2, plies).tolist() == [dice.plain_keyed(5, 2, ply) for ply in plies]
    assert dice.keyed_rows(5, 2, 7).tolist() == [dice.keyed(5, 2, 7)]


def test_a_number_of_chance_is_what_the_generator_gives() -> None:
    number = np.random.default_rng(4).integers(0, 1 << 62)
    assert dice.any_seed(np.random.default_rng(4)) == number < dice.SEEDS
    assert dice.raw_bits(np.random.default_rng(4)) == 2 * number < 1 << dice.BITS
    rng, rows = np.random.default_rng(4), dice.rows_of_raw_bits(np.random.default_rng(4), 3)
    assert rows.tolist() == [dice.raw_bits(rng) for _ in range(3)]


def test_draws_from_a_generator_reach_every_number() -> None:
    rng = np.random.default_rng(4)
    assert {dice.below(dice.raw_bits(rng), 6) for _ in range(200)} == set(range(6))
    # A seed has a bit less: taken for a draw, it gives the lower half.
    assert {dice.below(dice.any_seed(rng), 6) for _ in range(200)} == set(range(3))


def test_dice_come_out_of_one_draw_by_mixed_radix() -> None:
    thrown = set()
    for draw in range(6 * 4 * 2):
        first, left = dice.die(draw, 6)
        second, left = dice.die(left, 4)
        coin, left = dice.die(left, 2)
        assert left == 0
        thrown.add((first, second, coin))
    assert thrown == set(itertools.product(range(6), range(4), range(2)))
