"""The size of the board and the walls in hand, and the record layout they determine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import numpy as np
import numpy.typing as npt
from pydantic import Field

from boardwright.core.config import Settings
from boardwright.core.definition import Layout
from boardwright.games.quoridor.bitboard import LOW, LOW_CELLS, WIDE
from boardwright.games.quoridor.rules import CELLS, SLOTS, THRICE, Reason

PRESET = "standard"
"""The default preset."""

MOST_PLIES = 10_000
"""Each ply takes two bytes of the record, which search copies at each node."""


class Configuration(Settings):
    """A board of `size` by `size`, `walls` in hand at the start, a draw after `max_plies`."""

    size: Annotated[int, Field(ge=5, le=WIDE)]
    walls: Annotated[int, Field(ge=1, le=32)]
    max_plies: Annotated[int, Field(ge=1, le=MOST_PLIES)]


def words(cells: Iterable[int]) -> npt.NDArray[np.int64]:
    """Return a set of cells as the two words of a bitboard."""
    bits = sum(1 << cell for cell in set(cells))
    return np.array([bits & LOW, bits >> LOW_CELLS], np.int64)


def layout(config: Configuration) -> Layout:
    """Walls are two bitboards of slots, pawns and stocks a byte each; the trace holds the pawns since the last wall."""
    every, last = range(config.size), config.size - 1
    slots = range(last)

    def of(rows: Iterable[int], cols: Iterable[int]) -> npt.NDArray[np.int64]:
        cols = tuple(cols)
        return words(WIDE * row + col for row in rows for col in cols)

    return Layout(
        params={
            "side": config.size,
            "stock": config.walls,
            "max_plies": config.max_plies,
            "goal": np.array([of([last], every), of([0], every)]),
            "north": of(slots, every),
            "east": of(every, slots),
            "slots": of(slots, slots),
            "refused": _refused(config.size),
            # The slots next to the border in the north, east, south and west.
            "border": np.array(
                [of([last - 1], slots), of(slots, [last - 1]), of([0], slots), of(slots, [0])],
            ),
        },
        position={"h": ("i8", (2,)), "v": ("i8", (2,)), "pawns": ("u1", (2,)), "stock": ("u1", (2,))},
        observation={
            "pawns": ("u1", (2, 81)),
            "walls": ("u1", (2, 64)),
            "goal": ("u1", (9,)),
            "stock": ("u1", (2,)),
            "times_seen": "u1",
        },
        max_plies=config.max_plies,
        trace={"seen": ("u1", (2, config.max_plies + 1)), "since": "u2", "last": "u1"},
        unused=(Reason.OFF_BOARD,) if config.size == WIDE else (),
        max_states=_max_states(config),
        bounds={
            "pawns": (0, 1),
            "walls": (0, 1),
            "goal": (0, 1),
            "stock": (0, config.walls),
            "times_seen": (0, THRICE),
        },
        # Boards of every size are laid out over the widest.
        grid=(WIDE, WIDE),
    )


def _max_states(config: Configuration) -> int:
    """Return the product of plies, movers (one player at each ply, or none), pawns, walls in slots, and stocks."""
    walls: int = 3 ** (config.size - 1) ** 2
    return (config.max_plies + 1) * 2 * config.size**4 * walls * (config.walls + 1) ** 2


def _refused(size: int) -> npt.NDArray[np.uint8]:
    """Return for a pawn on each cell the Reason for refusing each action that is never legal from there; else 0.

    It covers squares off the board and squares farther than any jump; it has nothing on walls.
    """
    row, col = np.divmod(np.arange(CELLS), WIDE)
    apart = np.abs(row[:, None] - row) + np.abs(col[:, None] - col)
    table = np.zeros((CELLS, CELLS + 2 * SLOTS), np.uint8)
    table[:, :CELLS][(apart == 0) | (apart > 2)] = Reason.OUT_OF_REACH
    table[:, :CELLS][:, (row >= size) | (col >= size)] = Reason.OFF_BOARD
    return table
