"""Draws: integers that a loop passes to `advance`, so that randomness is an argument of the rules.

Everything here is arithmetic on integers in [0, 2**63): no generator, no state, the same result compiled and
interpreted, in any batch size and process.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from boardwright.core.compiled.compiler import compiles_as, kernel, uncompiled
from boardwright.core.errors import BatchError

BITS: Final = 63
"""Raw draws have 63 bits, so that they are ordinary non-negative integers in compiled code and in Python."""

SEEDS: Final = 1 << 62
"""The exclusive upper bound of a seed from a generator."""

_HALF: Final = (1 << 32) - 1
_WORD: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB


def usable_seed(seed: int) -> int:
    """Return the seed as an int. Raises BatchError unless it is an integer in [0, 2**63)."""
    if not isinstance(seed, int | np.integer) or not 0 <= seed < 1 << BITS:
        raise BatchError("seed", found=seed)
    return int(seed)


def any_seed(rng: np.random.Generator) -> int:
    """One seed from a generator, below SEEDS. It is no draw for rules: they read the upper bits, and one is missing."""
    return int(rng.integers(0, SEEDS))


def raw_bits(rng: np.random.Generator) -> int:
    """One draw from a generator: raw bits for `draw_for`, `suggest` and `resample`. The lowest bit is 0."""
    return any_seed(rng) << 1


def rows_of_raw_bits(rng: np.random.Generator, rows: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """As many draws from a generator as there are rows, [N]."""
    return rng.integers(0, SEEDS, rows) << 1


def mix(bits: int) -> int:
    """Hash 63 bits into 63 others (splitmix64's finaliser). Chain it for a layout that needs more."""
    z = (int(bits) + _GOLDEN) & _WORD
    z = ((z ^ (z >> 30)) * _FIRST) & _WORD
    z = ((z ^ (z >> 27)) * _SECOND) & _WORD
    return (z ^ (z >> 31)) >> 1


@compiles_as(mix)
def _mix(bits: Any) -> Any:
    # Python's integers grow and must be cut; compiled ones wrap by themselves. A test holds the two equal.
    def wrapping(bits: Any) -> Any:
        z = np.uint64(bits) + np.uint64(_GOLDEN)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
        return np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(1))

    return wrapping


@kernel
def below(bits: int, n: int) -> int:
    """A number in [0, n) for n up to 2**31, exactly uniform when the bits are."""
    # Lemire's method: the high half of a product, with a division only in the rare case that may be biased.
    product = (bits >> 31) * n
    if (product & _HALF) < n:
        least = (_HALF + 1 - n) % n
        while (product & _HALF) < least:
            bits = mix(bits)
            product = (bits >> 31) * n
    return product >> 32


@kernel
def keyed(seed: int, game: int, ply: int) -> int:
    """The 63 raw bits of a ply, by seed, game and ply alone: a game is the same in a batch of any size."""
    return mix(mix(mix(seed) ^ game) ^ ply)


plain_keyed = uncompiled(keyed)
"""`keyed` for one game in Python: compiling it would take longer than its calls."""


def keyed_rows(seeds: Any, games: Any, plies: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    """`keyed` for one or many rows, called from Python: integers of 63 bits in and out, [N]."""
    rows = [np.atleast_1d(np.asarray(values, np.uint64)) for values in (seeds, games, plies)]
    if max(map(len, rows)) == 1:
        # Thirty operations on arrays take ten times as long as one row by itself.
        return np.array([plain_keyed(*(int(values[0]) for values in rows))], np.int64)
    mixed: np.ndarray[Any, np.dtype[np.int64]] = _mixed(_mixed(_mixed(rows[0]) ^ rows[1]) ^ rows[2]).astype(np.int64)
    return mixed


def _mixed(bits: Any) -> Any:
    # Arrays of uint64 wrap by themselves, as compiled code does.
    z = bits + np.uint64(_GOLDEN)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    return (z ^ (z >> np.uint64(31))) >> np.uint64(1)


# What a seed serves for beside the draws of its own games, which `keyed` gives. Each purpose has bits of its own.
OPPONENT: Final = 0x0BB05E
"""The choices of an opponent in an environment."""
TEACHER: Final = 0x7EAC4
"""The choices of a teacher whose games are imitated."""
CHOICE: Final = 0xC401CE
"""The choices of an environment's random opponent, in its compiled loop."""
OPENING: Final = 0x09E1
"""The first action of an environment's episode."""
RANDOM_PLIES: Final = 0xF1E5
"""How many plies at the beginning of an episode are random, and which."""
POOL: Final = 0x9001
"""Which opponent of a pool plays an episode."""
ROW: Final = 0x5077
"""The seeds of a vector's rows after the first."""
PURPOSES: Final = (OPPONENT, TEACHER, CHOICE, OPENING, RANDOM_PLIES, POOL, ROW)


@kernel
def stream(seed: int, purpose: int) -> int:
    """The seed of a purpose, for `keyed`. An opponent with a game's own bits would see the dice before they fall."""
    return keyed(seed, purpose, 0)


def streams(seeds: Any, purpose: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """`stream` for one or many seeds, called from Python, [N]."""
    return keyed_rows(seeds, purpose, 0)


def row_seeds(seed: int, rows: int, players: int) -> list[int]:
    """The seeds of a vector's rows: the seed itself, then others that no other seed's rows have.

    Neighbouring rows have neighbouring seeds modulo the number of players, so that learners begin in all seats.
    """
    hashed = keyed_rows(streams(seed, ROW), np.arange(rows), 0) >> 1
    seeds = hashed - hashed % players + (seed + np.arange(rows)) % players
    return [seed, *seeds[1:].tolist()]


@kernel
def draw_for(n: int, bits: int) -> int:
    """Turn raw bits into a draw for `n`, the answer of `chance`."""
    if n == 1:
        return 0
    if n == 0:
        return bits
    return below(bits, n)


plain_draw_for = uncompiled(draw_for)
"""`draw_for` of one draw in Python."""


@kernel
def die(draw: int, sides: int) -> tuple[int, int]:
    """Split a die off a draw by mixed radix: its face from 0, and the remaining draw for the next die."""
    return draw % sides, draw // sides
