"""Observations as planes of numbers, for networks that want them ready made. What is stored stays one byte a cell."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.minesweeper.rules import FLAGGED
from boardwright.games.minesweeper.solver.deduction import HIDDEN

PLANES = 11
"""Revealed, flagged, and one plane for each number from 0 to 8."""

EXTRA = 3
"""Frontier, mines left, progress."""


def planes(game: Game, observations: Array) -> Array:
    """The seed's channels, [N, 11, H, W]: revealed, flags, and the numbers 0 to 8 of revealed cells, one-hot."""
    cells = observations["cells"]
    out = np.empty((len(cells), PLANES, *cells.shape[1:]), np.float32)
    _write(cells, out)
    return out


def planes_and_more(game: Game, observations: Array) -> Array:
    """The same, and the seed's helpers, [N, 14, H, W]: frontier, and two numbers repeated over the board.

    These are the mines that are not flagged, as a share of all cells so that one network may see several densities;
    and progress, the safe cells that are revealed as a share of all safe ones.
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
    """The cells that are not revealed and lie beside one that is, [N, H, W]."""
    rows, cols = cells.shape[1:]
    wide = np.zeros((len(cells), rows + 2, cols + 2), np.bool_)
    wide[:, 1:-1, 1:-1] = cells < HIDDEN
    beside = np.zeros(cells.shape, np.bool_)
    for down in range(3):
        for across in range(3):
            beside |= wide[:, down : down + rows, across : across + cols]
    found: Array = beside & (cells >= HIDDEN)
    return found


def _write(cells: Array, out: Array) -> None:
    out[:, 0] = cells < HIDDEN
    out[:, 1] = cells == FLAGGED
    for number in range(9):
        out[:, 2 + number] = cells == number


EXPANSIONS = {"planes": planes, "planes+": planes_and_more}
