"""The symmetries of the board: eight if it is square, else four."""

from __future__ import annotations

import numpy as np

from boardwright.core.grids import SquareGrid
from boardwright.core.symmetry import Symmetry
from boardwright.games.minesweeper.config import Configuration


def symmetries(config: Configuration) -> tuple[Symmetry, ...]:
    """Return the symmetries: mines, cell codes, observations and all three kinds of action move together."""
    grid = SquareGrid(config.H, config.W)
    return tuple(
        Symmetry(
            name,
            actions=np.concatenate([moves.astype(np.int64) + kind * grid.cells for kind in range(3)]),
            moves={"mine": moves, "shown": moves},
            observation={"cells": moves},
        )
        for name, moves in grid.symmetries().items()
    )
