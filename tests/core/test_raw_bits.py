"""Rules read raw bits from above, or hash them: the lowest bit of `dice.raw_bits` is always 0."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.core import dice
from boardwright.core.compiled.kernels import kernels
from boardwright.core.game import Game
from boardwright.core.record import OK
from boardwright.testing.cases import Cases

RAW = ("minesweeper", "skirmish", "battleship")
"""The registered games with a function that takes raw bits. The quick choice of the skirmish is one, too."""


class RawBits:
    """Raw bits without arithmetic: they can be shifted to the right, combined by `^`, and hashed by `dice.mix`."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.read = 0

    def __rshift__(self, places: int) -> int:
        assert places > 0
        self.read += 1
        return self.bits >> places

    def __xor__(self, other: int) -> RawBits:
        self.read += 1
        return RawBits(self.bits ^ int(other))

    __rxor__ = __xor__

    def __int__(self) -> int:
        assert sys._getframe(1).f_code.co_name == "mix", "its lowest bit may be read"
        self.read += 1
        return self.bits


def takers(game: Game) -> list[str]:
    """The functions of a game to which loops and agents may pass raw bits."""
    plain = kernels(game.state_dtype.names[-1]).plain
    return [name for name in ("advance", "resample", "suggest") if name == "advance" or name in plain]


def handed(game: Game, states: list[Any], rng: np.random.Generator) -> int:
    """Call every function of a game that takes raw bits, in each state. Return how often they were read."""
    plain, read = kernels(game.state_dtype.names[-1]).plain, 0
    weights = game.weights().view(np.recarray)[0] if "suggest" in plain else None
    for state in states:
        p, mover = game.params_of(state), int(state["to_move"][0])
        for name in takers(game):
            bits, s = RawBits(dice.raw_bits(rng)), game.record(state.copy())
            if name == "suggest":
                plain[name](p, weights, s, bits)
            elif name == "resample":
                plain[name](p, s, mover, bits)
            elif "chance" in plain:
                every = np.arange(game.actions.count)
                actions = every[game.why_not(np.repeat(state, every.size), every) == OK]
                raw = [int(action) for action in actions if plain["chance"](p, s, int(action)) == 0]
                if raw:
                    plain[name](p, s, raw[0], bits)
            read += bits.read
    return read


@pytest.mark.parametrize(
    "name", [name if name == RAW[0] else pytest.param(name, marks=pytest.mark.slow) for name in boardwright.names()]
)
def test_no_rule_reads_the_lowest_of_raw_bits(name: str) -> None:
    game = boardwright.load(name)
    read = handed(game, [case.state for case in Cases(game, games=1, most=25, seed=3).open], np.random.default_rng(4))
    assert (read > 0) == (name in RAW)


def test_a_rule_that_reads_the_lowest_bit_would_be_noticed() -> None:
    for reads in (lambda bits: bits % 6, lambda bits: bits & 1, lambda bits: dice.die(bits, 6)):
        with pytest.raises(TypeError):
            reads(RawBits(6))
    with pytest.raises(AssertionError):
        int(RawBits(6))


def test_no_number_below_another_depends_on_the_lowest_bit() -> None:
    """`below` reads the upper half; where that may be unfair, it goes on with a hash of all bits."""
    rng = np.random.default_rng(5)
    for n in (2, 3, 6, 52, 1000, (1 << 31) - 1):
        for _ in range(200):
            bits = dice.raw_bits(rng)
            if (bits >> 31) * n & 0xFFFFFFFF >= n:
                assert dice.below(bits, n) == dice.below(bits | 1, n) == dice.below(bits | 0x7FFFFFFF, n)
