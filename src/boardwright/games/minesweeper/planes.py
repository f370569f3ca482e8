"""Observations as feature planes for networks. Stored observations stay one byte a cell."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN

PLANES = 11
"""Revealed, flagged, and one plane for each number from 0 to 8."""

EXTRA = 3
"""Frontier, mines left, progress."""


def planes(game: Game, observations: Array) -> Array:
    """Return the specification's channels, [N, 11, H, W]: revealed, flags, and the numbers 0 to 8, one-hot."""
    cells = observations["cells"]
    out = np.empty((len(cells), PLANES, *cells.shape[1:]), np.float32)
    _write(cells, out)
    return out


def planes_and_more(game: Game, observations: Array) -> Array:
    """Return the same and the specification's extra channels, [N, 14, H, W]: frontier, and two constant planes.

    These are the unflagged mines as a share of all cells, so that one network can learn several densities, and the
    revealed safe cells as a share of all safe ones.
    """
    cells = observations["cells"]
    out = np.empty((len(cells), PLANES + EXTRA, *cells.shape[1:]), np.float32)
    _write(cells, out[:, :PLANES])
    out[:, PLANES] = frontier(cells)
    left = observations["mines_left"].astype(np.float32)
    mines = left + (cells == FLAGGED).sum(axis=(1, 2))
    size = cells[0].size
    out[:, PLANES + 1] = np.maximum(left / size, 0.0)[:, None, None]
    out[:, PLANES + 2] = ((cells < HIDDEN).sum(axis=(1, 2)) / (size - mines))[:, None, None]
    return out


def frontier(cells: Array) -> Array:
    """Return the mask of hidden cells beside a revealed one, [N, H, W]."""
    rows, cols = cells.shape[1:]
    wide = np.zeros((len(cells), rows + 2, cols + 2), np.bool_)
    wide[:, 1:-1, 1:-1] = cells < HIDDEN
    beside = np.zeros(cells.shape, np.bool_)
    for down in range(3):
        for across in range(3):
            beside |= wide[:, down : down + rows, across : across + cols]
    mask: Array = beside & (cells >= HIDDEN)
    return mask


def _write(cells: Array, out: Array) -> None:
    out[:, 0] = cells < HIDDEN
    out[:, 1] = cells == FLAGGED
    for number in range(9):
        out[:, 2 + number] = cells == number


EXPANSIONS = {"planes": planes, "planes+": planes_and_more}
