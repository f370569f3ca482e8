"""The features of a network inside alpha-beta: a stone of each player on each cell, and their symmetries."""

import numpy as np

from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.facets import Features
from boardwright.core.grids import SquareGrid
from boardwright.core.record import Array, Record
from connect_four.config import Configuration

WORDS = 2
"""A word for each player: boards have no more cells than its bits."""


def features(p: Record, s: Record, words: Array) -> None:
    """Turn on a bit for each stone."""
    for cell in range(s.cells.shape[0]):
        if s.cells[cell] != 0:
            player = int(s.cells[cell]) - 1
            words[player] = int(words[player]) | (1 << cell)


def symmetries(config: Configuration) -> dict[str, np.ndarray]:
    """The players exchanged, and left and right."""
    cells = np.arange(BITS)
    flip = SquareGrid(config.rows, config.cols).symmetries()["FlipH"]
    cells[: len(flip)] = flip
    return {
        "Swap": np.concatenate([BITS + np.arange(BITS), np.arange(BITS)]),
        "Mirror": np.concatenate([cells, BITS + cells]),
    }


FEATURES = Features(words=WORDS, symmetries=symmetries)
