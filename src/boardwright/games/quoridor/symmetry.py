"""The symmetries: the left-right mirror, and the swap of the players with the board turned upside down."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boardwright.core.symmetry import Symmetry
from boardwright.games.quoridor.bitboard import WIDE
from boardwright.games.quoridor.config import Configuration
from boardwright.games.quoridor.rules import CELLS, SLOTS, SLOTS_WIDE

Places = npt.NDArray[np.int64]
WORD = 64
"""Bits in a word of a bitboard, the unused ones included."""


def symmetries(config: Configuration) -> tuple[Symmetry, ...]:
    """Return the identity, the mirror, the swap of the players with the board upside down, and both together."""
    return (
        _symmetry("Identity", config, mirror=False, swap=False),
        _symmetry("Mirror", config, mirror=True, swap=False),
        _symmetry("Swap", config, mirror=False, swap=True),
        _symmetry("Turn", config, mirror=True, swap=True),
    )


def _symmetry(name: str, config: Configuration, *, mirror: bool, swap: bool) -> Symmetry:
    rows, cols = config.tall, config.wide
    cells = _places(WIDE, rows, cols, mirror, swap)
    slots = _places(SLOTS_WIDE, rows - 1, cols - 1, mirror, swap)
    actions = np.concatenate([cells, CELLS + slots, CELLS + SLOTS + slots])
    bits = _bits(rows - 1, cols - 1, mirror, swap)
    players = np.array([1, 0] if swap else [0, 1])
    plies = config.max_plies + 1
    seen = np.concatenate([[0], 1 + cells])  # 0 is a ply not played yet
    return Symmetry(
        name,
        actions=actions,
        moves={
            "pawns": players,
            "stock": players,
            "seen": np.concatenate([plies * player + np.arange(plies) for player in players]),
        },
        values={"pawns": cells, "seen": seen, "last": np.concatenate([[0], 1 + actions])},
        bits={"h": bits, "v": bits},
        observation={
            "pawns": np.concatenate([cells, CELLS + cells]),
            "walls": np.concatenate([slots, SLOTS + slots]),
            "goal": np.concatenate([np.arange(rows)[::-1], np.arange(rows, WIDE)]) if swap else np.arange(WIDE),
        },
        players=(1, 0) if swap else (),
    )


def _places(wide: int, rows: int, cols: int, mirror: bool, swap: bool) -> Places:
    """Return the image of each place of a square grid; places off a smaller board stay."""
    where = np.arange(wide * wide)
    for row in range(rows):
        for col in range(cols):
            to_row, to_col = rows - 1 - row if swap else row, cols - 1 - col if mirror else col
            where[wide * row + col] = wide * to_row + to_col
    return where


def _bits(rows: int, cols: int, mirror: bool, swap: bool) -> Places:
    """Return the same for the bits of a bitboard of slots: 63 bits of the first word, then the second."""
    places = _places(WIDE, rows, cols, mirror, swap)
    at = np.arange(CELLS) + (np.arange(CELLS) >= WORD - 1)
    where = np.arange(2 * WORD)
    where[at] = at[places]
    return where
