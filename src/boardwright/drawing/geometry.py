"""The geometry of a board: squares, or flat-topped hexes with odd columns half a hex lower.

The page has the same geometry: see web/src/board/geometry.ts.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from boardwright.core.view import Board, Side
from boardwright.drawing.shapes import Point

CELL = 48
"""The width of a cell."""

GAP = 10
"""The gap between cells on boards with edges."""

_TALL = CELL * sqrt(3) / 2
"""The height of a hex."""


def extent(board: Board) -> Point:
    """The width and height of all cells."""
    if board.kind == "square":
        return CELL * board.cols, CELL * board.rows
    return CELL * (0.25 + 0.75 * board.cols), _TALL * (board.rows + (0.5 if board.cols > 1 else 0.0))


def centre(board: Board, row: int, col: int) -> Point:
    """The centre of a cell; the corner of the first cell is at (0, 0)."""
    if board.kind == "square":
        return CELL * (col + 0.5), CELL * (row + 0.5)
    return CELL * (0.5 + 0.75 * col), _TALL * (row + 0.5 + (col & 1) / 2)


def centres(board: Board) -> list[Point]:
    """The centres of all cells, by number."""
    return [centre(board, cell.row, cell.col) for cell in board.cells]


def has_gaps(board: Board) -> bool:
    """Whether there are gaps between the cells."""
    return board.gaps or bool(board.edges)


def share(board: Board) -> float:
    """The size of a cell without its gap, as a share."""
    return 1 - GAP / CELL if has_gaps(board) else 1.0


def inner(board: Board) -> float:
    """The radius of the largest circle that fits into a cell."""
    return (CELL if board.kind == "square" else _TALL) / 2 * share(board)


def outline(board: Board, middle: Point, scale: float = 1.0) -> tuple[Point, ...]:
    """The corners of a cell around its centre."""
    corners, turn, reach = (6, 0.0, CELL / 2) if board.kind == "hex" else (4, pi / 4, CELL / sqrt(2))
    radius, angles = reach * scale * share(board), [turn + 2 * pi * corner / corners for corner in range(corners)]
    return tuple((middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles)


def side(board: Board, middles: list[Point], cells: Side) -> tuple[Point, Point]:
    """The line on which two cells touch, perpendicular to the line between their centres."""
    here, there = middles[cells[0]], middles[cells[1]]
    x, y = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
    half = 0.5 if board.kind == "square" else 0.5 / sqrt(3)
    along, up = (there[1] - here[1]) * half, (here[0] - there[0]) * half
    return (x - along, y - up), (x + along, y + up)
