"""The symmetry between the two players."""

import numpy as np

from boardwright.core.symmetry import Symmetry
from royal_ur.actions import actions
from royal_ur.config import Configuration


def symmetries(config: Configuration) -> tuple[Symmetry, ...]:
    """Swapping the players swaps their pieces; actions follow the mover's own path and stay."""
    same = np.arange(actions(config).count)
    squares = config.entry + config.shared + config.exit + 2
    swap = np.roll(np.arange(2 * squares), squares)
    return Symmetry("Identity", actions=same), Symmetry("Swap", actions=same, moves={"on": swap}, players=(1, 0))
