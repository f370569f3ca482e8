"""The configuration, and the record layout it determines."""

from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from boardwright import Layout
from boardwright.core.config import Settings
from boardwright.core.record import Array

Length = Annotated[int, Field(ge=2, le=9)]


class Configuration(Settings):
    """A board of `rows` by `cols` for each player, and the lengths of the `ships`, in the order of placing."""

    rows: Annotated[int, Field(ge=2, le=26)]
    cols: Annotated[int, Field(ge=2, le=26)]
    ships: Annotated[list[Length], Field(min_length=1, max_length=8)]

    @model_validator(mode="after")
    def _always_room(self) -> "Configuration":
        # A row has `cols // length` strips for a ship, and a cell that is taken spoils one of them.
        for number, length in enumerate(self.ships):
            if sum(self.ships[:number]) >= self.rows * (self.cols // length):
                raise ValueError(f"ships: there may be no room left for ship {number + 1}, of length {length}")
        return self


def layout(config: Configuration) -> Layout:
    """The state: the ship on each cell of each player, and what was shot at there."""
    cells, ships = config.rows * config.cols, len(config.ships)
    board = ("u1", (cells,))
    return Layout(
        params={"rows": config.rows, "cols": config.cols, "ships": ships, "spots": spots(config)},
        position={"ship": ("u1", (2, cells)), "shot": ("u1", (2, cells)), "placed": ("u1", (2,))},
        observation={"own": board, "own_shot": board, "other_shot": board, "placed": ("u1", (2,))},
        bounds={"own": (0, ships), "own_shot": (0, 2 + ships), "other_shot": (0, 2 + ships), "placed": (0, ships)},
        grid=(config.rows, config.cols),  # people see both boards
        max_plies=2 * ships + 2 * cells,
        tally=("hits", "sunk"),
        events=2,
    )


def spots(config: Configuration) -> Array:
    """The cells of each ship in each placement, [K, 2 * cells, longest], -1 where it is too long.

    A placement is the first cell of the ship, plus the number of cells where it goes down.
    """
    cells = config.rows * config.cols
    table = np.full((len(config.ships), 2 * cells, max(config.ships)), -1, np.int16)
    for ship, length in enumerate(config.ships):
        for first in range(cells):
            if first % config.cols + length <= config.cols:
                table[ship, first, :length] = first + np.arange(length)
            if first // config.cols + length <= config.rows:
                table[ship, cells + first, :length] = first + config.cols * np.arange(length)
    return table
