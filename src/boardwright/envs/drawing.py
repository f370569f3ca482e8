"""A picture of any board, drawn from the view alone: square or hex cells, pieces by owner, what is written on cells."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from boardwright.core.view import Board, Cell

CELL = 48
"""Pixels across a cell."""

_BACKGROUND, _FIELD, _LINE, _TEXT = (243, 240, 232), (253, 251, 246), (168, 160, 146), (60, 56, 50)
_OWNERS = ((31, 94, 148), (190, 74, 32), (44, 120, 68), (126, 66, 140))
_UNOWNED = (120, 112, 100)

Point = tuple[float, float]


def draw(board: Board) -> npt.NDArray[np.uint8]:
    """The board as [height, width, 3] bytes."""
    outlines = [_hexagon(cell) if board.kind == "hex" else _square(cell) for cell in board.cells]
    edge = CELL // 4
    width = round(max(x for outline in outlines for x, _ in outline)) + edge
    height = round(max(y for outline in outlines for _, y in outline)) + edge
    image = Image.new("RGB", (width + edge, height + edge), _BACKGROUND)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(CELL * 0.45)
    centres = []
    for cell, outline in zip(board.cells, outlines):
        moved = [(x + edge, y + edge) for x, y in outline]
        centre = (sum(x for x, _ in moved) / len(moved), sum(y for _, y in moved) / len(moved))
        centres.append(centre)
        pen.polygon(moved, fill=_FIELD, outline=_LINE, width=1)
        if cell.text:
            pen.text(centre, cell.text, fill=_TEXT, font=font, anchor="mm")
    for piece in board.pieces:
        colour = _UNOWNED if piece.owner is None else _OWNERS[piece.owner % len(_OWNERS)]
        x, y = centres[piece.cell]
        size = CELL * 0.36
        pen.ellipse((x - size, y - size, x + size, y + size), fill=colour)
        # The symbol too: colours alone are lost on many readers.
        pen.text((x, y), piece.symbol, fill=_FIELD, font=font, anchor="mm")
    return np.asarray(image, np.uint8).copy()


def _square(cell: Cell) -> list[Point]:
    left, top = cell.col * CELL, cell.row * CELL
    return [(left, top), (left + CELL, top), (left + CELL, top + CELL), (left, top + CELL)]


def _hexagon(cell: Cell) -> list[Point]:
    # Flat tops; odd columns stand half a cell lower, as in the text board.
    radius, tall = CELL / 2, CELL * sqrt(3) / 2
    x = radius + cell.col * radius * 1.5
    y = tall / 2 + cell.row * tall + (cell.col & 1) * tall / 2
    return [(x + radius * cos(pi / 3 * corner), y + radius * sin(pi / 3 * corner)) for corner in range(6)]
