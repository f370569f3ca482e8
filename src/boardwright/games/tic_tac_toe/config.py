"""The board size, the length of a winning line, and the record layout they determine."""

from __future__ import annotations

from math import comb
from typing import Annotated, Self

from pydantic import Field, model_validator

from boardwright.core.config import Settings
from boardwright.core.definition import Layout
from boardwright.core.grids import SquareGrid


class Configuration(Settings):
    """A square board of `size` by `size`; `in_a_row` marks in a straight line win."""

    size: Annotated[int, Field(ge=3, le=6)]
    in_a_row: Annotated[int, Field(ge=3, le=6)]

    @model_validator(mode="after")
    def _line_fits(self) -> Self:
        if self.in_a_row > self.size:
            raise ValueError(f"in_a_row <= {self.size}")
        return self


def layout(config: Configuration) -> Layout:
    """The state has one byte a cell; the parameters hold the winning lines through each cell."""
    grid = SquareGrid(config.size, config.size)
    return Layout(
        params={"lines": grid.lines_through(config.in_a_row)},
        position={"cells": ("u1", (grid.cells,))},
        observation={"planes": ("u1", (2, grid.cells))},
        max_plies=grid.cells,
        max_states=boards(grid.cells),
        bounds={"planes": (0, 1)},
    )


def boards(cells: int) -> int:
    """The number of boards with as many crosses as noughts, or one more. Some are never reached: a win ends a game."""
    return sum(comb(cells, marks) * comb(marks, marks // 2) for marks in range(cells + 1))
