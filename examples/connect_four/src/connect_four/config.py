"""What can be configured, and the records that follow from it."""

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
    """One byte a cell, row 0 at the top, and how many stones each column holds."""
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
    )
