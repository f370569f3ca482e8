"""The rows and columns of the board and the walls in hand, and the record layout they determine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from boardwright.core.config import Settings
from boardwright.core.definition import Layout
from boardwright.games.quoridor.bitboard import LOW, LOW_CELLS, WIDE
from boardwright.games.quoridor.rules import CELLS, SLOTS, THRICE, Reason

PRESET = "standard"
"""The default preset."""

MOST_PLIES = 10_000
"""Each ply takes two bytes of the record, which search copies at each node."""


LEAST = 3
"""The fewest rows and columns: with two, walls of one way could not lie side by side."""

Side = Annotated[int, Field(ge=LEAST, le=WIDE)]


class Configuration(Settings):
    """A board of `size` by `size`, `walls` in hand at the start, a draw after `max_plies`.

    `rows` and `cols` replace `size` where they are given, for boards that are no square.
    """

    size: Side
    walls: Annotated[int, Field(ge=0, le=32)]
    max_plies: Annotated[int, Field(ge=1, le=MOST_PLIES)]
    rows: Side | None = None
    cols: Side | None = None

    @property
    def tall(self) -> int:
        """The number of rows, from one goal to the other."""
        return self.size if self.rows is None else self.rows

    @property
    def wide(self) -> int:
        """The number of columns."""
        return self.size if self.cols is None else self.cols

    @model_serializer(mode="wrap")
    def _given(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Histories and models of square boards name the keys that they always named.
        data: dict[str, Any] = write(self)
        return {key: value for key, value in data.items() if value is not None}


def words(cells: Iterable[int]) -> npt.NDArray[np.int64]:
    """Return a set of cells as the two words of a bitboard."""
    bits = sum(1 << cell for cell in set(cells))
    return np.array([bits & LOW, bits >> LOW_CELLS], np.int64)


def layout(config: Configuration) -> Layout:
    """Walls are two bitboards of slots, pawns and stocks a byte each; the trace holds the pawns since the last wall."""
    rows, cols = range(config.tall), range(config.wide)
    last_row, last_col = config.tall - 1, config.wide - 1
    between_rows, between_cols = range(last_row), range(last_col)

    def of(some_rows: Iterable[int], some_cols: Iterable[int]) -> npt.NDArray[np.int64]:
        some_cols = tuple(some_cols)
        return words(WIDE * row + col for row in some_rows for col in some_cols)

    return Layout(
        params={
            "rows": config.tall,
            "stock": config.walls,
            "max_plies": config.max_plies,
            "goal": np.array([of([last_row], cols), of([0], cols)]),
            "north": of(between_rows, cols),
            "east": of(rows, between_cols),
            "slots": of(between_rows, between_cols),
            "refused": _refused(config),
            # The slots next to the border in the north, east, south and west.
            "border": np.array(
                [
                    of([last_row - 1], between_cols),
                    of(between_rows, [last_col - 1]),
                    of([0], between_cols),
                    of(between_rows, [0]),
                ],
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
        unused=_unused(config),
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
    walls: int = 3 ** ((config.tall - 1) * (config.wide - 1)) if config.walls else 1
    pawns = (config.tall * config.wide) ** 2
    return (config.max_plies + 1) * 2 * pawns * walls * (config.walls + 1) ** 2


def _unused(config: Configuration) -> tuple[Reason, ...]:
    """Return the Reasons that never occur: no square is off the widest board, and without walls none is in the way."""
    off_board = () if min(config.tall, config.wide) < WIDE else (Reason.OFF_BOARD,)
    return off_board if config.walls else (*off_board, *(reason for reason in Reason if reason > Reason.NO_WALL_LEFT))


def _refused(config: Configuration) -> npt.NDArray[np.uint8]:
    """Return for a pawn on each cell the Reason for refusing each action that is never legal from there; else 0.

    It covers squares off the board and squares farther than any jump; it has nothing on walls.
    """
    row, col = np.divmod(np.arange(CELLS), WIDE)
    apart = np.abs(row[:, None] - row) + np.abs(col[:, None] - col)
    table = np.zeros((CELLS, CELLS + 2 * SLOTS), np.uint8)
    table[:, :CELLS][(apart == 0) | (apart > 2)] = Reason.OUT_OF_REACH
    table[:, :CELLS][:, (row >= config.tall) | (col >= config.wide)] = Reason.OFF_BOARD
    return table
