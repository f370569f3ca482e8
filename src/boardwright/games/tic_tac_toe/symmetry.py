"""The eight symmetries of the board."""

from __future__ import annotations

import numpy as np

from boardwright.core.grids import SquareGrid
from boardwright.core.symmetry import Symmetry
from boardwright.games.tic_tac_toe.config import Configuration


def symmetries(config: Configuration) -> tuple[Symmetry, ...]:
    """Return the symmetries: cells, actions and both observation planes move together."""
    grid = SquareGrid(config.size, config.size)
    return tuple(
        Symmetry(
            name,
            actions=moves,
            moves={"cells": moves},
            observation={"planes": np.concatenate([moves, moves + grid.cells])},
        )
        for name, moves in grid.symmetries().items()
    )
