"""Left and right are alike."""

import numpy as np

from boardwright.core.grids import SquareGrid
from boardwright.core.symmetry import Symmetry
from connect_four.config import Configuration


def symmetries(config: Configuration) -> tuple[Symmetry, ...]:
    """Cells, columns and actions change sides together."""
    cells = SquareGrid(config.rows, config.cols).symmetries()["FlipH"]
    cols = np.arange(config.cols)
    mirror = {"cells": cells, "height": cols[::-1]}
    return (
        Symmetry("Identity", actions=cols),
        Symmetry("Mirror", actions=cols[::-1], moves=mirror, observation={"own": cells, "other": cells}),
    )
