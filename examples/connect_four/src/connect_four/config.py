"""The configuration, and the record layout it determines."""

import numpy as np

from boardwright import Layout
from boardwright.core.config import Settings
from boardwright.core.grids import SquareGrid


class Configuration(Settings):
    """A board of `rows` by `cols`; `connect` stones in a straight line win."""

    rows: int
    cols: int
    connect: int


def layout(config: Configuration) -> Layout:
    """The state: one byte a cell, row 0 at the top, and the number of stones in each column."""
    grid = SquareGrid(config.rows, config.cols)
    return Layout(
        params={
            "rows": config.rows,
            "cols": config.cols,
            "lines": grid.lines_through(config.connect),
            "worth": np.bincount(grid.lines(config.connect).ravel()),
        },
        position={"cells": ("u1", (grid.cells,)), "height": ("u1", (config.cols,))},
        observation={"own": ("u1", (grid.cells,)), "other": ("u1", (grid.cells,))},
        max_plies=grid.cells,
        bounds={"own": (0, 1), "other": (0, 1)},
        max_states=(2 ** (config.rows + 1) - 1) ** config.cols,  # each column: up to `rows` stones of two colours
    )
