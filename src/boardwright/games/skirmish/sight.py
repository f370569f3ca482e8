"""Line of sight between every two hexes: a table computed once for a board, and cached by the board's hash.

Two lines join the centres of two hexes, both ends moved a thousandth to one side and to the other, and are sampled at
every whole step in exact integers. A line is blocked by a wall, or by a place without a hex, strictly between its ends.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
import numpy.typing as npt

from boardwright.core.grids import Cells, HexGrid
from boardwright.core.record import Array

HIDDEN, COVER, CLEAR = 0, 1, 2
"""The number of open lines: none, one, both."""

SCALE: Final = 1000
ASIDE: Final = np.array([1, 2, -3])
"""The offset of a line, in thousandths of a cube coordinate, so that no sample lies between two hexes."""

Longs = npt.NDArray[np.int64]

_known: dict[str, tuple[Cells, npt.NDArray[np.uint8], npt.NDArray[np.uint8]]] = {}


def tables(grid: HexGrid, walls: Array) -> tuple[Cells, npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return neighbours [cells, 6], distances [cells, cells] and sight [cells, cells] of a board with its walls."""
    board = hashlib.sha256(repr((grid.cols, grid.rows, grid.places)).encode() + walls.tobytes()).hexdigest()
    if board not in _known:
        _known[board] = grid.neighbours(), grid.distances(), sight(grid, walls)
    return _known[board]


def sight(grid: HexGrid, walls: Array) -> npt.NDArray[np.uint8]:
    """Return HIDDEN, COVER or CLEAR between every two hexes, [cells, cells]. It is symmetric; units never block."""
    cubes = grid.cubes().astype(np.int64)
    blocking = _blocking(grid, cubes, walls)
    apart = grid.distances()
    table = np.full(apart.shape, CLEAR, np.uint8)
    for steps in range(2, int(apart.max()) + 1):
        first, second = np.nonzero(np.triu(apart == steps))
        blocked = np.zeros(first.size, np.uint8)
        for side in (1, -1):
            blocked += _line_blocked(cubes[first], cubes[second], steps, side, blocking)
        table[first, second] = table[second, first] = CLEAR - blocked
    return table


def _blocking(grid: HexGrid, cubes: Longs, walls: Array) -> npt.NDArray[np.bool_]:
    # By x and z, with a margin: a line between hexes at the rim may leave the board.
    high = int(np.abs(cubes).max()) + 3
    table = np.ones((2 * high, 2 * high), np.bool_)
    table[cubes[:, 0] + high, cubes[:, 2] + high] = walls != 0
    return table


def _line_blocked(start: Longs, end: Longs, steps: int, side: int, blocking: npt.NDArray[np.bool_]) -> Array:
    high = blocking.shape[0] // 2
    blocked = np.zeros(len(start), np.bool_)
    for step in range(1, steps):
        # A point of the line times SCALE * steps, to stay in integers.
        point = SCALE * (start * (steps - step) + end * step) + side * ASIDE * steps
        cube = _rounded(point, SCALE * steps)
        blocked |= blocking[cube[:, 0] + high, cube[:, 2] + high]
    return blocked


def _rounded(point: Longs, unit: int) -> Longs:
    """Return the hex of a point: round each coordinate, then correct the one with the largest rounding error."""
    cube = (2 * point + unit) // (2 * unit)
    off = np.abs(cube * unit - point)
    worst = np.argmax(off, axis=1)
    rows = np.arange(len(cube))
    cube[rows, worst] -= cube.sum(axis=1)
    return cube
